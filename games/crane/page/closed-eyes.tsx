/* closed-eyes.tsx: the dark screen of a player with closed eyes. Only the others' calls come through, as
 * captions and as speech; grab.ts follows the hand. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Call } from "page/table/face";
import { settings } from "page/ui/storage";
import { _, language } from "page/ui/words";
import { askedText, type Asked } from "./art";
import { useGrab, type Felt } from "./grab";
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

/** What was asked for can be asked again: nobody has to remember it in the dark. */
function Reminder({ asked }: { asked: Asked }) {
    const [shown, setShown] = useState(false);
    return (
        <>
            <p class="crane-dark-asked" role="status">
                {shown && askedText(asked)}
            </p>
            <button type="button" class="button quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
                {shown ? _("Hide it again") : _("What do I lift?")}
            </button>
        </>
    );
}

interface DarkProps {
    /** The hand may begin. */
    ready: boolean;
    asked: Asked;
    calls: Call[];
    grip(um: number): void;
    lift(um: number): void;
    open: (() => void) | null;
}

function hintFor(ready: boolean, hand: Felt | null): string {
    if (hand === "lift") return _("You lift…");
    if (!ready) return _("Your eyes are closed. The others are betting.");
    switch (hand) {
        case "touch":
            return _("Your hand is moving.");
        case "rest":
            return _("Your hand rests on the cards. Go on with the arrows, or lift with Enter.");
        case "too little":
            return _("That was only a touch. Pull further, or hold the key longer.");
        default:
            return _("Now: press, pull down, lift.");
    }
}

/** Told before it is dark, too. */
export function keysText(): string {
    return _("Keys: hold the space bar, let go to lift; or arrows down and up, then Enter.");
}

/** Where the hand is: it glows a little under a finger, so that one knows it is felt. */
function Pad({ ready, calls, grip, lift }: DarkProps) {
    const pad = useRef<HTMLDivElement>(null);
    const glow = useRef<HTMLSpanElement>(null);
    const [hand, setHand] = useState<Felt | null>(null);
    const lifted = hand === "lift";
    const felt = (what: Felt) => {
        if (what !== "touch") glow.current!.hidden = true;
        if (what === "touch") navigator.vibrate?.(TOUCH_VIBRATES_MS);
        if (what === "lift") playSound("card");
        setHand(what);
    };
    const follow = (event: PointerEvent) => {
        const { left, top } = pad.current!.getBoundingClientRect();
        glow.current!.style.translate = `${event.clientX - left}px ${event.clientY - top}px`;
    };
    const grab = useGrab({ ready: ready && !lifted, grip, lift, felt });
    useLayoutEffect(() => {
        pad.current?.focus({ preventScroll: true });
        if (ready) setHand(null);
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
                {hintFor(ready, hand)}
            </p>
            <p class="crane-dark-keys">{keysText()}</p>
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
            <div class="crane-dark-tools">
                <Reminder asked={props.asked} />
                {props.open && <OpenEyes open={props.open} />}
            </div>
        </div>
    );
}
