/* banker.tsx: Crane with the real game and all seats at one device: cards and bets lie on the real table, and
 * everything is entered when the cards are counted. The device is the banker. */
import { useEffect, useRef, useState } from "preact/hooks";
import { SeatMark } from "page/ui/seat-mark";
import { _, _n } from "page/ui/words";
import { betName, BETS, BetSign, type Bet } from "./art";
import { CountField, useCount } from "./count";
import { challenger, type Props } from "./view";
import { nameOf } from "page/table/parts/throws";
import "./banker.css";

/** What was entered and is on its way, move by move: each is made when the table is ready for it. */
interface Entered {
    turns: number;
    bets: Map<number, Bet>;
    /** Null: the eyes were opened. */
    count: number | null;
}

/** Does one device hold all seats, with real cards? */
export const isBanker = (props: Props) =>
    props.ours && props.options.hand === "cards" && props.mine.length === props.view.seats.length;

function useEntering(props: Props): (entered: Entered) => void {
    const [entered, enter] = useState<Entered | null>(null);
    const made = useRef("");
    const { view } = props;
    // Whatever happens meanwhile, say a correction, is a new place: a move that came too late for it is made again.
    const at = `${props.lines.at(-1)?.number ?? 0} ${view.phase}`;
    useEffect(() => {
        // No moves: the last one is still on its way.
        if (!entered || entered.turns !== view.turns || made.current === at || props.moves.length === 0)
            return;
        made.current = at;
        if (view.phase === "eyes") props.play("close", undefined, view.turn!);
        if (view.phase === "bets")
            for (const [seat, bet] of entered.bets)
                if (!view.seats[seat - 1]!.has_bet) props.play(`bet ${bet}`, undefined, seat);
        if (view.phase === "grab")
            props.play(entered.count === null ? "open" : `count ${entered.count}`, undefined, view.turn!);
    }, [entered, at, props.moves.length]);
    return (again) => {
        made.current = "";
        enter(again);
    };
}

function BetOf({
    props,
    seat,
    bet,
    choose,
}: {
    props: Props;
    seat: number;
    bet?: Bet;
    choose: (bet: Bet) => void;
}) {
    const { bet_cards: cards, has_bet: entered } = props.view.seats[seat - 1]!;
    if (entered)
        return (
            <p class="crane-bank-entered">
                {_("{name}'s bet is entered.", { name: nameOf(props.names, seat) })}
            </p>
        );
    return (
        <div
            class="crane-bank-bet"
            role="group"
            aria-label={_("{name}'s bet", { name: nameOf(props.names, seat) })}
        >
            <span class="crane-bank-name">
                <SeatMark seat={seat} size={13} />
                <span>{nameOf(props.names, seat)}</span>
            </span>
            {BETS.map((one) => (
                <button
                    key={one}
                    type="button"
                    class="button small"
                    aria-pressed={bet === one}
                    disabled={cards[one] === 0}
                    onClick={() => choose(one)}
                >
                    <BetSign bet={one} />
                    {betName(one)}
                </button>
            ))}
        </div>
    );
}

/** How many cards around the number asked for can be entered with one tap. */
const AROUND = 2;

export function Banker({ props }: { props: Props }) {
    const { view } = props;
    const asked = view.card!;
    const enter = useEntering(props);
    const [bets, setBets] = useState(new Map<number, Bet>());
    const [count, set] = useCount(props);
    const others = view.seats.flatMap((_seat, at) => (at + 1 === view.turn ? [] : [at + 1]));
    const ready = others.every((seat) => bets.has(seat) || view.seats[seat - 1]!.has_bet);
    const near = Array.from({ length: 2 * AROUND + 1 }, (_none, at) => asked.number - AROUND + at);
    const name = challenger(props);
    return (
        <div class="crane-bank">
            <ol class="crane-bank-steps">
                <li>{_("{name} closes their eyes and says so.", { name })}</li>
                <li>{_("The others each place a bet face down, then turn all bets up.")}</li>
            </ol>
            {others.map((seat) => (
                <BetOf
                    key={seat}
                    props={props}
                    seat={seat}
                    bet={bets.get(seat)}
                    choose={(bet) => setBets(new Map(bets).set(seat, bet))}
                />
            ))}
            <ol class="crane-bank-steps" start={3}>
                <li>{_("{name} lifts. Then count, with the face-up card.", { name })}</li>
            </ol>
            <div class="crane-bank-count" role="group" aria-label={_("Cards lifted")}>
                {near
                    .filter((one) => one >= 1 && one <= view.deck)
                    .map((one) => (
                        <button
                            key={one}
                            type="button"
                            class="button small digits"
                            aria-pressed={count === one}
                            onClick={() => set(one)}
                        >
                            {one}
                        </button>
                    ))}
                <CountField most={view.deck} count={count} set={set} />
            </div>
            <div class="crane-bank-last">
                <button
                    type="button"
                    class="button main"
                    disabled={!ready}
                    onClick={() => enter({ turns: view.turns, bets, count })}
                >
                    {ready ? _n("Lifted: one card", "Lifted: {n} cards", count) : _("Enter all bets")}
                </button>
                <button
                    type="button"
                    class="button small"
                    disabled={!ready}
                    onClick={() => enter({ turns: view.turns, bets, count: null })}
                >
                    {_("Eyes opened: no result")}
                </button>
            </div>
        </div>
    );
}
