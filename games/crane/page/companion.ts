/* companion.ts: what the device does with the real Crane, and what it takes the real game to be. */
import { N_ } from "page/ui/words";
import type { Companion } from "page/shelf/companion";

const companion: Companion = {
    does: N_(
        "You lift the real cards. The device is the banker: enter the bets and the count, and it pays out.",
    ),
    needs: N_(
        "You need the 136 cards: the numbers 4 to 20, each without the index, middle, ring or little finger, two of every card. Also the bet cards HIGH, LOW and JUST, and six multiplier cards worth ten each.",
    ),
};
export default companion;
