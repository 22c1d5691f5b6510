/* throws.ts: reads the throws of a match from its lines: the dice of one throw belong together. */
import type { Line } from "../face";
import { _ } from "../../ui/words";

/** A move of a seat, and its dice as far as they have landed. */
interface Throw {
    number: number;
    seat: number;
    move: string;
    dice: number[];
    /** Real dice, entered by someone. */
    ours: boolean;
}

const isDie = (line: Line) => (line.who === "dice" || line.who === "ours") && /^\d+$/.test(line.move ?? "");

/** The last lines that still count, up to a limit: enough for a turn without reading the whole match each time. */
export function lastStanding(lines: readonly Line[], many: number): Line[] {
    const found: Line[] = [];
    let upTo = Infinity;
    for (let at = lines.length - 1; at >= 0 && found.length < many; at--) {
        const line = lines[at]!;
        if (line.who === "back") upTo = Math.min(upTo, Number(line.move));
        else if (line.number <= upTo) found.push(line);
    }
    return found.reverse();
}

/** Every move of a seat with its dice; `lines` are those that still count (standing). */
export function throwsOf(lines: readonly Line[]): Throw[] {
    const throws: Throw[] = [];
    for (const line of lines) {
        const last = throws.at(-1);
        if (typeof line.who === "number")
            throws.push({
                number: line.number,
                seat: line.who,
                move: line.move ?? "",
                dice: [],
                ours: false,
            });
        else if (last && isDie(line)) {
            last.dice.push(Number(line.move));
            last.ours = line.who === "ours";
        }
    }
    return throws;
}

/** Who a seat is. */
export function nameOf(names: readonly string[], seat: number): string {
    return names[seat - 1] ?? _("Seat {seat}", { seat });
}

/** Who begins, where that is drawn; null: something else. */
export function tellFirst(line: Line, names: readonly string[]): string | null {
    const first = line.move?.match(/^first (\d)$/);
    return first ? _("{name} goes first.", { name: nameOf(names, Number(first[1])) }) : null;
}

/** Who has won. */
export function wonText(names: readonly string[], won: readonly number[]): string {
    return won.length === 1 ? _("{name} wins.", { name: nameOf(names, won[0]!) }) : _("The win is shared.");
}

/** `first 2`: the seat that begins; null: something else. */
export function beginner(move: string | null): number | null {
    const found = move?.match(/^first (\d)$/);
    return found ? Number(found[1]) : null;
}
