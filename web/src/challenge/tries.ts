/* tries.ts: what this browser remembers of dice that are the same for everybody: one's own tries with them, of which the
 * first one counts, and what others say they have got. */
import { read, write } from "../ui/storage";

/** What somebody has written down: the thirteen boxes of Yatzi, or the turns of Yu-C-A-Tan. */
export interface Result {
    who: string;
    boxes: number[];
    /** Of Yatzi's american sheet. */
    hundreds: number;
}

/** Which dice, for which game. */
export interface Dice {
    game: string;
    name: string;
}

export interface Try extends Dice {
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
const YATZI_UPPER = 6;
const BONUS_FROM = 63;
const BONUS = 35;

/** The games that can be played with the same dice for everybody. */
export const sameGames = ["yatzi", "yucatan"];

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

export function score(game: string, { boxes, hundreds }: Result): number {
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
    const bonus = game === "yatzi" && sum(boxes.slice(0, YATZI_UPPER)) >= BONUS_FROM ? BONUS : 0;
    return sum(boxes) + bonus + 100 * hundreds;
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

// ---- of others ----

export function claimsOf(dice: Dice): Result[] {
    return read<Claim[]>("knobel.claims", [])
        .filter(isOf(dice))
        .map(({ result }) => result);
}

/** Somebody says to have got this; one claim of a name. */
export function keepClaim({ game, name }: Dice, result: Result): void {
    const others = read<Claim[]>("knobel.claims", []).filter(
        (claim) => !(isOf({ game, name })(claim) && claim.result.who === result.who),
    );
    write("knobel.claims", [...others, { game, name, result }].slice(-CLAIMS_KEPT));
}
