/* sentences.ts: Crane's events as sentences. How many cards a grab on the screen held is in its upshot: the log
 * line has only the travel of the hand. */
import type { Line } from "page/table/face";
import { _, _n } from "page/ui/words";
import { askedText, betName, type Bet, type CraneFinger } from "./art";
import { beginner, nameOf } from "page/table/parts/throws";
import { liftedText, upshotTexts, type Upshot } from "./upshot";

function tellMove(move: string, name: string): string | null {
    const [verb, what] = move.split(" ");
    switch (verb) {
        case "close":
            return _("{name} closes their eyes.", { name });
        case "open":
            return _("{name} opens their eyes: the turn is over.", { name });
        case "bet":
            return _("{name} bets on {bet}.", { name, bet: betName(what as Bet) });
        case "grab":
            return _("{name} lifts.", { name });
        case "count":
            return _n("{name} has lifted one card.", "{name} has lifted {n} cards.", Number(what), {
                name,
            });
        case "jackpot":
            return what === "1"
                ? _("{name} chooses the left jackpot.", { name })
                : _("{name} chooses the right jackpot.", { name });
        default:
            return null;
    }
}

const UM_A_MM = 1000;

/** `10 ring` */
const CARD = /^(\d+) (\w+)$/;

/** A move that could be made. */
export function craneWords(move: string): string {
    const [verb, what] = move.split(" ");
    switch (verb) {
        case "close":
            return _("Close your eyes");
        case "open":
            return _("Open your eyes: the turn is over");
        case "bet":
            return _("Bet on {bet}", { bet: betName(what as Bet) });
        case "count":
            return _n("Lift one card", "Lift {n} cards", Number(what));
        case "jackpot":
            return what === "1" ? _("Left jackpot") : _("Right jackpot");
        default:
            return _("Move the hand {mm} mm", { mm: Math.round(Number(what) / UM_A_MM) });
    }
}

/** What an entry at a real table is called: a card, a bet, a count. */
export function craneEntry(move: string): string | null {
    const [, number, finger] = CARD.exec(move) ?? [];
    if (finger) return askedText({ number: Number(number), finger: finger as CraneFinger });
    return beginner(move) ? null : craneWords(move);
}

/** A move that was made, and what came of it. */
function tellDone(move: string, name: string, names: string[], upshot?: Upshot): string | null {
    const counted = upshot?.last && !move.startsWith("jackpot ");
    const done = counted ? liftedText(upshot.last!, names) : tellMove(move, name);
    return upshot ? [done, ...upshotTexts(upshot, names)].join(" ") : done;
}

export function tellCrane(line: Line, names: string[]): string | null {
    if (line.who === "back" || line.who === "clock") return null;
    if (typeof line.who === "number") {
        const name = nameOf(names, line.who);
        if (line.move === null) return _("{name} has bet.", { name });
        return tellDone(line.move, name, names, line.upshot as Upshot | undefined);
    }
    const first = beginner(line.move);
    if (first) return _("{name} goes first.", { name: nameOf(names, first) });
    const [, number, finger] = CARD.exec(line.move ?? "") ?? [];
    if (!finger) return null;
    return _("Turned up: {asked}.", {
        asked: askedText({ number: Number(number), finger: finger as CraneFinger }),
    });
}
