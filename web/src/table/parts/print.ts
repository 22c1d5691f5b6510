/* print.ts: the prints on the sides of tumbling dice: paths that can be drawn (SVG) and painted (canvas). */
import { pipPlaces } from "./pips";

/** A path in a square from -50 to 50. */
interface Inked {
    d: string;
    /** The custom property that has its colour. */
    colour: string;
    /** The width of its line; without one it is filled. */
    line?: number;
}

export type Print = (face: number) => Inked[];

/** A circle as a path. */
export function circlePath(x: number, y: number, r: number): string {
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

const STEP = 25;

export const pipPrint: Print = (face) => {
    const r = face === 1 ? 13 : 10;
    const d = (pipPlaces[face] ?? []).map(([x, y]) => circlePath(x * STEP, y * STEP, r)).join("");
    return [{ d, colour: "--ivory-ink" }];
};
