/* match.ts: a stored match: what the engine read from its log, and which seats were played here. */
import games from "built:facts";
import { levels } from "../connection/messages";
import { WATCHER, type Hash, type Table } from "knobel/engine";
import { readLog, type LogSeat, type LogText, type Look } from "../connection/log";

/** A cell of a table: null is empty. */
export type Cell = string | number | boolean | null;

/** What the matches of a game tell: games/GAME/page/facts.ts. */
export interface FactsOfGame<Facts = any> {
    /** About one seat (from 1 on). */
    read(log: LogText, seat: number, look: Look): Facts;
    /** The same as a table: a row for each box, throw, slap, grab or bet. */
    columns: string[];
    rows(facts: Facts, won: boolean): Cell[][];
    /** Where hands count: what this one did, the less the better. `fast`: milliseconds; `steady`: how far off. */
    hand?: { kind: "fast" | "steady"; values(facts: Facts): number[] };
}

/** Raised when the readers change: stored matches are then read again. */
export const READING = 1;
const ID_BYTES = 16;
/** Longer matches are stored but not read in detail, which needs the table at every throw. */
const READ_EVENTS_MOST = 5_000;

/** `seen`: every roll checks, the seal was seen before the match, and the numbers of this device are in it. `holds`:
 * every roll checks; this device was not there to see the seal. `doubtful`: something that was promised is missing.
 * */
export type Checked = "seen" | "holds" | "doubtful";

/** What the engine reads in the log of a match, for the players of some seats. Seats count from 1. */
export interface Read extends Omit<LogText, "events" | "standing"> {
    /** A fingerprint of the log: two matches may share a seal (the same dice for everyone). */
    id: string;
    over: boolean;
    won: number[];
    scores: number[];
    rolls: number;
    declared: number;
    /** Rolls without a secret to recompute them from. */
    unchecked: number;
    reading: number;
    /** For each of these seats, in that order; none if the game, or so long a match, cannot be read. */
    facts: unknown[];
}

export interface Match extends Omit<Read, "over" | "unchecked" | "opened"> {
    /** When it started or, if that is unknown, when it was stored; Unix time in milliseconds. */
    when: number;
    /** The seats that were played at this device: `facts` are theirs. */
    mine: number[];
    checked: Checked;
    /** Of the log. */
    bytes: number;
}

const isRead = ({ game, seats, events }: LogText, mine: number[]) =>
    Object.hasOwn(games, game) &&
    events.length <= READ_EVENTS_MOST &&
    mine.every((seat) => seat >= 1 && seat <= seats.length);

/** Of all that a log says; its last line is a sum that may be left out. */
function fingerprint(log: string, hash: Hash): string {
    const said = log.slice(0, log.lastIndexOf("\nend ") + 1);
    const bytes = hash(null, new TextEncoder().encode(said)).slice(0, ID_BYTES);
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The table is that of the log, loaded and so checked. */
export function readMatch(table: Table, log: string, mine: number[], hash: Hash): Read {
    const { events, standing, ...text } = readLog(log);
    const { over, rolls, declared, unchecked } = table.report;
    const end = table.view(WATCHER);
    const look: Look = (event) => table.viewAfter(WATCHER, event).describe();
    const whole = { ...text, events, standing };
    return {
        ...text,
        id: fingerprint(log, hash),
        over,
        won: end.result().map((seat) => seat + 1),
        scores: end.scores(),
        rolls,
        declared,
        unchecked,
        reading: READING,
        facts:
            over && isRead(whole, mine) ? mine.map((seat) => games[text.game]!.read(whole, seat, look)) : [],
    };
}

/** One of my seats in a match: what statistics count. */
export interface Played<Facts = unknown> {
    match: Match;
    seat: number;
    name: string;
    won: boolean;
    score: number;
    facts: Facts | undefined;
}

export function playedOf<Facts = unknown>(matches: Match[]): Played<Facts>[] {
    return matches.flatMap((match) =>
        match.mine.map((seat, at) => ({
            match,
            seat,
            name: match.seats[seat - 1]!.name,
            won: match.won.includes(seat),
            score: match.scores[seat - 1]!,
            facts: match.facts[at] as Facts | undefined,
        })),
    );
}

/** The seats that were not mine. */
export const others = ({ seats, mine }: Match): LogSeat[] =>
    seats.filter((_seat, at) => !mine.includes(at + 1));

export const levelOrder = (seat: LogSeat): number =>
    seat.bot ? [...levels, seat.bot].indexOf(seat.bot) : -1;
