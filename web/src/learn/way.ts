/* way.ts: the way into a lesson or a practice, and back. */
import { go } from "../ui/navigation";

/** The screen that a lesson was opened from, if it was a room. */
let from: string | null = null;

export function learn(game: string, what: "lesson" | "practice" = "lesson"): void {
    if (location.pathname !== "/learn") from = location.pathname.startsWith("/t/") ? location.pathname : null;
    go(`/learn#${game}${what === "practice" ? "/practice" : ""}`);
}

/** The room to go back to; null: none. */
export function roomBehind(): string | null {
    return from;
}

/** What the address asks for; a game that is none is found out by whoever looks for its lesson. */
export function wanted(): { game: string; what: "lesson" | "practice" } {
    const [game = "", what] = location.hash.slice(1).split("/");
    return { game, what: what === "practice" ? "practice" : "lesson" };
}
