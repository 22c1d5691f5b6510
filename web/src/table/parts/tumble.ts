/* tumble.ts: how a die is thrown: it flies out of the cup, hops, rolls and comes to rest at its place. It
 * rolls as far as it travels, a quarter turn for each edge, so that it looks real. */
import { steady } from "./motion";
import { aboutLying, aboutUp, LEAN, times, type Turn } from "./rotation";

/** A place on the table, in edges of a die from the middle of the field. */
export interface Place {
    x: number;
    y: number;
}

interface Thrown {
    from: Place;
    to: Place;
    /** How it is to lie, in degrees. */
    yaw: number;
    /** Makes each die fly its own way. */
    seed: number;
    ms: number;
}

/** Where a die is at one moment. */
export interface Pose extends Place {
    /** Above the table, in edges. */
    high: number;
    /** How it is turned, as it is seen. */
    turn: Turn;
    /** How it is turned from how it will lie, for the light on its sides. */
    lit: Turn;
    /** How far its shadow is turned, in degrees. */
    shadow: number;
}

export interface Flight {
    /** How long it takes, in milliseconds. */
    ms: number;
    at(ms: number): Pose;
}

/** Where each hop begins and ends, in parts of the time, and how high it goes, in edges. */
const hops = [
    { from: -0.12, to: 0.36, high: 1.15 },
    { from: 0.36, to: 0.64, high: 0.5 },
    { from: 0.64, to: 0.84, high: 0.2 },
    { from: 0.84, to: 1, high: 0.05 },
];
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

/** Throw a die. */
export function flightOf({ from, to, yaw, seed, ms }: Thrown): Flight {
    const random = steady(seed);
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const spin = (random() - 0.5) * MOST_SPIN;
    const bend = (random() - 0.5) * MOST_BEND;
    const quarters = Math.max(LEAST_QUARTERS, Math.round(length * GRIP));
    const whole = ms * (0.8 + 0.2 * random());
    const at = (now: number): Pose => {
        const time = Math.min(1, now / whole);
        const left = (1 - time) ** 2.1;
        const aside = bend * Math.sin(Math.PI * left);
        const roll = times(aboutLying(-dy, dx, -left * quarters * 90), aboutUp(yaw + left * spin));
        return {
            x: to.x - length * dx * left - dy * aside,
            y: to.y - length * dy * left + dx * aside,
            high: heightAt(time),
            turn: times(LEAN, roll),
            lit: times(aboutUp(-yaw), roll),
            shadow: yaw + left * spin,
        };
    };
    return { ms: whole, at };
}
