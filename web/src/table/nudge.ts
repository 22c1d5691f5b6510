/* nudge.ts: a direction, without naming the move: the first step of a hint. Read off the best move and its first
 * reason; nothing is judged here. */
import type { Opinion, Opinions } from "../connection/messages";
import { _ } from "../ui/words";

const upper = ["ones", "twos", "threes", "fours", "fives", "sixes"];

// Low dice are kept for chance only where a second Yatzi is written there.
function throwAgain({ move, why }: Opinion): string {
    const goal = why?.[0]?.what ?? "";
    if (goal.endsWith("_street")) return _("Throw again and go for a straight.");
    if (goal === "full_house") return _("Throw again and go for a full house.");
    if (goal === "chance" && !/[123]/.test(move)) return _("Throw again: you want high dice.");
    if (upper.includes(goal)) return _("Throw again and go for an upper box.");
    return goal ? _("Throw again and collect matching dice.") : _("Throw again.");
}

function yatzi(best: Opinion, all: Opinion[]): string {
    if (!best.move.startsWith("fill ")) return throwAgain(best);
    if (all.some(({ move }) => !move.startsWith("fill ")))
        return _("These dice are good enough: fill a box.");
    if (best.why?.[0]?.amount === 0) return _("Nothing fits well: give up the box that you will miss least.");
    return upper.includes(best.move.slice("fill ".length))
        ? _("Look at your upper boxes.")
        : _("Look at your lower boxes.");
}

function yucatan({ move }: Opinion): string {
    if (move === "stop") return _("Better to stop with what you have.");
    const card = move.slice("pick ".length);
    if (/^\d$/.test(card)) return _("Be bold: pick an exact number.");
    return card === "odd" || card === "even"
        ? _("Play it safe: odd or even.")
        : _("Take the middle road: a shape or a colour.");
}

function bossa({ move, why }: Opinion): string {
    if (why?.some(({ key }) => key === "wins")) return _("You can win right now.");
    switch (move.split(" ")[0]) {
        case "lay":
            return _("Make one of the lines longer.");
        case "stack":
            return _("Consider your stack marker.");
        case "redraw":
            return _("Consider your redraw marker.");
        case "exchange":
            return _("Look at your opponent's tiles.");
        case "keep":
            return _("Which chip helps more of your tiles?");
        default:
            return _("Compare your tiles with both dice.");
    }
}

function crane({ move }: Opinion): string {
    switch (move.split(" ")[0]) {
        case "bet":
            return _("Think about the last few grabs and what each bet pays.");
        case "jackpot":
            return _("Compare the two jackpots.");
        default:
            return _("Too many cards win nothing: better too few.");
    }
}

const games: Record<string, (best: Opinion, all: Opinion[]) => string> = { yatzi, yucatan, bossa, crane };

/** Is one move as good as the other? */
export function allAlike({ moves }: Opinions): boolean {
    return moves.every(({ value }) => value === moves[0]!.value);
}

export function nudge(game: string, opinions: Opinions): string {
    const [best] = opinions.moves;
    if (!best || opinions.moves.length === 1) return _("There is only one thing to do here.");
    if (allAlike(opinions)) return _("It makes no difference here: choose whichever you like.");
    return games[game]?.(best, opinions.moves) ?? _("Take your time and compare.");
}
