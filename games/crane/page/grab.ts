/* grab.ts: the grab: how far the hand has travelled, by pulling down, by pinching, or by holding a key.
 * Letting go is final, unless there was hardly a grip: then you may try again. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** The most the rules take. */
const TRAVEL_MAX_UM = 400_000;
/** Less than that is a touch, not a grab. */
const TOUCH_UM = 3_000;
/** Of a CSS pixel, as devices mean it: 96 to the inch under a mouse, about 160 under a finger. */
const PIXEL_UM = { mouse: 265, touch: 159 };
/** How far a held key goes in a second. */
const KEY_UM_A_SECOND = 13_000;
/** A tap of a key counts at least this long: a few taps are a grip. */
const TAP_MS = 60;
/** The others see the grip this often at most. */
const TELL_MS = 1000 / 14;

// ---- the hand itself ----

interface Point {
    x: number;
    y: number;
}

/** "rest": no key is held, and the cards are; "too little": hardly a grip, so nothing was lifted. */
export type Felt = "touch" | "rest" | "let go" | "too little" | "lift";

/** What the hand reports. */
interface Telling {
    travelled(um: number): void;
    /** For a glow under the finger, a sound, and words: never how far. */
    felt(what: Felt): void;
    lifted(um: number): void;
}

/** Knows nothing of the page but places in pixels and times in milliseconds. */
class Hand {
    #kind: "open" | "pull" | "pinch" | "key" | "done" = "open";
    #pointers = new Map<number, Point>();
    #pixelUm = 0;
    /** Where the pull began, or how far apart the fingers were. */
    #from = 0;
    #um = 0;
    /** A key is held: 1 closes the hand, -1 opens it. */
    #way = 0;
    #since = 0;
    #pressed = 0;

    constructor(readonly telling: Telling) {}

    /** May a pointer or a key still do something? */
    takes(what: "pointer" | "key"): boolean {
        if (this.#kind === "open") return true;
        return what === "key" ? this.#kind === "key" : this.#kind === "pull";
    }

    press(pointer: number, at: Point, pixelUm: number): void {
        this.#pointers.set(pointer, at);
        this.#pixelUm = pixelUm;
        if (this.#kind === "open") [this.#kind, this.#from] = ["pull", at.y];
        else if (this.#um < TOUCH_UM) [this.#kind, this.#from] = ["pinch", this.#apart()];
        this.telling.felt("touch");
    }

    move(pointer: number, at: Point): void {
        if (!this.#pointers.has(pointer)) return;
        this.#pointers.set(pointer, at);
        if (this.#kind === "pull") this.#travel((at.y - this.#from) * this.#pixelUm);
        if (this.#kind === "pinch") this.#travel(Math.abs(this.#from - this.#apart()) * this.#pixelUm);
    }

    release(pointer: number): void {
        if (!this.#pointers.delete(pointer)) return;
        if (this.#kind === "pull" || this.#kind === "pinch") this.lift();
    }

    /** The system took the finger away, not the hand. */
    cancel(pointer: number): void {
        if (this.#pointers.delete(pointer) && this.#kind !== "done") this.#letGo("let go");
    }

    hold(way: number, now: number): void {
        this.telling.felt("touch");
        this.#kind = "key";
        this.#way = way;
        this.#since = this.#pressed = now;
    }

    /** As long as a key is held; false: none is. */
    goOn(now: number): boolean {
        if (this.#kind !== "key" || this.#way === 0) return false;
        this.#travel(this.#um + ((now - this.#since) / 1000) * KEY_UM_A_SECOND * this.#way);
        this.#since = now;
        return true;
    }

    /** The key is let go; false: none was held. */
    halt(now: number): boolean {
        if (!this.goOn(Math.max(now, this.#pressed + TAP_MS))) return false;
        this.#way = 0;
        this.telling.felt("rest");
        return true;
    }

    lift(): void {
        if (this.#um < TOUCH_UM) return this.#letGo("too little");
        this.#kind = "done";
        this.telling.felt("lift");
        this.telling.lifted(this.#um);
    }

    #letGo(why: Felt): void {
        this.#kind = "open";
        this.#travel(0);
        this.telling.felt(why);
    }

    #travel(um: number): void {
        this.#um = Math.round(Math.min(TRAVEL_MAX_UM, Math.max(0, um)));
        this.telling.travelled(this.#um);
    }

    #apart(): number {
        const [a, b] = [...this.#pointers.values()];
        return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
    }
}

// ---- the hand in the page ----

interface Live {
    tell(um: number): void;
    /** Nothing more: the cards are lifted. */
    stop(): void;
}

/** Sends the position of the hand to the others, not too often, but always the last one. */
function useLive(grip: (um: number) => void): Live {
    const told = useRef({ at: 0, um: -1, timer: 0 });
    const latest = useRef(grip);
    latest.current = grip;
    const stop = () => clearTimeout(told.current.timer);
    useEffect(() => stop, []);
    const say = (um: number) => {
        if (um === told.current.um) return;
        Object.assign(told.current, { at: performance.now(), um });
        latest.current(um);
    };
    const tell = (um: number) => {
        stop();
        const wait = told.current.at + TELL_MS - performance.now();
        if (wait <= 0) say(um);
        else told.current.timer = window.setTimeout(() => say(um), wait);
    };
    return { tell, stop };
}

/** Space is held and let go; or arrows down and up as long as one likes, and Enter lifts. */
const WAYS: Record<string, number> = { " ": 1, ArrowDown: 1, ArrowUp: -1 };

const isElsewhere = (target: EventTarget | null) =>
    target instanceof Element && target.closest("button, a, input, textarea, select") !== null;

/** From the moment the pad is there: no key is lost. */
function useKeys(hand: { current: Hand | null }): void {
    useLayoutEffect(() => {
        let request = 0;
        const step = () => {
            if (hand.current?.goOn(performance.now())) request = requestAnimationFrame(step);
        };
        const isOurs = (event: KeyboardEvent) =>
            hand.current?.takes("key") &&
            !isElsewhere(event.target) &&
            (event.key in WAYS || event.key === "Enter");
        const down = (event: KeyboardEvent) => {
            if (!isOurs(event)) return;
            event.preventDefault();
            if (event.repeat) return;
            if (event.key === "Enter") return hand.current!.lift();
            hand.current!.hold(WAYS[event.key]!, performance.now());
            cancelAnimationFrame(request);
            request = requestAnimationFrame(step);
        };
        const up = (event: KeyboardEvent) => {
            if (!isOurs(event) || !(event.key in WAYS)) return;
            if (hand.current!.halt(performance.now()) && event.key === " ") hand.current!.lift();
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

interface GrabProps {
    /** Only when it is time; else touches do nothing. */
    ready: boolean;
    grip(um: number): void;
    lift(um: number): void;
    felt: Telling["felt"];
}

/** To be spread on the element that feels the pointers. */
interface Grab {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(event: PointerEvent): void;
}

export function useGrab(props: GrabProps): Grab {
    const hand = useRef<Hand | null>(null);
    const latest = useRef(props);
    latest.current = props;
    const live = useLive(props.grip);
    useLayoutEffect(() => {
        if (!props.ready) return;
        hand.current = new Hand({
            travelled: live.tell,
            felt: (what) => latest.current.felt(what),
            lifted(um) {
                live.stop();
                latest.current.lift(um);
            },
        });
        return () => {
            hand.current = null;
        };
    }, [props.ready]);
    useKeys(hand);
    const at = (event: PointerEvent) => ({ x: event.clientX, y: event.clientY });
    return {
        onPointerDown(event) {
            if (!hand.current?.takes("pointer") || event.button > 0) return;
            (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
            event.preventDefault();
            const pixel = event.pointerType === "mouse" ? PIXEL_UM.mouse : PIXEL_UM.touch;
            hand.current.press(event.pointerId, at(event), pixel);
        },
        onPointerMove: (event) => hand.current?.move(event.pointerId, at(event)),
        onPointerUp: (event) => hand.current?.release(event.pointerId),
        onPointerCancel: (event) => hand.current?.cancel(event.pointerId),
    };
}
