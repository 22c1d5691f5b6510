/* moves.ts: Bossa's moves as the page handles them: which tiles go where. There are no rules here: everything
 * offered is in the list of legal moves. */
import type { Colour } from "./tile";

/** Tiles laid as a new position, or stacked on one. */
export interface Put {
    kind: "lay" | "stack";
    colour: Colour;
    value: number;
    /** Sorted as in the log. */
    tiles: string[];
    /** The tile under the chip. */
    chipped: string | null;
    move: string;
}

/** A place on the table: `white 6`. */
export type Place = string;
export const placeOf = (colour: Colour, value: number): Place => `${colour} ${value}`;

function readPut(move: string): Put {
    const [kind, colour, value, ...tiles] = move.split(" ");
    return {
        kind: kind as Put["kind"],
        colour: colour as Colour,
        value: Number(value),
        tiles: tiles.map((tile) => tile.slice(0, 2)),
        chipped: tiles.find((tile) => tile.endsWith("*"))?.slice(0, 2) ?? null,
        move,
    };
}

export function readPuts(moves: string[]): Put[] {
    return moves.filter((move) => /^(lay|stack) /.test(move)).map(readPut);
}

const holdsAll = (tiles: string[], wanted: string[]) => wanted.every((tile) => tiles.includes(tile));

/** The puts with exactly these tiles, by place; those without a chip first. */
export function fitting(puts: Put[], picked: string[]): Map<Place, Put[]> {
    const found = new Map<Place, Put[]>();
    for (const put of puts) {
        if (put.tiles.length !== picked.length || !holdsAll(put.tiles, picked)) continue;
        const place = placeOf(put.colour, put.value);
        const there = found.get(place) ?? [];
        found.set(place, put.chipped ? [...there, put] : [put, ...there]);
    }
    return found;
}

/** Could this tile join those picked and fit somewhere, perhaps with more? */
export function canJoin(puts: Put[], picked: string[], tile: string): boolean {
    return puts.some((put) => put.tiles.includes(tile) && holdsAll(put.tiles, picked));
}

/** Is there a put with all of these tiles in it, and perhaps more? */
export function canGoOn(puts: Put[], picked: string[]): boolean {
    return puts.some((put) => holdsAll(put.tiles, picked));
}

/** If a chosen place does not fit the picked tiles, pick the next set that fits there. */
export function nextFor(puts: Put[], place: Place, picked: string[]): string[] | null {
    const sets = [
        ...new Set(
            puts.filter((put) => placeOf(put.colour, put.value) === place).map((put) => put.tiles.join(" ")),
        ),
    ];
    if (sets.length === 0) return null;
    const at = sets.indexOf([...picked].sort().join(" "));
    return sets[(at + 1) % sets.length]!.split(" ");
}

/** All places where something can be put. */
export function openPlaces(puts: Put[]): Set<Place> {
    return new Set(puts.map((put) => placeOf(put.colour, put.value)));
}
