/* lesson.ts: what a guided match is: games/GAME/page/lesson.ts exports one `Lesson`, tips.ts one `Tips`. A lesson is a
 * real table of the real engine with given dice, so it cannot disagree with the rules: course.ts plays it. */

/** One thing to do, or to read. */
export interface Step<View = any> {
    /** What is seen and what to do now, and why. */
    text(view: View): string;
    /** The moves that are awaited, any of them; `grab *`: any that begins so; `clock`: that nothing is done until the time
     * is up; `call *`: a call to the player with closed eyes. Without: something to read. */
    awaits?: string[];
    /** Of moves that are awaited as a family, some that a test plays. */
    like?: string[];
    /** Why another legal move is not what is meant; null: nothing special. */
    other?(move: string, view: View): string | null;
    /** What happens then, one line each: `dice 3 3 4`, `2 throw` (a move of seat 2), `2 call more`, `2 grip 9000`,
     * `clock`; `soon`: the rest at once. */
    then?: string[];
    /** A selector of what to use, to be marked on the table. */
    mark?: string;
}

/** The learner has seat 1. */
export interface Lesson<View = any> {
    /** The names of the other seats. */
    others: string[];
    /** Options that are not as usual. */
    options?: Record<string, string | number>;
    /** What happens before the first step. */
    before?: string[];
    steps: Step<View>[];
    /** With a time to act: when the clock of the table stops until the learner has acted. */
    stops?(view: View): number | null;
    /** Dice are covered for so long after a throw, in milliseconds. */
    lead?: number;
}

/** What a tip may look at. */
export interface Decision<View = any> {
    view: View;
    /** The seat that decides, from 1 on. */
    seat: number;
    moves: string[];
}

/** Short tips for the first match. */
export interface Tips<View = any> {
    /** Which kind of decision this is; null: none that needs a tip. */
    kind(decision: Decision<View>): string | null;
    /** A tip for each kind: one or two short lines. */
    texts: Record<string, () => string>;
}
