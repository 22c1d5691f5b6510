/* correction.tsx: corrects a wrong entry: which die or move, and what it should have been. The house plays
 * the rest again as it was, or says which later entry no longer fits. */
import { useEffect, useState } from "preact/hooks";
import type { Face, Line } from "./face";
import { notice } from "../ui/notice";
import { Sheet } from "../ui/sheet";
import type { Told } from "./sentences";
import { whyNot } from "../ui/refusals";
import type { Refused, Snapshot, RoomConnection } from "../connection/room-connection";
import { _, _key } from "../ui/words";
import "../shelf/companion.css";

interface Props {
    connection: RoomConnection;
    now: Snapshot;
    face: Face | null;
    names: string[];
    /** The wrong sentence, its entries, and all sentences. */
    one: Told;
    entries: Line[];
    told: Told[];
    onClose: () => void;
}

/** An entry in words: dice, tiles and numbers are the same in every language. */
function entryText(face: Face | null, names: string[], game: string, move: string): string {
    const own = face?.entry?.(move, names);
    if (own) return own;
    const called = move.split(" ").map((word) => (/^[a-z_]+$/.test(word) ? _key(game, word) : word));
    return called.join(" ");
}

const verbOf = (move: string) => (/^[a-z_]+ /.test(move) ? move.split(" ")[0] : null);

/** Possible replacements: moves of the same kind. */
const choicesFor = (entry: Line, may: string[]) => may.filter((move) => verbOf(move) === verbOf(entry.move!));

interface ChoicesProps {
    entry: Line;
    may: string[];
    text: (move: string) => string;
    choose: (move: string) => void;
}

function Choices({ entry, may, text, choose }: ChoicesProps) {
    const choices = choicesFor(entry, may);
    if (choices.length < 2) return <p>{_("No other entry was possible there.")}</p>;
    return (
        <div class="correct-choices" role="group" aria-label={_("What it should be")}>
            {choices.map((move) => (
                <button
                    key={move}
                    type="button"
                    class="button"
                    aria-pressed={move === entry.move}
                    disabled={move === entry.move}
                    onClick={() => choose(move)}
                >
                    {text(move)}
                </button>
            ))}
        </div>
    );
}

/** The sentence of a later entry. */
const sentenceOf = (told: Told[], event: number) => told.find(({ number }) => number >= event)?.text ?? "";

export function Correct({ connection, now, face, names, one, entries, told, onClose }: Props) {
    const called = (move: string) => entryText(face, names, now.room!.game, move);
    const [entry, setEntry] = useState<Line | null>(entries.length === 1 ? entries[0]! : null);
    const [trouble, setTrouble] = useState<string | null>(null);
    const why = ({ why: key, event }: Refused) =>
        event === undefined
            ? whyNot(key)
            : _("That conflicts with a later entry: {sentence}", { sentence: sentenceOf(told, event) });
    useEffect(() => {
        if (!entry) return;
        connection
            .say({ type: "correctable", event: entry.number })
            .catch((error: Refused) => setTrouble(why(error)));
    }, [entry]);
    const choose = (text: string) => {
        const right = typeof entry!.who === "number" ? { move: text } : { shown: text };
        setTrouble(null);
        connection.say({ type: "correct", event: entry!.number, ...right }).then(
            () => {
                notice(_("Corrected. Everything after it stays as it was."));
                onClose();
            },
            (error: Refused) => setTrouble(why(error)),
        );
    };
    const may = entry && now.correctable?.event === entry.number ? now.correctable.may : null;
    return (
        <Sheet title={_("Correct an entry")} onClose={onClose}>
            <div class="stack">
                <blockquote class="correct-said">{one.text}</blockquote>
                {entries.length > 1 && <p id="correct-which">{_("Which one is wrong?")}</p>}
                {entries.length > 1 && (
                    <div class="correct-choices" role="group" aria-labelledby="correct-which">
                        {entries.map((line) => (
                            <button
                                key={line.number}
                                type="button"
                                class="button"
                                aria-pressed={entry?.number === line.number}
                                onClick={() => {
                                    setTrouble(null);
                                    setEntry(line);
                                }}
                            >
                                {called(line.move!)}
                            </button>
                        ))}
                    </div>
                )}
                {entry && <p>{_("What should it be?")}</p>}
                {entry && may && <Choices entry={entry} may={may} text={called} choose={choose} />}
                {trouble && (
                    <p class="fails" role="alert">
                        {trouble}
                    </p>
                )}
            </div>
        </Sheet>
    );
}
