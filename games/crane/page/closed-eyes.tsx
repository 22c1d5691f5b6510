/* closed-eyes.tsx: the dark screen of a player with closed eyes. Only the others' calls come through, as
 * captions and as speech; grab.ts follows the hand. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Call } from "page/table/face";
import { settings } from "page/ui/storage";
import { _, language } from "page/ui/words";
import { useGrab } from "./grab";
import { playSound } from "page/table/parts/sound";
import "./closed-eyes.css";

const CAPTIONS = 3;
const TOUCH_VIBRATES_MS = 12;

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
        if (fresh.length === 0 || !settings().sound || typeof speechSynthesis === "undefined") return;
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
            {asked ? _("Really? That ends your turn.") : _("Open my eyes")}
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

function hintFor(ready: boolean, lifted: boolean): string {
    if (lifted) return _("You lift…");
    return ready ? _("Now: press, pull down, lift.") : _("Your eyes are closed. The others are betting.");
}

/** Where the hand is: it glows a little under a finger, so that one knows it is felt. */
function Pad({ ready, calls, grip, lift }: DarkProps) {
    const pad = useRef<HTMLDivElement>(null);
    const glow = useRef<HTMLSpanElement>(null);
    const [lifted, setLifted] = useState(false);
    const felt = (what: "touch" | "let go" | "lift") => {
        if (what !== "touch") glow.current!.hidden = true;
        if (what === "touch") navigator.vibrate?.(TOUCH_VIBRATES_MS);
        if (what === "lift") playSound("card");
        setLifted(what === "lift");
    };
    const follow = (event: PointerEvent) => {
        const { left, top } = pad.current!.getBoundingClientRect();
        glow.current!.style.translate = `${event.clientX - left}px ${event.clientY - top}px`;
    };
    const grab = useGrab({ ready: ready && !lifted, grip, lift, felt });
    useEffect(() => {
        pad.current?.focus({ preventScroll: true });
        if (ready) setLifted(false);
    }, [ready]);
    return (
        <div
            class="crane-pad"
            ref={pad}
            tabIndex={0}
            role="application"
            aria-label={_("Your hand over the deck: hold the space bar, let go to lift.")}
            {...grab}
            onPointerDownCapture={(event) => {
                follow(event);
                glow.current!.hidden = !ready || lifted;
            }}
            onPointerMoveCapture={follow}
        >
            <span class="crane-glow" ref={glow} hidden />
            <Captions calls={calls} />
            <p class="crane-dark-hint" role="status">
                {hintFor(ready, lifted)}
            </p>
            <p class="crane-dark-keys">
                {_("Keys: hold the space bar, let go to lift; or arrows down and up, then Enter.")}
            </p>
        </div>
    );
}

/** Inform the page as well: with closed eyes the panel beside the table is hidden, too. */
function useEyesClosed(): void {
    useLayoutEffect(() => {
        document.body.classList.add("eyes-closed");
        return () => document.body.classList.remove("eyes-closed");
    }, []);
}

export function Dark(props: DarkProps) {
    useSpoken(props.calls);
    useEyesClosed();
    return (
        <div class="crane-dark">
            <Pad {...props} />
            {props.open && <OpenEyes open={props.open} />}
        </div>
    );
}
