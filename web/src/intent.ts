/* intent.ts: what somebody who opened a room on the shelf wanted of it; carried out once the room is entered. */
import { botsAtOnce } from "./games";
import { settings } from "./keep";
import type { Wire } from "./wire";
import { _ } from "./words";

interface Intent {
    room: string;
    game: string;
    /** Play at once, against bots. */
    bots: boolean;
    /** At once, but without bots. */
    alone?: boolean;
}

let intent: Intent | null = null;

export function intend(wanted: Intent): void {
    intent = wanted;
}

/** Is a match to begin in this room as soon as it is entered? */
export function beginsAtOnce(room: string): boolean {
    return intent?.room === room && intent.bots;
}

/** Sit down, and where it was wanted begin. */
export async function carryOut(wire: Wire): Promise<void> {
    if (intent?.room !== wire.code) return;
    const { bots, alone, game } = intent;
    intent = null;
    const { name } = settings();
    if (!name && !bots) return; // whoever has friends has a name: ask for it
    await wire.say({ type: "sit", name: name || _("Guest") });
    if (!bots) return;
    for (let seat = 2; seat < 2 + (alone ? 0 : botsAtOnce(game)); seat++)
        await wire.say({ type: "bot", seat, level: "regular" });
    await wire.say({ type: "start" });
}
