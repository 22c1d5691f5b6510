/* tips.ts: tips for the first match of Yatzi. */
import type { Tips } from "page/learn/lesson";
import { _ } from "page/ui/words";

interface View {
    phase: string;
    throws: number;
    possible?: Record<string, number>;
}

const tips: Tips<View> = {
    kind({ view, moves }) {
        if (view.phase === "ready") return "throw";
        if (view.phase !== "deciding") return null;
        if (moves.some((move) => !move.startsWith("fill "))) return "keep";
        return Object.values(view.possible ?? {}).some((points) => points > 0) ? "fill" : "cross";
    },
    texts: {
        throw: () => _("You have up to three throws. Then one box must be filled."),
        keep: () => _("Tap the dice you want to keep, then throw the rest. Or fill a box right away."),
        fill: () => _("No throw left: tap a box to see what it scores, then confirm."),
        cross: () => _("Nothing fits: cross out the box that you will miss least."),
    },
};
export default tips;
