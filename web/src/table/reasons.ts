/* reasons.ts: the judges' reasons, in the words of the game (games/GAME/words.c). */
import sentences from "built:sentences";
import type { Reason } from "../connection/messages";
import { _, _key, number, plural, words } from "../ui/words";

/** Chances are written as fractions with at most this denominator: `1 in 3`. */
const PARTS_MOST = 6;

/** The sign stays in the line of its number. */
const percent = (value: number) => `${number(value)}\u00a0%`;

/** `1 in 3` if that is exact, otherwise per cent. */
function chanceText(chance: number): string {
    for (let of = 2; of <= PARTS_MOST; of++) {
        const count = Math.round(chance * of);
        if (count >= 1 && count < of && Math.abs(chance * of - count) < 0.0005 * of)
            return _("{count} in {of}", { count, of });
    }
    // What is nearly certain is not rounded to certain.
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

/** `n` is the amount where that is a whole number. */
function sentence(game: string, reason: Reason, places: Record<string, string | number>): string | null {
    const { count = 0, amount = 0 } = reason;
    const said = sentences[game]?.reasons[reason.key];
    if (!said) return null; // a younger server knows more
    switch (said.by) {
        case "amount":
            return plural(said.one, said.many!, amount, places);
        case "count":
            return plural(said.one, said.many!, count, places);
        case "throws":
            return words(count <= 1 ? said.one : said.many!, places);
        default:
            return words(said.one, places);
    }
}

/** A sentence may begin with the name of a box. */
const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

function reasonText(game: string, reason: Reason): string | null {
    const text = sentence(game, reason, {
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
