/* facts.ts: what statistics read from a match: a seat's colour and chip, who went first, how it ended. */
import type { Chip, Colour } from "./tile";
import type { BossaView } from "./view";
import type { LogText, Look } from "page/connection/log";
import type { FactsOfGame } from "page/history/match";

export interface BossaFacts {
    colour: Colour;
    chip: Chip | null;
    /** Made the first turn. */
    first: boolean;
    ending: "a" | "b" | "c" | "d" | "e";
    /** Turns of both, until the end. */
    turns: number;
}

const isTurn = (move: string | null) => /^(lay|stack|redraw|exchange) /.test(move ?? "");

function read(log: LogText, seat: number, look: Look): BossaFacts {
    const view = look(log.events.length) as BossaView;
    const turns = log.standing.filter(({ move }) => isTurn(move));
    const { colour, chip } = view.seats[seat - 1]!;
    // Someone may be stuck in the very first turn.
    const first = (turns[0]?.who ?? view.turn) === seat;
    return { colour: colour!, chip, first, ending: view.ending!, turns: turns.length };
}

const facts: FactsOfGame<BossaFacts> = {
    read,
    columns: ["won", "colour", "chip", "first", "ending", "turns"],
    rows: ({ colour, chip, first, ending, turns }, won) => [[won, colour, chip, first, ending, turns]],
};
export default facts;
