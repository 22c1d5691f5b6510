/* own-review.ts: games whose moves have no value of their own have a review of their own:
 * games/GAME/page/review.tsx. */
import type { Line } from "../table/face";

export interface OwnReviewProps {
    names: string[];
    /** The events that count. */
    lines: Line[];
    /** What someone sees after an event, as the game describes it. */
    viewAfter(number: number): Record<string, unknown>;
    /** Did the house take the times? */
    timed: boolean;
    /** The event in hand. */
    number: number | null;
    /** Show the table after this event. */
    onOpen(number: number): void;
}
