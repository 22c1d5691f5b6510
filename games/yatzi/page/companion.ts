/* companion.ts: what the device does with the real Yatzi, and what it takes the real game to be. */
import { N_ } from "page/ui/words";
import type { Companion } from "page/shelf/companion";

const companion: Companion = {
    does: N_(
        "You throw the real dice and enter what they show. The device keeps the score sheet and adds it up.",
    ),
    needs: N_("You need five ordinary dice with 1 to 6 pips."),
};
export default companion;
