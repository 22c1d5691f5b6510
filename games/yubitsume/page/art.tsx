/* art.tsx: draws the things on Yubitsume's table: the marks of the dice, the wooden knife, the wooden finger,
 * the cup that covers the dice until everyone may see them. */
import type { Mark } from "page/table/parts/dice";
import { _n } from "page/ui/words";
import "./art.css";

/** `1s`: one skull. In the order of the sides of a die. */
export type DieFace = "1s" | "3s" | "1b" | "2b" | "2c" | "3c";
export const DIE_FACES: DieFace[] = ["1s", "3s", "1b", "2b", "2c", "3c"];

/** The side of a drawn die that shows this. */
export const sideOf = (face: DieFace): number => DIE_FACES.indexOf(face) + 1;

export function dieName(face: DieFace): string {
    const n = Number(face[0]);
    switch (face[1]) {
        case "s":
            return _n("{n} skull", "{n} skulls", n);
        case "b":
            return _n("{n} banknote", "{n} banknotes", n);
        default:
            return _n("{n} cleaver", "{n} cleavers", n);
    }
}

// ---- marks, each in a box of 40 by 40 around the middle ----

function Skull() {
    return (
        <g>
            <path d="M0-18C11-18 17.5-10.5 17.5-2C17.5 4 14.5 7 11 9L10.5 16.5Q10.4 18.5 8.5 18.5H-8.5Q-10.4 18.5-10.5 16.5L-11 9C-14.5 7-17.5 4-17.5-2C-17.5-10.5-11-18 0-18Z" />
            <g class="yubi-hole">
                <ellipse cx="-7" cy="-1" rx="4.9" ry="5.3" />
                <ellipse cx="7" cy="-1" rx="4.9" ry="5.3" />
                <path d="M0 5l2.8 5h-5.6z" />
                <path class="yubi-teeth" d="M-4 13v5.5M0.2 13v5.5M4.4 13v5.5" />
            </g>
        </g>
    );
}

function Banknote() {
    return (
        <g class="yubi-note" transform="rotate(-14)">
            <rect x="-21" y="-12.5" width="42" height="25" rx="2.5" />
            <rect class="yubi-note-line" x="-17.5" y="-9" width="35" height="18" rx="1" />
            <path class="yubi-note-yen" d="M-4.8-6.5L0-0.5L4.8-6.5M0-0.5V7M-4.5 0.8h9M-4.5 4h9" />
            <circle class="yubi-hole" cx="-13" cy="0" r="2" />
            <circle class="yubi-hole" cx="13" cy="0" r="2" />
        </g>
    );
}

function Cleaver() {
    return (
        <g transform="rotate(-38)">
            <path class="yubi-blade" d="M-22-9H7Q9-9 9-7V9Q9 11 7 11H-17Q-22 10-22 2Z" />
            <circle class="yubi-hole" cx="3.5" cy="-4.5" r="2.1" />
            <rect class="yubi-grip" x="8" y="-8.5" width="15.5" height="7.5" rx="3.4" />
        </g>
    );
}

/** Where one, two or three marks stand, and how large they are. */
const SPOTS: Record<number, { size: number; at: [number, number][] }> = {
    1: { size: 1.75, at: [[0, 0]] },
    2: {
        size: 1.08,
        at: [
            [-20, -20],
            [20, 20],
        ],
    },
    3: {
        size: 0.98,
        at: [
            [0, -23],
            [-22, 20],
            [22, 20],
        ],
    },
};

const SYMBOLS: Record<string, () => preact.JSX.Element> = { s: Skull, b: Banknote, c: Cleaver };

export const yubitsumeMark: Mark = (side) => {
    const [count, symbol] = DIE_FACES[side - 1]!;
    const Drawn = SYMBOLS[symbol!]!;
    const { size, at } = SPOTS[Number(count)]!;
    return at.map(([x, y]) => (
        <g transform={`translate(${x} ${y}) scale(${size})`}>
            <Drawn />
        </g>
    ));
};

// ---- the knife, the wooden finger, the cup ----

export function Knife() {
    return (
        <svg class="yubi-knife" viewBox="0 0 160 56" aria-hidden="true">
            <ellipse class="yubi-shade" cx="82" cy="40" rx="74" ry="13" />
            <path class="yubi-knife-blade" d="M4 35Q30 11 74 9H104V39H22Q10 40 4 35Z" />
            <path class="yubi-knife-edge" d="M4 35Q30 31 60 32H104" />
            <path class="yubi-knife-grain" d="M40 20Q66 15 98 16M58 25q18-2 38-1" />
            <path class="yubi-knife-grip" d="M102 12H148Q157 13 156 23Q155 33 146 34L102 35Z" />
            <path class="yubi-knife-band" d="M102 9h8v29h-8z" />
            <circle class="yubi-knife-rivet" cx="124" cy="23" r="2.6" />
            <circle class="yubi-knife-rivet" cx="142" cy="23" r="2.6" />
        </svg>
    );
}

export type Wood = "clean" | "bloody" | "side";

export function WoodenFinger({ fell }: { fell: Wood | null }) {
    const side = fell === "side";
    return (
        <svg class="yubi-finger" viewBox="0 0 150 64" aria-hidden="true">
            <ellipse class="yubi-shade" cx="76" cy="50" rx="66" ry="11" />
            <path
                class="yubi-finger-wood"
                d={
                    side
                        ? "M14 24Q30 18 60 20T108 21Q140 20 142 31Q140 42 108 41T58 42Q28 44 14 40Z"
                        : "M12 16Q40 10 70 13T112 11Q142 12 143 31Q142 50 112 50T66 49Q38 52 12 46Z"
                }
            />
            <path
                class="yubi-finger-grain"
                d={side ? "M26 30q40-5 70 0" : "M24 24q40-6 74-2M26 40q36 4 70 0"}
            />
            <path
                class="yubi-finger-knuckle"
                d={
                    side
                        ? "M62 24q4 7 0 14M100 25q4 6 0 12"
                        : "M60 18q5 13 0 26M64 18q5 13 0 26M100 17q5 13 0 27M104 17q5 13 0 27"
                }
            />
            {!side && (
                <path class="yubi-finger-nail" d="M124 20Q140 22 140 31Q140 40 124 42Q119 31 124 20Z" />
            )}
            {fell === "bloody" && (
                <g class="yubi-blood">
                    <path d="M12 16Q26 13 34 14Q28 19 33 25Q25 27 32 34Q24 37 34 48Q22 49 12 46Z" />
                    <path class="yubi-blood-sign" d="M72 22L92 41M92 22L72 41" />
                </g>
            )}
        </svg>
    );
}

export function Cup() {
    return (
        <svg class="yubi-cup" viewBox="0 0 140 150" aria-hidden="true">
            <ellipse class="yubi-shade" cx="72" cy="132" rx="66" ry="14" />
            <path class="yubi-cup-body" d="M30 22L16 128Q70 148 124 128L110 22Q70 8 30 22Z" />
            <path class="yubi-cup-light" d="M42 26L33 126Q44 131 56 132L58 21Q48 22 42 26Z" />
            <path class="yubi-cup-stitch" d="M28 38Q70 52 112 38M20 104Q70 122 120 104" />
            <ellipse class="yubi-cup-top" cx="70" cy="22" rx="40" ry="9" />
        </svg>
    );
}

/** A hand came down here. */
export function Slap() {
    return (
        <svg class="yubi-slap" viewBox="-50 -50 100 100" aria-hidden="true">
            <path d="M0-46L10-24L32-34L24-12L47-4L26 8L36 30L13 24L4 47L-8 26L-30 36L-24 13L-47 6L-26-7L-35-30L-12-24Z" />
        </svg>
    );
}
