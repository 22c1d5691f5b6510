/* picture.ts: what Yu-C-A-Tan's table shows at the moment: a throw rolls, rests and is settled; the place of
 * every die meanwhile, and which cards are used. */
import { useMemo } from "preact/hooks";
import type { FaceProps } from "page/table/face";
import { _ } from "page/ui/words";
import type { DieOnTable } from "page/table/parts/field";
import {
    seenUpTo,
    shuffled,
    steady,
    useLinger,
    useScene,
    type Motion,
    type Scene,
} from "page/table/parts/motion";
import type { Place } from "page/table/parts/tumble";
import { placeOf } from "./card";
import { cardName, DICE, faceName } from "./dice";
import type { Row } from "./sheet";
import { turnsOf, type Turn } from "./turn";

export interface YucatanView {
    phase: "draw_first" | "ready" | "throwing" | "deciding" | "over";
    turn: number;
    round: number;
    rounds: number;
    card: string | null;
    in_cup: number;
    points: number;
    dice: { face: number | null; card: string | null }[];
    cards: { name: string; worth: number; used: boolean; dice: number[] }[];
    seats: Row[];
}

type Props = FaceProps<YucatanView>;

/** How long a throw is looked at before its dice are laid on the card; longer if the turn is over with it. */
const judgeMs: Record<Motion, number> = { off: 0, fast: 250, normal: 700 };
const endMs: Record<Motion, number> = { off: 0, fast: 700, normal: 1700 };

/** The cup is drawn larger than the field's measure, so its place is nearer. */
export const cup: Place = { x: 0, y: 0.5 };
/** Thrown dice come from the edge nearest to us, so that they have somewhere to roll. */
export const thrownFrom: Place = { x: 0, y: 4.2 };

// ---- what is to be seen ----

/** A throw rolls, is looked at, and is settled; `turn` is its turn until then. */
export interface Picture {
    stage: "rolling" | "judged" | "settled";
    turn: Turn | null;
    scene: Scene;
}

export function usePicture(props: Props): Picture {
    const { lines, motion } = props;
    const turns = useMemo(() => turnsOf(lines), [lines]);
    const last = turns.at(-1);
    const shown = last?.landed && last.whole && last.number > 0 ? last : null;
    const throwNumber = shown?.number ?? null;
    const seen = seenUpTo(props);
    const scene = useScene(shown?.ours ? null : throwNumber, motion, seen);
    const over = shown?.ended === "dash" || shown?.ended === "full";
    const judged = useLinger(throwNumber, scene.playing === null, (over ? endMs : judgeMs)[motion], seen);
    const stage = scene.playing !== null ? "rolling" : judged ? "judged" : "settled";
    return { stage, turn: last ?? null, scene };
}

// ---- where the dice lie ----

const grid: Place[] = [-1.15, 0.65, 2.45].flatMap((y, row) =>
    [-2.6, -0.87, 0.87, 2.6].map((x) => ({ x: x + (row === 1 ? 0.16 : -0.1), y })),
);
const IN_MIDDLE = 1.26;
const JITTER = 0.1;
const YAW = 46;

/** In the middle: chosen by the number of the throw, always the same. */
function inMiddle(die: number, throwNumber: number): Place & { yaw: number } {
    const spot = shuffled(grid, throwNumber)[die]!;
    const random = steady(throwNumber * DICE + die);
    const aside = () => (random() * 2 - 1) * JITTER;
    return { x: spot.x + aside(), y: spot.y + aside(), yaw: (random() - 0.5) * YAW };
}

const ON_CARD = 0.62;
const ROW = 3;

/** On a card: in rows of three, the first one lowest. */
function onCard(card: string, at: number, many: number): Place & { yaw: number } {
    const { x, y } = placeOf(card, true);
    const row = Math.floor(at / ROW);
    const inRow = Math.min(ROW, many - row * ROW);
    return {
        x: x + ((at % ROW) - (inRow - 1) / 2) * 0.63,
        y: y + 0.7 - row * 0.56,
        yaw: ((at * 7919) % 17) - 8,
    };
}

interface Lies {
    face: number;
    card: string | null;
    thrown: boolean;
    look: string;
}

/** What each die shows and where it lies; null: in the cup. */
export function liesOf({ stage, turn }: Picture, view: YucatanView): (Lies | null)[] {
    if (stage === "settled" || !turn)
        return view.dice.map(({ face, card }) =>
            face === null ? null : { face, card, thrown: false, look: "" },
        );
    return turn.faces.map((face, die) => {
        const fits = turn.on[die] !== null;
        const thrown = turn.before[die] === null;
        const look = stage === "judged" && thrown ? (fits ? "lit" : "dim") : "";
        return { face: face!, card: turn.before[die]!, thrown, look };
    });
}

/** The dice as they are drawn; while a throw is waited for, those to be thrown are in the cup. */
export function diceOnTable(
    lies: readonly (Lies | null)[],
    throwNumber: number,
    waiting: boolean,
): DieOnTable[] {
    const placed = (card: string | null, die: number) => {
        if (card !== null) {
            const same = lies.flatMap((other, at) => (other?.card === card ? at : []));
            return { ...onCard(card, same.indexOf(die), same.length), size: ON_CARD };
        }
        return waiting ? { ...cup, yaw: 0, size: 0.4 } : { ...inMiddle(die, throwNumber), size: IN_MIDDLE };
    };
    return lies.flatMap((lie, die) => {
        if (!lie) return [];
        const { face, card, thrown, look } = lie;
        const name = faceName(face);
        const label = card ? _("{face}, on {card}", { face: name, card: cardName(card) }) : name;
        return {
            key: die,
            face,
            label,
            thrown,
            look: waiting && !card ? "gone" : look,
            ...placed(card, die),
        };
    });
}

// ---- the cards ----

/** Which cards lie outside the ring, and which one is thrown for. */
export function pulledOf(
    { stage, turn }: Picture,
    view: YucatanView,
): { pulled: Set<string>; current: string | null } {
    if (stage === "settled" || !turn)
        return {
            pulled: new Set(view.cards.filter(({ used }) => used).map(({ name }) => name)),
            current: view.card,
        };
    const pulled = new Set(turn.before.filter((card): card is string => card !== null));
    return { pulled: pulled.add(turn.card), current: turn.card };
}
