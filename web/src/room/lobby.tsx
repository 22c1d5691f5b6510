/* lobby.tsx: a room before and between matches: who sits where, invitations, what is played and how. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Lid } from "../shelf/lids";
import { Chat, useChatNotices } from "./chat";
import { fetchFace } from "../table/face-loader";
import { credit, games, minutes, playersText, shortTitle, title } from "../shelf/games";
import { go } from "../ui/navigation";
import { Icon } from "../ui/icons";
import { Invite } from "./invitation";
import { forgetRoom } from "../ui/storage";
import type { GameFacts, Room, RoomSeat, You } from "../connection/messages";
import { optionsInBrief } from "./option-words";
import { isTaken } from "./people";
import type { Act } from "./room";
import { RulesSheet, hasRules } from "../ui/rules";
import { Seats } from "./seats";
import { isHere } from "../ui/storage";
import { lazy } from "../ui/lazy-part";
import { useConfirmation } from "../ui/confirmation";
import { Again } from "./again";
import { TopBar } from "../ui/topbar";
import { useHeight, useMedia, usePromise } from "../ui/hooks";
import type { Snapshot, RoomConnection } from "../connection/room-connection";
import { _, _n } from "../ui/words";

// Whoever plays at once does not wait for what can be set.
const BigScreenSheet = lazy(() => import("./big-screen").then((part) => part.default));
const GameOptions = lazy(() => import("./options").then((part) => part.GameOptions));
const EveningSheet = lazy(() => import("../evening/evening").then((part) => part.EveningSheet));
const RoomHabits = lazy(() => import("./options").then((part) => part.RoomHabits));
const RoomTools = lazy(() => import("./more-tools").then((part) => part.RoomTools));

function GameHead({ room, facts }: { room: Room; facts: GameFacts | undefined }) {
    const [rules, setRules] = useState(false);
    const brief = facts ? optionsInBrief(room, facts) : "";
    return (
        <section class="sheet game-head">
            <div class="head-lid">
                <Lid game={room.game} />
            </div>
            <div class="head-words">
                <h2>{title(room.game)}</h2>
                <p class="soft small">{credit(room.game)}</p>
                {facts && (
                    <p class="small">
                        {playersText(facts)}
                        {minutes(room.game) &&
                            ` · ${_("{minutes} minutes", { minutes: minutes(room.game) })}`}
                    </p>
                )}
                {brief && <p class="small">{brief}</p>}
                {hasRules(room.game) && (
                    <button type="button" class="button small" onClick={() => setRules(true)}>
                        <Icon name="rules" />
                        {_("Rules")}
                    </button>
                )}
            </div>
            {rules && <RulesSheet game={room.game} onClose={() => setRules(false)} />}
        </section>
    );
}

function GameChoice({ room, all, act }: { room: Room; all: GameFacts[]; act: Act }) {
    return (
        <label class="option-line">
            <span>{_("Game")}</span>
            <select
                class="field"
                value={room.game}
                onChange={(event) =>
                    // Between matches those sit out for whom the game has no seat.
                    void act({ type: room.match > 0 ? "pick" : "set", game: event.currentTarget.value })
                }
            >
                {all.map(({ game }) => (
                    <option value={game}>{title(game)}</option>
                ))}
            </select>
        </label>
    );
}

/** Can be folded at any time; `open` is the initial state. */
function Fold(props: { title: string; open: boolean; children: ComponentChildren }) {
    return (
        <details class="sheet fold" open={props.open}>
            <summary>
                <h2>{props.title}</h2>
            </summary>
            {props.children}
        </details>
    );
}

function StartBar({
    connection,
    room,
    you,
    facts,
    act,
    onBack,
}: {
    connection: RoomConnection;
    room: Room;
    you: You;
    facts: GameFacts | undefined;
    act: Act;
    onBack: (() => void) | null;
}) {
    const bar = useRef<HTMLDivElement>(null);
    useHeight(bar, "--foot");
    const seated = room.seats.filter(isTaken).length;
    const least = facts?.seats_min ?? 1;
    const missing = Math.max(0, least - seated);
    const host = room.seats.find((seat) => seat.person !== undefined && seat.person === room.host)?.name;
    const last = room.evening?.matches.at(-1)?.game ?? room.game;
    const { ask, asked } = useConfirmation();
    const start = () => void act({ type: "start" });
    // Who plays with friends waits for them; on this device nobody else can come.
    const isEarly = () =>
        room.match === 0 && !isHere(room.room) && connection.now.room!.seats.filter(isTaken).length === 1;
    const startOrAsk = async () => {
        // Someone may sit down at this very moment: after an answer we know of it.
        if (isEarly() && !(await act({ type: "sync", client: performance.now() }))) return;
        if (!isEarly()) return start();
        ask({
            text: _("Nobody else is at the table yet. Friends who come later can only watch this match."),
            yes: _("Start alone"),
            then: start,
        });
    };
    return (
        <div class="startbar" ref={bar}>
            {room.status === "playing" && !onBack ? (
                <p role="status">{_("A match is in progress. Only the players can see it.")}</p>
            ) : you.host ? (
                <button
                    type="button"
                    class="button main start"
                    disabled={missing > 0 || seated === 0}
                    onClick={() => void startOrAsk()}
                >
                    {seated === 0
                        ? _("Sit down first")
                        : missing > 0
                          ? _n("{n} more player needed", "{n} more players needed", missing)
                          : room.match > 0 && last === room.game
                            ? _("Play again")
                            : _("Start the match")}
                </button>
            ) : room.match > 0 && you.seats.length > 0 ? (
                <Again room={room} you={you} act={act} />
            ) : (
                <p role="status">
                    {host
                        ? _("{name} starts the match when everyone is here.", { name: host })
                        : _("The host starts the match when everyone is here.")}
                </p>
            )}
            {onBack && (
                <button type="button" class="button" onClick={onBack}>
                    {_("View the table")}
                </button>
            )}
            {asked}
        </div>
    );
}

/** Not folded, and not scrolled away. */
function isInSight(element: HTMLElement | null): boolean {
    if (!element) return false;
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
}

export function Lobby({
    connection,
    now,
    act,
    onBack,
}: {
    connection: RoomConnection;
    now: Snapshot;
    act: Act;
    onBack: (() => void) | null;
}) {
    const all = usePromise(games, []);
    const room = now.room!;
    const facts = all?.find(({ game }) => game === room.game);
    const fixed = !now.you.host;
    const { ask, asked } = useConfirmation();
    const wide = useMedia("(min-width: 480px)");
    const roomy = useMedia("(min-width: 1500px)"); // there is space for everything
    const talk = useRef<HTMLDivElement>(null);
    // Who has opened a room for friends and sits there alone invites them first. Later it stays where it is.
    const leads = useRef(false);
    const isOurs = ({ seat }: RoomSeat) => now.you.seats.includes(seat);
    const alone = room.seats.some(isOurs) && room.seats.filter(isTaken).every(isOurs);
    leads.current ||= alone && room.match === 0 && room.status !== "playing" && !isHere(connection.code);
    const [screen, setScreen] = useState(false);
    const invitation = (
        <Invite code={connection.code} game={title(room.game)} onScreen={() => setScreen(true)} />
    );
    useChatNotices(now, () => isInSight(talk.current));
    // The face is at hand when the match begins.
    useEffect(() => void fetchFace(room.game), [room.game]);
    const leave = () =>
        void act({ type: "leave" }).then((done) => {
            if (!done) return;
            forgetRoom(connection.code);
            go("/");
        });
    const askToLeave = () =>
        ask({
            text: _("Your seats will be freed, and this room will forget you."),
            yes: _("Leave this room"),
            then: leave,
        });
    return (
        <>
            <TopBar title={wide ? title(room.game) : shortTitle(room.game)} />
            <main class="lobby">
                <div class="lobby-main stack">
                    {leads.current && invitation}
                    <GameHead room={room} facts={facts} />
                    {room.match > 0 && <EveningSheet connection={connection} now={now} act={act} />}
                    <section class="sheet stack" aria-label={_("Seats")}>
                        <h2>{_("At the table")}</h2>
                        <Seats room={room} you={now.you} act={act} />
                    </section>
                    <StartBar
                        connection={connection}
                        room={room}
                        you={now.you}
                        facts={facts}
                        act={act}
                        onBack={onBack}
                    />
                </div>
                <div class="lobby-side">
                    <div class="stack">
                        {!leads.current && invitation}
                        <Fold title={_("Game and options")} open={roomy}>
                            {all && !fixed && <GameChoice room={room} all={all} act={act} />}
                            {facts && <GameOptions room={room} facts={facts} act={act} fixed={fixed} />}
                        </Fold>
                    </div>
                    <div class="stack">
                        <Fold title={_("This room")} open={roomy}>
                            <RoomHabits room={room} act={act} fixed={fixed} />
                        </Fold>
                        <Fold title={_("Chat")} open={roomy || now.chat.length > 0}>
                            <div ref={talk}>
                                <Chat
                                    code={connection.code}
                                    chat={now.chat}
                                    phrases={now.phrases}
                                    person={now.you.person}
                                    act={act}
                                />
                            </div>
                        </Fold>
                        <RoomTools connection={connection} now={now} />
                        {now.you.person !== null && (
                            <button type="button" class="button quiet" onClick={askToLeave}>
                                {_("Leave this room for good")}
                            </button>
                        )}
                    </div>
                    {asked}
                    {screen && (
                        <BigScreenSheet
                            connection={connection}
                            now={now}
                            act={act}
                            onClose={() => setScreen(false)}
                        />
                    )}
                </div>
            </main>
        </>
    );
}
