/* upshot.ts: what came of a turn, in sentences: what was lifted, who had bet what, who gets what and why, and
 * what ended the match. The rules decide all of it (games/crane/upshot.c); the terminal says the same. */
import type { Line } from "page/table/face";
import { standing } from "page/connection/log-line";
import { _, _n } from "page/ui/words";
import { nameOf } from "page/table/parts/throws";
import { betName, type Bet } from "./art";
import { countText, type LastGrab } from "./view";

/** Of cards from the deck for a right HIGH or LOW. */
const PAY = 2;

export interface Upshot {
    turn: number;
    /** Null: nobody knows how many there will be. */
    of: number | null;
    opened: boolean;
    /** Everyone has got what they get; false: the jackpot is still to be chosen. */
    settled: boolean;
    last: LastGrab | null;
    /** By seat: multipliers got for loose cards. */
    swaps: number[];
    /** Those who play off a tie from now on. */
    tied: number[];
    ended: "turns" | "tie_break" | "goal" | "cards" | "deck" | "limit" | null;
}

const list = (parts: string[]): string => parts.join(_(", "));

export function liftedText(last: LastGrab, names: string[]): string {
    return _("{name} has lifted {count} of {number}: {verdict}.", {
        name: nameOf(names, last.seat),
        count: last.count,
        number: last.card.number,
        verdict: countText(last),
    });
}

/** What the challenger gets, and where the other cards go. */
function challengerText(last: LastGrab, names: string[]): string {
    const name = nameOf(names, last.seat);
    const got = last.seats[last.seat - 1]!.got;
    const lost = last.jackpot_change ?? 0;
    if (last.right === "just") return _("All of them and a jackpot go to {name}: +{n}.", { name, n: got });
    if (last.right === "high")
        return _("Too many: nothing for {name}. To a jackpot: {lost}; back into the deck: {back}.", {
            name,
            lost,
            back: last.card.number,
        });
    if (got > 0)
        return _("For every missing card, one goes to a jackpot: {lost}. {name} keeps the rest: +{n}.", {
            name,
            lost,
            n: got,
        });
    return _("At least as many are missing as were lifted: all go to a jackpot, none to {name}.", { name });
}

/** Of two: a right bet is set aside, a wrong one returns. */
function betOfTwo(last: LastGrab, names: string[]): string[] {
    return last.seats.flatMap(({ bet, right }, at) => {
        if (!bet) return [];
        const values = { name: nameOf(names, at + 1), bet: betName(bet) };
        return right
            ? _("{name} bet on {bet}: right, so this bet is achieved.", values)
            : _("{name} bet on {bet}: wrong, so the bet card returns.", values);
    });
}

function rightText(bet: Bet, names: string): string {
    if (!names) return _("Nobody bet on {bet}.", { bet: betName(bet) });
    return bet === "just"
        ? _("{bet} was right and wins the other jackpot: {names}.", { bet: betName(bet), names })
        : _("{bet} was right: {names}.", { bet: betName(bet), names });
}

function betTexts(last: LastGrab, names: string[]): string[] {
    if (last.seats.length === 2) return betOfTwo(last, names);
    const bets = last.seats.flatMap(({ bet, right, got }, at) =>
        bet ? [{ name: nameOf(names, at + 1), bet, right, n: got }] : [],
    );
    const right = bets.filter((one) => one.right);
    const wrong = bets.filter((one) => !one.right);
    const isShort = last.right !== "just" && right.some(({ n }) => n < PAY);
    return [
        rightText(last.right, list(right.map(({ name, n }) => `${name} +${n}`))),
        ...(isShort ? [_("The deck has no more cards to pay.")] : []),
        ...(wrong.length > 0
            ? [
                  _("Wrong: {names}.", {
                      names: list(wrong.map(({ name, bet }) => `${name} (${betName(bet)})`)),
                  }),
              ]
            : []),
    ];
}

/** Who gets what and why, a sentence each; none before the jackpot is chosen. */
export function payoutTexts(last: LastGrab, names: string[]): string[] {
    return last.jackpot === null ? [] : [challengerText(last, names), ...betTexts(last, names)];
}

export function swapTexts({ swaps }: Upshot, names: string[]): string[] {
    return swaps.flatMap((n, at) =>
        n > 0
            ? _n(
                  "{name} swaps ten loose cards for a multiplier, which is worth ten.",
                  "{name} swaps loose cards for {n} multipliers, worth ten each.",
                  n,
                  { name: nameOf(names, at + 1) },
              )
            : [],
    );
}

/** What ended the match; null: it goes on, or was ended by what needs no words. */
export function endText(ended: Upshot["ended"]): string | null {
    switch (ended) {
        case "turns":
            return _("The match is over: everyone has been the challenger twice.");
        case "tie_break":
            return _("The match is over: all who were tied have had one more turn.");
        case "goal":
            return _("The match is over: the bet goal is reached.");
        case "cards":
            return _("The match is over: someone holds 40 cards.");
        case "deck":
            return _("The match is over early: the deck has no card left to turn up.");
        case "limit":
            return _("The match is over: it ends after 100 turns, even if nobody has reached a goal.");
        default:
            return null;
    }
}

function tiedText(tied: number[], names: string[]): string[] {
    return tied.length > 0
        ? [
              _("Tied for the most cards: {names}. Each of them takes one more turn.", {
                  names: list(tied.map((seat) => nameOf(names, seat))),
              }),
          ]
        : [];
}

/** All that is to be said of an event besides what was done. */
export function upshotTexts(upshot: Upshot, names: string[]): string[] {
    const { last, opened, settled, tied, ended } = upshot;
    const end = endText(ended);
    return [
        ...(opened ? [_("Nothing moves, and the turn is used up.")] : []),
        ...(last && settled ? payoutTexts(last, names) : []),
        ...swapTexts(upshot, names),
        ...tiedText(tied, names),
        ...(end ? [end] : []),
    ];
}

/** The upshot of the last turn that counts and is over, if its line is known. */
export function lastUpshot(lines: Line[]): Upshot | null {
    const told = standing(lines).filter(({ upshot }) => (upshot as Upshot | undefined)?.settled);
    return (told[told.length - 1]?.upshot as Upshot | undefined) ?? null;
}
