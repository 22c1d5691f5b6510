/* statistics.tsx: charts of my points beside the perfect player's, and of the points per box. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Choice } from "page/ui/settings";
import { rangeText } from "page/ui/range";
import { _, _key, _n, number } from "page/ui/words";
import {
    Bars,
    Figures,
    Histogram,
    Picture,
    inPercent,
    oneDigit,
    withError,
    type Column,
} from "page/history/charts";
import { binsOf, groupBy, meanOf, sum } from "page/history/sums";
import type { Played } from "page/history/match";
import { yatziBoxes, type YatziFacts } from "./facts";
import odds from "./odds.json";

type Sheet = keyof typeof odds.sheets;
type Mine = Played<YatziFacts>;

const STEP = 20; // points a column: two steps of the odds
const RARE = 0.002; // of the perfect player's matches: what is rarer is not drawn

/** The kinds of sheet that are different games. */
function sheetOf({ match }: Mine): Sheet {
    if (match.options.sheet === "american") return "american";
    return (match.options.second_yatzi ?? "rolled") as Sheet;
}

function sheetName(sheet: Sheet): string {
    switch (sheet) {
        case "rolled":
            return _("Standard rules");
        case "box":
            return _("Second Yatzi after 50");
        case "off":
            return _("No second Yatzi");
        case "american":
            return _("American sheet");
    }
}

/** What the perfect player has from this many points on, for one column. */
function perfect(sheet: Sheet, from: number): number {
    const { share } = odds.sheets[sheet];
    const steps = STEP / odds.width;
    return sum(Array.from({ length: steps }, (_one, at) => share[from / odds.width + at] ?? 0));
}

function columnsOf(totals: number[], sheet: Sheet): Column[] {
    const shares = odds.sheets[sheet].share;
    const likely = shares.flatMap((share, at) => (share >= RARE ? [at * odds.width] : []));
    const bins = binsOf(totals, STEP, Math.min(likely[0]!, ...totals), Math.max(likely.at(-1)!, ...totals));
    return bins.map(({ from, to, count }) => ({
        label: rangeText(number(from), number(to - 1)),
        tick: from % 100 === 0 ? number(from) : "",
        count,
        share: count / totals.length,
        expected: perfect(sheet, from),
    }));
}

function Points({ totals, sheet }: { totals: number[]; sheet: Sheet }) {
    const { mean, spread } = odds.sheets[sheet];
    return (
        <Picture
            title={_("Points")}
            note={_(
                "The perfect player plays for points alone and makes no mistakes: {mean} on average, with a standard deviation of {spread}.",
                { mean: oneDigit(mean), spread: oneDigit(spread) },
            )}
        >
            <Histogram
                columns={columnsOf(totals, sheet)}
                unit={_("points")}
                mine={_("my matches")}
                expected={_("the perfect player")}
            />
        </Picture>
    );
}

const BOX_MOST = 50; // points that fill a bar

function Boxes({ played }: { played: Mine[] }) {
    const bars = yatziBoxes.map((box, at) => {
        const points = played.map(({ facts }) => facts!.boxes[at]!);
        const { mean } = meanOf(points)!;
        const crossed = points.filter((one) => one === 0).length;
        return {
            label: _key("yatzi", box),
            value: mean / BOX_MOST,
            text: _("{mean}; 0 in {share}", {
                mean: oneDigit(mean),
                share: inPercent(crossed / points.length),
            }),
        };
    });
    const bonus = played.filter(({ facts }) => facts!.bonus > 0).length;
    return (
        <Picture
            title={_("Points per box")}
            note={_("The bonus was scored in {share} of matches.", {
                share: inPercent(bonus / played.length),
            })}
        >
            <Bars bars={bars} head={[_("Box"), _("Average, and how often it scored 0")]} />
        </Picture>
    );
}

interface Props {
    played: Mine[];
    /** Drawn after the first chart. */
    children: ComponentChildren;
}

export default function Statistics({ played: all, children }: Props) {
    const kinds = [...groupBy(all, sheetOf)].sort((a, b) => b[1].length - a[1].length);
    const [wanted, want] = useState<Sheet | null>(null);
    const [sheet, played] = kinds.find(([kind]) => kind === wanted) ?? kinds[0]!;
    const totals = played.map(({ facts }) => facts!.total);
    const mean = meanOf(totals)!;
    return (
        <>
            {kinds.length > 1 && (
                <Choice
                    label={_("Sheet")}
                    value={sheet}
                    options={kinds.map(([kind, { length }]) => [
                        kind,
                        _("{name} ({n})", { name: sheetName(kind), n: length }),
                    ])}
                    onChoose={want}
                />
            )}
            <Figures
                figures={[
                    [
                        _n("one match", "average of {n} matches", totals.length),
                        withError(mean.mean, mean.error),
                    ],
                    [_("best"), number(Math.max(...totals))],
                    [_("the perfect player"), oneDigit(odds.sheets[sheet].mean)],
                ]}
            />
            <Points totals={totals} sheet={sheet} />
            {children}
            <Boxes played={played} />
        </>
    );
}
