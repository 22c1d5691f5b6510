/* practice-times.ts: what is kept of practised throws, and the figures made of it. */
import type { LastThrow } from "./strip";

/** The figures are made of so many of the last correct hits. */
export const MOST_TIMES = 10;

export interface Practised {
    /** The last correct hits, in milliseconds, oldest first. */
    times: number[];
    best: number | null;
    throws: number;
    /** Wrong, or nothing hit where something had to be, or hit where nobody may move. */
    misses: number;
    falseStarts: number;
}

export const none: Practised = { times: [], best: null, throws: 0, misses: 0, falseStarts: 0 };

/** With one more throw, as the engine has judged it for seat 1. */
export function added(before: Practised, last: LastThrow): Practised {
    const { verdict, hit, reaction_ms } = last.seats[0]!;
    const isTimed = verdict === "safe" && hit !== null && reaction_ms !== null;
    const isFalse = verdict === "false_start";
    return {
        times: isTimed ? [...before.times, reaction_ms].slice(-MOST_TIMES) : before.times,
        best: isTimed ? Math.min(before.best ?? reaction_ms, reaction_ms) : before.best,
        throws: before.throws + 1,
        misses: before.misses + (verdict === "safe" || isFalse ? 0 : 1),
        falseStarts: before.falseStarts + (isFalse ? 1 : 0),
    };
}

/** Of an even number the mean of the two in the middle; null of none. */
export function median(times: readonly number[]): number | null {
    if (times.length === 0) return null;
    const sorted = [...times].sort((a, b) => a - b);
    const middle = Math.floor(sorted.length / 2);
    return sorted.length % 2 ? sorted[middle]! : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2);
}
