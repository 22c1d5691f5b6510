/* about.ts: what the page knows of Crane before it is on the table. */
import type { About } from "page/shelf/about";
import { N_ } from "page/ui/words";

const about: About = {
    options: {
        bet_goal: {
            label: N_("Two-player goal"),
            meaning: N_("Which bets win the game when only two play."),
            values: { each_kind: N_("One of each kind"), any_three: N_("Any three") },
        },
        hand: {
            label: N_("Hand"),
            meaning: N_("Grab on screen, or lift real cards and enter how many you lifted."),
            values: { screen: N_("On screen"), cards: N_("Real cards") },
        },
    },
    toldBriefly: /^grab /,
};
export default about;
