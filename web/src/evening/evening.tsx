/* evening.tsx: the evening so far: points of all matches, the matches one by one, and what is played next. The
 * host picks the next game and may strike a match out; everyone else at the table has a vote. */
import { SeatMark } from "../ui/seat-mark";
import { games, shortTitle, title } from "../shelf/games";
import type { Evening, EveningMatch, Room, You } from "../connection/messages";
import type { Snapshot, RoomConnection } from "../connection/room-connection";
import type { Act } from "../room/room";
import { useConfirmation } from "../ui/confirmation";
import { lazy } from "../ui/lazy-part";
import { usePromise } from "../ui/hooks";
import { _, _n, number } from "../ui/words";
import { list, playerName, seatOf } from "./players";
import "./evening.css";

const EveningResult = lazy(() => import("./result").then((part) => part.EveningResult));

interface Props {
    connection: RoomConnection;
    now: Snapshot;
    act: Act;
}

// ---- the points ----

export function Standings({ room, evening }: { room: Room; evening: Evening }) {
    return (
        <table class="evening-standings">
            <caption class="ears">{_("Points of the evening")}</caption>
            <thead>
                <tr>
                    <th scope="col">
                        <span class="ears">{_("Place")}</span>
                    </th>
                    <th scope="col">{_("Player")}</th>
                    <th scope="col">{_("Wins")}</th>
                    <th scope="col">{_("Points")}</th>
                </tr>
            </thead>
            <tbody>
                {evening.standings.map((player) => {
                    const seat = seatOf(room, player);
                    return (
                        <tr class={player.place === 1 && player.points > 0 ? "first" : ""}>
                            <td class="digits">{number(player.place)}</td>
                            <th scope="row">
                                <span class="evening-name">
                                    {seat !== null && <SeatMark seat={seat} size={16} />}
                                    {playerName(player)}
                                </span>
                            </th>
                            <td class="digits">{number(player.wins)}</td>
                            <td class="digits">
                                <b>{number(player.points)}</b>
                            </td>
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}

export const ruleText = () =>
    _("In every match you get two points for each player behind you and one for each player you tie with.");

// ---- the matches ----

function Played({ match, host, act }: { match: EveningMatch; host: boolean; act: Act }) {
    const ranked = [...match.seats].sort((a, b) => a.place - b.place);
    const game = title(match.game);
    const strike = () => void act({ type: "strike", match: match.match, struck: !match.struck });
    return (
        <li class={match.struck ? "evening-match struck" : "evening-match"}>
            <div>
                <b>{shortTitle(match.game)}</b>
                <p class="small">
                    {ranked.map((seat) => (
                        <span class="evening-placed">
                            {playerName(seat)} <b class="digits">{number(seat.points)}</b>
                        </span>
                    ))}
                </p>
                {match.struck && <p class="soft small">{_("Struck out: it doesn't count.")}</p>}
            </div>
            {host && (
                <button
                    type="button"
                    class="button small"
                    aria-label={
                        match.struck
                            ? _("Count match {match}, {game}, again", { match: match.match, game })
                            : _("Strike out match {match}, {game}", { match: match.match, game })
                    }
                    onClick={strike}
                >
                    {match.struck ? _("Count again") : _("Strike out")}
                </button>
            )}
        </li>
    );
}

function Matches({ evening, host, act }: { evening: Evening; host: boolean; act: Act }) {
    const count = evening.matches.length + (evening.earlier ?? 0);
    return (
        <details class="evening-matches">
            <summary>{_n("{n} match so far", "{n} matches so far", count)}</summary>
            <ol>
                {evening.matches.map((match) => (
                    <Played key={match.match} match={match} host={host} act={act} />
                ))}
            </ol>
            {evening.earlier !== undefined && (
                <p class="soft small">
                    {_n(
                        "{n} earlier match is only in the points.",
                        "{n} earlier matches are only in the points.",
                        evening.earlier,
                    )}
                </p>
            )}
            <p class="soft small">{ruleText()}</p>
        </details>
    );
}

// ---- the next game ----

/** Who wants this game, except us. */
function wanting(room: Room, you: You, game: string): string[] {
    const { votes, bench } = room.evening!;
    const people = [...room.seats, ...bench].filter(
        ({ person }) => person != null && person !== you.person && votes[person] === game,
    );
    return people.map(({ name }) => name ?? "?");
}

/** Has this guest a say in it? */
function hasVote({ room, you }: Snapshot): boolean {
    const sitsOut = room!.evening!.bench.some(({ person }) => person !== null && person === you.person);
    return you.host || you.seats.length > 0 || sitsOut;
}

/** Is there something to choose here? */
const choosesNext = (now: Snapshot): boolean => now.room!.evening!.next !== null && hasVote(now);

export function NextGame({ now, act }: { now: Snapshot; act: Act }) {
    const all = usePromise(games, []);
    const { ask, asked } = useConfirmation();
    const { you } = now;
    const room = now.room!;
    const { next, votes, bench } = room.evening!;
    if (!next || !choosesNext(now)) return null;
    const mine = you.person === null ? undefined : votes[you.person];
    const wishes = (all ?? [])
        .map(({ game }) => ({ game, names: wanting(room, you, game) }))
        .filter(({ names }) => names.length > 0);
    const pick = (game: string) => {
        const then = () => void act({ type: "pick", game });
        // One tap of the host takes the result away from everyone.
        if (!you.host || room.status !== "over" || game === room.game) return then();
        ask({
            text: _("The result of this match will disappear from everyone's screen."),
            yes: _("Choose {game}", { game: title(game) }),
            then,
        });
    };
    return (
        <section class="evening-next" aria-label={_("Next game")}>
            <h3>{you.host ? _("Next game") : _("Vote on the next game")}</h3>
            <div class="row" role="group" aria-label={_("Games")}>
                {(all ?? []).map(({ game }) => (
                    <button
                        type="button"
                        class={game === next.game ? "button small chosen" : "button small"}
                        aria-pressed={game === (you.host ? next.game : mine)}
                        onClick={() => pick(game)}
                    >
                        {shortTitle(game)}
                    </button>
                ))}
            </div>
            {!you.host && (
                <p class="small">
                    {_("Up next: {game}.", { game: title(next.game) })}{" "}
                    <span class="soft">
                        {_("The host decides, or more than half of those who are here.")}
                    </span>
                </p>
            )}
            {/* Always there, so that what comes into it is read out. */}
            <div role="status">
                {wishes.map(({ game, names }) => (
                    <p class="small">
                        {_n("{names} wants to play {game}.", "{names} want to play {game}.", names.length, {
                            names: list(names),
                            game: title(game),
                        })}
                    </p>
                ))}
                {bench.length > 0 && (
                    <p class="small">
                        {_("Sitting out this game: {names}.", { names: list(bench.map(playerName)) })}
                    </p>
                )}
            </div>
            {asked}
        </section>
    );
}

function EndEvening({ you, act }: { you: You; act: Act }) {
    if (!you.host) return null;
    return (
        <div class="row">
            <button
                type="button"
                class="button small"
                onClick={() => void act({ type: "evening", over: true })}
            >
                {_("End the evening")}
            </button>
        </div>
    );
}

// ---- all of it ----

/** Who has how many points, and from which matches. */
function Progress({ heading: Heading, now, act }: { heading: "h2" | "h3"; now: Snapshot; act: Act }) {
    const { room, you } = now;
    const evening = room!.evening!;
    return (
        <>
            <Heading>{_("The evening so far")}</Heading>
            <Standings room={room!} evening={evening} />
            <Matches evening={evening} host={you.host} act={act} />
            <EndEvening you={you} act={act} />
        </>
    );
}

/** At the end of a match. After the first one the points say nothing new. */
export function EveningSoFar({ connection, now, act }: Props) {
    const { room } = now;
    const evening = room!.evening;
    if (!evening || evening.matches.length === 0) return null;
    if (evening.over) return <EveningResult connection={connection} now={now} act={act} />;
    const several = evening.matches.length + (evening.earlier ?? 0) > 1;
    if (!several && !choosesNext(now)) return null;
    return (
        <section class="evening" aria-label={_("The evening")}>
            {several && <Progress heading="h3" now={now} act={act} />}
            <NextGame now={now} act={act} />
        </section>
    );
}

/** The same in the room between matches. */
export function EveningSheet({ connection, now, act }: Props) {
    const { room } = now;
    const evening = room!.evening;
    if (!evening || room!.status === "playing") return null;
    const any = evening.matches.length > 0;
    if (any && evening.over)
        return (
            <section class="sheet evening" aria-label={_("The evening")}>
                <EveningResult connection={connection} now={now} act={act} />
            </section>
        );
    if (!any && !choosesNext(now)) return null;
    return (
        <section class="sheet evening" aria-label={_("The evening")}>
            {any && <Progress heading="h2" now={now} act={act} />}
            <NextGame now={now} act={act} />
        </section>
    );
}
