/* view.ts: the types of Yubitsume's view, as the rules describe it, and a few functions on it that several
 * files use. */
import type { FaceProps } from "page/table/face";
import type { FingerState } from "page/table/parts/palm";
import type { DieFace } from "./art";
import type { Hit, LastThrow, Level } from "./strip";

interface SeatView {
    in: boolean;
    rings: number;
    fingers_left: number;
    hand: FingerState[];
    hit: Hit | null;
    reaction_ms: number | null;
    error_ms: number | null;
}

export interface YubitsumeView {
    phase: "draw_first" | "ready" | "throwing" | "window" | "fingers" | "ring" | "over";
    turn: number;
    level: Level;
    dice: (DieFace | null)[];
    black?: DieFace | null;
    shown_ms: number | null;
    closes_ms: number | null;
    /** Real dice and real hands: what was right. */
    case?: number;
    right?: Hit[];
    wood_for: number | null;
    ring_for: number | null;
    seats: SeatView[];
    last: LastThrow | null;
}

export type Props = FaceProps<YubitsumeView>;

/** Hands come down on the real table: there is no time limit here. */
export const byHand = (props: Props) => props.options.window_ms === 0;

/** The throw that lies there to be judged, or the one settled last. */
export function settledThrow(props: Props): LastThrow | null {
    const { view } = props;
    if (view.phase !== "window" || !byHand(props)) return view.last;
    return {
        dice: view.dice as DieFace[],
        black: view.black,
        case: view.case ?? 2,
        right: view.right ?? [],
        seats: view.seats.map((seat) => ({
            ...seat,
            verdict: "not_in",
            wood: null,
        })),
    };
}

/** The seats at this device that are in the round; the one looking first. */
export function strikers(props: Props): number[] {
    const seats = props.mine.length > 0 ? props.mine : props.seat === null ? [] : [props.seat];
    return seats.filter((seat) => props.view.seats[seat - 1]?.in);
}

export const diceCount = (props: Props) => (props.view.level === "professional" ? 4 : 3);

/** The number of the throw, so that dice lie still until the next. */
export const throwNumber = (props: Props) =>
    props.lines.filter(({ move }) => move === "throw").at(-1)?.number ?? 1;
