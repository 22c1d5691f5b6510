/* intent.ts: what to do in a room that was opened from the home page, once it is entered. */
import { botsAtOnce } from "../shelf/games";
import { settings } from "../ui/storage";
import type { RoomConnection } from "../connection/room-connection";
import { _ } from "../ui/words";

interface Intent {
    room: string;
    game: string;
    /** Play immediately, against bots. */
    bots: boolean;
    /** At once, but without bots. */
    alone?: boolean;
    /** With the real game: everyone around this one device, starting immediately. */
    around?: string[] | null;
}

let intent: Intent | null = null;

export function intend(wanted: Intent): void {
    intent = wanted;
}

/** Does something happen in this room as soon as it is entered: does a match begin, or do we sit down? */
export function actsOnEntering(room: string): boolean {
    return intent?.room === room && (intent.bots || Boolean(intent.around) || settings().name !== "");
}

/** Sit down, and where it was wanted begin. */
export async function carryOut(connection: RoomConnection): Promise<void> {
    if (intent?.room !== connection.code) return;
    const { bots, alone, game, around } = intent;
    intent = null;
    if (around) {
        for (const name of around) await connection.say({ type: "sit", name });
        return connection.say({ type: "start" });
    }
    const { name } = settings();
    if (!name && !bots) return; // with friends a name is needed: ask for it
    await connection.say({ type: "sit", name: name || _("Guest") });
    if (!bots) return;
    for (let seat = 2; seat < 2 + (alone ? 0 : botsAtOnce(game)); seat++)
        await connection.say({ type: "bot", seat, level: "regular" });
    await connection.say({ type: "start" });
}
