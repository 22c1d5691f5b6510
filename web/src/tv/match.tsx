/* match.tsx: a match on the big screen: the table, whose turn it is, what has just happened, everyone's points. */
import { useState } from "preact/hooks";
import type { RoomConnection } from "../connection/room-connection";
import type { Room, TableMessage } from "../connection/messages";
import type { Snapshot } from "../connection/snapshot";
import { useShown } from "../reactions/shown";
import { shortTitle, title } from "../shelf/games";
import { useLastLook } from "../table/end";
import type { Line } from "../table/face";
import { faceProps, useFresh, useNames, wonBy } from "../table/face-props";
import { useSentences, type Told } from "../table/sentences";
import { SeatMark } from "../ui/seat-mark";
import { useTicks } from "../ui/hooks";
import { _, _n, locale, number } from "../ui/words";
import { AfterMatch } from "./between";
import { Corner } from "./corner";
import { lettersOf } from "./letters";
import { Players } from "./score";
import { Stage, useDrawn, type Drawn } from "./stage";

/** A sentence before the last one is left out if it would need more than a line. */
const LINE = 70;
/** So many letters of names fit beside "Waiting for". */
const NAMES = 20;

/** What has happened, the last thing first; nothing before its time, which may be later than on the phones. */
function News({ told, now, laterMs }: { told: Told[]; now: number; laterMs: number }) {
    const known = told.filter(({ at, gone }) => !gone && at + laterMs <= now);
    const [before, last] = [known[known.length - 2], known[known.length - 1]];
    const shown = [last, before && lettersOf(before.text) <= LINE ? before : undefined];
    return (
        <ol class="tv-news" aria-live="polite">
            {shown.map(
                (one) =>
                    one && (
                        <li key={one.number} style={{ "--letters": lettersOf(one.text) }}>
                            {typeof one.who === "number" && <SeatMark seat={one.who} />}
                            <span>{one.text}</span>
                        </li>
                    ),
            )}
        </ol>
    );
}

function dueText({ due }: TableMessage, names: string[]): string {
    const theirs = due.map((seat) => names[seat - 1] ?? "?");
    if (due.length === 0) return "\u00a0";
    if (due.length === 1) return _("{name}'s turn", { name: theirs[0]! });
    return lettersOf(theirs.join("")) <= NAMES
        ? _("Waiting for {names}…", { names: new Intl.ListFormat(locale()).format(theirs) })
        : _n("Waiting for {n} player…", "Waiting for {n} players…", due.length);
}

/** Whose turn it is, in their colour. */
function Turn({ table, names }: { table: TableMessage; names: string[] }) {
    const text = table.over ? _("The match is over.") : dueText(table, names);
    const [seat] = table.due;
    return (
        <p
            class="tv-turn"
            style={{
                "--letters": lettersOf(text) + 2 * table.due.length,
                ...(seat && { "--seat": `var(--seat-${seat})` }),
            }}
        >
            {!table.over && table.due.map((one) => <SeatMark seat={one} />)}
            <span>{text}</span>
        </p>
    );
}

function secondsLeft(table: TableMessage, now: number): number | null {
    return table.turn_ends === null || table.over
        ? null
        : Math.max(0, Math.ceil((table.turn_ends - now) / 1000));
}

function scoresOf(drawn: Drawn | null, table: TableMessage, names: string[], held: Held): (string | null)[] {
    const { view } = table.eyes.watcher!;
    return names.map((_name, at) => {
        const reached = table.scores ? number(table.scores[at] ?? 0) : drawn?.face.score?.(view, at + 1);
        return held?.[at + 1] ?? reached ?? null;
    });
}

type Held = Record<number, string> | null;

const nobodyAsks = () => undefined;

interface InPlay {
    connection: RoomConnection;
    now: Snapshot;
}

function Table({
    connection,
    now,
    drawn,
    names,
    lines,
    held,
    hold,
}: InPlay & {
    drawn: Drawn | null;
    names: string[];
    lines: Line[];
    held: Held;
    hold: (scores: Held) => void;
}) {
    const room: Room = now.room!;
    const table = now.table!;
    const told = useSentences(drawn?.face ?? null, lines, names);
    const fresh = useFresh(table.match, lines);
    const reactions = useShown(now);
    const time = connection.clock.table();
    const laterMs = drawn?.screen?.laterMs ?? 0;
    useTicks(500, table.turn_ends !== null || told.some(({ at }) => at + laterMs > time));
    return (
        <div class="tv-page">
            <header class="tv-head">
                <h1>{shortTitle(room.game)}</h1>
                <Turn table={table} names={names} />
            </header>
            <main class="tv-stage" aria-label={title(room.game)}>
                {drawn && (
                    <Stage
                        drawn={drawn}
                        props={faceProps(
                            connection,
                            now,
                            { seat: null, names, lines, fresh, earlier: [], hold, shown: null },
                            nobodyAsks,
                        )}
                    />
                )}
            </main>
            <News told={told} now={time} laterMs={laterMs} />
            <div class="tv-side">
                <Corner code={connection.code} link={now.link} />
                <Players
                    room={room}
                    names={names}
                    due={table.over ? [] : table.due}
                    won={held ? [] : (table.won ?? [])}
                    scores={scoresOf(drawn, table, names, held)}
                    left={secondsLeft(table, time)}
                    reactions={reactions}
                />
            </div>
        </div>
    );
}

export function Match({ connection, now }: InPlay) {
    const table = now.table!;
    const drawn = useDrawn(now.room!.game);
    const names = useNames(now.room!, table);
    const [held, hold] = useState<Held>(null);
    const ended = useLastLook(table.over);
    const { lines } = now;
    if (ended && held === null)
        return (
            <AfterMatch
                connection={connection}
                now={now}
                names={names}
                by={wonBy(drawn?.face ?? null, table, names, lines)}
            />
        );
    return (
        <Table
            connection={connection}
            now={now}
            drawn={drawn}
            names={names}
            lines={lines}
            held={held}
            hold={hold}
        />
    );
}
