/* tips.ts: tips for the first match of Yubitsume. None while there is time to hit: nobody could read it. */
import type { Tips } from "page/learn/lesson";
import { _ } from "page/ui/words";
import type { YubitsumeView } from "./view";

const tips: Tips<YubitsumeView> = {
    kind: ({ view }) => (view.phase === "ready" ? "throw" : view.phase === "ring" ? "ring" : null),
    texts: {
        throw: () => _("One unique die: hit it. All unique: the knife. Otherwise keep still."),
        ring: () => _("A finger with a ring can't be lost, but it is one life less."),
    },
};
export default tips;
