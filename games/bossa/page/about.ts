/* about.ts: what the page knows of Bossa before it is on the table. */
import type { About } from "page/shelf/about";
import { N_ } from "page/ui/words";

const about: About = {
    options: {
        chips: {
            label: N_("Chips"),
            meaning: N_(
                "Each player secretly keeps one chip: the doubler counts a tile twice, the converter swaps its colours.",
            ),
            values: { off: N_("Without chips"), on: N_("With chips") },
        },
    },
    toldBriefly: /^(lay|stack) /,
};
export default about;
