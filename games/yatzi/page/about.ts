/* about.ts: what the page knows of Yatzi before it is on the table. */
import { sum, type About } from "page/shelf/about";
import { N_ } from "page/ui/words";

const UPPER = 6; // boxes
const BONUS_FROM = 63;
const BONUS = 35;

const about: About = {
    options: {
        second_yatzi: {
            label: N_("The second Yatzi"),
            meaning: N_("A further five of a kind may go into a free chance box for 100 points."),
            values: {
                rolled: N_("after any Yatzi thrown"),
                box: N_("after 50 in the Yatzi box"),
                off: N_("never"),
            },
        },
        sheet: {
            label: N_("The sheet"),
            meaning: N_(
                "The american one has the joker, and 100 more for every further Yatzi after 50 in its box.",
            ),
            values: { ravensburger: "Ravensburger", american: N_("american") },
        },
    },
    scoreOfSameDice: ({ boxes, hundreds }) => {
        const bonus = sum(boxes.slice(0, UPPER)) >= BONUS_FROM ? BONUS : 0;
        return sum(boxes) + bonus + 100 * hundreds;
    },
};
export default about;
