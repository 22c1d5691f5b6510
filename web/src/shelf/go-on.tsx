/* go-on.tsx: the rooms you are in, on the home page: whose turn it is and who plays; finished ones apart. */
import { useEffect, useState } from "preact/hooks";
import { Lid } from "./lids";
import { shortTitle } from "./games";
import { go, spoken } from "../ui/navigation";
import { Icon } from "../ui/icons";
import { botName } from "../room/people";
import { forgetRoom, keptRooms, type KeptPlayer, type KeptRoom } from "../ui/storage";
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

export function follow(code: string) {
    return (event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(`/t/${code}`);
    };
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
    const { status, players } = room.standing!;
    if (status === "gone") return _("This room no longer exists");
    if (status === "over") return _("Finished");
    if (status === "waiting") return _("No match yet");
    const due = players.filter((player) => player.due);
    if (due.length === 0) return _("In progress");
    if (awaitsMe(room) && room.names.length === 1) return _("Your turn");
    return _("To play: {names}", { names: due.map(nameOf).join(_(", ")) });
}

function playersText({ room, names, standing }: KeptRoom): string {
    const all = standing?.players.map(nameOf) ?? names;
    return all.length > 0 ? all.join(_(", ")) : spoken(room);
}

function Ticket({ kept, onForget }: { kept: KeptRoom; onForget: () => void }) {
    const { room, game, seen, here, standing } = kept;
    return (
        <li class="ticket">
            <a href={`/t/${room}`} onClick={follow(room)}>
                <span class="ticket-lid">
                    <Lid game={game} />
                </span>
                <span class="ticket-words">
                    <span class="ticket-title">
                        <b>{shortTitle(game)}</b>
                        <span class="soft small">{ago(seen)}</span>
                    </span>
                    {standing && (
                        <span class={awaitsMe(kept) ? "ticket-due small" : "small"}>
                            {standingText(kept)}
                        </span>
                    )}
                    <span class="soft small">
                        {here && `${_("on this device")} · `}
                        {playersText(kept)}
                    </span>
                </span>
            </a>
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

function Tickets({ rooms, onForget }: { rooms: KeptRoom[]; onForget: (room: string) => void }) {
    return (
        <ul class="goon-list">
            {rooms.map((kept) => (
                <Ticket key={kept.room} kept={kept} onForget={() => onForget(kept.room)} />
            ))}
        </ul>
    );
}

/** The rooms, with what the server says of them as soon as it does. */
function useRooms(): [KeptRoom[], (room: string) => void] {
    const [rooms, setRooms] = useState(keptRooms);
    const again = () => setRooms(keptRooms());
    const online = useOnline();
    useEffect(() => {
        if (!online || rooms.length === 0) return;
        const leaving = new AbortController();
        import("./standings")
            .then(({ askForStandings }) => askForStandings(rooms, leaving.signal))
            .then(() => leaving.signal.aborted || again())
            .catch(() => undefined); // what was seen last stays
        return () => leaving.abort();
    }, [online]);
    const forget = (room: string) => {
        forgetRoom(room);
        again();
    };
    return [rooms, forget];
}

export function GoOn() {
    const [rooms, forget] = useRooms();
    if (rooms.length === 0) return null;
    const open = rooms.filter((room) => !isDone(room));
    const mineFirst = [...open.filter(awaitsMe), ...open.filter((room) => !awaitsMe(room))];
    const done = rooms.filter(isDone);
    const later = mineFirst.slice(SHOWN_AT_ONCE);
    return (
        <section class="goon" aria-label={_("Continue")}>
            {open.length > 0 && <h2>{_("Continue")}</h2>}
            <Tickets rooms={mineFirst.slice(0, SHOWN_AT_ONCE)} onForget={forget} />
            {later.length > 0 && (
                <details class="goon-more">
                    <summary>{_n("One more room", "{n} more rooms", later.length)}</summary>
                    <Tickets rooms={later} onForget={forget} />
                </details>
            )}
            {done.length > 0 && (
                <details class="goon-more">
                    <summary>{_n("One finished match", "{n} finished matches", done.length)}</summary>
                    <Tickets rooms={done} onForget={forget} />
                </details>
            )}
        </section>
    );
}
