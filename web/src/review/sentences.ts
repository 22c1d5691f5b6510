/* sentences.ts: sentences for steps and better moves. */
import { aboutGame } from "../shelf/about";
import type { Face, Line } from "../table/face";
import type { Worded } from "../table/hint";
import { _ } from "../ui/words";
import type { Step } from "./report";

/** A match, and who puts it into words. */
export interface Telling {
    game: string;
    face: Face;
    words: Worded;
    names: string[];
    lines: Line[];
}

/** A move that could have been made; `-` is none. */
export function betterSaid(words: Worded, move: string): string {
    return move === "-" ? _("Keep still") : words(move);
}

/** A move of a seat that was made. */
function moveSaid({ game, face, words, names, lines }: Telling, line: Line): string {
    const before = lines.slice(0, lines.indexOf(line));
    const move = line.move ?? "?";
    const told = aboutGame(game).toldBriefly?.test(move) ? null : face.tell(line, names, before);
    return told ?? _("{name}: {move}", { name: names[Number(line.who) - 1] ?? "?", move: words(move) });
}

/** A step in words. A sentence that begins with the one before takes its place: the dice of a throw. */
export function stepSaid(telling: Telling, step: Step): string {
    const { face, names, lines } = telling;
    if (step.seat !== null) return moveSaid(telling, step.lines[0]!);
    const told: string[] = [];
    for (const line of step.lines) {
        const text = face.tell(line, names, lines.slice(0, lines.indexOf(line)));
        if (!text || told.includes(text)) continue;
        if (text.startsWith(told.at(-1) ?? text)) told.pop();
        told.push(text);
    }
    if (told.length > 0) return told.join(" ");
    if (step.lines[0]!.who === "clock") return _("Time is up.");
    return _("The dice: {dice}", { dice: step.lines.map(({ move }) => move).join(" ") });
}
