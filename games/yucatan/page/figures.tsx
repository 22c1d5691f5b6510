/* figures.tsx: the figures in the rules of Yu-C-A-Tan. */
import { FlatDie } from "page/table/parts/dice";
import { ShapeMark, cardName, yucatanMark, type Shape } from "./dice";
import { _ } from "page/ui/words";
import { Figure, Group, Thing } from "page/ui/figure-frame";

const Die = ({ face }: { face: number }) => <FlatDie face={face} mark={yucatanMark} />;

function Dice() {
    return (
        <Figure
            label={_(
                "The six sides of a die: 1 blue circle, 2 red square, 3 orange cross, 4 red circle, 5 orange square, 6 blue cross.",
            )}
        >
            <Group>
                {[1, 2, 3, 4, 5, 6].map((face) => (
                    <Die face={face} />
                ))}
            </Group>
        </Figure>
    );
}

function Card({ card }: { card: string }) {
    const shape = ["circle", "square", "cross"].includes(card);
    return (
        <span class="figure-card">
            {shape ? (
                <svg viewBox="-20 -20 40 40">
                    <ShapeMark shape={card as Shape} size={34} />
                </svg>
            ) : /^\d$/.test(card) ? (
                card
            ) : (
                cardName(card)
            )}
        </span>
    );
}

function Cards() {
    const rows: [string[], string][] = [
        [["odd", "even"], _("1 point per die")],
        [["circle", "square", "cross", "blue", "red", "orange"], _("2 points per die")],
        [["1", "2", "3", "4", "5", "6"], _("3 points per die")],
    ];
    return (
        <Figure label={_("Odd and even score 1 point per die, shapes and colours 2, numbers 3.")}>
            {rows.map(([cards, words]) => (
                <Group words={words}>
                    {cards.map((card) => (
                        <Card card={card} />
                    ))}
                </Group>
            ))}
        </Figure>
    );
}

function Turn() {
    return (
        <Figure label={_("Six dice on the 2 score 18 points, three dice on the cross score 6: 24 in total.")}>
            <Group words="6 × 3 = 18">
                <Thing>
                    <Card card="2" />
                </Thing>
                {[2, 2, 2, 2, 2, 2].map((face) => (
                    <Die face={face} />
                ))}
            </Group>
            <Group words="3 × 2 = 6">
                <Thing>
                    <Card card="cross" />
                </Thing>
                {[3, 6, 3].map((face) => (
                    <Die face={face} />
                ))}
            </Group>
            <span class="figure-sum">18 + 6 = 24</span>
        </Figure>
    );
}

export default { dice: Dice, cards: Cards, turn: Turn };
