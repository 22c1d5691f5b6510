/* actions.tsx: the controls of Bossa's table: lay, stack, use a marker or the chip; before that choose a
 * colour and a chip; with real tiles enter what was drawn. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { _, number } from "page/ui/words";
import type { Choice } from "./choice";
import { MARKERS } from "./hand";
import { colourName, ColourSign, placeName } from "./line";
import type { Put } from "./moves";
import {
    ChipPicture,
    chipName,
    MarkerPicture,
    markerName,
    Tile,
    tileName,
    type Chip,
    type Colour,
    type Marker,
} from "./tile";
import { nearSeat, type Props, type SeatView } from "./view";
import { FlatDie } from "page/table/parts/dice";

const FACES = [1, 2, 3, 4, 5, 6];

// ---- a turn ----

function mainLabel(choice: Choice): string {
    if (choice.mode === "redraw") return _("Discard and draw");
    if (choice.mode === "exchange") return _("Exchange");
    if (!choice.put) return choice.mode === "stack" ? _("Stack") : _("Lay");
    const place = placeName(choice.put.colour, choice.put.value);
    return choice.put.kind === "lay" ? _("Lay {place}", { place }) : _("Stack on {place}", { place });
}

function MarkerButton({ marker, seat, choice }: { marker: Marker; seat: SeatView; choice: Choice }) {
    const label = seat[marker] ? markerName(marker) : _("{marker}: used", { marker: markerName(marker) });
    const look = `bossa-marker ${seat[marker] ? "" : "bossa-spent"}`;
    if (!choice.may[marker])
        return (
            <span class={look} role="img" aria-label={label} data-why={`marker ${marker}`}>
                <MarkerPicture marker={marker} />
                <span class="bossa-marker-name" aria-hidden="true">
                    {markerName(marker)}
                </span>
            </span>
        );
    return (
        <button
            type="button"
            class={`${look} ${choice.may.put ? "" : "bossa-call"}`}
            aria-label={label}
            aria-pressed={choice.mode === marker}
            onClick={() => choice.choose(marker)}
        >
            <MarkerPicture marker={marker} />
            <span class="bossa-marker-name">{markerName(marker)}</span>
        </button>
    );
}

/** Under which tile the chip goes, if there are several possibilities or only some with the chip. */
export function Ways({ choice, chip }: { choice: Choice; chip: Chip | null }) {
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
            <span class="bossa-go-place" data-why="go">
                <button
                    type="button"
                    class="button main bossa-go"
                    disabled={!choice.move}
                    onClick={() => choice.move && props.play(choice.move)}
                >
                    {mainLabel(choice)}
                </button>
            </span>
        </div>
    );
}

// ---- before the first turn ----

function Option({ move, props, children }: { move: string; props: Props; children: ComponentChildren }) {
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
    const starts = _("{name} goes first", { name: other });
    return (
        <div class="bossa-options bossa-taking">
            {(["white", "black"] as Colour[]).map((colour, at) => (
                <Option key={colour} move={colour} props={props}>
                    <span class="bossa-option-name">
                        <ColourSign colour={colour} />
                        {colourName(colour)}
                    </span>
                    <small>
                        {_("starts at {value}; {starts}", {
                            value: props.view.lines[at]!.die ?? 0,
                            starts,
                        })}
                    </small>
                </Option>
            ))}
            <Option move="start" props={props}>
                <span class="bossa-option-name">{_("Go first")}</span>
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

export function Deciding({ props, choice }: { props: Props; choice: Choice }) {
    switch (props.view.phase) {
        case "choosing":
            return <Choosing props={props} />;
        case "keeping":
            return <Keeping props={props} />;
        default:
            return <Acting props={props} choice={choice} />;
    }
}

// ---- dice and tiles of our own ----

function RollInstead({ props }: { props: Props }) {
    return (
        <button type="button" class="button quiet small" onClick={() => props.roll(1)}>
            {props.view.phase === "throwing" ? _("Let the house throw") : _("Let the house draw")}
        </button>
    );
}

/** Real tiles: enter what was thrown or drawn. */
export function Declaring({ props }: { props: Props }) {
    const { view } = props;
    if (view.phase === "throwing")
        return (
            <div class="bossa-declare dice">
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
                <RollInstead props={props} />
            </div>
        );
    return <DeclaringTiles props={props} />;
}

/** A tile that was tapped in leaves its gap, so that the next one is not tapped where another stood a moment ago. */
function DeclaringTiles({ props }: { props: Props }) {
    const { unseen } = props.view;
    const laid = useRef(unseen);
    if (!unseen.every((tile) => laid.current.includes(tile))) laid.current = unseen;
    return (
        <div class="bossa-declare">
            {laid.current.map((tile) => (
                <button
                    key={tile}
                    type="button"
                    class="bossa-declare-tile"
                    aria-label={tileName(tile)}
                    disabled={!unseen.includes(tile)}
                    onClick={() => props.declare(tile)}
                >
                    <Tile tile={tile} />
                </button>
            ))}
            <RollInstead props={props} />
        </div>
    );
}
