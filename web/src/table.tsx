/* table.tsx: the table during a match: the face in the middle, around it what all games share: who sits where and is
 * due, the log, talk, wishes to take back, hints, and the hand-over where several play at one device. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAwake } from "./awake";
import { BackWish } from "./banners";
import { Chat, chatText, isMuted } from "./chat";
import { useDoubts, type Doubts } from "./doubts";
import { useEarlier } from "./earlier";
import { Ears } from "./ears";
import { End } from "./end";
import { hideFromOthers, seeTheSame, whoseEyes, type Whose } from "./eyes";
import type { Face, FaceProps, Line } from "./face";
import { faceAtHand, fetchFace } from "./faces";
import { shortTitle, title } from "./games";
import { HandOver } from "./handover";
import { Icon, type IconName } from "./icons";
import { Invite } from "./invite";
import { motion, settings } from "./keep";
import { lazy } from "./lazy";
import { Log } from "./log";
import { Menu, type Open } from "./menu";
import type { Room, TableMessage } from "./messages";
import { notice } from "./notice";
import { isTaken, seatNames } from "./people";
import type { Act } from "./room";
import { RulesSheet } from "./rules";
import { Seats } from "./seats";
import { Sheet } from "./sheet";
import { Strip } from "./strip";
import { useSure } from "./sure";
import { useTold, type Told } from "./told";
import { TopBar } from "./topbar";
import { useMedia, useTicks } from "./use";
import { whyNot } from "./why";
import type { Refused, Snapshot, Wire } from "./wire";
import { _ } from "./words";

// ---- what is fetched only when it is wanted ----

const HintSheet = lazy(() => import("./hint").then((part) => part.HintSheet));
const TutorSheet = lazy(() => import("./tutor").then((part) => part.TutorSheet));
const Correct = lazy(() => import("./beside/correct").then((part) => part.Correct));

// ---- the face ----

/** What these eyes may know of the match. */
function useLines(now: Snapshot, { secret, seat }: Whose): Line[] {
    const from = useRef(0);
    const { lines, you } = now;
    // Who is about to enter a secret has entered none yet.
    if (!secret || seeTheSame(now.table!)) from.current = lines[lines.length - 1]?.number ?? 0;
    return useMemo(
        () => (secret ? hideFromOthers(lines, from.current, seat, you.seats) : lines),
        [lines, secret, seat, you.seats],
    );
}

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

function faceProps(
    wire: Wire,
    now: Snapshot,
    seat: number | null,
    names: string[],
    lines: Line[],
    fresh: Line[],
    earlier: FaceProps["earlier"],
    hold: FaceProps["hold"],
    consider: Doubts["consider"],
): FaceProps {
    const table = now.table!;
    const room = now.room!;
    const eyes = table.eyes[seat === null ? "watcher" : String(seat)] ?? Object.values(table.eyes)[0]!;
    const moving = seat !== null && now.moving.includes(seat);
    const say = (error: Refused) => notice(whyNot(error.why));
    return {
        view: eyes.view,
        seat,
        mine: now.you.seats,
        due: table.due,
        moves: moving ? [] : (eyes.moves ?? []),
        names,
        bots: names.map((_name, at) => room.seats[at]?.bot !== undefined),
        options: room.options,
        fresh,
        lines,
        over: table.over,
        won: table.won ?? [],
        ours: room.dice === "ours",
        now: () => wire.clock.table(),
        alarm: table.alarm,
        play: (move, afterMs, as, made) => {
            const who = as ?? seat;
            if (who === null) return;
            consider(who, move, afterMs !== undefined, () => {
                made?.();
                wire.play(who, move, afterMs).catch(say);
            });
        },
        declare: (shown, after) => {
            if (after && seat !== null) wire.play(seat, after).catch(say);
            return wire.say({ type: "declare", shown }).then(() => undefined, say);
        },
        roll: (count, after) => {
            if (after && seat !== null) wire.play(seat, after).catch(say);
            for (let die = 0; die < count; die++) void wire.say({ type: "roll" }).catch(say);
        },
        grip: (um) => seat !== null && wire.tell({ type: "grip", seat, um: Math.round(um) }),
        gripHeard: now.grip,
        call: (word, text) => void wire.say({ type: "call", ...(word ? { word } : { text }) }).catch(say),
        calls: now.calls,
        earlier,
        hold,
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

/** Where all play at the same time, or see the same anyway, a device that holds several seats is not handed over. */
function isTogether(face: Face | null, { options }: Room): boolean {
    return typeof face?.together === "function" ? face.together(options) : (face?.together ?? false);
}

/** Who has to enter, unseen by the others, what they hold of the real box. */
function entering(face: Face | null, { dice }: Room, table: TableMessage): number | null {
    return dice === "ours" ? (face?.enters?.(Object.values(table.eyes)[0]!.view) ?? null) : null;
}

/** The names of those who play this match: as they were while it was on, even if somebody has left since. */
function useNames(room: Room, table: TableMessage): string[] {
    const kept = useRef<{ match: number; names: string[] }>({ match: -1, names: [] });
    const view = Object.values(table.eyes)[0]!.view as { seats?: unknown[] };
    const fresh = seatNames(room).slice(0, view.seats?.length ?? room.seats.filter(isTaken).length);
    if (room.status === "playing" || kept.current.match !== table.match)
        kept.current = { match: table.match, names: fresh };
    return kept.current.names;
}

/** How many lines of talk have come since it was last looked at. */
function useUnread(now: Snapshot, looking: boolean): number {
    const [read, setRead] = useState(now.chat[now.chat.length - 1]?.number ?? 0);
    const last = now.chat[now.chat.length - 1];
    useEffect(() => {
        if (looking && last) setRead(last.number);
    }, [looking, last]);
    return now.chat.filter(
        (line) => line.number > read && line.person !== now.you.person && !isMuted(now.room!.room, line),
    ).length;
}

/** The last thing said, for a moment, to those who do not have the talk open. */
function useChatNotices(now: Snapshot, looking: boolean): void {
    const seen = useRef(now.chat[now.chat.length - 1]?.number ?? 0);
    useEffect(() => {
        const line = now.chat[now.chat.length - 1];
        if (!line || line.number <= seen.current) return;
        seen.current = line.number;
        if (!looking && line.person !== now.you.person && !isMuted(now.room!.room, line))
            notice(`${line.from || _("A watcher")}: ${chatText(line)}`);
    }, [now.chat]);
}

// ---- around the face ----

/** A sign in the bar above. */
function Tool({
    icon,
    label,
    badge,
    onClick,
}: {
    icon: IconName;
    label: string;
    badge?: number;
    onClick: () => void;
}) {
    return (
        <button type="button" class="button quiet round" aria-label={label} onClick={onClick}>
            <Icon name={icon} />
            {badge ? (
                <span class="badge" aria-hidden="true">
                    {badge}
                </span>
            ) : null}
        </button>
    );
}

/** Log and talk beside the table, where there is room. */
function Aside(props: {
    shown: "log" | "chat";
    unread: number;
    onShow: (what: "log" | "chat") => void;
    children: ComponentChildren;
}) {
    const tab = (what: "log" | "chat", text: string) => (
        <button
            type="button"
            role="tab"
            aria-selected={props.shown === what}
            onClick={() => props.onShow(what)}
        >
            {text}
        </button>
    );
    return (
        <aside class="table-aside sheet" aria-label={_("Beside the table")}>
            <div class="tabs" role="tablist">
                {tab("log", _("The match so far"))}
                {tab("chat", props.unread > 0 ? _("Talk ({count})", { count: props.unread }) : _("Talk"))}
            </div>
            <div role="tabpanel" class="table-panel">
                {props.children}
            </div>
        </aside>
    );
}

/** A move that the tutor holds back. */
function Doubted({ game, doubt, settle, onOpen }: DoubtedProps) {
    const { opinions, one, play } = doubt!;
    const then = (what: () => void) => () => {
        settle();
        what();
    };
    return (
        <TutorSheet
            game={game}
            opinions={opinions}
            one={one}
            onPlay={then(play)}
            onAgain={settle}
            onShow={then(() => onOpen("few"))}
        />
    );
}

interface DoubtedProps extends Doubts {
    game: string;
    onOpen: (what: Open) => void;
}

/** While a hint lies open the judge is asked about whatever is to be done; when nothing is, it goes. */
function useHint(
    open: Open,
    table: TableMessage,
    seat: number | null,
    { judge }: Doubts,
    onClose: () => void,
): void {
    const hinting = open === "hint" || open === "few";
    const due = seat !== null && table.due.includes(seat);
    useEffect(() => {
        if (hinting && !due) onClose();
        else if (hinting) void judge().then((done) => !done && onClose());
    }, [hinting, due, table.event]);
}

interface LaidProps {
    open: Open;
    doubts: Doubts;
    wire: Wire;
    now: Snapshot;
    act: Act;
    seat: number | null;
    log: JSX.Element;
    chat: JSX.Element;
    onOpen: (what: Open) => void;
    onLobby: () => void;
}

/** Whatever lies over the table. */
function Laid({ open, doubts, wire, now, act, seat, log, chat, onOpen, onLobby }: LaidProps) {
    const { ask, asked } = useSure();
    const game = now.room!.game;
    const close = () => onOpen("none");
    const stop = () => {
        close();
        ask({
            text: _("The match ends without a result."),
            yes: _("Stop the match"),
            then: () => void act({ type: "stop" }),
        });
    };
    switch (open) {
        case "menu":
            return <Menu now={now} act={act} seat={seat} onOpen={onOpen} onStop={stop} onLobby={onLobby} />;
        case "log":
            return (
                <Sheet title={_("The match so far")} onClose={close}>
                    {log}
                </Sheet>
            );
        case "chat":
            return (
                <Sheet title={_("Talk")} onClose={close}>
                    {chat}
                </Sheet>
            );
        case "people":
            return (
                <Sheet title={_("People and bots")} onClose={close}>
                    <Seats room={now.room!} you={now.you} act={act} />
                </Sheet>
            );
        case "rules":
            return <RulesSheet game={game} onClose={close} />;
        case "hint":
        case "few":
            return (
                <HintSheet
                    game={game}
                    opinions={now.opinions}
                    first={open === "few" ? "few" : "nudge"}
                    onClose={close}
                />
            );
        case "invite":
            return (
                <Sheet title={_("Invite friends")} onClose={close}>
                    <Invite code={wire.code} game={title(game)} />
                </Sheet>
            );
        case "none":
            return doubts.doubt ? <Doubted game={game} {...doubts} onOpen={onOpen} /> : asked;
    }
}

// ---- all of it ----

export function TableScreen({
    wire,
    now,
    act,
    onLobby,
}: {
    wire: Wire;
    now: Snapshot;
    act: Act;
    onLobby: () => void;
}) {
    const room = now.room!;
    const table = now.table!;
    const face = useFace(settings().table === "plain" ? "generic" : room.game);
    const wide = useMedia("(min-width: 1000px)");
    const [open, setOpen] = useState<Open>("none");
    const [aside, setAside] = useState<"log" | "chat">("log");
    const [opened, setOpened] = useState<number | null>(null);
    const [held, hold] = useState<Record<number, string> | null>(null);
    const whose = whoseEyes(table, opened, isTogether(face, room), entering(face, room, table));
    const names = useNames(room, table);
    const lines = useLines(now, whose);
    const told = useTold(face, lines, names);
    const fresh = useFresh(table.match, lines);
    const earlier = useEarlier(face, room, table, names);
    const doubts = useDoubts(wire, now, whose.seat);
    useHint(open, table, whose.seat, doubts, () => setOpen("none"));
    const looking = open === "chat" || (wide && aside === "chat");
    const unread = useUnread(now, looking);
    useChatNotices(now, looking);
    useAwake(room.status === "playing");
    useLayoutEffect(() => {
        if (!whose.secret && opened !== null) setOpened(null);
    }, [whose.secret]);
    const ahead = lines.some((line) => line.at > wire.clock.table());
    useTicks(1000, ahead);

    const yours = table.due.some((seat) => now.you.seats.includes(seat));
    const chat = (
        <Chat code={wire.code} chat={now.chat} phrases={now.phrases} person={now.you.person} act={act} />
    );
    const [wrong, setWrong] = useState<{ one: Told; entries: Line[] } | null>(null);
    const mayCorrect = room.dice === "ours" && room.status === "playing" && now.you.seats.length > 0;
    const log = (
        <Log
            told={told}
            now={wire.clock.table()}
            correct={mayCorrect ? { lines, open: (one, entries) => setWrong({ one, entries }) } : undefined}
        />
    );
    const talk = unread > 0 ? _("Talk, {count} new", { count: unread }) : _("Talk");
    return (
        <div class="table">
            <TopBar title={wide ? title(room.game) : shortTitle(room.game)}>
                {!wide && <Tool icon="list" label={_("The match so far")} onClick={() => setOpen("log")} />}
                {!wide && <Tool icon="chat" label={talk} badge={unread} onClick={() => setOpen("chat")} />}
                <Tool icon="menu" label={_("Table menu")} onClick={() => setOpen("menu")} />
            </TopBar>
            <Strip
                room={room}
                table={table}
                names={names}
                face={face}
                wire={wire}
                eyes={whose.seat}
                held={held}
            />
            <div class="table-body">
                <main class="table-main" aria-label={_("The table")}>
                    <BackWish table={table} names={names} mine={now.you.seats} act={act} />
                    {table.over && held === null && (
                        <End wire={wire} now={now} names={names} act={act} onLobby={onLobby} />
                    )}
                    <div class="face-place">
                        {whose.handTo !== null && (
                            <HandOver
                                name={names[whose.handTo - 1] ?? "?"}
                                onOpen={() => setOpened(whose.handTo)}
                            />
                        )}
                        {whose.handTo === null && face && (
                            <face.Table
                                key={table.match}
                                {...faceProps(
                                    wire,
                                    now,
                                    whose.seat,
                                    names,
                                    lines,
                                    fresh,
                                    earlier,
                                    hold,
                                    doubts.consider,
                                )}
                            />
                        )}
                    </div>
                </main>
                {wide && (
                    <Aside shown={aside} unread={unread} onShow={setAside}>
                        {aside === "log" ? log : chat}
                    </Aside>
                )}
            </div>
            {wrong && (
                <Correct
                    wire={wire}
                    now={now}
                    face={face}
                    names={names}
                    told={told}
                    {...wrong}
                    onClose={() => setWrong(null)}
                />
            )}
            {whose.handTo === null && <Ears told={told} wire={wire} yours={yours} />}
            <Laid
                open={open}
                doubts={doubts}
                wire={wire}
                now={now}
                act={act}
                seat={whose.seat}
                log={log}
                chat={chat}
                onOpen={setOpen}
                onLobby={onLobby}
            />
        </div>
    );
}
