/* about.ts: what the page knows of Yatzi before its face is loaded. */
import { sum, type About } from "page/shelf/about";
import { N_ } from "page/ui/words";

const UPPER = 6; // boxes
const BONUS_FROM = 63;
const BONUS = 35;

const about: About = {
    options: {
        second_yatzi: {
            meaning: N_("Another five of a kind may go into an empty chance box for 100 points."),
        },
        sheet: {
            meaning: N_(
                "The American sheet adds the joker, and 100 more for every Yatzi after one that scored 50.",
            ),
        },
    },
    scoreOfSameDice: ({ boxes, hundreds }) => {
        const bonus = sum(boxes.slice(0, UPPER)) >= BONUS_FROM ? BONUS : 0;
        return sum(boxes) + bonus + 100 * hundreds;
    },
};
export default about;
