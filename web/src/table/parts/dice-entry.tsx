/* dice-entry.tsx: the pad for entering real dice, as quickly as you can read them out. The last die sends all
 * of them; mistakes are corrected later, in the history. */
import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { _, _n } from "../../ui/words";
import { FlatDie, type Mark } from "./dice";
import "./dice-entry.css";

const FACES = [1, 2, 3, 4, 5, 6];

/** More dice than this are counted by face: nobody reads out a row of twelve. */
const ROW_MOST = 6;

interface TapInProps {
    /** How many dice are still to be entered. */
    count: number;
    /** The question, if it is not simply about dice; `missing`: how many are still to be entered. */
    title?: (missing: number) => string;
    mark?: Mark;
    /** The faces to choose from, if not all six: sides that count alike share one. */
    faces?: readonly number[];
    /** What a face is called. */
    nameOf?: (face: number) => string;
    declare: (shown: string) => Promise<void> | void;
    /** Something else is being sent. */
    busy?: boolean;
    /** Let the house throw these. */
    roll: () => void;
}

/** Keys pressed in a text field or an open sheet are not meant for the dice. */
const isElsewhere = (target: EventTarget | null) =>
    target instanceof Element && target.closest("input, textarea, select, dialog, [role=dialog]") !== null;

/** Digits are faces, Backspace takes the last one away; from the moment the pad is there. */
function useDigits(add: (face: number) => void, remove: () => void): void {
    const latest = useRef({ add, remove });
    latest.current = { add, remove };
    useLayoutEffect(() => {
        const pressed = (event: KeyboardEvent) => {
            if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target))
                return;
            if (event.key === "Backspace") latest.current.remove();
            else if (/^[1-6]$/.test(event.key)) latest.current.add(Number(event.key));
            else return;
            event.preventDefault();
        };
        addEventListener("keydown", pressed);
        return () => removeEventListener("keydown", pressed);
    }, []);
}

/** The dice so far, in a row; a tap removes one. */
function Row({ told, count, mark, nameOf = String, remove }: TapInProps & Told) {
    return (
        <ul class="tapin-told" aria-label={_("Entered")}>
            {Array.from({ length: count }, (_none, at) => {
                const face = told[at];
                return (
                    <li>
                        {face === undefined ? (
                            <span class="tapin-empty" />
                        ) : (
                            <button
                                type="button"
                                aria-label={_("Remove {face}", { face: nameOf(face) })}
                                onClick={() => remove(at)}
                            >
                                <FlatDie face={face} mark={mark} />
                            </button>
                        )}
                    </li>
                );
            })}
        </ul>
    );
}

interface Told {
    told: number[];
    remove: (at: number) => void;
}

/** Many dice: how often each face was tapped; a tap takes one away again. */
function Counts({ faces = FACES, told, nameOf = String, remove }: TapInProps & Told) {
    return (
        <div class="tapin-counts" role="group" aria-label={_("Entered")}>
            {faces.map((face) => {
                const times = told.filter((one) => one === face).length;
                return (
                    <button
                        type="button"
                        disabled={times === 0}
                        aria-label={_("{count} × {face}: remove one", {
                            count: times,
                            face: nameOf(face),
                        })}
                        onClick={() => remove(told.lastIndexOf(face))}
                    >
                        <span class="digits">{times}</span>
                        {times > 0 && <span aria-hidden="true">−</span>}
                    </button>
                );
            })}
        </div>
    );
}

/** A pad that appears outside the window is scrolled into it, together with as much of the table as there is room for. */
function useInSight(): RefObject<HTMLElement> {
    const pad = useRef<HTMLElement>(null);
    useEffect(() => {
        const { top, bottom } = pad.current!.getBoundingClientRect();
        if (top < 0 || bottom > innerHeight) pad.current!.closest(".face-place")?.scrollIntoView();
        pad.current!.scrollIntoView({ block: "nearest" });
    }, []);
    return pad as RefObject<HTMLElement>;
}

/** A pad of faces. */
export function TapIn(props: TapInProps): JSX.Element {
    const { count, mark, faces = FACES, nameOf = String, declare, roll } = props;
    const [told, setTold] = useState<number[]>([]);
    const [telling, setTelling] = useState(false); // until the house has answered: an extra tap must not count for the next throw
    const busy = props.busy || telling;
    const missing = count - told.length;
    const add = (face: number) => {
        if (missing <= 0 || busy || !faces.includes(face)) return;
        if (missing > 1) return setTold([...told, face]);
        setTold([]);
        setTelling(true);
        void Promise.resolve(declare([...told, face].join(" "))).finally(() => setTelling(false));
    };
    const remove = (at: number) => setTold(told.filter((_face, i) => i !== at));
    useDigits(add, () => remove(told.length - 1));
    // Another number of dice: start again, at once, so that no key typed meanwhile is lost.
    useLayoutEffect(() => setTold([]), [count]);
    const row: Told = { told, remove };
    const title = props.title?.(missing) ?? _n("Enter one die", "Enter {n} dice", missing);
    return (
        <section
            class="tapin surface-paper"
            ref={useInSight()}
            aria-label={_("What the dice show")}
            style={{ "--faces": faces.length }}
        >
            <p class="tapin-title">
                <span>{title}</span>
                <button type="button" class="tapin-roll" disabled={busy} onClick={roll}>
                    {_("Let the house throw")}
                </button>
            </p>
            {count > ROW_MOST ? <Counts {...props} {...row} /> : <Row {...props} {...row} />}
            <div class="tapin-pad" role="group" aria-label={_("Faces")}>
                {faces.map((face) => (
                    <button type="button" aria-label={nameOf(face)} disabled={busy} onClick={() => add(face)}>
                        <FlatDie face={face} mark={mark} />
                    </button>
                ))}
            </div>
        </section>
    );
}

interface FirstInProps {
    names: readonly string[];
    declare: (shown: string) => void;
}

/** Who begins was drawn at the real table. */
export function FirstIn({ names, declare }: FirstInProps): JSX.Element {
    return (
        <section class="tapin surface-paper">
            <p class="tapin-title">{_("Who goes first?")}</p>
            <div class="row">
                {names.map((name, at) => (
                    <button type="button" class="button" onClick={() => declare(`first ${at + 1}`)}>
                        {name}
                    </button>
                ))}
            </div>
        </section>
    );
}
