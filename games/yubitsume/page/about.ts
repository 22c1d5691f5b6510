/* about.ts: what the page knows of Yubitsume before its face is loaded. */
import type { About } from "page/shelf/about";
import { N_, _n } from "page/ui/words";

const about: About = {
    options: {
        level: {
            meaning: N_(
                "Advanced: also hit when all symbols or all numbers match. Professional: adds the black die.",
            ),
        },
        window_ms: {
            meaning: N_("How long you have to hit. Choose longer for anyone who needs it."),
            numbers: [0, 1000, 2000, 3000, 4000, 6000, 8000, 12000, 20000, 30000],
            text: (ms) => _n("{n} second", "{n} seconds", ms / 1000),
        },
    },
    rightOrWrong: /^hit /,
};
export default about;
