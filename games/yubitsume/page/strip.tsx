/* strip.tsx: the result of a throw, as the house judged it: everyone's time with its error, and the verdict.
 */
import { SeatMark } from "page/ui/seat-mark";
import { _, _key, _n, number } from "page/ui/words";
import { WoodenFinger, type DieFace, type Wood } from "./art";

export type Hit = "1" | "2" | "3" | "black" | "knife";
export type Verdict = "not_in" | "safe" | "too_slow" | "wrong" | "false_start" | "nothing" | "not_safe";

interface Slapped {
    hit: Hit | null;
    reaction_ms: number | null;
    error_ms: number | null;
    verdict: Verdict;
    wood: Wood | null;
}

export interface LastThrow {
    dice: DieFace[];
    black?: DieFace | null;
    case: number;
    right: Hit[];
    seats: Slapped[];
}

/** How far apart the ticks are: the first that needs few enough of them. */
const AXIS_STEPS_MS = [500, 1000, 2000, 5000, 10_000];
const AXIS_TICKS = 6;
/** Behind the last time there is room for its dot. */
const AXIS_SPARE_MS = 150;
/** Sooner than that nobody can have seen the dice. */
const FALSE_START_MS = 100;

export function hitName(hit: Hit): string {
    if (hit === "knife") return _("the knife");
    if (hit === "black") return _("the black die");
    return _("die {number}", { number: hit });
}

/** What the dice asked for. */
export function caseText(last: LastThrow): string {
    switch (last.case) {
        case 1:
            return _("One die was unique: {die}.", { die: hitName(last.right[0]!) });
        case 2:
            return _("No die was unique: keep still.");
        case 3:
            return _("Every die was unique: hit the knife.");
        case 4:
            return _("All dice that counted showed the same symbol: hit any one of them.");
        case 5:
            return _("All dice that counted showed the same number: hit any one of them.");
        default:
            return _("No die counted: keep still.");
    }
}

const SIGNS: Record<Verdict, string> = {
    not_in: "–",
    safe: "✓",
    too_slow: "✗",
    wrong: "✗",
    false_start: "✗",
    nothing: "✗",
    not_safe: "✗",
};

function verdictText(one: Slapped, right: boolean): string {
    if (one.verdict === "safe" && !one.hit && !right) return _("kept still");
    if (one.verdict === "not_safe") return _("loses a finger");
    if (one.verdict === "nothing") return _("no hit");
    return _key("yubitsume", one.verdict);
}

/** The result in one sentence per seat, for screen readers. */
export function spokenResult(last: LastThrow, names: string[]): string {
    const each = last.seats.flatMap((one, seat) => {
        if (one.verdict === "not_in") return [];
        const what = one.hit ? _("{hit} after {ms} ms", { hit: hitName(one.hit), ms: one.reaction_ms! }) : "";
        return [
            _("{name}: {verdict}.", {
                name: names[seat]!,
                verdict: [verdictText(one, last.right.length > 0), what].filter(Boolean).join(_(", ")),
            }),
        ];
    });
    return [caseText(last), ...each].join(" ");
}

/** Where the axis ends, and where it has its ticks. */
function axisOf(seats: Slapped[]): { end: number; ticks: number[] } {
    const latest = Math.max(0, ...seats.map((one) => (one.reaction_ms ?? 0) + (one.error_ms ?? 0)));
    const stepsOf = (step: number) => Math.max(1, Math.ceil((latest + AXIS_SPARE_MS) / step));
    const step = AXIS_STEPS_MS.find((one) => stepsOf(one) <= AXIS_TICKS) ?? AXIS_STEPS_MS.at(-1)!;
    const ticks = Array.from({ length: stepsOf(step) + 1 }, (_tick, at) => at * step);
    return { end: ticks.at(-1)!, ticks };
}

function Track({ one, end }: { one: Slapped; end: number }) {
    if (one.reaction_ms === null) return <span class="yubi-track" />;
    const part = (ms: number) => Math.min(1, Math.max(0, ms / end)) * 100;
    const [at, error] = [one.reaction_ms, one.error_ms ?? 0];
    const left = part(at - error);
    return (
        <span class="yubi-track">
            <i
                class="yubi-error"
                style={{ left: `${left}%`, width: `${Math.max(0.5, part(at + error) - left)}%` }}
            />
            <i class={`yubi-dot yubi-${one.verdict}`} style={{ left: `${part(at)}%` }} />
            <span
                class={part(at) > 50 ? "yubi-ms yubi-before" : "yubi-ms"}
                style={{ "--away": `${part(at) > 50 ? 100 - part(at) : part(at)}%` }}
            >
                <span class="digits">{error > 0 ? _("{ms} ± {error}", { ms: at, error }) : number(at)}</span>
            </span>
        </span>
    );
}

function Row(props: { seat: number; one: Slapped; end: number; name: string; right: boolean }) {
    const { seat, one, end, name, right } = props;
    return (
        <li class={`yubi-row yubi-${one.verdict}`}>
            <span class="yubi-row-name">
                <SeatMark seat={seat} size={12} />
                <span>{name}</span>
            </span>
            <Track one={one} end={end} />
            <span
                class={one.wood && one.wood !== "bloody" ? "yubi-row-verdict yubi-kept" : "yubi-row-verdict"}
            >
                {one.wood ? (
                    <span class="yubi-row-wood">
                        <WoodenFinger fell={one.wood} />
                    </span>
                ) : (
                    <b aria-hidden="true">{SIGNS[one.verdict]}</b>
                )}
                {one.wood ? _key("yubitsume", one.wood) : verdictText(one, right)}
            </span>
        </li>
    );
}

export type Level = "basic" | "advanced" | "professional";

/** What dice can ask for. */
const CASES: Record<Level, number[]> = {
    basic: [1, 2, 3],
    advanced: [1, 2, 3, 4, 5],
    professional: [1, 2, 3, 4, 5, 6],
};

const KEEP_STILL = [2, 6]; // nobody is first

/** What the dice asked for and whether several were safe; as high as the longest that could be told here. */
function Caption({ last, level }: { last: LastThrow; level: Level }) {
    const told = (asked: LastThrow, tied: number) => (
        <span>
            {caseText(asked)}
            {tied > 1 && (
                <b> {_n("Too close to call: {n} is safe.", "Too close to call: {n} are safe.", tied)}</b>
            )}
        </span>
    );
    const tied = last.seats.filter(({ verdict, hit }) => verdict === "safe" && hit).length;
    const longest: Hit = level === "professional" ? "black" : "3";
    return (
        <figcaption>
            {told(last, tied)}
            <span class="yubi-kept" aria-hidden="true">
                {CASES[level].map((one) =>
                    told(
                        { ...last, case: one, right: [longest] },
                        KEEP_STILL.includes(one) ? 0 : last.seats.length,
                    ),
                )}
            </span>
        </figcaption>
    );
}

interface StripProps {
    last: LastThrow;
    names: string[];
    level: Level;
    /** Were the hands timed? Real ones are not. */
    timed: boolean;
}

export function Strip({ last, names, timed, level }: StripProps) {
    const { end, ticks } = axisOf(last.seats);
    const acted = last.seats.some(({ reaction_ms }) => reaction_ms !== null);
    return (
        <figure class="yubi-strip">
            <Caption last={last} level={level} />
            <div
                class={timed ? "yubi-rows" : "yubi-rows yubi-untimed"}
                style={{ "--early": `${(FALSE_START_MS / end) * 100}%` }}
            >
                <ol>
                    {last.seats.map((one, at) => (
                        <Row
                            key={at}
                            seat={at + 1}
                            one={one}
                            end={end}
                            name={names[at]!}
                            right={last.right.length > 0}
                        />
                    ))}
                </ol>
                {timed && (
                    <div class="yubi-axis" aria-hidden="true">
                        {(acted ? ticks : []).map((ms) => (
                            <span class="digits" style={{ left: `${(ms / end) * 100}%` }}>
                                {number(ms / 1000)}
                            </span>
                        ))}
                    </div>
                )}
            </div>
        </figure>
    );
}
