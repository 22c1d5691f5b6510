/* lid.tsx: the picture on the box of Bossa. */
import { INK, IVORY } from "page/shelf/lid-art";

/** A tile: white pips above, black ones below. */
function Tile({
    x,
    y,
    turn = 0,
    white,
    black,
}: {
    x: number;
    y: number;
    turn?: number;
    white: number;
    black: number;
}) {
    const spots = (count: number, top: number, fill: string) =>
        Array.from({ length: count }, (_spot, k) => (
            <circle
                cx={(k % 2 ? 8 : -8) * (count === 1 ? 0 : 1)}
                cy={top + Math.floor(k / 2) * 13}
                r="4.6"
                fill={fill}
                stroke={INK}
                stroke-width="1.6"
            />
        ));
    return (
        <g transform={`translate(${x} ${y}) rotate(${turn})`}>
            <rect x="-18" y="-28" width="38" height="60" rx="5" fill="#000" opacity=".2" />
            <rect x="-20" y="-32" width="40" height="62" rx="5" fill="#c69a61" />
            <rect x="-20" y="-32" width="40" height="58" rx="5" fill="#dcb47c" />
            {spots(white, -20, IVORY)}
            {spots(black, white > 2 ? 12 : 6, INK)}
        </g>
    );
}

export default function Lid() {
    return (
        <>
            <rect width="240" height="240" fill="#8fa07a" />
            <circle cx="120" cy="120" r="100" fill="#a3b28d" />
            <g fill="none" stroke="#f2eedc" stroke-width="5" stroke-linecap="round" opacity=".85">
                <path d="M104 76c-10 -10 10 -16 0 -28" />
                <path d="M122 72c-10 -10 10 -16 0 -28" />
                <path d="M140 76c-10 -10 10 -16 0 -28" />
            </g>
            <ellipse cx="122" cy="92" rx="52" ry="14" fill="#26332c" />
            <ellipse cx="122" cy="94" rx="44" ry="10" fill="#7f9a4a" />
            <path d="M70 92c0 44 20 58 36 60h32c16 -2 36 -16 36 -60 -8 12 -96 12 -104 0z" fill="#39483f" />
            <path d="M78 118c20 10 68 10 88 0" stroke="#c9a24f" stroke-width="4" fill="none" />
            <Tile x={42} y={196} turn={-6} white={1} black={0} />
            <Tile x={88} y={190} turn={3} white={2} black={1} />
            <Tile x={154} y={190} turn={-4} white={1} black={2} />
            <Tile x={200} y={196} turn={7} white={0} black={2} />
        </>
    );
}
