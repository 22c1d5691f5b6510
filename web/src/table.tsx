/* table.tsx: the table during a match: the face in the middle, around it what all games share: who sits where and is
 * due, the log, talk, wishes to take back, hints, and the hand-over where several play at one device. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useAwake } from "./awake";
import { Chat, chatText, isMuted } from "./chat";
import { End } from "./end";
import { whoseEyes } from "./eyes";
import type { Face, FaceProps, Line } from "./face";
import { faceAtHand, fetchFace } from "./faces";
import { shortTitle, title } from "./games";
import { Icon } from "./icons";
import { Invite } from "./invite";
import { motion, settings } from "./keep";
import { Log } from "./log";
import type { Opinions, Room, TableMessage } from "./messages";
import { notice } from "./notice";
import { isTaken, seatNames } from "./people";
import type { Act } from "./room";
import { RulesSheet } from "./rules";
import { SeatMark } from "./seat";
import { Seats } from "./seats";
import { Sheet } from "./sheet";
import { useTold, type Told } from "./told";
import { TopBar } from "./topbar";
import { useMedia, useTicks } from "./use";
import { whyNot } from "./why";
import type { Refused, Snapshot, Wire } from "./wire";
import { _, _key, number } from "./words";

// ---- the strip of seats ----

/** Seconds left of a turn, or null. */
function secondsLeft(table: TableMessage, wire: Wire): number | null {
    return table.turn_ends === null || table.over ? null : Math.max(0, Math.ceil((table.turn_ends - wire.clock.table()) / 1000));
}

function Strip({ room, table, face, wire, eyes }: { room: Room; table: TableMessage; face: Face; wire: Wire; eyes: number | null }) {
    useTicks(500, table.turn_ends !== null);
    const strip = useRef<HTMLOListElement>(null);
    const names = seatNames(room);
    const left = secondsLeft(table, wire);
    const view = (table.eyes[String(eyes)] ?? Object.values(table.eyes)[0])!.view;
    const firstDue = table.due[0];
    useEffect(() => {
        const item = strip.current?.querySelector<HTMLElement>(".due");
        if (item) strip.current!.scrollTo({ left: item.offsetLeft - 24, behavior: "smooth" });
    }, [firstDue]);
    return (
        <section aria-label={_("Who plays")} class="strip">
            <ol class="strip-seats" ref={strip} tabIndex={0}>
                {room.seats.filter(isTaken).map((seat) => {
                    const due = table.due.includes(seat.seat);
                    const score = table.scores ? number(table.scores[seat.seat - 1] ?? 0) : face.score?.(view, seat.seat);
                    return (
                        <li class={due ? "strip-seat due" : "strip-seat"} aria-current={due ? "step" : undefined}>
                            <SeatMark seat={seat.seat} size={16} />
                            <span class="strip-name">{names[seat.seat - 1]}</span>
                            {seat.away && <span class="strip-away" title={_("away")}><Icon name="moon" /><span class="ears">{_("away")}</span></span>}
                            {score != null && <b class="digits">{score}</b>}
                            {due && left !== null && <span class="strip-clock digits" aria-label={_("{seconds} seconds left", { seconds: left })}>{left}</span>}
                            {due && <span class="ears">{_("is due")}</span>}
                        </li>
                    );
                })}
            </ol>
        </section>
    );
}

// ---- small things above the face ----

function BackWish({ table, names, mine, act }: { table: TableMessage; names: string[]; mine: number[]; act: Act }) {
    const wish = table.back;
    if (!wish) return null;
    const open = mine.filter((seat) => !wish.agreed.includes(seat));
    const answer = (type: "agree" | "disagree") => open.forEach((seat) => void act({ type, seat }));
    return (
        <div class="banner" role="status">
            <span>{_("{name} wishes to take back.", { name: names[wish.by - 1] ?? "?" })}</span>
            {open.length > 0
                ? (
                    <span class="row">
                        <button type="button" class="button small main" onClick={() => answer("agree")}>{_("All right")}</button>
                        <button type="button" class="button small" onClick={() => answer("disagree")}>{_("No")}</button>
                    </span>
                )
                : <span class="soft">{_("Waiting for the others.")}</span>}
        </div>
    );
}

/** With dice of our own the house can still throw for us. */
function OwnDice({ room, table, mine, act }: { room: Room; table: TableMessage; mine: number[]; act: Act }) {
    if (room.dice !== "ours" || table.over || table.due.length > 0 || mine.length === 0) return null;
    return (
        <div class="banner">
            <span>{_("Throw, draw or turn up, and tap in what it shows.")}</span>
            <button type="button" class="button small" onClick={() => void act({ type: "roll" })}><Icon name="dice" />{_("Let the house do it")}</button>
        </div>
    );
}

/** Between two people at one device. */
function HandOver({ name, onOpen }: { name: string; onOpen: () => void }) {
    const button = useRef<HTMLButtonElement>(null);
    useEffect(() => button.current?.focus(), [name]);
    return (
        <section class="handover" aria-label={_("For the eyes of {name} alone", { name })}>
            <div class="sheet stack">
                <Icon name="eye" />
                <h2>{_("For the eyes of {name} alone", { name })}</h2>
                <p class="soft">{_("Hand the device over; the others look away.")}</p>
                <button ref={button} type="button" class="button main" onClick={onOpen}>{_("I am {name}", { name })}</button>
            </div>
        </section>
    );
}

// ---- hints ----

function HintSheet({ game, opinions, onClose }: { game: string; opinions: Opinions | null; onClose: () => void }) {
    const shown = opinions?.moves.slice(0, 6) ?? [];
    const text = (move: string) => move.split(" ").map((word) => (/^[a-z_]+$/.test(word) ? _key(game, word) : word)).join(" ");
    const value = (v: number) => (opinions?.meaning === "wins" ? `${number(Math.round(v * 1000) / 10)} %` : number(Math.round(v * 10) / 10));
    return (
        <Sheet title={_("What the best player would do")} onClose={onClose}>
            {!opinions && <p role="status">{_("Thinking …")}</p>}
            <ol class="hints">
                {shown.map(({ move, value: v }) => <li><span>{text(move)}</span><b class="digits">{value(v)}</b></li>)}
            </ol>
            {opinions && <p class="soft small">{opinions.meaning === "wins" ? _("How likely each move wins.") : _("How many points each move is worth in the end, on average.")}</p>}
        </Sheet>
    );
}

// ---- the menu ----

type Open = "none" | "menu" | "log" | "chat" | "people" | "rules" | "hint" | "invite";

function Menu({ now, act, seat, onOpen, onLobby }: { now: Snapshot; act: Act; seat: number | null; onOpen: (what: Open) => void; onLobby: () => void }) {
    const { room, table, you } = now;
    const playing = room!.status === "playing";
    const due = seat !== null && table!.due.includes(seat);
    const hint = () => {
        onOpen("hint");
        void act({ type: "judge", seat: seat! }).then((done) => !done && onOpen("none"));
    };
    const back = () => {
        onOpen("none");
        void act({ type: "back", seat: seat! });
    };
    const stop = () => {
        onOpen("none");
        if (confirm(_("End this match without a result?"))) void act({ type: "stop" });
    };
    return (
        <Sheet title={_("Table")} onClose={() => onOpen("none")}>
            <div class="menu">
                {room!.hints && due && <button type="button" class="button" onClick={hint}><Icon name="bulb" />{_("A hint")}</button>}
                {playing && seat !== null && <button type="button" class="button" onClick={back}><Icon name="undo" />{_("Take back my last move")}</button>}
                <button type="button" class="button" onClick={() => onOpen("rules")}><Icon name="rules" />{_("Rules")}</button>
                <button type="button" class="button" onClick={() => onOpen("people")}><Icon name="people" />{_("People and bots")}</button>
                <button type="button" class="button" onClick={() => onOpen("invite")}><Icon name="share" />{_("Invite friends")}</button>
                {!playing && <button type="button" class="button" onClick={onLobby}><Icon name="dice" />{_("Change the game or its options")}</button>}
                {playing && you.host && <button type="button" class="button" onClick={stop}><Icon name="close" />{_("Stop the match")}</button>}
            </div>
        </Sheet>
    );
}

// ---- the face ----

/** What has happened since the face was last drawn; the same list until something new happens. */
function useFresh(match: number, lines: Line[]): Line[] {
    const drawn = useRef<{ match: number; lines: Line[]; fresh: Line[] }>({ match, lines, fresh: [] });
    const before = drawn.current;
    if (before.lines !== lines || before.match !== match) {
        const last = before.match === match ? (before.lines[before.lines.length - 1]?.number ?? 0) : 0;
        drawn.current = { match, lines, fresh: lines.filter((line) => line.number > last) };
    }
    return drawn.current.fresh;
}

function faceProps(wire: Wire, now: Snapshot, seat: number | null, fresh: Line[]): FaceProps {
    const table = now.table!;
    const room = now.room!;
    const seats = room.seats.filter(isTaken);
    const eyes = table.eyes[seat === null ? "watcher" : String(seat)] ?? Object.values(table.eyes)[0]!;
    const moving = seat !== null && now.moving.includes(seat);
    const say = (error: Refused) => notice(whyNot(error.why));
    return {
        view: eyes.view,
        seat,
        mine: now.you.seats,
        due: table.due,
        moves: moving ? [] : (eyes.moves ?? []),
        names: seatNames(room).slice(0, seats.length),
        bots: seats.map((one) => one.bot !== undefined),
        options: room.options,
        fresh,
        lines: now.lines,
        over: table.over,
        won: table.won ?? [],
        ours: room.dice === "ours",
        now: () => wire.clock.table(),
        alarm: table.alarm,
        play: (move, afterMs, as) => {
            const who = as ?? seat;
            if (who !== null) wire.play(who, move, afterMs).catch(say);
        },
        declare: (shown) => void wire.say({ type: "declare", shown }).catch(say),
        grip: (um) => seat !== null && wire.tell({ type: "grip", seat, um: Math.round(um) }),
        gripHeard: now.grip,
        call: (word, text) => void wire.say({ type: "call", ...(word ? { word } : { text }) }).catch(say),
        calls: now.calls,
        motion: motion(),
    };
}

function useFace(game: string): Face | null {
    const [face, setFace] = useState<Face | null>(() => faceAtHand(game));
    useEffect(() => {
        let wanted = true;
        setFace(faceAtHand(game));
        void fetchFace(game).then((found) => wanted && setFace(found));
        return () => {
            wanted = false;
        };
    }, [game]);
    return face;
}

// ---- for ears ----

/** Says what has happened since, when it is time; who comes in later hears only what is new. */
function Ears({ told, wire, yours }: { told: Told[]; wire: Wire; yours: boolean }) {
    const [said, setSaid] = useState("");
    const last = useRef(told[told.length - 1]?.number ?? 0);
    useEffect(() => {
        const fresh = told.filter((one) => one.number > last.current);
        if (fresh.length === 0) return;
        const wait = Math.max(0, Math.max(...fresh.map((one) => one.at)) - wire.clock.table());
        const timer = setTimeout(() => {
            last.current = fresh[fresh.length - 1]!.number;
            setSaid(fresh.map((one) => one.text).join(" ") + (yours ? ` ${_("It is your turn.")}` : ""));
        }, Math.min(wait, 5_000));
        return () => clearTimeout(timer);
    }, [told, yours]);
    return <div class="ears" role="log" aria-live="polite">{said}</div>;
}

/** How many lines of talk have come since it was last looked at. */
function useUnread(now: Snapshot, looking: boolean): number {
    const [read, setRead] = useState(now.chat[now.chat.length - 1]?.number ?? 0);
    const last = now.chat[now.chat.length - 1];
    useEffect(() => {
        if (looking && last) setRead(last.number);
    }, [looking, last]);
    return now.chat.filter((line) => line.number > read && line.person !== now.you.person && !isMuted(now.room!.room, line)).length;
}

/** The last thing said, for a moment, to those who do not have the talk open. */
function useChatNotices(now: Snapshot, looking: boolean): void {
    const seen = useRef(now.chat[now.chat.length - 1]?.number ?? 0);
    useEffect(() => {
        const line = now.chat[now.chat.length - 1];
        if (!line || line.number <= seen.current) return;
        seen.current = line.number;
        if (!looking && line.person !== now.you.person && !isMuted(now.room!.room, line)) notice(`${line.from || _("A watcher")}: ${chatText(line)}`);
    }, [now.chat]);
}

// ---- all of it ----

export function TableScreen({ wire, now, act, onLobby }: { wire: Wire; now: Snapshot; act: Act; onLobby: () => void }) {
    const room = now.room!;
    const table = now.table!;
    const face = useFace(settings().table === "plain" ? "generic" : room.game);
    const wide = useMedia("(min-width: 1000px)");
    const [open, setOpen] = useState<Open>("none");
    const [aside, setAside] = useState<"log" | "chat">("log");
    const [opened, setOpened] = useState<number | null>(null);
    const whose = whoseEyes(table, opened, face?.together ?? false);
    const names = seatNames(room);
    const told = useTold(face, now.lines, names);
    const fresh = useFresh(table.match, now.lines);
    const looking = open === "chat" || (wide && aside === "chat");
    const unread = useUnread(now, looking);
    const screen = useRef<HTMLDivElement>(null);
    useChatNotices(now, looking);
    useAwake(room.status === "playing");
    useLayoutEffect(() => {
        if (!whose.secret && opened !== null) setOpened(null);
    }, [whose.secret]);
    useTicks(1000, now.lines.some((line) => line.at > wire.clock.table()));

    const close = () => setOpen("none");
    const yours = table.due.some((seat) => now.you.seats.includes(seat));
    const chat = <Chat code={wire.code} chat={now.chat} phrases={now.phrases} person={now.you.person} act={act} />;
    const log = <Log told={told} now={wire.clock.table()} />;
    return (
        <div class="table" ref={screen} data-sound={settings().sound ? "on" : "off"}>
            <TopBar title={wide ? title(room.game) : shortTitle(room.game)}>
                {!wide && <button type="button" class="button quiet round" aria-label={_("The match so far")} onClick={() => setOpen("log")}><Icon name="list" /></button>}
                {!wide && (
                    <button type="button" class="button quiet round" aria-label={unread > 0 ? _("Talk, {count} new", { count: unread }) : _("Talk")} onClick={() => setOpen("chat")}>
                        <Icon name="chat" />{unread > 0 && <span class="badge" aria-hidden="true">{unread}</span>}
                    </button>
                )}
                <button type="button" class="button quiet round" aria-label={_("Table menu")} onClick={() => setOpen("menu")}><Icon name="menu" /></button>
            </TopBar>
            {face && <Strip room={room} table={table} face={face} wire={wire} eyes={whose.seat} />}
            <div class="table-body">
                <main class="table-main" aria-label={_("The table")}>
                    <BackWish table={table} names={names} mine={now.you.seats} act={act} />
                    <OwnDice room={room} table={table} mine={now.you.seats} act={act} />
                    {table.over && <End wire={wire} now={now} act={act} onLobby={onLobby} />}
                    <div class="face">
                        {whose.handTo !== null
                            ? <HandOver name={names[whose.handTo - 1] ?? "?"} onOpen={() => setOpened(whose.handTo)} />
                            : face && <face.Table key={table.match} {...faceProps(wire, now, whose.seat, fresh)} />}
                    </div>
                </main>
                {wide && (
                    <aside class="table-aside sheet" aria-label={_("Beside the table")}>
                        <div class="tabs" role="tablist">
                            <button type="button" role="tab" aria-selected={aside === "log"} onClick={() => setAside("log")}>{_("The match so far")}</button>
                            <button type="button" role="tab" aria-selected={aside === "chat"} onClick={() => setAside("chat")}>{unread > 0 ? _("Talk ({count})", { count: unread }) : _("Talk")}</button>
                        </div>
                        <div role="tabpanel" class="table-panel">{aside === "log" ? log : chat}</div>
                    </aside>
                )}
            </div>
            {whose.handTo === null && <Ears told={told} wire={wire} yours={yours} />}
            {open === "menu" && <Menu now={now} act={act} seat={whose.seat} onOpen={setOpen} onLobby={onLobby} />}
            {open === "log" && <Sheet title={_("The match so far")} onClose={close}>{log}</Sheet>}
            {open === "chat" && <Sheet title={_("Talk")} onClose={close}>{chat}</Sheet>}
            {open === "people" && <Sheet title={_("People and bots")} onClose={close}><Seats room={room} you={now.you} act={act} /></Sheet>}
            {open === "rules" && <RulesSheet game={room.game} onClose={close} />}
            {open === "hint" && <HintSheet game={room.game} opinions={now.opinions} onClose={close} />}
            {open === "invite" && <Sheet title={_("Invite friends")} onClose={close}><Invite code={wire.code} game={title(room.game)} /></Sheet>}
        </div>
    );
}
