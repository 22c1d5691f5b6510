/* same-dice.ts: what a game provides for results with the same dice: games/GAME/page/same-dice.ts. */
import games from "built:same-dice";
import type { Result } from "./tries";

/** The score sheet, no matter whose. */
export type Sheet = Omit<Result, "who">;

/** A row of the sheets side by side. */
export interface Row {
    label: string;
    of: (sheet: Sheet) => number;
    sum?: boolean;
}

export interface SameDice {
    /** A seat's score sheet, from the game's description of the seat. */
    sheet(seat: Record<string, any>): Sheet;
    /** Is this a possible result? Anyone can write a link. `options`: all of them. */
    fits(sheet: Sheet, options: Record<string, string | number>): boolean;
    /** What the sheets are compared by: `Box by box`. */
    heading(): string;
    /** Without the total. */
    rows(sheets: Sheet[]): Row[];
}

/** Only games with such dice are asked about (sameGames). */
export const sameDice = (game: string): SameDice => games[game]!;
