/* crane.tsx: Tactile Crane Championship in the page: the deck from the side for those who watch and
 * call, darkness for whoever grabs, bets face down and then open, the count, and what everybody
 * gets. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Call, Face, FaceProps } from "../face";
import {
    AskCard,
    askedText,
    betMeaning,
    betName,
    BETS,
    BetSign,
    CRANE_FINGERS,
    barred,
    SidePile,
    withoutFinger,
    type Asked,
    type Bet,
    type CraneFinger,
} from "../parts/crane-art";
import { Dark, callText } from "../parts/crane-dark";
import { cardsSeen, SideDeck } from "../parts/crane-deck";
import { tellCrane } from "../parts/crane-tell";
import { Palm } from "../parts/palm";
import { playSound } from "../parts/sound";
import { FirstIn } from "../parts/tapin";
import { nameOf } from "../parts/told";
import { SeatMark } from "../seat";
import { _, _n, number } from "../words";
import "./crane.css";

interface SeatView {
    cards: number;
    multipliers: number;
    total: number;
    has_bet: boolean;
    bet: Bet | null;
    bet_cards: Record<Bet, number>;
    achieved: Record<Bet, number>;
    tied: boolean;
}

interface LastGrab {
    seat: number;
    card: Asked;
    count: number;
    right: Bet;
    jackpot: number | null;
    jackpot_change: number | null;
    seats: { bet: Bet | null; right: boolean; got: number }[];
}

interface CraneView {
    phase: "draw_first" | "flip" | "eyes" | "bets" | "slip" | "grab" | "jackpot" | "over";
    turn: number | null;
    turns: number;
    deck: number;
    jackpots: number[];
    multipliers_left: number;
    card: Asked | null;
    seats: SeatView[];
    last: LastGrab | null;
}

type Props = FaceProps<CraneView>;

const LOWEST = 4;
const HIGHEST = 20;
/** In UTF-8, as the house counts. */
const CALL_BYTES = 80;
const BUBBLES = 3;
const COUNT_SHOWN_MS = 5200;
const CARDS_TO_WIN = 40;

const onScreen = (props: Props) => props.options.hand !== "cards";
const forTwo = (props: Props) => props.view.seats.length === 2;
const challenging = (props: Props) => props.seat !== null && props.seat === props.view.turn;
const challenger = (props: Props) => nameOf(props.names, props.view.turn ?? 1);

// ---- the count ----

/** The number of the grab that was counted last. */
const grabNumber = (props: Props) =>
    props.lines.findLast(({ move }) => /^(grab|count) /.test(move ?? ""))?.number ?? null;

/** Show the count for a while, and as long as the challenger chooses. */
function useCounting(props: Props): boolean {
    const at = grabNumber(props);
    const isFresh = props.fresh.some((line) => line.number === at);
    const [seen, setSeen] = useState<number | null>(isFresh ? null : at);
    useEffect(() => {
        if (at === null || at === seen || !isFresh) return;
        playSound(props.view.last?.right === "just" ? "win" : "card");
        const timer = setTimeout(() => setSeen(at), COUNT_SHOWN_MS);
        return () => clearTimeout(timer);
    }, [at]);
    return props.view.last !== null && (props.view.phase === "jackpot" || (isFresh && at !== seen));
}

/** Too few, too many, exactly: in words. */
function countText(last: LastGrab): string {
    const off = Math.abs(last.count - last.card.number);
    switch (last.right) {
        case "just":
            return _("exactly right");
        case "low":
            return _n("one too few", "{n} too few", off);
        case "high":
            return _n("one too many", "{n} too many", off);
    }
}

/** The cards laid out one by one, ten in a row, against the number asked for. */
function Count({ last, name }: { last: LastGrab; name: string }) {
    const places = Math.max(last.count, last.card.number);
    const kind = (at: number) =>
        at > last.count ? "crane-missing" : at > last.card.number ? "crane-over" : "";
    return (
        <div class="crane-count" key={`${last.seat} ${last.count}`}>
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

// ---- what belongs to this turn ----

interface Heard {
    calls: Call[];
    gripHeard: Props["gripHeard"];
}

/** Calls and grips of earlier turns are over: only what came since this grab began. */
function useThisTurn({ view, calls, gripHeard }: Props): Heard {
    const turn = `${view.turns} ${view.phase === "grab"}`;
    const old = useRef<{ turn: string; key: number; grip: Props["gripHeard"] }>({
        turn,
        key: -1,
        grip: null,
    });
    if (old.current.turn !== turn)
        old.current = { turn, key: calls.at(-1)?.key ?? -1, grip: gripHeard };
    const { key, grip } = old.current;
    return {
        calls: calls.filter((call) => call.key > key),
        gripHeard: gripHeard === grip ? null : gripHeard,
    };
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

/** How much the challenger seems to hold, for those who may see it. */
function gripShown(props: Props): number | null {
    const { view, gripHeard } = props;
    if (view.phase !== "grab" && view.phase !== "slip") return null;
    if (!onScreen(props) || !view.card) return null;
    return gripHeard && gripHeard.seat === view.turn
        ? cardsSeen(gripHeard.um, view.card.finger)
        : 0;
}

function Scene({ props }: { props: Props }) {
    const { view } = props;
    const counting = useCounting(props);
    const grabbing = view.phase === "grab";
    return (
        <section class="crane-scene">
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
                {grabbing ? <Bubbles calls={props.calls} /> : <span />}
                {view.jackpots.length > 1 ? <Jackpot props={props} at={1} /> : <span />}
            </div>
        </section>
    );
}

// ---- everybody at the table ----

/** A bet on the table: not made, face down, or open. */
function BetOnTable({ props, seat }: { props: Props; seat: number }) {
    const { view } = props;
    const one = view.seats[seat - 1]!;
    if (view.turn === seat && view.phase !== "over")
        return <span class="crane-crown">{_("grabs")}</span>;
    const settled = !view.card && view.last ? view.last.seats[seat - 1]!.bet : null;
    const bet = one.bet ?? settled;
    if (bet)
        return (
            <span class="crane-bet-open" role="img" aria-label={betName(bet)}>
                <BetSign bet={bet} />
            </span>
        );
    if (one.has_bet) return <span class="crane-bet-down" role="img" aria-label={_("has bet")} />;
    return view.phase === "bets" ? (
        <span class="crane-bet-none" role="img" aria-label={_("has not bet yet")}>
            …
        </span>
    ) : null;
}

/** What somebody got from the last grab, until the next begins. */
function Got({ props, seat }: { props: Props; seat: number }) {
    const { last, phase } = props.view;
    const got = last?.seats[seat - 1]?.got ?? 0;
    if (!got || !(phase === "eyes" || phase === "flip" || phase === "over")) return null;
    return <span class="crane-got digits">+{number(got)}</span>;
}

/** In a game of two: the bet cards, those achieved filled. */
function Achieved({ one }: { one: SeatView }) {
    return (
        <span class="crane-achieved">
            {BETS.flatMap((bet) =>
                Array.from({ length: one.bet_cards[bet] + one.achieved[bet] }, (_card, at) => (
                    <i
                        key={`${bet} ${at}`}
                        class={at < one.achieved[bet] ? "crane-done" : ""}
                        role="img"
                        aria-label={
                            at < one.achieved[bet]
                                ? _("{bet} achieved", { bet: betName(bet) })
                                : betName(bet)
                        }
                    >
                        <BetSign bet={bet} />
                    </i>
                )),
            )}
        </span>
    );
}

function SeatAt({ props, seat }: { props: Props; seat: number }) {
    const one = props.view.seats[seat - 1]!;
    const grabs = props.view.turn === seat && props.view.phase !== "over";
    return (
        <li
            class={`crane-seat ${state}`}
        >
            <span class="crane-seat-name">
                <SeatMark seat={seat} size={13} />
                <span>{nameOf(props.names, seat)}</span>
            </span>
            <span class="crane-seat-cards">
                <b class="digits">{number(one.total)}</b>
                {one.multipliers > 0 && (
                    <span
                        class="crane-multipliers"
                        role="img"
                        aria-label={_n("one multiplier", "{n} multipliers", one.multipliers)}
                    >
                        {Array.from({ length: one.multipliers }, (_card, at) => (
                            <i key={at}>10</i>
                        ))}
                    </span>
                )}
                <Got props={props} seat={seat} />
                <BetOnTable props={props} seat={seat} />
            </span>
            {forTwo(props) && <Achieved one={one} />}
        </li>
    );
}

// ---- what one can do ----

function BetCards({ props }: { props: Props }) {
    const [chosen, choose] = useState<Bet | null>(null);
    const one = props.view.seats[props.seat! - 1]!;
    const place = (bet: Bet) => (chosen === bet ? props.play(`bet ${bet}`) : choose(bet));
    return (
        <>
            <div class="crane-bets" role="group" aria-label={_("Your bet")}>
                {BETS.map((bet) => (
                    <button
                        key={bet}
                        type="button"
                        class="crane-bet"
                        aria-pressed={chosen === bet}
                        disabled={!props.moves.includes(`bet ${bet}`)}
                        onClick={() => place(bet)}
                    >
                        <BetSign bet={bet} />
                        <b>{betName(bet)}</b>
                        <small>{betMeaning(bet)}</small>
                        {forTwo(props) && one.bet_cards[bet] > 1 && (
                            <span class="crane-bet-copies digits">×{one.bet_cards[bet]}</span>
                        )}
                    </button>
                ))}
            </div>
            <button
                type="button"
                class="button main"
                disabled={!chosen}
                onClick={() => chosen && props.play(`bet ${chosen}`)}
            >
                {_("Lay the bet face down")}
            </button>
        </>
    );
}

/** As long as the house takes it. */
function fitting(text: string): string {
    const encoder = new TextEncoder();
    let signs = [...text.trim()];
    while (encoder.encode(signs.join("")).length > CALL_BYTES) signs = signs.slice(0, -1);
    return signs.join("").trimEnd();
}

function Calling({ props }: { props: Props }) {
    const [text, setText] = useState("");
    const say = (event: Event) => {
        event.preventDefault();
        if (fitting(text)) props.call(null, fitting(text));
        setText("");
    };
    return (
        <div class="crane-calling">
            <div class="crane-call-words">
                <button type="button" class="button" onClick={() => props.call("more")}>
                    {_("More!")}
                </button>
                <button type="button" class="button" onClick={() => props.call("less")}>
                    {_("Less!")}
                </button>
                <button type="button" class="button" onClick={() => props.call("stop")}>
                    {_("Stop!")}
                </button>
            </div>
            <form class="crane-call-text" onSubmit={say}>
                <input
                    class="field"
                    value={text}
                    maxLength={CALL_BYTES}
                    aria-label={_("Call out something else")}
                    placeholder={_("Something else …")}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
                <button type="submit" class="button" disabled={!fitting(text)}>
                    {_("Call")}
                </button>
            </form>
        </div>
    );
}

/** With real cards: how many were lifted. */
function CountEntry({ props }: { props: Props }) {
    const [count, setCount] = useState(props.view.card!.number);
    const most = props.view.deck;
    const set = (value: number) => setCount(Math.min(most, Math.max(1, Math.round(value) || 1)));
    return (
        <div class="crane-entry">
            <div class="crane-stepper">
                <button
                    type="button"
                    class="button round"
                    aria-label={_("One less")}
                    disabled={count <= 1}
                    onClick={() => set(count - 1)}
                >
                    −
                </button>
                <input
                    class="field digits"
                    type="number"
                    inputMode="numeric"
                    min={1}
                    max={most}
                    value={count}
                    aria-label={_("Cards lifted")}
                    onInput={(event) => set(event.currentTarget.valueAsNumber)}
                />
                <button
                    type="button"
                    class="button round"
                    aria-label={_("One more")}
                    disabled={count >= most}
                    onClick={() => set(count + 1)}
                >
                    +
                </button>
            </div>
            <button type="button" class="button main" onClick={() => props.play(`count ${count}`)}>
                {_n("Lifted: one card", "Lifted: {n} cards", count)}
            </button>
            <button type="button" class="button quiet" onClick={() => props.play("open")}>
                {_("The eyes were opened: no result")}
            </button>
        </div>
    );
}

/** A real card was turned up: its number and its finger. */
function CardEntry({ props }: { props: Props }) {
    const [cards, setCards] = useState<number | null>(null);
    const [finger, setFinger] = useState<CraneFinger | null>(null);
    const numbers = Array.from({ length: HIGHEST - LOWEST + 1 }, (_number, at) => LOWEST + at);
    return (
        <div class="crane-entry">
            <div class="crane-numbers" role="group" aria-label={_("The number on the card")}>
                {numbers.map((one) => (
                    <button
                        key={one}
                        type="button"
                        class="digits"
                        aria-pressed={cards === one}
                        onClick={() => setCards(one)}
                    >
                        {one}
                    </button>
                ))}
            </div>
            <div class="crane-fingers" role="group" aria-label={_("The finger on the card")}>
                {CRANE_FINGERS.map((one) => (
                    <button
                        key={one}
                        type="button"
                        aria-pressed={finger === one}
                        aria-label={withoutFinger(one)}
                        onClick={() => setFinger(one)}
                    >
                        <Palm fingers={barred(one)} />
                    </button>
                ))}
            </div>
            <button
                type="button"
                class="button main"
                disabled={!cards || !finger}
                onClick={() => props.declare(`${cards} ${finger}`)}
            >
                {cards && finger
                    ? _("Turned up: {asked}", { asked: askedText({ number: cards, finger }) })
                    : _("Tap number and finger")}
            </button>
        </div>
    );
}

function EyesAction({ props }: { props: Props }) {
    return (
        <>
            <p class="crane-how">
                {onScreen(props)
                    ? _(
                          "In the dark press and pull down, as if your finger went down the edge of the " +
                              "deck: about 2 mm a card. Pull back to let go; lifting is final.",
                      )
                    : _(
                          "Close your eyes and lift the real cards; " +
                              "type in afterwards how many they were.",
                      )}
            </p>
            <button type="button" class="button main" onClick={() => props.play("close")}>
                {_("Close my eyes")}
            </button>
        </>
    );
}

function jackpotQuestion(last: LastGrab): string {
    const off = Math.abs(last.count - last.card.number);
    switch (last.right) {
        case "just":
            return _("Which jackpot do you take?");
        case "low":
            return _n(
                "Which jackpot gets the missing card?",
                "Which jackpot gets the {n} missing cards?",
                Math.min(off, last.count),
            );
        case "high":
            return _n(
                "Which jackpot gets the card too many?",
                "Which jackpot gets the {n} cards too many?",
                off,
            );
    }
}

/** What the last grab came to, in one line. */
function lastText(props: Props): string | null {
    const { last } = props.view;
    if (!last) return null;
    return _("{name} has lifted {count} of {number}: {verdict}.", {
        name: nameOf(props.names, last.seat),
        count: last.count,
        number: last.card.number,
        verdict: countText(last),
    });
}

function hint(props: Props): string {
    const { view } = props;
    const name = challenger(props);
    const mine = challenging(props);
    switch (view.phase) {
        case "draw_first":
            return _("Who begins is drawn.");
        case "flip":
            return _("The top card is turned up.");
        case "eyes":
            return mine
                ? _("Lift {asked}.", { asked: askedText(view.card!) })
                : _("{name} is about to close the eyes.", { name });
        case "bets":
            return betsHint(props);
        case "slip":
            return _("The cards settle …");
        case "grab":
            return mine
                ? _("How many cards did you lift?")
                : _("Call out to {name}; you may lie.", { name });
        case "jackpot":
            return mine ? jackpotQuestion(view.last!) : _("{name} chooses a jackpot.", { name });
        case "over":
            return overText(props);
    }
}

function betsHint(props: Props): string {
    const waiting = props.view.seats.flatMap((one, at) =>
        one.has_bet || at + 1 === props.view.turn ? [] : [nameOf(props.names, at + 1)],
    );
    if (props.seat !== null && props.moves.length > 0)
        return _("How many will {name} lift?", { name: challenger(props) });
    if (challenging(props)) return _("Your eyes are closed. The others bet.");
    return _("Still to bet: {names}", { names: waiting.join(", ") });
}

function overText(props: Props): string {
    const winners = props.won.map((seat) => nameOf(props.names, seat)).join(", ");
    const best = props.view.seats[(props.won[0] ?? 1) - 1]!;
    if (forTwo(props) && best.total < CARDS_TO_WIN)
        return _("{name} has achieved the bets.", { name: winners });
    return _("{name}: {n} cards.", { name: winners, n: best.total });
}

function Action({ props }: { props: Props }) {
    const { view } = props;
    const may = (move: string) => props.moves.includes(move);
    if (props.ours && props.seat !== null && view.phase === "draw_first")
        return <FirstIn names={props.names} declare={props.declare} />;
    if (props.ours && props.seat !== null && view.phase === "flip")
        return <CardEntry props={props} />;
    if (may("close")) return <EyesAction props={props} />;
    if (view.phase === "bets" && props.moves.length > 0)
        return <BetCards key={view.turns} props={props} />;
    if (view.phase === "grab" && challenging(props) && !onScreen(props) && props.moves.length > 0)
        return <CountEntry props={props} />;
    if (view.phase === "grab" && !challenging(props) && onScreen(props))
        return <Calling props={props} />;
    return null;
}

// ---- the table ----

/** Eyes closed: from saying so until the cards are lifted. */
function inTheDark(props: Props): boolean {
    return (
        onScreen(props) && challenging(props) && ["bets", "slip", "grab"].includes(props.view.phase)
    );
}

function Table(given: Props) {
    const props = { ...given, ...useThisTurn(given) };
    const { view } = props;
    const dark = inTheDark(props);
    const last = lastText(props);
    return (
        <div class="crane">
            {!dark && <Scene props={props} />}
            {!dark && (
                <ul class={`crane-seats crane-of-${view.seats.length}`}>
                    {view.seats.map((_seat, at) => (
                        <SeatAt key={at} props={props} seat={at + 1} />
                    ))}
                </ul>
            )}
            {!dark && (
                <section class="crane-action">
                    <p class="crane-hint">{hint(props)}</p>
                    <Action props={props} />
                    {last &&
                        view.phase !== "jackpot" &&
                        view.phase !== "grab" &&
                        view.phase !== "bets" && <p class="crane-last">{last}</p>}
                    <p class="ears" role="status">
                        {last ?? ""}
                    </p>
                </section>
            )}
            {dark && (
                <Dark
                    key={view.turns}
                    ready={view.phase === "grab" && props.moves.length > 0}
                    calls={props.calls}
                    grip={props.grip}
                    lift={(um) => props.play(`grab ${um}`)}
                    open={props.moves.includes("open") ? () => props.play("open") : null}
                />
            )}
        </div>
    );
}

const face: Face<CraneView> = {
    key: "crane",
    Table,
    tell: tellCrane,
    score: (view, seat) => number(view.seats[seat - 1]!.total),
};
export default face;
