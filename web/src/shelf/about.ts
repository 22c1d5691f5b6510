/* about.ts: what the page knows of a game before its face is loaded: games/GAME/page/about.ts, fetched with
 * the home page and therefore short. Everything in it is optional. */
import about from "built:about";
import type { Result } from "../challenge/tries";

/** An option of the rules, besides what it and its values are called (games/GAME/words.c). */
export interface DescribedOption {
    /** What it is about, in a sentence. */
    meaning?: string;
    /** Of an option with numbers: those to choose from, and how they are said. */
    numbers?: number[];
    text?: (value: number) => string;
}

export interface About {
    options?: Record<string, DescribedOption>;
    /** What someone has got with dice that are the same for everyone; the game has a same-dice.ts, too. */
    scoreOfSameDice?: (result: Result) => number;
    /** Moves of which a judge says only whether they are right: 1 or 0. If none is, keeping still is right. */
    rightOrWrong?: RegExp;
    /** Moves that the face can name together (`Face.words`) where they are equally good: cards of a kind. */
    namedTogether?: RegExp;
    /** Moves whose sentence beside the table leaves out what matters in a review: which tiles, how far. */
    toldBriefly?: RegExp;
}

export const aboutGame = (game: string): About => about[game] ?? {};

/** The games that can be played with the same dice for everyone. */
export const sameGames = Object.keys(about).filter((game) => about[game]!.scoreOfSameDice);

export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
