/* motion.ts: the durations of animations, and numbers that look random but stay the same from one drawing to
 * the next. Animations change only transforms and opacity, and each can be skipped to its end. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FaceProps } from "../face";

export type Motion = FaceProps["motion"];

/** How long a throw takes, in milliseconds. */
export const throwMs: Record<Motion, number> = { off: 0, fast: 250, normal: 700 };

/** Numbers from 0 up to 1, always the same for the same seed. */
export function steady(seed: number): () => number {
    let state = (seed * 2654435761 + 0x9e3779b9) >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** Shuffled, always in the same way for the same seed. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
    const random = steady(seed);
    const mixed = [...list];
    for (let i = mixed.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
    }
    return mixed;
}

/** What takes part in a scene: an animation of the browser's, or something like one. */
export interface Moving {
    finished: Promise<unknown>;
    finish(): void;
    cancel(): void;
}

/** Something that moves for a while and then rests. */
export interface Scene {
    /** What moves now, by its number; null: all is at rest. */
    playing: number | null;
    /** Call this from everything that moves, in a layout effect. */
    join(moving: Moving): void;
    /** Was it jumped to its end a moment ago? Such a tap was meant for the scene, not for what lies under it. */
    justJumped(): boolean;
}

/** How long a tap takes, from finger down to click. */
const TAP_MS = 400;

/** The event up to which someone has seen everything when a face appears. */
export function seenUpTo({ lines, fresh }: Pick<FaceProps, "lines" | "fresh">): number {
    return fresh.length > 0 ? fresh[0]!.number - 1 : (lines.at(-1)?.number ?? 0);
}

/** The last event that has been shown to its end; `seen` is where that begins. When events are taken back, none
 * is shown a second time. */
function useEnded(seen: number): [ended: number, end: (number: number | null) => void] {
    const [ended, setEnded] = useState(seen);
    return [ended, (now) => setEnded((before) => Math.max(before, now ?? 0))];
}

/**
 * A scene is played once for every new `number` (of the event that it shows). Nobody waits for a scene: it jumps to its
 * end at a tap, and when the next one begins.
 */
export function useScene(number: number | null, motion: Motion, seen: number): Scene {
    const [ended, end] = useEnded(seen);
    const animations = useRef<Moving[]>([]);
    const playing = motion !== "off" && number !== null && number > ended ? number : null;
    const jumped = useRef(-TAP_MS);
    const jump = () => {
        jumped.current = performance.now();
        for (const animation of animations.current) animation.finish();
        end(number);
    };
    // What was still while motion was off is not played afterwards.
    useEffect(() => {
        if (motion === "off") end(number);
    }, [motion, number]);
    // Children have joined by now: their layout effects run before this one.
    useLayoutEffect(() => {
        if (playing === null) return;
        let gone = false;
        const all = animations.current.map((animation) => animation.finished.catch(() => null));
        void Promise.all(all).then(() => gone || end(playing));
        return () => {
            gone = true;
            for (const animation of animations.current) animation.cancel();
            animations.current = [];
        };
    }, [playing]);
    useJumpOnTap(playing !== null, jump);
    return {
        playing,
        join: (moving) => void animations.current.push(moving),
        justJumped: () => performance.now() - jumped.current < TAP_MS,
    };
}

/** While something moves, any key or tap jumps to its end, and then does what it does. */
function useJumpOnTap(moving: boolean, jump: () => void): void {
    const latest = useRef(jump);
    latest.current = jump;
    useLayoutEffect(() => {
        if (!moving) return;
        const listener = () => latest.current();
        addEventListener("pointerdown", listener, true);
        addEventListener("keydown", listener, true);
        return () => {
            removeEventListener("pointerdown", listener, true);
            removeEventListener("keydown", listener, true);
        };
    }, [moving]);
}

/** A pause to look at something that has come to rest: once for every new `number`, from `begun` on. Like a scene it
 * jumps to its end at a tap. */
export function useLinger(number: number | null, begun: boolean, ms: number, seen: number): boolean {
    const [ended, end] = useEnded(seen);
    const lingering = begun && number !== null && number > ended && ms > 0;
    useEffect(() => {
        if (ms === 0) return end(number);
        if (!lingering) return;
        const timer = setTimeout(() => end(number), ms);
        return () => clearTimeout(timer);
    }, [lingering, number, ms]);
    useJumpOnTap(lingering, () => end(number));
    return lingering;
}

/** How long to wait for an answer. */
const PATIENCE_MS = 4000;

/** The pending request to the house, until `now` changes or it times out. */
export function useWaiting<What extends string>(
    now: string,
): [what: What | null, wait: (what: What) => void] {
    const [asked, setAsked] = useState<{ what: What; at: string } | null>(null);
    useEffect(() => {
        if (asked === null) return;
        const timer = setTimeout(() => setAsked(null), PATIENCE_MS);
        return () => clearTimeout(timer);
    }, [asked]);
    return [asked?.at === now ? asked.what : null, (what) => setAsked({ what, at: now })];
}
