/* statistics.tsx: charts of how often my dice fit, card by card, beside the expected rate, and of my turns.
 */
import type { ComponentChildren } from "preact";
import { cardName, fitting } from "./dice";
import { rangeText } from "page/ui/range";
import { _, _n, number } from "page/ui/words";
import {
    Bars,
    Figures,
    Histogram,
    Picture,
    between,
    inPercent,
    withError,
    type Column,
} from "page/history/charts";
import { binsOf, groupBy, meanOf, mostOf, shareOf, sum } from "page/history/sums";
import type { Played } from "page/history/match";
import type { YucatanFacts } from "./facts";

const CARDS = [
    "odd",
    "even",
    "circle",
    "square",
    "cross",
    "blue",
    "red",
    "orange",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
];
const FACES = 6;
const STEP = 4; // points a column
const BEST_TURN = 36;
const BEST_MEAN = 15.73; // solved: games/yucatan/README.md

function Hits({ throws }: { throws: { card: string; dice: number; fits: number }[] }) {
    const byCard = groupBy(throws, ({ card }) => card);
    const bars = CARDS.filter((card) => byCard.has(card)).map((card) => {
        const dice = sum(byCard.get(card)!.map((one) => one.dice));
        const { k, n, share, low, high } = shareOf(sum(byCard.get(card)!.map((one) => one.fits)), dice);
        const chance = fitting(card).length / FACES;
        return {
            label: cardName(card),
            value: share,
            low,
            high,
            mark: chance,
            text: _("{fits} of {dice} dice; {expected} expected by chance", {
                fits: k,
                dice: n,
                expected: number(Math.round(n * chance)),
            }),
        };
    });
    return (
        <Picture
            title={_("Dice that fit, by card")}
            note={_(
                "The thin line shows how certain the share is. If the mark lies within it, the difference may be pure chance.",
            )}
        >
            <Bars bars={bars} head={[_("Card"), _("Dice that fit")]} mark={_("expected by chance")} />
        </Picture>
    );
}

function columnsOf(turns: number[]): Column[] {
    return binsOf(turns, STEP, 0, BEST_TURN).map(({ from, to, count }) => ({
        label: rangeText(number(from), number(to - 1)),
        tick: from % (2 * STEP) === 0 ? number(from) : "",
        count,
        share: count / turns.length,
    }));
}

interface Props {
    played: Played<YucatanFacts>[];
    /** Drawn after the first chart. */
    children: ComponentChildren;
}

export default function Statistics({ played, children }: Props) {
    const turns = played.flatMap(({ facts }) => facts!.turns);
    const throws = played.flatMap(({ facts }) => facts!.throws);
    const mean = meanOf(turns)!;
    const dashes = shareOf(turns.filter((points) => points === 0).length, turns.length);
    return (
        <>
            <Figures
                figures={[
                    [_n("one turn", "average of {n} turns", turns.length), withError(mean.mean, mean.error)],
                    [_("best turn"), number(mostOf(turns))],
                    [
                        _("turns lost"),
                        _("{share} ({low_high})", {
                            share: inPercent(dashes.share),
                            low_high: between(dashes.low, dashes.high),
                        }),
                    ],
                ]}
            />
            <Picture
                title={_("Points per turn")}
                note={_("Playing for points alone, the best strategy averages {points} per turn.", {
                    points: BEST_MEAN,
                })}
            >
                <Histogram columns={columnsOf(turns)} unit={_("points")} mine={_("my turns")} />
            </Picture>
            {children}
            <Hits throws={throws} />
        </>
    );
}
