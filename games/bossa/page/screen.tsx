/* screen.tsx: Bossa on a big screen: the two lines one above the other across the whole width, both hands at their sides. */
import { useRef } from "preact/hooks";
import { FlatDie } from "page/table/parts/dice";
import { useGlide } from "page/table/parts/glide";
import { nameOf } from "page/table/parts/throws";
import type { GameScreen } from "page/tv/game-screen";
import { SeatMark } from "page/ui/seat-mark";
import { _, _n, number } from "page/ui/words";
import { columnsOf, SideLine, useClicks } from "./face";
import { Belongings, Hand } from "./hand";
import { newsFor, type News } from "./news";
import { Tile, TileBack } from "./tile";
import type { BossaView, Props } from "./view";
import "./screen.css";

/** Fewer do not make the tiles larger. */
const LEAST_COLUMNS = 5;

/** One side of the table: the line, and beside it the player with tiles and markers. */
function Side({ props, seat, news }: { props: Props; seat: number; news: News }) {
    const turn = props.view.turn === seat && props.view.phase !== "over";
    return (
        <div class={turn ? "tv-bossa-side tv-bossa-turn" : "tv-bossa-side"}>
            <SideLine props={props} seat={seat} choice={null} news={news} />
            <div class="tv-bossa-player">
                <p class="tv-bossa-name">
                    <SeatMark seat={seat} />
                    <span>{nameOf(props.names, seat)}</span>
                </p>
                <Hand props={props} seat={seat} choice={null} news={news.tiles} />
                <Belongings seat={props.view.seats[seat - 1]!} />
            </div>
        </div>
    );
}

function Pile({ pile }: { pile: number }) {
    return (
        <span
            class="tv-bossa-pile"
            data-glide-home="pile"
            role="img"
            aria-label={_n("One tile in the pile", "{n} tiles in the pile", pile)}
        >
            <TileBack />
            <b class="digits">{number(pile)}</b>
        </span>
    );
}

/** The higher a line is, the more room it gets: the tiles of both are of one width. */
function shareOf({ view }: Props, seat: number): string {
    const line = view.lines.find(({ owner }) => owner === seat) ?? view.lines[seat - 1]!;
    const tall = Math.max(2, ...line.positions.map(({ count }) => count));
    return `minmax(0, ${3 + tall}fr)`;
}

function Stage(props: Props) {
    const root = useRef<HTMLDivElement>(null);
    const news = newsFor(props);
    useClicks(props);
    useGlide(root, props.motion);
    const columns = Math.max(LEAST_COLUMNS, ...props.view.lines.map(columnsOf));
    return (
        <div
            class="tv-bossa bossa"
            ref={root}
            style={{ "--columns": columns, gridTemplateRows: `${shareOf(props, 2)} ${shareOf(props, 1)}` }}
        >
            <Side props={props} seat={2} news={news} />
            <Pile pile={props.view.pile} />
            <Side props={props} seat={1} news={news} />
        </div>
    );
}

const Laid = ({ tiles }: { tiles: string[] }) => (
    <span class="tv-bossa-laid">
        {tiles.map((tile) => (
            <Tile tile={tile} up="white" />
        ))}
    </span>
);

const screen: GameScreen<BossaView> = {
    Stage,
    pictures: [
        {
            Picture: () => (
                <>
                    <Laid tiles={["42"]} />
                    <FlatDie face={5} />
                    <Laid tiles={["51", "10"]} />
                </>
            ),
            words: () => _("Lay tiles at either end of a line: their pips make the next number."),
        },
        {
            Picture: () => (
                <>
                    <Laid tiles={["51", "10"]} />
                    <Laid tiles={["40", "20", "11"]} />
                </>
            ),
            words: () => _("Each position takes one tile more, or one fewer, than its neighbour."),
        },
        {
            Picture: () => (
                <span class="tv-bossa-goal">
                    {[1, 2, 3, 4, 5, 6].map((at) => (
                        <i>{number(at)}</i>
                    ))}
                </span>
            ),
            words: () => _("Lay your last tile, or see your own line reach six positions, and you win."),
        },
    ],
};
export default screen;
