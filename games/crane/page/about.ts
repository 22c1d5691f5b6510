/* about.ts: what the page knows of Crane before its face is loaded. */
import type { About } from "page/shelf/about";
import { N_ } from "page/ui/words";

const about: About = {
    options: {
        bet_goal: {
            meaning: N_("Which bets win the match with two players."),
        },
        hand: {
            meaning: N_("Grab on screen, or lift real cards and enter how many you lifted."),
        },
    },
    toldBriefly: /^grab /,
};
export default about;
