/* log-line.ts: reads lines of a log, and finds those that still count. */
import type { Line } from "../table/face";

const pattern = /^(\d+) (\d+)\.(\d{3}) (seat(\d)|dice|ours|clock|back)(?: [^:]*)?: ?(.*)$/;

/** `57 81.200 seat1 salt=5f3a…: throw`; null if it is none. */
export function readLine(text: string): Line | null {
    const found = pattern.exec(text);
    if (!found) return null;
    const [, number, seconds, millis, who, seat, move] = found;
    return {
        number: Number(number),
        at: Number(seconds) * 1000 + Number(millis),
        who: seat ? Number(seat) : (who as "dice" | "ours" | "clock" | "back"),
        move: move === "?" ? null : move!,
    };
}

/** Without those that were taken back, and without the taking back itself. */
export function standing(lines: readonly Line[]): Line[] {
    let kept: Line[] = [];
    for (const line of lines) {
        if (line.who === "back") kept = kept.filter(({ number }) => number <= Number(line.move));
        else kept.push(line);
    }
    return kept;
}

/** The numbers of events that were taken back later. */
export function takenBack(lines: Line[]): Set<number> {
    const gone = new Set<number>();
    for (const [at, line] of lines.entries()) {
        if (line.who !== "back") continue;
        const to = Number(line.move);
        for (let before = at - 1; before >= 0 && lines[before]!.number > to; before--)
            gone.add(lines[before]!.number);
    }
    return gone;
}
