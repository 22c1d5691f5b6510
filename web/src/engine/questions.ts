/* questions.ts: the types of the questions to the engine's worker (worker.ts), and of its answers. */
import type { Level, Opinions } from "../connection/messages";
import type { Read } from "../history/match";
import type { Report } from "../review/report";
import type { Dice } from "../challenge/tries";

/** Dice that are the same for everyone, and who plays them. */
export interface Alone extends Dice {
    options: Record<string, string | number>;
    level: Level;
}

/** What each question is about, and what is answered. Seats count from 1, as in the protocol. */
export interface Questions {
    /** Every move of a seat with its value. The position as in `knobel hint`: `seats=2 phase=deciding …`. */
    judge: [{ game: string; position: string; seat: number }, Pick<Opinions, "meaning" | "moves">];
    /** The review of a match; it takes a while and reports progress. */
    review: [{ log: string }, Report];
    /** A piece of the review of a match (engine/review.ts): what is thought of its event `number`, as bytes. */
    values: [{ log: string; number: number }, Uint8Array];
    verdict: [{ log: string; number: number }, Uint8Array];
    /** A bot plays the dice of that name, alone; the answer is its final score sheet as the game describes a seat. */
    alone: [Alone, Record<string, unknown>];
    /** Play a log again and recompute every roll. */
    check: [{ log: string }, { rolls: number; declared: number; salted: number; unsalted: number }];
    /** The same, and what it tells about the players of these seats. */
    read: [{ log: string; seats: number[] }, Read];
}

export type Topic = keyof Questions;

export interface Question<T extends Topic = Topic> {
    topic: T;
    about: Questions[T][0];
}

/** The worker answers one question at a time. `why` is a key; `line` that of a log with something wrong in it. */
export type FromEngine =
    | { answer: unknown }
    | { why: string; line: number }
    | { game: string; learnt: number }
    | { done: number }
    | "broken";
