/* entry.ts: opens the review of a match. The log is passed in memory, and in the window's storage so that the
 * page can be reloaded. */
import { go, roomHere } from "../ui/navigation";

const KEPT = "knobel.review";

let handed: string | null = null;

function forget(): void {
    try {
        sessionStorage.removeItem(KEPT);
    } catch {
        // there is no storage
    }
}

/** Show the review of this log. */
export function openReview(log: string): void {
    handed = log;
    try {
        sessionStorage.setItem(KEPT, log);
    } catch {
        forget(); // not so much: then it lasts until the page is loaded again, and none before it comes back
    }
    const room = roomHere() === null ? null : location.pathname;
    go("/review");
    if (room) history.replaceState({ room }, "");
}

/** The room whose end this review was opened from: back leads there. */
export function roomBefore(): string | null {
    const { room } = (history.state ?? {}) as { room?: unknown };
    return typeof room === "string" ? room : null;
}

/** The log that is to be reviewed; null: none yet. */
export function handedLog(): string | null {
    try {
        return handed ?? sessionStorage.getItem(KEPT);
    } catch {
        return handed;
    }
}

/** Nothing is to be reviewed any more. */
export function dropLog(): void {
    handed = null;
    forget();
}
