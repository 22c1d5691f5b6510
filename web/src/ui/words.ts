/* words.ts: every word for people. Sources are English; a catalogue (po/) is two lazy files: the words for
 * playing, and the rest. Texts have places for names and numbers: _("{name} throws", { name }). */
import catalogues from "built:words";
import type { Language } from "./language";

type Values = Record<string, string | number>;

let current: Language = "en";
let requested: Language | null = null; // the last that was wanted; its words may still be on their way
let texts: Record<string, string | string[]> = {};
let rest = false; // are the words of the other parts of the page loaded, too?
// Made when they are first used: making them takes a slow device longer than drawing half a table.
let rules: Intl.PluralRules | null = null;
let counting: Intl.NumberFormat | null = null;
const listeners = new Set<() => void>();

/** The language in use. */
export function language(): Language {
    return current;
}

/** The locale for lists and spans of time: the English of the page is British. */
export function locale(): string {
    return current === "en" ? "en-GB" : current;
}

/** The locale for dates and times: as the reader's browser writes this language. */
export function dateLocale(): string {
    return navigator.languages?.find((name) => name.startsWith(`${current}-`)) ?? locale();
}

async function fetchTexts(wanted: Language, all: boolean): Promise<typeof texts> {
    const names = all ? [wanted, `${wanted}-more`] : [wanted];
    const found = await Promise.all(names.map((name) => catalogues[name]!()));
    return Object.assign({}, ...found.map((one) => one.default));
}

/** The words of a part that was fetched when it was wanted; to be waited for before it is drawn. */
export async function restOfWords(): Promise<void> {
    if (rest) return;
    const wanted = current;
    const found = await fetchTexts(wanted, true).catch(() => null);
    if (!found) return; // not available now: better in English than not at all
    if (wanted !== current) return restOfWords();
    texts = found;
    rest = true;
}

/** If another part of the page comes meanwhile, its words are wanted, too. */
async function fetchAllTexts(wanted: Language): Promise<typeof texts> {
    const all = rest;
    const found = await fetchTexts(wanted, all);
    return all === rest ? found : fetchAllTexts(wanted);
}

/** The last request counts, no matter in which order catalogues arrive. */
export async function setLanguage(wanted: Language): Promise<void> {
    if (wanted === requested) return;
    requested = wanted;
    const found = await fetchAllTexts(wanted).catch(() => null);
    if (requested !== wanted) return;
    if (!found) {
        requested = current; // not available now: stay with the words we have
        return;
    }
    texts = found;
    current = wanted;
    rules = counting = null;
    document.documentElement.lang = wanted;
    for (const listener of listeners) listener();
}

/** Call the listener when the language changes. */
export function onLanguage(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

function filled(text: string, values?: Values): string {
    if (!values) return text;
    return text.replace(/\{(\w+)\}/g, (place, name: string) => {
        const value = values[name];
        if (value === undefined) return place;
        return typeof value === "number" ? number(value) : value;
    });
}

/** The text in the language in use. */
export function _(text: string, values?: Values): string {
    const found = texts[text];
    return filled(typeof found === "string" ? found : (found?.[0] ?? text), values);
}

/** The same for an English text with two meanings that other languages distinguish. */
export function _c(context: string, text: string): string {
    const found = texts[`${context}\u0004${text}`];
    return typeof found === "string" ? found : text;
}

/** The same where a number decides; `{n}` is that number. */
export function _n(one: string, many: string, n: number, values?: Values): string {
    const forms = texts[one];
    rules ??= new Intl.PluralRules(current);
    const isOne = rules.select(n) === "one";
    const text = Array.isArray(forms)
        ? (forms[isOne ? 0 : 1] ?? forms[0]!)
        : typeof forms === "string"
          ? forms
          : isOne
            ? one
            : many;
    return filled(text, { n, ...values });
}

/** Marks a text that is translated later, with `_(variable)` written as `words(variable)`. */
export function N_(text: string): string {
    return text;
}
export const words = (text: string, values?: Values): string => _(text, values);
export const plural = (one: string, many: string, n: number, values?: Values): string =>
    _n(one, many, n, values);

/** The word for an identifier of the rules (`full_house`), as that game means it. */
export function _key(game: string, key: string): string {
    const found = texts[`${game}\u0004${key}`] ?? texts[key];
    return typeof found === "string" ? found : key.replaceAll("_", " ");
}

const FIRST_GROUPED = 1000; // below, all our languages write whole numbers alike

/** A number as people write it here. What rounds to zero has no sign. */
export function number(value: number): string {
    if (Number.isInteger(value) && value >= 0 && value < FIRST_GROUPED) return String(value);
    counting ??= new Intl.NumberFormat(current);
    const text = counting.format(value);
    return text === counting.format(-0) ? counting.format(0) : text;
}
