/* strike.ts: hits by touch, mouse and keys, once for each seat at this device. Only the house says whether a
 * hit was right, and first. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Reveal } from "page/table/parts/reveal";
import { playSound } from "page/table/parts/sound";
import type { Hit } from "./strip";
import { byHand, strikers, type Props } from "./view";

/** Keys of the first two people at this device, and how they are written. */
const KEYS: Record<string, Hit>[] = [
    { "1": "1", "2": "2", "3": "3", " ": "knife", b: "black" },
    { "8": "1", "9": "2", "0": "3", Enter: "knife", n: "black" },
];
export const KEY_SIGNS = ["1 2 3 ␣ B", "8 9 0 ⏎ N"];

export interface Striking {
    /** What each seat here has struck in this throw. */
    struck: Map<number, Hit>;
    strike(hit: Hit, event: Event, seat: number): void;
}

/** `mayThrow`: nobody is reading the last result any more. */
export function useStriking(props: Props, reveal: Reveal, mayThrow: boolean): Striking {
    const { view } = props;
    const [struck, setStruck] = useState({ at: null as number | null, by: new Map<number, Hit>() });
    const by = struck.at === view.shown_ms ? struck.by : new Map<number, Hit>();
    const latest = useRef(by);
    latest.current = by;
    const strike = (hit: Hit, event: Event, seat: number) => {
        const known = view.seats[seat - 1]?.hit;
        if (view.phase !== "window" || known || latest.current.has(seat) || !view.seats[seat - 1]?.in) return;
        latest.current = new Map(latest.current).set(seat, hit);
        setStruck({ at: view.shown_ms, by: latest.current });
        playSound("slap");
        props.play(`hit ${hit}`, reveal.after(event), seat);
    };
    useKeys(props, strike, mayThrow);
    return { struck: by, strike };
}

/** Keys pressed in a text field or an open sheet are not meant for the table. */
const isElsewhere = (target: EventTarget | null) =>
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], dialog, [role=dialog]") !== null;

const isPlain = (event: KeyboardEvent) => !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey;

/** The seat at this device that a key belongs to, and what it hits. */
function meantBy(key: string, props: Props): { hit: Hit; seat: number } | null {
    const small = key.length === 1 ? key.toLowerCase() : key;
    for (const [at, seat] of strikers(props).entries()) {
        const hit = KEYS[at]?.[small];
        if (hit && (hit !== "black" || props.view.level === "professional")) return { hit, seat };
    }
    return null;
}

/** Keys hit while there is time; before that the space bar throws. */
function useKeys(props: Props, strike: Striking["strike"], mayThrow: boolean): void {
    const latest = useRef({ props, strike, mayThrow });
    latest.current = { props, strike, mayThrow };
    useLayoutEffect(() => {
        const pressed = (event: KeyboardEvent) => {
            const now = latest.current;
            if (!isPlain(event) || isElsewhere(event.target)) return;
            if (byHand(now.props)) return;
            if (now.props.view.phase === "window") {
                const meant = meantBy(event.key, now.props);
                if (!meant) return;
                event.preventDefault();
                now.strike(meant.hit, event, meant.seat);
            } else if (event.key === " " && now.props.moves.includes("throw") && !now.props.ours) {
                if (event.target instanceof HTMLButtonElement) return;
                event.preventDefault();
                if (now.mayThrow) now.props.play("throw");
            }
        };
        addEventListener("keydown", pressed);
        return () => removeEventListener("keydown", pressed);
    }, []);
}
