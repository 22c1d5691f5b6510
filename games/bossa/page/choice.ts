/* choice.ts: what a player has selected at Bossa's table: tiles, a place, a marker. It is cleared whenever
 * the table changes. */
import { useLayoutEffect, useState } from "preact/hooks";
import {
    canGoOn,
    canJoin,
    fitting,
    nextFor,
    openPlaces,
    placeOf,
    readPuts,
    type Place,
    type Put,
} from "./moves";
import type { Light } from "./line";

/** `put`: lay or stack, whatever fits; the rest are markers. */
type Mode = "put" | "redraw" | "exchange" | "stack";

interface Held {
    mode: Mode;
    picked: string[];
    /** The opponent's tile for an exchange. */
    theirs: string | null;
    place: Place | null;
    /** The tile that the chip is meant for. */
    chipped: string | null;
    /** The page picked the tiles itself, for a place that was asked for: a further tap asks for
     * others. */
    offered: boolean;
}

const NOTHING: Held = {
    mode: "put",
    picked: [],
    theirs: null,
    place: null,
    chipped: null,
    offered: false,
};

export interface Choice extends Held {
    may: Record<Mode, boolean>;
    lights: Map<Place, Light>;
    /** The possible moves with the picked tiles on the chosen place: with the chip here, there or not at all. */
    ways: Put[];
    /** The move as chosen so far, if it is complete. */
    move: string | null;
    /** The put it is, if it is one. */
    put: Put | null;
    joins(tile: string): boolean;
    pick(tile: string): void;
    pickTheirs(tile: string): void;
    aim(place: Place): void;
    choose(mode: Mode): void;
    chipOn(tile: string | null): void;
    /** Could the picked tiles be part of something, perhaps with more of them? */
    goesOn: boolean;
    /** Lay out a move as if it had been tapped, without making it. */
    lay(move: string): void;
}

const isPutting = ({ mode }: Held) => mode === "put" || mode === "stack";

function toggled(list: string[], one: string): string[] {
    return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}

/** The only place that takes these tiles is aimed at without asking. */
function onlyPlace(puts: Put[], picked: string[]): Place | null {
    const places = [...fitting(puts, picked).keys()];
    return places.length === 1 ? places[0]! : null;
}

function lightsFor(puts: Put[], held: Held): Map<Place, Light> {
    const lights = new Map<Place, Light>();
    if (!isPutting(held)) return lights;
    for (const place of openPlaces(puts)) lights.set(place, "open");
    for (const place of fitting(puts, held.picked).keys()) lights.set(place, "lit");
    if (held.place && lights.get(held.place) === "lit") lights.set(held.place, "aim");
    return lights;
}

function moveOf(held: Held, put: Put | null, moves: string[]): string | null {
    const [mine] = held.picked;
    const wanted = isPutting(held)
        ? put?.move
        : held.mode === "redraw"
          ? `redraw ${mine}`
          : `exchange ${mine} ${held.theirs}`;
    return wanted && moves.includes(wanted) ? wanted : null;
}

/** Pick a tile or put it back; a marker needs only one. */
function pickTile(held: Held, puts: Put[], tile: string): Held {
    const putting = isPutting(held);
    const only = held.picked[0] === tile ? [] : [tile];
    const picked = putting ? toggled(held.picked, tile) : only;
    const stays = held.place !== null && fitting(puts, picked).has(held.place);
    const place = stays ? held.place : putting ? onlyPlace(puts, picked) : null;
    return { ...held, picked, place, chipped: null, offered: false };
}

/** Aim at a place; without a fitting selection, one is suggested. */
function aimAt(held: Held, puts: Put[], place: Place): Held {
    const again = held.place === place;
    const offered = (again && held.offered) || !fitting(puts, held.picked).has(place);
    const picked = offered ? nextFor(puts, place, held.picked) : held.picked;
    return picked ? { ...held, place, picked, offered, chipped: null } : held;
}

/** The way that is meant: where the chip was put, or the only one there is. */
function chosenWay(held: Held, ways: Put[]): Put | null {
    const meant = ways.find((way) => way.chipped === held.chipped);
    return meant ?? (!held.chipped && ways.length === 1 ? ways[0]! : null);
}

/** A move as it would be selected; null: it is none of a turn. */
export function heldFor(move: string): Held | null {
    const [kind, ...words] = move.split(" ");
    const [put] = readPuts([move]);
    if (put)
        return {
            ...NOTHING,
            picked: put.tiles,
            place: placeOf(put.colour, put.value),
            chipped: put.chipped,
        };
    if (kind === "redraw") return { ...NOTHING, mode: "redraw", picked: words };
    if (kind === "exchange")
        return { ...NOTHING, mode: "exchange", picked: words.slice(0, 1), theirs: words[1]! };
    return null;
}

export function useChoice(moves: string[], since: string, play: (move: string) => void): Choice {
    const [held, hold] = useState(NOTHING);
    useLayoutEffect(() => hold(NOTHING), [since]);
    const all = readPuts(moves);
    const stacks = all.filter(({ kind }) => kind === "stack");
    const puts = held.mode === "stack" ? stacks : all;
    const ways = held.place ? (fitting(puts, held.picked).get(held.place) ?? []) : [];
    const put = chosenWay(held, ways);
    const move = moveOf(held, put, moves);
    return {
        ...held,
        may: {
            put: all.length > 0,
            stack: stacks.length > 0,
            redraw: moves.some((one) => one.startsWith("redraw ")),
            exchange: moves.some((one) => one.startsWith("exchange ")),
        },
        lights: lightsFor(puts, held),
        ways,
        move,
        put,
        joins: (tile) => !isPutting(held) || held.picked.includes(tile) || canJoin(puts, held.picked, tile),
        pick: (tile) => hold(pickTile(held, puts, tile)),
        pickTheirs: (tile) => hold({ ...held, theirs: held.theirs === tile ? null : tile }),
        aim(place) {
            if (held.place === place && move && !held.offered) play(move);
            else hold(aimAt(held, puts, place));
        },
        choose(mode) {
            const chosen = held.mode === mode ? "put" : mode;
            hold({ ...NOTHING, mode: chosen, picked: held.picked.slice(0, 1) });
        },
        chipOn: (tile) => hold({ ...held, chipped: tile }),
        goesOn: !isPutting(held) || canGoOn(puts, held.picked),
        lay(wanted) {
            const next = moves.includes(wanted) ? heldFor(wanted) : null;
            if (next) hold(next);
        },
    };
}
