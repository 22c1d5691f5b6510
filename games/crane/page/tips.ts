/* tips.ts: tips for the first match of Crane. */
import type { Tips } from "page/learn/lesson";
import { _ } from "page/ui/words";
import type { CraneView } from "./view";

const tips: Tips<CraneView> = {
    kind: ({ view }) => (["eyes", "bets", "jackpot"].includes(view.phase) ? view.phase : null),
    texts: {
        eyes: () =>
            _("In the dark: press, pull down 2 mm per card, let go. What the others call may be a lie."),
        bets: () => _("HIGH or LOW wins two cards if right, JUST the jackpot. A wrong bet costs nothing."),
        jackpot: () => _("A later grab that is exactly right takes a whole jackpot."),
    },
};
export default tips;
