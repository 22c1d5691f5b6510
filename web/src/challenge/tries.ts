/* tries.ts: stores results with the same dice in this browser: your own tries, of which the first one counts,
 * and those that others sent. */
import { aboutGame } from "../shelf/about";
import { read, write } from "../ui/storage";

/** What someone has written down: boxes of a sheet, or turns. */
export interface Result {
    who: string;
    boxes: number[];
    /** Hundreds that stand in no box, on a sheet that has such. */
    hundreds: number;
}

/** Which dice, for which game. */
export interface Dice {
    game: string;
    name: string;
}

interface Try extends Dice {
    room: string;
    match: number;
    /** Null as long as it is not played to its end. */
    result: Result | null;
}

interface Claim extends Dice {
    result: Result;
}

const TRIES_KEPT = 60;
const CLAIMS_KEPT = 30;

const isOf =
    (dice: Dice) =>
    ({ game, name }: Dice) =>
        game === dice.game && name === dice.name;

/** The dice of this day, by the calendar on this device. */
export function today(): string {
    const now = new Date();
    const two = (n: number) => String(n).padStart(2, "0");
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Of a game with such dice (sameGames). */
export function score(game: string, result: Result): number {
    return aboutGame(game).scoreOfSameDice!(result);
}

// ---- one's own ----

/** One's tries with these dice, the first one first. */
export function triesOf(dice: Dice): Try[] {
    return read<Try[]>("knobel.tries", []).filter(isOf(dice));
}

export function keepTry(one: Try): void {
    const all = read<Try[]>("knobel.tries", []);
    const at = all.findIndex(({ room, match }) => room === one.room && match === one.match);
    if (at < 0) all.push(one);
    else all[at] = one;
    write("knobel.tries", all.slice(-TRIES_KEPT));
}

/** The try that counts, once it is over. */
export function firstResult(dice: Dice): Result | null {
    return triesOf(dice)[0]?.result ?? null;
}

/** Is this the try that counts? Whoever has begun another one before has seen some of these dice. */
export function isFirst(dice: Dice, room: string, match: number): boolean {
    const [first] = triesOf(dice);
    return !first || (first.room === room && first.match === match);
}

// ---- of others ----

export function claimsOf(dice: Dice): Result[] {
    return read<Claim[]>("knobel.claims", [])
        .filter(isOf(dice))
        .map(({ result }) => result);
}

/** A result that a link claims; one per name. */
export function keepClaim({ game, name }: Dice, result: Result): void {
    const others = read<Claim[]>("knobel.claims", []).filter(
        (claim) => !(isOf({ game, name })(claim) && claim.result.who === result.who),
    );
    write("knobel.claims", [...others, { game, name, result }].slice(-CLAIMS_KEPT));
}
