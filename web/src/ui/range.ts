/* range.ts: from one number to another, as the language writes it. */
import { _ } from "./words";

/** `5–10`, in Japanese `5〜10`. */
export const rangeText = (low: string, high: string): string => _("{low}–{high}", { low, high });
