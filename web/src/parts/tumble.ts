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
/** A die skids a little besides rolling, but it does roll. */
const GRIP = 0.8;
const LEAST_QUARTERS = 3;
/** In degrees; in edges. */
const MOST_SPIN = 300;
const MOST_BEND = 1.2;

function heightAt(time: number): number {
    const hop = hops.find(({ to }) => time < to);
    if (!hop) return 0;
    const along = (time - hop.from) / (hop.to - hop.from);
    return 4 * hop.high * along * (1 - along);
}

/** How a throw goes on: `left` of the way, from 1 to 0, and how high the die is. */
interface Moment {
    time: number;
    left: number;
    high: number;
}

const path: Moment[] = Array.from({ length: STEPS + 1 }, (_, step) => {
    const time = step / STEPS;
    return { time, left: (1 - time) ** 2.1, high: heightAt(time) };
});

/** Which way a die goes: its direction, how long, how it spins, how far it is pushed aside in between. */
interface Way {
    to: Place;
    dx: number;
    dy: number;
    length: number;
    yaw: number;
    spin: number;
    bend: number;
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

function carrierAt({ to, dx, dy, length, bend }: Way, { time, left }: Moment): Keyframe {
    const aside = bend * Math.sin(Math.PI * left);
    const x = to.x - length * dx * left - dy * aside;
    const y = to.y - length * dy * left + dx * aside;
    return { offset: time, transform: `translate(${em(x)}, ${em(y)})` };
}

function cubeAt({ dx, dy, length, yaw, spin }: Way, { time, left, high }: Moment): Keyframe {
    const quarters = Math.max(LEAST_QUARTERS, Math.round(length * GRIP));
    const lift = `translateY(${em(-0.45 * high)}) rotateX(${TILT}deg) translateZ(${em(high)})`;
    const roll = `rotate3d(${-dy}, ${dx}, 0, ${-left * quarters * 90}deg)`;
    return { offset: time, transform: `${lift} ${roll} rotateZ(${yaw + left * spin}deg)` };
}

/** The higher the die, the further off, larger and fainter its shadow. */
function shadowAt({ spin }: Way, { time, left, high }: Moment): Keyframe {
    const off = `translate(${em(0.06 + high * 0.2)}, ${em(0.04 + high * 0.22)})`;
    return {
        offset: time,
        transform: `${off} scale(${1 + high * 0.12}) rotate(${left * spin}deg)`,
        opacity: time === 0 ? 0 : 1 / (1 + high),
    };
}

/** Throw a die; the three animations end with it lying at `to`. */
export function throwDie(elements: DieElements, { from, to, yaw, seed, ms }: Thrown): Animation[] {
    const random = steady(seed);
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const way: Way = {
        to,
        dx: (to.x - from.x) / length,
        dy: (to.y - from.y) / length,
        length,
        yaw,
        spin: (random() - 0.5) * MOST_SPIN,
        bend: (random() - 0.5) * MOST_BEND,
    };
    const timing = { duration: ms * (0.8 + 0.2 * random()), easing: "linear" };
    const play = (element: Element, at: (way: Way, moment: Moment) => Keyframe) =>
        element.animate(
            path.map((moment) => at(way, moment)),
            timing,
        );
    return [play(elements.carrier, carrierAt), play(elements.cube, cubeAt), play(elements.shadow, shadowAt)];
}
