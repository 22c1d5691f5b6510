/* reasons.ts: the reasons of judges, in words. terminal/reasons.c says the same, so that it is translated once. */
import type { Reason } from "../connection/messages";
import { _, _key, _n, number } from "../ui/words";

/** Chances are told as parts of so many at most: `1 in 3`. */
const PARTS_MOST = 6;

/** The sign stays in the line of its number. */
const percent = (value: number) => `${number(value)}\u00a0%`;

/** `1 in 3` where that is what it is, otherwise per cent. */
export function chanceText(chance: number): string {
    for (let of = 2; of <= PARTS_MOST; of++) {
        const count = Math.round(chance * of);
        if (count >= 1 && count < of && Math.abs(chance * of - count) < 0.0005 * of)
            return _("{count} in {of}", { count, of });
    }
    // What is nearly certain is not told as if it were.
    if (chance > 0.995 && chance < 1) return percent(Math.floor(chance * 1000) / 10);
    if (chance < 0.005 && chance > 0) return percent(Math.ceil(chance * 1000) / 10);
    return percent(Math.round(chance * 100));
}

/** One decimal, if it is not 0. */
const rounded = (amount: number) => Math.round(amount * 10) / 10;

/** `1, 2 or 5` */
function facesText(faces: string): string {
    if (faces.length < 2) return faces;
    return _("{faces} or {n}", { faces: [...faces.slice(0, -1)].join(_(", ")), n: faces.slice(-1) });
}

/** All sentences, by key. `n` is the amount where that is a whole number. */
function sentence(reason: Reason, places: Record<string, string | number>): string | null {
    const { count = 0, amount = 0 } = reason;
    const last = count <= 1;
    switch (reason.key) {
        // Yatzi
        case "needs":
            return last
                ? _("{what} needs {faces}: {chance}.", places)
                : _("{what} needs {faces}: {chance} with two throws.", places);
        case "reach":
            return last
                ? _("{what}: {chance} with one throw.", places)
                : _("{what}: {chance} with two throws.", places);
        case "sure":
            return _("{what} is certain.", places);
        case "brings":
            return _("{what}: {amount} points on average.", places);
        case "now":
            return _n(
                "{n} point now; left empty, it is worth {average} points more than {than}.",
                "{n} points now; left empty, it is worth {average} points more than {than}.",
                amount,
                places,
            );
        case "least":
            return _n(
                "{n} point now; no empty box is worth less.",
                "{n} points now; no empty box is worth less.",
                amount,
                places,
            );
        case "bonus":
            return _("Brings the bonus closer: {amount} points more on average.", places);
        case "no_bonus":
            return _("Makes the bonus less likely: {amount} points fewer on average.", places);
        // Yu-C-A-Tan
        case "hit":
            return _n(
                "The last die fits: {chance}.",
                "At least one of {count} dice fits: {chance}.",
                count,
                places,
            );
        case "risk":
            return _n(
                "If none fits, {n} point is lost.",
                "If none fits, {n} points are lost.",
                amount,
                places,
            );
        case "turn":
            return _("The whole turn then scores {amount} points on average.", places);
        case "safe":
            return _n("{n} point is safe.", "{n} points are safe.", amount, places);
        // Bossa
        case "wins":
            return _("Wins immediately.");
        case "loses":
            return _("Loses immediately.");
        case "draws":
            return _("It ends in a draw.");
        case "lets_win":
            return _n(
                "{count} of {of} draws lets your opponent win immediately.",
                "{count} of {of} draws let your opponent win immediately.",
                count,
                places,
            );
        case "blocks":
            return _("On {count} of {of} draws your opponent has no move and loses.", places);
        case "stuck":
            return _("On {count} of {of} draws your opponent can lay nothing and must use a marker.", places);
        case "fits":
            return _("Your hand then fits {count} of {of} free places.", places);
        case "finds":
            return _("On {count} of {of} draws your hand then fits a free place.", places);
        case "own_line":
            return _("Your line then has {count} of {of} positions.", places);
        case "other_line":
            return _("Your opponent's line then has {count} of {of} positions.", places);
        // Crane
        case "too_many":
            return _("Too many cards: {chance} (estimate).", places);
        case "too_few":
            return _("Too few cards: {chance} (estimate).", places);
        case "exact":
            return _("Exactly right: {chance} (estimate).", places);
        case "pays":
            return _n("A correct bet wins {n} card.", "A correct bet wins {n} cards.", amount, places);
        case "shares":
            return _n("Correct bets share {n} card.", "Correct bets share {n} cards.", amount, places);
        case "goal":
            return _("If this bet is right, you win.");
        case "grab":
            return _n(
                "Exactly {count} card: {chance}, with a steady hand.",
                "Exactly {count} cards: {chance}, with a steady hand.",
                count,
                places,
            );
        case "takes":
            return _n("It pays {n} card.", "It pays {n} cards.", amount, places);
        case "holds":
            return _n("It then holds {n} card.", "It then holds {n} cards.", amount, places);
        default:
            return null; // a younger house knows more
    }
}

/** A sentence may begin with the name of a box. */
const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export function reasonText(game: string, reason: Reason): string | null {
    const text = sentence(reason, {
        what: reason.what ? _key(game, reason.what) : "",
        than: reason.than ? _key(game, reason.than) : "",
        faces: facesText(reason.faces ?? ""),
        chance: chanceText(reason.chance ?? 0),
        count: reason.count ?? 0,
        of: reason.of ?? 0,
        amount: rounded(reason.amount ?? 0),
        average: rounded(reason.average ?? 0),
        n: rounded(reason.amount ?? 0),
    });
    return text && capital(text);
}

export function reasonTexts(game: string, reasons: Reason[] = []): string[] {
    return reasons.map((reason) => reasonText(game, reason)).filter((text) => text !== null);
}
