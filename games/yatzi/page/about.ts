/* about.ts: what the page knows of Yatzi before it is on the table. */
import { sum, type About } from "page/shelf/about";
import { N_ } from "page/ui/words";

const UPPER = 6; // boxes
const BONUS_FROM = 63;
const BONUS = 35;

const about: About = {
    options: {
        second_yatzi: {
            label: N_("Second Yatzi"),
            meaning: N_("Another five of a kind may go into an empty chance box for 100 points."),
            values: {
                rolled: N_("After any five of a kind"),
                box: N_("After 50 in the Yatzi box"),
                off: N_("Never"),
            },
        },
        sheet: {
            label: N_("Score sheet"),
            meaning: N_(
                "The American sheet adds the joker, and 100 more for every Yatzi after one that scored 50.",
            ),
            values: { ravensburger: "Ravensburger", american: N_("American") },
        },
    },
    scoreOfSameDice: ({ boxes, hundreds }) => {
        const bonus = sum(boxes.slice(0, UPPER)) >= BONUS_FROM ? BONUS : 0;
        return sum(boxes) + bonus + 100 * hundreds;
    },
};
export default about;
