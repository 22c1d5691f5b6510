/* about.ts: what the page knows of Yubitsume before it is on the table. */
import type { About } from "page/shelf/about";
import { N_, _, _n } from "page/ui/words";

const about: About = {
    options: {
        level: {
            label: N_("Level"),
            meaning: N_(
                "Advanced: also hit when all symbols or all numbers match. Professional: adds the black die.",
            ),
            values: { basic: N_("Basic"), advanced: N_("Advanced"), professional: N_("Professional") },
        },
        window_ms: {
            label: N_("Time to hit"),
            meaning: N_("How long you have to hit. Choose longer for anyone who needs it."),
            numbers: [0, 1000, 2000, 3000, 4000, 6000, 8000, 12000, 20000, 30000],
            text: (ms) =>
                ms === 0 ? _("Real dice, real hands") : _n("{n} second", "{n} seconds", ms / 1000),
        },
    },
    rightOrWrong: /^hit /,
};
export default about;
