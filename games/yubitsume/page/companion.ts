/* companion.ts: what the device does with the real Yubitsume, and what it takes the real game to be. */
import { N_ } from "page/ui/words";
import type { Companion } from "page/shelf/companion";

const companion: Companion = {
    does: N_(
        "You throw and hit at a real table and enter the dice. The device says what was right and keeps track of fingers and rings.",
    ),
    needs: N_(
        "You need three white dice, and the black one at the professional level. Each has the sides 1 skull, 3 skulls, 1 banknote, 2 banknotes, 2 cleavers and 3 cleavers. Also the knife and the wooden finger.",
    ),
};
export default companion;
