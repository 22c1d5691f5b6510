/* sentences.ts: Yubitsume's events as sentences. The strip shows who hit when; the lines never say it. */
import type { Line } from "page/table/face";
import { _ } from "page/ui/words";
import { fingerName, type Finger } from "page/table/parts/palm";
import { standing } from "page/connection/log-line";
import { beginner, nameOf } from "page/table/parts/throws";
import { DIE_FACES, dieName, type DieFace, type Wood } from "./art";
import { hitName, type Hit } from "./strip";

const WHITE = 3;

const isFace = (move: string | null): move is DieFace => DIE_FACES.includes(move as DieFace);

/** The dice of the throw up to this one; each sentence begins with the one before. */
function tellDice(face: DieFace, before: Line[]): string {
    const thrown = standing(before).map(({ move }) => move);
    const faces = [...thrown.slice(thrown.lastIndexOf("throw") + 1).filter(isFace), face].map(dieName);
    const white = faces.slice(0, WHITE).join(_(", "));
    return faces.length > WHITE ? _("{white}; black: {black}", { white, black: faces[WHITE]! }) : white;
}

function tellWood(fell: Wood): string {
    switch (fell) {
        case "clean":
            return _("The wooden finger lands clean: the last finger stays.");
        case "bloody":
            return _("The wooden finger lands bloody: out of this round.");
        case "side":
            return _("The wooden finger lands on its side: one finger comes back.");
    }
}

/** What an entry at a real table is called: a face of a die, who is safe. */
export function yubitsumeEntry(move: string, names: string[]): string | null {
    if (isFace(move)) return dieName(move);
    return move.startsWith("safe ") ? tellSafe(move, names) : null;
}

function tellSafe(move: string, names: string[]): string {
    const safe = (move.match(/\d/g) ?? []).map((seat) => nameOf(names, Number(seat)));
    if (safe.length === 0) return _("Nobody is safe.");
    return _("Safe: {names}", { names: safe.join(_(", ")) });
}

function tellMove(move: string, name: string, names: string[]): string | null {
    const [verb, what] = move.split(" ");
    switch (verb) {
        case "throw":
            return _("{name} throws.", { name });
        case "hit":
            return _("{name} hits {hit}.", { name, hit: hitName(what as Hit) });
        case "safe":
            return tellSafe(move, names);
        case "ring":
            return _("{name} puts a ring on the {finger}.", {
                name,
                finger: fingerName(what as Finger),
            });
        default:
            return null;
    }
}

/** A move that could be made. */
export function yubitsumeWords(move: string): string {
    const [verb, what] = move.split(" ");
    if (verb === "hit") return _("Hit {hit}", { hit: hitName(what as Hit) });
    return verb === "ring"
        ? _("Put a ring on the {finger}", { finger: fingerName(what as Finger) })
        : _("Throw the dice");
}

export function tellYubitsume(line: Line, names: string[], before: Line[]): string | null {
    const first = beginner(line.move);
    if (first) return _("{name} goes first.", { name: nameOf(names, first) });
    if (line.move === null || line.who === "back") return null;
    if (typeof line.who === "number") return tellMove(line.move, nameOf(names, line.who), names);
    if (line.who === "clock") return _("Time is up.");
    return isFace(line.move) ? tellDice(line.move, before) : tellWood(line.move as Wood);
}
