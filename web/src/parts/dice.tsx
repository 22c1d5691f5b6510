/* dice.tsx: dice. A die at rest is one drawing, a cube with rounded edges seen a little from the front;
 * while it tumbles it is a cube of six sides, which the compositor turns without painting (tumble.ts). Both
 * follow the same geometry, so one takes the other's place unseen. The edge of a die is 1em. */
import type { ComponentChildren, JSX } from "preact";
import "./dice.css";
import { pipPlaces } from "./pips";

/** What is on a side that shows `face`: SVG in a square from -50 to 50. */
export type Mark = (face: number) => ComponentChildren;

/** How far the table leans away from the eye, in degrees. */
export const TILT = 23;

type Vector = [number, number, number];

/** The sides of a cube: x to the right, y towards us, z up. `across` and `down` are the axes of the mark. */
interface Side {
    name: "top" | "front" | "right" | "left" | "back" | "bottom";
    out: Vector;
    across: Vector;
    down: Vector;
    turn: string;
}

const sides: Side[] = [
    { name: "bottom", out: [0, 0, -1], across: [1, 0, 0], down: [0, -1, 0], turn: "rotateX(180deg)" },
    { name: "back", out: [0, -1, 0], across: [1, 0, 0], down: [0, 0, 1], turn: "rotateX(90deg)" },
    { name: "left", out: [-1, 0, 0], across: [0, 0, 1], down: [0, 1, 0], turn: "rotateY(-90deg)" },
    { name: "right", out: [1, 0, 0], across: [0, 0, -1], down: [0, 1, 0], turn: "rotateY(90deg)" },
    { name: "front", out: [0, 1, 0], across: [1, 0, 0], down: [0, 0, -1], turn: "rotateX(-90deg)" },
    { name: "top", out: [0, 0, 1], across: [1, 0, 0], down: [0, 1, 0], turn: "" },
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

/** The faces of the sides of a die that shows `top`. */
export function facesAround(top: number): Record<Side["name"], number> {
    const front = top === 2 || top === 5 ? 3 : 2;
    const right = faceTowards(cross(directions[front]!, directions[top]!));
    return { top, front, right, left: 7 - right, back: 7 - front, bottom: 7 - top };
}

// ---- at rest ----

const HALF = 50;
const ROUNDING = 17;
/** Where the flat colour of a side begins and how far it reaches, in parts of the rounding: no further
 * than the outline, which the upper side, seen almost from above, stays clear of anyhow. */
const reach = { top: [1, 0.6], other: [0.45, 0.53] } as const;

type Point = [number, number];

/** Where a point of a die that lies turned by `yaw` degrees is seen. */
function seenAt(yaw: number): (point: Vector) => Point {
    const turn = (yaw * Math.PI) / 180;
    const lean = (TILT * Math.PI) / 180;
    return ([x, y, z]) => {
        const towards = x * Math.sin(turn) + y * Math.cos(turn);
        return [x * Math.cos(turn) - y * Math.sin(turn), towards * Math.cos(lean) - z * Math.sin(lean)];
    };
}

function isSeen({ out }: Side, yaw: number): boolean {
    const turn = (yaw * Math.PI) / 180;
    const lean = (TILT * Math.PI) / 180;
    const towards = out[0] * Math.sin(turn) + out[1] * Math.cos(turn);
    return towards * Math.sin(lean) + out[2] * Math.cos(lean) > 0.04;
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

/** The outline of points in a plane: those that no line through two others leaves behind. */
function hull(points: Point[]): Point[] {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const half = (list: Point[]) => {
        const line: Point[] = [];
        for (const point of list) {
            while (line.length > 1) {
                const [[ax, ay], [bx, by]] = [line.at(-2)!, line.at(-1)!];
                if ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 0) break;
                line.pop();
            }
            line.push(point);
        }
        return line.slice(0, -1);
    };
    return [...half(sorted), ...half([...sorted].reverse())];
}

/** A rounded cube is a smaller one that a ball is rolled around, so a thick round line around its
 * outline is its outline. */
function outline(yaw: number): string {
    const seen = seenAt(yaw);
    const inner = HALF - ROUNDING;
    return pointsText(hull(sides.flatMap((side) => corners(side, inner, inner)).map(seen)));
}

/** How a mark is turned to lie on a side, `high` above the middle of the die. */
function markTurn(side: Side, yaw: number, high: number): string {
    const seen = seenAt(yaw);
    const size = side.name === "top" ? 1 : 0.88;
    const [a, b] = seen(side.across).map((value) => value * size);
    const [c, d] = seen(side.down).map((value) => value * size);
    const [e, f] = seen(side.out.map((value) => value * high) as Vector);
    return `matrix(${[a, b, c, d, e, f].map((value) => Math.round(value! * 1000) / 1000).join(" ")})`;
}

export interface Lying {
    face: number;
    /** How it lies, in degrees. */
    yaw?: number;
    mark?: Mark;
    /** More classes: how it is to be seen (`dim`, `lit`). */
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
    const around = facesAround(face);
    const body = outline(yaw);
    return (
        <svg class={`die-rest ${look}`} viewBox="-90 -90 180 180" aria-hidden="true">
            <polygon class="die-edge" points={body} stroke-width={2 * ROUNDING + 5} />
            <polygon class="die-body" points={body} stroke-width={2 * ROUNDING} />
            {sides
                .filter((side) => isSeen(side, yaw))
                .map((side) => (
                    <RestingSide side={side} yaw={yaw}>
                        {mark(around[side.name])}
                    </RestingSide>
                ))}
        </svg>
    );
}

// ---- in motion ----

/** A die that can be turned; stands inside an element of the class `cube`. */
export function Cube({ face, mark = pips }: { face: number; mark?: Mark }): JSX.Element {
    const around = facesAround(face);
    return (
        <>
            {sides.map((side) => (
                <svg
                    class={`cube-side die-${side.name}`}
                    viewBox="-50 -50 100 100"
                    aria-hidden="true"
                    style={{ transform: `${side.turn} translateZ(0.5em)` }}
                >
                    <g class="die-mark">{mark(around[side.name])}</g>
                </svg>
            ))}
        </>
    );
}

/** The shadow of a die on the table: a few steps of grey, because a real blur is dear. */
export function DieShadow({ yaw = 0 }: { yaw?: number }): JSX.Element {
    const seen = seenAt(yaw);
    const ground = pointsText(corners(sides[0]!, HALF - ROUNDING, HALF).map(seen));
    return (
        <svg class="die-shadow" viewBox="-90 -90 180 180" aria-hidden="true">
            {[66, 58, 50, 42, 34, 26].map((width) => (
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

const STEP = 25;

export const pips: Mark = (face) =>
    (pipPlaces[face] ?? []).map(([x, y]) => <circle cx={x * STEP} cy={y * STEP} r={face === 1 ? 13 : 10} />);
