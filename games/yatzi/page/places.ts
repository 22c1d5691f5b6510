/* places.ts: the places of dice, tray and cup on Yatzi's felt. */
import { shuffled, steady } from "page/table/parts/motion";
import type { Place } from "page/table/parts/tumble";
import { DICE } from "./turn";

/** Places in edges of a die from the middle of the field. */
export interface Layout {
    /** Where dice may fall. */
    spots: Place[];
    jitter: Place;
    tray: Place;
    trayStep: number;
    cup: Place;
}

/** Dice in the tray are a little smaller, so that its edge is seen around them. */
export const IN_TRAY = 0.9;

export type LayoutName = "narrow" | "roomy" | "tall";

export const layouts: Record<LayoutName, Layout> = {
    narrow: {
        spots: [-2.85, -1.45, 0, 1.4, 2.8].map((x) => ({ x, y: -0.66 })),
        jitter: { x: 0.12, y: 0.26 },
        tray: { x: -2.5, y: 1.0 },
        trayStep: 1.25,
        cup: { x: 2.7, y: -0.55 },
    },
    roomy: {
        spots: [
            [-1.95, -1.58],
            [0, -1.62],
            [1.95, -1.56],
            [-1.05, -0.12],
            [1, -0.08],
        ].map(([x, y]) => ({ x: x!, y: y! })),
        jitter: { x: 0.2, y: 0.14 },
        tray: { x: -2.4, y: 1.8 },
        trayStep: 1.2,
        cup: { x: 1.75, y: -0.75 },
    },
    tall: {
        spots: [
            [-1.9, -2.3],
            [0.2, -2.5],
            [2.1, -2],
            [-1.2, -0.6],
            [1.05, -0.25],
        ].map(([x, y]) => ({ x: x!, y: y! })),
        jitter: { x: 0.3, y: 0.25 },
        tray: { x: -2.4, y: 2.62 },
        trayStep: 1.2,
        cup: { x: 1.6, y: -1 },
    },
};

/** How wide and high the field of each layout is, in edges of a die; as in yatzi.css. */
const fields: Record<LayoutName, { wide: number; high: number }> = {
    narrow: { wide: 7.9, high: 3.5 },
    roomy: { wide: 6.6, high: 5.1 },
    tall: { wide: 6.6, high: 6.8 },
};
/** From this width of the face on the block lies beside the felt; as in yatzi.css. */
const BESIDE = 720;

/** The largest felt of this width that leaves room for what belongs to it: the buttons, and on a phone the halves of the
 * sheet, so high. */
export function layoutFor(face: number, felt: number, height: number, rest: number): LayoutName {
    const fits = (name: LayoutName) => (felt / fields[name].wide) * fields[name].high + rest <= height;
    if (face >= BESIDE && fits("tall")) return "tall";
    return fits("roomy") ? "roomy" : "narrow";
}

const YAW = 50;

/** Where a die has fallen in this throw: chosen by its key, always the same. */
export function fallen(layout: Layout, key: number, throwNumber: number): Place & { yaw: number } {
    const spot = shuffled(layout.spots, throwNumber)[key]!;
    const random = steady(throwNumber * DICE + key);
    return {
        x: spot.x + (random() * 2 - 1) * layout.jitter.x,
        y: spot.y + (random() * 2 - 1) * layout.jitter.y,
        yaw: (random() - 0.5) * YAW,
    };
}
