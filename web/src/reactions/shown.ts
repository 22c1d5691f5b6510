/* shown.ts: which reactions are to be seen now, at the table and on the big screen. */
import { useEffect, useReducer } from "preact/hooks";
import type { Reaction, Snapshot } from "../connection/snapshot";
import { settings } from "../ui/storage";

const SHOWN_MS = 2_000;

/** Those that are to be seen now: the last one of each seat. */
function shownNow({ reactions: all, room }: Snapshot): Reaction[] {
    const { muted } = settings();
    const isMuted = (seat: number) => muted.includes(`${room!.room}:${room!.seats[seat - 1]?.person}`);
    const recent = all.filter(({ at, seat }) => performance.now() - at < SHOWN_MS && !isMuted(seat));
    return recent.filter((one, k) => !recent.slice(k + 1).some(({ seat }) => seat === one.seat));
}

/** Draw again when the next one has been seen long enough. */
export function useShown(now: Snapshot): Reaction[] {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const shown = shownNow(now);
    const ends = Math.min(...shown.map(({ at }) => at + SHOWN_MS));
    useEffect(() => {
        if (!Number.isFinite(ends)) return;
        const timer = setTimeout(
            () => redraw(undefined as never),
            Math.max(0, ends - performance.now()) + 20,
        );
        return () => clearTimeout(timer);
    }, [ends]);
    return shown;
}
