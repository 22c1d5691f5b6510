/* face.tsx: Tactile Crane Championship on the page: the deck from the side for the audience, a dark screen
 * for the challenger, bets face down and then open, the count, and what everyone gets. */
import { useRef } from "preact/hooks";
import type { Call, Face, Line } from "page/table/face";
import { Action, BetRoom } from "./actions";
import { isBanker } from "./banker";
import { askedText, betName, BETS, BetSign } from "./art";
import { Dark } from "./closed-eyes";
import { Scene, turnText } from "./scene";
import { craneEntry, craneWords, tellCrane } from "./sentences";
import { endText, lastUpshot, liftedText, payoutTexts, upshotTexts } from "./upshot";
import {
    challenger,
    challenging,
    forTwo,
    onScreen,
    type CraneView,
    type LastGrab,
    type Props,
    type SeatView,
} from "./view";
import { nameOf } from "page/table/parts/throws";
import { SeatMark } from "page/ui/seat-mark";
import { _, _n, number } from "page/ui/words";
import "./face.css";

/** Of two. */
const CARDS_TO_WIN = 40;
const BETS_TO_WIN = 3;

/** Worth as many cards. */
const MULTIPLIER = 10;

/** Between two grabs: what came of the last one is shown. */
const isBetween = ({ view }: Props) => ["flip", "eyes", "over"].includes(view.phase);

// ---- everyone at the table ----

/** A bet on the table: not made, face down, or open. */
function BetOnTable({ props, seat }: { props: Props; seat: number }) {
    const { view } = props;
    const one = view.seats[seat - 1]!;
    if (view.turn === seat && view.phase !== "over") return <span class="crane-crown">{_("lifting")}</span>;
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

/** What someone got from the last grab, until the next begins. */
function Got({ props, seat }: { props: Props; seat: number }) {
    const { last } = props.view;
    const got = last?.seats[seat - 1]?.got ?? 0;
    if (!got || !isBetween(props)) return null;
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
                            at < one.achieved[bet] ? _("{bet} achieved", { bet: betName(bet) }) : betName(bet)
                        }
                    >
                        <BetSign bet={bet} />
                    </i>
                )),
            )}
        </span>
    );
}

export function SeatAt({ props, seat }: { props: Props; seat: number }) {
    const one = props.view.seats[seat - 1]!;
    const grabs = props.view.turn === seat && props.view.phase !== "over" ? "crane-grabs" : "";
    const state = `${grabs} ${seat === props.seat ? "crane-own" : ""}`;
    return (
        <li class={`crane-seat ${state}`}>
            <span class="crane-seat-name">
                <SeatMark seat={seat} size={13} />
                <span>{nameOf(props.names, seat)}</span>
            </span>
            <span class="crane-seat-cards">
                <b class="digits">{number(one.total)}</b>
                <Got props={props} seat={seat} />
                <BetOnTable props={props} seat={seat} />
            </span>
            {one.multipliers > 0 && (
                <small class="crane-multipliers">
                    {_n("one multiplier: {cards}", "{n} multipliers: {cards}", one.multipliers, {
                        cards: MULTIPLIER * one.multipliers,
                    })}
                </small>
            )}
            {forTwo(props) && <Achieved one={one} />}
        </li>
    );
}

// ---- sentences ----

function jackpotQuestion(last: LastGrab): string {
    const off = Math.abs(last.count - last.card.number);
    switch (last.right) {
        case "just":
            return _("Which jackpot do you take?");
        case "low":
            return _n(
                "One too few: which jackpot gets a card?",
                "{n} too few: which jackpot gets the cards?",
                Math.min(off, last.count),
            );
        case "high":
            return _n("Which jackpot gets the extra card?", "Which jackpot gets the {n} extra cards?", off);
    }
}

/** What came of the last turn, a sentence each, until the next grab begins. */
export function lastTurnTexts({ view, lines, names }: Props): string[] {
    const upshot = lastUpshot(lines);
    const { last } = view;
    if (["slip", "grab", "jackpot"].includes(view.phase)) return [];
    if (upshot?.opened) return upshotTexts(upshot, names);
    if (!last) return [];
    return [liftedText(last, names), ...(upshot ? upshotTexts(upshot, names) : payoutTexts(last, names))];
}

function LastTurn({ props }: { props: Props }) {
    const texts = lastTurnTexts(props);
    if (texts.length === 0) return null;
    return (
        <ul class="crane-last" aria-label={_("The last turn")}>
            {texts.map((text) => (
                <li key={text}>{text}</li>
            ))}
        </ul>
    );
}

function betQuestion(props: Props): string {
    return _("How many will {name} lift?", { name: challenger(props) });
}

function betsHint(props: Props): string {
    const waiting = props.view.seats.flatMap((one, at) =>
        one.has_bet || at + 1 === props.view.turn ? [] : [nameOf(props.names, at + 1)],
    );
    if (props.seat !== null && props.moves.length > 0) return betQuestion(props);
    if (challenging(props)) return _("Your eyes are closed. The others are betting.");
    return _("Still to bet: {names}", { names: waiting.join(_(", ")) });
}

/** What a match of two was won by: the bets may count more than the cards. */
function wonText(view: CraneView, won: number[], names: string[]): string {
    const winners = won.map((seat) => nameOf(names, seat)).join(_(", "));
    const best = view.seats[(won[0] ?? 1) - 1]!;
    const { high, low, just } = best.achieved;
    if (view.seats.length === 2 && best.total < CARDS_TO_WIN && high + low + just >= BETS_TO_WIN)
        return _("{name} has reached the bet goal.", { name: winners });
    return _("{name}: {n} cards.", { name: winners, n: best.total });
}

/** What ended the match; who has most cards is seen. */
function endedText(view: CraneView, won: number[], names: string[], lines: Line[]): string | null {
    const { ended } = lastUpshot(lines) ?? { ended: null };
    const end = endText(ended);
    if (view.seats.length > 2) return end;
    if (ended === "goal")
        return _("{name} has reached the bet goal.", {
            name: won.map((seat) => nameOf(names, seat)).join(_(", ")),
        });
    return [...(end ? [end] : []), wonText(view, won, names)].join(" ");
}

export function hint(props: Props): string {
    const { view } = props;
    const name = challenger(props);
    const mine = challenging(props);
    if (isBanker(props) && ["eyes", "bets", "grab"].includes(view.phase))
        return _("{name}: {asked}", { name, asked: askedText(view.card!) });
    switch (view.phase) {
        case "draw_first":
            return _("Drawing lots for who goes first.");
        case "flip":
            return props.ours
                ? _("Which card did {name} turn up?", { name })
                : _("The top card is turned up.");
        case "eyes":
            return mine
                ? _("Lift {asked}.", { asked: askedText(view.card!) })
                : _("{name} is about to close their eyes.", { name });
        case "bets":
            return betsHint(props);
        case "slip":
            return _("The cards settle…");
        case "grab":
            if (mine) return _("How many cards did you lift?");
            return onScreen(props)
                ? _("Call out to {name}; you may lie.", { name })
                : _("The bets lie open. Tell {name} to lift {asked}.", {
                      name,
                      asked: askedText(view.card!),
                  });
        case "jackpot":
            return mine ? jackpotQuestion(view.last!) : _("{name} chooses a jackpot.", { name });
        case "over":
            return (
                endedText(view, props.won, props.names, props.lines) ?? wonText(view, props.won, props.names)
            );
    }
}

// ---- the table ----

interface Heard {
    calls: Call[];
    gripHeard: Props["gripHeard"];
}

/** Calls and grips of earlier turns are over: only what came since this grab began. */
export function useThisTurn({ view, calls, gripHeard }: Props): Heard {
    const turn = `${view.turns} ${view.phase === "grab"}`;
    const old = useRef<{ turn: string; key: number; grip: Props["gripHeard"] }>({
        turn,
        key: -1,
        grip: null,
    });
    if (old.current.turn !== turn) old.current = { turn, key: calls.at(-1)?.key ?? -1, grip: gripHeard };
    const { key, grip } = old.current;
    return {
        calls: calls.filter((call) => call.key > key),
        gripHeard: gripHeard === grip ? null : gripHeard,
    };
}

/** Eyes closed: from saying so until the cards are lifted. */
function inTheDark(props: Props): boolean {
    return onScreen(props) && challenging(props) && ["bets", "slip", "grab"].includes(props.view.phase);
}

function Table(given: Props) {
    const props = { ...given, ...useThisTurn(given) };
    const { view } = props;
    const dark = inTheDark(props);
    return (
        <div class={onScreen(props) ? "crane" : "crane crane-real"}>
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
                    <div class="crane-doing">
                        {!onScreen(props) && <p class="crane-turn digits">{turnText(props)}</p>}
                        <p class="crane-hint">{hint(props)}</p>
                        <Action props={props} />
                        <LastTurn props={props} />
                    </div>
                    {onScreen(props) && props.seat !== null && <BetRoom question={betQuestion(props)} />}
                </section>
            )}
            {dark && (
                <Dark
                    key={view.turns}
                    ready={view.phase === "grab" && props.moves.length > 0}
                    asked={view.card!}
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
    words: craneWords,
    entry: craneEntry,
    score: (view, seat) => number(view.seats[seat - 1]!.total),
    ended: endedText,
    // With the real game the bets lie on the real table: nothing is hidden on a device that is handed around.
    together: (options) => options.hand === "cards",
};
export default face;
