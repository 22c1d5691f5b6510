/* yubitsume-strike.ts: striking: by touch, mouse and keys, once for each seat at this device.
 * Whether it was right, and first, only the house says. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Reveal } from "./reveal";
import { playSound } from "./sound";
import type { Hit } from "./yubitsume-strip";
import { strikers, type Props } from "./yubitsume-view";

/** Keys of the first two people at this device. */
const KEYS: Record<string, Hit>[] = [
    { "1": "1", "2": "2", "3": "3", " ": "knife", b: "black" },
    { "8": "1", "9": "2", "0": "3", Enter: "knife", n: "black" },
];

export interface Striking {
    /** What each seat here has struck in this throw. */
    struck: Map<number, Hit>;
    strike(hit: Hit, event: Event, seat: number): void;
}

export function useStriking(props: Props, reveal: Reveal): Striking {
    const { view } = props;
    const [struck, setStruck] = useState({ at: null as number | null, by: new Map<number, Hit>() });
    const by = struck.at === view.shown_ms ? struck.by : new Map<number, Hit>();
    const latest = useRef(by);
    latest.current = by;
    const strike = (hit: Hit, event: Event, seat: number) => {
        const known = view.seats[seat - 1]?.hit;
        if (
            view.phase !== "window" ||
            known ||
            latest.current.has(seat) ||
            !view.seats[seat - 1]?.in
        )
            return;
        latest.current = new Map(latest.current).set(seat, hit);
        setStruck({ at: view.shown_ms, by: latest.current });
        playSound("slap");
        props.play(`hit ${hit}`, reveal.after(event), seat);
    };
    useKeys(props, strike);
    return { struck: by, strike };
}

const isTyping = (target: EventTarget | null) =>
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable]") !== null;

/** Keys strike in the window; before it the space bar throws. */
function useKeys(props: Props, strike: Striking["strike"]): void {
    const latest = useRef({ props, strike });
    latest.current = { props, strike };
    useEffect(() => {
        const pressed = (event: KeyboardEvent) => {
            if (
                event.repeat ||
                event.ctrlKey ||
                event.metaKey ||
                event.altKey ||
                isTyping(event.target)
            )
                return;
            const { props: now, strike: act } = latest.current;
            if (now.view.phase === "window") {
                const at = strikers(now).findIndex((_seat, place) => KEYS[place]?.[event.key]);
                const hit = KEYS[at]?.[event.key];
                if (!hit || (hit === "black" && now.view.level !== "professional")) return;
                event.preventDefault();
                act(hit, event, strikers(now)[at]!);
            } else if (
                event.key === " " &&
                now.moves.includes("throw") &&
                !(event.target instanceof HTMLButtonElement)
            ) {
                event.preventDefault();
                now.play("throw");
            }
        };
        addEventListener("keydown", pressed);
        return () => removeEventListener("keydown", pressed);
    }, []);
}
