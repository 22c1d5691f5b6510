/* review.tsx: the review of a match of Yubitsume: how quick everyone's hand was, and every miss. Here no move
 * is worth so and so much: it is right or wrong, and in time or not. */
import { useMemo, useState } from "preact/hooks";
import type { Line } from "page/table/face";
import { medianOf } from "page/history/sums";
import type { OwnReviewProps } from "page/review/own-review";
import { SeatMark } from "page/ui/seat-mark";
import { _, _key, _n, number } from "page/ui/words";
import { hitName, type LastThrow, type Verdict } from "./strip";

const AT_ONCE = 12;

export interface Settled {
    /** The event that settled the throw. */
    number: number;
    last: LastThrow;
}

/** At a real table someone enters who was safe; otherwise the time runs out. */
const settles = ({ who, move }: Line) => (who === "clock" && move === "close") || /^safe\b/.test(move ?? "");

export function settledThrows(lines: Line[], viewAfter: OwnReviewProps["viewAfter"]): Settled[] {
    return lines
        .filter(settles)
        .map((line) => ({ number: line.number, last: viewAfter(line.number).last as LastThrow | null }))
        .filter((one): one is Settled => one.last !== null);
}

/** Verdicts that cost a finger, in the order in which they are counted. */
const MISSES: Verdict[] = ["too_slow", "wrong", "nothing", "false_start", "not_safe"];

export interface Miss {
    number: number;
    seat: number;
    last: LastThrow;
}

export function missesIn(settled: Settled[]): Miss[] {
    return settled.flatMap((one) =>
        one.last.seats.flatMap(({ verdict }, at) =>
            MISSES.includes(verdict) ? [{ number: one.number, seat: at + 1, last: one.last }] : [],
        ),
    );
}

function missName(verdict: Verdict): string {
    if (verdict === "nothing") return _("no hit");
    if (verdict === "not_safe") return _("loses a finger");
    return _key("yubitsume", verdict);
}

const ms = (time: number) => _("{ms} ms", { ms: Math.round(time) });

/** What would have been right. */
function rightName({ right }: LastThrow): string {
    return right.length === 0 ? _("keeping still") : right.map(hitName).join(_(", "));
}

/** How much sooner the first right hand was. */
function lateBy(last: LastThrow, time: number): number {
    const first = last.seats.filter(({ verdict, hit }) => verdict === "safe" && hit !== null);
    return time - Math.min(time, ...first.map(({ reaction_ms }) => reaction_ms ?? time));
}

export function missSaid({ seat, last }: Miss, names: string[]): string {
    const one = last.seats[seat - 1]!;
    const name = names[seat - 1] ?? "?";
    const hit = one.hit ? hitName(one.hit) : "";
    const time = one.reaction_ms ?? 0;
    switch (one.verdict) {
        case "too_slow":
            return _("{name} hits {hit} after {time}: {late} too late.", {
                name,
                hit,
                time: ms(time),
                late: ms(lateBy(last, time)),
            });
        case "wrong":
            return _("{name} hits {hit}. Right: {right}.", { name, hit, right: rightName(last) });
        case "false_start":
            return _("{name} hits {hit} after {time}: nobody can have seen the dice by then.", {
                name,
                hit,
                time: ms(time),
            });
        case "nothing":
            return _("{name} hits nothing. Right: {right}.", { name, right: rightName(last) });
        default:
            return _("{name} loses a finger. Right: {right}.", { name, right: rightName(last) });
    }
}

function Hand({ seat, name, settled, timed }: HandProps) {
    const all = settled
        .map(({ last }) => last.seats[seat - 1]!)
        .filter(({ verdict }) => verdict !== "not_in");
    const times = all
        .filter(({ hit, verdict }) => hit !== null && (verdict === "safe" || verdict === "too_slow"))
        .flatMap(({ reaction_ms }) => (timed && reaction_ms !== null ? [reaction_ms] : []));
    const median = medianOf(times);
    const safe = all.filter(({ verdict }) => verdict === "safe").length;
    const missed = MISSES.map((verdict) => ({
        verdict,
        count: all.filter((one) => one.verdict === verdict).length,
    })).filter(({ count }) => count > 0);
    return (
        <article class="review-account" data-seat={seat}>
            <h3>
                <SeatMark seat={seat} size={16} /> {name}
            </h3>
            <dl class="review-hits">
                <dt>{_("Safe")}</dt>
                <dd class="digits">{_("{k} of {n} throws", { k: safe, n: all.length })}</dd>
                {median !== null && (
                    <>
                        <dt>{_("Correct hits, median")}</dt>
                        <dd class="digits">{ms(median)}</dd>
                        <dt>{_("Fastest correct hit")}</dt>
                        <dd class="digits">{ms(Math.min(...times))}</dd>
                    </>
                )}
                <dt>{_("Misses")}</dt>
                <dd>
                    {missed.length === 0
                        ? _("none")
                        : missed
                              .map(({ verdict, count }) => `${missName(verdict)} ${number(count)}`)
                              .join(_(", "))}
                </dd>
            </dl>
        </article>
    );
}

interface HandProps {
    seat: number;
    name: string;
    settled: Settled[];
    /** Were the hands timed? Real ones are not. */
    timed: boolean;
}

function Misses({ misses, names, number: at, onOpen }: Omit<OwnReviewProps, "lines"> & { misses: Miss[] }) {
    const [whose, setWhose] = useState(0);
    const [all, setAll] = useState(false);
    const wanted = misses.filter(({ seat }) => whose === 0 || seat === whose);
    const shown = all ? wanted : wanted.slice(0, AT_ONCE);
    return (
        <section class="sheet review-decisions" aria-label={_("Misses")}>
            <h2>{_("Misses")}</h2>
            <div class="row">
                <select
                    class="field"
                    aria-label={_("Whose hits")}
                    value={whose}
                    onChange={(event) => setWhose(Number(event.currentTarget.value))}
                >
                    <option value={0}>{_("Everyone's")}</option>
                    {names.map((name, seat) => (
                        <option value={seat + 1}>{name}</option>
                    ))}
                </select>
            </div>
            {wanted.length === 0 && <p>{_("Nobody missed.")}</p>}
            <ol>
                {shown.map((miss) => (
                    <li key={`${miss.number} ${miss.seat}`}>
                        <button
                            type="button"
                            class="review-decision"
                            aria-current={miss.number === at ? "step" : undefined}
                            onClick={() => onOpen(miss.number)}
                        >
                            <SeatMark seat={miss.seat} size={16} />
                            <span class="review-said">{missSaid(miss, names)}</span>
                        </button>
                    </li>
                ))}
            </ol>
            {shown.length < wanted.length && (
                <button type="button" class="button" onClick={() => setAll(true)}>
                    {_n("Show {n} more", "Show {n} more", wanted.length - shown.length)}
                </button>
            )}
        </section>
    );
}

export default function Review(props: OwnReviewProps) {
    const { names, lines, viewAfter, timed } = props;
    const settled = useMemo(() => settledThrows(lines, viewAfter), [lines, viewAfter]);
    const misses = useMemo(() => missesIn(settled), [settled]);
    return (
        <>
            <section class="sheet review-accounts exact" aria-label={_("Reactions and misses")}>
                <h2>{_("Reactions and misses")}</h2>
                <p class="soft small">
                    {_("Times are from seeing the dice to the hit, as the house judged them.")}
                </p>
                {names.map((name, at) => (
                    <Hand key={at} seat={at + 1} name={name} settled={settled} timed={timed} />
                ))}
            </section>
            <Misses {...props} misses={misses} />
        </>
    );
}
