/* reading.ts: time to read the result of a throw. The next throw covers it for everyone, so whoever throws waits
 * while people at other devices may still be reading; bots wait as long (bot.c). */
import { useEffect, useState } from "preact/hooks";
import { standing } from "page/connection/log-line";
import type { LastThrow } from "./strip";
import type { Props } from "./view";

const CASE_MS = 1800;
const ROW_MS = 800;
const WOOD_MS = 1000;

/** What the dice asked for, a row for everyone who was in, and the wooden fingers. */
export function readingMs({ seats }: LastThrow): number {
    const rows = seats.filter(({ verdict }) => verdict !== "not_in").length;
    return CASE_MS + rows * ROW_MS + seats.filter(({ wood }) => wood).length * WOOD_MS;
}

/** People elsewhere: at this device one throws when all here have read. */
const hasOthers = ({ view, mine, bots }: Props) =>
    view.seats.some((_seat, at) => !mine.includes(at + 1) && !bots[at]);

/** When everyone has had the time; null: nobody has to wait. */
export function readAt(props: Props): number | null {
    const { view, lines } = props;
    if (view.phase !== "ready" || !view.last || !hasOthers(props)) return null;
    const settled = standing(lines)
        .filter(({ who }) => who !== "ours" && typeof who !== "number")
        .at(-1);
    return settled ? settled.at + readingMs(view.last) : null;
}

/** Are people still reading the last result? */
export function useReading(props: Props): boolean {
    const until = readAt(props);
    const [count, again] = useState(0);
    const left = until === null ? 0 : until - props.now();
    useEffect(() => {
        if (left <= 0) return;
        const timer = setTimeout(() => again((n) => n + 1), Math.ceil(left));
        return () => clearTimeout(timer);
    }, [until, count, left > 0]); // the clock may have been set meanwhile
    return left > 0;
}
