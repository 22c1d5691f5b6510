/* card.tsx: the fourteen cards and their places in the ring. */
import type { JSX } from "preact";
import { _, _n } from "page/ui/words";
import { cardName, ColourMark, fitting, ShapeMark, worthOf, type Colour, type Shape } from "./dice";
import type { Place } from "page/table/parts/tumble";

/** Where a card lies, and which way it is pulled out; in edges of a die from the middle. */
interface CardPlace extends Place {
    out: Place;
    /** In degrees. */
    turn: number;
}

const TOP = 5.75;
const SIDE = 4.96;
/** Those in the corners lie a little lower, those at the sides so far from each other. */
const DROP = 0.42;
const STEP = 2.58;

/** The ring, clockwise from the upper left: numbers above, colours on the right, the rest below, shapes left. */
const ring: [card: string, x: number, y: number, turn: number][] = [
    ["1", -3.6, -TOP + DROP, -7],
    ["2", -1.2, -TOP, -2],
    ["3", 1.2, -TOP, 2],
    ["4", 3.6, -TOP + DROP, 7],
    ["blue", SIDE - 0.16, -STEP, 4],
    ["red", SIDE, 0, 0],
    ["orange", SIDE - 0.16, STEP, -4],
    ["even", 3.6, TOP - DROP, -7],
    ["odd", 1.2, TOP, -2],
    ["6", -1.2, TOP, 2],
    ["5", -3.6, TOP - DROP, 7],
    ["cross", -SIDE + 0.16, STEP, 4],
    ["square", -SIDE, 0, 0],
    ["circle", -SIDE + 0.16, -STEP, -4],
];

export const places: Record<string, CardPlace> = Object.fromEntries(
    ring.map(([card, x, y, turn]) => {
        const far = Math.hypot(x, y);
        return [card, { x, y, turn, out: { x: x / far, y: y / far } }];
    }),
);

const PULL = 0.4;

/** Where a card lies now. */
export function placeOf(card: string, pulled: boolean): Place {
    const { x, y, out } = places[card]!;
    return pulled ? { x: x + out.x * PULL, y: y + out.y * PULL } : { x, y };
}

const isShape = (card: string): card is Shape => card === "circle" || card === "square" || card === "cross";
const isColour = (card: string): card is Colour => card === "blue" || card === "red" || card === "orange";

/** What is printed in the middle of a card, in a box of 60 by 44. */
function CardPicture({ card }: { card: string }): JSX.Element {
    if (isShape(card))
        return (
            <g class="yucatan-shape" transform="translate(30 22)">
                <ShapeMark shape={card} size={34} />
            </g>
        );
    if (isColour(card)) return <ColourMark colour={card} />;
    if (/^\d$/.test(card))
        return (
            <text class="yucatan-number" x="30" y="40">
                {card}
            </text>
        );
    return (
        <text class="yucatan-parity" x="30" y="30">
            {fitting(card).join(" ")}
        </text>
    );
}

/** The face of a card: its picture, its name, which numbers fit, and a dot for each point. On real dice other numbers
 * may go with a shape or a colour. */
function CardFace({ card, ours }: { card: string; ours: boolean }): JSX.Element {
    const worth = worthOf(card);
    const number = /^\d$/.test(card);
    return (
        <span class="yucatan-card-face">
            <span class="yucatan-worth">
                {Array.from({ length: worth }, () => (
                    <i />
                ))}
            </span>
            <svg viewBox="0 0 60 44">
                <CardPicture card={card} />
            </svg>
            <span class="yucatan-card-name">{number ? "" : cardName(card)}</span>
            {!ours && (isShape(card) || isColour(card)) && (
                <span class="yucatan-fits">{fitting(card).join(" · ")}</span>
            )}
        </span>
    );
}

interface CardProps {
    card: string;
    /** Lies outside the ring. */
    pulled: boolean;
    picked: boolean;
    /** It is being thrown for. */
    current: boolean;
    /** How many dice lie on it. */
    holds: number;
    /** Thrown for with real dice. */
    ours: boolean;
    onTap?: () => void;
}

/** What a card is worth and how it lies, for screen readers. */
function cardState({ card, pulled, picked, holds }: CardProps): string {
    const worth = _n("one point per die", "{n} points per die", worthOf(card));
    if (holds > 0) return worth + _(", ") + _n("one die lies on it", "{n} dice lie on it", holds);
    if (pulled) return worth + _(", ") + _("used");
    return picked ? worth + _(", ") + _("tap again to throw") : worth;
}

export function Card(props: CardProps): JSX.Element {
    const { card, pulled, picked, current, onTap } = props;
    const { x, y } = placeOf(card, pulled || picked || current);
    const look = `yucatan-card ${pulled ? "used" : ""} ${picked ? "picked" : ""} ${current ? "current" : ""}`;
    const style = { transform: `translate(${x}em, ${y}em) rotate(${places[card]!.turn}deg)` };
    return onTap ? (
        <button
            type="button"
            class={look}
            style={style}
            aria-pressed={picked}
            data-card={card}
            onClick={onTap}
        >
            <CardFace card={card} ours={props.ours} />
            <span class="ears">{cardState(props)}</span>
        </button>
    ) : (
        <span class={look} style={style} role="img" aria-label={`${cardName(card)}: ${cardState(props)}`}>
            <CardFace card={card} ours={props.ours} />
        </span>
    );
}
