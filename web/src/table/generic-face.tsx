/* generic-face.tsx: plays any game: shows the view as the house describes it and lists the moves. A game
 * without a face of its own can be played as soon as its rules exist. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Face, FaceProps, Line } from "./face";
import { _, _key, number } from "../ui/words";
import "./generic-face.css";

type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

const MOVES_AT_ONCE = 60;

function isPlain(value: Value): value is string | number | boolean | null {
    return value === null || typeof value !== "object";
}

/** Tiles, faces of dice and numbers are the same in every language. */
const isNotation = (value: string) => /^\d/.test(value);

function plainText(game: string, value: string | number | boolean | null): string {
    if (value === null) return "–";
    if (value === true) return "✓";
    if (value === false) return "✗";
    if (typeof value === "number") return number(value);
    return isNotation(value) ? value : _key(game, value);
}

/** What a view is read by. */
interface Reader {
    game: string;
    names: string[];
    /** The members of the view whose numbers are seats. */
    seatKeys: string[];
}

/** The value of a member; a seat has its name. */
function memberText(reader: Reader, key: string, value: string | number | boolean | null): string {
    const name = reader.seatKeys.includes(key) && typeof value === "number" && reader.names[value - 1];
    return name || plainText(reader.game, value);
}

/** `name` is the member that the value was found under. */
function Shown({ reader, name, value }: { reader: Reader; name: string; value: Value }) {
    if (isPlain(value)) return <span class="digits">{memberText(reader, name, value)}</span>;
    if (Array.isArray(value)) {
        if (value.length === 0) return <span>–</span>;
        if (value.every(isPlain))
            return (
                <span class="digits generic-list">
                    {value.map((one) => (
                        <span>{memberText(reader, name, one)}</span>
                    ))}
                </span>
            );
        return (
            <ol class="generic-rows">
                {value.map((one) => (
                    <li>
                        <Shown reader={reader} name={name} value={one} />
                    </li>
                ))}
            </ol>
        );
    }
    return (
        <dl class="generic-inner">
            {Object.entries(value).map(([key, one]) => (
                <div>
                    <dt>{_key(reader.game, key)}</dt>
                    <dd>
                        <Shown reader={reader} name={key} value={one} />
                    </dd>
                </div>
            ))}
        </dl>
    );
}

/** Seats side by side: a row for each thing they all have. */
function Seats({ reader, seats, due }: { reader: Reader; seats: { [key: string]: Value }[]; due: number[] }) {
    const { game, names } = reader;
    return (
        <div class="generic-seats" tabIndex={0} role="region" aria-label={_key(game, "seats")}>
            <table>
                <thead>
                    <tr>
                        <td />
                        {seats.map((_seat, at) => (
                            <th scope="col" class={due.includes(at + 1) ? "due" : ""}>
                                {names[at]}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {Object.keys(seats[0] ?? {}).map((key) => (
                        <tr>
                            <th scope="row">{_key(game, key)}</th>
                            {seats.map((seat) => (
                                <td>
                                    <Shown reader={reader} name={key} value={seat[key] ?? null} />
                                </td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/** The words of a move, those of the rules in the reader's language. */
function moveText(game: string, move: string): string {
    return move
        .split(" ")
        .map((word) => (/^[a-z_]+$/.test(word) ? _key(game, word) : word))
        .join(" ");
}

function Moves({ game, moves, play }: { game: string; moves: string[]; play: (move: string) => void }) {
    const [all, setAll] = useState(false);
    const shown = all ? moves : moves.slice(0, MOVES_AT_ONCE);
    return (
        <div class="generic-moves" role="group" aria-label={_("Moves")}>
            {shown.map((move) => (
                <button type="button" class="button small" data-move={move} onClick={() => play(move)}>
                    {moveText(game, move)}
                </button>
            ))}
            {shown.length < moves.length && (
                <button type="button" class="button small quiet" onClick={() => setAll(true)}>
                    {_("All {count} moves", { count: moves.length })}
                </button>
            )}
        </div>
    );
}

/** A move that is not in the list (a scale without steps), or what real dice show. */
function Typed({ label, send }: { label: string; send: (text: string) => void }) {
    const submit = (event: SubmitEvent) => {
        event.preventDefault();
        const field = (event.currentTarget as HTMLFormElement).elements.namedItem("text") as HTMLInputElement;
        if (field.value.trim()) send(field.value.trim());
        field.value = "";
    };
    return (
        <form class="row generic-typed" onSubmit={submit}>
            <input
                class="field"
                name="text"
                aria-label={label}
                placeholder={label}
                autocomplete="off"
                autocapitalize="off"
            />
            <button class="button small">{_("Send")}</button>
        </form>
    );
}

function Panel({ title, children }: { title: string; children: ComponentChildren }) {
    return (
        <section class="sheet stack">
            <h2 class="generic-title">{title}</h2>
            {children}
        </section>
    );
}

function Table({ game, seatKeys, ...props }: FaceProps & { game: string; seatKeys: string[] }) {
    const { view, names, due, seat } = props;
    const reader = { game, names, seatKeys };
    const seats = view.seats as { [key: string]: Value }[] | undefined;
    const rest = Object.entries(view).filter(([key]) => key !== "game" && key !== "seats");
    const mine = seat !== null && due.includes(seat);
    return (
        <div class="generic">
            {mine && (
                <Panel title={_("Your move")}>
                    <Moves game={game} moves={props.moves} play={(move) => props.play(move)} />
                    <Typed label={_("Type another move")} send={(move) => props.play(move)} />
                </Panel>
            )}
            {props.ours && !props.over && due.length === 0 && seat !== null && (
                <Panel title={_("What do the dice, tiles or cards show?")}>
                    <Typed label={_("As they lie on the table")} send={props.declare} />
                    <button type="button" class="button small" onClick={() => props.roll(1)}>
                        {_("Let the house do it")}
                    </button>
                </Panel>
            )}
            <Panel title={_("The table")}>
                <dl class="generic-outer">
                    {rest.map(([key, value]) => (
                        <div>
                            <dt>{_key(game, key)}</dt>
                            <dd>
                                <Shown reader={reader} name={key} value={value as Value} />
                            </dd>
                        </div>
                    ))}
                </dl>
                {seats && <Seats reader={reader} seats={seats} due={due} />}
            </Panel>
        </div>
    );
}

const isChance = (line: Line) => line.who === "dice" || line.who === "ours";

function tell(game: string, line: Line, names: string[], before: Line[]): string | null {
    if (line.who === "back") return _("Taken back.");
    if (line.who === "clock") return _("Time is up.");
    if (typeof line.who === "number") {
        const name = names[line.who - 1] ?? "?";
        return line.move === null
            ? _("{name} has chosen.", { name })
            : `${name}: ${moveText(game, line.move)}`;
    }
    // Dice of one throw share a sentence, which grows with each die.
    const fell = [line];
    for (let at = before.length - 1; at >= 0 && isChance(before[at]!); at--) fell.unshift(before[at]!);
    return `${_key(game, "dice")}: ${fell.map((one) => (one.move === null ? "?" : moveText(game, one.move))).join(" ")}`;
}

/** The face of a game that has none of its own, or of any game in words. `seatKeys`: the members of its view that name a
 * seat. */
export function genericFace(game: string, seatKeys: string[] = []): Face {
    return {
        key: "generic",
        Table: (props) => <Table {...props} game={game} seatKeys={seatKeys} />,
        tell: (line, names, before) => tell(game, line, names, before),
        words: (move) => moveText(game, move),
    };
}
