/* figures.tsx: the figures in the rules of Bossa. */
import { ChipPicture, MarkerPicture, Tile, markerName, type Marker } from "./tile";
import { FlatDie } from "page/table/parts/dice";
import { _ } from "page/ui/words";
import { Figure, Group, Thing } from "page/ui/figure-frame";

const Laid = ({ tile }: { tile: string }) => (
    <Thing look="tile">
        <Tile tile={tile} />
    </Thing>
);

function Tiles() {
    return (
        <Figure label={_("Tiles with white pips above and black ones below, and the three markers.")}>
            <Group>
                {["41", "06", "33", "10"].map((tile) => (
                    <Thing look="tile">
                        <Tile tile={tile} />
                        {tile}
                    </Thing>
                ))}
            </Group>
            <Group>
                {(["redraw", "exchange", "stack"] as Marker[]).map((marker) => (
                    <Thing look="sign">
                        <MarkerPicture marker={marker} />
                        {markerName(marker)}
                    </Thing>
                ))}
            </Group>
        </Figure>
    );
}

/** The example of the rules: white 4 to 7 around a die that shows 5. */
function Line() {
    return (
        <Figure label={_("A white line: one tile on 4, the die showing 5, two tiles on 6, three on 7.")}>
            <Group words="4">
                <Laid tile="42" />
            </Group>
            <Group words={_("5, the die")}>
                <FlatDie face={5} />
            </Group>
            <Group words="6 = 5 + 1">
                <Laid tile="51" />
                <Laid tile="10" />
            </Group>
            <Group words="7 = 4 + 2 + 1">
                <Laid tile="40" />
                <Laid tile="20" />
                <Laid tile="11" />
            </Group>
        </Figure>
    );
}

function Chips() {
    return (
        <Figure label={_("Under the converter, the tile 14 counts as white 4; with 20 it makes white 6.")}>
            <Group words="4">
                <Laid tile="14" />
                <Thing look="sign">
                    <ChipPicture chip="converter" />
                </Thing>
            </Group>
            <Group words="2">
                <Laid tile="20" />
            </Group>
            <span class="figure-sum">4 + 2 = 6</span>
        </Figure>
    );
}

export default { tiles: Tiles, line: Line, chips: Chips };
