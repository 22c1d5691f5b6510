/* envelope.ts: opens the envelope: the engine (C, as WebAssembly) plays the log of a match again and recomputes every
 * roll from the secret; and the log is compared with all that this device was shown and has sent. Loaded only when it is
 * needed. It accuses only where nothing else can have happened: a seat that was on another device, a bot that stood in and
 * a connection that broke are said as what they may be. */
import { readLog } from "../connection/log";
import { check, Unanswered } from "../engine/engine";
import type { Room } from "../connection/messages";
import { isPublished, sealedIn, sealSignature, vouched, type Sealed, type Vouch } from "./vouch";

/** A salt that this device has sent, for a move or, without one, for a seat before the match. */
export interface OwnSalt {
    seat: number;
    move: string | null;
    salt: string;
    /** Under which seal, or after how many lines of the seat. */
    at: string | number;
    /** The house has accepted it: it must be in the log. */
    taken?: boolean;
    /** The house has refused the move because the seat had moved between these events, and no bot did. */
    outdated?: [number, number];
}

/** What this device had to do with the dice of a match. */
export interface OwnPart {
    room: string;
    match: number;
    /** Its seats, and after which event all their moves are its own; 0: from the start. */
    since: Record<number, number>;
    sent: OwnSalt[];
    /** It saw the match begin, under the last seal that it was shown. */
    begun?: boolean;
    /** The seats may have been on another device for a while. */
    shared?: boolean;
}

/** A seal as it was shown before a match: with how many seals and stopped matches the room had had, and who vouches. */
export interface ShownSeal {
    match: number;
    seal: string;
    seals?: number | undefined;
    stopped?: number | undefined;
    vouched?: Room["vouched"];
}

/** What this device remembers of the match. */
export interface Remembered {
    /** The seals of the room, in the order in which they were shown. */
    shown: readonly ShownSeal[];
    part: OwnPart | undefined;
    /** Lines of the log as they were shown during the match. */
    lines: readonly string[];
}

/** What is not as it was promised: the seal is not the one that was shown; the house counts its seals otherwise than
 * it showed; a salt of this device is missing, another one is in its place, or its move stands without one; a line is not as it
 * was shown; a signature does not match. */
export type Flaw = "seal" | "counted" | "missing" | "foreign" | "left_out" | "lines" | "signature";

export interface Compared {
    flaw: Flaw | null;
    /** The seal in the log is the one this page was shown before the match; null: it was not there then. */
    sealSame: boolean | null;
    /** Seals that were given for this match while this device was there, but not shown to it. */
    unshown: number;
    /** Salts of this device that are in the log. */
    own: number;
    /** At its seats: salts that it cannot know, and moves without one. */
    elsewhere: number;
    without: number;
    /** It has sent a salt before the match, but its seat has none. */
    late: boolean;
}

export interface Found extends Compared {
    /** Rolls recomputed from the secret and found equal; said by people with real dice. */
    rolls: number;
    declared: number;
    /** Of seats of people, those without a salt before the match, and their moves without one; and all salts. */
    bareSeats: number;
    bareMoves: number;
    salts: number;
    /** How many seals the room had had and how many matches were stopped, as the signed line says. */
    sealed: Sealed | null;
    vouched: Vouch;
    /** Is the key the one that the server publishes now? null: it cannot be asked. */
    published: boolean | null;
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

interface Made {
    number: number;
    seat: number;
    salt: string | undefined;
    move: string;
    /** Made before, and taken back: the table has given it the salt of that time. */
    again: boolean;
}

const MOVE = /^(\d+) \S+ seat(\d)([^:]*): (.*)$/;
const SALT = / salt=([0-9a-f]{16})/;
const BACK = /^\d+ \S+ back .*: (\d+)$/;

/** All moves of seats. A seat's n-th move after something was taken back repeats its first n-th one. */
function movesOf(lines: readonly string[]): Made[] {
    const made: Made[] = [];
    const reached: number[] = [];
    let standing: Made[] = [];
    for (const line of lines) {
        const back = BACK.exec(line);
        if (back) standing = standing.filter(({ number }) => number <= Number(back[1]));
        const found = MOVE.exec(line);
        if (!found) continue;
        const [, number, of, more = "", move = ""] = found;
        const seat = Number(of);
        const before = standing.filter((one) => one.seat === seat).length;
        const again = before < (reached[seat] ?? 0);
        reached[seat] = Math.max(reached[seat] ?? 0, before + 1);
        const one = { number: Number(number), seat, salt: SALT.exec(more)?.[1], move, again };
        made.push(one);
        standing.push(one);
    }
    return made;
}

interface Seated {
    seat: number;
    salt: string | null;
    bot: boolean;
}

const SEAT = /^seat (\d) (person|bot:\S+) (-|[0-9a-f]{16}) /;

function seatsOf(header: readonly string[]): Seated[] {
    const found = header.map((line) => SEAT.exec(line)).filter((one) => one !== null);
    return found.map(([, seat, kind, salt]) => ({
        seat: Number(seat),
        salt: salt === "-" ? null : salt!,
        bot: kind !== "person",
    }));
}

interface Parts {
    seal: string;
    seats: Seated[];
    moves: Made[];
}

interface Account {
    own: number;
    elsewhere: number;
    foreign: boolean;
    missing: boolean;
}

/** Before the match: may the salts at these seats be those that this device sent? Seats may move up when a match
 * begins, so a salt may be at any of them. */
function accountForSeats({ seal, seats }: Parts, mine: readonly number[], part: OwnPart): Account {
    const sent = part.sent.filter(({ at }) => at === seal);
    const isOwn = (salt: string | null) => sent.some((one) => one.salt === salt);
    const there = seats.filter(({ seat }) => mine.includes(seat)).map(({ salt }) => salt);
    const strange = ({ seat, salt }: Seated) => mine.includes(seat) && salt !== null && !isOwn(salt);
    const fromStart = mine.filter((seat) => part.since[seat] === 0);
    const sentForAll = new Set(sent.map(({ seat }) => seat)).size >= fromStart.length;
    const certain = sentForAll && part.begun === true && !part.shared;
    return {
        own: there.filter(isOwn).length,
        elsewhere: seats.filter(strange).length,
        foreign: certain && seats.filter(strange).some(({ seat }) => fromStart.includes(seat)),
        missing: sent.some(({ taken, salt }) => taken && !seats.some((one) => one.salt === salt)),
    };
}

/** In the match: moves that this device made, in the log with their salts. */
function accountForMoves({ moves }: Parts, mine: readonly number[], part: OwnPart): Account {
    const isSame = (one: OwnSalt, { seat, move }: Made) => one.seat === seat && one.move === move;
    const isOwn = (made: Made) => part.sent.some((one) => isSame(one, made) && one.salt === made.salt);
    const first = moves.filter(({ seat, salt, again }) => mine.includes(seat) && salt && !again);
    const strange = first.filter((made) => !isOwn(made));
    // Only this device can have made them.
    const certain = ({ seat, number }: Made) => number > (part.since[seat] ?? Infinity) && !part.shared;
    const isThere = (one: OwnSalt) =>
        moves.some((made) => isSame(one, made) && (made.again || made.salt === one.salt));
    return {
        own: first.length - strange.length,
        elsewhere: strange.length,
        foreign: strange.some(certain),
        missing: part.sent.some((one) => one.move !== null && one.taken && !isThere(one)),
    };
}

/** A move that this device sent in time stands without its salt. */
function isLeftOut({ moves }: Parts, mine: readonly number[], part: OwnPart): boolean {
    const bare = moves.filter(({ seat, salt, again }) => mine.includes(seat) && !salt && !again);
    return part.sent.some(({ seat, move, outdated: [after, until] = [0, 0] }) =>
        bare.some(
            (one) => one.seat === seat && one.move === move && one.number > after && one.number <= until,
        ),
    );
}

/** A seal that was shown before this match takes the place of another one only if it is counted. */
function isCounted(shown: readonly ShownSeal[], seal: string, sealed: Sealed | null): boolean {
    const grows = shown.every(
        ({ seals }, at) => !at || seals === undefined || seals > (shown[at - 1]!.seals ?? 0),
    );
    const last = shown[shown.length - 1];
    const same = (known: number | undefined, said: number) => known === undefined || known === said;
    if (!sealed || last?.seal !== seal) return grows;
    return grows && same(last.seals, sealed.seals) && same(last.stopped, sealed.stopped);
}

function isSealSame(log: string, seal: string, last: ShownSeal | undefined, begun = false): boolean | null {
    if (!last || (last.seal !== seal && !begun)) return null;
    return last.seal === seal && (!last.vouched || last.vouched.signature === sealSignature(log));
}

/** Given while this device was there, but not shown to it. */
function unshownOf(shown: readonly ShownSeal[], sealed: Sealed | null): number {
    const first = shown[0]?.seals;
    const last = sealed?.seals ?? shown[shown.length - 1]?.seals;
    return first === undefined || last === undefined ? 0 : Math.max(0, last - first + 1 - shown.length);
}

/** Nobody has a part in dice that are the same for everyone. */
const nobodys: OwnPart = { room: "", match: 0, since: {}, sent: [] };

/** Is the log the one of the match that this device was in? */
export function compare(log: string, { shown, part = nobodys, lines }: Remembered): Compared {
    const { seal, dice } = readLog(log);
    const all = log.split("\n");
    const events = all.indexOf("events");
    const parts = { seal, seats: seatsOf(all.slice(0, events)), moves: movesOf(all.slice(events + 1)) };
    const same = dice.startsWith("same ");
    const known = same ? nobodys : part;
    const mine = Object.keys(known.since).map(Number);
    const before = accountForSeats(parts, mine, known);
    const made = accountForMoves(parts, mine, known);
    const sealed = sealedIn(log);
    const ofMatch = shown.filter(({ match }) => match === part.match);
    const sealSame = isSealSame(log, seal, ofMatch[ofMatch.length - 1], part.begun);
    const linesSame = lines.every((line) => isAsShown(all[events + Number.parseInt(line, 10)] ?? "", line));
    const flaws: [boolean, Flaw][] = [
        [sealSame === false, "seal"],
        [!isCounted(ofMatch, seal, sealed), "counted"],
        [before.foreign || made.foreign, "foreign"],
        [before.missing || made.missing, "missing"],
        [isLeftOut(parts, mine, known), "left_out"],
        [!linesSame, "lines"],
    ];
    const bare = ({ seat, salt, again }: Made) => mine.includes(seat) && !salt && !again;
    return {
        flaw: flaws.find(([is]) => is)?.[1] ?? null,
        sealSame,
        unshown: unshownOf(ofMatch, sealed),
        own: before.own + made.own,
        elsewhere: before.elsewhere + made.elsewhere,
        without: parts.moves.filter(bare).length,
        late:
            known.sent.some(({ at }) => at === seal) &&
            parts.seats.some((one) => mine.includes(one.seat) && !one.salt),
    };
}

/** Which people have brought salts. */
function saltsOf(log: string) {
    const lines = log.split("\n");
    const events = lines.indexOf("events");
    const seats = seatsOf(lines.slice(0, events)).filter(({ bot }) => !bot);
    const moves = movesOf(lines.slice(events + 1)).filter((made) =>
        seats.some(({ seat }) => seat === made.seat),
    );
    const bareSeats = seats.filter(({ salt }) => !salt).length;
    const bareMoves = moves.filter(({ salt, again }) => !salt && !again).length;
    const salts = seats.length - bareSeats + moves.filter(({ salt }) => salt).length;
    return { bareSeats, bareMoves, salts };
}

/** Check a log. Throws Wrong if it does not hold. */
export async function verify(log: string, remembered: Remembered): Promise<Found> {
    const { rolls, declared } = await orWrong(check(log));
    const compared = compare(log, remembered);
    const vouch = await vouched(log);
    return {
        ...compared,
        ...saltsOf(log),
        flaw: compared.flaw ?? (vouch === "false" ? "signature" : null),
        rolls,
        declared,
        sealed: sealedIn(log),
        vouched: vouch,
        published: await isPublished(log),
    };
}
