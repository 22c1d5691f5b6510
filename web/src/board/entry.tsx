/* entry.tsx: the way onto the board of the day, at the end of a match with its dice. Nothing is sent before
 * somebody agrees to what will be shown. */
import { useEffect, useReducer, useState } from "preact/hooks";
import "./board.css";
import { NameField } from "../challenge/name";
import { score, type Dice, type Result } from "../challenge/tries";
import { hasBoard } from "../shelf/games";
import { usePromise } from "../ui/hooks";
import { Icon } from "../ui/icons";
import { choose, settings } from "../ui/storage";
import { Inside } from "../ui/topbar";
import { _, _n, number } from "../ui/words";
import { fetchBoard, whyNotOnBoard } from "./board";
import { personOf } from "./key";
import { boardLink } from "./link";
import { agree, onOutbox, sendWaiting, sentWith, type Sent } from "./outbox";

export interface Played {
    dice: Dice;
    room: string;
    match: number;
    result: Result;
}

/** Draw again when something was sent. */
export function useSent(dice: Dice): Sent | null {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    useEffect(() => onOutbox(() => redraw(undefined as never)), []);
    useEffect(() => void sendWaiting(), [dice.game, dice.name]);
    return sentWith(dice);
}

function Agree({ dice, room, match, result }: Played) {
    const [who, setWho] = useState(settings().name);
    const [busy, setBusy] = useState(false);
    const put = () => {
        choose({ name: who.trim() });
        setBusy(true);
        void agree({ ...dice, room, match, who: who.trim() }).finally(() => setBusy(false));
    };
    return (
        <form
            class="stack"
            onSubmit={(event) => {
                event.preventDefault();
                put();
            }}
        >
            <p>
                {_n(
                    "Your name and your score of {n} point will be shown to everyone on this server, for a week.",
                    "Your name and your score of {n} points will be shown to everyone on this server, for a week.",
                    score(dice.game, result),
                )}
            </p>
            <NameField name={who} onName={setWho} />
            <button class="button main" disabled={busy || who.trim() === ""}>
                {_("Put it on the board")}
            </button>
        </form>
    );
}

function Place({ dice }: { dice: Dice }) {
    const board = usePromise(() => fetchBoard(dice, personOf(dice).entry), [dice.game, dice.name]);
    if (!board?.mine) return <p>{_("Your result is on the board.")}</p>;
    const values = { place: number(board.mine.place), n: board.count };
    return (
        <p class="board-place">
            {_n(
                "Your place: {place}, of {n} player.",
                "Your place: {place}, of {n} players.",
                board.count,
                values,
            )}
        </p>
    );
}

/** What has become of a result that was sent. */
export function State({ sent }: { sent: Sent }) {
    if (sent.state === "refused")
        return (
            <p role="status">
                {_("Your result is not on the board.")} {whyNotOnBoard(sent.why ?? "lost")}
            </p>
        );
    return (
        <p role="status">
            {_("Your result is sent as soon as the server can be reached, if the day is not over by then.")}
        </p>
    );
}

/** For a first try with the dice of a day, played alone and with the usual options. */
export function BoardEntry(played: Played) {
    const sent = useSent(played.dice);
    if (!sent && !hasBoard()) return null;
    return (
        <section class="board-entry" aria-label={_("Board of the day")}>
            <h4>{_("Board of the day")}</h4>
            {!sent && <Agree {...played} />}
            {sent && (sent.state === "sent" ? <Place dice={played.dice} /> : <State sent={sent} />)}
            <Inside to={boardLink(played.dice)} class="button">
                <Icon name="list" />
                {_("See the board")}
            </Inside>
        </section>
    );
}
