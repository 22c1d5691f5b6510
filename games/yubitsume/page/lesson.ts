/* lesson.ts: a guided first match of Yubitsume: a unique die, keeping still, the knife, fingers and a ring. Its clock stops
 * while the learner looks for what to hit. */
import type { Lesson } from "page/learn/lesson";
import { _ } from "page/ui/words";
import type { YubitsumeView } from "./view";
import "./lesson.css";

const STOPS_MS = 30; // behind the moment the dice are seen

const lesson: Lesson<YubitsumeView> = {
    others: ["Kiku"],
    lead: 900,
    stops: ({ phase, shown_ms }) => (phase === "window" && shown_ms !== null ? shown_ms + STOPS_MS : null),
    steps: [
        {
            text: () =>
                _(
                    "Everyone sees the dice at the same moment, and the fastest correct hand is safe. In a match you have four seconds; here the clock waits for you. Throw the dice.",
                ),
            awaits: ["throw"],
            mark: ".yubi-throw",
            then: ["dice 1s 2b 2c"],
        },
        {
            text: () =>
                _(
                    "Look for a unique die: no other shows its symbol or its number. The two 2s share a number; the skull shares nothing. Hit the skull!",
                ),
            awaits: ["hit 1"],
            other: (move) =>
                move === "hit knife"
                    ? _("The knife is right only if every die is unique. Here it is one die: the skull.")
                    : _("That die shows a 2, and so does another one: not unique. Hit the skull."),
            mark: ".yubi-tray[data-shown] .yubi-at-1",
            then: ["2 hit 2"],
        },
        {
            text: ({ last }) =>
                _(
                    "Correct, after {ms} ms! Kiku hit the wrong die and loses a finger, the little finger first. A correct hit that comes later costs a finger, too. Next, Kiku throws.",
                    { ms: last?.seats[0]?.reaction_ms ?? 0 },
                ),
            then: ["2 throw", "dice 1s 3s 1b"],
        },
        {
            text: () =>
                _(
                    "Two skulls share their symbol, two 1s their number: no die is unique. Then nobody may move. Keep still until the time is up.",
                ),
            awaits: ["clock"],
            other: () => _("Careful: in a match this hit would cost you a finger. Keep still."),
            mark: ".yubi-time",
        },
        {
            text: () =>
                _(
                    "Nobody moved, so nobody loses a finger. If someone had hit anything, that would have cost them one. Your turn: throw.",
                ),
            awaits: ["throw"],
            mark: ".yubi-throw",
            then: ["dice 1s 2b 3c"],
        },
        {
            text: () =>
                _(
                    "Three symbols, three numbers: every die is unique. Then it is the knife in the middle. Hit it!",
                ),
            awaits: ["hit knife"],
            other: () => _("Every die is unique here, so no single die is right. Hit the knife."),
            mark: ".yubi-tray[data-shown] .yubi-at-knife",
            then: [
                ...["2 hit 3", "soon", "2 throw", "dice 3s 1b 1s", "2 hit 2", "clock"],
                ...["1 throw", "dice 2c 3c 1s", "1 hit 3", "2 hit 1"],
                ...["2 throw", "dice 2c 3c 1b", "2 hit 1", "1 hit 3", "dice bloody"],
            ],
        },
        {
            text: () =>
                _(
                    "A few throws later, Kiku was about to lose the last finger and threw the wooden finger. It landed bloody side up: Kiku is out. You win the round, so put your ring on a finger.",
                ),
            awaits: ["ring *"],
            like: ["ring little", "ring thumb"],
            mark: ".yubi-ring-choice",
        },
        {
            text: () =>
                _(
                    "A finger with a ring cannot be lost, but it no longer counts: the leader has fewer lives. Everyone gets all fingers back for the next round, and three rings win the match.",
                ),
        },
    ],
};
export default lesson;
