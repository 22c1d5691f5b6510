/* link.ts: challenge links: the dice and a result to beat. Everything is behind the # of the address, so no
 * server sees it. Anyone can have written such a link, so all of it is checked. */
import type { GameFacts, Option } from "../connection/messages";
import { sameGames } from "../shelf/about";
import { sameDice } from "./same-dice";
import type { Dice, Result } from "./tries";

export interface Challenge extends Dice {
    /** Those that are not as usual. */
    options: Record<string, string | number>;
    result: Result;
}

const FRAGMENT_MAX = 600; // characters
const NAME_BYTES_MAX = 39; // as the house accepts it
const BOX_MAX = 100; // points
const HUNDREDS_MAX = 100;
const NO_NAME = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|^\s|\s$|^$/u;

// ---- writing ----

const isUsual = (option: Option | undefined, value: string | number) =>
    !option || option.key === "first" || value === option.initial;

/** The options that matter when playing alone, where they differ from the defaults. */
export function unusual(facts: GameFacts, options: Record<string, string | number>): Challenge["options"] {
    const byKey = (key: string) => facts.options.find((option) => option.key === key);
    return Object.fromEntries(Object.entries(options).filter(([key, value]) => !isUsual(byKey(key), value)));
}

export function writeChallenge({ game, name, options, result }: Challenge): string {
    const chosen = Object.entries(options).map(([key, value]) => `${key}.${value}`);
    const words = new URLSearchParams({ game, dice: name, boxes: result.boxes.join("."), who: result.who });
    if (chosen.length > 0) words.set("options", chosen.join("~"));
    if (result.hundreds > 0) words.set("hundreds", String(result.hundreds));
    return `/same#${words}`;
}

// ---- reading ----

function readNumber(text: string, max: number): number | null {
    return /^(0|[1-9]\d{0,3})$/.test(text) && Number(text) <= max ? Number(text) : null;
}

function readBoxes(text: string): number[] | null {
    const boxes = text.split(".").map((one) => readNumber(one, BOX_MAX));
    return boxes.every((one) => one !== null) ? (boxes as number[]) : null;
}

function readOption(text: string, facts: GameFacts): [string, string | number] | null {
    const [key, value = ""] = text.split(".");
    const option = facts.options.find((one) => one.key === key && one.key !== "first");
    if (!option) return null;
    if (option.values) return option.values.includes(value) ? [option.key, value] : null;
    const chosen = readNumber(value, option.max ?? 0);
    return chosen !== null && chosen >= (option.min ?? 0) ? [option.key, chosen] : null;
}

function readOptions(text: string | null, facts: GameFacts): Challenge["options"] | null {
    const read = text ? text.split("~").map((one) => readOption(one, facts)) : [];
    return read.every((one) => one !== null) ? Object.fromEntries(read as [string, string | number][]) : null;
}

function readWho(text: string | null): string | null {
    if (text === null || NO_NAME.test(text)) return null;
    return new TextEncoder().encode(text).length <= NAME_BYTES_MAX ? text : null;
}

/** The part after the #; null if it is not valid. */
export function readChallenge(fragment: string, games: GameFacts[]): Challenge | null {
    if (fragment.length > FRAGMENT_MAX) return null;
    const words = new URLSearchParams(fragment.replace(/^#/, ""));
    const game = words.get("game") ?? "";
    const name = words.get("dice") ?? "";
    const facts = sameGames.includes(game) ? games.find((one) => one.game === game) : undefined;
    if (!facts || !/^[a-z0-9-]{1,32}$/.test(name)) return null;
    const options = readOptions(words.get("options"), facts);
    const boxes = readBoxes(words.get("boxes") ?? "");
    const who = readWho(words.get("who"));
    const hundreds = readNumber(words.get("hundreds") ?? "0", HUNDREDS_MAX);
    if (!options || !boxes || who === null || hundreds === null) return null;
    const usual = Object.fromEntries(facts.options.map(({ key, initial }) => [key, initial]));
    if (!sameDice(game).fits({ boxes, hundreds }, { ...usual, ...options })) return null;
    return { game, name, options, result: { who, boxes, hundreds } };
}
