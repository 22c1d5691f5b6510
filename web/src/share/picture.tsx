/* picture.tsx: a result as a picture, drawn on this device: the box of the game, a headline, who has how many points. */
import { Lid } from "../shelf/lids";
import { seatShape } from "../ui/seat-mark";
import { paintDrawing, roundRect } from "./paint-svg";

export interface Row {
    seat: number;
    name: string;
    score: string;
    won: boolean;
}

export interface SharedResult {
    game: string;
    /** Above the headline, below it, and at the foot. */
    title: string;
    headline: string;
    by: string | null;
    foot: string;
    rows: Row[];
}

export const SIDE = 1080;
const EDGE = 72;
const ROWS_MAX = 8;
const ROWS_TOP = 470;
const ROW_MAX = 92;

const INK = "#2b241d";
const SOFT = "#665a4c";
const SERIF =
    '"Iowan Old Style", "Palatino Linotype", Palatino, P052, Georgia, "Hiragino Mincho ProN", "Noto Serif CJK JP", serif';
const SANS = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Hiragino Sans", "Noto Sans CJK JP", sans-serif';

/** The colours of the seats in daylight: a picture is seen anywhere. */
const SEATS = ["#a63d24", "#1f5f93", "#356e34", "#875600", "#6a4796", "#0e6d70", "#983670", "#55504a"];

type Canvas = CanvasRenderingContext2D;

/** A text in one line: smaller, and at last cut, so that it fits. */
function write(
    on: Canvas,
    text: string,
    [x, y]: [number, number],
    font: string,
    px: number,
    most: number,
): void {
    let size = px;
    const set = () => {
        on.font = font.replace("SIZE", `${size}px`);
    };
    set();
    while (on.measureText(text).width > most && size > px * 0.6) {
        size -= 2;
        set();
    }
    const letters = [...text];
    let shown = text;
    while (on.measureText(shown).width > most && letters.length > 1) {
        letters.pop();
        shown = `${letters.join("")}…`;
    }
    on.fillText(shown, x, y);
}

function drawHead(on: Canvas, { game, title, headline, by }: SharedResult): void {
    paintDrawing(on, <Lid game={game} />, [EDGE, EDGE], 220);
    const left = EDGE + 220 + 48;
    const most = SIDE - left - EDGE;
    on.textAlign = "left";
    on.textBaseline = "alphabetic";
    on.fillStyle = SOFT;
    write(on, title, [left, EDGE + 60], `600 SIZE ${SANS}`, 36, most);
    on.fillStyle = INK;
    write(on, headline, [left, EDGE + 146], `700 SIZE ${SERIF}`, 78, most);
    on.fillStyle = SOFT;
    if (by) write(on, by, [left, EDGE + 204], `400 SIZE ${SANS}`, 34, most);
}

function drawRow(on: Canvas, { seat, name, score, won }: Row, top: number, height: number): void {
    const middle = top + height / 2;
    on.fillStyle = won ? "#f2d9cc" : "#fcf7ec";
    on.fill(roundRect(EDGE, top, SIDE - 2 * EDGE, height - 10, 18));
    const mark = new Path2D();
    mark.addPath(new Path2D(seatShape(seat)), new DOMMatrix([2, 0, 0, 2, EDGE + 28, middle - 25]));
    on.fillStyle = SEATS[(seat - 1) % SEATS.length]!;
    on.fill(mark);
    on.fillStyle = INK;
    on.textBaseline = "middle";
    on.textAlign = "right";
    write(on, score, [SIDE - EDGE - 32, middle - 4], `700 SIZE ${SERIF}`, 48, 260);
    const room = SIDE - 2 * EDGE - 96 - 64 - on.measureText(score).width;
    on.textAlign = "left";
    write(on, name, [EDGE + 92, middle - 4], `${won ? 700 : 500} SIZE ${SANS}`, 42, room);
}

/** Six pips and a die: our mark. */
function drawFoot(on: Canvas, foot: string): void {
    const [x, y, side] = [EDGE, SIDE - EDGE - 52, 52];
    on.fillStyle = SEATS[0]!;
    on.fill(roundRect(x, y, side, side, 12));
    on.fillStyle = "#fff8ee";
    for (const [px, py] of [
        [0.25, 0.25],
        [0.75, 0.25],
        [0.5, 0.5],
        [0.25, 0.75],
        [0.75, 0.75],
    ] as const) {
        on.beginPath();
        on.arc(x + px * side, y + py * side, side * 0.09, 0, 2 * Math.PI);
        on.fill();
    }
    on.textAlign = "left";
    on.textBaseline = "middle";
    on.fillStyle = INK;
    write(on, "Knobel", [x + side + 18, y + side / 2], `700 SIZE ${SERIF}`, 40, 300);
    on.textAlign = "right";
    on.fillStyle = SOFT;
    write(on, foot, [SIDE - EDGE, y + side / 2], `400 SIZE ${SANS}`, 30, 620);
}

/** Draw it all on a canvas of SIDE by SIDE. */
export function drawResult(canvas: HTMLCanvasElement, result: SharedResult): void {
    const on = canvas.getContext("2d")!;
    on.fillStyle = "#ece0cb";
    on.fillRect(0, 0, SIDE, SIDE);
    on.fillStyle = "#f3ead8";
    on.beginPath();
    on.arc(SIDE * 0.8, SIDE * 0.1, SIDE * 0.6, 0, 2 * Math.PI);
    on.fill();
    drawHead(on, result);
    const rows = result.rows.slice(0, ROWS_MAX);
    const top = rows.length > 5 ? EDGE + 270 : ROWS_TOP - 60;
    const height = Math.min(ROW_MAX, (SIDE - 2 * EDGE - 80 - top) / Math.max(1, rows.length));
    rows.forEach((row, k) => drawRow(on, row, top + k * height, height));
    drawFoot(on, result.foot);
}

export function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
    return new Promise((resolve, reject) =>
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("canvas"))), "image/png"),
    );
}
