/* figures.tsx: the figures in the rules of Yubitsume. */
import { FlatDie } from "page/table/parts/dice";
import { Palm } from "page/table/parts/palm";
import { DIE_FACES, Knife, dieName, sideOf, yubitsumeMark, type DieFace } from "./art";
import { _ } from "page/ui/words";
import { Figure, Group, Thing } from "page/ui/figure-frame";

const Die = ({ face }: { face: DieFace }) => <FlatDie face={sideOf(face)} mark={yubitsumeMark} />;

function Dice() {
    return (
        <Figure label={_("The six sides of a die: {sides}.", { sides: DIE_FACES.map(dieName).join(", ") })}>
            <Group>
                {DIE_FACES.map((face) => (
                    <Die face={face} />
                ))}
            </Group>
        </Figure>
    );
}

function Cases() {
    return (
        <Figure label={_("One die is unique: hit it. None is: keep still. All are: hit the knife.")}>
            <Group words={_("hit the skull")}>
                <Thing look="hit">
                    <Die face="1s" />
                </Thing>
                <Die face="2b" />
                <Die face="2c" />
            </Group>
            <Group words={_("keep still")}>
                <Die face="1s" />
                <Die face="3s" />
                <Die face="1b" />
            </Group>
            <Group words={_("hit the knife")}>
                <Die face="1s" />
                <Die face="2b" />
                <Die face="3c" />
                <Thing look="hit knife">
                    <Knife />
                </Thing>
            </Group>
        </Figure>
    );
}

function Hand() {
    return (
        <Figure label={_("A hand with the little finger missing and a ring on the middle finger.")}>
            <Group words={_("The little finger goes first; a finger with a ring is safe.")}>
                <Thing look="palm-thing">
                    <Palm fingers={["lost", "whole", "ring", "whole", "whole"]} seat={1} />
                </Thing>
            </Group>
        </Figure>
    );
}

export default { dice: Dice, cases: Cases, hand: Hand };
