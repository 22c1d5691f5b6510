/* learning.ts: which games are being learnt on this device, and the progress. Workers report it, the page
 * listens. */
import { useEffect, useState } from "preact/hooks";

interface Learning {
    game: string;
    /** From 0 to 1. */
    done: number;
}

let learning: Learning | null = null;
const listeners = new Set<(now: Learning | null) => void>();

function become(now: Learning | null): void {
    learning = now;
    for (const listener of listeners) listener(now);
}

/** Report progress in learning a game; at 1 it is done. */
export function learnt(game: string, done: number): void {
    become(done < 1 ? { game, done } : null);
}

/** Learning has stopped. */
export function stoppedLearning(): void {
    if (learning) become(null);
}

/** Listen; answers how to stop that. */
function onLearning(listener: (now: Learning | null) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** Progress in learning this game, from 0 to 1; null: it is not being learnt. */
export function useLearning(game: string): number | null {
    const [now, setNow] = useState(learning);
    useEffect(() => {
        setNow(learning);
        return onLearning(setNow);
    }, []);
    return now?.game === game ? now.done : null;
}
