/* lid-art.tsx: what the pictures on the boxes share: one style, flat colours and one ink, with no outline
 * where a shadow does. They are prints, so dark mode does not change their colours. */
import type { ComponentChildren } from "preact";
import { pipPlaces } from "../table/parts/pips";

export const INK = "#2b211a";
export const IVORY = "#fbf3df";
const SHADE = "#dccdac";
export const RED = "#a63d24";

/** A die with its middle at x, y, turned by so many degrees. */
export function Die({
    x,
    y,
    turn = 0,
    size = 44,
    pips,
    ink = INK,
    children,
}: {
    x: number;
    y: number;
    turn?: number;
    size?: number;
    pips?: number;
    ink?: string;
    children?: ComponentChildren;
}) {
    const half = size / 2;
    return (
        <g transform={`translate(${x} ${y}) rotate(${turn})`}>
            <rect
                x={-half + 2}
                y={-half + 4}
                width={size}
                height={size}
                rx={size / 5}
                fill="#000"
                opacity=".22"
            />
            <rect x={-half} y={-half} width={size} height={size} rx={size / 5} fill={SHADE} />
            <rect x={-half} y={-half} width={size} height={size - 4} rx={size / 5} fill={IVORY} />
            {pips &&
                pipPlaces[pips]!.map(([px, py]) => (
                    <circle cx={px * size * 0.27} cy={py * size * 0.27 - 2} r={size * 0.095} fill={ink} />
                ))}
            {children}
        </g>
    );
}
