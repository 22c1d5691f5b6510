/* nudge.ts: the words of a nudge, the first step of a hint: a direction without a move. The judge chooses it;
 * games/GAME/words.c has the sentence. */
import sentences from "built:sentences";
import type { Opinions } from "../connection/messages";
import { N_, words } from "../ui/words";

/** The nudges that all games share. */
const shared: Record<string, string> = {
    only_one: N_("There is only one thing to do here."),
    all_alike: N_("It makes no difference here: choose whichever you like."),
    close: N_("It is close: several moves are about equally good."),
    compare: N_("Take your time and compare."),
};

/** Are all moves equally good? */
export function allAlike({ nudge }: Opinions): boolean {
    return nudge === "only_one" || nudge === "all_alike";
}

export function nudgeText(game: string, { nudge }: Opinions): string {
    return words(sentences[game]?.nudges[nudge] ?? shared[nudge] ?? shared.compare!);
}
