/* standings.ts: asks the server how the rooms stand that this browser knows. Fetched after the home page. */
import { noteStanding, type KeptRoom, type Standing } from "../ui/storage";

/** Rooms on this device stand as they were seen last; one that is gone does not come back. */
const canChange = ({ here, standing }: KeptRoom) => !here && standing?.status !== "gone";

async function ask({ room }: KeptRoom, signal: AbortSignal): Promise<Standing | null> {
    const answer = await fetch(`/api/rooms/${room}`, { signal });
    const said = (await answer.json()) as Partial<Standing> & { why?: string };
    if (said.why === "no_such_room") return { status: "gone", players: [] };
    return said.status && said.players ? { status: said.status, players: said.players } : null;
}

/** One after the other: there is no hurry. */
export async function askForStandings(rooms: KeptRoom[], signal: AbortSignal): Promise<void> {
    for (const kept of rooms.filter(canChange)) {
        const standing = await ask(kept, signal);
        if (signal.aborted) return;
        // Where spectators see less than players, the server does not say whose turn it is.
        if (standing) noteStanding(kept.room, keepDue(standing, kept.standing));
    }
}

function keepDue(fresh: Standing, seen: Standing | undefined): Standing {
    const told = fresh.players.some(({ due }) => due);
    return !told && fresh.status === "playing" && seen?.status === "playing" ? seen : fresh;
}
