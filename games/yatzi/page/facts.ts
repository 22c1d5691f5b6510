/* facts.ts: what statistics read from a match of Yatzi for one seat: its final column. */
import { lowerBoxes, upperBoxes } from "./box-names";
import type { LogText, Look } from "page/connection/log";
import type { FactsOfGame } from "page/history/match";

export const yatziBoxes = [...upperBoxes, ...lowerBoxes];

export interface YatziFacts {
    /** Points by box, in the order of the sheet. */
    boxes: number[];
    bonus: number;
    total: number;
}

function read(log: LogText, seat: number, look: Look): YatziFacts {
    const column = look(log.events.length).seats[seat - 1];
    return { boxes: yatziBoxes.map((box) => column[box]), bonus: column.bonus, total: column.total };
}

const facts: FactsOfGame<YatziFacts> = {
    read,
    columns: ["box", "points"],
    rows: ({ boxes, bonus }) => [...yatziBoxes.map((box, at) => [box, boxes[at]!]), ["bonus", bonus]],
};
export default facts;
