/* face-props.ts: builds the props of a face: the view, what is new, the names, what players can do. */
import { useMemo, useRef, useState } from "preact/hooks";
import type { Doubts } from "./doubts";
import { hideFromOthers, seeTheSame, type Viewer } from "./viewer";
import type { Face, FaceProps, Line, Shown } from "./face";
import type { Show } from "./hint";
import { motion } from "../ui/storage";
import type { Room, TableMessage } from "../connection/messages";
import { notice } from "../ui/notice";
import { isTaken, seatNames } from "../room/people";
import { whyNot } from "../ui/refusals";
import type { Refused, Snapshot, RoomConnection } from "../connection/room-connection";

/** What the viewer may know of the match. */
export function useLines(now: Snapshot, { secret, seat }: Viewer): Line[] {
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
export function useFresh(match: number, lines: Line[]): Line[] {
    const drawn = useRef<{ match: number; lines: Line[]; fresh: Line[] }>({ match, lines, fresh: [] });
    const before = drawn.current;
    if (before.lines !== lines || before.match !== match) {
        const last = before.match === match ? (before.lines[before.lines.length - 1]?.number ?? 0) : 0;
        drawn.current = { match, lines, fresh: lines.filter((line) => line.number > last) };
    }
    return drawn.current.fresh;
}

/** A move of a hint that is shown on the table, until the table changes. */
export function useShown(
    face: Face | null,
    { match, event }: TableMessage,
): [Shown | null, Show | undefined] {
    const [shown, setShown] = useState<(Shown & { match: number; event: number }) | null>(null);
    const may = face?.shows?.bind(face);
    return [
        shown?.match === match && shown.event === event ? shown : null,
        may && { may, lay: (move) => setShown({ move, match, event }) },
    ];
}

/** What the screen knows already. */
type Known = Pick<FaceProps, "seat" | "names" | "lines" | "fresh" | "earlier" | "hold" | "shown">;

export function faceProps(
    connection: RoomConnection,
    now: Snapshot,
    known: Known,
    consider: Doubts["consider"],
): FaceProps {
    const { seat, names } = known;
    const table = now.table!;
    const room = now.room!;
    const eyes = table.eyes[seat === null ? "watcher" : String(seat)] ?? Object.values(table.eyes)[0]!;
    const moving = seat !== null && now.moving.includes(seat);
    const say = (error: Refused): void => void notice(whyNot(error.why));
    return {
        ...known,
        view: eyes.view,
        mine: now.you.seats,
        due: table.due,
        moves: moving ? [] : (eyes.moves ?? []),
        bots: names.map((_name, at) => room.seats[at]?.bot !== undefined),
        options: room.options,
        over: table.over,
        won: table.won ?? [],
        ours: room.dice === "ours",
        now: () => connection.clock.table(),
        alarm: table.alarm,
        play: (move, afterMs, as, made) => {
            const who = as ?? seat;
            if (who === null) return;
            consider(who, move, afterMs !== undefined, () => {
                made?.();
                connection.play(who, move, afterMs).catch(say);
            });
        },
        declare: (shown, after) => {
            if (after && seat !== null) connection.play(seat, after).catch(say);
            return connection.say({ type: "declare", shown }).then(() => undefined, say);
        },
        roll: (count, after) => {
            if (after && seat !== null) connection.play(seat, after).catch(say);
            for (let die = 0; die < count; die++) void connection.say({ type: "roll" }).catch(say);
        },
        grip: (um) => seat !== null && connection.tell({ type: "grip", seat, um: Math.round(um) }),
        gripHeard: now.grip,
        call: (word, text) =>
            void connection.say({ type: "call", ...(word ? { word } : { text }) }).catch(say),
        calls: now.calls,
        motion: motion(),
    };
}

/** Where all play at the same time, or see the same anyway, a device that holds several seats is not handed over. */
export function isTogether(face: Face | null, { options }: Room): boolean {
    return typeof face?.together === "function" ? face.together(options) : (face?.together ?? false);
}

/** The seat that has to enter, hidden from the others, what it holds of the real game. */
export function entering(face: Face | null, { dice }: Room, table: TableMessage): number | null {
    return dice === "ours" ? (face?.enters?.(Object.values(table.eyes)[0]!.view) ?? null) : null;
}

/** The names of those who play this match: as they were while it was on, even if someone has left since. */
export function useNames(room: Room, table: TableMessage): string[] {
    const kept = useRef<{ match: number; names: string[] }>({ match: -1, names: [] });
    const view = Object.values(table.eyes)[0]!.view as { seats?: unknown[] };
    const fresh = seatNames(room).slice(0, view.seats?.length ?? room.seats.filter(isTaken).length);
    if (room.status === "playing" || kept.current.match !== table.match)
        kept.current = { match: table.match, names: fresh };
    return kept.current.names;
}

/** What a match that is over was won by, if the face has words for it. */
export function wonBy(face: Face | null, table: TableMessage, names: string[], lines: Line[]): string | null {
    return table.won
        ? (face?.ended?.(Object.values(table.eyes)[0]!.view, table.won, names, lines) ?? null)
        : null;
}
