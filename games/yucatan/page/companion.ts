/* companion.ts: what the device does with the real Yu-C-A-Tan, and what it takes the real game to be. */
import { N_ } from "page/ui/words";
import type { Companion } from "page/shelf/companion";

const companion: Companion = {
    does: N_("You throw the real dice and enter what they show. The device keeps track of cards and points."),
    needs: N_(
        "You need the twelve dice, with a number, a shape and a colour on every side, and the fourteen cards. You enter what the card asks for: numbers, shapes or colours. So it does not matter which of them are together on a side; the dice on the screen may look different.",
    ),
};
export default companion;
