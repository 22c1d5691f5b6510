/* said.ts: what happens in a step, and what would have been better, in words. */
import type { Face, Line } from "../face";
import { _, _key, number } from "../words";
import type { Step } from "./report";

/** A move by its own words, where a face tells it only together with the dice that follow. */
function plainMove(game: string, name: string, move: string): string {
    const [verb, ...rest] = move.split(" ");
    if (game === "yatzi" && verb === "throw") return _("{name} throws all five dice.", { name });
    if (game === "yatzi" && verb === "keep")
        return rest.length > 0
            ? _("{name} keeps {dice} and throws the others.", { name, dice: rest.join(" ") })
            : _("{name} keeps nothing and throws all dice.", { name });
    if (game === "yucatan" && verb === "pick")
        return _("{name} throws for {card}.", { name, card: _key("yucatan", rest.join(" ")) });
    const words = move.split(" ").map((word) => (/^[a-z_]+$/.test(word) ? _key(game, word) : word));
    return `${name}: ${words.join(" ")}`;
}

/** A move of a seat in a sentence. */
export function moveSaid(face: Face, game: string, line: Line, names: string[], before: Line[]): string {
    const name = names[Number(line.who) - 1] ?? "?";
    if (line.move === "-") return _("{name} keeps still.", { name });
    if (game === "crane" && line.move?.startsWith("grab "))
        return _("{name} lifts after {mm} mm.", {
            name,
            mm: number(Math.round(Number(line.move.slice(5)) / 100) / 10),
        });
    return face.tell(line, names, before) ?? plainMove(game, name, line.move ?? "?");
}

/** A step in words. A sentence that begins with the one before takes its place: the dice of a throw. */
export function stepSaid(face: Face, game: string, step: Step, names: string[], lines: Line[]): string {
    const before = (line: Line) => lines.filter(({ number: other }) => other < line.number);
    if (step.seat !== null) return moveSaid(face, game, step.lines[0]!, names, before(step.lines[0]!));
    const told: string[] = [];
    for (const line of step.lines) {
        const text = face.tell(line, names, before(line));
        if (!text || told.includes(text)) continue;
        if (text.startsWith(told.at(-1) ?? text)) told.pop();
        told.push(text);
    }
    if (told.length > 0) return told.join(" ");
    if (step.lines[0]!.who === "clock") return _("The time is over.");
    return _("The dice: {dice}", { dice: step.lines.map(({ move }) => move).join(" ") });
}
