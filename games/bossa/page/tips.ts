/* tips.ts: tips for the first match of Bossa. */
import type { Tips } from "page/learn/lesson";
import { _ } from "page/ui/words";
import type { BossaView } from "./view";

const tips: Tips<BossaView> = {
    kind({ view, moves }) {
        if (view.phase === "choosing") return moves.includes("start") ? "choose" : "colour";
        if (view.phase === "keeping") return "chip";
        if (view.phase !== "acting") return null;
        return moves.some((move) => move.startsWith("lay ")) ? "lay" : "marker";
    },
    texts: {
        choose: () => _("Take the colour that your tiles have many pips of, or the first turn."),
        colour: () => _("Take the colour that your tiles have many pips of."),
        chip: () => _("You can use your chip once, on one tile. Both chips are then shown."),
        lay: () => _("Lay tiles that add up to the next number of a line: yours or your opponent's."),
        marker: () => _("You can't lay anything, so use a marker. Without one, you lose."),
    },
};
export default tips;
