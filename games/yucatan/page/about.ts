/* about.ts: what the page knows of Yu-C-A-Tan before its face is loaded. */
import { sum, type About } from "page/shelf/about";
import { N_ } from "page/ui/words";

const about: About = {
    options: {
        rounds: { meaning: N_("How many turns everyone gets.") },
    },
    namedTogether: /^pick /,
    scoreOfSameDice: ({ boxes }) => sum(boxes),
};
export default about;
