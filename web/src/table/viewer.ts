/* viewer.ts: which seat's view this device shows. With one seat, its own; with several, that of the seat to
 * move. If they do not all see the same, the device is handed over first. */
import type { Line } from "./face";
import type { TableMessage } from "../connection/messages";

export interface Viewer {
    /** The seat whose view is shown; null: a watcher's. */
    seat: number | null;
    /** The device must be handed to this seat before anything is shown. */
    handTo: number | null;
    /** The seats at this device do not all see the same. */
    secret: boolean;
}

/** Do all seats at this device see the same? */
export function seeTheSame(table: TableMessage): boolean {
    return new Set(Object.values(table.eyes).map(({ view }) => JSON.stringify(view))).size <= 1;
}

/** `opened`: the seat that has confirmed holding the device; null: none since the last secret. `enters`: the seat about
 * to enter something that the others must not see. */
export function whoseView(
    table: TableMessage,
    opened: number | null,
    together: boolean,
    enters: number | null = null,
): Viewer {
    const held = Object.keys(table.eyes)
        .map(Number)
        .filter((seat) => seat > 0);
    if (held.length === 0) return { seat: null, handTo: null, secret: false };
    if (held.length === 1) return { seat: held[0]!, handTo: null, secret: false };
    const entering = enters !== null && held.includes(enters);
    const due = entering ? [enters] : held.filter((seat) => table.due.includes(seat));
    const kept = opened !== null && held.includes(opened) ? opened : null;
    const wanted = kept !== null && (due.length === 0 || due.includes(kept)) ? kept : (due[0] ?? held[0]!);
    const secret = !together && !table.over && (entering || !seeTheSame(table));
    return secret && wanted !== kept
        ? { seat: null, handTo: wanted, secret }
        : { seat: wanted, handTo: null, secret };
}

/** A device that holds several seats is told what any of them may see. While they have secrets from each other, what
 * has happened since event `from` is shown to one seat only as far as it is that seat's own. */
export function hideFromOthers(lines: Line[], from: number, seat: number | null, held: number[]): Line[] {
    const isOthers = (who: Line["who"]) =>
        typeof who === "number" ? who !== seat && held.includes(who) : who === "dice" || who === "ours";
    return lines.map((line) => (line.number > from && isOthers(line.who) ? { ...line, move: null } : line));
}
