/* art.tsx: draws Crane's cards: the task, the bets, piles of cards from the side. Every bet has a shape
 * besides its colour: up, down, and a ring with a dot. */
import { _, _n, number } from "page/ui/words";
import { Palm, type Finger, type FingerState } from "page/table/parts/palm";
import { steady } from "page/table/parts/motion";
import "./art.css";

export type Bet = "high" | "low" | "just";
export const BETS: Bet[] = ["high", "low", "just"];
export type CraneFinger = "index" | "middle" | "ring" | "little";
export const CRANE_FINGERS: CraneFinger[] = ["index", "middle", "ring", "little"];

export interface Asked {
    number: number;
    finger: CraneFinger;
}

/** In the order of a palm: from the little finger to the thumb. */
const PALM: Finger[] = ["little", "ring", "middle", "index", "thumb"];

export function barred(finger: CraneFinger): FingerState[] {
    return PALM.map((one) => (one === finger ? "barred" : "whole"));
}

export function withoutFinger(finger: CraneFinger): string {
    switch (finger) {
        case "index":
            return _("without the index finger");
        case "middle":
            return _("without the middle finger");
        case "ring":
            return _("without the ring finger");
        case "little":
            return _("without the little finger");
    }
}

export function askedText({ number: cards, finger }: Asked): string {
    return _("{n} cards, {without}", { n: cards, without: withoutFinger(finger) });
}

export function AskCard({ asked }: { asked: Asked }) {
    return (
        <span class="crane-card" role="img" aria-label={askedText(asked)}>
            <span class="crane-card-number digits" aria-hidden="true">
                {number(asked.number)}
            </span>
            <span class="crane-card-palm">
                <Palm fingers={barred(asked.finger)} />
            </span>
        </span>
    );
}

const BET_PATHS: Record<Bet, string> = {
    high: "M12 4L20 13H15.5V20H8.5V13H4Z",
    low: "M12 20L4 11H8.5V4H15.5V11H20Z",
    just: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 6.2a5.8 5.8 0 1 1 0 11.6a5.8 5.8 0 0 1 0-11.6zM12 9.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 0 0 0-5.6z",
};

export function BetSign({ bet }: { bet: Bet }) {
    return (
        <svg class={`crane-sign crane-${bet}`} viewBox="0 0 24 24" aria-hidden="true">
            <path fill-rule="evenodd" d={BET_PATHS[bet]} />
        </svg>
    );
}

export function betName(bet: Bet): string {
    switch (bet) {
        case "high":
            return _("HIGH");
        case "low":
            return _("LOW");
        case "just":
            return _("JUST");
    }
}

export function betMeaning(bet: Bet): string {
    switch (bet) {
        case "high":
            return _("too many");
        case "low":
            return _("too few");
        case "just":
            return _("exactly right");
    }
}

/** A pile of cards from the side, a little untidy; at most `most` cards are drawn. */
export function SidePile({ cards, most = 24 }: { cards: number; most?: number }) {
    const random = steady(cards + 5);
    const shown = Math.min(cards, most);
    return (
        <svg
            class="crane-pile"
            viewBox="0 0 64 60"
            preserveAspectRatio="xMidYMax"
            role="img"
            aria-label={_n("{n} card", "{n} cards", cards)}
        >
            <ellipse class="crane-pile-shadow" cx="34" cy="55" rx="30" ry="5" />
            {Array.from({ length: shown }, (_card, at) => (
                <rect
                    class="crane-edge"
                    x={6 + random() * 3}
                    y={52 - at * 2.1}
                    width="50"
                    height="2.1"
                    rx="0.6"
                />
            ))}
            {shown > 0 && (
                <path
                    class="crane-top"
                    transform={`translate(0 ${54.2 - shown * 2.1})`}
                    d="M7 0L15-7H50L58 0Z"
                />
            )}
        </svg>
    );
}
