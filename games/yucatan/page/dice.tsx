/* dice.tsx: the prints on Yu-C-A-Tan's dice and cards. All twelve dice are alike and never change, so a
 * sentence about a throw can say how many fit without asking the house. */
import type { JSX } from "preact";
import { _, _key } from "page/ui/words";
import { drawn, type Mark } from "page/table/parts/dice";
import { circlePath, type Print } from "page/table/parts/print";
import "./dice.css";

export const DICE = 12;

export const SHAPES = ["circle", "square", "cross"] as const;
export const COLOURS = ["blue", "red", "orange"] as const;
export type Shape = (typeof SHAPES)[number];
export type Colour = (typeof COLOURS)[number];
/** What a card can ask for. */
export type Kind = "number" | "shape" | "colour";

interface Printed {
    shape: Shape;
    colour: Colour;
}

/** By number; the first is none. */
const printed: readonly (Printed | null)[] = [
    null,
    { shape: "circle", colour: "blue" },
    { shape: "square", colour: "red" },
    { shape: "cross", colour: "orange" },
    { shape: "circle", colour: "red" },
    { shape: "square", colour: "orange" },
    { shape: "cross", colour: "blue" },
];

export const printOf = (face: number): Printed => printed[face]!;

/** The numbers that fit a card. */
export function fitting(card: string): number[] {
    return [1, 2, 3, 4, 5, 6].filter((face) => {
        if (card === "odd" || card === "even") return (face % 2 === 1) === (card === "odd");
        const print = printed[face]!;
        return card === String(face) || card === print.shape || card === print.colour;
    });
}

/** Points for each die: the fewer faces fit, the more. */
export function worthOf(card: string): number {
    return { 1: 3, 2: 2, 3: 1 }[fitting(card).length] ?? 0;
}

/** A card as a word. */
export function cardName(card: string): string {
    return /^\d$/.test(card) ? card : _key("yucatan", card);
}

/** A face as words, for screen readers. */
export function faceName(face: number): string {
    const print = printed[face];
    if (!print) return String(face);
    return _("{number}, {colour} {shape}", {
        number: face,
        colour: _key("yucatan", print.colour),
        shape: _key("yucatan", print.shape),
    });
}

/** What a throw for this card is judged by. */
export function kindOf(card: string): Kind {
    if ((SHAPES as readonly string[]).includes(card)) return "shape";
    return (COLOURS as readonly string[]).includes(card) ? "colour" : "number";
}

/** A side as far as the card looks at it, in words. */
export function sideName(kind: Kind, face: number): string {
    return kind === "number" ? String(face) : _key("yucatan", printOf(face)[kind]);
}

// ---- drawn ----

/** A shape around 0,0, about `size` wide. */
function shapePath(shape: Shape, size: number): string {
    const half = size / 2;
    if (shape === "circle") return circlePath(0, 0, half * 1.04);
    if (shape === "square") {
        const [side, r] = [half * 0.92, size * 0.07];
        const [long, arc] = [2 * (side - r), (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`];
        return `M${r - side} ${-side}h${long}${arc(r, r)}v${long}${arc(-r, r)}h${-long}${arc(-r, -r)}v${-long}${arc(r, -r)}Z`;
    }
    const arm = half * 0.42;
    return `M${-arm} ${-half}H${arm}V${-arm}H${half}V${arm}H${arm}V${half}H${-arm}V${arm}H${-half}V${-arm}H${-arm}Z`;
}

export function ShapeMark({ shape, size }: { shape: Shape; size: number }): JSX.Element {
    return <path d={shapePath(shape, size)} stroke-linejoin="round" />;
}

/** The digits as strokes, about 22 wide and 32 high: twelve tumbling dice have no time to set type. */
const digits: readonly string[] = [
    "",
    "M-6-9 1-15V15",
    "M-9-7C-9-18 9-18 9-7 9 0-9 6-9 15H9",
    "M-8-14.5H8L-1-4C12-4 11 15-1 15-6 15-9 12-10 9",
    "M4 15V-15L-10 6H10",
    "M8-15H-6L-7-3C-2-6 10-6 10 5 10 16-5 18-9 10",
    "M5-15C-6-11-9 0-9 5-9 18 9 18 9 5 9-6-8-6-9 5",
];

export const digitPath = (face: number) => digits[face]!;

/** A drop of colour, in a box of 60 by 44; its grain tells it from the others without the colour. */
export function ColourMark({ colour }: { colour: Colour }): JSX.Element {
    return (
        <g class={`yucatan-mark ${colour}`}>
            <path d="M30 3C38 13 46 21 46 29A16 15 0 0 1 14 29C14 21 22 13 30 3Z" />
            {colour === "red" && <path class="yucatan-grain" d="M22 22l16 16M30 16l13 13M17 29l11 11" />}
            {colour === "orange" && <path class="yucatan-grain dots" d="M24 24h13M20 31h21M25 38h11" />}
        </g>
    );
}

/** How far the print runs on the ivory. */
const BLEED = 3;
const DIGIT_LINE = 6.5;

/** The print of a die: its shape in its colour, with the number in it. */
export const yucatanPrint: Print = (face) => {
    const print = printed[face];
    if (!print) return [];
    const d = shapePath(print.shape, 76);
    const colour = `--print-${print.colour}`;
    return [
        { d, colour },
        { d, colour, line: BLEED },
        { d: digits[face]!, colour: "--print-digit", line: DIGIT_LINE },
    ];
};

export const yucatanMark: Mark = drawn(yucatanPrint);
