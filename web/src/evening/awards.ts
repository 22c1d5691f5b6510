/* awards.ts: what stood out in an evening, by the reviews' own numbers and the times in the logs. */
import type { Line } from "../table/face";
import type { Meaning } from "../review/values";
import { isBeyond, stepsOf, type Report, type Step } from "../review/report";

/** One match of the evening, as far as it could be read. */
export interface Read {
    /** Its number in the room. */
    match: number;
    game: string;
    /** By seat: the player's key, and whether it is a person. */
    seats: { key: string; person: boolean }[];
    lines: Line[];
    report: Report | null;
    /** By seat: what its hand did (games/GAME/page/facts.ts), where hands count. */
    hands: number[][];
    kind: "fast" | "steady" | null;
}

export interface Luck {
    key: string;
    game: string;
    value: number;
    meaning: Meaning;
}

export interface Hand {
    key: string;
    game: string;
    value: number;
}

export interface Awards {
    luckiest: Luck | null;
    unluckiest: Luck | null;
    /** One for each game. */
    throws: Luck[];
    fastest: Hand | null;
    steadiest: Hand | null;
}

// ---- luck ----

/** Points and chances of winning do not add up. So the luck of a match counts in units of what its dice usually
 * do: the root of the sum of all squares. Within its error it is nothing. */
function units({ events, seats, meaning }: Report, seat: number): number {
    const { luck, luck_doubt } = seats[seat - 1]!;
    const usual = Math.hypot(...events.filter((one) => one.seat === seat).map((one) => one.luck ?? 0));
    return usual > 0 && isBeyond(luck, luck_doubt, meaning) ? luck / usual : 0;
}

interface Sum {
    total: number;
    matches: number;
    /** The match that brought most of it, and that cost most. */
    best: Luck & { units: number };
    worst: Luck & { units: number };
}

function lucks(read: Read[]): Map<string, Sum> {
    const sums = new Map<string, Sum>();
    for (const { game, seats, report } of read) {
        if (!report) continue;
        seats.forEach(({ key }, at) => {
            const { meaning } = report;
            const one = { key, game, value: report.seats[at]!.luck, meaning, units: units(report, at + 1) };
            const sum = sums.get(key);
            sums.set(key, {
                total: (sum?.total ?? 0) + one.units,
                matches: (sum?.matches ?? 0) + 1,
                best: !sum || one.units > sum.best.units ? one : sum.best,
                worst: !sum || one.units < sum.worst.units ? one : sum.worst,
            });
        });
    }
    return sums;
}

/** Over several matches chance evens out by the root of their number. */
const evened = ({ total, matches }: Sum) => total / Math.sqrt(matches);

function luckOf(read: Read[], way: 1 | -1): Luck | null {
    const all = [...lucks(read).values()].sort((a, b) => way * (evened(b) - evened(a)));
    const [first] = all;
    if (!first || way * evened(first) <= 0) return null;
    const { key, game, value, meaning } = way > 0 ? first.best : first.worst;
    return { key, game, value, meaning };
}

// ---- throws ----

/** What the dice of a step were worth to a seat, if that is more than its error. */
function gain({ events, meaning }: Report, step: Step, seat: number): number {
    const notes = events.filter(
        (note) =>
            note.seat === seat &&
            note.luck !== undefined &&
            note.number >= step.first &&
            note.number <= step.last,
    );
    const luck = notes.reduce((sum, note) => sum + note.luck!, 0);
    return isBeyond(luck, Math.hypot(...notes.map(({ doubt }) => doubt)), meaning) ? luck : 0;
}

/** The best throw or draw of each game. */
function throwsOf(read: Read[]): Luck[] {
    const best = new Map<string, Luck>();
    for (const { game, seats, lines, report } of read) {
        if (!report) continue;
        for (const step of stepsOf(lines).filter((one) => one.seat === null))
            seats.forEach(({ key }, at) => {
                const value = gain(report, step, at + 1);
                if (value > (best.get(game)?.value ?? 0))
                    best.set(game, { key, game, value, meaning: report.meaning });
            });
    }
    return [...best.values()];
}

// ---- hands ----

const GRABS_LEAST = 2; // one good grab is no steady hand

const average = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Of people: the hands of bots are made up. */
function handOf(read: Read[], kind: "fast" | "steady"): Hand | null {
    const hands = new Map<string, { game: string; values: number[] }>();
    for (const { game, seats, hands: own } of read.filter((one) => one.kind === kind))
        seats.forEach(({ key, person }, at) => {
            const values = [...(hands.get(key)?.values ?? []), ...(own[at] ?? [])];
            if (person) hands.set(key, { game, values });
        });
    const found = [...hands]
        .filter(([, { values }]) => values.length >= (kind === "steady" ? GRABS_LEAST : 1))
        .map(([key, { game, values }]) => ({
            key,
            game,
            value: kind === "fast" ? Math.min(...values) : average(values),
        }))
        .sort((a, b) => a.value - b.value);
    return found[0] ?? null;
}

export function awardsOf(read: Read[]): Awards {
    return {
        luckiest: luckOf(read, 1),
        unluckiest: luckOf(read, -1),
        throws: throwsOf(read),
        fastest: handOf(read, "fast"),
        steadiest: handOf(read, "steady"),
    };
}
