/* rotation.ts: rotations in space: x to the right, y towards us, z up, seen from a little in front. */

export type Vector = [number, number, number];
export type Point = [number, number];

/** Three rows of three. */
export type Turn = readonly [Vector, Vector, Vector];

/** How far the table leans away from the eye, in degrees. */
export const TILT = 23;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function times(a: Turn, b: Turn): Turn {
    const row = ([x, y, z]: Vector): Vector => [
        x * b[0][0] + y * b[1][0] + z * b[2][0],
        x * b[0][1] + y * b[1][1] + z * b[2][1],
        x * b[0][2] + y * b[1][2] + z * b[2][2],
    ];
    return [row(a[0]), row(a[1]), row(a[2])];
}

export function turned([a, b, c]: Turn, [x, y, z]: Vector): Vector {
    return [a[0] * x + a[1] * y + a[2] * z, b[0] * x + b[1] * y + b[2] * z, c[0] * x + c[1] * y + c[2] * z];
}

/** About the axis that stands up. */
export function aboutUp(degrees: number): Turn {
    const [sin, cos] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
    return [
        [cos, -sin, 0],
        [sin, cos, 0],
        [0, 0, 1],
    ];
}

/** About an axis that lies on the table, in the direction of x, y (of length 1). */
export function aboutLying(x: number, y: number, degrees: number): Turn {
    const [sin, cos] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
    const rest = 1 - cos;
    return [
        [cos + x * x * rest, x * y * rest, y * sin],
        [x * y * rest, cos + y * y * rest, -x * sin],
        [-y * sin, x * sin, cos],
    ];
}

/** From the table to the eye. */
export const LEAN: Turn = aboutLying(1, 0, TILT);

/** The outline of points in a plane: those that no line through two others leaves behind. */
export function hull(points: Point[]): Point[] {
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
