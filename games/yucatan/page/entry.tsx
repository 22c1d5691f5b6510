/* entry.tsx: entering real dice for a card: what the card asks for, a number, a shape or a colour, and nothing
 * else. So it does not matter which of them are together on a side of the real dice. */
import type { JSX } from "preact";
import { TapIn } from "page/table/parts/dice-entry";
import type { Mark } from "page/table/parts/dice";
import { _n } from "page/ui/words";
import { cardName, ColourMark, digitPath, kindOf, printOf, ShapeMark, sideName, type Kind } from "./dice";

/** By the kind of card: the sides to choose from. Of two sides that count alike the first stands for both. */
const FACES: Record<Kind, readonly number[]> = {
    number: [1, 2, 3, 4, 5, 6],
    shape: [1, 2, 3],
    colour: [1, 2, 3],
};

const MARKS: Record<Kind, Mark> = {
    number: (face) => <path class="yucatan-side-digit" d={digitPath(face)} transform="scale(1.7)" />,
    shape: (face) => (
        <g class="yucatan-side-shape">
            <ShapeMark shape={printOf(face).shape} size={70} />
        </g>
    ),
    colour: (face) => (
        <g transform="translate(-51 -40) scale(1.7)">
            <ColourMark colour={printOf(face).colour} />
        </g>
    ),
};

interface Props {
    card: string;
    count: number;
    busy?: boolean;
    declare: (shown: string) => Promise<void> | void;
    roll: () => void;
}

export function DiceFor({ card, ...props }: Props): JSX.Element {
    const kind = kindOf(card);
    return (
        <TapIn
            {...props}
            title={(missing) =>
                _n("For {card}: one die", "For {card}: {n} dice", missing, { card: cardName(card) })
            }
            faces={FACES[kind]}
            mark={MARKS[kind]}
            nameOf={(face) => sideName(kind, face)}
        />
    );
}
