/* envelope.ts: opens the envelope: the engine (C, as WebAssembly) plays the log of a match again and
 * recomputes every roll from the secret. Loaded only when it is needed. */
import { readLog } from "../connection/log";
import { check, Unanswered } from "../engine/engine";

export interface Found {
    /** Rolls recomputed from the secret and found equal; said by people with real dice. */
    rolls: number;
    declared: number;
    /** People's moves with a salt, and those without. */
    salted: number;
    unsalted: number;
    /** The seal in the log is the one this page was shown before the match; null: it was not there then. */
    sealSame: boolean | null;
    /** Salts of this very device: how many, and are all of them in the log? */
    ownSalts: number;
    ownSaltsThere: boolean;
}

/** What this device remembers of the match. */
export interface Remembered {
    seal: string | undefined;
    salts: string[];
}

/** The log is not valid; `reason` is a key, `line` the place. */
export class Wrong extends Error {
    constructor(
        readonly reason: string,
        readonly line: number,
    ) {
        super(reason);
    }
}

/** What the engine refused, as Wrong. */
export function orWrong<T>(answer: Promise<T>): Promise<T> {
    return answer.catch((error) => {
        throw error instanceof Unanswered && error.line !== null ? new Wrong(error.why, error.line) : error;
    });
}

/** Is the log the one of the match that this device was in? */
export function compare(log: string, remembered: Remembered) {
    const { seal } = readLog(log);
    return {
        sealSame: remembered.seal === undefined ? null : remembered.seal === seal,
        ownSalts: remembered.salts.length,
        ownSaltsThere: remembered.salts.every((salt) => log.includes(salt)),
    };
}

/** Check a log. Throws Wrong if it does not hold. */
export async function verify(log: string, remembered: Remembered): Promise<Found> {
    const { rolls, declared, salted, unsalted } = await orWrong(check(log));
    return { rolls, declared, salted, unsalted, ...compare(log, remembered) };
}
