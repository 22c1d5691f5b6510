/* sentences.ts: Bossa's events as sentences. */
import type { Line } from "page/table/face";
import { _, _n } from "page/ui/words";
import { chipName, tileName, type Chip, type Colour } from "./tile";
import { placeName } from "./line";
import { standing } from "page/connection/log-line";
import { nameOf } from "page/table/parts/throws";

const DEALT = 4;

const isDrawn = (line: Line) => line.who === "dice" || line.who === "ours";
const isDie = (line: Line) => isDrawn(line) && line.move?.length === 1;
const isTile = (line: Line) => isDrawn(line) && !isDie(line);
const isTake = (line: Line) => line.move === "white" || line.move === "black";

/** The dice come in pairs, white first; an equal pair is thrown again. */
function tellDice(line: Line, before: Line[]): string | null {
    const dice = before.filter(isDie);
    if (dice.length % 2 === 0) return null;
    const [white, black] = [dice.at(-1)!.move!, line.move!];
    if (white === black) return _("Both dice show {value}: throw again.", { value: white });
    return _("White {white}, black {black}.", { white, black });
}

/** Who looks at a hand; said with the first of its tiles. */
function tellLook(names: string[], before: Line[], seen: number): string | null {
    if (seen % DEALT !== 0) return null;
    const dice = before.filter(isDie);
    const higher = Number(dice.at(-1)?.move) > Number(dice.at(-2)?.move) ? 2 : 1;
    return _("{name} looks at their tiles.", {
        name: nameOf(names, seen === 0 ? higher : 3 - higher),
    });
}

const isAct = ({ who, move }: Line) => typeof who === "number" && move !== null && !move.startsWith("keep");

/** The seat that draws: the one that redraws, once; otherwise the one that did not act last; at first the one that took
 * no colour. */
function drawer(before: Line[]): number | null {
    const last = before.filter(isAct).at(-1);
    if (!last || typeof last.who !== "number") return null;
    const again = last.move!.startsWith("redraw") && before.at(-1) === last;
    return again ? last.who : 3 - last.who;
}

function tellTile(line: Line, names: string[], before: Line[]): string | null {
    const seen = before.filter(isTile).length;
    const taken = before.some(isTake);
    if (!taken) return tellLook(names, before, seen);
    if (seen + 1 === 2 * DEALT) return _("Both hands are face up.");
    if (seen < 2 * DEALT || line.move === null) return null;
    const seat = drawer(before);
    return seat === null
        ? null
        : _("{name} draws {tile}.", { name: nameOf(names, seat), tile: tileName(line.move) });
}

function tellPut(name: string, words: string[]): string {
    const [kind, colour, value, ...tiles] = words;
    const place = placeName(colour as Colour, Number(value));
    const chipped = tiles.find((tile) => tile.endsWith("*"));
    const put =
        kind === "lay"
            ? _n("{name} lays {place} with one tile", "{name} lays {place} with {n} tiles", tiles.length, {
                  name,
                  place,
              })
            : _n("{name} stacks one tile on {place}", "{name} stacks {n} tiles on {place}", tiles.length, {
                  name,
                  place,
              });
    return chipped ? _("{sentence}, with the chip.", { sentence: put }) : _("{sentence}.", { sentence: put });
}

function tellMove(line: Line, name: string): string | null {
    if (line.move === null) return _("{name} has kept a chip.", { name });
    const words = line.move.split(" ");
    switch (words[0]) {
        case "white":
            return _("{name} takes white.", { name });
        case "black":
            return _("{name} takes black.", { name });
        case "start":
            return _("{name} chooses to go first.", { name });
        case "keep":
            return _("{name} keeps the chip: {chip}.", { name, chip: chipName(words[1] as Chip) });
        case "redraw":
            return _("{name} discards {tile} and draws another.", {
                name,
                tile: tileName(words[1]!),
            });
        case "exchange":
            return _("{name} swaps {mine} for {theirs}.", {
                name,
                mine: tileName(words[1]!),
                theirs: tileName(words[2]!),
            });
        case "lay":
        case "stack":
            return tellPut(name, words);
        default:
            return null;
    }
}

function putWords([kind, colour, value, ...tiles]: string[]): string {
    const place = placeName(colour as Colour, Number(value));
    const names = tiles.map((tile) =>
        tile.endsWith("*")
            ? _("{tile} (under the chip)", { tile: tileName(tile.slice(0, 2)) })
            : tileName(tile),
    );
    const values = { place, tiles: names.join(" + ") };
    return kind === "lay" ? _("Lay {place}: {tiles}", values) : _("Stack on {place}: {tiles}", values);
}

/** A move that could be made. */
export function bossaWords(move: string): string {
    const words = move.split(" ");
    switch (words[0]) {
        case "white":
            return _("Take white");
        case "black":
            return _("Take black");
        case "start":
            return _("Go first");
        case "keep":
            return _("Keep the chip: {chip}", { chip: chipName(words[1] as Chip) });
        case "redraw":
            return _("Discard {tile} and draw another", { tile: tileName(words[1]!) });
        case "exchange":
            return _("Swap {mine} for {theirs}", {
                mine: tileName(words[1]!),
                theirs: tileName(words[2]!),
            });
        default:
            return putWords(words);
    }
}

export function tellBossa(line: Line, names: string[], before: Line[]): string | null {
    if (typeof line.who === "number") return tellMove(line, nameOf(names, line.who));
    if (!isDrawn(line)) return null;
    const counted = standing(before);
    return isDie(line) ? tellDice(line, counted) : tellTile(line, names, counted);
}
