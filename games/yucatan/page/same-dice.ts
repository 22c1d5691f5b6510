/* same-dice.ts: Yu-C-A-Tan's results with the same dice for everyone: the points of each turn. */
import type { SameDice } from "page/challenge/same-dice";
import { _ } from "page/ui/words";

const TURN_MAX = 36; // points

const sameDice: SameDice = {
    sheet: ({ sheet }) => ({
        boxes: sheet.map((points: number | null) => points ?? 0),
        hundreds: 0,
    }),
    fits: ({ boxes, hundreds }, { rounds }) =>
        boxes.length === rounds && boxes.every((points) => points <= TURN_MAX) && hundreds === 0,
    heading: () => _("Turn by turn"),
    rows: (sheets) => {
        const turns = Math.max(...sheets.map(({ boxes }) => boxes.length));
        return Array.from({ length: turns }, (_none, turn) => ({
            label: _("Turn {n}", { n: turn + 1 }),
            of: ({ boxes }) => boxes[turn] ?? 0,
        }));
    },
};
export default sameDice;
