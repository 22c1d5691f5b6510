/* import.ts: imports games from a file that export.ts has written, or from plain logs. Only the logs count:
 * the engine plays them again, and everything else is read from that. Files are not trusted: everything used
 * is checked. */
import { LOG_MAX, tidied } from "../review/limits";
import { Wrong } from "../table/envelope";
import { MATCHES_KEPT, openArchive } from "./archive";
import { FORMAT, VERSION } from "./export";
import { readLog } from "../connection/log";
import { takeIn } from "./log-intake";

export const FILE_BYTES_MOST = 100_000_000; // enough for all stored logs as JSON with their facts
export const FILES_MOST = 500; // at once
const SEATS_MOST = 8;

export interface Offer {
    log: string;
    /** Whose seats; null: the file does not say. */
    mine: number[] | null;
}

/** The file is none of ours; `reason` says why. */
export class NotOurs extends Error {}

const isLog = (log: unknown): log is string =>
    typeof log === "string" && log.length <= LOG_MAX && /^knobel log [12]\n/.test(log);

const isSeats = (mine: unknown): mine is number[] =>
    Array.isArray(mine) &&
    mine.length <= SEATS_MOST &&
    mine.every((seat) => Number.isInteger(seat) && seat >= 1 && seat <= SEATS_MOST) &&
    new Set(mine).size === mine.length;

function offersInJson(text: string): Offer[] {
    let said: { knobel?: unknown; version?: unknown; matches?: unknown };
    try {
        said = JSON.parse(text);
    } catch {
        throw new NotOurs("not_understood");
    }
    if (said?.knobel !== FORMAT || !Array.isArray(said.matches)) throw new NotOurs("not_understood");
    if (said.version !== VERSION) throw new NotOurs("version");
    if (said.matches.length > MATCHES_KEPT) throw new NotOurs("too_many");
    return said.matches.map((match: { log?: unknown; mine?: unknown } | null) => {
        if (!isLog(match?.log) || !isSeats(match.mine)) throw new NotOurs("not_understood");
        return { log: match.log, mine: match.mine };
    });
}

/** What a file offers; throws NotOurs. */
export function offersIn(text: string): Offer[] {
    const log = text.length <= LOG_MAX ? tidied(text) : "";
    return isLog(log) ? [{ log, mine: null }] : offersInJson(text);
}

/** The names of persons in logs that do not say whose they are. */
export function namesIn(offers: Offer[]): string[] {
    const names = offers
        .filter(({ mine }) => mine === null)
        .flatMap(({ log }) => readLog(log).seats.slice(0, SEATS_MOST))
        .filter(({ bot }) => bot === null)
        .map(({ name }) => name);
    return [...new Set(names)];
}

/** The seats of these names. */
export function seatsOf(log: string, names: string[]): number[] {
    return readLog(log).seats.flatMap(({ name, bot }, at) => (!bot && names.includes(name) ? [at + 1] : []));
}

export interface Taken {
    added: number;
    /** They were there already. */
    known: number;
    refused: number;
    /** Why the first of those was refused. */
    why: Wrong | null;
}

/** One after the other, with pauses so that the page stays responsive. */
export async function takeAll(
    offers: { log: string; mine: number[] }[],
    onProgress: (done: number) => void,
): Promise<Taken> {
    const archive = await openArchive();
    const taken: Taken = { added: 0, known: 0, refused: 0, why: null };
    for (const [at, { log, mine }] of offers.entries()) {
        onProgress(at);
        await new Promise((resolve) => setTimeout(resolve));
        try {
            const match = await takeIn(log, mine, { shown: [], part: undefined, lines: [] });
            if (await archive.put(match, log)) taken.added++;
            else taken.known++;
        } catch (error) {
            if (!(error instanceof Wrong)) throw error;
            taken.refused++;
            taken.why ??= error;
        }
    }
    return taken;
}
