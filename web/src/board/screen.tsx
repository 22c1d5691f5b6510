/* screen.tsx: the board of the day: everyone who has played the dice of a day on this server, with one's own
 * place, the spread of the results and what a perfect player has got. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import "./board.css";
import { dayText } from "../challenge/day";
import { playSame } from "../challenge/daily-dice";
import { resultOf } from "../challenge/comparison";
import { firstResult, score, today, type Dice } from "../challenge/tries";
import { playAlone } from "../engine/engine";
import { useLearning } from "../engine/learning";
import { sameGames } from "../shelf/about";
import { title } from "../shelf/games";
import { Icon } from "../ui/icons";
import { go, onGo } from "../ui/navigation";
import { TopBar } from "../ui/topbar";
import { _, _n, number } from "../ui/words";
import { fetchBoard, whyNotOnBoard, type Board, type Entry } from "./board";
import { State, useSent } from "./entry";
import { personOf } from "./key";
import { boardLink, readBoardLink } from "./link";
import { Spread } from "./spread";
import { dayAfter, streak } from "./streak";

const WEEK = 7; // days for which the board stays

// ---- which board ----

function Games({ dice }: { dice: Dice }) {
    return (
        <nav class="board-games" aria-label={_("Game")}>
            {sameGames.map((game) => (
                <a
                    href={boardLink({ ...dice, game })}
                    class={game === dice.game ? "button small chosen" : "button small"}
                    aria-current={game === dice.game ? "page" : undefined}
                    onClick={(event) => {
                        event.preventDefault();
                        go(boardLink({ ...dice, game }));
                    }}
                >
                    {title(game)}
                </a>
            ))}
        </nav>
    );
}

function dayName(name: string): string {
    if (name === today()) return _("Today");
    if (dayAfter(name) === today()) return _("Yesterday");
    return dayText(name) ?? name;
}

function Step({ dice, by, label }: { dice: Dice; by: 1 | -1; label: string }) {
    const name = dayAfter(dice.name, by);
    const there = name <= today() && dayAfter(name, WEEK) >= today();
    return (
        <button
            type="button"
            class="button round quiet"
            aria-label={label}
            disabled={!there}
            onClick={() => go(boardLink({ ...dice, name }))}
        >
            <Icon name={by < 0 ? "back" : "on"} />
        </button>
    );
}

function Days({ dice }: { dice: Dice }) {
    return (
        <div class="board-days">
            <Step dice={dice} by={-1} label={_("Previous day")} />
            <h2>{dayName(dice.name)}</h2>
            <Step dice={dice} by={1} label={_("Next day")} />
        </div>
    );
}

// ---- the list ----

function Row({ entry, mine }: { entry: Entry; mine: boolean }) {
    return (
        <tr class={mine ? "mine" : ""} aria-current={mine ? "true" : undefined}>
            <td class="board-at digits">{number(entry.place)}</td>
            <th scope="row">
                <bdi>{entry.name}</bdi>
                {mine && <span class="board-note small"> {_("(you)")}</span>}
                {!entry.live && (
                    <span class="board-note soft small">
                        <Icon name="phone" />
                        {_("on a device")}
                    </span>
                )}
            </th>
            <td class="board-points digits">{number(entry.points)}</td>
        </tr>
    );
}

function List({ board }: { board: Board }) {
    const { entries, mine, count } = board;
    const isMine = (one: Entry) => one.entry === mine?.entry;
    const below = mine && !entries.some(isMine) ? mine : null;
    return (
        <table class="board-list">
            <thead class="ears">
                <tr>
                    <th scope="col">{_("Place")}</th>
                    <th scope="col">{_("Name")}</th>
                    <th scope="col">{_("Points")}</th>
                </tr>
            </thead>
            <tbody>
                {entries.map((entry) => (
                    <Row key={entry.entry} entry={entry} mine={isMine(entry)} />
                ))}
                {count > entries.length && (
                    <tr class="board-more">
                        <td colSpan={3}>
                            {_n("{n} more", "{n} more", count - entries.length - (below ? 1 : 0))}
                        </td>
                    </tr>
                )}
                {below && <Row entry={below} mine />}
            </tbody>
        </table>
    );
}

// ---- what one has done ----

function Own({ dice, board }: { dice: Dice; board: Board }) {
    const [busy, setBusy] = useState(false);
    const sent = useSent(dice);
    const result = firstResult(dice);
    const play = () => {
        setBusy(true);
        void playSame(dice).finally(() => setBusy(false));
    };
    if (board.mine) {
        const values = { place: number(board.mine.place) };
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
    if (sent && sent.state !== "sent") return <State sent={sent} />;
    if (result)
        return (
            <p>
                {_("You: {points}", { points: number(score(dice.game, result)) })} ·{" "}
                {_("This result is not on the board. You can send it from the end of the match.")}
            </p>
        );
    if (dice.name !== today()) return null;
    return (
        <button type="button" class="button main" disabled={busy} onClick={play}>
            {_("Play today's dice")}
        </button>
    );
}

function Streak() {
    const { days, best } = streak();
    if (best === 0) return null;
    return (
        <p class="board-streak small">
            <Icon name="crown" />
            {days > 0
                ? _n("{n} day in a row on this device", "{n} days in a row on this device", days)
                : _("No days in a row at the moment")}
            {best > days && ` · ${_("best: {n}", { n: best })}`}
        </p>
    );
}

// ---- all of it ----

/** What a perfect player gets with these dice, who knows no more than anyone: played here, by the solver. */
function usePerfect({ game, name }: Dice, wanted: boolean): number | null {
    const [points, setPoints] = useState<number | null>(null);
    useLayoutEffect(() => {
        const leaving = new AbortController();
        setPoints(null);
        if (wanted)
            playAlone({ game, name, options: {}, level: "best" }, leaving.signal).then(
                (sheet) => setPoints(score(game, resultOf(game, "best", sheet))),
                () => undefined,
            );
        return () => leaving.abort();
    }, [game, name, wanted]);
    return points;
}

function Shown({ dice, board }: { dice: Dice; board: Board }) {
    const perfect = usePerfect(dice, board.count > 0);
    const learning = useLearning(dice.game);
    return (
        <>
            {board.count > 0 && <Spread board={board} perfect={perfect} />}
            {board.count > 0 && perfect === null && learning !== null && (
                <p class="soft small" aria-hidden="true">
                    {_("The perfect player is learning: {percent} %", {
                        percent: Math.floor(100 * learning),
                    })}
                </p>
            )}
            <Own dice={dice} board={board} />
            {board.count > 0 ? <List board={board} /> : <p>{_("Nobody is on this board yet.")}</p>}
        </>
    );
}

/** The board, or why there is none. It is asked for again when something has been sent. */
function useBoard(dice: Dice): Board | string | null {
    const [found, setFound] = useState<{ of: Dice; board: Board | string } | null>(null);
    const sent = useSent(dice);
    useEffect(() => {
        let wanted = true;
        fetchBoard(dice, personOf(dice).entry).then(
            (board) => wanted && setFound({ of: dice, board }),
            (error: Error) => wanted && setFound({ of: dice, board: error.message }),
        );
        return () => {
            wanted = false;
        };
    }, [dice.game, dice.name, sent?.state]);
    return found?.of.game === dice.game && found.of.name === dice.name ? found.board : null;
}

function OneBoard({ dice }: { dice: Dice }) {
    const board = useBoard(dice);
    const known = ["no_board", "day_over"];
    return (
        <section class="sheet board" aria-label={_("Board of the day")}>
            <Games dice={dice} />
            <Days dice={dice} />
            {typeof board === "string" ? (
                <p role="status">{whyNotOnBoard(known.includes(board) ? board : "lost")}</p>
            ) : (
                board && <Shown key={`${dice.game} ${dice.name}`} dice={dice} board={board} />
            )}
            <Streak />
            <p class="soft small">
                {_(
                    "The server has replayed every match on this board. Those marked with a phone were played on a device, where nobody watched. Boards stay for a week.",
                )}
            </p>
        </section>
    );
}

/** The screen of a board. */
export default function BoardPage() {
    const [dice, setDice] = useState(() => readBoardLink(location.hash));
    useLayoutEffect(() => onGo(() => setDice(readBoardLink(location.hash))), []);
    return (
        <>
            <TopBar title={_("Board of the day")} />
            <main class="narrow">
                <OneBoard dice={dice} />
            </main>
        </>
    );
}
