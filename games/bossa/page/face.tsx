/* face.tsx: Bossa on the page: two lines that grow from their dice, the opponent's hand above, your own
 * below. You pick tiles first; the places where they fit light up. */
import { useEffect, useRef } from "preact/hooks";
import type { Face } from "page/table/face";
import { Deciding, Declaring, Ways } from "./actions";
import { useChoice, type Choice } from "./choice";
import { Belongings, Hand } from "./hand";
import { BossaLine, colourName, type LineView } from "./line";
import { dueText, endingText, waitingText, wanted, type Wanted } from "./status";
import { bossaWords, tellBossa } from "./sentences";
import { Tile, TileBack, tileName } from "./tile";
import { nearSeat, type BossaView, type Props } from "./view";
import { useGlide } from "page/table/parts/glide";
import { playSound } from "page/table/parts/sound";
import { _, _n, number } from "page/ui/words";
import "./face.css";

/** Fewer do not make the tiles larger. */
const LEAST_COLUMNS = 5;

interface OwnProps {
    props: Props;
    choice: Choice;
    isDue: boolean;
    asked: Wanted | null;
}

function Own({ props, choice, isDue, asked }: OwnProps) {
    const near = nearSeat(props);
    const said = asked?.sentence ?? (isDue ? dueText(props, choice) : waitingText(props));
    const seat = props.view.seats[near - 1]!;
    return (
        <section class="bossa-own">
            <Ways choice={choice} chip={seat.chip} />
            <p class={`bossa-hint ${isDue || asked ? "bossa-due" : ""}`}>{said}</p>
            <Hand props={props} seat={near} choice={isDue ? choice : null} />
            {asked?.mayLook && <Declaring props={props} />}
            {isDue && <Deciding props={props} choice={choice} />}
            {!isDue && !asked && (
                <div class="bossa-bar">
                    <Belongings seat={seat} />
                </div>
            )}
        </section>
    );
}

function TileList({ tiles, label }: { tiles: string[]; label: string }) {
    return (
        <ul aria-label={label}>
            {tiles.map((tile) => (
                <li key={tile}>
                    <span role="img" aria-label={tileName(tile)}>
                        <Tile tile={tile} />
                    </span>
                </li>
            ))}
        </ul>
    );
}

function Pile({ props }: { props: Props }) {
    const { pile, gone, unseen } = props.view;
    return (
        <div class="bossa-middle">
            <span
                class="bossa-stock"
                data-glide-home="pile"
                role="img"
                aria-label={_n("One tile in the pile", "{n} tiles in the pile", pile)}
            >
                {pile > 0 ? (
                    <>
                        <span class="bossa-stock-tile">
                            <TileBack />
                        </span>
                        <span class="bossa-stock-tile">
                            <TileBack />
                        </span>
                    </>
                ) : (
                    <span class="bossa-stock-none" />
                )}
                <span class="bossa-stock-count digits">{number(pile)}</span>
            </span>
            <details class="bossa-unseen">
                <summary>{_("Not seen yet")}</summary>
                <TileList tiles={unseen} label={_("Not seen yet")} />
            </details>
            <div class="bossa-unseen-row">
                <TileList tiles={unseen} label={_("Not seen yet")} />
                <span aria-hidden="true">{_("Not seen yet")}</span>
            </div>
            {gone.length > 0 && (
                <ul class="bossa-gone" aria-label={_("Discarded")}>
                    {gone.map((tile) => (
                        <li key={tile} data-glide={tile}>
                            <span role="img" aria-label={tileName(tile)}>
                                <Tile tile={tile} />
                            </span>
                        </li>
                    ))}
                </ul>
            )}
        </div>
    );
}

function SideLine({ props, seat, choice }: { props: Props; seat: number; choice: Choice | null }) {
    const { lines, seats } = props.view;
    const line = lines.find(({ owner }) => owner === seat) ?? lines[seat - 1]!;
    const title = line.owner
        ? _("{colour}, {name}", { colour: colourName(line.colour), name: props.names[seat - 1]! })
        : colourName(line.colour);
    const chipOn = new Map(
        seats.filter(({ chip_on, chip }) => chip_on && chip).map(({ chip_on, chip }) => [chip_on!, chip!]),
    );
    return (
        <BossaLine
            line={line}
            title={title}
            near={seat === nearSeat(props)}
            chipOn={chipOn}
            lights={choice?.lights ?? new Map()}
            aim={(place) => choice?.aim(place)}
        />
    );
}

/** Nothing is laid yet, and there is much to decide or to tap in. */
const BEFORE = ["throwing", "looking", "choosing", "opening", "keeping"];

const DOING = { redraw: "redrawing", exchange: "exchanging", stack: "stacking" };

/** The die, the positions and the ends. */
const columnsOf = (line: LineView) => 1 + line.positions.length + line.ends.length;

/** A sound for each tile laid or drawn. */
function useClicks(props: Props): void {
    useEffect(() => {
        if (props.fresh.some(({ move }) => /^(lay|stack|exchange|\d\d$)/.test(move ?? ""))) playSound("tile");
    }, [props.lines.at(-1)?.number]);
}

function Table(props: Props) {
    useClicks(props);
    const root = useRef<HTMLDivElement>(null);
    const near = nearSeat(props);
    const isDue = props.seat !== null && props.due.includes(props.seat) && props.moves.length > 0;
    const since = `${props.lines.at(-1)?.number} ${props.view.phase} ${props.seat}`;
    const choice = useChoice(isDue ? props.moves : [], since, props.play);
    const acting = isDue && props.view.phase === "acting" ? choice : null;
    const { phase, lines } = props.view;
    const asked = wanted(props);
    const doing = acting && (acting.mode === "put" ? "" : `bossa-${DOING[acting.mode]}`);
    const stage = phase === "over" ? "bossa-over" : BEFORE.includes(phase) ? "bossa-before" : "";
    useGlide(root, props.motion);
    return (
        <div
            class={`bossa ${stage} ${doing ?? ""} ${asked?.mayLook ? "bossa-asking" : ""}`}
            ref={root}
            style={{ "--columns": Math.max(LEAST_COLUMNS, ...lines.map(columnsOf)) }}
        >
            <div class="bossa-felt">
                <div class="bossa-other">
                    <Hand props={props} seat={3 - near} choice={acting} />
                    <Belongings seat={props.view.seats[2 - near]!} />
                </div>
                <SideLine props={props} seat={3 - near} choice={acting} />
                <Pile props={props} />
                <SideLine props={props} seat={near} choice={acting} />
            </div>
            <Own props={props} choice={choice} isDue={isDue} asked={asked} />
        </div>
    );
}

const face: Face<BossaView> = {
    key: "bossa",
    Table,
    tell: tellBossa,
    words: bossaWords,
    ended: (view, _won, names) => endingText(view, names) || null,
    entry: (move) => (/^\d\d$/.test(move) ? tileName(move) : /^\d$/.test(move) ? null : bossaWords(move)),
    enters: (view) => (view.phase === "looking" ? view.turn : null),
    score: (view, seat) => {
        const line = view.lines.find(({ owner }) => owner === seat);
        return line ? `${line.colour === "white" ? "○" : "◆"} ${line.positions.length}/6` : null;
    },
};
export default face;
