/* dice.tsx: dice. A die at rest is one drawing, a cube with rounded edges seen a little from the front; a
 * tumbling die is painted on a canvas (rolling-dice.ts). Both have the same geometry, so the switch is
 * invisible. The edge of a die is 1em. */
import type { ComponentChildren, JSX } from "preact";
import "./dice.css";
import { pipPrint, type Print } from "./print";
import { hull, LEAN, times, turned, aboutUp, type Point, type Turn, type Vector } from "./rotation";

/** What is on a side that shows `face`: SVG in a square from -50 to 50. */
export type Mark = (face: number) => ComponentChildren;

/** The sides of a cube. `across` and `down` are the axes of the mark. */
export interface Side {
    name: "top" | "front" | "right" | "left" | "back" | "bottom";
    out: Vector;
    across: Vector;
    down: Vector;
}

export const sides: Side[] = [
    { name: "bottom", out: [0, 0, -1], across: [1, 0, 0], down: [0, -1, 0] },
    { name: "back", out: [0, -1, 0], across: [1, 0, 0], down: [0, 0, 1] },
    { name: "left", out: [-1, 0, 0], across: [0, 0, 1], down: [0, 1, 0] },
    { name: "right", out: [1, 0, 0], across: [0, 0, -1], down: [0, 1, 0] },
    { name: "front", out: [0, 1, 0], across: [1, 0, 0], down: [0, 0, -1] },
    { name: "top", out: [0, 0, 1], across: [1, 0, 0], down: [0, 1, 0] },
];

// ---- which face is where ----

/** A die with 1 up and 2 in front has 3 on the right; opposite faces add up to 7. */
const directions: Record<number, Vector> = {
    1: [0, 0, 1],
    2: [0, 1, 0],
    3: [1, 0, 0],
    4: [-1, 0, 0],
    5: [0, -1, 0],
    6: [0, 0, -1],
};

function faceTowards(direction: Vector): number {
    return Number(Object.keys(directions).find((face) => String(directions[+face]) === String(direction)));
}

function cross([a, b, c]: Vector, [d, e, f]: Vector): Vector {
    return [b * f - c * e || 0, c * d - a * f || 0, a * e - b * d || 0];
}

type Around = Record<Side["name"], number>;

function lookAround(top: number): Around {
    const front = top === 2 || top === 5 ? 3 : 2;
    const right = faceTowards(cross(directions[front]!, directions[top]!));
    return { top, front, right, left: 7 - right, back: 7 - front, bottom: 7 - top };
}

/** Computed once: tumbling dice need it in every frame. */
const around = [1, 2, 3, 4, 5, 6].map(lookAround);

/** The faces of the sides of a die that shows `top`. */
export function facesAround(top: number): Around {
    return around[top - 1]!;
}

// ---- at rest ----

export const HALF = 50;
export const ROUNDING = 17;
/** Where the flat colour of a side begins and how far it reaches, in parts of the rounding: no further
 * than the outline, which the upper side, seen almost from above, stays clear of anyhow. */
export const reach = { top: [1, 0.6], other: [0.45, 0.53] } as const;
/** How much smaller a mark is on a side that is not the upper one. */
export const MARK_BESIDE = 0.88;
/** The dark line around a die. */
export const EDGE = 5;

/** Where a point of a die that lies turned by `yaw` degrees is seen. */
function seenAt(yaw: number): (point: Vector) => Point {
    const turn = times(LEAN, aboutUp(yaw));
    return (point) => turned(turn, point).slice(0, 2) as Point;
}

/** Is a side visible? */
export function isSeen({ out }: Side, turn: Turn): boolean {
    return turned(turn, out)[2] > 0.04;
}

/** The four corners of a side, `half` from its middle and `high` above the die's. */
function corners({ out, across, down }: Side, half: number, high: number): Vector[] {
    return [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
    ].map(
        ([a, d]) => [0, 1, 2].map((i) => out[i]! * high + (across[i]! * a! + down[i]! * d!) * half) as Vector,
    );
}

const rounded = (value: number) => Math.round(value * 10) / 10;
const pointsText = (points: Point[]) => points.map(([x, y]) => `${rounded(x)},${rounded(y)}`).join(" ");

/** The corners of the cube that a ball is rolled around to make a die. */
export const innerCorners: Vector[] = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z].map((one) => one * (HALF - ROUNDING)) as Vector)),
);

/** A rounded cube is a smaller one that a ball is rolled around, so a thick round line around its
 * outline is its outline. */
function outline(yaw: number): string {
    return pointsText(hull(innerCorners.map(seenAt(yaw))));
}

/** How a mark is turned to fit a side, `high` above the middle of the die. */
function markTurn(side: Side, yaw: number, high: number): string {
    const seen = seenAt(yaw);
    const size = side.name === "top" ? 1 : MARK_BESIDE;
    const [a, b] = seen(side.across).map((value) => value * size);
    const [c, d] = seen(side.down).map((value) => value * size);
    const [e, f] = seen(side.out.map((value) => value * high) as Vector);
    return `matrix(${[a, b, c, d, e, f].map((value) => Math.round(value! * 1000) / 1000).join(" ")})`;
}

interface Lying {
    face: number;
    /** How it lies, in degrees. */
    yaw?: number;
    mark?: Mark;
    /** More classes: how it looks (`dim`, `lit`). */
    look?: string;
}

/** One side of a die at rest. */
function RestingSide({
    side,
    yaw,
    children,
}: {
    side: Side;
    yaw: number;
    children: ComponentChildren;
}): JSX.Element {
    const [begin, wide] = side.name === "top" ? reach.top : reach.other;
    const high = HALF - ROUNDING * (1 - begin);
    const flat = corners(side, HALF - ROUNDING, high);
    return (
        <g class={`die-${side.name}`}>
            <polygon points={pointsText(flat.map(seenAt(yaw)))} stroke-width={2 * ROUNDING * wide} />
            <g class="die-mark" transform={markTurn(side, yaw, high)}>
                {children}
            </g>
        </g>
    );
}

/** A die that lies still. Wherever it stands it is 1em wide; what is drawn reaches out a little. */
export function RestingDie({ face, yaw = 0, mark = pips, look = "" }: Lying): JSX.Element {
    const shown = facesAround(face);
    const body = outline(yaw);
    return (
        <svg class={`die-rest ${look}`} viewBox="-90 -90 180 180" aria-hidden="true">
            <polygon class="die-edge" points={body} stroke-width={2 * ROUNDING + EDGE} />
            <polygon class="die-body" points={body} stroke-width={2 * ROUNDING} />
            {sides
                .filter((side) => isSeen(side, times(LEAN, aboutUp(yaw))))
                .map((side) => (
                    <RestingSide side={side} yaw={yaw}>
                        {mark(shown[side.name])}
                    </RestingSide>
                ))}
        </svg>
    );
}

/** The shadow of a die on the table: a few steps of grey, because a real blur is dear. */
export const shadowLines = [66, 58, 50, 42, 34, 26];

export function DieShadow({ yaw = 0 }: { yaw?: number }): JSX.Element {
    const seen = seenAt(yaw);
    const ground = pointsText(corners(sides[0]!, HALF - ROUNDING, HALF).map(seen));
    return (
        <svg class="die-shadow" viewBox="-90 -90 180 180" aria-hidden="true">
            {shadowLines.map((width) => (
                <polygon points={ground} stroke-width={width} />
            ))}
        </svg>
    );
}

// ---- flat, for sheets, buttons and sentences ----

export function FlatDie({ face, mark = pips, look = "" }: Lying): JSX.Element {
    return (
        <svg class={`flat-die ${look}`} viewBox="-52 -52 104 104" aria-hidden="true">
            <rect class="flat-die-body" x="-49" y="-49" width="98" height="98" rx="20" />
            <g class="die-mark">{mark(face)}</g>
        </svg>
    );
}

// ---- marks ----

/** A print as a drawing. */
export function drawn(print: Print): Mark {
    return (face) =>
        print(face).map(({ d, colour, line }) => (
            <path
                d={d}
                fill={line ? "none" : `var(${colour})`}
                stroke={line ? `var(${colour})` : "none"}
                stroke-width={line}
                stroke-linecap="round"
                stroke-linejoin="round"
            />
        ));
}

const pips: Mark = drawn(pipPrint);
