/* crane-dark.tsx: what somebody with closed eyes sees: nothing. Only the others' calls come
 * through, as captions and as speech; the hand gropes (crane-grab.ts). */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Call } from "../face";
import { settings } from "../keep";
import { _, language } from "../words";
import { useGrab } from "./crane-grab";
import { playSound } from "./sound";
import "./crane-dark.css";

const CAPTIONS = 3;

export function callText(call: Call): string {
    switch (call.word) {
        case "more":
            return _("More!");
        case "less":
            return _("Less!");
        case "stop":
            return _("Stop!");
        default:
            return call.text ?? "";
    }
}

/** Speak the calls that come in, if this device can and may; a newer one interrupts. */
function useSpoken(calls: Call[]): void {
    const last = useRef(calls.at(-1)?.key ?? -1);
    useEffect(() => {
        const fresh = calls.filter(({ key }) => key > last.current);
        last.current = calls.at(-1)?.key ?? -1;
        if (fresh.length === 0 || !settings().sound || typeof speechSynthesis === "undefined")
            return;
        if (speechSynthesis.pending) speechSynthesis.cancel();
        for (const call of fresh) {
            const said = new SpeechSynthesisUtterance(callText(call));
            said.lang = language();
            said.rate = 1.1;
            speechSynthesis.speak(said);
        }
    }, [calls]);
    useEffect(
        () => () => {
            if (typeof speechSynthesis !== "undefined") speechSynthesis.cancel();
        },
        [],
    );
}

function Captions({ calls }: { calls: Call[] }) {
    return (
        <ol class="crane-captions" aria-live="assertive">
            {calls.slice(-CAPTIONS).map((call) => (
                <li key={call.key}>
                    <small>{call.from}</small> {callText(call)}
                </li>
            ))}
        </ol>
    );
}

/** Opening the eyes ends the turn, so it takes two taps. */
function OpenEyes({ open }: { open: () => void }) {
    const [asked, setAsked] = useState(false);
    return (
        <button
            type="button"
            class="button quiet crane-open"
            onClick={() => (asked ? open() : setAsked(true))}
            onBlur={() => setAsked(false)}
        >
            {asked ? _("Really? The turn is over then.") : _("Open my eyes")}
        </button>
    );
}

interface DarkProps {
    /** The hand may begin. */
    ready: boolean;
    calls: Call[];
    grip(um: number): void;
    lift(um: number): void;
    open: (() => void) | null;
}

export function Dark({ ready, calls, grip, lift, open }: DarkProps) {
    const pad = useRef<HTMLDivElement>(null);
    const glow = useRef<HTMLSpanElement>(null);
    const [lifted, setLifted] = useState(false);
    const felt = (what: "touch" | "let go" | "lift") => {
        if (glow.current) glow.current.hidden = what !== "touch";
        if (what === "touch") navigator.vibrate?.(12);
        if (what === "lift") playSound("card");
        setLifted(what === "lift");
    };
    const grab = useGrab({ ready: ready && !lifted, grip, lift, felt });
    const follow = (event: PointerEvent) => {
        const { left, top } = pad.current!.getBoundingClientRect();
        if (glow.current)
            glow.current.style.translate = `${event.clientX - left}px ${event.clientY - top}px`;
    };
    useSpoken(calls);
    useEffect(() => pad.current?.focus({ preventScroll: true }), [ready]);
    const said = lifted
        ? _("You lift …")
        : ready
          ? _("Now: press, pull down, lift.")
          : _("Your eyes are closed. The others bet.");
    return (
        <div class="crane-dark">
            <div
                class="crane-pad"
                ref={pad}
                tabIndex={0}
                role="application"
                aria-label={_("Your hand over the deck: hold the space bar, let go to lift.")}
                onPointerDown={(event) => {
                    follow(event);
                    grab.onPointerDown(event);
                }}
                onPointerMove={(event) => {
                    follow(event);
                    grab.onPointerMove(event);
                }}
                onPointerUp={grab.onPointerUp}
                onPointerCancel={grab.onPointerCancel}
            >
                <span class="crane-glow" ref={glow} hidden />
                <Captions calls={calls} />
                <p class="crane-dark-hint" role="status">
                    {said}
                </p>
                {ready && (
                    <p class="crane-dark-keys">
                        {_(
                            "With keys: hold the space bar, let go to lift; " +
                                "or arrows down and up, then Enter.",
                        )}
                    </p>
                )}
            </div>
            {open && <OpenEyes open={open} />}
        </div>
    );
}
