/* tumble.ts: how a die is thrown: it flies out of the cup, hops, rolls and comes to rest where it is to lie. It
 * rolls as far as it travels, a quarter turn for each edge, so that the eye believes it. */
import { steady } from "./motion";
import { TILT } from "./dice";

/** A place on the table, in edges of a die from the middle of the field. */
export interface Place {
    x: number;
    y: number;
}

interface Thrown {
    from: Place;
    to: Place;
    yaw: number;
    /** Makes each die fly its own way. */
    seed: number;
    ms: number;
}

/** Where each hop begins and ends, in parts of the time, and how high it goes, in edges. */
const hops = [
    { from: -0.12, to: 0.36, high: 1.15 },
    { from: 0.36, to: 0.64, high: 0.5 },
    { from: 0.64, to: 0.84, high: 0.2 },
    { from: 0.84, to: 1, high: 0.05 },
];
const STEPS = 16;
/** A die skids a little besides rolling. */
const GRIP = 0.8;

function heightAt(time: number): number {
    const hop = hops.find(({ to }) => time < to);
    if (!hop) return 0;
    const along = (time - hop.from) / (hop.to - hop.from);
    return 4 * hop.high * along * (1 - along);
}

interface Moment {
    time: number;
    /** How much of the way is left, from 1 to 0. */
    left: number;
    high: number;
}

function moments(): Moment[] {
    return Array.from({ length: STEPS + 1 }, (_, step) => {
        const time = step / STEPS;
        return { time, left: (1 - time) ** 2.1, high: heightAt(time) };
    });
}

const em = (value: number) => `${value.toFixed(3)}em`;

/** How a cube lies that is turned by `yaw` on the table. */
export function restTurn(yaw: number): string {
    return `rotateX(${TILT}deg) rotateZ(${yaw}deg)`;
}

/** The elements of one die: what carries it over the table, its shadow, the cube itself. */
export interface DieElements {
    carrier: Element;
    shadow: Element;
    cube: Element;
}

/** Throw a die; the three animations end with it lying at `to`. */
export function throwDie({ carrier, shadow, cube }: DieElements, { from, to, yaw, seed, ms }: Thrown): Animation[] {
    const random = steady(seed);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const way = Math.hypot(dx, dy) || 1;
    const quarters = Math.max(3, Math.round(way * GRIP));
    const spin = (random() - 0.5) * 300;
    // Bend the way a little, as if another die had been in it.
    const bend = (random() - 0.5) * 1.2;
    const timing = { duration: ms * (0.8 + 0.2 * random()), easing: "linear" };
    const path = moments();
    return [
        carrier.animate(
            path.map(({ time, left }) => {
                const aside = bend * Math.sin(Math.PI * left);
                const x = to.x - dx * left - (dy / way) * aside;
                const y = to.y - dy * left + (dx / way) * aside;
                return { offset: time, transform: `translate(${em(x)}, ${em(y)})` };
            }),
            timing,
        ),
        cube.animate(
            path.map(({ time, left, high }) => ({
                offset: time,
                transform:
                    `translateY(${em(-0.45 * high)}) rotateX(${TILT}deg) translateZ(${em(high)}) ` +
                    `rotate3d(${-dy / way}, ${dx / way}, 0, ${-left * quarters * 90}deg) rotateZ(${yaw + left * spin}deg)`,
            })),
            timing,
        ),
        shadow.animate(
            path.map(({ time, left, high }) => ({
                offset: time,
                transform: `translate(${em(0.06 + high * 0.2)}, ${em(0.04 + high * 0.22)}) scale(${1 + high * 0.12}) rotate(${left * spin}deg)`,
                opacity: time === 0 ? 0 : 1 / (1 + high),
            })),
            timing,
        ),
    ];
}
