/* about.ts: what the page knows of Crane before it is on the table. */
import type { About } from "page/shelf/about";
import { N_ } from "page/ui/words";

const about: About = {
    options: {
        bet_goal: {
            label: N_("With two players"),
            meaning: N_("Which bets win the game when only two play."),
            values: { each_kind: N_("one of each kind"), any_three: N_("any three") },
        },
        hand: {
            label: N_("The hand"),
            meaning: N_("Grab on the screen, or lift real cards and type in how many they were."),
            values: { screen: N_("on the screen"), cards: N_("real cards") },
        },
    },
    toldBriefly: /^grab /,
};
export default about;
