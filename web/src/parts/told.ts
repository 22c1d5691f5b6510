/* told.ts: reading the throws of a match from its lines: the dice of one throw belong together. */
import type { Line } from "../face";
import { _ } from "../words";

/** A move of a seat, and the dice that came of it as far as they have landed. */
export interface Throw {
    number: number;
    seat: number;
    move: string;
    dice: number[];
    /** Real dice, told by somebody. */
    ours: boolean;
}

const isDie = (line: Line) => (line.who === "dice" || line.who === "ours") && /^\d+$/.test(line.move ?? "");

/** Every move of a seat with its dice; `lines` are those that still count (story.ts). */
export function throwsOf(lines: readonly Line[]): Throw[] {
    const throws: Throw[] = [];
    for (const line of lines) {
        const last = throws.at(-1);
        if (typeof line.who === "number")
            throws.push({ number: line.number, seat: line.who, move: line.move ?? "", dice: [], ours: false });
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
    return first ? _("{name} begins.", { name: nameOf(names, Number(first[1])) }) : null;
}
