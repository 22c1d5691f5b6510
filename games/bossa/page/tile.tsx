/* tile.tsx: draws Bossa's tiles, markers and chips. White pips are rings, black pips are solid diamonds, so
 * that nobody needs to tell colours apart. */
import { _ } from "page/ui/words";
import "./tile.css";

export type Colour = "white" | "black";
export type Marker = "redraw" | "exchange" | "stack";
export type Chip = "doubler" | "converter";

/** `41` is white 4, black 1. */
export function pipsOf(tile: string, colour: Colour): number {
    return Number(tile[colour === "white" ? 0 : 1]);
}

/** What a tile counts under a chip. */
export function chippedPips(tile: string, colour: Colour, chip: Chip): number {
    return chip === "doubler"
        ? 2 * pipsOf(tile, colour)
        : pipsOf(tile, colour === "white" ? "black" : "white");
}

export function tileName(tile: string): string {
    const [white, black] = [pipsOf(tile, "white"), pipsOf(tile, "black")];
    if (!black) return _("white {white}", { white });
    if (!white) return _("black {black}", { black });
    return _("white {white}, black {black}", { white, black });
}

/** Places of pips in half a tile, 40 wide and 27 high. */
const PLACES: [number, number][][] = [
    [],
    [[20, 13.5]],
    [
        [13, 13.5],
        [27, 13.5],
    ],
    [
        [9.5, 8],
        [20, 13.5],
        [30.5, 19],
    ],
    [
        [12, 7.5],
        [28, 7.5],
        [12, 19.5],
        [28, 19.5],
    ],
    [
        [10, 7.5],
        [30, 7.5],
        [20, 13.5],
        [10, 19.5],
        [30, 19.5],
    ],
    [
        [9, 7.5],
        [20, 7.5],
        [31, 7.5],
        [9, 19.5],
        [20, 19.5],
        [31, 19.5],
    ],
];

/** The same in one row, for a tile of which only an edge can be seen. */
function rowPlaces(count: number): [number, number][] {
    const step = count > 5 ? 6 : 6.6;
    return Array.from({ length: count }, (_place, at) => [20 + (at - (count - 1) / 2) * step, 8]);
}

function Pip({ colour, x, y, size }: { colour: Colour; x: number; y: number; size: number }) {
    if (colour === "white") return <circle class="bossa-pip-white" cx={x} cy={y} r={size} />;
    const reach = size * 1.24;
    return (
        <path
            class="bossa-pip-black"
            d={`M${x} ${y - reach}l${reach} ${reach}l${-reach} ${reach}l${-reach} ${-reach}z`}
        />
    );
}

function Half({ colour, count, top }: { colour: Colour; count: number; top: number }) {
    return (
        <g transform={`translate(0 ${top})`}>
            {PLACES[count]!.map(([x, y]) => (
                <Pip colour={colour} x={x} y={y} size={4.1} />
            ))}
        </g>
    );
}

/** A tile; `up` is the colour at its upper half. Of a covered one only the upper edge can be seen.
 */
export function Tile({
    tile,
    up = "white",
    covered = false,
}: {
    tile: string;
    up?: Colour;
    covered?: boolean;
}) {
    const down: Colour = up === "white" ? "black" : "white";
    return (
        <svg class="bossa-tile" viewBox="0 0 40 56" aria-hidden="true">
            <rect class="bossa-tile-side" x="0.75" y="2.25" width="38.5" height="53" rx="6.5" />
            <rect class="bossa-tile-top" x="0.75" y="0.75" width="38.5" height="52" rx="6.5" />
            {covered ? (
                rowPlaces(pipsOf(tile, up)).map(([x, y]) => <Pip colour={up} x={x} y={y} size={2.6} />)
            ) : (
                <>
                    <path class="bossa-tile-fold" d="M5 27h30" />
                    <Half colour={up} count={pipsOf(tile, up)} top={0} />
                    <Half colour={down} count={pipsOf(tile, down)} top={26.5} />
                </>
            )}
        </svg>
    );
}

/** The back of a tile: a leaf of tea. */
export function TileBack() {
    return (
        <svg class="bossa-tile" viewBox="0 0 40 56" aria-hidden="true">
            <rect class="bossa-tile-side bossa-back" x="0.75" y="2.25" width="38.5" height="53" rx="6.5" />
            <rect class="bossa-tile-top bossa-back" x="0.75" y="0.75" width="38.5" height="52" rx="6.5" />
            <path class="bossa-leaf" d="M20 13c9 7 9 20 0 27c-9-7-9-20 0-27z" />
            <path class="bossa-leaf-rib" d="M20 17v23M20 25l4-3M20 25l-4-3M20 31l4-3M20 31l-4-3" />
        </svg>
    );
}

const MARKER_PATHS: Record<Marker, string> = {
    redraw: "M18.2 9.2A7 7 0 1 0 19 13.5M18.8 4.5v5h-5",
    exchange: "M5 9h13M14.5 5.5L18 9l-3.5 3.5M19 15.5H6M9.5 12L6 15.5L9.5 19",
    stack: "M12 4l8 4-8 4-8-4zM4.5 12L12 15.8l7.5-3.8M4.5 16L12 19.8l7.5-3.8",
};

export function MarkerPicture({ marker }: { marker: Marker }) {
    return (
        <svg class="bossa-marker-picture" viewBox="0 0 24 24" aria-hidden="true">
            <path d={MARKER_PATHS[marker]} />
        </svg>
    );
}

export function markerName(marker: Marker): string {
    switch (marker) {
        case "redraw":
            return _("Redraw");
        case "exchange":
            return _("Exchange");
        case "stack":
            return _("Stack");
    }
}

export function chipName(chip: Chip): string {
    return chip === "doubler" ? _("Doubler") : _("Converter");
}

export function ChipPicture({ chip }: { chip: Chip | null }) {
    return (
        <svg class="bossa-chip-picture" viewBox="0 0 24 24" aria-hidden="true">
            <circle class="bossa-chip-edge" cx="12" cy="12" r="11" />
            <circle class="bossa-chip-rim" cx="12" cy="12" r="8.6" />
            {chip === "doubler" && (
                <path
                    class="bossa-chip-sign"
                    d="M6.8 9.4l4 5.2m0-5.2l-4 5.2M13 10.4c.4-2 4.2-2 4.2.3c0 1.6-4 2.3-4.2 4.2h4.5"
                />
            )}
            {chip === "converter" && (
                <path class="bossa-chip-sign" d="M7 10h9m-2.5-2.5L16 10M17 14H8m2.5 2.5L8 14" />
            )}
            {chip === null && (
                <path class="bossa-chip-sign" d="M10 9.8c.3-2.3 4.3-2 4 .4c-.2 1.3-2 1.5-2 3.2m0 2.4v.3" />
            )}
        </svg>
    );
}
