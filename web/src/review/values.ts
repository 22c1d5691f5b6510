/* values.ts: values as people read them: points with one decimal, chances in per cent. For the engine more is
 * always better; where the fewest points win, its values are minus points, and people read points. */
import type { Meaning } from "../connection/messages";
import { language } from "../ui/words";

export type { Meaning };

/** From a value of the engine to tenths of a point, or of a percent, as people count them. */
export const UNITS: Record<Meaning, number> = { points: 10, wins: 1000, minus_points: -10 };

function shown(value: number, meaning: Meaning, sign: "never" | "exceptZero"): string {
    const text = new Intl.NumberFormat(language(), {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
        signDisplay: sign,
    }).format(value);
    return meaning === "wins" ? `${text} %` : text;
}

/** A number of units, without a sign. */
export function unitsText(units: number, meaning: Meaning): string {
    return shown(Math.abs(units) / 10, meaning, "never");
}

/** A value of the engine. */
export function valueText(value: number, meaning: Meaning): string {
    const units = value * UNITS[meaning];
    return units < 0 ? signedText(value, meaning) : unitsText(units, meaning);
}

/** How much it is, of a cost or a doubt. */
export function sizeText(size: number, meaning: Meaning): string {
    return unitsText(size * UNITS[meaning], meaning);
}

/** A change of a value, with its sign: a minus is good where the fewest points win. */
export function signedText(value: number, meaning: Meaning): string {
    return shown((value * UNITS[meaning]) / 10, meaning, "exceptZero").replace("-", "−");
}

/** ` ± 1.2`, or nothing where it is exact. */
export function doubtText(doubt: number, meaning: Meaning): string {
    return doubt > 0 ? `± ${sizeText(doubt, meaning)}` : "";
}
