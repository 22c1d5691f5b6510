/* option-words.ts: the options of the game in words. Their names are in games/GAME/words.c, more about them in
 * games/GAME/page/about.ts; an option without a description can still be set. */
import shelf from "built:shelf";
import type { GameFacts, Option, Room } from "../connection/messages";
import { seatNames } from "./people";
import { aboutGame, type DescribedOption } from "../shelf/about";
import { N_, _, _key, words } from "../ui/words";

interface Described extends DescribedOption {
    label: string;
    meaning: string;
    values: Record<string, string>;
}

const first: Described = {
    label: N_("Who goes first"),
    meaning: N_("A fixed seat, or drawn by lot."),
    values: {},
};

export function describe(game: string, key: string): Described {
    const called = shelf[game]?.options[key] ?? { label: _key(game, key), values: {} };
    const more = aboutGame(game).options?.[key];
    return key === "first" && !more ? first : { meaning: "", ...called, ...more };
}

export function valueText(room: Room, option: Option, value: string | number): string {
    const { values, text } = describe(room.game, option.key);
    const said = values[String(value)];
    if (said) return words(said);
    if (text) return text(Number(value));
    if (option.key === "first")
        return value === 0 ? _("Drawn by lot") : (seatNames(room)[Number(value) - 1] ?? String(value));
    return typeof value === "number" ? String(value) : _key(room.game, value);
}

/** The options that are not as usual, for those who only look. */
export function optionsInBrief(room: Room, facts: GameFacts): string {
    const unusual = facts.options.filter(
        (option) => (room.options[option.key] ?? option.initial) !== option.initial,
    );
    const texts = unusual.map(
        (option) =>
            `${words(describe(room.game, option.key).label)}: ${valueText(room, option, room.options[option.key]!)}`,
    );
    if (room.dice === "ours") texts.push(_("own dice"));
    if (room.dice === "same") texts.push(_("same dice for everyone"));
    return texts.join(" · ");
}
