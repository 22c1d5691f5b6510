/* face.ts: what a game looks like on the page: games/GAME/page/face.tsx exports one `Face`. A face draws a
 * view and turns taps and keys into the text of a move; it contains no rules. The generic face plays any game
 * from its view and its list of moves. */
import type { ComponentType } from "preact";

/** One event, as the log shows it to this guest. */
export interface Line {
    number: number;
    /** Milliseconds since the table opened; a line dated ahead is shown only then. */
    at: number;
    /** A seat from 1 on, or who else. */
    who: number | "dice" | "ours" | "clock" | "back";
    /** The move as text; null if it is hidden. */
    move: string | null;
    /** What came of it, in games that have more to say than the move (games/GAME/README.md). */
    upshot?: unknown;
}

/** A call to the player with closed eyes. */
export interface Call {
    from: string;
    seat: number | null;
    word: "more" | "less" | "stop" | null;
    text: string | null;
    /** A number that never repeats, for lists. */
    key: number;
}

/** How an earlier match of this room ended. */
export interface Earlier {
    match: number;
    names: string[];
    /** What the face has stored. */
    kept: unknown;
}

/** A move to show on the table; a repeated request is a new object. */
export interface Shown {
    move: string;
}

export interface FaceProps<View = Record<string, unknown>> {
    /** The view, as the game describes it (games/GAME/README.md). */
    view: View;
    /** Whose view it is: a seat from 1 on; null: a watcher's. */
    seat: number | null;
    /** Seats that may act now, as far as the viewer may know. */
    due: number[];
    /** The legal moves of `seat`; empty unless it is to move. */
    moves: string[];
    /** Names by seat: names[0] is seat 1. */
    names: string[];
    /** Which seats are bots (by seat, like names). */
    bots: boolean[];
    /** The options of the match. */
    options: Record<string, string | number>;
    /** The events that led here since the face was last drawn, oldest first: what to animate. */
    fresh: Line[];
    /** All lines known of this match. */
    lines: Line[];
    over: boolean;
    won: number[];
    /** Earlier matches of this room by the same rules, oldest first, for a face that shows them; none at a table that
     * is only viewed. */
    earlier?: Earlier[];
    /** Dice of our own: the face may offer to tap in what fell. */
    ours: boolean;
    /** The time of the table now, in milliseconds. */
    now(): number;
    /** The next deadline of the rules (table time), or null. */
    alarm: number | null;
    /** All seats at this device; `seat` is the one whose view is shown. */
    mine: number[];
    /** Make a move; `afterMs` where reaction counts: from the painted frame to the press. `as`: for another seat
     * held at this device. `made` is called when it is really made: someone may be asked first whether they are
     * sure. */
    play(move: string, afterMs?: number, as?: number, made?: () => void): void;
    /** Real dice: what they show. `after`: the move they were thrown with, if it has yet to be made; both are sent
     * together, so that neither waits for the other, and the tutor does not ask. */
    declare(shown: string, after?: string): Promise<void>;
    /** Let the house throw this number of dice. */
    roll(count: number, after?: string): void;
    /** For games with a grab: the live grip of this seat, the last known grip of others, and calls. */
    grip(um: number): void;
    gripHeard: { seat: number; um: number } | null;
    call(word: "more" | "less" | "stop" | null, text?: string): void;
    calls: Call[];
    /** Scores to hide while dice are falling: by seat, what to show instead; null: none. */
    hold?(scores: Record<number, string> | null): void;
    /** A move shown after a hint: laid out as if it had been tapped, but not made. */
    shown?: Shown | null;
    /** Animation: "off", "fast" or "normal", with the system's setting taken into account. */
    motion: "off" | "fast" | "normal";
}

export interface Face<View = Record<string, unknown>> {
    key: string;
    /** The table itself. */
    Table: ComponentType<FaceProps<View>>;
    /** An event as one sentence, for the log beside the table and for screen readers; null: not worth a sentence (the
     * dice of a throw share one, with the last of them). */
    tell(line: Line, names: string[], before: Line[]): string | null;
    /** A move that someone could make, in a few words: `Keep 3 3, throw the rest`. `alike`: others that are just as
     * good, for faces that can name them together. */
    words?(move: string, alike: string[]): string;
    /** Optional: can this move be laid out on the table (`shown`)? */
    shows?(move: string): boolean;
    /** Optional: a seat's progress in a few characters, for the strip of seats above the table. */
    score?(view: View, seat: number): string | null;
    /** Optional: how the match was won, in one sentence, if the points do not show it. */
    ended?(view: View, won: number[], names: string[], lines: Line[]): string | null;
    /** Optional: what to keep of a match that is over, for the matches after it. */
    keep?(view: View): unknown;
    /** Optional: what an entry is called where the words of the rules do not do: a die, a tile. Null: they do. */
    entry?(move: string, names: string[]): string | null;
    /** Optional, with dice and tiles of our own: who is about to enter what others at this device must not see. */
    enters?(view: View): number | null;
    /** Several seats at one device act at the same time (a slap): the device is not handed from one to the other. */
    together?: boolean | ((options: FaceProps["options"]) => boolean);
}
