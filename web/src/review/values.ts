/* values.ts: values as people read them: points with one decimal, chances in percent. */
import { language } from "../ui/words";

export type Meaning = "points" | "wins";

/** Tenths of a point, or of a percent. */
export const UNITS: Record<Meaning, number> = { points: 10, wins: 1000 };

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
    return value < 0 ? signedText(value, meaning) : unitsText(value * UNITS[meaning], meaning);
}

/** The same with its sign. */
export function signedText(value: number, meaning: Meaning): string {
    return shown((value * UNITS[meaning]) / 10, meaning, "exceptZero").replace("-", "−");
}

/** ` ± 1.2`, or nothing where it is exact. */
export function doubtText(doubt: number, meaning: Meaning): string {
    return doubt > 0 ? `± ${valueText(doubt, meaning)}` : "";
}
