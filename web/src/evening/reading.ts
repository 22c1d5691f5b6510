/* reading.ts: reads the logs of an evening's matches with the engine of this device. Each match is read once. */
import games from "built:facts";
import type { EveningMatch } from "../connection/messages";
import { fetchLog } from "../connection/match-log";
import { readLog } from "../connection/log";
import { read as readFacts } from "../engine/engine";
import { review } from "../engine/review";
import type { Read } from "./awards";
import { playerKey } from "./players";

const known = new Map<string, Read>();

/** What hands did, by seat; where reading fails, or hands do not count, nothing. */
async function handsIn(log: string, { game, seats }: EveningMatch, signal: AbortSignal): Promise<number[][]> {
    const { hand } = games[game] ?? {};
    if (!hand) return [];
    const numbers = seats.map((_seat, at) => at + 1);
    const facts = await readFacts(log, numbers, signal).then(
        (found) => found.facts,
        () => [],
    );
    return facts.map((one) => hand.values(one));
}

/** Players are known by their names, which they may change between matches. */
export const seatsOf = ({ seats }: EveningMatch): Read["seats"] =>
    seats.map((seat) => ({ key: playerKey(seat), person: seat.person !== null }));

/** Null: its log cannot be had now. */
export async function readOne(
    code: string,
    match: EveningMatch,
    onDone: (done: number) => void,
    signal: AbortSignal,
): Promise<Read | null> {
    const name = `${code} ${match.match}`;
    const before = known.get(name);
    if (before) return { ...before, seats: seatsOf(match) };
    const log = await fetchLog(code, match.match).catch(() => null);
    if (log === null) return null;
    const hands = await handsIn(log, match, signal);
    const report = await review(log, onDone, signal).catch(() => null);
    const found: Read = {
        match: match.match,
        game: match.game,
        seats: seatsOf(match),
        lines: readLog(log).standing,
        report,
        hands,
        kind: games[match.game]?.hand?.kind ?? null,
    };
    if (report) known.set(name, found);
    return found;
}
