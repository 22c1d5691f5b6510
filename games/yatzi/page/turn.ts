/* turn.ts: the turns of a Yatzi match, read from its lines: which dice are on the table, which of them were
 * kept, and in which box they were scored. The view has the current state; this is how it came about. */
import type { Line } from "page/table/face";
import { standing } from "page/connection/log-line";
import { throwsOf } from "page/table/parts/throws";

export const DICE = 5;

export interface Turn {
    seat: number;
    /** The event that began the last throw. */
    number: number;
    /** Null: still in the cup, or not known. */
    dice: (number | null)[];
    /** Which stayed on the table in the last throw. */
    stayed: boolean[];
    /** Real dice. */
    ours: boolean;
    /** The box filled at the end; null: the turn goes on. */
    box: string | null;
}

/** The slots that stay if these faces are kept: of equal dice the first ones, as the rules have it. */
export function staying(dice: readonly (number | null)[], faces: readonly number[]): boolean[] {
    const left = [...faces];
    return dice.map((face) => {
        const at = face === null ? -1 : left.indexOf(face);
        if (at >= 0) left.splice(at, 1);
        return at >= 0;
    });
}

/** The dice that a move keeps. */
export const facesIn = (move: string) => (move.match(/\d/g) ?? []).map(Number);

/** All turns of these lines; the last one may still go on. */
export function turnsOf(lines: readonly Line[]): Turn[] {
    const turns: Turn[] = [];
    for (const { number, seat, move, dice, ours } of throwsOf(standing([...lines]))) {
        let turn = turns.at(-1);
        if (!turn || turn.box !== null) {
            turn = { seat, number, dice: Array(DICE).fill(null), stayed: [], ours, box: null };
            turns.push(turn);
        }
        if (move.startsWith("fill ")) {
            turn.box = move.slice("fill ".length);
            continue;
        }
        const landing = [...dice];
        const stayed = staying(turn.dice, facesIn(move));
        turn.dice = turn.dice.map((face, slot) => (stayed[slot] ? face : (landing.shift() ?? null)));
        Object.assign(turn, { number, stayed, ours });
    }
    return turns;
}

/** The text of the move that throws all dice but these. */
export function throwMove(kept: readonly number[]): string {
    return kept.length > 0 ? `keep ${[...kept].sort((a, b) => a - b).join(" ")}` : "throw";
}
