/* companion.ts: what the device does with the real Bossa, and what it takes the real game to be. */
import { N_ } from "page/ui/words";
import type { Companion } from "page/shelf/companion";

const companion: Companion = {
    does: N_(
        "You play with the real tiles and enter what is thrown and drawn. The device knows what fits where.",
    ),
    needs: N_(
        "You need the 27 tiles, one for every combination of white and black pips with one to six in total; a white and a black die with 1 to 6; and three markers each.",
    ),
};
export default companion;
