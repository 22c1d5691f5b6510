/* turn.ts: the turns of a Yu-C-A-Tan match, read from its lines. The view has the current state; this has the
 * last throw before its dice went onto the card, or were lost. */
import type { Line } from "page/table/face";
import { standing } from "page/connection/log-line";
import { throwsOf } from "page/table/parts/throws";
import { DICE, fitting, worthOf } from "./dice";

export interface Turn {
    seat: number;
    /** The event that began the last throw. */
    number: number;
    /** The card of the last throw. */
    card: string;
    /** What each die shows; null: in the cup. */
    faces: (number | null)[];
    /** The card each die lay on before the last throw; null: it was thrown. */
    before: (string | null)[];
    /** The same after it. */
    on: (string | null)[];
    /** All thrown dice have landed. */
    landed: boolean;
    /** How many fitted in the last throw. */
    fits: number;
    points: number;
    ended: "stop" | "dash" | "full" | null;
    ours: boolean;
    /** Everything since the first throw is known. */
    whole: boolean;
}

function newTurn(seat: number): Turn {
    const none = Array<null>(DICE).fill(null);
    return {
        seat,
        number: 0,
        card: "",
        faces: none,
        before: none,
        on: none,
        landed: true,
        fits: 0,
        points: 0,
        ended: null,
        ours: false,
        whole: true,
    };
}

/** Throw what lies on no card; lay what fits. */
function afterThrow(turn: Turn, card: string, dice: readonly number[]): Partial<Turn> {
    const landing = [...dice];
    const before = turn.on;
    const faces = before.map((on, die) => (on === null ? (landing.shift() ?? null) : turn.faces[die]!));
    const landed = !faces.includes(null);
    const fit = fitting(card);
    const laid = faces.map((face, die) => landed && before[die] === null && fit.includes(face!));
    const on = before.map((old, die) => (laid[die] ? card : old));
    const fits = laid.filter(Boolean).length;
    const ended = !landed ? null : fits === 0 ? "dash" : on.includes(null) ? null : "full";
    const points = ended === "dash" ? 0 : turn.points + fits * worthOf(card);
    return { card, faces, before, on, landed, fits, points, ended };
}

/** The first throw of a match is its first event, or its second if it was drawn who begins. */
const FIRST_THROW = 2;

/** All turns of these lines; the last one may still go on. */
export function turnsOf(lines: readonly Line[]): Turn[] {
    const turns: Turn[] = [];
    for (const { number, seat, move, dice, ours } of throwsOf(standing(lines))) {
        let turn = turns.at(-1);
        if (!turn || turn.ended !== null || turn.seat !== seat || dice.length === DICE) {
            // The first turn known may have begun before the first line known.
            turn = {
                ...newTurn(seat),
                whole: turns.length > 0 || dice.length === DICE || number <= FIRST_THROW,
            };
            turns.push(turn);
        }
        if (move === "stop") turn.ended = "stop";
        else if (move.startsWith("pick "))
            Object.assign(turn, { number, ours }, afterThrow(turn, move.slice("pick ".length), dice));
    }
    return turns;
}
