/* go-on.tsx: the rooms you are in, on the home page: whose turn it is and who plays; finished ones apart. Where each is listed
 * depends on what was known when the page was drawn; what the server says afterwards changes words, and moves nothing. */
import { useEffect, useState } from "preact/hooks";
import { TicketFace } from "./lids";
import { shortTitle } from "./games";
import { spoken } from "../ui/navigation";
import { Icon } from "../ui/icons";
import { botName } from "../room/people";
import { forgetRoom, keptRooms, type KeptPlayer, type KeptRoom } from "../ui/storage";
import { Inside } from "../ui/topbar";
import { useOnline } from "../ui/hooks";
import { _, _n, locale } from "../ui/words";

const SHOWN_AT_ONCE = 6;

/** `3 days ago`, as people here say it. */
function ago(then: number): string {
    const units: [Intl.RelativeTimeFormatUnit, number][] = [
        ["day", 86_400_000],
        ["hour", 3_600_000],
        ["minute", 60_000],
    ];
    const passed = Date.now() - then;
    const [unit, ms] = units.find(([, length]) => passed >= length) ?? ["minute", 60_000];
    return new Intl.RelativeTimeFormat(locale(), { numeric: "auto", style: "short" }).format(
        -Math.floor(passed / ms),
        unit,
    );
}

const nameOf = ({ seat, name, bot }: KeptPlayer) =>
    bot ? botName(bot) : (name ?? _("Seat {seat}", { seat }));

const isMine = ({ names }: KeptRoom, { name, bot }: KeptPlayer) => !bot && names.includes(name ?? "");

/** Is somebody at this device to move? */
const awaitsMe = (room: KeptRoom) =>
    room.standing?.status === "playing" &&
    room.standing.players.some((player) => player.due && isMine(room, player));

const isDone = ({ standing }: KeptRoom) => standing?.status === "over" || standing?.status === "gone";

function standingText(room: KeptRoom): string {
    if (!room.standing) return "\u00a0"; // a line all the same
    const { status, players } = room.standing;
    if (status === "gone") return _("This room no longer exists");
    if (status === "over") return _("Finished");
    if (status === "waiting") return _("No match yet");
    const due = players.filter((player) => player.due);
    if (due.length === 0) return _("In progress");
    if (awaitsMe(room) && room.names.length === 1) return _("Your turn");
    return _("To play: {names}", { names: due.map(nameOf).join(_(", ")) });
}

function playersText({ room, names, here, standing }: KeptRoom): string {
    const all = standing?.players.map(nameOf) ?? names;
    const players = all.length > 0 ? all.join(_(", ")) : spoken(room);
    return here ? `${_("on this device")} · ${players}` : players;
}

const standingStyle = (room: KeptRoom) => (awaitsMe(room) ? "ticket-due small" : "small");

interface Told {
    /** As it was known when the page was drawn. */
    kept: KeptRoom;
    /** As it is known now. */
    now: KeptRoom;
}

/** How it stands; what comes later has the place of what was known first, and is cut off if it needs more. */
function Line({ kept, now }: Told) {
    return (
        <span class="ticket-line">
            {standingText(kept) !== standingText(now) && (
                <span class={`${standingStyle(kept)} unseen`}>{standingText(kept)}</span>
            )}
            <span class={standingStyle(now)}>{standingText(now)}</span>
        </span>
    );
}

function Ticket({ kept, now, onForget }: Told & { onForget: () => void }) {
    const { room, game, seen } = kept;
    return (
        <li class="ticket">
            <Inside to={`/t/${room}`}>
                <TicketFace game={game}>
                    <span class="ticket-title">
                        <b>{shortTitle(game)}</b>
                        <span class="soft small">{ago(seen)}</span>
                    </span>
                    <Line kept={kept} now={now} />
                    <span class="soft small">{playersText(kept)}</span>
                </TicketFace>
            </Inside>
            <button
                type="button"
                class="button quiet round"
                aria-label={_("Forget the room {code}", { code: spoken(room) })}
                title={_("Forget the room {code}", { code: spoken(room) })}
                onClick={onForget}
            >
                <Icon name="close" />
            </button>
        </li>
    );
}

interface Listed {
    rooms: KeptRoom[];
    /** What is known of a room now. */
    latest: (room: KeptRoom) => KeptRoom;
    onForget: (room: string) => void;
}

function Tickets({ rooms, latest, onForget }: Listed) {
    return (
        <ul class="goon-list">
            {rooms.map((kept) => (
                <Ticket key={kept.room} kept={kept} now={latest(kept)} onForget={() => onForget(kept.room)} />
            ))}
        </ul>
    );
}

/** Rooms that are listed when someone asks for them; it can be seen from outside that one of them awaits somebody here. */
function Fold({ title, ...listed }: Listed & { title: string }) {
    if (listed.rooms.length === 0) return null;
    const due = listed.rooms.map(listed.latest).some(awaitsMe);
    return (
        <details class="goon-more">
            <summary>
                {title} <span class={`small ticket-due ${due ? "" : "unseen"}`}>{_("Your turn")}</span>
            </summary>
            <Tickets {...listed} />
        </details>
    );
}

/** The rooms as they were known when the page was drawn, and what the server says of them as soon as it does. */
function useRooms(): Listed {
    const [rooms, setRooms] = useState(keptRooms);
    const [news, setNews] = useState(rooms);
    const online = useOnline();
    useEffect(() => {
        if (!online || rooms.length === 0) return;
        const leaving = new AbortController();
        import("./standings")
            .then(({ askForStandings }) => askForStandings(rooms, leaving.signal))
            .then(() => leaving.signal.aborted || setNews(keptRooms()))
            .catch(() => undefined); // what was seen last stays
        return () => leaving.abort();
    }, [online]);
    return {
        rooms,
        latest: (room) => news.find((one) => one.room === room.room) ?? room,
        onForget: (room) => {
            forgetRoom(room);
            setRooms(keptRooms());
        },
    };
}

export function GoOn() {
    const { rooms, ...rest } = useRooms();
    if (rooms.length === 0) return null;
    const open = rooms.filter((room) => !isDone(room));
    const mineFirst = [...open.filter(awaitsMe), ...open.filter((room) => !awaitsMe(room))];
    const done = rooms.filter(isDone);
    const later = mineFirst.slice(SHOWN_AT_ONCE);
    return (
        <section class="goon" aria-label={_("Continue")}>
            {open.length > 0 && <h2>{_("Continue")}</h2>}
            <Tickets rooms={mineFirst.slice(0, SHOWN_AT_ONCE)} {...rest} />
            <Fold title={_n("One more room", "{n} more rooms", later.length)} rooms={later} {...rest} />
            <Fold
                title={_n("One finished match", "{n} finished matches", done.length)}
                rooms={done}
                {...rest}
            />
        </section>
    );
}
