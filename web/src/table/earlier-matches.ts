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
const MATCHES = 6;

/** Who goes first changes from match to match. */
const rulesOf = ({ game, options }: Pick<Room, "game" | "options">): string =>
    rulesText(game, Object.entries(options));

function rulesText(game: string, options: [string, string | number][]): string {
    const kept = options.filter(([key]) => key !== "first");
    return JSON.stringify([game, kept.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** What was stored before that still names who went first. */
const withoutFirst = (rules: string): string =>
    rulesText(...(JSON.parse(rules) as Parameters<typeof rulesText>));

const pads = () => read<Pad[]>("knobel.pads", []);

/** The room used last comes first. */
function keepEnded(room: string, ended: Ended): void {
    const all = pads();
    const before = all.find((pad) => pad.room === room)?.ended ?? [];
    const others = before.filter(({ match }) => match !== ended.match);
    const pad = { room, ended: [...others, ended].slice(-MATCHES) };
    write("knobel.pads", [pad, ...all.filter((one) => one.room !== room)].slice(0, ROOMS));
}

/** The matches of this kind before this one, oldest first. */
function endedBefore(room: Room, match: number): Earlier[] {
    const rules = rulesOf(room);
    const ended = pads().find((pad) => pad.room === room.room)?.ended ?? [];
    return ended
        .filter((one) => withoutFirst(one.rules) === rules && one.match < match)
        .sort((a, b) => a.match - b.match);
}

/** The earlier matches of this room, for a face that shows them; this one joins them when it is over. */
export function useEarlier(face: Face | null, room: Room, table: TableMessage, names: string[]): Earlier[] {
    const { match } = table;
    const ended = table.over && !table.stopped;
    const wanted = face?.keep !== undefined;
    useEffect(() => {
        if (!ended || !wanted) return;
        const { view } = Object.values(table.eyes)[0]!;
        keepEnded(room.room, { match, names, kept: face!.keep!(view), rules: rulesOf(room) });
    }, [ended, wanted, match]);
    return useMemo(() => (wanted ? endedBefore(room, match) : []), [wanted, room.room, match]);
}
