/* view.ts: the types of Crane's view, as the rules describe it, and a few functions on it that several files
 * use. */
import type { FaceProps } from "page/table/face";
import { _n, _ } from "page/ui/words";
import type { Asked, Bet } from "./art";
import { nameOf } from "page/table/parts/throws";

export interface SeatView {
    cards: number;
    multipliers: number;
    total: number;
    has_bet: boolean;
    bet: Bet | null;
    bet_cards: Record<Bet, number>;
    achieved: Record<Bet, number>;
    tied: boolean;
}

export interface LastGrab {
    seat: number;
    card: Asked;
    count: number;
    right: Bet;
    jackpot: number | null;
    jackpot_change: number | null;
    seats: { bet: Bet | null; right: boolean; got: number }[];
}

export interface CraneView {
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

export type Props = FaceProps<CraneView>;

export const onScreen = (props: Props) => props.options.hand !== "cards";

export const forTwo = (props: Props) => props.view.seats.length === 2;

export const challenging = (props: Props) => props.seat !== null && props.seat === props.view.turn;

export const challenger = (props: Props) => nameOf(props.names, props.view.turn ?? 1);

/** Too few, too many, exactly: in words. */
export function countText(last: LastGrab): string {
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
