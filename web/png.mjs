/* png.mjs: writes a picture with flat colours as a PNG with a palette. */
import { deflateSync } from "node:zlib";

const COLOURS = 256;

const table = Array.from({ length: 256 }, (_entry, n) => {
    let value = n;
    for (let k = 0; k < 8; k++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
});

/** Node 18 has none of its own. */
function checksum(bytes) {
    let sum = 0xffffffff;
    for (const byte of bytes) sum = table[(sum ^ byte) & 255] ^ (sum >>> 8);
    return (sum ^ 0xffffffff) >>> 0;
}

function chunk(name, data) {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(checksum(body), body.length + 4);
    return out;
}

/** How often each colour is there, the most frequent first. */
function countColours(pixels, count) {
    const counts = new Map();
    for (let k = 0; k < count; k++) {
        const [r, g, b] = [0, 1, 2].map((c) => Math.round(pixels[3 * k + c]));
        const colour = (r << 16) | (g << 8) | b;
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts].sort(([a, n], [b, m]) => m - n || a - b).map(([colour]) => colour);
}

const distance = (a, b) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);

/** The colours that are there most often; all others become the nearest of them. */
function choosePalette(colours) {
    const palette = colours.slice(0, COLOURS);
    const index = new Map(palette.map((colour, k) => [colour, k]));
    for (const colour of colours.slice(COLOURS)) {
        let best = 0;
        for (let k = 1; k < palette.length; k++)
            if (distance(colour, palette[k]) < distance(colour, palette[best])) best = k;
        index.set(colour, best);
    }
    return { palette, index };
}

export function writePng({ width, height, pixels }) {
    const { palette, index } = choosePalette(countColours(pixels, width * height));
    const rows = Buffer.alloc(height * (width + 1));
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
            const at = 3 * (y * width + x);
            const [r, g, b] = [0, 1, 2].map((c) => Math.round(pixels[at + c]));
            rows[y * (width + 1) + x + 1] = index.get((r << 16) | (g << 8) | b);
        }
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head[8] = 8; // bits
    head[9] = 3; // with a palette
    return Buffer.concat([
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        chunk("IHDR", head),
        chunk(
            "PLTE",
            Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
        ),
        chunk("IDAT", deflateSync(rows, { level: 9 })),
        chunk("IEND", Buffer.alloc(0)),
    ]);
}
