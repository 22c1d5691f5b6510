/* correction.tsx: corrects a wrong entry: which die or move, and what it should have been. The house plays
 * the rest again as it was, or says which later entry no longer fits. The last entry can also be removed, so
 * that it is simply entered again. */
import { useEffect, useState } from "preact/hooks";
import { isLast } from "./entries";
import type { Face, Line } from "./face";
import { Icon } from "../ui/icons";
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
    /** The wrong sentence (null: whatever was entered last), its entries, and all sentences. */
    one: Told | null;
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

/** Possible replacements: moves of the same kind; all, if there is no other of that kind. */
function choicesFor(entry: Line, may: string[]): string[] {
    const alike = may.filter((move) => verbOf(move) === verbOf(entry.move!));
    return alike.length > 1 ? alike : may;
}

/** More choices than this are not laid out one by one. */
const MANY = 30;

interface ChoicesProps {
    entry: Line;
    may: string[];
    text: (move: string) => string;
    choose: (move: string) => void;
}

function Buttons({ choices, entry, text, choose }: ChoicesProps & { choices: string[] }) {
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

/** A move with a number behind a word. */
const COUNT = /^[a-z_]+ \d+$/;

/** `count 1`, `count 2` and so on: the number is typed. */
function NumberChoice({ choices, entry, text, choose }: ChoicesProps & { choices: string[] }) {
    const verb = headOf(entry.move!);
    const [typed, setTyped] = useState(entry.move!.slice(verb.length + 1));
    const move = `${verb} ${typed}`;
    return (
        <form
            class="row"
            onSubmit={(event) => {
                event.preventDefault();
                choose(move);
            }}
        >
            <input
                class="field digits"
                type="number"
                inputMode="numeric"
                min={1}
                max={choices.length}
                value={typed}
                aria-label={_("What it should be")}
                onInput={(event) => setTyped(event.currentTarget.value)}
            />
            <button
                type="submit"
                class="button main"
                disabled={move === entry.move || !choices.includes(move)}
            >
                {choices.includes(move) ? text(move) : _("Correct")}
            </button>
        </form>
    );
}

const headOf = (move: string) => move.split(" ")[0]!;

/** Many cards: first the number, then which of those. */
function TwoSteps(props: ChoicesProps & { choices: string[] }) {
    const { choices, entry } = props;
    const [head, setHead] = useState(headOf(entry.move!));
    const heads = [...new Set(choices.map(headOf))];
    return (
        <>
            <div class="correct-choices" role="group" aria-label={_("What it should begin with")}>
                {heads.map((one) => (
                    <button
                        key={one}
                        type="button"
                        class="button"
                        aria-pressed={one === head}
                        onClick={() => setHead(one)}
                    >
                        {one}
                    </button>
                ))}
            </div>
            <Buttons {...props} choices={choices.filter((move) => headOf(move) === head)} />
        </>
    );
}

function Choices(props: ChoicesProps) {
    const choices = choicesFor(props.entry, props.may);
    if (choices.length < 2) return <p>{_("No other entry was possible there.")}</p>;
    if (choices.length > MANY && choices.every((move) => COUNT.test(move)))
        return <NumberChoice {...props} choices={choices} />;
    if (choices.length > MANY && choices.every((move) => /^\d+ /.test(move)))
        return <TwoSteps {...props} choices={choices} />;
    return <Buttons {...props} choices={choices} />;
}

/** The sentence of a later entry. */
const sentenceOf = (told: Told[], event: number) => told.find(({ number }) => number >= event)?.text ?? "";

function reasonOf({ why, event }: Refused, told: Told[]): string {
    if (event !== undefined)
        return _("That conflicts with a later entry: {sentence}", { sentence: sentenceOf(told, event) });
    if (why === "too_soon")
        return _("Something at the table is still hidden. Once it lies open, you can correct this.");
    return whyNot(why);
}

export function Correct({ connection, now, face, names, one, entries, told, onClose }: Props) {
    const called = (move: string) => entryText(face, names, now.room!.game, move);
    const [entry, setEntry] = useState<Line | null>(
        entries.length === 1 || !one ? (entries.at(-1) ?? null) : null,
    );
    const [trouble, setTrouble] = useState<string | null>(null);
    useEffect(() => {
        if (!entry) return;
        connection
            .say({ type: "correctable", event: entry.number })
            .catch((error: Refused) => setTrouble(reasonOf(error, told)));
    }, [entry]);
    const correct = (right: { move: string } | { shown: string } | { remove: true }, done: string) => {
        setTrouble(null);
        connection.say({ type: "correct", event: entry!.number, ...right }).then(
            () => {
                notice(done);
                onClose();
            },
            (error: Refused) => setTrouble(reasonOf(error, told)),
        );
    };
    const choose = (text: string) =>
        correct(
            typeof entry!.who === "number" ? { move: text } : { shown: text },
            _("Corrected. Everything after it stays as it was."),
        );
    const may = entry && now.correctable?.event === entry.number ? now.correctable.may : null;
    return (
        <Sheet title={_("Correct an entry")} onClose={onClose}>
            <div class="stack">
                {one && <blockquote class="correct-said">{one.text}</blockquote>}
                {entries.length === 1 && !one && (
                    <blockquote class="correct-said">{called(entries[0]!.move!)}</blockquote>
                )}
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
                {entry && isLast(now.lines, entry) && (
                    <button
                        type="button"
                        class="button"
                        onClick={() => correct({ remove: true }, _("Removed. Enter it again."))}
                    >
                        <Icon name="undo" />
                        {_("Remove the last entry")}
                    </button>
                )}
                {entry && <p>{_("What should it be?")}</p>}
                {entry && may && (
                    <Choices key={entry.number} entry={entry} may={may} text={called} choose={choose} />
                )}
                {trouble && (
                    <p class="fails" role="alert">
                        {trouble}
                    </p>
                )}
            </div>
        </Sheet>
    );
}
