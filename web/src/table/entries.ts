/* entries.ts: which lines of a match can be corrected or taken back. With the real game people enter what fell
 * and what was done. */
import { standing } from "../connection/log-line";
import type { Line } from "./face";
import type { Told } from "./sentences";

/** Dice, tiles and cards that people say fell, and what they did. */
const isEntry = ({ who, move }: Line) => move !== null && (who === "ours" || typeof who === "number");

/** The entries of a sentence, of those that count: the dice of a throw share one. A bare `throw` before them is no
 * entry. */
export function entriesOf(lines: Line[], after: number, { number, who: teller }: Told): Line[] {
    const isWorded = ({ who, move }: Line) => who === "ours" || who === teller || move!.includes(" ");
    return lines.filter(
        (line) => line.number > after && line.number <= number && isEntry(line) && isWorded(line),
    );
}

/** The last entry, after those that were entered with it: the dice of a throw, the tiles of a hand. `shown` are the
 * lines as the viewer may see them. A device that is handed around hides what was dealt; but whoever holds it knows
 * what has been entered since anyone moved. */
export function lastEntries(shown: Line[], all: Line[]): Line[] {
    const seen = new Map(shown.map((line) => [line.number, line]));
    const counting = standing(all);
    const found: Line[] = [];
    let moved = false;
    for (let at = counting.length - 1; at >= 0; at--) {
        const line = moved ? seen.get(counting[at]!.number) : counting[at];
        if (typeof counting[at]!.who === "number") {
            const move = seen.get(counting[at]!.number);
            if (found.length === 0 && move && isEntry(move)) return [move];
            if (found.length > 0) break;
            moved = true;
        } else if (line && isEntry(line)) found.unshift(line);
        else if (found.length > 0) break;
    }
    return found;
}

/** Is it the last thing that happened? Then it can be removed. */
export const isLast = (lines: Line[], { number }: Line) => standing(lines).at(-1)?.number === number;

/** Has this seat a move that could be taken back? Not behind dice that were seen, nor what was decided by reaction
 * time. */
export function mayTakeBack(lines: Line[], seat: number): boolean {
    const counting = standing(lines);
    if (counting.length > 0 && counting[0]!.number > 1) return true; // not all lines are known here
    const stands = ({ who, move }: Line) => who === "clock" || (who === "dice" && move !== null);
    for (let at = counting.length - 1; at >= 0 && !stands(counting[at]!); at--)
        if (counting[at]!.who === seat) return true;
    return false;
}
