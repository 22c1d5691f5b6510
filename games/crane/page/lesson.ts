/* lesson.ts: a guided first match of Crane: one grab with closed eyes, one bet, one call. How many cards are lifted is up
 * to the learner, so the texts look at the count. */
import type { Lesson } from "page/learn/lesson";
import { _, _n } from "page/ui/words";
import type { CraneView } from "./view";

/** What became of the learner's own grab. */
function counted({ last }: CraneView): string {
    const count = last?.count ?? 0;
    switch (last?.right) {
        case "just":
            return _(
                "Exactly 6 cards! You keep them all, and one of the two jackpots as well. Choose which one.",
            );
        case "low":
            return _n(
                "One card is too few: for every missing card, one of yours goes to a jackpot; you keep the rest. Choose which one.",
                "{n} cards are too few: for every missing card, one of yours goes to a jackpot; you keep the rest. Choose which one.",
                count,
            );
        default:
            return _n(
                "One card is too many: you get nothing, and the extra cards go to a jackpot. Choose which one.",
                "{n} cards are too many: you get nothing, and the extra cards go to a jackpot. Choose which one.",
                count,
            );
    }
}

/** What became of the learner's bet: Kiku lifts too many. */
function paid({ last }: CraneView): string {
    return last?.seats[0]?.right
        ? _(
              "Kiku lifted 11 of 10: one too many. You bet on HIGH, and that is right: two cards for you. LOW wins two cards after too few. JUST, on exactly right, wins the jackpot that is left.",
          )
        : _(
              "Kiku lifted 11 of 10: one too many. HIGH would have won two cards. LOW wins two cards after too few. JUST, on exactly right, wins the jackpot that is left. A wrong bet costs nothing.",
          );
}

const lesson: Lesson<CraneView> = {
    others: ["Kiku", "Ren"],
    before: ["dice 6 ring"],
    steps: [
        {
            text: () =>
                _(
                    "The card on top of the deck says: lift 6 cards, eyes closed, without the ring finger. On a screen you pull down with one finger instead. Close your eyes.",
                ),
            awaits: ["close"],
            mark: ".crane-action .button.main",
            then: ["2 bet low", "3 bet high", "dice slip 1000", "2 call more"],
        },
        {
            text: () =>
                _(
                    "The others have bet on you. Press on the dark area, pull down about 11 mm (2 mm for each card), and let go: that lifts the cards. Kiku calls out to you, and may be lying.",
                ),
            awaits: ["grab *"],
            like: ["grab 3000", "grab 11000", "grab 30000"],
            other: () =>
                _("Opening your eyes would end your turn with nothing. Press, pull down, and let go."),
        },
        {
            text: counted,
            awaits: ["jackpot *"],
            like: ["jackpot 1", "jackpot 2"],
            mark: ".crane-choose",
            then: ["dice 10 index", "2 close"],
        },
        {
            text: () =>
                _(
                    "Now Kiku must lift 10, and you bet in secret: too many (HIGH), too few (LOW), or exactly right (JUST)? Choose a card and place it face down.",
                ),
            awaits: ["bet *"],
            like: ["bet high", "bet low", "bet just"],
            mark: ".crane-bets",
            then: ["3 bet just", "dice slip 1000", "2 grip 6000", "2 grip 12000", "2 grip 15000"],
        },
        {
            text: () =>
                _(
                    "You see Kiku's hand on the deck, and Kiku sees nothing. Call out something that helps your bet. You may lie!",
                ),
            awaits: ["call *"],
            like: ["call more", "call stop", "call a bit more"],
            mark: ".crane-calling",
            then: ["2 grip 18500", "2 grab 18500", "2 jackpot 1", "dice 14 little"],
        },
        { text: paid },
        {
            text: () =>
                _(
                    "Everyone lifts twice, then the most cards win. Ten loose cards are changed into a multiplier, which keeps the deck thick. Grab, bet and bluff: now you know it all.",
                ),
        },
    ],
};
export default lesson;
