/* motion.ts: how long things take on the table, and numbers that look like chance but stay the same from one
 * drawing to the next. Animations change transforms and opacity only, and every one can be jumped to its end. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FaceProps } from "../face";

export type Motion = FaceProps["motion"];

/** How long a throw takes, in milliseconds. */
export const throwMs: Record<Motion, number> = { off: 0, fast: 250, normal: 700 };

/** How long a die, card or coin takes to get somewhere. */
export const moveMs: Record<Motion, number> = { off: 0, fast: 120, normal: 260 };

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

/** Something that moves for a while and then rests. */
export interface Scene {
    /** What moves now, by its number; null: all is at rest. */
    playing: number | null;
    /** To be called by whatever moves, in a layout effect. */
    join(animation: Animation): void;
    /** Was it jumped to its end a moment ago? Such a tap was meant for the scene, not for what lies under it. */
    justJumped(): boolean;
}

/** How long a tap takes, from finger down to click. */
const TAP_MS = 400;

/**
 * A scene is played once for every new `number` (of the event that it shows). What is there when the face
 * first appears has happened already, unless `fresh`. Nobody waits for a scene: it jumps when the next begins.
 */
export function useScene(number: number | null, motion: Motion, fresh: boolean): Scene {
    const [ended, setEnded] = useState<number | null>(fresh ? null : number);
    const animations = useRef<Animation[]>([]);
    const playing = motion === "off" || number === null || number === ended ? null : number;
    const jumped = useRef(-TAP_MS);
    const jump = () => {
        jumped.current = performance.now();
        for (const animation of animations.current) animation.finish();
        setEnded(number);
    };
    // What was still while motion was off is not played afterwards.
    useEffect(() => {
        if (motion === "off") setEnded(number);
    }, [motion, number]);
    // Children have joined by now: their layout effects run before this one.
    useLayoutEffect(() => {
        if (playing === null) return;
        let gone = false;
        const all = animations.current.map((animation) => animation.finished.catch(() => null));
        void Promise.all(all).then(() => gone || setEnded(playing));
        return () => {
            gone = true;
            for (const animation of animations.current) animation.cancel();
            animations.current = [];
        };
    }, [playing]);
    useJumpOnTap(playing !== null, jump);
    return {
        playing,
        join: (animation) => void animations.current.push(animation),
        justJumped: () => performance.now() - jumped.current < TAP_MS,
    };
}

/** While something moves, any key or tap jumps to its end, and then does what it does. */
function useJumpOnTap(moving: boolean, jump: () => void): void {
    const latest = useRef(jump);
    latest.current = jump;
    useEffect(() => {
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

/**
 * A while in which something that has come to rest is looked at: once for every new `number`, from `begun` on. Like a
 * scene it jumps to its end at a tap.
 */
export function useLinger(number: number | null, begun: boolean, ms: number, fresh: boolean): boolean {
    const [ended, setEnded] = useState<number | null>(fresh ? null : number);
    const lingering = begun && number !== null && number !== ended && ms > 0;
    useEffect(() => {
        if (ms === 0) return setEnded(number);
        if (!lingering) return;
        const timer = setTimeout(() => setEnded(number), ms);
        return () => clearTimeout(timer);
    }, [lingering, number, ms]);
    useJumpOnTap(lingering, () => setEnded(number));
    return lingering;
}

/** After so long an answer is no longer waited for. */
const PATIENCE_MS = 4000;

/** Something was asked of the house; the wait ends when `now` changes, or when patience does. */
export function useWaiting(now: string): [waiting: boolean, wait: () => void] {
    const [since, setSince] = useState<string | null>(null);
    useEffect(() => {
        if (since === null) return;
        const timer = setTimeout(() => setSince(null), PATIENCE_MS);
        return () => clearTimeout(timer);
    }, [since]);
    return [since === now, () => setSince(now)];
}
