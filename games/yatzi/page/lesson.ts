/* lesson.ts: a guided first match of Yatzi: three throws, keeping dice, a full house, stopping early, crossing out. */
import type { Lesson } from "page/learn/lesson";
import { _, _key } from "page/ui/words";

const dice = (...faces: number[]) => faces.map((face) => `.die-button[aria-label$="${face}"]`).join(", ");
const box = (name: string) => `[data-box=${name}]`;
const THROW = ".actions .button.main:not([aria-disabled=true])";

const lesson: Lesson = {
    others: ["Kiku"],
    steps: [
        {
            text: () =>
                _(
                    "Each turn you have up to three throws, then you fill one box of your column. Press Throw: all five dice fall.",
                ),
            awaits: ["throw"],
            mark: THROW,
            then: ["dice 3 5 3 1 6"],
        },
        {
            text: () =>
                _("Two threes: a start. Tap both threes to keep them, then throw the other three dice."),
            awaits: ["keep 3 3"],
            other: (move) =>
                move.startsWith("fill ")
                    ? _("You may stop here, but two throws are left. Keep the two threes and throw again.")
                    : _("Keep exactly the two threes: tapped dice move to the tray. Then throw the rest."),
            mark: dice(3),
            then: ["dice 5 3 2"],
        },
        {
            text: () =>
                _(
                    "A third three, and a five. Three of one number and two of another make a full house: tap the new three and the five, too, and throw the last die.",
                ),
            awaits: ["keep 3 3 3 5"],
            other: () => _("Keep the three threes and the five. Only the last die is thrown again."),
            mark: dice(3, 5),
            then: ["dice 5"],
        },
        {
            text: () =>
                _(
                    "A full house! No throw is left, so fill a box: choose the full house, then confirm. It scores 25; the threes would score only 9.",
                ),
            awaits: ["fill full_house"],
            other: (move, view) => {
                const box = move.slice("fill ".length);
                return _("That box would score {points}. The full house scores 25: choose that one.", {
                    points: view.possible?.[box] ?? 0,
                });
            },
            mark: box("full_house"),
            then: ["2 throw", "dice 6 6 2 6 4", "2 keep 6 6 6", "dice 1 6", "2 fill sixes"],
        },
        {
            text: () =>
                _(
                    "Kiku kept the sixes and scored 24. Every box is used once, and after thirteen turns the columns are full. Throw again.",
                ),
            awaits: ["throw"],
            mark: THROW,
            then: ["dice 4 2 1 3 6"],
        },
        {
            text: () =>
                _(
                    "1 2 3 4: four in a row after one throw. You need not use all three throws: fill the small straight now, for 30.",
                ),
            awaits: ["fill small_street"],
            other: (move) =>
                move.startsWith("fill ")
                    ? _("These dice fit a better box: the small straight scores 30.")
                    : _("Trying for a fifth in a row is possible, but risky. This time, take the 30 points."),
            mark: box("small_street"),
            then: [
                "2 throw",
                "dice 2 2 5 4 6",
                "2 keep 6",
                "dice 1 3 4 1",
                "2 keep 6",
                "dice 2 2 1 3",
                "2 fill yatzi",
            ],
        },
        {
            text: () =>
                _(
                    "Nothing fitted for Kiku, so a box was crossed out with 0: {box}. Something must be filled in every turn.",
                    { box: _key("yatzi", "yatzi") },
                ),
        },
        {
            text: () =>
                _(
                    "One more thing: if your boxes from ones to sixes add up to 63 or more, you get a bonus of 35. Three of each number is exactly enough. The highest total wins.",
                ),
        },
    ],
};
export default lesson;
