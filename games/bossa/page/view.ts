/* view.ts: the types of Bossa's view, as the rules describe it. */
import type { FaceProps } from "page/table/face";
import type { LineView } from "./line";
import type { Chip, Colour, Marker } from "./tile";

export interface SeatView extends Record<Marker, boolean> {
    hand: string[] | null;
    tiles: number;
    colour: Colour | null;
    chip_kept: boolean;
    chip: Chip | null;
    chip_on: string | null;
}

export interface BossaView {
    phase:
        | "throwing"
        | "looking"
        | "choosing"
        | "opening"
        | "keeping"
        | "drawing"
        | "acting"
        | "redrawing"
        | "over";
    turn: number | null;
    tie: number | null;
    pile: number;
    drawn: string | null;
    lines: LineView[];
    seats: SeatView[];
    gone: string[];
    unseen: string[];
    ending: "a" | "b" | "c" | "d" | "e" | null;
    winners: number[];
}

export type Props = FaceProps<BossaView>;

/** Whose side of the table is nearer: one's own, for a watcher that of seat 1. */
export const nearSeat = (props: Props) => props.seat ?? 1;
