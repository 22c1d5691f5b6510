/* recorder.ts: adds finished matches of this device to my games, also those that ended while the page was
 * closed. Seats are noted while a match is played: someone who sits down afterwards played nothing. */
import { useEffect } from "preact/hooks";
import { keptRoom, notePlayed, noteStanding, type Standing } from "../ui/storage";
import { isTaken } from "../room/people";
import type { Snapshot, RoomConnection } from "../connection/room-connection";

/** Fetched when there is something to keep. What fails is tried again when the room, or the list, is next opened. */
async function keepPlayed(connection: RoomConnection, match: number, seats: number[]): Promise<void> {
    const known = connection.salts.remembered(match);
    notePlayed(connection.code, match, seats, true);
    const { keepMatch } = await import("./log-collector");
    await keepMatch(connection.code, match, seats, known);
}

/** How the room stands, for the home page. */
function standingOf({ room, table }: Snapshot): Standing | null {
    if (!room) return null;
    const due = room.status === "playing" && table?.match === room.match ? table.due : [];
    return {
        status: room.status,
        players: room.seats
            .filter(isTaken)
            .map(({ seat, name, bot }) => ({ seat, name, bot, due: due.includes(seat) || undefined })),
    };
}

function useStanding(code: string, now: Snapshot): void {
    const standing = standingOf(now);
    useEffect(() => {
        if (standing) noteStanding(code, standing);
    }, [code, JSON.stringify(standing)]);
}

export function useRecorder(connection: RoomConnection, now: Snapshot): void {
    useStanding(connection.code, now);
    const { table, you } = now;
    const match = table?.match ?? 0;
    const over = table?.over ?? false;
    const seats = String(you.seats);
    useEffect(() => {
        if (match > 0 && !over) notePlayed(connection.code, match, you.seats);
    }, [match, over, seats]);
    useEffect(() => {
        const ended = (keptRoom(connection.code)?.played ?? []).filter(
            (one) => one.match < match || (one.match === match && over),
        );
        for (const one of ended) void keepPlayed(connection, one.match, one.seats).catch(() => undefined);
    }, [match, over]);
}
