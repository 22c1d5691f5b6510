/* table.tsx: the table during a match: the face in the middle, around it what all games share: who sits where
 * and is to move, the log, chat, requests to take back, hints, and handing over a shared device. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Apart, isApart, useQuiet } from "./apart";
import { useAwake } from "./wake-lock";
import { BackWish } from "../room/banners";
import { Chat, useChatNotices, useUnread } from "../room/chat";
import { useDoubts } from "./doubts";
import { useEarlier } from "./earlier-matches";
import { Ears } from "./screen-reader";
import { End, useLastLook } from "./end";
import { whoseView } from "./viewer";
import { lastEntries } from "./entries";
import type { Line } from "./face";
import { useFace } from "./face-loader";
import { entering, faceProps, isTogether, useFresh, useLines, useNames, useShown, wonBy } from "./face-props";
import { shortTitle, title } from "../shelf/games";
import { HandOver } from "./handover";
import { Icon, type IconName } from "../ui/icons";
import { Overlay, useHint } from "./overlay";
import { lazy } from "../ui/lazy-part";
import { Log } from "./log";
import { hasAdvice } from "../learn/progress";
import { mayReact, type Open } from "./menu";
import type { Act } from "../room/room";
import { Strip, turnText } from "./strip";
import { Watching } from "./watching";
import { isAmongOurselves } from "../room/people";
import { hasRules } from "../ui/rules";
import { useSentences, type Told } from "./sentences";
import { TopBar } from "../ui/topbar";
import { useMedia, useTicks } from "../ui/hooks";
import { settings } from "../ui/storage";
import type { Snapshot, RoomConnection } from "../connection/room-connection";
import { _ } from "../ui/words";

// Fetched only when they are wanted.
const AbsentVote = lazy(() => import("../room/absent").then((part) => part.AbsentVote));
const Correct = lazy(() => import("./correction").then((part) => part.Correct));
const Reactions = lazy(() => import("../reactions/layer").then((part) => part.Reactions));
const Advice = lazy(() => import("../learn/advice").then((part) => part.Advice));

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

export type AsideShown = "log" | "chat";

/** Log and chat beside the table, if there is space. */
function Aside(props: {
    shown: AsideShown;
    unread: number;
    onShow: (what: AsideShown) => void;
    children: ComponentChildren;
}) {
    const tab = (what: AsideShown, text: string) => (
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
        <aside class="table-aside sheet" aria-label={_("History and chat")}>
            <div class="tabs" role="tablist">
                {tab("log", _("History"))}
                {tab("chat", props.unread > 0 ? _("Chat ({count})", { count: props.unread }) : _("Chat"))}
            </div>
            <div role="tabpanel" class="table-panel">
                {props.children}
            </div>
        </aside>
    );
}

// ---- all of it ----

export function TableScreen({
    connection,
    now,
    act,
    aside,
    onAside,
    onLobby,
}: {
    connection: RoomConnection;
    now: Snapshot;
    act: Act;
    aside: AsideShown;
    onAside: (shown: AsideShown) => void;
    onLobby: () => void;
}) {
    const room = now.room!;
    const table = now.table!;
    const face = useFace(room.game);
    const wide = useMedia("(min-width: 1000px) and (min-width: 48em)");
    const [open, setOpen] = useState<Open>("none");
    const [opened, setOpened] = useState<number | null>(null);
    const [held, hold] = useState<Record<number, string> | null>(null);
    const whose = whoseView(table, opened, isTogether(face, room), entering(face, room, table));
    const names = useNames(room, table);
    const lines = useLines(now, whose);
    const told = useSentences(face, lines, names);
    const fresh = useFresh(table.match, lines);
    const earlier = useEarlier(face, room, table, names);
    const doubts = useDoubts(connection, now, whose.seat);
    const [shown, show] = useShown(face, table);
    useHint(open, table, whose.seat, doubts, () => setOpen("none"));
    const looking = open === "chat" || (wide && aside === "chat");
    const unread = useUnread(now, looking);
    useChatNotices(now, () => looking);
    useAwake(room.status === "playing");
    const ended = useLastLook(table.over);
    useLayoutEffect(() => {
        if (!whose.secret && opened !== null) setOpened(null);
    }, [whose.secret]);
    const ahead = lines.some((line) => line.at > connection.clock.table());
    useTicks(1000, ahead);

    const apart = isApart(now) && !wide; // at a desk there is room for all of it
    useQuiet(apart);
    const yours = table.due.some((seat) => now.you.seats.includes(seat));
    const watching = !table.over && whose.seat === null && whose.handTo === null;
    const chat = (
        <Chat
            code={connection.code}
            chat={now.chat}
            phrases={now.phrases}
            person={now.you.person}
            act={act}
        />
    );
    const [wrong, setWrong] = useState<{ one: Told | null; entries: Line[] } | null>(null);
    const mayCorrect = room.dice === "ours" && room.status === "playing" && now.you.seats.length > 0;
    const last = mayCorrect && whose.handTo === null ? lastEntries(lines, now.lines) : [];
    const correctLast = () => {
        setOpen("none");
        setWrong({ one: null, entries: last });
    };
    const log = (
        <Log
            told={told}
            now={connection.clock.table()}
            correct={mayCorrect ? { lines, open: (one, entries) => setWrong({ one, entries }) } : undefined}
        />
    );
    // Around one device with the real game there is nobody to write to, and not much room.
    const alone = room.dice === "ours" && names.every((_name, at) => now.you.seats.includes(at + 1));
    const eyes = table.eyes[String(whose.seat)];
    const [advised] = useState(() => hasAdvice(room.game));
    const [covered, setCovered] = useState(false); // by a tip; the menu has the reactions, too
    const mayTap = mayReact(now) && !covered;
    const react = mayTap ? () => setOpen(open === "react" ? "none" : "react") : undefined;
    const talk = unread > 0 ? _("Chat, {count} new", { count: unread }) : _("Chat");
    return (
        <div class={apart ? `table apart ${yours ? "" : "idle"}` : "table"}>
            <TopBar
                title={wide ? title(room.game) : shortTitle(room.game)}
                sub={turnText(table, now.you.seats, names)}
            >
                {hasRules(room.game) && (
                    <Tool icon="rules" label={_("Rules")} onClick={() => setOpen("rules")} />
                )}
                {last.length > 0 && (
                    <Tool icon="pencil" label={_("Correct the last entry")} onClick={correctLast} />
                )}
                {!wide && <Tool icon="list" label={_("History")} onClick={() => setOpen("log")} />}
                {!wide && !alone && (
                    <Tool icon="chat" label={talk} badge={unread} onClick={() => setOpen("chat")} />
                )}
                <Tool icon="menu" label={_("Table menu")} onClick={() => setOpen("menu")} />
            </TopBar>
            <Strip
                room={room}
                table={table}
                names={names}
                face={face}
                connection={connection}
                eyes={whose.seat}
                held={held}
                mine={now.you.seats}
                onReact={apart ? undefined : react}
            >
                {(open === "react" || now.reactions.length > 0) && settings().reactions === "on" && (
                    <Reactions
                        now={now}
                        names={names}
                        palette={open === "react"}
                        connection={connection}
                        onClose={() => setOpen("none")}
                    />
                )}
                {apart && <Apart onReact={react} />}
                {watching && <Watching now={now} onSit={() => setOpen("people")} />}
                {advised && face && eyes && (
                    <Advice
                        game={room.game}
                        view={eyes.view}
                        seat={whose.seat}
                        moves={eyes.moves ?? []}
                        acted={lines.some(({ who }) => who === whose.seat)}
                        over={table.over}
                        real={room.dice === "ours"}
                        alone={isAmongOurselves(room, now.you.seats)}
                        onShown={setCovered}
                    />
                )}
            </Strip>
            <div class="table-body">
                <main class="table-main" aria-label={_("The table")}>
                    <BackWish table={table} names={names} mine={now.you.seats} act={act} />
                    {room.absent && !table.back && (
                        <AbsentVote room={room} you={now.you} names={names} folded={yours} act={act} />
                    )}
                    {ended && held === null && (
                        <End
                            connection={connection}
                            now={now}
                            names={names}
                            by={wonBy(face, table, names, lines)}
                            act={act}
                            onLobby={onLobby}
                        />
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
                                    connection,
                                    now,
                                    { seat: whose.seat, names, lines, fresh, earlier, hold, shown },
                                    doubts.consider,
                                )}
                            />
                        )}
                    </div>
                </main>
                {wide && (
                    <Aside shown={aside} unread={unread} onShow={onAside}>
                        {aside === "log" ? log : chat}
                    </Aside>
                )}
            </div>
            {wrong && (
                <Correct
                    connection={connection}
                    now={now}
                    face={face}
                    names={names}
                    told={told}
                    {...wrong}
                    onClose={() => setWrong(null)}
                />
            )}
            {whose.handTo === null && <Ears told={told} connection={connection} yours={yours} />}
            <Overlay
                open={open}
                doubts={doubts}
                connection={connection}
                now={now}
                act={act}
                seat={whose.seat}
                log={log}
                chat={chat}
                show={show}
                onCorrect={last.length > 0 ? correctLast : undefined}
                onOpen={setOpen}
                onLobby={onLobby}
            />
        </div>
    );
}
