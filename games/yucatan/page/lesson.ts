/* lesson.ts: a guided first match of Yu-C-A-Tan: pick a card, throw, again or stop, and how a turn is lost. */
import type { Lesson } from "page/learn/lesson";
import { _ } from "page/ui/words";

const card = (name: string) => `button[data-card="${name}"]`;
const THROW = ".actions .button.main:last-child:not([aria-disabled=true])";

const lesson: Lesson = {
    others: ["Kiku"],
    options: { rounds: 2 },
    steps: [
        {
            text: () =>
                _(
                    "Before every throw you say what you will throw. Pick the 4: every die that shows a 4 scores 3 points. Tap the card, then throw.",
                ),
            awaits: ["pick 4"],
            other: () => _("Every card is possible. For now, pick the 4."),
            mark: `${card("4")}, ${THROW}`,
            then: ["dice 4 1 6 3 5 2 4 1 3 6 2 5"],
        },
        {
            text: () =>
                _(
                    "Two fours lie on your card: 6 points. The other ten dice can be thrown again, for another card: pick red. A third of all faces are red, for 2 points each.",
                ),
            awaits: ["pick red"],
            other: (move) =>
                move === "stop"
                    ? _("You may stop with 6 points. But with ten dice the risk is small: pick red.")
                    : _("Every other card is possible, too. For now, pick red."),
            mark: `${card("red")}, ${THROW}`,
            then: ["dice 2 4 1 3 2 6 5 4 1 3"],
        },
        {
            text: () =>
                _(
                    "Four red dice: 14 points now. But if no die fits, everything of this turn is lost. Six dice are left, and half of all faces are odd: pick odd, 1 point each.",
                ),
            awaits: ["pick odd"],
            other: (move) => {
                if (move === "pick even") return null;
                return move === "stop"
                    ? _("Stopping is fine, too. But that none of six dice is odd is very unlikely: pick odd.")
                    : _("That is riskier: fewer faces fit. For now, pick odd.");
            },
            mark: `${card("odd")}, ${THROW}`,
            then: ["dice 3 2 5 6 1 4"],
        },
        {
            text: () =>
                _(
                    "17 points, and only three dice left: now it gets dangerous. Press Stop to score your points.",
                ),
            awaits: ["stop"],
            other: () =>
                _("With three dice, nothing may fit, and all 17 points would be lost. This time, stop."),
            mark: ".actions .button:first-child",
            then: ["2 pick 5", "dice 5 2 3 6 1 4 2 3 6 1 4 2", "2 pick circle", "dice 2 3 6 5 2 3 6 5 2 3 6"],
        },
        {
            text: () =>
                _(
                    "Kiku asked for circles, and none of eleven dice showed one. All points of that turn are lost: a dash. Your 17 points are safe.",
                ),
        },
        {
            text: () =>
                _(
                    "Your turn again. All cards are back, and this time the choice is yours: pick any card and throw.",
                ),
            awaits: ["pick *"],
            like: ["pick 1", "pick even", "pick circle"],
            then: ["dice 1 2 3 4 5 6 1 2 3 4 5 6"],
        },
        {
            text: () =>
                _(
                    "Rare cards score more, common ones are safer: numbers 3, shapes and colours 2, odd and even 1. Again, or stop? That is the whole game. Press Stop.",
                ),
            awaits: ["stop"],
            other: () => _("You could go on, but the lesson ends here: press Stop."),
            mark: ".actions .button:first-child",
        },
        {
            text: () =>
                _("After the agreed number of rounds the most points win. Now you know everything you need."),
        },
    ],
};
export default lesson;
