/* line.tsx: one of Bossa's two lines: the die, the positions on both sides of it, and the two ends where it
 * may grow. Only its own colour counts in a line, so tiles show that half and cover the other. */
import type { JSX } from "preact";
import { _, _c, _n, number } from "page/ui/words";
import { RestingDie } from "page/table/parts/dice";
import { ChipPicture, Tile, tileName, type Chip, type Colour } from "./tile";
import { placeOf, type Place } from "./moves";

export interface LineView {
    colour: Colour;
    die: number | null;
    owner: number | null;
    positions: { value: number; count: number; layers: string[][] }[];
    ends: { value: number; counts: number[] }[];
}

/** How a place looks: it can take something, it takes the picked tiles, or it is the chosen one. */
export type Light = "open" | "lit" | "aim";

interface LineProps {
    line: LineView;
    /** Whose, in words; and whether it grows towards us or away. */
    title: string;
    near: boolean;
    lights: Map<Place, Light>;
    /** Does the player choose a place now? Those that cannot be chosen then look it. */
    choosing: boolean;
    /** What the opponent has just laid. */
    news: Set<Place>;
    /** Chips that lie on tiles. */
    chipOn: Map<string, Chip>;
    aim(place: Place): void;
}

/** Space for this many tiles in a column is reserved from the start. */
const LEAST_TALL = 2;

/** The tiles of the highest column. */
const tallest = (line: LineView) => Math.max(LEAST_TALL, ...line.positions.map(({ count }) => count));

/** How many positions, besides the die, a line needs. */
const GOAL = 6;

export function colourName(colour: Colour): string {
    return colour === "white" ? _("White") : _("Black");
}

export function placeName(colour: Colour, value: number): string {
    return colour === "white" ? _("white {value}", { value }) : _("black {value}", { value });
}

export function countsText(counts: number[]): string {
    if (counts.length === 1) return _n("{n} tile", "{n} tiles", counts[0]!);
    return _("{few} or {many} tiles", { few: counts[0]!, many: counts.at(-1)! });
}

export function ColourSign({ colour }: { colour: Colour }) {
    return (
        <svg class="bossa-sign" viewBox="0 0 12 12" aria-hidden="true">
            {colour === "white" ? (
                <circle class="bossa-pip-white" cx="6" cy="6" r="4.2" />
            ) : (
                <path class="bossa-pip-black" d="M6 0.6L11.4 6L6 11.4L0.6 6z" />
            )}
        </svg>
    );
}

/** A place that can be tapped if there is something to do there; a tap elsewhere is told why not. */
function PlaceFrame(props: {
    place: Place;
    label: string;
    look: "laid" | "end";
    line: LineProps;
    children: JSX.Element[] | JSX.Element;
}) {
    const { place, look, line, children } = props;
    const light = line.lights.get(place);
    const isNew = line.news.has(place);
    const label = isNew ? _("{place}, just laid", { place: props.label }) : props.label;
    const style = `bossa-place bossa-${look} ${isNew ? "bossa-new" : ""}`;
    const drawn = (
        <>
            {children}
            {isNew && <span class="bossa-new-tag" data-word={_c("tile", "new")} aria-hidden="true" />}
        </>
    );
    if (!light)
        return (
            <div
                class={`${style} ${line.choosing ? "bossa-closed" : ""}`}
                role="img"
                aria-label={label}
                data-why={`${look} ${place}`}
            >
                {drawn}
            </div>
        );
    return (
        <button
            type="button"
            class={`${style} bossa-${light}`}
            aria-label={label}
            aria-pressed={light === "aim"}
            onClick={() => line.aim(place)}
        >
            {drawn}
        </button>
    );
}

/** The tiles of one layer, each covering the lower part of the one before. */
function Column({
    tiles,
    colour,
    depth,
    chipOn,
}: {
    tiles: string[];
    colour: Colour;
    depth: number;
    chipOn: Map<string, Chip>;
}) {
    return (
        <>
            {tiles.map((tile, at) => (
                <span
                    key={tile}
                    class="bossa-lying"
                    data-glide={tile}
                    style={{ "--at": at, "--deep": depth }}
                >
                    <Tile tile={tile} up={colour} covered={at + 1 < tiles.length} />
                    {chipOn.has(tile) && (
                        <span class="bossa-lying-chip">
                            <ChipPicture chip={chipOn.get(tile)!} />
                        </span>
                    )}
                </span>
            ))}
        </>
    );
}

function Position({
    line,
    at,
    props,
}: {
    line: LineView;
    at: LineView["positions"][number];
    props: LineProps;
}) {
    const place = placeOf(line.colour, at.value);
    const top = at.layers.length - 1;
    const tiles = at.layers.at(-1)!.map(tileName).join("; ");
    const label = `${placeName(line.colour, at.value)}: ${tiles}`;
    return (
        <PlaceFrame place={place} label={label} look="laid" line={props}>
            <span class="bossa-column" style={{ "--tiles": at.count }}>
                {at.layers.map((tiles, layer) => (
                    <Column
                        key={layer}
                        tiles={tiles}
                        colour={line.colour}
                        depth={top - layer}
                        chipOn={props.chipOn}
                    />
                ))}
                {top > 0 && (
                    <span class="bossa-layers digits" aria-hidden="true">
                        {number(top + 1)}
                    </span>
                )}
            </span>
            <span class="bossa-value digits" aria-hidden="true">
                {at.value}
            </span>
        </PlaceFrame>
    );
}

function End({ line, at, props }: { line: LineView; at: LineView["ends"][number]; props: LineProps }) {
    const place = placeOf(line.colour, at.value);
    const label = _("{place}: takes {tiles}", {
        place: placeName(line.colour, at.value),
        tiles: countsText(at.counts),
    });
    return (
        <PlaceFrame place={place} label={label} look="end" line={props}>
            <span class="bossa-slot digits" data-value={at.value}>
                <span class="bossa-slot-counts" data-counts={at.counts.join("/")}>
                    <svg viewBox="0 0 8 11" aria-hidden="true">
                        <rect x="0.8" y="0.8" width="6.4" height="9.4" rx="1.6" />
                    </svg>
                </span>
            </span>
            <span class="bossa-value" aria-hidden="true">
                {"\u00a0"}
            </span>
        </PlaceFrame>
    );
}

function Die({ line }: { line: LineView }) {
    const label = line.die
        ? _("{colour} die: {value}", { colour: colourName(line.colour), value: line.die })
        : colourName(line.colour);
    return (
        <div
            class={`bossa-place bossa-start bossa-${line.colour}`}
            role="img"
            aria-label={label}
            data-why="die"
        >
            <span class="bossa-die" data-glide={`die ${line.colour}`}>
                {line.die ? <RestingDie face={line.die} /> : <span class="bossa-die-none" />}
            </span>
            <span class="bossa-value digits">{line.die ?? "\u00a0"}</span>
        </div>
    );
}

/** How far the line has come: six positions win it for its owner. */
function Goal({ positions }: { positions: number }) {
    return (
        <span
            class="bossa-goal"
            role="img"
            aria-label={_("{n} of {goal} positions", { n: positions, goal: GOAL })}
        >
            {Array.from({ length: GOAL }, (_dot, at) => (
                <i class={at < positions ? "bossa-reached" : ""} />
            ))}
        </span>
    );
}

export function BossaLine(props: LineProps) {
    const { line, title, near } = props;
    const places = [
        ...line.ends.map((at) => ({
            value: at.value,
            drawn: <End line={line} at={at} props={props} />,
        })),
        ...line.positions.map((at) => ({
            value: at.value,
            drawn: <Position line={line} at={at} props={props} />,
        })),
        { value: line.die ?? 0, drawn: <Die line={line} /> },
    ].sort((a, b) => a.value - b.value);
    const bare = places.length === 1;
    return (
        <section
            class={`bossa-line ${near ? "bossa-near" : "bossa-far"} ${bare ? "bossa-bare" : ""}`}
            style={{ "--line-tall": tallest(line) }}
            aria-label={title}
        >
            <p class="bossa-line-title">
                <span class="bossa-line-name">
                    <ColourSign colour={line.colour} />
                    <span>{title}</span>
                </span>
                <Goal positions={line.positions.length} />
            </p>
            <ol class="bossa-places">
                {places.map(({ value, drawn }) => (
                    <li key={value}>{drawn}</li>
                ))}
            </ol>
        </section>
    );
}
