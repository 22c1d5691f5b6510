/* story.ts: the lines of a match that still count. */
import type { Line } from "../face";

/** Without those that were taken back, and without the taking back itself. */
export function standing(lines: readonly Line[]): Line[] {
    let kept: Line[] = [];
    for (const line of lines) {
        if (line.who === "back") kept = kept.filter(({ number }) => number <= Number(line.move));
        else kept.push(line);
    }
    return kept;
}

/** `first 2`: the seat that begins; null: something else. */
export function beginner(move: string | null): number | null {
    const found = move?.match(/^first (\d)$/);
    return found ? Number(found[1]) : null;
}
