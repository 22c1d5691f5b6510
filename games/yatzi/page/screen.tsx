/* screen.tsx: Yatzi on a big screen: the dice as large as they can be, and the sheet of whoever is to throw. */
import { useMemo, useRef } from "preact/hooks";
import type { FaceProps } from "page/table/face";
import { FlatDie } from "page/table/parts/dice";
import { seenUpTo, useScene } from "page/table/parts/motion";
import { nameOf } from "page/table/parts/throws";
import type { GameScreen } from "page/tv/game-screen";
import { useMedia } from "page/ui/hooks";
import { SeatMark } from "page/ui/seat-mark";
import { _, _key, number } from "page/ui/words";
import { BoxPicture, lowerBoxes, upperBoxes, type Box } from "./box-picture";
import { Felt, LastTurn, lastFilled, turnGoingOn, useSounds, type Play, type YatziView } from "./face";
import { useHand } from "./hand";
import { Cell, type SheetProps } from "./sheet";
import { DICE, turnsOf } from "./turn";
import "./screen.css";

type Props = FaceProps<YatziView>;

function Half({ sheet, seat, boxes }: { sheet: SheetProps; seat: number; boxes: readonly Box[] }) {
    return (
        <ol>
            {boxes.map((box) => (
                <li key={box} class={sheet.columns[seat - 1]![box] === null ? "" : "full"}>
                    <BoxPicture box={box} />
                    <span class="yatzi-name">{_key("yatzi", box)}</span>
                    <Cell sheet={sheet} seat={seat} box={box} />
                </li>
            ))}
        </ol>
    );
}

/** The column of one player, with what the dice could bring in pencil. */
function Column({ sheet, seat }: { sheet: SheetProps; seat: number }) {
    const column = sheet.columns[seat - 1]!;
    const sums: [string, number][] = [
        ["upper", column.upper],
        ["bonus", column.bonus],
        ["total", column.total],
    ];
    return (
        <section class="tv-yatzi-sheet surface-paper" aria-label={nameOf(sheet.names, seat)}>
            <p class="tv-yatzi-whose">
                <SeatMark seat={seat} />
                <span>{nameOf(sheet.names, seat)}</span>
            </p>
            <Half sheet={sheet} seat={seat} boxes={upperBoxes} />
            <Half sheet={sheet} seat={seat} boxes={lowerBoxes} />
            <ol class="tv-yatzi-sums">
                {sums.map(([sum, points]) => (
                    <li>
                        <span class="yatzi-name">{_key("yatzi", sum)}</span>
                        <b class="digits">{number(points)}</b>
                    </li>
                ))}
            </ol>
        </section>
    );
}

const nothing = () => undefined;

function Stage(props: Props) {
    const { view, motion } = props;
    const focus = useRef<HTMLButtonElement>(null);
    const upright = useMedia("(orientation: portrait)");
    const turns = useMemo(() => turnsOf(props.lines), [props.lines]);
    const turn = turnGoingOn(view, turns);
    const thrown = turn && view.phase === "deciding" && !turn.ours ? turn.number : null;
    const scene = useScene(thrown, motion, seenUpTo(props));
    const hand = useHand(turn, view.dice);
    useSounds(scene, turn ? DICE - turn.stayed.filter(Boolean).length : DICE, props);
    const play: Play = {
        props,
        turn,
        hand,
        scene,
        waiting: false,
        mine: false,
        canThrow: false,
        throwDice: nothing,
        tellThrow: nothing,
        focus: focus as Play["focus"],
    };
    const sheet: SheetProps = {
        columns: view.seats,
        names: props.names,
        order: [view.turn],
        pad: { matches: [], sums: [] } as unknown as SheetProps["pad"],
        own: null,
        turn: view.turn,
        due: false,
        possible: scene.playing === null ? (view.possible ?? {}) : {},
        picked: null,
        pick: nothing,
        last: lastFilled(turns),
        won: props.won,
    };
    // After a turn its sheet is looked at until the next one throws.
    const seat = view.phase === "ready" ? (sheet.last?.seat ?? view.turn) : view.turn;
    return (
        <div class="tv-yatzi yatzi">
            <Felt play={play} name={upright ? "roomy" : "tall"}>
                <LastTurn props={props} turn={turns.at(-1)} />
            </Felt>
            <Column sheet={sheet} seat={seat} />
        </div>
    );
}

const screen: GameScreen<YatziView> = {
    Stage,
    pictures: [
        {
            Picture: () => (
                <>
                    {[5, 5, 5].map((face) => (
                        <FlatDie face={face} />
                    ))}
                    {[2, 6].map((face) => (
                        <FlatDie face={face} look="tv-faint" />
                    ))}
                </>
            ),
            words: () => _("Throw up to three times, and keep the dice you like."),
        },
        {
            Picture: () => (
                <span class="tv-yatzi-boxes surface-paper">
                    {(["full_house", "large_street", "yatzi"] as const).map((box) => (
                        <BoxPicture box={box} />
                    ))}
                </span>
            ),
            words: () => _("Then fill one of thirteen boxes. Each box counts only once."),
        },
        {
            Picture: () => (
                <>
                    {[6, 6, 6].map((face) => (
                        <FlatDie face={face} />
                    ))}
                    <b class="tv-yatzi-bonus digits">+35</b>
                </>
            ),
            words: () => _("63 points in the upper boxes earn 35 more. Most points win."),
        },
    ],
};
export default screen;
