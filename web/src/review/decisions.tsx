/* decisions.tsx: the list of moves that cost something, the costliest first or in order, each with better
 * moves. A tap goes to the table at that step. */
import { useState } from "preact/hooks";
import { SeatMark } from "../ui/seat-mark";
import { _, _n } from "../ui/words";
import { isMistake, type Note } from "./report";
import { doubtText, signedText, type Meaning } from "./values";

const AT_ONCE = 12;

interface DecisionProps {
    notes: Note[];
    names: string[];
    meaning: Meaning;
    /** The number of the event in hand. */
    number: number | null;
    /** The move that was made, and one that would have been better. */
    said(note: Note): string;
    better(move: string): string;
    onOpen(note: Note): void;
    /** Or are there more to come? */
    isDone: boolean;
}

/** Why a move is in the list. */
function verdictOn(note: Note, meaning: Meaning, better: DecisionProps["better"]): string {
    if (isMistake(note, { meaning })) return _("Better: {move}", { move: better(note.best!) });
    if (note.advised)
        return _("A hint would have named this move, too. The review looks further than a hint.");
    return _("Within the margin of error: it may have been just as good.");
}

function Decision({ note, meaning, number, said, better, onOpen }: DecisionProps & { note: Note }) {
    const sure = isMistake(note, { meaning });
    return (
        <li>
            <button
                type="button"
                class="review-decision"
                aria-current={note.number === number ? "step" : undefined}
                onClick={() => onOpen(note)}
            >
                <SeatMark seat={note.seat} size={16} />
                <span class="review-said">
                    <span>{said(note)}</span>
                    <span class={sure ? "small" : "small soft"}>{verdictOn(note, meaning, better)}</span>
                </span>
                <span class={sure ? "review-cost digits bad" : "review-cost digits"}>
                    {signedText(-note.error!, meaning)}
                    {note.doubt > 0 && <small>{doubtText(note.doubt, meaning)}</small>}
                </span>
            </button>
        </li>
    );
}

export function Decisions(props: DecisionProps) {
    const { notes, names, isDone } = props;
    const [order, setOrder] = useState<"cost" | "time">("cost");
    const [whose, setWhose] = useState(0);
    const [all, setAll] = useState(false);
    const wanted = notes.filter(({ seat }) => whose === 0 || seat === whose);
    // Those beyond doubt come first: what may be nothing is not the costliest.
    const sure = (note: Note) => Number(isMistake(note, props));
    // While more come, they are added at the end: nothing moves under a finger.
    const sorted =
        order === "time" || !isDone
            ? wanted
            : [...wanted].sort((a, b) => sure(b) - sure(a) || b.error! - a.error!);
    const shown = all ? sorted : sorted.slice(0, AT_ONCE);
    return (
        <section class="sheet review-decisions" aria-label={_("Decisions")}>
            <h2>{_("Decisions")}</h2>
            <div class="row">
                <select
                    class="field"
                    aria-label={_("Sort by")}
                    value={order}
                    onChange={(event) => setOrder(event.currentTarget.value as "cost" | "time")}
                >
                    <option value="cost">{_("Costliest first")}</option>
                    <option value="time">{_("In order played")}</option>
                </select>
                {names.length > 1 && (
                    <select
                        class="field"
                        aria-label={_("Whose moves")}
                        value={whose}
                        onChange={(event) => setWhose(Number(event.currentTarget.value))}
                    >
                        <option value={0}>{_("Everyone's")}</option>
                        {names.map((name, at) => (
                            <option value={at + 1}>{name}</option>
                        ))}
                    </select>
                )}
            </div>
            {notes.some(({ doubt }) => doubt > 0) && (
                <p class="soft small">
                    {_(
                        "The review also analyses the table after each move. So it can be surer than a hint was, but what a hint named first is never called a mistake.",
                    )}
                </p>
            )}
            {isDone && sorted.length === 0 && <p>{_("Nobody made a mistake.")}</p>}
            <ol>
                {shown.map((note) => (
                    <Decision key={note.number} {...props} note={note} />
                ))}
            </ol>
            {shown.length < sorted.length && (
                <button type="button" class="button" onClick={() => setAll(true)}>
                    {_n("Show {n} more", "Show {n} more", sorted.length - shown.length)}
                </button>
            )}
        </section>
    );
}
