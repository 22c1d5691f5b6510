/* paint-svg.ts: paints one of our own drawings on a canvas. Browsers would take an SVG file for that, but the page allows no
 * pictures from anywhere but the server. */
import { render, type JSX } from "preact";

const LOOKS = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"] as const;
type Look = Partial<Record<(typeof LOOKS)[number], string>>;

const size = (element: Element, name: string) => Number(element.getAttribute(name) ?? 0);

function outline(element: Element): Path2D | null {
    const path = new Path2D();
    switch (element.tagName) {
        case "path":
            return new Path2D(element.getAttribute("d")!);
        case "circle":
            path.arc(size(element, "cx"), size(element, "cy"), size(element, "r"), 0, 2 * Math.PI);
            return path;
        case "ellipse":
            path.ellipse(
                size(element, "cx"),
                size(element, "cy"),
                size(element, "rx"),
                size(element, "ry"),
                0,
                0,
                2 * Math.PI,
            );
            return path;
        case "rect":
            return roundRect(
                ...(["x", "y", "width", "height", "rx"].map((name) => size(element, name)) as Box),
            );
        default:
            return null;
    }
}

type Box = [x: number, y: number, width: number, height: number, corner: number];

/** Not every browser has one of its own. */
export function roundRect(...[x, y, width, height, corner]: Box): Path2D {
    const path = new Path2D();
    const r = Math.min(corner, width / 2, height / 2);
    path.moveTo(x + r, y);
    path.arcTo(x + width, y, x + width, y + height, r);
    path.arcTo(x + width, y + height, x, y + height, r);
    path.arcTo(x, y + height, x, y, r);
    path.arcTo(x, y, x + width, y, r);
    path.closePath();
    return path;
}

function paintElement(on: CanvasRenderingContext2D, element: Element, inherited: Look): void {
    const look: Look = { ...inherited };
    for (const name of LOOKS) {
        const value = element.getAttribute(name);
        if (value !== null) look[name] = value;
    }
    on.save();
    on.globalAlpha *= Number(element.getAttribute("opacity") ?? 1);
    const matrix = (element as SVGGraphicsElement).transform?.baseVal.consolidate()?.matrix;
    if (matrix) on.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
    const path = outline(element);
    if (path && look.fill !== "none") {
        on.fillStyle = look.fill ?? "#000";
        on.fill(path);
    }
    if (path && look.stroke && look.stroke !== "none") {
        on.strokeStyle = look.stroke;
        on.lineWidth = Number(look["stroke-width"] ?? 1);
        on.lineCap = (look["stroke-linecap"] ?? "butt") as CanvasLineCap;
        on.lineJoin = (look["stroke-linejoin"] ?? "miter") as CanvasLineJoin;
        on.stroke(path);
    }
    for (const child of element.children) paintElement(on, child, look);
    on.restore();
}

/** A drawing, one <svg> with a viewBox from 0 0, into a square with this side. */
export function paintDrawing(
    on: CanvasRenderingContext2D,
    drawing: JSX.Element,
    [x, y]: [number, number],
    side: number,
): void {
    const place = document.createElement("div");
    render(drawing, place);
    const svg = place.querySelector("svg")!;
    const [, , width = side] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    on.save();
    on.translate(x, y);
    on.clip(roundRect(0, 0, side, side, side / 16));
    on.scale(side / width, side / width);
    for (const child of svg.children) paintElement(on, child, {});
    on.restore();
    render(null, place);
}
