/* envelope.ts: opens the envelope: the engine (C, as WebAssembly) plays the log of a match again and
 * recomputes every roll from the secret. Loaded only when it is needed. */
import { readLog } from "../connection/log";
import { check, Unanswered } from "../engine/engine";
import { sealSignature, vouched, type Vouch } from "./vouch";

export interface Found {
    /** Rolls recomputed from the secret and found equal; said by people with real dice. */
    rolls: number;
    declared: number;
    /** People's moves with a salt, and those without. */
    salted: number;
    unsalted: number;
    /** The seal in the log is the one this page was shown before the match; null: it was not there then. */
    sealSame: boolean | null;
    /** Salts of this very device: how many, and is each in the log where it belongs: at its seat, with its move? */
    ownSalts: number;
    ownSaltsThere: boolean;
    /** Every line that this page saw during the match is in the log as it was shown. */
    linesSame: boolean;
    vouched: Vouch;
}

/** A salt that this device has added: with which move, or null: before the match. Seats may move up at its start;
 * such a salt must then be at one of this device's seats. */
export interface OwnSalt {
    seat: number;
    move: string | null;
    salt: string;
}

/** What this device remembers of the match. */
export interface Remembered {
    seal: string | undefined;
    /** The signature that came with the seal. */
    signature?: string | undefined;
    salts: OwnSalt[];
    /** Where this device sat in the match. */
    seats: number[];
    /** Lines of the log as they were shown during the match. */
    lines: readonly string[];
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

/** Is a line of the log the one that was shown? What was hidden then was shown as `?`, without what belongs to it. */
function isAsShown(line: string, shown: string): boolean {
    if (!shown.endsWith(": ?")) return line === shown;
    const start = shown.slice(0, -": ?".length);
    return line.startsWith(`${start} `) || line.startsWith(`${start}:`);
}

function isThere(lines: string[], seats: number[], { seat, move, salt }: OwnSalt): boolean {
    if (move === null) {
        const mine = seats.map((one) => `seat ${one} person ${salt} `);
        return lines.some((line) => mine.some((start) => line.startsWith(start)));
    }
    const made = (line: string) => / seat(\d)/.exec(line)?.[1] === String(seat) && line.endsWith(`: ${move}`);
    return lines.some((line) => line.includes(` salt=${salt}`) && made(line));
}

/** Is the log the one of the match that this device was in? */
export function compare(log: string, remembered: Remembered) {
    const { seal } = readLog(log);
    const lines = log.split("\n");
    const events = lines.indexOf("events");
    const signed = remembered.signature === undefined || remembered.signature === sealSignature(log);
    return {
        sealSame: remembered.seal === undefined ? null : remembered.seal === seal && signed,
        ownSalts: remembered.salts.length,
        ownSaltsThere: remembered.salts.every((own) => isThere(lines, remembered.seats, own)),
        linesSame: remembered.lines.every((shown) =>
            isAsShown(lines[events + Number.parseInt(shown, 10)] ?? "", shown),
        ),
    };
}

/** Check a log. Throws Wrong if it does not hold. */
export async function verify(log: string, remembered: Remembered): Promise<Found> {
    const { rolls, declared, salted, unsalted } = await orWrong(check(log));
    const found = { rolls, declared, salted, unsalted, ...compare(log, remembered) };
    return { ...found, vouched: await vouched(log) };
}
