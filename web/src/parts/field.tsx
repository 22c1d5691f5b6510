/* field.tsx: dice on a table: where each lies, how it gets there, how it is tapped. The field is measured in
 * edges of a die from its middle; whoever lays it out sets its font-size to the size of a die. */
import type { ComponentChildren, JSX, RefObject } from "preact";
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
    /** More classes, for the game to style: `dim`, `lit`, `gone`. */
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

/** Throws a die as soon as it is drawn as a cube. */
function useThrow({ die, scene, motion, cup }: OneDie, rolling: boolean): RefObject<HTMLDivElement> {
    const carrier = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const element = carrier.current;
        if (!rolling || !element) return;
        const elements = {
            carrier: element,
            cube: element.querySelector(".cube")!,
            shadow: element.querySelector(".die-shadow")!,
        };
        const seed = scene.playing! * 31 + hashOf(die.key);
        const thrown = { from: cup, to: die, yaw: die.yaw, seed, ms: throwMs[motion] };
        for (const animation of throwDie(elements, thrown)) scene.join(animation);
    }, [rolling ? scene.playing : null]);
    return carrier as RefObject<HTMLDivElement>;
}

/** A cube while it rolls, else a drawing. */
function Drawn({ die, rolling, mark }: { die: DieOnTable; rolling: boolean; mark?: Mark }): JSX.Element {
    const { face, yaw, size = 1, look = "" } = die;
    return (
        <span class={`die-size ${look}`} style={size === 1 ? undefined : { transform: `scale(${size})` }}>
            <DieShadow yaw={yaw} />
            {rolling ? (
                <span class="cube" style={{ transform: restTurn(yaw) }}>
                    <Cube face={face} mark={mark} />
                </span>
            ) : (
                <RestingDie face={face} yaw={yaw} mark={mark} />
            )}
        </span>
    );
}

function DieBody(props: OneDie): JSX.Element {
    const { die, scene, mark } = props;
    const rolling = scene.playing !== null && die.thrown === true;
    const carrier = useThrow(props, rolling);
    const { x, y, label, pressed, onTap } = die;
    const drawn = <Drawn die={die} rolling={rolling} mark={mark} />;
    const style = { transform: `translate(${x}em, ${y}em)`, zIndex: depth(y) };
    return (
        <div class="die-carrier" ref={carrier} style={style}>
            {onTap ? (
                <button
                    type="button"
                    class="die-button"
                    aria-label={label}
                    aria-pressed={pressed}
                    onClick={onTap}
                >
                    {drawn}
                </button>
            ) : (
                <span class="die-still" role="img" aria-label={label}>
                    {drawn}
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

/** The dice, for keyboards and ears in the order given. */
export function DiceField({ dice, class: name = "", label, children, ...rest }: FieldProps): JSX.Element {
    return (
        <div class={`dice-field ${name}`} data-motion={rest.motion} role="group" aria-label={label}>
            {children}
            {dice.map((die) => (
                <DieBody key={die.key} die={die} {...rest} />
            ))}
        </div>
    );
}
