/* statistics.tsx: charts of how quick my correct hits are, and how often I am right, by who threw. */
import type { ComponentChildren } from "preact";
import { rangeText } from "page/ui/range";
import { _, _key, _n, number } from "page/ui/words";
import {
    Bars,
    Figures,
    Histogram,
    Picture,
    between,
    inPercent,
    type Bar,
    type Column,
} from "page/history/charts";
import { binsOf, medianOf, mostOf, shareOf } from "page/history/sums";
import type { Played } from "page/history/match";
import type { Slap, YubitsumeFacts } from "./facts";

const STEP = 100; // milliseconds a column
const SLOWEST = 3_000; // slower times go into the last column

/** The right thing was hit, first or not. */
const isRightHit = ({ hit, verdict }: Slap) => hit !== null && (verdict === "safe" || verdict === "too_slow");

function columnsOf(times: number[]): Column[] {
    const capped = times.map((time) => Math.min(time, SLOWEST));
    return binsOf(capped, STEP, 0, Math.min(SLOWEST, mostOf(times) + STEP)).map(({ from, to, count }) => ({
        label: from === SLOWEST ? `${number(from)}+` : rangeText(number(from), number(to - 1)),
        tick: from % 500 === 0 ? number(from) : "",
        count,
        share: count / times.length,
    }));
}

const KINDS: [string, (slap: Slap) => boolean][] = [
    ["safe", ({ verdict, hit }) => verdict === "safe" && hit !== null],
    ["still", ({ verdict, hit }) => verdict === "safe" && hit === null],
    ["too_slow", ({ verdict }) => verdict === "too_slow"],
    ["wrong", ({ verdict }) => verdict === "wrong"],
    ["false_start", ({ verdict }) => verdict === "false_start"],
    ["nothing", ({ verdict }) => verdict === "nothing"],
];

function kindName(kind: string): string {
    if (kind === "still") return _("kept still");
    if (kind === "nothing") return _("no hit");
    return _key("yubitsume", kind);
}

function verdicts(slaps: Slap[]): Bar[] {
    return KINDS.map(([kind, belongs]) => {
        const { k, n, share, low, high } = shareOf(slaps.filter(belongs).length, slaps.length);
        return {
            label: kindName(kind),
            value: share,
            low,
            high,
            text: _("{k} of {n} ({between})", { k, n, between: between(low, high) }),
        };
    });
}

function Judged({ title, slaps }: { title: string; slaps: Slap[] }) {
    if (slaps.length === 0) return null;
    return (
        <Picture title={title}>
            <Bars bars={verdicts(slaps)} head={[_("Verdict"), _("How often")]} />
        </Picture>
    );
}

interface Props {
    played: Played<YubitsumeFacts>[];
    /** Drawn after the first chart. */
    children: ComponentChildren;
}

export default function Statistics({ played, children }: Props) {
    const slaps = played.flatMap(({ facts }) => facts!.slaps);
    // At a table with real dice someone enters who was first: that is no time.
    const timed = played.filter(({ match }) => match.dice !== "ours").flatMap(({ facts }) => facts!.slaps);
    const times = timed.filter(isRightHit).map(({ reaction }) => reaction!);
    const right = shareOf(slaps.filter(({ verdict }) => verdict === "safe").length, slaps.length);
    const early = slaps.filter(({ verdict }) => verdict === "false_start").length;
    const median = medianOf(times);
    return (
        <>
            <Figures
                figures={[
                    [
                        _("median of my correct hits"),
                        median === null ? "–" : _("{ms} ms", { ms: Math.round(median) }),
                    ],
                    [_n("safe in one throw", "safe in {n} throws", slaps.length), inPercent(right.share)],
                    [_("false starts"), number(early)],
                ]}
            />
            {times.length > 0 && (
                <Picture
                    title={_("Reaction")}
                    note={_("Time from seeing the dice to a correct hit, as judged by the house.")}
                >
                    <Histogram
                        columns={columnsOf(times)}
                        unit={_("milliseconds")}
                        mine={_("my correct hits")}
                    />
                </Picture>
            )}
            {children}
            <Judged title={_("When I threw")} slaps={slaps.filter(({ threw }) => threw)} />
            <Judged title={_("When others threw")} slaps={slaps.filter(({ threw }) => !threw)} />
        </>
    );
}
