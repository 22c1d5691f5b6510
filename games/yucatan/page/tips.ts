/* tips.ts: tips for the first match of Yu-C-A-Tan. */
import type { Tips } from "page/learn/lesson";
import { _ } from "page/ui/words";

interface View {
    phase: string;
    dice: { card: string | null }[];
}

const FEW = 4; // dice

const tips: Tips<View> = {
    kind({ view }) {
        if (view.phase === "ready") return "pick";
        if (view.phase !== "deciding") return null;
        return view.dice.filter(({ card }) => card === null).length > FEW ? "again" : "few";
    },
    texts: {
        pick: () => _("Pick a card, then throw. Dice that fit go on it: numbers score most, but fit least."),
        again: () => _("Stop and score, or pick another card. If no die fits, the turn scores nothing."),
        few: () => _("Few dice are left: the chance that none fits grows. Is it time to stop?"),
    },
};
export default tips;
