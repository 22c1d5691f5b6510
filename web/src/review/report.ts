/* report.ts: the engine's review of a match (the JSON of `knobel review --json`), prepared for the screen:
 * steps, values over time, decisions. */
import type { Line } from "../table/face";
import { UNITS, type Meaning } from "./values";

/** A better move than the one that was made. */
interface Better {
    move: string;
    value: number;
    doubt: number;
}

/** What an event changed for a seat (from 1 on); one of luck, error and gift. Doubts are half of a 95 % interval. */
export interface Note {
    number: number;
    seat: number;
    move: string;
    luck?: number;
    error?: number;
    gift?: number;
    value: number;
    doubt: number;
    value_doubt: number;
    /** Beyond doubt there was something better; `-`: to keep still. */
    best?: string;
    better?: Better[];
    /** A hint would have named this move first, although it costs more than its doubt. */
    advised?: true;
}

/** start + luck − errors + gifts = end */
export interface Account {
    name: string;
    start: number;
    luck: number;
    errors: number;
    gifts: number;
    end: number;
    doubt: number;
    score: number;
    start_doubt: number;
    luck_doubt: number;
    errors_doubt: number;
    gifts_doubt: number;
}

export interface Report {
    game: string;
    meaning: Meaning;
    events: Note[];
    seats: Account[];
}

/** One step: a move, or the dice that follow it, up to the next move. */
export interface Step {
    /** Numbers of its first and last event; the table is shown as it was before the first. */
    first: number;
    last: number;
    lines: Line[];
    /** The seat that moves; null: dice, or the clock. */
    seat: number | null;
}

/** The steps of a match; `lines` are those that count. */
export function stepsOf(lines: readonly Line[]): Step[] {
    const steps: Step[] = [];
    for (const line of lines) {
        const last = steps.at(-1);
        const isChance = line.who === "dice" || line.who === "ours";
        if (isChance && last?.lines.every(({ who }) => who === line.who)) {
            last.lines.push(line);
            last.last = line.number;
        } else {
            const seat = typeof line.who === "number" ? line.who : null;
            steps.push({ first: line.number, last: line.number, lines: [line], seat });
        }
    }
    return steps;
}

/** A value and its error. */
export interface Value {
    value: number;
    doubt: number;
}

/** How far a review that is still being made has come: the number of its last event. */
export const lastNumber = (report: Report): number => report.events.at(-1)?.number ?? 0;

/** For each seat its value at the start and after every step that ends by event `until`. */
export function valuesOf(report: Report, steps: readonly Step[], until = Infinity): Value[][] {
    const known = steps.filter(({ last }) => last <= until);
    return report.seats.map((account, at) => {
        const notes = report.events.filter(({ seat }) => seat === at + 1);
        let now: Value = { value: account.start, doubt: account.start_doubt };
        const values = [now];
        let next = 0;
        for (const step of known) {
            for (; next < notes.length && notes[next]!.number <= step.last; next++)
                now = { value: notes[next]!.value, doubt: notes[next]!.value_doubt };
            values.push(now);
        }
        return values;
    });
}

/** Did this move cost something that can be seen in the digits shown? */
export function isCostly({ error }: Note, report: Report): boolean {
    return error !== undefined && error * Math.abs(UNITS[report.meaning]) >= 0.5;
}

/** In tenths, as they are shown. */
const tenths = (value: number, meaning: Meaning) => Math.round(value * Math.abs(UNITS[meaning]));

/** Is a figure more than its error, also in the digits shown? */
export const isBeyond = (value: number, doubt: number, meaning: Meaning): boolean =>
    tenths(Math.abs(value), meaning) > tenths(doubt, meaning);

/** Certainly a mistake: there was something better, and the cost is more than its error. */
export const isMistake = ({ best, error, doubt }: Note, { meaning }: Pick<Report, "meaning">): boolean =>
    best !== undefined && isBeyond(error!, doubt, meaning);

/** Moves that cost something, in the order of the match. */
export function costlyMoves(report: Report): Note[] {
    return report.events.filter((note) => isCostly(note, report));
}

/** What a step changed for a seat, with its dice taken together. */
export function changeIn(report: Report, step: Step, seat: number): number {
    return report.events
        .filter((note) => note.seat === seat && note.number >= step.first && note.number <= step.last)
        .reduce((sum, note) => sum + (note.luck ?? 0) + (note.gift ?? 0) - (note.error ?? 0), 0);
}

/** Round numbers so that they still add up to `total` (which is whole): each goes to one of its two neighbours, and
 * those that lose least go the other way. */
export function roundToSum(parts: readonly number[], total: number): number[] {
    const rounded = parts.map(Math.round);
    for (;;) {
        const missing = total - rounded.reduce((sum, one) => sum + one, 0);
        const way = Math.sign(missing);
        if (way === 0) return rounded;
        const loss = rounded.map((one, at) => Math.abs(one + way - parts[at]!));
        const least = loss.indexOf(Math.min(...loss));
        rounded[least] = rounded[least]! + way;
    }
}
