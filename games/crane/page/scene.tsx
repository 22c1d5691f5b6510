/* scene.tsx: the middle of Crane's table: the face-up card, the deck with the hand at it, the jackpots, the
 * calls, and after a grab the count. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { Call } from "page/table/face";
import { SeatMark } from "page/ui/seat-mark";
import { _, number } from "page/ui/words";
import { AskCard, BetSign, SidePile } from "./art";
import { callText } from "./closed-eyes";
import { cardsSeen, SideDeck } from "./deck";
import { countText, onScreen, type LastGrab, type Props } from "./view";
import { playSound } from "page/table/parts/sound";
import { nameOf } from "page/table/parts/throws";

const BUBBLES = 3;

const COUNT_SHOWN_MS = 5200;
/** More cards than that are laid out smaller where there is no scrolling. */
const MANY = 20;

/** Of two. */
const TURNS_MOST = 100;
/** How many turns before the last one that it is said that there is a last one. */
const TURNS_TOLD = 10;

/** Of three and more: how often everyone is the challenger. */
const ROUNDS = 2;

// ---- the count ----

/** The number of the grab that was counted last. */
const grabNumber = (props: Props) =>
    props.lines.filter(({ move }) => /^(grab|count) /.test(move ?? "")).at(-1)?.number ?? null;

/** Show the count for a while, and as long as the challenger chooses; whatever comes next waits beside it, but for
 * the next grab. */
function useCounting(props: Props): boolean {
    const at = grabNumber(props);
    const isFresh = props.fresh.some((line) => line.number === at);
    const [seen, setSeen] = useState<number | null>(isFresh ? null : at);
    useLayoutEffect(() => {
        if (at === null) setSeen(null); // another match, whose lines are counted from 1 again
        if (at === null || at === seen) return;
        playSound(props.view.last?.right === "just" ? "win" : "card");
        const timer = setTimeout(() => setSeen(at), COUNT_SHOWN_MS);
        return () => clearTimeout(timer);
    }, [at]);
    const { last, phase } = props.view;
    if (!last || phase === "slip" || phase === "grab") return false;
    return phase === "jackpot" || (at !== null && at !== seen);
}

/** The last grab of a match is counted before anyone is told who has won. */
function useHold(counting: boolean, { view, over, motion, hold }: Props, shown: boolean): void {
    const holds = counting && over && shown && motion !== "off";
    useLayoutEffect(() => {
        if (!holds) return;
        const before = view.seats.map(({ total }, at) => [
            at + 1,
            number(total - (view.last!.seats[at]?.got ?? 0)),
        ]);
        hold?.(Object.fromEntries(before));
        return () => hold?.(null);
    }, [holds]);
}

/** The cards laid out one by one, ten in a row, against the number asked for. */
function Count({ last, name }: { last: LastGrab; name: string }) {
    const places = Math.max(last.count, last.card.number);
    const kind = (at: number) =>
        at > last.count ? "crane-missing" : at > last.card.number ? "crane-over" : "";
    return (
        <div
            class={places > MANY ? "crane-count crane-many" : "crane-count"}
            key={`${last.seat} ${last.count}`}
        >
            <p class="crane-count-title">
                {_("{name} has lifted {count} of {number}", {
                    name,
                    count: last.count,
                    number: last.card.number,
                })}
            </p>
            <ol aria-hidden="true">
                {Array.from({ length: places }, (_card, at) => (
                    <li key={at} class={kind(at + 1)} style={{ "--at": at }} />
                ))}
            </ol>
            <p class="crane-count-verdict" style={{ "--at": last.count }}>
                <BetSign bet={last.right} /> {countText(last)}
            </p>
        </div>
    );
}

// ---- around the deck ----

function jackpotName(at: number, of: number): string {
    if (of === 1) return _("Jackpot");
    return at === 0 ? _("Left jackpot") : _("Right jackpot");
}

function Jackpot({ props, at }: { props: Props; at: number }) {
    const { jackpots, last, phase } = props.view;
    const move = `jackpot ${at + 1}`;
    const name = jackpotName(at, jackpots.length);
    const change = phase !== "jackpot" && last?.jackpot === at + 1 ? last.jackpot_change : null;
    const inside = (
        <>
            <SidePile cards={jackpots[at]!} />
            <span class="crane-jackpot-count digits">{number(jackpots[at]!)}</span>
            {change !== null && change !== 0 && (
                <span class="crane-change digits">{change > 0 ? `+${change}` : `−${-change}`}</span>
            )}
        </>
    );
    if (!props.moves.includes(move))
        return (
            <div class="crane-jackpot">
                <span>{inside}</span>
                <small>{name}</small>
            </div>
        );
    return (
        <button type="button" class="crane-jackpot crane-choose" onClick={() => props.play(move)}>
            <span>{inside}</span>
            <small>{name}</small>
        </button>
    );
}

function Bubbles({ calls }: { calls: Call[] }) {
    return (
        <ol class="crane-bubbles">
            {calls.slice(-BUBBLES).map((call) => (
                <li key={call.key}>
                    {call.seat && <SeatMark seat={call.seat} size={12} />}
                    <span>{callText(call)}</span>
                </li>
            ))}
        </ol>
    );
}

/** Turn 5 of 6; of two nobody knows how many there will be, until it has taken very long. */
export function turnText({ view }: Props): string | null {
    const n = view.turns + 1;
    const tied = view.seats.filter((one) => one.tied).length;
    if (view.phase === "draw_first" || view.phase === "over") return null;
    if (view.seats.length > 2) {
        const values = { n, all: ROUNDS * view.seats.length + tied };
        return tied > 0 ? _("Tie-break: turn {n} of {all}", values) : _("Turn {n} of {all}", values);
    }
    return n > TURNS_MOST - TURNS_TOLD
        ? _("Turn {n} of {all} at most", { n, all: TURNS_MOST })
        : _("Turn {n}", { n });
}

/** How much the challenger seems to hold, for those who may see it. */
function gripShown(props: Props): number | null {
    const { view, gripHeard } = props;
    if (view.phase !== "grab" && view.phase !== "slip") return null;
    if (!onScreen(props) || !view.card) return null;
    return gripHeard && gripHeard.seat === view.turn ? cardsSeen(gripHeard.um, view.card.finger) : 0;
}

export function Scene({ props }: { props: Props }) {
    const { view } = props;
    const counting = useCounting(props);
    useHold(counting, props, onScreen(props));
    const grabbing = view.phase === "grab";
    const choosing = props.moves.some((move) => move.startsWith("jackpot "));
    return (
        <section class={choosing ? "crane-scene crane-choosing" : "crane-scene"}>
            <div class="crane-side">
                <span class="crane-asked">
                    {view.card && <AskCard key={`${view.turns}`} asked={view.card} />}
                </span>
                <Jackpot props={props} at={0} />
            </div>
            <div class="crane-middle">
                {counting ? (
                    <Count last={view.last!} name={nameOf(props.names, view.last!.seat)} />
                ) : (
                    <SideDeck
                        cards={gripShown(props)}
                        deck={view.deck}
                        seat={view.turn}
                        motion={props.motion}
                    />
                )}
            </div>
            <div class="crane-side">
                {onScreen(props) ? (
                    <div class="crane-beside">
                        <p class="crane-turn digits">{turnText(props)}</p>
                        {grabbing && <Bubbles calls={props.calls} />}
                    </div>
                ) : (
                    <span />
                )}
                {view.jackpots.length > 1 ? <Jackpot props={props} at={1} /> : <span />}
            </div>
        </section>
    );
}
