/* seats.tsx: the seats of a room before and during a match: who sits there, and what you can do about it. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../ui/icons";
import { choose, settings } from "../ui/storage";
import { levels, type Room, type RoomSeat, type You } from "../connection/messages";
import { botText, isTaken, levelName, seatNames } from "./people";
import type { Act } from "./room";
import { SeatMark } from "../ui/seat-mark";
import { useConfirmation } from "../ui/confirmation";
import { whyNot } from "../ui/refusals";
import { _, _c, _n } from "../ui/words";

const NAME_MAX = 39;

/** A name, and a seat for it. */
function SitDown({
    act,
    label,
    seat,
    onDone,
}: {
    act: Act;
    label: string;
    seat?: number;
    onDone?: () => void;
}) {
    const another = onDone !== undefined;
    const [name, setName] = useState(another ? "" : settings().name);
    const sit = (event: SubmitEvent) => {
        event.preventDefault();
        const wanted = name.trim();
        if (!wanted) return;
        if (!another) choose({ name: wanted });
        void act({ type: "sit", name: wanted, ...(seat && { seat }) }).then((done) => done && onDone?.());
    };
    return (
        <form class="sit" onSubmit={sit}>
            <label class="sit-name">
                <span>{label}</span>
                <input
                    class="field"
                    value={name}
                    maxLength={NAME_MAX}
                    required
                    autocomplete="nickname"
                    enterkeyhint="go"
                    onInput={(event) => setName(event.currentTarget.value)}
                />
            </label>
            <button class="button main">{_("Sit down")}</button>
        </form>
    );
}

/** How good the connection of someone is: three bars. */
function Bars({ lag }: { lag: number }) {
    const words =
        lag === 0 ? _("good connection") : lag === 1 ? _("slow connection") : _("very slow connection");
    return (
        <svg class="bars" viewBox="0 0 18 14" width="18" height="14" role="img" aria-label={words}>
            {[0, 1, 2].map((bar) => (
                <rect
                    x={bar * 6.5}
                    y={9 - bar * 4}
                    width="4.5"
                    height={5 + bar * 4}
                    rx="1"
                    class={bar < 3 - lag ? "bar full" : "bar"}
                />
            ))}
        </svg>
    );
}

function Marks({ seat, host }: { seat: RoomSeat; host: boolean }) {
    if (seat.person === undefined) return null;
    return (
        <span class="seat-notes">
            {host && (
                <span class="seat-note">
                    <Icon name="crown" />
                    {_("host")}
                </span>
            )}
            {seat.standin && (
                <span class="seat-note">
                    <Icon name="robot" />
                    {_("A bot stands in")}
                </span>
            )}
            {seat.hints !== undefined && (
                <span class="seat-note">
                    <Icon name="bulb" />
                    {_n("{n} hint", "{n} hints", seat.hints)}
                </span>
            )}
            {seat.late !== undefined && (
                <span class="seat-note">
                    <Icon name="time" />
                    {_n("time ran out once", "time ran out {n} times", seat.late)}
                </span>
            )}
            {seat.away ? (
                <span class="seat-note">
                    <Icon name="moon" />
                    {_("away")}
                </span>
            ) : (
                <Bars lag={seat.lag ?? 0} />
            )}
        </span>
    );
}

/** Edit the name in place. */
function Rename({ seat, act, onDone }: { seat: RoomSeat; act: Act; onDone: () => void }) {
    const field = useRef<HTMLInputElement>(null);
    useLayoutEffect(() => field.current!.focus(), []);
    const done = (event: SubmitEvent) => {
        event.preventDefault();
        const name = field.current!.value.trim();
        onDone();
        if (!name || name === seat.name) return;
        choose({ name });
        void act({ type: "rename", seat: seat.seat, name });
    };
    return (
        <form class="rename" onSubmit={done}>
            <input
                ref={field}
                class="field"
                defaultValue={seat.name}
                maxLength={NAME_MAX}
                aria-label={_("Name")}
                enterkeyhint="done"
            />
            <button class="button small">{_("OK")}</button>
        </form>
    );
}

/** The button to change a name; it gets the focus back after a change. */
function Pencil({ name, back, onClick }: { name: string; back: boolean; onClick: () => void }) {
    const button = useRef<HTMLButtonElement>(null);
    useLayoutEffect(() => {
        if (back) button.current!.focus();
    }, []);
    return (
        <button
            type="button"
            class="button quiet round"
            ref={button}
            aria-label={_("Rename {name}", { name })}
            onClick={onClick}
        >
            <Icon name="pencil" />
        </button>
    );
}

/** A bot: the host chooses how good it is. Shut, the choice shows the name of the bot alone: there is no room for more. */
function Level({
    seat,
    name,
    level: plain,
    programs = [],
    act,
}: {
    seat: RoomSeat;
    name: string;
    level: string;
    programs: string[] | undefined;
    act: Act;
}) {
    const bots = new Set<string>([...levels, ...programs, seat.bot!]);
    return (
        <span class="level field">
            <span class="place-name" aria-hidden="true">
                {name}
            </span>
            <Icon name="unfold" />
            <select
                aria-label={_("Level of the bot {name}", { name: plain })}
                value={seat.bot}
                onChange={(event) =>
                    void act({ type: "bot", seat: seat.seat, level: event.currentTarget.value })
                }
            >
                {[...bots].map((bot) => (
                    <option value={bot}>{botText(bot)}</option>
                ))}
            </select>
        </span>
    );
}

function Cross({ label, onClick }: { label: string; onClick: () => void }) {
    return (
        <button type="button" class="button quiet round" aria-label={label} onClick={onClick}>
            <Icon name="close" />
        </button>
    );
}

/** What a host may do about a person: behind a button, in a row below the name. */
function PersonTools({ seat, act, isHost }: { seat: RoomSeat; act: Act; isHost: boolean }) {
    const [open, setOpen] = useState(false);
    const { ask, asked } = useConfirmation();
    const does = (type: "host" | "remove") => () => {
        setOpen(false);
        void act({ type, seat: seat.seat });
    };
    const askToRemove = () =>
        ask({
            text: _("{name} can then watch, but not sit down again.", { name: seat.name ?? "" }),
            yes: _c("person", "Remove"),
            then: does("remove"),
        });
    const tool = (text: string, onClick: () => void) => (
        <button type="button" class="button small" onClick={onClick}>
            {text}
        </button>
    );
    return (
        <>
            <button
                type="button"
                class="button quiet round"
                aria-label={_("More options for {name}", { name: seat.name ?? "" })}
                aria-expanded={open}
                onClick={() => setOpen(!open)}
            >
                <Icon name={open ? "close" : "menu"} />
            </button>
            {open && (
                <span class="row place-tools">
                    {!isHost && tool(_("Make host"), does("host"))}
                    {tool(_c("person", "Remove"), askToRemove)}
                </span>
            )}
            {asked}
        </>
    );
}

/** Several people at one device are one host: the first of them. */
function isHostSeat({ host, seats }: Room, { seat, person }: RoomSeat): boolean {
    return person !== undefined && person === host && seats.find((one) => one.person === host)?.seat === seat;
}

function Place({
    seat,
    name,
    level,
    room,
    you,
    act,
    last,
}: {
    seat: RoomSeat;
    name: string;
    /** Of a bot, without the word. */
    level: string;
    room: Room;
    you: You;
    act: Act;
    last: boolean;
}) {
    const { ask, asked } = useConfirmation();
    const [renamed, setRenamed] = useState<"no" | "now" | "done">("no");
    const mine = you.seats.includes(seat.seat);
    const playing = room.status === "playing";
    const mayRename = mine && !playing;
    const renaming = mayRename && renamed === "now";
    const stand = () => void act({ type: "stand", seat: seat.seat });
    const askToStand = () =>
        ask({ text: _("A bot will take over for {name}.", { name }), yes: _("Leave seat"), then: stand });
    const addBot = () => void act({ type: "bot", seat: seat.seat, level: "regular" });
    if (!isTaken(seat))
        return (
            <li class="place free">
                <SeatMark seat={seat.seat} />
                <span class="place-words soft">{_("free")}</span>
                {you.host && (!playing || last) && (
                    <button type="button" class="button small" onClick={addBot}>
                        <Icon name="robot" />
                        {_("Add a bot")}
                    </button>
                )}
            </li>
        );
    return (
        <li class={mine ? "place mine" : "place"}>
            <SeatMark seat={seat.seat} />
            <span class="place-words">
                {renaming ? (
                    <Rename seat={seat} act={act} onDone={() => setRenamed("done")} />
                ) : seat.bot && you.host ? (
                    <Level seat={seat} name={name} level={level} programs={room.bots} act={act} />
                ) : (
                    <span class="place-name">
                        {name}{" "}
                        {mine && (
                            <span class="soft">{you.seats.length > 1 ? _("(this device)") : _("(you)")}</span>
                        )}
                    </span>
                )}
                <Marks seat={seat} host={isHostSeat(room, seat)} />
            </span>
            {mayRename && !renaming && (
                <Pencil name={name} back={renamed === "done"} onClick={() => setRenamed("now")} />
            )}
            {mine && (
                <Cross label={_("Leave {name}'s seat", { name })} onClick={playing ? askToStand : stand} />
            )}
            {seat.bot && you.host && (
                <Cross
                    label={_("Remove the bot {name}", { name: level })}
                    onClick={() => void act({ type: "bot", seat: seat.seat, level: null })}
                />
            )}
            {seat.person !== undefined && !mine && you.host && (
                <PersonTools key={seat.person} seat={seat} act={act} isHost={seat.person === room.host} />
            )}
            {asked}
        </li>
    );
}

/** All seats of a room. Free seats after the first free one are only counted. */
export function Seats({ room, you, act }: { room: Room; you: You; act: Act }) {
    const [another, setAnother] = useState(false);
    const names = seatNames(room);
    const plain = seatNames(room, levelName);
    const firstFree = room.seats.findIndex((seat) => !isTaken(seat));
    const shown = room.seats.filter((seat, at) => isTaken(seat) || at === firstFree);
    // A room that everyone has left is open to the next guest: between matches its bots give up their seats.
    const left = room.host === null && room.status !== "playing";
    const free = room.seats.filter((seat) => !isTaken(seat) || (left && seat.bot)).length;
    const shut = room.locked && room.host !== null && you.person === null;
    const watchers = room.watchers - (you.person === null ? 1 : 0); // besides us
    return (
        <div class="stack">
            {free > 0 && you.seats.length === 0 && !shut && <SitDown act={act} label={_("Your name")} />}
            <ol class="places">
                {shown.map((seat) => (
                    <Place
                        key={seat.seat}
                        seat={seat}
                        name={names[seat.seat - 1]!}
                        level={plain[seat.seat - 1]!}
                        room={room}
                        you={you}
                        act={act}
                        last={seat.seat === firstFree + 1}
                    />
                ))}
            </ol>
            {shut && <p class="soft small">{whyNot("locked")}</p>}
            {free > 0 &&
                you.seats.length > 0 &&
                room.status !== "playing" &&
                (another ? (
                    <SitDown
                        act={act}
                        label={_("Name of another player on this device")}
                        onDone={() => setAnother(false)}
                    />
                ) : (
                    <button type="button" class="button quiet small" onClick={() => setAnother(true)}>
                        <Icon name="plus" />
                        {_("Add a player on this device")}
                    </button>
                ))}
            {watchers > 0 && (
                <p class="soft small watchers">
                    <Icon name="eye" />
                    {watchers === 1
                        ? _("One spectator is watching.")
                        : _("{count} spectators are watching.", { count: watchers })}
                </p>
            )}
        </div>
    );
}
