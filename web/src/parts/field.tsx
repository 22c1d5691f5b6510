/* field.tsx: dice on a table: where each lies, how it gets there, how it is tapped. The field is measured in
 * edges of a die from its middle; whoever lays it out sets its font-size to the size of a die. */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Cube, DieShadow, RestingDie, type Mark } from "./dice";
import { throwMs, type Motion, type Scene } from "./motion";
import { restTurn, throwDie, type Place } from "./tumble";
import "./field.css";

export interface DieOnTable extends Place {
    key: number | string;
    face: number;
    yaw: number;
    /** Smaller or larger than 1. */
    size?: number;
    /** Thrown in the scene that plays now. */
    thrown?: boolean;
    /** More classes: `dim`, `lit`, `kept`. */
    look?: string;
    /** For ears, and for the finger: what it is, and what a tap does. */
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
    mark?: Mark;
    class?: string;
    label: string;
    children?: ComponentChildren;
}

type OneDie = Omit<FieldProps, "dice" | "class" | "label" | "children"> & { die: DieOnTable };

function DieBody({ die, scene, motion, cup, mark }: OneDie): JSX.Element {
    const carrier = useRef<HTMLDivElement>(null);
    const cube = useRef<HTMLSpanElement>(null);
    const rolling = scene.playing !== null && die.thrown === true;
    const { x, y, size = 1, yaw } = die;
    useLayoutEffect(() => {
        if (!rolling || !carrier.current || !cube.current) return;
        const elements = {
            carrier: carrier.current,
            cube: cube.current,
            shadow: carrier.current.querySelector(".die-shadow")!,
        };
        const seed = scene.playing! * 31 + hashOf(die.key);
        const thrown = { from: cup, to: { x, y }, yaw, seed, ms: throwMs[motion] };
        for (const animation of throwDie(elements, thrown)) scene.join(animation);
    }, [rolling ? scene.playing : null]);
    const drawing = (
        <span class={`die-size ${die.look ?? ""}`} style={size === 1 ? undefined : { transform: `scale(${size})` }}>
            <DieShadow yaw={yaw} />
            {rolling ? (
                <span class="cube" ref={cube} style={{ transform: restTurn(yaw) }}>
                    <Cube face={die.face} mark={mark} />
                </span>
            ) : (
                <RestingDie face={die.face} yaw={yaw} mark={mark} />
            )}
        </span>
    );
    return (
        <div class="die-carrier" ref={carrier} style={{ transform: `translate(${x}em, ${y}em)`, zIndex: depth(y) }}>
            {die.onTap ? (
                <button type="button" class="die-button" aria-label={die.label} aria-pressed={die.pressed} onClick={die.onTap}>
                    {drawing}
                </button>
            ) : (
                <span class="die-still" role="img" aria-label={die.label}>{drawing}</span>
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

/** The dice, further ones behind nearer ones, in the order of their keys for keyboards and ears. */
export function DiceField({ dice, class: name = "", label, children, ...rest }: FieldProps): JSX.Element {
    return (
        <div class={`dice-field ${name}`} data-motion={rest.motion} role="group" aria-label={label}>
            {children}
            {dice.map((die) => <DieBody key={die.key} die={die} {...rest} />)}
        </div>
    );
}
