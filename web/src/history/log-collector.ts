/* log-collector.ts: fetches the log of a finished match and adds it to my games. */
import { keptPart, keptRooms, notePlayed } from "../ui/storage";
import { fetchLog } from "../connection/match-log";
import { Wrong, type Remembered } from "../table/envelope";
import { openArchive } from "./archive";
import { takeIn } from "./log-intake";

/** No server has it any more. */
const GONE = ["404", "no_such_room", "not_playing"];

/** Seats that a bot took over are a person's in the log all the same: the note says whose they were. */
export async function keepMatch(
    room: string,
    match: number,
    seats: number[],
    remembered: Remembered,
): Promise<void> {
    const log = await fetchLog(room, match).catch((error: Error) => {
        if (GONE.includes(error.message)) notePlayed(room, match, []);
        throw error;
    });
    try {
        const archive = await openArchive();
        await archive.put(await takeIn(log, seats, remembered), log);
    } catch (error) {
        // Stopped, or not to be believed: no result. Anything else is tried again.
        if (!(error instanceof Wrong)) throw error;
    }
    notePlayed(room, match, []);
}

/** Matches that ended while the page was away, in all known rooms. A room on this device does nothing by itself, and
 * asking for it would take it away from the window that plays in it: only finished matches are fetched. */
export async function catchUp(): Promise<void> {
    for (const { room, played = [], shown = [], here } of keptRooms())
        for (const { match, seats } of played.filter(({ over }) => over || !here)) {
            const known = { shown, part: keptPart(room, match), lines: [] };
            await keepMatch(room, match, seats, known).catch(() => undefined);
        }
}
