/* crane-grab.ts: the hand in the dark: how far it has travelled, by pulling down, by pinching, or
 * by holding a key. Letting go is final, unless there was hardly a grip: then the hand may try
 * again. */
import { useEffect, useRef } from "preact/hooks";

/** The most the rules take. */
const TRAVEL_MAX_UM = 400_000;
/** Less than that is a touch, not a grab. */
const TOUCH_UM = 3_000;
/** Micrometres of a CSS pixel, as devices mean it: 96 to the inch under a mouse, about 160 under a
 * finger. */
const PIXEL_UM = { mouse: 265, touch: 159 };
/** How far a held key goes in a second. */
const KEY_UM_A_SECOND = 13_000;
/** The others see the grip this often at most. */
const TELL_MS = 1000 / 14;

export interface Grab {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(event: PointerEvent): void;
}

interface Held {
    pointers: Map<number, { x: number; y: number }>;
    kind: "none" | "pull" | "pinch" | "key" | "done";
    /** Where the pull began, or how far apart the fingers were. */
    from: number;
    pixel: number;
    um: number;
    /** A key: which way, from when. */
    way: number;
    since: number;
}

const NOTHING = (): Held => ({
    pointers: new Map(),
    kind: "none",
    from: 0,
    pixel: 0,
    um: 0,
    way: 0,
    since: 0,
});

function apart(pointers: Held["pointers"]): number {
    const [a, b] = [...pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}

const within = (um: number) => Math.round(Math.min(TRAVEL_MAX_UM, Math.max(0, um)));

interface GrabProps {
    /** Only when it is time; else touches do nothing. */
    ready: boolean;
    grip(um: number): void;
    lift(um: number): void;
    /** The hand touches, holds, or has let go: for a glow under the finger and a sound. */
    felt(what: "touch" | "let go" | "lift"): void;
}

/** Tells the others how far the hand is, not too often, and the last word always. */
function useTelling(grip: (um: number) => void): (um: number) => void {
    const told = useRef({ at: 0, um: -1, timer: 0 });
    const latest = useRef(grip);
    latest.current = grip;
    useEffect(() => () => clearTimeout(told.current.timer), []);
    return (um) => {
        const state = told.current;
        clearTimeout(state.timer);
        const tell = () => {
            if (um === state.um) return;
            state.at = performance.now();
            state.um = um;
            latest.current(um);
        };
        const wait = state.at + TELL_MS - performance.now();
        if (wait <= 0) tell();
        else state.timer = window.setTimeout(tell, wait);
    };
}

export function useGrab(props: GrabProps): Grab {
    const held = useRef(NOTHING());
    const latest = useRef(props);
    latest.current = props;
    const tell = useTelling(props.grip);
    useEffect(() => {
        held.current = NOTHING();
    }, [props.ready]);

    const travel = (um: number) => {
        held.current.um = within(um);
        tell(held.current.um);
    };
    const letGo = () => {
        held.current = { ...NOTHING(), pointers: held.current.pointers };
        tell(0);
        latest.current.felt("let go");
    };
    const lift = () => {
        const { um } = held.current;
        if (um < TOUCH_UM) return letGo();
        held.current.kind = "done";
        latest.current.felt("lift");
        latest.current.lift(um);
    };
    useKeyGrab(held, latest, travel, lift);

    return {
        onPointerDown(event) {
            const hand = held.current;
            if (
                !latest.current.ready ||
                hand.kind === "done" ||
                hand.kind === "key" ||
                event.button > 0
            )
                return;
            (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
            event.preventDefault();
            hand.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
            hand.pixel = event.pointerType === "mouse" ? PIXEL_UM.mouse : PIXEL_UM.touch;
            if (hand.kind === "none") [hand.kind, hand.from] = ["pull", event.clientY];
            else if (hand.kind === "pull" && hand.um < TOUCH_UM)
                [hand.kind, hand.from] = ["pinch", apart(hand.pointers)];
            latest.current.felt("touch");
        },
        onPointerMove(event) {
            const hand = held.current;
            if (!hand.pointers.has(event.pointerId)) return;
            hand.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
            if (hand.kind === "pull") travel((event.clientY - hand.from) * hand.pixel);
            if (hand.kind === "pinch")
                travel(Math.abs(hand.from - apart(hand.pointers)) * hand.pixel);
        },
        onPointerUp(event) {
            if (!held.current.pointers.delete(event.pointerId)) return;
            if (held.current.kind === "pull" || held.current.kind === "pinch") lift();
        },
        // The system took the finger away, not the hand.
        onPointerCancel(event) {
            if (held.current.pointers.delete(event.pointerId) && held.current.kind !== "done")
                letGo();
        },
    };
}

type Refs<T> = { current: T };

/** Space is held and let go; or arrows down and up as long as one likes, and Enter lifts. */
function useKeyGrab(
    held: Refs<Held>,
    latest: Refs<GrabProps>,
    travel: (um: number) => void,
    lift: () => void,
): void {
    useEffect(() => {
        let request = 0;
        const goOn = () => {
            const hand = held.current;
            const now = performance.now();
            travel(hand.um + ((now - hand.since) / 1000) * KEY_UM_A_SECOND * hand.way);
            hand.since = now;
        };
        const step = () => {
            if (held.current.kind !== "key" || held.current.way === 0) return;
            goOn();
            request = requestAnimationFrame(step);
        };
        const go = (way: number) => {
            const hand = held.current;
            if (hand.kind === "none") latest.current.felt("touch");
            hand.kind = "key";
            hand.way = way;
            hand.since = performance.now();
            cancelAnimationFrame(request);
            request = requestAnimationFrame(step);
        };
        const ways: Record<string, number> = { " ": 1, ArrowDown: 1, ArrowUp: -1 };
        const isOurs = (event: KeyboardEvent) => {
            const elsewhere =
                event.target instanceof Element &&
                event.target.closest("button, a, input, textarea, select") !== null;
            const { kind } = held.current;
            return (
                latest.current.ready &&
                !elsewhere &&
                (kind === "none" || kind === "key") &&
                (event.key in ways || event.key === "Enter")
            );
        };
        const down = (event: KeyboardEvent) => {
            if (!isOurs(event)) return;
            event.preventDefault();
            if (event.repeat) return;
            if (event.key === "Enter") lift();
            else go(ways[event.key]!);
        };
        const up = (event: KeyboardEvent) => {
            if (!isOurs(event) || held.current.kind !== "key") return;
            goOn();
            held.current.way = 0;
            cancelAnimationFrame(request);
            if (event.key === " ") lift();
        };
        addEventListener("keydown", down);
        addEventListener("keyup", up);
        return () => {
            cancelAnimationFrame(request);
            removeEventListener("keydown", down);
            removeEventListener("keyup", up);
        };
    }, []);
}
