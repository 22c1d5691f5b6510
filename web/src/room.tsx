/* room.tsx: one room: finds out how things stand and shows the lobby, the table, or why there is neither. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Lid } from "./boxes";
import { Chat } from "./chat";
import { credit, games, minutes, openRoom, title } from "./games";
import { go, readCode, spoken } from "./go";
import { Icon } from "./icons";
import { carryOut, intend } from "./intent";
import { Invite } from "./invite";
import { forgetRoom, keepRoom, keptRoom, settings } from "./keep";
import type { GameFacts, Room, Said, You } from "./messages";
import { notice } from "./notice";
import { GameOptions, RoomHabits, optionsInBrief } from "./options";
import { isTaken } from "./people";
import { RulesSheet } from "./rules";
import { Seats } from "./seats";
import { TableScreen } from "./table";
import { TopBar } from "./topbar";
import { usePromise, useTicks, useWire } from "./use";
import { whyNot } from "./why";
import { Wire, type Link, type Refused, type Snapshot } from "./wire";
import { _, _n } from "./words";

/** Ask the house for something; a refusal is shown, and answers false. */
export type Act = (message: Said) => Promise<boolean>;

function actOn(wire: Wire): Act {
    return (message) =>
        wire.say(message).then(
            () => true,
            (error: Refused) => {
                notice(whyNot(error.why));
                return false;
            },
        );
}

// ---- no room ----

function endText(link: Link, code: string): [string, string] {
    if (link === "removed") return [_("You were taken out of this room"), _("The host has given your seat away.")];
    if (link === "full") return [_("This room is full"), _("So many are in it that nobody more can come in.")];
    return [_("There is no room {code}", { code: spoken(code) }), _("The link may be mistyped, or the room was cleared away because nobody has been there for a long time.")];
}

function NoRoom({ link, code }: { link: Link; code: string }) {
    const [head, text] = endText(link, code);
    useEffect(() => {
        if (link === "gone") forgetRoom(code);
    }, [link]);
    return (
        <>
            <TopBar title="Knobel" />
            <main class="narrow">
                <section class="sheet stack nobody">
                    <h2>{head}</h2>
                    <p>{text}</p>
                    <button type="button" class="button main" onClick={() => go("/")}>{_("Open a new room")}</button>
                </section>
            </main>
        </>
    );
}

// ---- the connection ----

function linkText(now: Snapshot): string {
    if (now.why === "draining") return _("The house is restarting. Everything is kept; we go on in a moment.");
    if (now.why === "disk") return _("The house has trouble writing things down. What you were told is safe; we go on as soon as it can.");
    if (now.why === "slow_down") return _("The house asks for a short rest.");
    if (!navigator.onLine) return _("This device is offline.");
    return _("The connection is gone; looking for the house …");
}

function LinkBanner({ now }: { now: Snapshot }) {
    const [late, setLate] = useState(false);
    // A short gap is nobody's business.
    useEffect(() => {
        setLate(false);
        const timer = setTimeout(() => setLate(true), 700);
        return () => clearTimeout(timer);
    }, [now.link]);
    useTicks(1000, now.link !== "open");
    if (now.link === "open" || !late) return null;
    return <p class="banner" role="status">{linkText(now)}</p>;
}

// ---- the lobby ----

function GameHead({ room, facts }: { room: Room; facts: GameFacts | undefined }) {
    const [rules, setRules] = useState(false);
    const brief = facts ? optionsInBrief(room, facts) : "";
    return (
        <section class="sheet head">
            <div class="head-lid"><Lid game={room.game} /></div>
            <div class="head-words">
                <h2>{title(room.game)}</h2>
                <p class="soft small">{credit(room.game)}</p>
                {facts && <p class="small">{playersText(facts)} · {_("{minutes} minutes", { minutes: minutes(room.game) })}</p>}
                {brief && <p class="small">{brief}</p>}
                <button type="button" class="button small" onClick={() => setRules(true)}><Icon name="rules" />{_("Rules")}</button>
            </div>
            {rules && <RulesSheet game={room.game} onClose={() => setRules(false)} />}
        </section>
    );
}

export function playersText({ seats_min, seats_max }: GameFacts): string {
    return seats_min === seats_max ? _n("{n} player", "{n} players", seats_max) : _("{min}–{max} players", { min: seats_min, max: seats_max });
}

function GameChoice({ room, all, act }: { room: Room; all: GameFacts[]; act: Act }) {
    return (
        <label class="option-line">
            <span>{_("Game")}</span>
            <select class="field" value={room.game} onChange={(event) => void act({ type: "set", game: event.currentTarget.value })}>
                {all.map(({ game }) => <option value={game}>{title(game)}</option>)}
            </select>
        </label>
    );
}

function StartBar({ room, you, facts, act, onBack }: { room: Room; you: You; facts: GameFacts | undefined; act: Act; onBack: (() => void) | null }) {
    const seated = room.seats.filter(isTaken).length;
    const least = facts?.seats_min ?? 1;
    const missing = Math.max(0, least - seated);
    const host = room.seats.find((seat) => seat.person !== undefined && seat.person === room.host)?.name;
    return (
        <div class="startbar">
            {you.host
                ? (
                    <button type="button" class="button main start" disabled={missing > 0 || seated === 0} onClick={() => void act({ type: "start" })}>
                        {missing > 0 ? _n("{n} more is needed", "{n} more are needed", missing) : room.match > 0 ? _("Play again") : _("Start the match")}
                    </button>
                )
                : <p role="status">{host ? _("{name} starts the match when all are here.", { name: host }) : _("The host starts the match when all are here.")}</p>}
            {onBack && <button type="button" class="button" onClick={onBack}>{_("Look at the table")}</button>}
        </div>
    );
}

function Lobby({ wire, now, act, onBack }: { wire: Wire; now: Snapshot; act: Act; onBack: (() => void) | null }) {
    const all = usePromise(games, []);
    const room = now.room!;
    const facts = all?.find(({ game }) => game === room.game);
    const fixed = !now.you.host;
    const leave = () => void act({ type: "leave" }).then((done) => {
        if (!done) return;
        forgetRoom(wire.code);
        go("/");
    });
    return (
        <>
            <TopBar title={title(room.game)} />
            <main class="lobby">
                <div class="lobby-main stack">
                    <GameHead room={room} facts={facts} />
                    <section class="sheet stack" aria-label={_("Seats")}>
                        <h2>{_("At the table")}</h2>
                        <Seats room={room} you={now.you} act={act} />
                    </section>
                    <StartBar room={room} you={now.you} facts={facts} act={act} onBack={onBack} />
                </div>
                <div class="lobby-side stack">
                    <Invite code={wire.code} game={title(room.game)} />
                    <details class="sheet fold">
                        <summary><h2>{_("Game and options")}</h2></summary>
                        {all && !fixed && <GameChoice room={room} all={all} act={act} />}
                        {facts && <GameOptions room={room} facts={facts} act={act} fixed={fixed} />}
                    </details>
                    <details class="sheet fold">
                        <summary><h2>{_("This room")}</h2></summary>
                        <RoomHabits room={room} act={act} fixed={fixed} />
                    </details>
                    <details class="sheet fold" open={now.chat.length > 0}>
                        <summary><h2>{_("Talk")}</h2></summary>
                        <Chat code={wire.code} chat={now.chat} phrases={now.phrases} person={now.you.person} act={act} />
                    </details>
                    {now.you.person !== null && <button type="button" class="button quiet" onClick={leave}>{_("Leave this room for good")}</button>}
                </div>
            </main>
        </>
    );
}

// ---- the room ----

/** Another room of the same kind, for those whose room is gone. */
export async function openAndGo(game: string, bots: boolean): Promise<void> {
    try {
        const { room, token } = await openRoom({ game });
        keepRoom(room, { token, game });
        intend({ room, game, bots });
        go(`/t/${room}`);
    } catch (error) {
        notice(whyNot((error as Error).message));
    }
}

function useRoomTitle(now: Snapshot): void {
    const game = now.room ? title(now.room.game) : "";
    const mine = now.table && !now.table.over && now.you.seats.some((seat) => now.table!.due.includes(seat));
    useEffect(() => {
        document.title = game ? `${mine ? "● " : ""}${game} – Knobel` : "Knobel";
        return () => {
            document.title = "Knobel";
        };
    }, [game, mine]);
}

function OpenRoom({ code }: { code: string }) {
    const wire = useMemo(() => new Wire(code, settings().name), [code]);
    useEffect(() => () => wire.close(), [wire]);
    const now = useWire(wire);
    const act = useMemo(() => actOn(wire), [wire]);
    const [inLobby, setInLobby] = useState(false);
    const entered = now.link === "open" && now.room !== null;
    const playing = now.room?.status === "playing";
    useEffect(() => {
        if (entered) carryOut(wire).catch((error: Refused) => notice(whyNot(error.why)));
    }, [entered]);
    useEffect(() => {
        if (entered && keptRoom(code)) keepRoom(code, {});
        if (playing) setInLobby(false);
    }, [entered, playing]);
    useRoomTitle(now);

    if (now.link === "gone" || now.link === "removed" || now.link === "full") return <NoRoom link={now.link} code={code} />;
    if (!now.room)
        return (
            <>
                <TopBar title="Knobel" />
                <LinkBanner now={now} />
                <main class="narrow"><p class="finding" role="status">{_("Finding the room {code} …", { code: spoken(code) })}</p></main>
            </>
        );
    const hasTable = now.table !== null && now.table.match === now.room.match && (playing || now.room.status === "over");
    return (
        <>
            <LinkBanner now={now} />
            {hasTable && !inLobby
                ? <TableScreen wire={wire} now={now} act={act} onLobby={() => setInLobby(true)} />
                : <Lobby wire={wire} now={now} act={act} onBack={hasTable ? () => setInLobby(false) : null} />}
        </>
    );
}

/** The address may be mistyped: that needs no house to find out. */
export function RoomPage({ code }: { code: string }) {
    return readCode(code) ? <OpenRoom key={code} code={code} /> : <NoRoom link="gone" code={code} />;
}
