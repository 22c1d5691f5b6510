/* about.ts: what the page knows of Bossa before its face is loaded. */
import type { About } from "page/shelf/about";
import { N_ } from "page/ui/words";

const about: About = {
    options: {
        chips: {
            meaning: N_(
                "Each player secretly keeps one chip: the doubler counts a tile twice, the converter swaps its colours.",
            ),
        },
    },
    toldBriefly: /^(lay|stack) /,
};
export default about;
