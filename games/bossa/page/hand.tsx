/* hand.tsx: what a player of Bossa has: the hand of tiles, the markers, the chip. */
import type { RefObject } from "preact";
import { _ } from "page/ui/words";
import type { Choice } from "./choice";
import {
    ChipPicture,
    chipName,
    MarkerPicture,
    markerName,
    Tile,
    TileBack,
    tileName,
    type Marker,
} from "./tile";
import type { Props, SeatView } from "./view";
import { nameOf } from "page/table/parts/throws";

export const MARKERS: Marker[] = ["redraw", "exchange", "stack"];

/** How a tile came: drawn just now, or by the opponent's exchange. */
type Fresh = "drawn" | "swapped" | null;

function freshName(tile: string, fresh: Fresh): string {
    if (fresh === "drawn") return _("{tile}, just drawn", { tile: tileName(tile) });
    return fresh ? _("{tile}, just swapped", { tile: tileName(tile) }) : tileName(tile);
}

function HandTile({
    tile,
    choice,
    fresh,
    own,
}: {
    tile: string;
    choice: Choice;
    fresh: Fresh;
    own: boolean;
}) {
    const picked = own ? choice.picked.includes(tile) : choice.theirs === tile;
    const can = own ? choice.joins(tile) : choice.mode === "exchange";
    const state = `${picked ? "bossa-picked" : ""} ${can ? "" : "bossa-dim"}`;
    const look = `bossa-hand-tile ${state} ${fresh ? "bossa-fresh" : ""}`;
    const pick = own ? choice.pick : choice.pickTheirs;
    return (
        <button
            type="button"
            class={look}
            data-glide={tile}
            data-glide-from="pile"
            aria-pressed={picked}
            aria-label={freshName(tile, fresh)}
            onClick={() => pick(tile)}
        >
            <Tile tile={tile} />
        </button>
    );
}

/** A tile to look at. */
function ShownTile({ tile, fresh, own }: { tile: string; fresh: Fresh; own: boolean }) {
    return (
        <span
            class={`bossa-hand-tile ${fresh ? "bossa-fresh" : ""}`}
            role="img"
            aria-label={freshName(tile, fresh)}
            data-why={own ? "mine" : "theirs"}
            data-glide={tile}
            data-glide-from="pile"
        >
            <Tile tile={tile} />
        </span>
    );
}

/** Tiles can be tapped only where there is something to choose. */
function canTap(choice: Choice | null, own: boolean): boolean {
    if (!choice) return false;
    if (!own) return choice.mode === "exchange";
    return choice.may.put || choice.may.redraw || choice.may.exchange;
}

/** How many of the tiles lie face down. */
function coveredTiles({ view }: Props, seat: number): number {
    const { hand, tiles } = view.seats[seat - 1]!;
    if (hand && view.phase !== "opening") return 0;
    return tiles - (hand?.length ?? 0);
}

interface HandProps {
    props: Props;
    seat: number;
    choice: Choice | null;
    /** Tiles that have just changed hands. */
    news: Set<string>;
    /** Where the keyboard goes when what had its focus is gone. */
    focus?: RefObject<HTMLUListElement>;
}

export function Hand({ props, seat, choice, news, focus }: HandProps) {
    const { seats, drawn } = props.view;
    const own = seat === props.seat;
    const name = nameOf(props.names, seat);
    const freshness = (tile: string): Fresh => (drawn === tile ? "drawn" : news.has(tile) ? "swapped" : null);
    return (
        <ul
            class="bossa-hand"
            ref={focus}
            tabIndex={focus ? -1 : undefined}
            aria-label={_("{name}'s hand", { name })}
        >
            {seats[seat - 1]!.hand?.map((tile) => (
                <li key={tile}>
                    {choice && canTap(choice, own) ? (
                        <HandTile tile={tile} choice={choice} fresh={freshness(tile)} own={own} />
                    ) : (
                        <ShownTile tile={tile} fresh={freshness(tile)} own={own} />
                    )}
                </li>
            ))}
            {Array.from({ length: coveredTiles(props, seat) }, (_back, at) => (
                <li key={`back ${at}`}>
                    <span class="bossa-hand-tile" role="img" aria-label={_("a tile face down")}>
                        <TileBack />
                    </span>
                </li>
            ))}
        </ul>
    );
}

/** What a seat has left: markers and the chip, only to look at. */
export function Belongings({ seat }: { seat: SeatView }) {
    return (
        <span class="bossa-belongings">
            {MARKERS.map((marker) => (
                <span
                    key={marker}
                    class={`bossa-marker ${seat[marker] ? "" : "bossa-spent"}`}
                    role="img"
                    aria-label={
                        seat[marker]
                            ? markerName(marker)
                            : _("{marker}: used", { marker: markerName(marker) })
                    }
                >
                    <MarkerPicture marker={marker} />
                    <span class="bossa-marker-name" aria-hidden="true">
                        {markerName(marker)}
                    </span>
                </span>
            ))}
            {seat.chip_kept && !seat.chip_on && (
                <span
                    class="bossa-chip"
                    role="img"
                    aria-label={seat.chip ? chipName(seat.chip) : _("a chip face down")}
                >
                    <ChipPicture chip={seat.chip} />
                </span>
            )}
        </span>
    );
}
