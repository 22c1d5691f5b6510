/* streak.ts: how many days in a row somebody has played the dice of the day on this device. */
import { today } from "../challenge/tries";
import { read, write } from "../ui/storage";

interface Streak {
    /** The last day, and how many days in a row it was. */
    last: string;
    days: number;
    best: number;
}

const KEY = "knobel.streak";
const DAY_MS = 86_400_000;

const stored = () => read<Streak>(KEY, { last: "", days: 0, best: 0 });

/** The day so many days after another one. */
export function dayAfter(day: string, days = 1): string {
    return new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The dice of a day were played to the end; those of other days than today do not count. */
export function notePlayed(day: string): void {
    const { last, days, best } = stored();
    if (day !== today() || day === last) return;
    const now = last && dayAfter(last) === day ? days + 1 : 1;
    write(KEY, { last: day, days: now, best: Math.max(best, now) });
}

/** It goes on until a day has passed without a match. */
export function streak(): { days: number; best: number } {
    const { last, days, best } = stored();
    const alive = last !== "" && (last === today() || dayAfter(last) === today());
    return { days: alive ? days : 0, best };
}
