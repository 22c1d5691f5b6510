/* field.tsx: dice on a table: where each lies, how it gets there, how it is tapped. Positions are measured in
 * edges of a die from the middle of the field; the layout sets its font-size to the size of a die. */
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { DieShadow, drawn, RestingDie, type Mark } from "./dice";
import { throwMs, type Motion, type Scene } from "./motion";
import { pipPrint, type Print } from "./print";
import { fitSheet, prepare, roll, type Sheet } from "./rolling-dice";
import { flightOf, type Place } from "./tumble";
import "./field.css";

export interface DieOnTable extends Place {
    key: number | string;
    face: number;
    yaw: number;
    /** Smaller or larger than 1. */
    size?: number;
    /** Thrown in the scene that plays now. */
    thrown?: boolean;
    /** More classes, for the game to style: `dim`, `lit`, `gone`. */
    look?: string;
    /** The accessible label: what it is, and what a tap does. */
    label: string;
    pressed?: boolean;
    onTap?: () => void;
}

interface FieldProps {
    dice: DieOnTable[];
    scene: Scene;
    motion: Motion;
    /** Where thrown dice come from. */
    cup: Place;
    print?: Print;
    class?: string;
    label: string;
    children?: ComponentChildren;
}

/** The canvas that dice tumble on, as large as the field. */
function useSheet(print: Print): [RefObject<HTMLCanvasElement>, () => Sheet] {
    const canvas = useRef<HTMLCanvasElement>(null);
    const sheet = useRef<Sheet | null>(null);
    useLayoutEffect(() => {
        const fit = () => {
            sheet.current = fitSheet(canvas.current!);
            prepare(print, sheet.current);
        };
        const observer = new ResizeObserver(fit);
        observer.observe(canvas.current!.parentElement!);
        return () => observer.disconnect();
    }, [print]);
    return [canvas as RefObject<HTMLCanvasElement>, () => (sheet.current ??= fitSheet(canvas.current!))];
}

/** Lets the dice tumble that were thrown in the scene that plays now. */
function useThrow({ dice, scene, motion, cup, print = pipPrint }: FieldProps): RefObject<HTMLCanvasElement> {
    const [canvas, sheet] = useSheet(print);
    useLayoutEffect(() => {
        const thrown = dice.filter((die) => die.thrown);
        if (scene.playing === null || thrown.length === 0) return;
        const ms = throwMs[motion];
        const flying = thrown.map((die) => {
            const seed = scene.playing! * 31 + hashOf(die.key);
            const { face, size = 1, yaw } = die;
            return { face, size, flight: flightOf({ from: cup, to: die, yaw, seed, ms }) };
        });
        scene.join(roll(sheet(), print, flying));
    }, [scene.playing]);
    return canvas;
}

function Drawn({ die, mark }: { die: DieOnTable; mark?: Mark }): JSX.Element {
    const { face, yaw, size = 1, look = "" } = die;
    return (
        <span class={`die-size ${look}`} style={size === 1 ? undefined : { transform: `scale(${size})` }}>
            <DieShadow yaw={yaw} />
            <RestingDie face={face} yaw={yaw} mark={mark} />
        </span>
    );
}

/** One die; while it rolls only screen readers see it. */
function DieBody({ die, rolling, mark }: { die: DieOnTable; rolling: boolean; mark?: Mark }): JSX.Element {
    const { x, y, label, pressed, onTap } = die;
    const body = rolling ? null : <Drawn die={die} mark={mark} />;
    const style = { transform: `translate(${x}em, ${y}em)`, zIndex: depth(y) };
    return (
        <div class={rolling ? "die-carrier rolling" : "die-carrier"} style={style}>
            {onTap ? (
                <button
                    type="button"
                    class="die-button"
                    aria-label={label}
                    aria-pressed={pressed}
                    onClick={onTap}
                >
                    {body}
                </button>
            ) : (
                <span class="die-still" role="img" aria-label={label}>
                    {body}
                </span>
            )}
        </div>
    );
}

/** Nearer dice stand before further ones. */
function depth(y: number): number {
    return 100 + Math.round(y * 10);
}

function hashOf(key: number | string): number {
    return [...String(key)].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0);
}

/** The dice; keyboards and screen readers meet them in the order given. */
export function DiceField(props: FieldProps): JSX.Element {
    const { dice, scene, motion, print = pipPrint, class: name = "", label, children } = props;
    const canvas = useThrow(props);
    const mark = useMemo(() => drawn(print), [print]);
    const playing = scene.playing !== null;
    return (
        <div class={`dice-field ${name}`} data-motion={motion} role="group" aria-label={label}>
            {children}
            {dice.map((die) => (
                <DieBody key={die.key} die={die} rolling={playing && die.thrown === true} mark={mark} />
            ))}
            <canvas
                class={playing ? "dice-flight tumbling" : "dice-flight"}
                ref={canvas}
                aria-hidden="true"
            />
        </div>
    );
}
