/* raster.mjs: paints a drawing, a tree of SVG elements as JSX makes it, into pixels. It knows what our own drawings are made
 * of: rect, circle, ellipse, path, groups with transforms, a picture within a picture; flat colours, fills and strokes. So
 * the build needs no browser for its pictures, and makes the same bytes everywhere. */

const CURVE_STEPS = 24;
const ROUND_STEPS = 96;

// ---- transforms: [a, b, c, d, e, f] as SVG has them ----

const SAME = [1, 0, 0, 1, 0, 0];

function times([a, b, c, d, e, f], [g, h, i, j, k, l]) {
    return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

const moved = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];

function readTransform(text) {
    let all = SAME;
    for (const [, name, inside] of (text ?? "").matchAll(/(\w+)\(([^)]*)\)/g)) {
        const n = inside
            .trim()
            .split(/[\s,]+/)
            .map(Number);
        const turn = ((n[0] ?? 0) * Math.PI) / 180;
        const one = {
            translate: () => [1, 0, 0, 1, n[0], n[1] ?? 0],
            scale: () => [n[0], 0, 0, n[1] ?? n[0], 0, 0],
            rotate: () => [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0],
        }[name];
        if (!one) throw new Error(`raster: ${name} is not known`);
        all = times(all, one());
    }
    return all;
}

// ---- shapes as lines: {points, closed} ----

const round = (cx, cy, rx, ry = rx) => ({
    closed: true,
    points: Array.from({ length: ROUND_STEPS }, (_point, k) => {
        const turn = (2 * Math.PI * k) / ROUND_STEPS;
        return [cx + rx * Math.cos(turn), cy + ry * Math.sin(turn)];
    }),
});

/** An arc from one point to another, as the specification of SVG computes it. */
function arc([x0, y0], rx, ry, tilt, large, sweep, [x1, y1]) {
    const turn = (tilt * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [dx, dy] = [(x0 - x1) / 2, (y0 - y1) / 2];
    const [px, py] = [cos * dx + sin * dy, -sin * dx + cos * dy];
    const grow = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2));
    const [a, b] = [rx * grow, ry * grow];
    const rest = (a * b) ** 2 / ((a * py) ** 2 + (b * px) ** 2) - 1;
    const far = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, rest));
    const [qx, qy] = [(far * a * py) / b, (-far * b * px) / a];
    const angle = (x, y) => Math.atan2(y / b, x / a);
    const from = angle(px - qx, py - qy);
    let span = angle(-px - qx, -py - qy) - from;
    if (sweep && span < 0) span += 2 * Math.PI;
    if (!sweep && span > 0) span -= 2 * Math.PI;
    return Array.from({ length: CURVE_STEPS }, (_point, k) => {
        const at = from + (span * (k + 1)) / CURVE_STEPS;
        const [u, v] = [a * Math.cos(at) + qx, b * Math.sin(at) + qy];
        return [cos * u - sin * v + (x0 + x1) / 2, sin * u + cos * v + (y0 + y1) / 2];
    });
}

function cubic([x0, y0], [x1, y1], [x2, y2], [x3, y3]) {
    return Array.from({ length: CURVE_STEPS }, (_point, k) => {
        const t = (k + 1) / CURVE_STEPS;
        const s = 1 - t;
        const mix = (a, b, c, d) => s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
        return [mix(x0, x1, x2, x3), mix(y0, y1, y2, y3)];
    });
}

const WANTED = { m: 2, l: 2, h: 1, v: 1, c: 6, a: 7, z: 0 };

/** The lines of a path. */
function readPath(text) {
    const lines = [];
    let line = { points: [], closed: false };
    let at = [0, 0];
    const end = () => {
        if (line.points.length > 1) lines.push(line);
        line = { points: [], closed: false };
    };
    const to = (points) => {
        line.points.push(...points);
        at = points[points.length - 1];
    };
    for (const [, letter, inside] of text.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
        const kind = letter.toLowerCase();
        const count = WANTED[kind];
        if (count === undefined) throw new Error(`raster: ${letter} in a path is not known`);
        const numbers = (inside.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
        for (let n = 0; n === 0 || n < numbers.length; n += count || 1) {
            const [bx, by] = letter === kind ? at : [0, 0];
            const point = (k) => [bx + numbers[n + k], by + numbers[n + k + 1]];
            if (kind === "z") {
                line.closed = true;
                const first = line.points[0];
                end();
                at = first;
                line.points.push(first);
            } else if (kind === "m" && n === 0) {
                end();
                to([point(0)]);
            } else if (kind === "m" || kind === "l") to([point(0)]);
            else if (kind === "h") to([[bx + numbers[n], at[1]]]);
            else if (kind === "v") to([[at[0], by + numbers[n]]]);
            else if (kind === "c") to(cubic(at, point(0), point(2), point(4)));
            else to(arc(at, ...numbers.slice(n, n + 5), point(5)));
        }
    }
    end();
    return lines;
}

function rectLines({ x = 0, y = 0, width, height, rx = 0 }) {
    const [l, t, w, h, r] = [x, y, width, height, rx].map(Number);
    if (r === 0) return readPath(`M${l} ${t}h${w}v${h}h${-w}z`);
    const corner = (dx, dy) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;
    const [across, down] = [w - 2 * r, h - 2 * r];
    return readPath(
        `M${l + r} ${t}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}z`,
    );
}

/** The lines of an element; null: it is not a shape. */
function linesOf(type, props) {
    const n = (name) => Number(props[name] ?? 0);
    if (type === "rect") return rectLines(props);
    if (type === "circle") return [round(n("cx"), n("cy"), n("r"))];
    if (type === "ellipse") return [round(n("cx"), n("cy"), n("rx"), n("ry"))];
    if (type === "path") return readPath(props.d);
    return null;
}

/** All parts of a stroke turn the same way, so that together they are its whole. */
function turned(points) {
    let area = 0;
    points.forEach(([x, y], k) => {
        const [u, v] = points[(k + 1) % points.length];
        area += x * v - u * y;
    });
    return area < 0 ? [...points].reverse() : points;
}

/** Two pieces of a line that go on in nearly the same direction share their edge; elsewhere a disc lies between them. */
const SMOOTH = 0.85;

/** A stroke as shapes to fill: each piece of the line, and discs at corners and round ends. */
function strokeOf(lines, width, cap) {
    const half = width / 2;
    const shapes = [];
    for (const { points, closed } of lines) {
        const all = (closed ? [...points, points[0]] : points).filter(
            ([x, y], k, line) => k === 0 || Math.hypot(x - line[k - 1][0], y - line[k - 1][1]) > 1e-6,
        );
        const count = all.length - 1;
        const normals = Array.from({ length: count }, (_piece, k) => {
            const [[x0, y0], [x1, y1]] = [all[k], all[k + 1]];
            const length = Math.hypot(x1 - x0, y1 - y0);
            return [(y0 - y1) / length, (x1 - x0) / length];
        });
        const piece = (k) => (closed ? normals[(k + count) % count] : normals[k]);
        /** How far the edge lies from the point where this piece meets another one; null: there is a corner. */
        const shared = ([ax, ay], other) => {
            const along = other ? ax * other[0] + ay * other[1] : 0;
            return along > SMOOTH ? [(ax + other[0]) / (1 + along), (ay + other[1]) / (1 + along)] : null;
        };
        for (let k = 0; k < count; k++) {
            const [[x0, y0], [x1, y1]] = [all[k], all[k + 1]];
            const [[ax, ay], [bx, by]] = [k - 1, k + 1].map(
                (at) => shared(normals[k], piece(at)) ?? normals[k],
            );
            shapes.push([
                [x0 + ax * half, y0 + ay * half],
                [x1 + bx * half, y1 + by * half],
                [x1 - bx * half, y1 - by * half],
                [x0 - ax * half, y0 - ay * half],
            ]);
            const isEnd = !piece(k + 1);
            if (isEnd ? cap === "round" : !shared(normals[k], piece(k + 1)))
                shapes.push(round(x1, y1, half).points);
        }
        if (!closed && cap === "round") shapes.push(round(...all[0], half).points);
    }
    return shapes.map(turned);
}

// ---- pixels ----

function readColour(text) {
    const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
    if (!hex) throw new Error(`raster: ${text} is not a colour here`);
    const long = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
    return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16));
}

export class Raster {
    constructor(width, height) {
        this.width = width;
        this.height = height;
        this.pixels = new Float32Array(width * height * 3).fill(255);
        this.stride = width + 2; // an edge may lie at the very end of a row
        this.cover = new Float32Array(this.stride * height);
    }

    /** Fill shapes: what each edge covers of every pixel to its right is added up, then summed along the rows. */
    fill(shapes, colour, opacity, clip) {
        const [left, top, right, bottom] = clip;
        const box = [right, bottom, left, top];
        for (const points of shapes)
            for (const [x, y] of points) {
                box[0] = Math.min(box[0], x);
                box[1] = Math.min(box[1], y);
                box[2] = Math.max(box[2], x);
                box[3] = Math.max(box[3], y);
            }
        const rows = [Math.max(top, Math.floor(box[1])), Math.min(bottom, Math.ceil(box[3]))];
        const columns = [Math.max(left, Math.floor(box[0])), Math.min(right, Math.ceil(box[2]))];
        if (rows[0] >= rows[1] || columns[0] >= columns[1]) return;
        for (let y = rows[0]; y < rows[1]; y++)
            this.cover.fill(0, y * this.stride + columns[0], y * this.stride + columns[1] + 2);
        for (const points of shapes)
            points.forEach((point, k) => this.#edge(point, points[(k + 1) % points.length], rows, columns));
        for (let y = rows[0]; y < rows[1]; y++) {
            let sum = 0;
            for (let x = columns[0]; x < columns[1]; x++) {
                sum += this.cover[y * this.stride + x];
                const share = Math.min(1, Math.abs(sum)) * opacity;
                if (share < 1 / 512) continue;
                const at = 3 * (y * this.width + x);
                for (let c = 0; c < 3; c++) this.pixels[at + c] += (colour[c] - this.pixels[at + c]) * share;
            }
        }
    }

    #edge([xa, ya], [xb, yb], rows, columns) {
        if (ya === yb) return;
        const way = ya < yb ? 1 : -1;
        const [x0, y0, x1, y1] = way > 0 ? [xa, ya, xb, yb] : [xb, yb, xa, ya];
        const slope = (x1 - x0) / (y1 - y0);
        const inside = (x) => Math.min(columns[1], Math.max(columns[0], x));
        for (let y = Math.max(rows[0], Math.floor(y0)); y < Math.min(rows[1], y1); y++) {
            const [from, to] = [Math.max(y0, y), Math.min(y1, y + 1)];
            if (to <= from) continue;
            const ends = [x0 + (from - y0) * slope, x0 + (to - y0) * slope].map(inside);
            this.#part(y * this.stride, Math.min(...ends), Math.max(...ends), (to - from) * way);
        }
    }

    /** An edge within one row, from x to the right of it by `span`. */
    #part(row, low, high, height) {
        const first = Math.floor(low);
        const last = Math.ceil(high);
        if (last <= first + 1) {
            const share = (low + high) / 2 - first;
            this.cover[row + first] += height * (1 - share);
            this.cover[row + first + 1] += height * share;
            return;
        }
        const per = height / (high - low);
        let before = 0;
        for (let x = first; x < last; x++) {
            const [a, b] = [Math.max(low, x), Math.min(high, x + 1)];
            // So much of this pixel lies to the right of the edge.
            const here = per * (b - a) * (x + 1 - (a + b) / 2);
            this.cover[row + x] += here + before;
            before = per * (b - a) - here;
        }
        this.cover[row + last] += before;
    }

    // ---- elements ----

    /** Paint an element; `look` are the colours that it inherits. */
    draw(node, matrix = SAME, look = { fill: "#000" }, clip = [0, 0, this.width, this.height]) {
        if (Array.isArray(node)) return node.forEach((one) => this.draw(one, matrix, look, clip));
        if (!node || typeof node !== "object") return;
        const { type, props } = node;
        if (typeof type === "function") return this.draw(type(props), matrix, look, clip);
        const own = times(matrix, readTransform(props.transform));
        const { children, opacity = 1, ...rest } = props;
        const seen = { ...look, ...rest, opacity: (look.opacity ?? 1) * Number(opacity) };
        const lines = linesOf(type, props);
        if (lines) return this.#shape(lines, own, seen, clip);
        if (type === "svg") return this.#within(props, own, seen, clip);
        if (type !== "g") throw new Error(`raster: <${type}> is not known`);
        this.draw(children, own, seen, clip);
    }

    #shape(lines, matrix, look, clip) {
        const placed = (shapes) => shapes.map((points) => points.map((point) => moved(matrix, point)));
        if (look.fill !== "none")
            this.fill(placed(lines.map(({ points }) => points)), readColour(look.fill), look.opacity, clip);
        if (!look.stroke || look.stroke === "none") return;
        const shapes = strokeOf(lines, Number(look["stroke-width"] ?? 1), look["stroke-linecap"]);
        this.fill(placed(shapes).map(turned), readColour(look.stroke), look.opacity, clip);
    }

    /** A picture within a picture is cut off at its edges. Without a size of its own it is as large as the one around it. */
    #within({ x = 0, y = 0, width, height, viewBox, children }, matrix, look, clip) {
        const [bx, by, bw, bh] = viewBox.split(" ").map(Number);
        const [w, h] = [Number(width ?? look.around[0]), Number(height ?? look.around[1])];
        const own = times(matrix, [
            w / bw,
            0,
            0,
            h / bh,
            Number(x) - (bx * w) / bw,
            Number(y) - (by * h) / bh,
        ]);
        const [l, t] = moved(matrix, [Number(x), Number(y)]).map(Math.round);
        const [r, b] = moved(matrix, [Number(x) + w, Number(y) + h]).map(Math.round);
        const cut = [Math.max(l, clip[0]), Math.max(t, clip[1]), Math.min(r, clip[2]), Math.min(b, clip[3])];
        const { class: _class, viewBox: _box, x: _x, y: _y, width: _w, height: _h, ...inherited } = look;
        this.draw(children, own, { ...inherited, around: [bw, bh] }, cut);
    }
}
