/* sound.ts: the sounds of the table, synthesised from noise and a few tones. There is no sound before the
 * first tap or key (browsers require that), and none at all if sound is off. */
import { useEffect, useRef } from "preact/hooks";
import { settings } from "../../ui/storage";

type Sound =
    | "rattle" // dice in a cup
    | "roll" // dice on felt
    | "die" // one die set down
    | "card" // a card flicked
    | "slap" // a hand on the table
    | "tile" // a tile on wood
    | "coin"
    | "pencil" // something is written down
    | "dash" // all is lost
    | "win";

const LOUDNESS = 0.75;
const NOISE_S = 1;

let context: AudioContext | null = null;
let output: GainNode;
let noise: AudioBuffer;
let hushed = false; // a big screen is heard instead

function open(): void {
    if (context || !settings().sound || typeof AudioContext === "undefined") return;
    context = new AudioContext();
    output = new GainNode(context, { gain: LOUDNESS });
    output.connect(context.destination);
    noise = new AudioBuffer({ length: context.sampleRate * NOISE_S, sampleRate: context.sampleRate });
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
}

/** A phone puts the sound to sleep when the page is hidden, and an iPhone interrupts it when someone calls. */
function wake(): void {
    open();
    if (context && context.state !== "running") void context.resume().catch(() => undefined);
}
for (const gesture of ["pointerup", "keydown"])
    addEventListener(gesture, wake, { capture: true, passive: true });

/** Begin without a tap, where the browser allows it. */
export const startSound = wake;

/** Can sounds be heard? */
export const soundsRun = () => context?.state === "running";

/** No sounds from this device, whatever its settings say. */
export function hush(on: boolean): void {
    hushed = on;
}

// ---- what sounds are made of ----

/** A gain that rises at once and dies away in `length` seconds. */
function fading(at: number, length: number, loud: number): GainNode {
    const gain = new GainNode(context!, { gain: 0 });
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(output);
    return gain;
}

interface Burst {
    at: number;
    length: number;
    loud: number;
    type?: BiquadFilterType;
    hertz: number;
    /** Where the filter moves to. */
    to?: number;
    q?: number;
}

/** A burst of noise through a filter: a click, a swish, a thud. */
function burst({ at, length, loud, type = "bandpass", hertz, to = hertz, q = 1 }: Burst): void {
    const source = new AudioBufferSourceNode(context!, { buffer: noise });
    const filter = new BiquadFilterNode(context!, { type, frequency: hertz, Q: q });
    filter.frequency.setValueAtTime(hertz, at);
    filter.frequency.exponentialRampToValueAtTime(to, at + length);
    source.connect(filter).connect(fading(at, length, loud));
    source.start(at, Math.random() * (NOISE_S - length), length);
}

/** A tone that may slide, and dies away. */
function tone(
    at: number,
    length: number,
    loud: number,
    hertz: number,
    to = hertz,
    type: OscillatorType = "sine",
): void {
    const source = new OscillatorNode(context!, { type, frequency: hertz });
    source.frequency.setValueAtTime(hertz, at);
    source.frequency.exponentialRampToValueAtTime(to, at + length);
    source.connect(fading(at, length, loud));
    source.start(at);
    source.stop(at + length);
}

const around = (value: number, share = 0.25) => value * (1 + (Math.random() * 2 - 1) * share);

/** A die hits something: a hard click and the small body behind it. */
function knock(at: number, loud: number, hertz: number): void {
    burst({ at, length: 0.03, loud: loud * 0.9, hertz: around(hertz), q: 2.5 });
    tone(at, 0.045, loud * 0.5, around(hertz * 0.28), hertz * 0.18);
}

// ---- the sounds ----

function rattle(at: number): void {
    for (let i = 0; i < 9; i++) knock(at + i * 0.042 + Math.random() * 0.025, around(0.22, 0.5), 1500);
}

/** Louder and closer together at first, as dice hop and come to rest. */
function roll(at: number, seconds: number, dice: number): void {
    const hits = 5 + Math.min(dice, 8) * 2;
    for (let i = 0; i < hits; i++) {
        const when = (i / hits) ** 1.25;
        knock(
            at + seconds * Math.min(0.98, around(0.06 + 0.9 * when, 0.08)),
            around(0.3 * (1 - 0.75 * when), 0.3),
            2300,
        );
    }
    burst({ at, length: seconds * 0.7, loud: 0.05, type: "lowpass", hertz: 700, to: 200 });
}

function coin(at: number): void {
    for (const [hertz, loud] of [
        [2637, 0.12],
        [4186, 0.07],
        [5274, 0.04],
    ] as const) {
        tone(at, 0.5, loud, around(hertz, 0.01));
        tone(at + 0.07, 0.35, loud * 0.6, around(hertz * 1.12, 0.01));
    }
}

function win(at: number): void {
    [392, 493.9, 587.3, 784].forEach((hertz, i) => {
        tone(at + i * 0.13, 0.9 - i * 0.08, 0.16, hertz, hertz, "triangle");
        tone(at + i * 0.13, 0.5, 0.05, hertz * 4);
    });
}

/** The dice of a throw, and how long they roll. */
interface Rolling {
    seconds?: number;
    dice?: number;
}

function sound(what: Sound, at: number, { seconds = 0.7, dice = 5 }: Rolling): void {
    switch (what) {
        case "rattle":
            return rattle(at);
        case "roll":
            return roll(at, seconds, dice);
        case "die":
            return knock(at, 0.25, 2100);
        case "card":
            return burst({ at, length: 0.11, loud: 0.26, hertz: 1800, to: 5200, q: 0.8 });
        case "slap":
            burst({ at, length: 0.09, loud: 0.55, type: "lowpass", hertz: 2600, to: 300 });
            return tone(at, 0.16, 0.5, 140, 55);
        case "tile":
            knock(at, 0.35, 3100);
            return knock(at + 0.028, 0.12, 3600);
        case "coin":
            return coin(at);
        case "pencil":
            burst({ at, length: 0.09, loud: 0.15, hertz: 3400, to: 4400, q: 1.4 });
            return burst({ at: at + 0.11, length: 0.13, loud: 0.14, hertz: 3900, to: 2800, q: 1.4 });
        case "dash":
            return tone(at, 0.45, 0.22, 233, 147, "triangle");
        case "win":
            return win(at);
    }
}

/** Play a sound, if sound is on. */
export function playSound(what: Sound, rolling: Rolling = {}): void {
    if (!settings().sound || hushed || context?.state !== "running") return;
    sound(what, context.currentTime + 0.005, rolling);
}

/** When a match ends while one is there. */
export function useEndSound(over: boolean): void {
    const before = useRef(over);
    useEffect(() => {
        if (over && !before.current) playSound("win");
        before.current = over;
    }, [over]);
}
