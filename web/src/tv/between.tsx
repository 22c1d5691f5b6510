/* between.tsx: between two matches: how the last one ended, then the score of the evening, and the next game with its
 * rules in three pictures. */
import { useEffect, useState } from "preact/hooks";
import type { RoomConnection } from "../connection/room-connection";
import type { EveningMatch, Room } from "../connection/messages";
import type { Snapshot } from "../connection/snapshot";
import { headline as eveningHeadline, list, playerName } from "../evening/players";
import { isTaken, seatNames } from "../room/people";
import { Lid } from "../shelf/lids";
import { about, factsOf, minutes, playersText, shortTitle, title } from "../shelf/games";
import { headline, Laurel, ranking } from "../table/end";
import { usePromise, useTicks } from "../ui/hooks";
import { lazy } from "../ui/lazy-part";
import { SeatMark } from "../ui/seat-mark";
import { Icon } from "../ui/icons";
import { Corner } from "./corner";
import { lettersOf } from "./letters";
import { EveningScore, Name, Ready, Standings, standingsOf } from "./score";
import { useWaitsForKey } from "./speakers";
import { useDrawn } from "./stage";
import { _, _n, number } from "../ui/words";

const EveningOutstanding = lazy(() => import("./outstanding").then((part) => part.EveningOutstanding));

/** How long the result stays before the next match is announced. */
const RESULT_MS = 20_000;
/** How long one of the three pictures is the one to look at. */
const PICTURE_MS = 5_000;
/** So many guests fit one below the other. */
const FEW = 4;
/** So many people and matches of the evening fit together. */
const ROWS = 12;
/** At least so many matches are shown. */
const MATCHES = 2;

interface Props {
    connection: RoomConnection;
    now: Snapshot;
}

/** A headline in one line, if that leaves it large. */
function Head({ text }: { text: string }) {
    return <h1 style={{ "--letters": lettersOf(text) }}>{text}</h1>;
}

// ---- the rules in three pictures ----

function Rules({ game }: { game: string }) {
    const pictures = useDrawn(game)?.screen?.pictures;
    const [at, setAt] = useState(0);
    useEffect(() => {
        const timer = setInterval(() => setAt((before) => before + 1), PICTURE_MS);
        return () => clearInterval(timer);
    }, []);
    if (!pictures) return <p class="tv-about">{about(game)}</p>;
    return (
        <ol class="tv-rules">
            {pictures.map(({ Picture, words }, number_) => (
                <li class={number_ === at % pictures.length ? "tv-now" : ""}>
                    <div class="tv-picture" aria-hidden="true">
                        <div class="tv-drawing">
                            <Picture />
                        </div>
                    </div>
                    <p>{words()}</p>
                </li>
            ))}
        </ol>
    );
}

// ---- the next match ----

/** Who is here, and who wants the next match. */
function Guests({ room }: { room: Room }) {
    const names = seatNames(room);
    const taken = room.seats.filter(isTaken);
    if (taken.length === 0) return null;
    return (
        <ul class={taken.length > FEW ? "tv-guests tv-many" : "tv-guests"} aria-label={_("At the table")}>
            {taken.map(({ seat, person, away }) => {
                const ready = person !== undefined && room.again?.includes(person);
                return (
                    <li class={ready ? "tv-ready" : ""} style={{ "--seat": `var(--seat-${seat})` }}>
                        <SeatMark seat={seat} />
                        <Name name={names[seat - 1]!} />
                        {ready && <Ready />}
                        {away && (
                            <span class="tv-sign">
                                <Icon name="moon" />
                                <span class="ears">{_("away")}</span>
                            </span>
                        )}
                    </li>
                );
            })}
        </ul>
    );
}

/** What everyone waits for, in words. */
function waitText(room: Room): string {
    const seated = room.seats.filter(isTaken).length;
    if (seated === 0) return _("Scan the code and sit down.");
    const waiting = room.seats.filter(
        ({ person, away }) => person !== undefined && !away && !room.again?.includes(person),
    );
    if ((room.again ?? []).length > 0 && waiting.length > 0)
        return _("Waiting for {names}…", {
            names: list(waiting.map(({ name }) => name ?? "?")),
        });
    const host = room.seats.find(({ person }) => person !== undefined && person === room.host)?.name;
    return host
        ? _("{name} starts the match when everyone is here.", { name: host })
        : _("The host starts the match when everyone is here.");
}

function NextGame({ room }: { room: Room }) {
    const game = room.evening?.next?.game ?? room.game;
    const facts = usePromise(() => factsOf(game), [game]);
    return (
        <section class="tv-next" aria-label={title(game)}>
            <div class="tv-lid">
                <Lid game={game} />
            </div>
            <div class="tv-next-words">
                <p class="tv-over-line">{room.match > 0 ? _("Next game") : _("First game")}</p>
                <h1>{title(game)}</h1>
                {facts && (
                    <p>
                        {playersText(facts)}
                        {minutes(game) && ` · ${_("{minutes} minutes", { minutes: minutes(game) })}`}
                    </p>
                )}
            </div>
            <p class="tv-wait" role="status">
                {waitText(room)}
            </p>
        </section>
    );
}

// ---- the evening ----

function winnersOf({ seats }: EveningMatch): string {
    return list(seats.filter(({ place }) => place === 1).map(playerName));
}

/** The matches so far, the last one first. */
function Matches({ matches, people }: { matches: EveningMatch[]; people: number }) {
    return (
        <ol class="tv-matches">
            {matches
                .slice(-Math.max(MATCHES, ROWS - people))
                .reverse()
                .map((one) => (
                    <li class={one.struck ? "tv-struck" : ""}>
                        <span class="digits">{number(one.match)}</span>
                        <span>{shortTitle(one.game)}</span>
                        <b>{one.struck ? _("does not count") : winnersOf(one)}</b>
                    </li>
                ))}
        </ol>
    );
}

/** The score, and how it came about. */
function SoFar({ room }: { room: Room }) {
    const matches = room.evening?.matches ?? [];
    return (
        <>
            <EveningScore room={room} />
            {matches.length > 0 && <Matches matches={matches} people={standingsOf(room).length} />}
        </>
    );
}

/** The end of an evening. */
function EveningOver({ connection, now }: Props) {
    const room = now.room!;
    return (
        <div class="tv-page tv-wide">
            <main class="tv-result">
                <div class="tv-won-head">
                    <Laurel />
                    <Head text={eveningHeadline(room.evening!)} />
                    <Laurel flip />
                </div>
                <Standings room={room} />
                <Matches matches={room.evening!.matches} people={standingsOf(room).length} />
            </main>
            <Corner code={connection.code} link={now.link} />
            <EveningOutstanding code={connection.code} evening={room.evening!} />
        </div>
    );
}

// ---- all of it ----

/** Before the first match, and between two of them. */
export function Between({ connection, now }: Props) {
    const room = now.room!;
    const waits = useWaitsForKey();
    const known = standingsOf(room).length > 0;
    if (room.evening?.over) return <EveningOver connection={connection} now={now} />;
    return (
        <div class="tv-page tv-between">
            <main class="tv-between-main">
                <NextGame room={room} />
                <Rules game={room.evening?.next?.game ?? room.game} />
            </main>
            <Corner code={connection.code} link={now.link} large={!known} />
            <div class="tv-beside">
                {known ? <SoFar room={room} /> : <Guests room={room} />}
                {waits && room.match === 0 && !known && (
                    <p class="tv-speaker">{_("Press any key here to hear the table.")}</p>
                )}
            </div>
        </div>
    );
}

/** Until the screen turns to the next game. */
function Countdown() {
    const [began] = useState(() => performance.now());
    useTicks(500, true);
    const left = Math.max(0, Math.ceil((RESULT_MS - (performance.now() - began)) / 1000));
    return (
        <div class="tv-countdown" style={{ "--ms": `${RESULT_MS}ms` }}>
            <p class="digits">
                {_n("What comes next: in {n} second", "What comes next: in {n} seconds", left)}
            </p>
            <div class="tv-left" aria-hidden="true">
                <i />
            </div>
        </div>
    );
}

/** The result of a match; after a while the next one is announced. */
export function AfterMatch({
    connection,
    now,
    names,
    by,
}: Props & {
    names: string[];
    /** How it was won, if the points do not show it. */
    by: string | null;
}) {
    const room = now.room!;
    const table = now.table!;
    const [seen, setSeen] = useState(table.stopped === true);
    const fewest = usePromise(() => factsOf(room.game), [room.game])?.fewest_win ?? false;
    useEffect(() => {
        const timer = setTimeout(() => setSeen(true), RESULT_MS);
        return () => clearTimeout(timer);
    }, []);
    if (seen || room.evening?.over) return <Between connection={connection} now={now} />;
    return (
        <div class="tv-page tv-wide">
            <main class="tv-result">
                <p class="tv-over-line">{shortTitle(room.game)}</p>
                <div class="tv-won-head">
                    <Laurel />
                    <Head text={headline(now, names)} />
                    <Laurel flip />
                </div>
                {by && <p class="tv-by">{by}</p>}
                {names.length > 1 && (
                    <ol class={`tv-ranking tv-of-${names.length}`}>
                        {ranking(now, names, fewest).map(({ seat, name, score, won }) => (
                            <li class={won ? "tv-won" : ""} style={{ "--seat": `var(--seat-${seat})` }}>
                                <SeatMark seat={seat} />
                                <Name name={name} />
                                <b class="digits">{number(score)}</b>
                            </li>
                        ))}
                    </ol>
                )}
                <Countdown />
            </main>
            <Corner code={connection.code} link={now.link} />
            {standingsOf(room).length > 0 && <EveningScore room={room} />}
        </div>
    );
}
