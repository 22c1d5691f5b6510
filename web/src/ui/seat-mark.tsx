/* seat-mark.tsx: the mark of a seat: a colour and, because not everyone can tell colours apart, a shape. */

/** One for each seat, in a box of 20 by 20. */
const shapes = [
    "M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16z",
    "M3 3h14v14H3z",
    "M10 2l9 16H1z",
    "M10 1l9 9-9 9-9-9z",
    "M10 1l2.6 6 6.4.6-4.8 4.3 1.4 6.4-5.6-3.3-5.6 3.3 1.4-6.4L1 7.6 7.4 7z",
    "M7 2h6v5h5v6h-5v5H7v-5H2V7h5z",
    "M5.5 2h9L19 10l-4.5 8h-9L1 10z",
    "M10 1c4 5 6 7.5 6 11a6 6 0 0 1-12 0c0-3.5 2-6 6-11z",
];

/** The outline of a seat's mark, in a box of 20 by 20. */
export const seatShape = (seat: number) => shapes[(seat - 1) % shapes.length]!;

export function SeatMark({ seat, size = 20 }: { seat: number; size?: number }) {
    return (
        <svg class="seat-mark" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
            <path d={seatShape(seat)} style={{ fill: `var(--seat-${((seat - 1) % shapes.length) + 1})` }} />
        </svg>
    );
}
