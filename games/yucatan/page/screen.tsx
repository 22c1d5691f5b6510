/* screen.tsx: Yu-C-A-Tan on a big screen: the ring of cards with the dice in it, and what is at stake. */
import { useRef } from "preact/hooks";
import type { FaceProps } from "page/table/face";
import { FlatDie } from "page/table/parts/dice";
import type { GameScreen } from "page/tv/game-screen";
import { _, _n, number } from "page/ui/words";
import { cardName, yucatanMark } from "./dice";
import { Card } from "./card";
import { Ring, unseenSeat, useHold, useSounds, type Play } from "./face";
import { usePicture, type Picture, type YucatanView } from "./picture";
import { Slip } from "./sheet";
import "./screen.css";

type Props = FaceProps<YucatanView>;

const nothing = () => undefined;

/** What the player would write down now. */
function Stake({ points }: { points: number }) {
    return (
        <p class="tv-yucatan-stake">
            <b class="digits">{number(points)}</b>
            <span>{_n("point on the cards", "points on the cards", points)}</span>
        </p>
    );
}

/** The last throw, large: what fits its card, and what does not. */
function LastThrow({ picture: { stage, turn } }: { picture: Picture }) {
    if (!turn?.landed || stage === "rolling" || turn.card === "") return <div class="tv-yucatan-throw" />;
    const thrown = turn.faces.flatMap((face, die) =>
        face !== null && turn.before[die] === null ? [{ face, fits: turn.on[die] !== null }] : [],
    );
    return (
        <div class="tv-yucatan-throw" aria-hidden="true">
            <p>{cardName(turn.card)}</p>
            {thrown.map(({ face, fits }) => (
                <Die face={face} look={fits ? "" : "tv-yucatan-misses"} />
            ))}
        </div>
    );
}

function Stage(props: Props) {
    const { view } = props;
    const picture = usePicture(props);
    const unseen = unseenSeat(picture);
    const focus = useRef<HTMLButtonElement>(null);
    useSounds(picture, props);
    useHold(unseen, props);
    const { stage, turn } = picture;
    const play: Play = {
        props,
        picture,
        picked: null,
        pick: nothing,
        throwFor: nothing,
        stop: nothing,
        mine: false,
        waiting: false,
        focus: focus as Play["focus"],
    };
    return (
        <div class="tv-yucatan yucatan">
            <Ring play={play} />
            <div class="tv-yucatan-side">
                <Stake points={stage === "settled" ? view.points : 0} />
                <Slip
                    rows={view.seats}
                    names={props.names}
                    turn={view.turn}
                    pencil={stage === "settled" && view.points > 0 ? view.points : null}
                    last={turn?.ended ? turn.seat : null}
                    over={props.over}
                    won={props.won}
                    unseen={unseen}
                />
                <LastThrow picture={picture} />
            </div>
        </div>
    );
}

/** Cards as they lie in the ring, but beside each other. */
function Cards({ cards }: { cards: string[] }) {
    return (
        <span class="tv-yucatan-cards">
            {cards.map((card) => (
                <Card card={card} pulled={false} picked={false} current={false} holds={0} ours />
            ))}
        </span>
    );
}

const Die = ({ face, look }: { face: number; look?: string }) => (
    <FlatDie face={face} mark={yucatanMark} look={look} />
);

const screen: GameScreen<YucatanView> = {
    Stage,
    pictures: [
        {
            Picture: () => (
                <>
                    <Cards cards={["cross"]} />
                    {[3, 6, 3].map((face) => (
                        <Die face={face} />
                    ))}
                </>
            ),
            words: () => _("Pick a card and throw: dice that fit go onto it."),
        },
        {
            Picture: () => <Cards cards={["odd", "red", "2"]} />,
            words: () => _("Odd and even score 1 point per die, shapes and colours 2, numbers 3."),
        },
        {
            Picture: () => (
                <>
                    {[1, 4, 2].map((face) => (
                        <Die face={face} look="tv-yucatan-lost" />
                    ))}
                </>
            ),
            words: () => _("Stop and score, or go on. If no die fits, the whole turn is lost."),
        },
    ],
};
export default screen;
