/* statistics.tsx: charts of how far off my grabs are, by the finger not used, and how good my bets are. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { BETS, CRANE_FINGERS, betName, withoutFinger } from "./art";
import { Choice } from "page/ui/settings";
import { _, _c, _n, number } from "page/ui/words";
import { Bars, Dots, Figures, Picture, between, oneDigit, withError } from "page/history/charts";
import { groupBy, meanOf, shareOf, sum } from "page/history/sums";
import type { Played } from "page/history/match";
import type { CraneFacts } from "./facts";

type Grab = CraneFacts["grabs"][number];

const offBy = ({ asked, count }: Grab) => count - asked;

function Grip({ grabs }: { grabs: Grab[] }) {
    const byFinger = groupBy(grabs, ({ finger }) => finger);
    const rows = CRANE_FINGERS.filter((finger) => byFinger.has(finger)).map((finger) => {
        const values = byFinger.get(finger)!.map(offBy);
        const { mean, error, n } = meanOf(values)!;
        const off = withError(mean, error);
        return {
            label: withoutFinger(finger),
            values,
            mean,
            error,
            text: _n("{off} in one grab", "{off} in {n} grabs", n, { off }),
        };
    });
    return (
        <Picture
            title={_("How far off, by finger")}
            note={_("Each dot is one grab: cards lifted minus cards asked for. The cross marks the average.")}
        >
            <Dots
                rows={rows}
                head={[_("Finger"), _("Cards over or under, on average")]}
                ends={[_("too few"), _("too many")]}
            />
        </Picture>
    );
}

function Betting({ bets }: { bets: CraneFacts["bets"] }) {
    const bars = BETS.flatMap((bet) => {
        const made = bets.filter((one) => one.bet === bet);
        const { k, n, share, low, high } = shareOf(made.filter(({ right }) => right).length, made.length);
        const got = sum(made.map((one) => one.got));
        return n === 0
            ? []
            : [
                  {
                      label: betName(bet),
                      value: share,
                      low,
                      high,
                      text: _("{k} of {n} right ({between}), {got} cards", {
                          k,
                          n,
                          between: between(low, high),
                          got,
                      }),
                  },
              ];
    });
    if (bars.length === 0) return null;
    return (
        <Picture title={_("Bets")}>
            <Bars bars={bars} head={[_("Bet"), _c("correct", "Right")]} />
        </Picture>
    );
}

interface Props {
    played: Played<CraneFacts>[];
    /** Drawn after the first chart. */
    children: ComponentChildren;
}

export default function Statistics({ played: all, children }: Props) {
    const kinds = [...groupBy(all, ({ match }) => match.options.hand ?? "screen")];
    const [wanted, want] = useState<string | null>(null);
    const [hand, played] = kinds.find(([kind]) => kind === wanted) ?? kinds[0]!;
    const grabs = played.flatMap(({ facts }) => facts!.grabs);
    const exact = grabs.filter((grab) => offBy(grab) === 0).length;
    const off = meanOf(grabs.map((grab) => Math.abs(offBy(grab))));
    return (
        <>
            {kinds.length > 1 && (
                <Choice
                    label={_("Hand")}
                    value={hand}
                    options={kinds.map(([kind]) => [
                        kind,
                        kind === "cards" ? _("Real cards") : _("On screen"),
                    ])}
                    onChoose={want}
                />
            )}
            <Figures
                figures={[
                    [_("average miss"), off ? withError(off.mean, off.error) : "–"],
                    [_("exactly right"), _("{k} of {n}", { k: exact, n: grabs.length })],
                    [_("cards per match"), oneDigit(meanOf(played.map(({ score }) => score))!.mean)],
                    [_("eyes opened"), number(sum(played.map(({ facts }) => facts!.opened)))],
                ]}
            />
            {grabs.length > 0 && <Grip grabs={grabs} />}
            {children}
            <Betting bets={played.flatMap(({ facts }) => facts!.bets)} />
        </>
    );
}
