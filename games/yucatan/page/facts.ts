/* facts.ts: what statistics read from a match for one seat: its turns, and every throw. */
import type { LogText, Look } from "page/connection/log";
import type { FactsOfGame } from "page/history/match";

export interface YucatanFacts {
    /** Points of each turn; 0: a dash. */
    turns: number[];
    throws: { card: string; dice: number; fits: number }[];
}

interface LastThrow {
    seat: number;
    card: string;
    dice: (number | null)[];
    fits: number;
}

/** The last die of every throw after this seat has picked a card. */
function throwsOf(log: LogText, seat: number): number[] {
    const { standing } = log;
    const isDie = (at: number) =>
        /^\d$/.test(standing[at]?.move ?? "") && typeof standing[at]!.who !== "number";
    return standing.flatMap(({ who, move }, at) => {
        if (who !== seat || !move?.startsWith("pick ")) return [];
        let last = at;
        while (isDie(last + 1)) last++;
        return last > at ? [standing[last]!.number] : [];
    });
}

function read(log: LogText, seat: number, look: Look): YucatanFacts {
    const throws = throwsOf(log, seat).map((event) => {
        const { card, dice, fits } = look(event).last as LastThrow;
        return { card, dice: dice.filter((face) => face !== null).length, fits };
    });
    return { turns: look(log.events.length).seats[seat - 1].sheet, throws };
}

const facts: FactsOfGame<YucatanFacts> = {
    read,
    columns: ["throw", "card", "dice", "fits"],
    rows: ({ throws }) => throws.map(({ card, dice, fits }, at) => [at + 1, card, dice, fits]),
};
export default facts;
