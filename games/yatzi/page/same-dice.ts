/* same-dice.ts: Yatzi's results with the same dice for everyone: the thirteen boxes, box by box. */
import type { SameDice, Sheet } from "page/challenge/same-dice";
import { sum } from "page/shelf/about";
import { _, _key } from "page/ui/words";
import about from "./about";
import { lowerBoxes, upperBoxes } from "./box-names";

const boxes = [...upperBoxes, ...lowerBoxes];
const HUNDREDS_MAX = 12;

/** What a box can hold. */
function fitsBox(box: number, points: number): boolean {
    const face = box + 1;
    if (face <= 6) return points % face === 0 && points <= 5 * face;
    const fixed: Record<number, number> = { 8: 25, 9: 30, 10: 40, 11: 50 };
    if (fixed[box] !== undefined) return points === 0 || points === fixed[box];
    return points <= 30 || (box === 12 && points === 100);
}

/** The bonus, and the hundreds of the american sheet. */
const extra = (sheet: Sheet) => about.scoreOfSameDice!({ who: "", ...sheet }) - sum(sheet.boxes);

const sameDice: SameDice = {
    sheet: (seat) => ({
        boxes: boxes.map((box) => seat[box] ?? 0),
        hundreds: (seat.hundreds ?? 0) / 100,
    }),
    fits: (sheet, options) =>
        sheet.boxes.length === boxes.length &&
        sheet.boxes.every((points, box) => fitsBox(box, points)) &&
        sheet.hundreds <= (options.sheet === "american" ? HUNDREDS_MAX : 0),
    heading: () => _("Box by box"),
    rows: () => [
        ...boxes.map((box, at) => ({
            label: _key("yatzi", box),
            of: (sheet: Sheet) => sheet.boxes[at] ?? 0,
        })),
        { label: _key("yatzi", "bonus"), of: extra, sum: true },
    ],
};
export default sameDice;
