/* sentences.ts: Yatzi's events as sentences. */
import type { Line } from "page/table/face";
import { _, _key } from "page/ui/words";
import { lastStanding, nameOf, tellFirst } from "page/table/parts/throws";
import { turnsOf, type Turn } from "./turn";

/** No turn has more lines: three throws, their dice, one entry. */
const TURN_LINES = 19;

/** The last turn up to these lines, and one more. */
function lastTurn(before: readonly Line[], ...more: Line[]): Turn | undefined {
    return turnsOf([...lastStanding(before, TURN_LINES), ...more]).at(-1);
}

function tellFill(line: Line, names: readonly string[], before: readonly Line[]): string {
    const name = nameOf(names, Number(line.who));
    const box = _key("yatzi", line.move!.slice("fill ".length));
    const dice = lastTurn(before);
    return dice?.box === null && !dice.dice.includes(null)
        ? _("{name} scores {dice} as {box}.", { name, dice: dice.dice.join(" "), box })
        : _("{name} fills {box}.", { name, box });
}

/** A throw becomes a sentence when its last die has landed. */
function tellDice(line: Line, names: readonly string[], before: readonly Line[]): string | null {
    const turn = lastTurn(before, line);
    if (!turn || turn.box !== null || turn.dice.includes(null)) return null;
    const faces = (stayed: boolean) =>
        turn.dice.filter((_face, slot) => (turn.stayed[slot] ?? false) === stayed).join(" ");
    const name = nameOf(names, turn.seat);
    return turn.stayed.includes(true)
        ? _("{name} keeps {kept} and throws {dice}.", { name, kept: faces(true), dice: faces(false) })
        : _("{name} throws {dice}.", { name, dice: faces(false) });
}

/** A move that could be made. */
export function yatziWords(move: string): string {
    const [verb, ...rest] = move.split(" ");
    if (verb === "fill") return _("Fill {box}", { box: _key("yatzi", rest[0]!) });
    return rest.length ? _("Keep {dice}, throw the rest", { dice: rest.join(" ") }) : _("Throw all dice");
}

export function tellYatzi(line: Line, names: readonly string[], before: readonly Line[]): string | null {
    if (line.who === "back") return _("Taken back.");
    if (typeof line.who === "number")
        return line.move?.startsWith("fill ") ? tellFill(line, names, before) : null;
    if (line.who !== "dice" && line.who !== "ours") return null;
    return tellFirst(line, names) ?? tellDice(line, names, before);
}
