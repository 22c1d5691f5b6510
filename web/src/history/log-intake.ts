/* log-intake.ts: turns a log into a match of this device: the engine checks it, and all facts are read from
 * it. */
import { read } from "../engine/engine";
import { compare, orWrong, Wrong, type Remembered } from "../table/envelope";
import type { Checked, Match } from "./match";

/** `seen` also takes that all salts at its seats are this device's. */
function judged(log: string, remembered: Remembered): Checked {
    const { flaw, sealSame, elsewhere } = compare(log, remembered);
    if (flaw) return "doubtful";
    return sealSame && elsewhere === 0 ? "seen" : "holds";
}

/** This line of a log is not verified, and an invalid date would break every list that shows it. */
const LATEST = Date.UTC(9999, 11, 31);

/** When a match began, as its log says; if that cannot be, it is as if it were now. */
export function whenOf(opened: number): number {
    return opened > 0 && opened <= LATEST ? opened : Date.now();
}

/** Throws Wrong if the log does not hold, has no secret, or is not of a match that was played to its end
 * (`not_over`), or if these seats cannot have been someone's (`not_yours`). */
export async function takeIn(log: string, mine: number[], remembered: Remembered): Promise<Match> {
    const { over, unchecked, opened, ...found } = await orWrong(read(log, mine));
    if (!over) throw new Wrong("not_over", 0);
    if (unchecked > 0) throw new Wrong("no_secret", 0);
    const isPerson = (seat: number) => found.seats[seat - 1]?.bot === null;
    if (mine.length === 0 || !mine.every(isPerson)) throw new Wrong("not_yours", 0);
    return {
        ...found,
        when: whenOf(opened),
        mine,
        checked: judged(log, remembered),
        bytes: log.length,
    };
}

/** Read again what an older page has read. */
export async function readAgain(match: Match, log: string): Promise<Match> {
    const { reading, facts } = await read(log, match.mine);
    return { ...match, reading, facts };
}
