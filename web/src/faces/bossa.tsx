/* bossa.tsx: Bossa in the page: two lines growing from their dice, the other hand above, one's own
 * below. Tiles are picked first; the places that take them light up. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Face, FaceProps } from "../face";
import { useChoice, type Choice, type Mode } from "../parts/bossa-choice";
import { BossaLine, colourName, ColourSign, placeName, type LineView } from "../parts/bossa-line";
import type { Put } from "../parts/bossa-moves";
import { tellBossa } from "../parts/bossa-tell";
import {
    ChipPicture,
    chipName,
    chippedPips,
    MarkerPicture,
    markerName,
    pipsOf,
    Tile,
    TileBack,
    tileName,
    type Chip,
    type Colour,
    type Marker,
} from "../parts/bossa-tile";
import { FlatDie } from "../parts/dice";
import { useGlide } from "../parts/glide";
import { playSound } from "../parts/sound";
import { _, _n, number } from "../words";
import "./bossa.css";

interface SeatView extends Record<Marker, boolean> {
    hand: string[] | null;
    tiles: number;
    colour: Colour | null;
    chip_kept: boolean;
    chip: Chip | null;
    chip_on: string | null;
}

interface BossaView {
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

type Props = FaceProps<BossaView>;

const MARKERS: Marker[] = ["redraw", "exchange", "stack"];
const DEALT = 4;
/** Fewer do not make the tiles larger. */
const LEAST_COLUMNS = 5;
const FACES = [1, 2, 3, 4, 5, 6];

/** Whose side of the table is nearer: one's own, for a watcher that of seat 1. */
const nearSeat = (props: Props) => props.seat ?? 1;

// ---- hands ----

function HandTile({
    tile,
    choice,
    fresh,
    own,
}: {
    tile: string;
    choice: Choice;
    fresh: boolean;
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
            aria-label={fresh ? _("{tile}, just drawn", { tile: tileName(tile) }) : tileName(tile)}
            onClick={() => pick(tile)}
        >
            <Tile tile={tile} />
        </button>
    );
}

/** A hand; tiles can be tapped only where there is something to choose. */
function Hand({ props, seat, choice }: { props: Props; seat: number; choice: Choice | null }) {
    const { hand, tiles } = props.view.seats[seat - 1]!;
    const own = seat === props.seat;
    const shown = hand ?? [];
    const covered = Math.max(
        0,
        (props.view.phase === "opening" || !hand ? tiles : hand.length) - shown.length,
    );
    const open =
        choice &&
        (own
            ? choice.may.put || choice.may.redraw || choice.may.exchange
            : choice.mode === "exchange");
    return (
        <ul
            class="bossa-hand"
            aria-label={_("The hand of {name}", { name: props.names[seat - 1]! })}
        >
            {shown.map((tile) => (
                <li key={tile}>
                    {open ? (
                        <HandTile
                            tile={tile}
                            choice={choice}
                            fresh={isFresh(tile)}
                            own={own}
                        />
                    ) : (
                        <span
                            class={`bossa-hand-tile ${isFresh(tile) ? "bossa-fresh" : ""}`}
                            role="img"
                            aria-label={tileName(tile)}
                            data-glide={tile}
                            data-glide-from="pile"
                        >
                            <Tile tile={tile} />
                        </span>
                    )}
                </li>
            ))}
            {Array.from({ length: covered }, (_back, at) => (
                <li key={`back ${at}`}>
                    <span class="bossa-hand-tile" role="img" aria-label={_("a tile face down")}>
                        <TileBack />
                    </span>
                </li>
            ))}
        </ul>
    );
}

// ---- markers and chips ----

/** What a seat has left: markers and the chip, only to look at. */
function Belongings({ seat }: { seat: SeatView }) {
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

function MarkerButton({
    marker,
    seat,
    choice,
}: {
    marker: Marker;
    seat: SeatView;
    choice: Choice;
}) {
    const mode: Mode | null = marker === "stack" ? null : marker;
    const label = seat[marker]
        ? markerName(marker)
        : _("{marker}: used", { marker: markerName(marker) });
    const look = `bossa-marker ${seat[marker] ? "" : "bossa-spent"}`;
    if (!mode || !choice.may[mode])
        return (
            <span class={look} role="img" aria-label={label}>
                <MarkerPicture marker={marker} />
            </span>
        );
    return (
        <button
            type="button"
            class={look}
            aria-pressed={choice.mode === mode}
            onClick={() => choice.choose(mode)}
        >
            <MarkerPicture marker={marker} />
            <span class="bossa-marker-name">{label}</span>
        </button>
    );
}

// ---- what can be done now ----

function mainLabel(choice: Choice): string {
    if (choice.mode === "redraw") return _("Throw away and draw");
    if (choice.mode === "exchange") return _("Exchange");
    if (!choice.put) return _("Lay");
    const place = placeName(choice.put.colour, choice.put.value);
    return choice.put.kind === "lay"
        ? _("Lay {place}", { place })
        : _("Stack on {place}", { place });
}

function hintFor(choice: Choice, props: Props): string {
    const { picked, mode } = choice;
    if (mode === "redraw") return _("Which tile do you throw away?");
    if (mode === "exchange")
        return _("One of your tiles for one of {name}.", {
            name: props.names[2 - nearSeat(props)]!,
        });
    if (picked.length === 0)
        return choice.may.put
            ? _("Your turn: pick tiles, or tap a place.")
            : _("Nothing fits: use a marker.");
    const chip = props.view.seats[nearSeat(props) - 1]!.chip;
    const sum = (colour: Colour) =>
        picked.reduce(
            (all, tile) =>
                all +
                (choice.put?.chipped === tile && chip
                    ? chippedPips(tile, colour, chip)
                    : pipsOf(tile, colour)),
            0,
        );
    const worth = _n(
        "One tile: white {white}, black {black}",
        "{n} tiles: white {white}, black {black}",
        picked.length,
        {
            white: sum("white"),
            black: sum("black"),
        },
    );
    if (choice.lights.size && [...choice.lights.values()].some((light) => light !== "open"))
        return worth;
    return _("{worth}; no place for them yet", { worth });
}

/** Under which tile the chip goes, where there are several ways or only ways with it. */
function Ways({ choice, chip }: { choice: Choice; chip: Chip | null }) {
    if (!chip || !choice.ways.some((way) => way.chipped)) return null;
    const isChosen = (way: Put) => choice.put?.move === way.move;
    return (
        <div class="bossa-ways" role="group" aria-label={chipName(chip)}>
            {choice.ways.map((way) => (
                <button
                    key={way.move}
                    type="button"
                    class="bossa-way"
                    aria-pressed={isChosen(way)}
                    onClick={() => choice.chipOn(way.chipped)}
                    aria-label={
                        way.chipped
                            ? _("{chip} on {tile}", {
                                  chip: chipName(chip),
                                  tile: tileName(way.chipped),
                              })
                            : _("without the chip")
                    }
                >
                    {way.chipped ? (
                        <>
                            <ChipPicture chip={chip} />
                            <span class="bossa-way-tile">
                                <Tile tile={way.chipped} />
                            </span>
                        </>
                    ) : (
                        _("no chip")
                    )}
                </button>
            ))}
        </div>
    );
}

function Acting({ props, choice }: { props: Props; choice: Choice }) {
    const seat = props.view.seats[nearSeat(props) - 1]!;
    return (
        <div class="bossa-bar">
            <div class="bossa-bar-markers">
                {MARKERS.map((marker) => (
                    <MarkerButton key={marker} marker={marker} seat={seat} choice={choice} />
                ))}
                {seat.chip && !seat.chip_on && (
                    <span class="bossa-chip" role="img" aria-label={chipName(seat.chip)}>
                        <ChipPicture chip={seat.chip} />
                    </span>
                )}
            </div>
            <button
                type="button"
                class="button main bossa-go"
                disabled={!choice.move}
                onClick={() => choice.move && props.play(choice.move)}
            >
                {mainLabel(choice)}
            </button>
        </div>
    );
}

function Option({
    move,
    props,
    children,
}: {
    move: string;
    props: Props;
    children: ComponentChildren;
}) {
    if (!props.moves.includes(move)) return null;
    return (
        <button type="button" class="button bossa-option" onClick={() => props.play(move)}>
            {children}
        </button>
    );
}

/** Colour or start: what the two ask for and what they mean. */
function Choosing({ props }: { props: Props }) {
    const other = props.names[2 - nearSeat(props)]!;
    const starts = props.moves.includes("start")
        ? _("{name} starts", { name: other })
        : _("{name} has taken the start", { name: other });
    return (
        <div class="bossa-options">
            {(["white", "black"] as Colour[]).map((colour, at) => (
                <Option key={colour} move={colour} props={props}>
                    <span class="bossa-option-name">
                        <ColourSign colour={colour} />
                        {colourName(colour)}
                    </span>
                    <small>
                        {_("from {value}; {starts}", {
                            value: props.view.lines[at]!.die ?? 0,
                            starts,
                        })}
                    </small>
                </Option>
            ))}
            <Option move="start" props={props}>
                <span class="bossa-option-name">{_("The start")}</span>
                <small>{_("{name} takes a colour", { name: other })}</small>
            </Option>
        </div>
    );
}

function Keeping({ props }: { props: Props }) {
    const meaning = {
        doubler: _("counts one tile twice"),
        converter: _("swaps the colours of one tile"),
    };
    return (
        <div class="bossa-options">
            {(["doubler", "converter"] as Chip[]).map((chip) => (
                <Option key={chip} move={`keep ${chip}`} props={props}>
                    <span class="bossa-option-name">
                        <span class="bossa-chip">
                            <ChipPicture chip={chip} />
                        </span>
                        {chipName(chip)}
                    </span>
                    <small>{meaning[chip]}</small>
                </Option>
            ))}
        </div>
    );
}

// ---- dice and tiles of our own ----

/** Real tiles: tap in what was thrown or drawn. */
function Declaring({ props }: { props: Props }) {
    const { view } = props;
    if (view.phase === "throwing")
        return (
            <div class="bossa-declare">
                {FACES.map((face) => (
                    <button
                        key={face}
                        type="button"
                        class="bossa-declare-die"
                        aria-label={number(face)}
                        onClick={() => props.declare(String(face))}
                    >
                        <FlatDie face={face} />
                    </button>
                ))}
            </div>
        );
    return (
        <div class="bossa-declare">
            {view.unseen.map((tile) => (
                <button
                    key={tile}
                    type="button"
                    class="bossa-declare-tile"
                    aria-label={tileName(tile)}
                    onClick={() => props.declare(tile)}
                >
                    <Tile tile={tile} />
                </button>
            ))}
        </div>
    );
}

/** What has to be tapped in, and by whom; null if nothing. */
function wanted(props: Props): { sentence: string; mayLook: boolean } | null {
    const { view, names } = props;
    if (!props.ours || props.over || props.seat === null) return null;
    const seat =
        view.phase === "opening"
            ? view.seats.findIndex(({ hand }) => (hand?.length ?? 0) < DEALT) + 1
            : (view.turn ?? 0);
    const name = names[seat - 1] ?? "";
    switch (view.phase) {
        case "throwing":
            return {
                sentence: view.lines[0]!.die
                    ? _("What does the black die show?")
                    : _("What does the white die show?"),
                mayLook: true,
            };
        case "looking":
            return seat === props.seat || props.mine.includes(seat)
                ? {
                      sentence: _("Tap in your tiles, {name}, unseen by the other.", { name }),
                      mayLook: true,
                  }
                : {
                      sentence: _("{name} taps in the tiles; do not look.", { name }),
                      mayLook: false,
                  };
        case "opening":
            return { sentence: _("Tap in the tiles of {name}.", { name }), mayLook: true };
        case "drawing":
        case "redrawing":
            return { sentence: _("{name} draws: which tile?", { name }), mayLook: true };
        default:
            return null;
    }
}

// ---- sentences ----

function endingText(props: Props): string {
    const { ending, winners, turn } = props.view;
    const winner = props.names[(winners[0] ?? 1) - 1]!;
    const loser = props.names[(turn ?? 1) - 1]!;
    switch (ending) {
        case "a":
            return _("{name} has laid the last tile.", { name: winner });
        case "b":
            return _("The line of {name} has six positions.", { name: winner });
        case "c":
            return _("{name} has laid the last tiles as the sixth position of the other line.", {
                name: winner,
            });
        case "d":
            return _("{name} can do nothing.", { name: loser });
        case "e":
            return winners.length > 1
                ? _("The pile is empty and the hands are equal: a draw.")
                : _("The pile is empty; {name} has fewer tiles.", { name: winner });
        default:
            return "";
    }
}

function waitingText(props: Props): string {
    const { view, names } = props;
    const name = names[(view.turn ?? 1) - 1]!;
    switch (view.phase) {
        case "throwing":
            return view.tie
                ? _("Both dice show {value}: once more.", { value: view.tie })
                : _("Both throw: the higher die chooses.");
        case "looking":
        case "choosing":
            return _("{name} looks at the tiles and chooses.", { name });
        case "opening":
            return _("The hands are turned up.");
        case "keeping":
            return _("Both keep a chip, secretly.");
        case "over":
            return endingText(props);
        default:
            return _("{name} is to move.", { name });
    }
}

function dueText(props: Props, choice: Choice): string {
    switch (props.view.phase) {
        case "choosing":
            return props.moves.includes("start")
                ? _("Your die is higher: take a colour or the start.")
                : _("Take a colour.");
        case "keeping":
            return _("Which chip do you keep?");
        default:
            return hintFor(choice, props);
    }
}

function Deciding({ props, choice }: { props: Props; choice: Choice }) {
    switch (props.view.phase) {
        case "choosing":
            return <Choosing props={props} />;
        case "keeping":
            return <Keeping props={props} />;
        default:
            return <Acting props={props} choice={choice} />;
    }
}

function Own({ props, choice, isDue }: { props: Props; choice: Choice; isDue: boolean }) {
    const near = nearSeat(props);
    const asked = wanted(props);
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

// ---- the table ----

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
                <ul class="bossa-gone" aria-label={_("Thrown away")}>
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
        seats
            .filter(({ chip_on, chip }) => chip_on && chip)
            .map(({ chip_on, chip }) => [chip_on!, chip!]),
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

/** The die, the positions and the ends. */
const columnsOf = (line: LineView) => 1 + line.positions.length + line.ends.length;

/** One tile laid or drawn is heard. */
function useClicks(props: Props): void {
    useEffect(() => {
        if (props.fresh.some(({ move }) => /^(lay|stack|exchange|\d\d$)/.test(move ?? "")))
            playSound("tile");
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
    useGlide(root, props.motion);
    return (
        <div
            class="bossa"
            ref={root}
            style={{ "--columns": Math.max(LEAST_COLUMNS, ...props.view.lines.map(columnsOf)) }}
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
            <Own props={props} choice={choice} isDue={isDue} />
        </div>
    );
}

const face: Face<BossaView> = {
    key: "bossa",
    Table,
    tell: tellBossa,
    score: (view, seat) => {
        const line = view.lines.find(({ owner }) => owner === seat);
        return line ? `${line.colour === "white" ? "○" : "◆"} ${line.positions.length}/6` : null;
    },
};
export default face;
