/* earlier-matches.ts: how earlier matches of a room ended, stored on this device for faces that show them,
 * such as the columns of a score sheet. A player who joins later has fewer of them. */
import { useEffect, useMemo } from "preact/hooks";
import type { Earlier, Face } from "./face";
import { read, write } from "../ui/storage";
import type { Room, TableMessage } from "../connection/messages";

/** What is kept of one match. */
interface Ended extends Earlier {
    /** Game and options: matches are only shown beside others of the same kind. */
    rules: string;
}

interface Pad {
    room: string;
    ended: Ended[];
}

const ROOMS = 20;
/** As many columns as the sheet of a score pad has. */
const SHEET = 10;

type Kind = Pick<Room, "room" | "game" | "options">;

/** Who goes first changes from match to match. */
const rulesOf = ({ game, options }: Kind): string => rulesText(game, Object.entries(options));

function rulesText(game: string, options: [string, string | number][]): string {
    const kept = options.filter(([key]) => key !== "first");
    return JSON.stringify([game, kept.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** What was stored before that still names who went first. */
const withoutFirst = (rules: string): string =>
    rulesText(...(JSON.parse(rules) as Parameters<typeof rulesText>));

const pads = () => read<Pad[]>("knobel.pads", []);

function endedIn(room: string): Ended[] {
    const ended = pads().find((pad) => pad.room === room)?.ended ?? [];
    return ended.map((one) => ({ ...one, rules: withoutFirst(one.rules) }));
}

/** A sheet has room for a match, or the match begins a new one. */
const sheetFor = (sheet: Ended[]) => (sheet.length < SHEET ? sheet : []);

/** The room used last comes first. */
export function keepEnded(kind: Kind, ended: Earlier): void {
    const { room } = kind;
    const rules = rulesOf(kind);
    const before = endedIn(room).filter(({ match }) => match !== ended.match);
    const sheet = sheetFor(before.filter((one) => one.rules === rules));
    const others = before.filter((one) => one.rules !== rules).slice(-SHEET);
    const pad = { room, ended: [...others, ...sheet, { ...ended, rules }] };
    write("knobel.pads", [pad, ...pads().filter((one) => one.room !== room)].slice(0, ROOMS));
}

/** The matches on the sheet of this one, oldest first. */
export function endedBefore(kind: Kind, match: number): Earlier[] {
    const rules = rulesOf(kind);
    const before = endedIn(kind.room).filter((one) => one.rules === rules && one.match < match);
    return sheetFor(before).sort((a, b) => a.match - b.match);
}

/** The earlier matches of this room, for a face that shows them; this one joins them when it is over. */
export function useEarlier(face: Face | null, room: Room, table: TableMessage, names: string[]): Earlier[] {
    const { match } = table;
    const ended = table.over && !table.stopped;
    const wanted = face?.keep !== undefined;
    useEffect(() => {
        if (!ended || !wanted) return;
        const { view } = Object.values(table.eyes)[0]!;
        keepEnded(room, { match, names, kept: face!.keep!(view) });
    }, [ended, wanted, match]);
    return useMemo(() => (wanted ? endedBefore(room, match) : []), [wanted, room.room, match]);
}
