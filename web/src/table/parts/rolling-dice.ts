/* rolling-dice.ts: tumbling dice, painted on one canvas. As elements, twelve dice are 72 sides that a browser
 * has to style, lay out, paint and compose in every frame; on a canvas they are a few shapes. A die is
 * painted as it is drawn at rest (dice.tsx); prints and shadows are painted once and then only turned. */
import {
    EDGE,
    facesAround,
    HALF,
    innerCorners,
    isSeen,
    MARK_BESIDE,
    reach,
    ROUNDING,
    shadowLines,
    sides,
    type Side,
} from "./dice";
import type { Moving } from "./motion";
import type { Print } from "./print";
import type { Flight, Pose } from "./tumble";
import { hull, TILT, turned, type Point, type Turn, type Vector } from "./rotation";

interface FlyingDie {
    face: number;
    size: number;
    flight: Flight;
}

/** A canvas that lies over a field of dice. */
export interface Sheet {
    canvas: HTMLCanvasElement;
    /** The edge of a die, in pixels of the canvas. */
    edge: number;
}

type Colour = Vector;
type Paint = CanvasRenderingContext2D;

// ---- what is painted once ----

/** Somewhere between a smaller picture that is sharp and a larger one that is slow. */
const MOST_DENSE = 2;

/** The canvas covers its parent and a little more; called whenever that has changed its size. */
export function fitSheet(canvas: HTMLCanvasElement): Sheet {
    const field = canvas.parentElement!;
    const dense = Math.min(MOST_DENSE, devicePixelRatio);
    const edge = Number.parseFloat(getComputedStyle(field).fontSize) * dense;
    canvas.width = Math.round(canvas.clientWidth * dense);
    canvas.height = Math.round(canvas.clientHeight * dense);
    return { canvas, edge };
}

/** A picture of something drawn around 0,0 in units of a hundredth of an edge. */
function picture(reachOut: number, edge: number, draw: (paint: Paint) => void): HTMLCanvasElement {
    const made = document.createElement("canvas");
    made.width = made.height = Math.ceil((2 * reachOut * edge) / 100);
    const paint = made.getContext("2d")!;
    paint.scale(made.width / (2 * reachOut), made.width / (2 * reachOut));
    paint.translate(reachOut, reachOut);
    draw(paint);
    return made;
}

/** As far as the widest of its lines. */
const SHADOW_REACH = HALF - ROUNDING + shadowLines[0]! / 2 + 1;

interface Pictures {
    marks: Map<number, HTMLCanvasElement>;
    shadow: HTMLCanvasElement;
    colours: { top: Colour; front: Colour; side: Colour; dark: Colour };
    body: string;
    edge: string;
}

function paintPrint(print: Print, face: number, colourOf: (name: string) => string) {
    return (paint: Paint) => {
        paint.lineCap = paint.lineJoin = "round";
        for (const { d, colour, line } of print(face)) {
            paint.fillStyle = paint.strokeStyle = colourOf(colour);
            paint.lineWidth = line ?? 0;
            if (line) paint.stroke(new Path2D(d));
            else paint.fill(new Path2D(d));
        }
    };
}

/** A path around 0,0 with round corners; `roundRect` is younger than some of the browsers that the page is built for. */
function traceSquare(paint: Paint, half: number, rounding: number): void {
    paint.beginPath();
    paint.moveTo(0, -half);
    paint.arcTo(half, -half, half, half, rounding);
    paint.arcTo(half, half, -half, half, rounding);
    paint.arcTo(-half, half, -half, -half, rounding);
    paint.arcTo(-half, -half, half, -half, rounding);
    paint.closePath();
}

function paintShadow(colour: string) {
    return (paint: Paint) => {
        const half = HALF - ROUNDING;
        paint.lineJoin = "round";
        paint.fillStyle = paint.strokeStyle = colour;
        // As one shape each, or line and inside would darken each other where they meet.
        for (const width of shadowLines) {
            traceSquare(paint, half + width / 2, width / 2);
            paint.fill();
        }
    };
}

/** A colour as three numbers, in whatever notation. */
function threeOf(text: string): Colour {
    const paint = document.createElement("canvas").getContext("2d")!;
    paint.fillStyle = text;
    return [1, 3, 5].map((at) => Number.parseInt(paint.fillStyle.toString().slice(at, at + 2), 16)) as Colour;
}

function makePictures(print: Print, edge: number, style: CSSStyleDeclaration): Pictures {
    const colourOf = (name: string) => style.getPropertyValue(name).trim();
    const marks = [1, 2, 3, 4, 5, 6].map(
        (face) => [face, picture(HALF, edge, paintPrint(print, face, colourOf))] as const,
    );
    return {
        marks: new Map(marks),
        shadow: picture(SHADOW_REACH, edge, paintShadow(colourOf("--die-shadow"))),
        colours: {
            top: threeOf(colourOf("--die-top")),
            front: threeOf(colourOf("--die-front")),
            side: threeOf(colourOf("--die-side")),
            dark: threeOf(colourOf("--die-dark")),
        },
        body: colourOf("--die-side"),
        edge: colourOf("--die-edge"),
    };
}

let kept: { key: string; print: Print; pictures: Pictures } | null = null;

/** The pictures for dice of this size in this light; those made last are kept. */
function picturesFor(print: Print, edge: number): Pictures {
    const page = document.documentElement;
    const key = `${edge} ${page.dataset.light}`;
    if (kept?.key !== key || kept.print !== print)
        kept = { key, print, pictures: makePictures(print, edge, getComputedStyle(page)) };
    return kept.pictures;
}

/** Paint pictures before a throw needs them. */
export function prepare(print: Print, { edge }: Sheet): void {
    if (edge > 0) picturesFor(print, edge);
}

// ---- a frame ----

/** The light on a side: the colours it would have as the upper, the front or another one, mixed by how much
 * it looks that way. */
function lightOn([x, y, z]: Vector, { top, front, side, dark }: Pictures["colours"]): string {
    const [up, near] = [z > 0 ? top : dark, y > 0 ? front : dark];
    const mixed = [0, 1, 2].map((i) => Math.round(up[i]! * z * z + near[i]! * y * y + side[i]! * x * x));
    return `rgb(${mixed.join(" ")})`;
}

/** A side that turns upwards becomes the upper one by and by. */
function between(upward: number, [other, top]: [number, number]): number {
    return other + (top - other) * upward;
}

function paintSide(paint: Paint, pictures: Pictures, side: Side, face: number, pose: Pose): void {
    const lit = turned(pose.lit, side.out);
    const upward = lit[2] > 0 ? lit[2] * lit[2] : 0;
    const high = HALF - ROUNDING * (1 - between(upward, [reach.other[0], reach.top[0]]));
    const wide = ROUNDING * between(upward, [reach.other[1], reach.top[1]]);
    const half = HALF - ROUNDING + wide;
    const [ax, ay] = turned(pose.turn, side.across);
    const [dx, dy] = turned(pose.turn, side.down);
    const [ox, oy] = turned(pose.turn, side.out);
    paint.save();
    paint.transform(ax, ay, dx, dy, ox * high, oy * high);
    paint.fillStyle = lightOn(lit, pictures.colours);
    traceSquare(paint, half, wide);
    paint.fill();
    const mark = HALF * between(upward, [MARK_BESIDE, 1]);
    paint.drawImage(pictures.marks.get(face)!, -mark, -mark, 2 * mark, 2 * mark);
    paint.restore();
}

/** A path around points in their order, so far away from them, with round corners. */
function trace(paint: Paint, points: Point[], away: number): void {
    paint.beginPath();
    points.forEach(([x, y], at) => {
        const [fromX, fromY] = points.at(at - 1)!;
        const [toX, toY] = points[(at + 1) % points.length]!;
        paint.arc(x, y, away, Math.atan2(fromX - x, y - fromY), Math.atan2(x - toX, toY - y));
    });
    paint.fill();
}

function paintBody(paint: Paint, { body, edge }: Pictures, turn: Turn): void {
    const around = hull(innerCorners.map((corner) => turned(turn, corner).slice(0, 2) as Point));
    paint.fillStyle = edge;
    trace(paint, around, ROUNDING + EDGE / 2);
    paint.fillStyle = body;
    trace(paint, around, ROUNDING);
}

/** To the middle of a die, in hundredths of its edge. */
function goTo(paint: Paint, { canvas, edge }: Sheet, { x, y }: Pose, size: number): void {
    const scale = (edge * size) / 100;
    paint.setTransform(scale, 0, 0, scale, canvas.width / 2 + x * edge, canvas.height / 2 + y * edge);
}

const LEAN_COS = Math.cos((TILT * Math.PI) / 180);
const LEAN_SIN = Math.sin((TILT * Math.PI) / 180);

/** The higher the die, the further off, larger and fainter its shadow. */
function paintShadowOf(paint: Paint, { shadow }: Pictures, { high, shadow: yaw }: Pose): void {
    const grown = 1 + high * 0.12;
    paint.globalAlpha = 1 / (1 + high);
    paint.translate(6 + high * 20, 4 + high * 22 + HALF * LEAN_SIN);
    paint.scale(grown, grown * LEAN_COS);
    paint.rotate((yaw * Math.PI) / 180);
    paint.drawImage(shadow, -SHADOW_REACH, -SHADOW_REACH, 2 * SHADOW_REACH, 2 * SHADOW_REACH);
    paint.globalAlpha = 1;
}

/** How far a die seems to rise on its way up, besides what the lean of the table shows. */
const RISE = 0.45;

function paintDie(paint: Paint, pictures: Pictures, face: number, pose: Pose): void {
    const around = facesAround(face);
    paint.translate(0, -100 * pose.high * (RISE + LEAN_SIN));
    paintBody(paint, pictures, pose.turn);
    for (const side of sides)
        if (isSeen(side, pose.turn)) paintSide(paint, pictures, side, around[side.name], pose);
}

function paintAll(paint: Paint, sheet: Sheet, pictures: Pictures, dice: FlyingDie[], ms: number): void {
    paint.setTransform(1, 0, 0, 1, 0, 0);
    paint.clearRect(0, 0, sheet.canvas.width, sheet.canvas.height);
    paint.lineJoin = "round";
    const posed = dice
        .map((die) => ({ ...die, pose: die.flight.at(ms) }))
        .sort((a, b) => a.pose.y - b.pose.y);
    for (const { pose, size } of posed) {
        goTo(paint, sheet, pose, size);
        paintShadowOf(paint, pictures, pose);
    }
    for (const { pose, size, face } of posed) {
        goTo(paint, sheet, pose, size);
        paintDie(paint, pictures, face, pose);
    }
}

// ---- a throw ----

/** A hidden page paints no frames: by then a throw is over anyway. */
const LATE_MS = 500;

/** The frame in which a throw begins has much else to draw. Dice that flew meanwhile would jump, so they wait for a frame
 * that took no longer than this, but not for ever. */
const SETTLED_MS = 25;
const WAIT_FRAMES = 4;

/** Let dice tumble until they rest; they stay painted until it is cancelled. */
export function roll(sheet: Sheet, print: Print, dice: FlyingDie[]): Moving {
    const paint = sheet.canvas.getContext("2d")!;
    const pictures = picturesFor(print, sheet.edge);
    const whole = Math.max(...dice.map(({ flight }) => flight.ms));
    let end = () => {};
    const finished = new Promise<void>((resolve) => (end = resolve));
    let begun: number | null = null;
    let last = 0;
    let waited = 0;
    const isSettled = (now: number) => now - last < SETTLED_MS || waited++ === WAIT_FRAMES;
    let frame = requestAnimationFrame(function next(now) {
        if (begun === null && isSettled(now)) {
            begun = now;
            sheet.canvas.dataset.flying = ""; // web/pace counts frames from here on
        }
        last = now;
        const ms = begun === null ? 0 : now - begun;
        paintAll(paint, sheet, pictures, dice, ms);
        if (ms < whole) frame = requestAnimationFrame(next);
        else finish();
    });
    const late = setTimeout(() => finish(), whole + LATE_MS);
    const finish = () => {
        cancelAnimationFrame(frame);
        clearTimeout(late);
        delete sheet.canvas.dataset.flying;
        end();
    };
    const cancel = () => {
        finish();
        paint.setTransform(1, 0, 0, 1, 0, 0);
        paint.clearRect(0, 0, sheet.canvas.width, sheet.canvas.height);
    };
    return { finished, finish, cancel };
}
