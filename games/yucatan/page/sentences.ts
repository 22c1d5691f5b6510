/* sentences.ts: Yu-C-A-Tan's events as sentences. */
import type { Line } from "page/table/face";
import { _, _c, _n } from "page/ui/words";
import { lastStanding, nameOf, tellFirst } from "page/table/parts/throws";
import { cardName, kindOf, sideName } from "./dice";
import { turnsOf, type Turn } from "./turn";

/** No turn has more lines: twelve throws, one die fewer each time, and stopping. */
const TURN_LINES = 12 + (12 * 13) / 2 + 1;

/** What a throw showed. Of real dice only what the card asks for was entered: how many of each. */
function shownText({ card, ours }: Turn, thrown: number[]): string {
    const kind = kindOf(card);
    if (!ours || kind === "number") return thrown.join(" ");
    const named = thrown.map((face) => sideName(kind, face));
    return [...new Set(named)]
        .map((side) => `${named.filter((one) => one === side).length} × ${side}`)
        .join(_(", "));
}

/** A throw becomes a sentence when its last die has landed. */
function tellThrow(turn: Turn, names: readonly string[]): string | null {
    if (!turn.landed) return null;
    const thrown = turn.faces.filter((_face, die) => turn.before[die] === null) as number[];
    thrown.sort((a, b) => a - b);
    const values = {
        name: nameOf(names, turn.seat),
        card: cardName(turn.card),
        dice: shownText(turn, thrown),
        points: turn.points,
    };
    if (turn.ended === "dash") return _("{name} throws {dice} for {card}: none fits, no points.", values);
    if (turn.ended === "full")
        return _("{name} throws {dice} for {card}: all fit, {points} points scored.", values);
    return _n(
        "{name} throws {dice} for {card}: one fits.",
        "{name} throws {dice} for {card}: {n} fit.",
        turn.fits,
        values,
    );
}

/** A move that could be made; cards of a kind are alike. */
export function yucatanWords(move: string, alike: string[]): string {
    if (move === "stop") return _c("turn", "Stop");
    const cards = [move, ...alike].map((one) => cardName(one.slice("pick ".length)));
    return cards.length > 1
        ? _("Throw for one of these: {cards}", { cards: cards.join(", ") })
        : _("Throw for {card}", { card: cards[0]! });
}

export function tellYucatan(line: Line, names: readonly string[], before: readonly Line[]): string | null {
    if (line.who === "back") return _("Taken back.");
    const first = tellFirst(line, names);
    if (first !== null) return first;
    const turn = turnsOf([...lastStanding(before, TURN_LINES), line]).at(-1);
    if (!turn) return null;
    if (line.move === "stop") {
        const name = nameOf(names, turn.seat);
        return turn.whole
            ? _n("{name} stops and scores one point.", "{name} stops and scores {n} points.", turn.points, {
                  name,
              })
            : _("{name} stops and scores the points.", { name });
    }
    return line.who === "dice" || line.who === "ours" ? tellThrow(turn, names) : null;
}
