/* face.tsx: Yu-C-A-Tan on the page: a ring of cards with the dice in the middle. One tap picks a card, the
 * next throws for it; dice that fit fly onto it. */
import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Face, FaceProps } from "page/table/face";
import { Action, Actions, Status, useFocus } from "page/table/parts/actions";
import { Cup } from "page/table/parts/cup";
import { DiceField } from "page/table/parts/field";
import { throwMs, useWaiting } from "page/table/parts/motion";
import { usePicked } from "page/table/parts/selection";
import { playSound, useEndSound } from "page/table/parts/sound";
import { FirstIn } from "page/table/parts/dice-entry";
import { nameOf, wonText } from "page/table/parts/throws";
import { Card } from "./card";
import { cardName, faceName, yucatanPrint } from "./dice";
import { DiceFor } from "./entry";
import { Middle } from "./middle";
import {
    cup,
    diceOnTable,
    liesOf,
    pulledOf,
    thrownFrom,
    usePicture,
    type Picture,
    type YucatanView,
} from "./picture";
import { Slip, withoutLast } from "./sheet";
import { tellYucatan, yucatanWords } from "./sentences";
import { _, _c, _n, number } from "page/ui/words";
import "page/table/parts/surface.css";
import "./face.css";

type Props = FaceProps<YucatanView>;

// ---- the ring ----

export interface Play {
    props: Props;
    picture: Picture;
    picked: string | null;
    pick: (card: string) => void;
    throwFor: (card: string) => void;
    stop: () => void;
    mine: boolean;
    /** A throw was asked for and has not come yet. */
    waiting: boolean;
    /** Gets the keyboard focus. */
    focus: RefObject<HTMLButtonElement>;
}

/** A ring wider than the screen is first scrolled to its middle. */
function useMiddle(): RefObject<HTMLDivElement> {
    const felt = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const { scrollWidth, clientWidth } = felt.current!;
        felt.current!.scrollLeft = (scrollWidth - clientWidth) / 2;
    }, []);
    return felt as RefObject<HTMLDivElement>;
}

export function Ring({ play }: { play: Play }): JSX.Element {
    const { props, picture, picked, mine, waiting } = play;
    const { view, motion } = props;
    const { pulled, current } = pulledOf(picture, view);
    const lies = liesOf(picture, view);
    const dice = diceOnTable(lies, picture.turn?.number ?? 0, waiting);
    const state = waiting
        ? "shaking"
        : view.phase === "ready" && picture.stage === "settled" && !props.ours
          ? "standing"
          : "gone";
    return (
        <div class="yucatan-felt surface-wood" ref={useMiddle()}>
            <DiceField
                class="surface-felt"
                dice={dice}
                scene={picture.scene}
                motion={motion}
                cup={thrownFrom}
                print={yucatanPrint}
                label={_("Cards and dice")}
            >
                {view.cards.map(({ name }) => (
                    <Card
                        key={name}
                        card={name}
                        pulled={pulled.has(name)}
                        picked={picked === name}
                        current={current === name || (waiting && picked === name)}
                        holds={lies.filter((lie) => lie?.card === name).length}
                        ours={props.ours}
                        onTap={
                            mine && !waiting && props.moves.includes(`pick ${name}`)
                                ? () =>
                                      picked === name && !props.ours ? play.throwFor(name) : play.pick(name)
                                : undefined
                        }
                    />
                ))}
                <Middle picture={picture} view={view} names={props.names} picked={picked} />
                <Cup
                    at={cup}
                    state={state}
                    onTap={
                        picked !== null && !waiting && !props.ours ? () => play.throwFor(picked) : undefined
                    }
                />
            </DiceField>
        </div>
    );
}

// ---- the buttons ----

function statusOf({ props, picture }: Play): string {
    const { view, names, won } = props;
    const name = nameOf(names, view.turn);
    if (picture.stage === "rolling") return _("The dice are falling…");
    if (view.phase === "over") return wonText(names, won);
    if (view.phase === "draw_first") return _("Drawing lots for who goes first.");
    if (view.phase === "deciding") return _("{name}: again, or stop?", { name });
    return _("{name} picks a card.", { name });
}

const diceLeft = (view: YucatanView) => view.dice.filter(({ card }) => card === null).length;

function Buttons({ play }: { play: Play }): JSX.Element {
    const { props, picked, mine } = play;
    const { view } = props;
    const left = diceLeft(view);
    const telling = props.ours && picked !== null;
    return (
        <Actions>
            {view.phase === "deciding" && (
                <Action
                    text={_c("turn", "Stop")}
                    more={_n("score one point", "score {n} points", view.points)}
                    main={picked === null}
                    can={mine && props.moves.includes("stop")}
                    onPress={play.stop}
                />
            )}
            {!telling && (
                <Action
                    text={picked === null ? _("Pick a card") : _n("Throw one die", "Throw {n} dice", left)}
                    more={picked === null ? undefined : _("for {card}", { card: cardName(picked) })}
                    main
                    can={picked !== null && !play.waiting}
                    onPress={() => play.throwFor(picked!)}
                    focus={play.focus}
                />
            )}
        </Actions>
    );
}

/** Real dice: a card is picked and they were thrown for it; both go out together. */
function TellThrow({ play, card }: { play: Play; card: string }): JSX.Element {
    const { props } = play;
    const count = diceLeft(props.view);
    return (
        <>
            <DiceFor
                key={`${props.view.turn} ${card}`}
                card={card}
                count={count}
                busy={props.moves.length === 0}
                declare={(shown) => props.declare(shown, `pick ${card}`)}
                roll={() => props.roll(count, `pick ${card}`)}
            />
            {props.view.phase === "deciding" && <Buttons play={play} />}
        </>
    );
}

/** What can be done now: tap in real dice, press a button, or wait. */
function Below({ play }: { play: Play }): JSX.Element {
    const { props } = play;
    const telling = props.ours && props.seat !== null;
    if (telling && props.view.phase === "throwing")
        return (
            <DiceFor
                card={props.view.card!}
                count={props.view.in_cup}
                declare={props.declare}
                roll={() => props.roll(props.view.in_cup)}
            />
        );
    if (telling && props.view.phase === "draw_first")
        return <FirstIn names={props.names} declare={props.declare} />;
    if (!play.mine || play.picture.stage === "rolling") return <Status>{statusOf(play)}</Status>;
    if (telling && play.picked !== null) return <TellThrow play={play} card={play.picked} />;
    return <Buttons play={play} />;
}

// ---- the table ----

export function useSounds({ stage, turn, scene }: Picture, { motion, fresh, over }: Props): void {
    useEndSound(over);
    useEffect(() => {
        if (scene.playing === null) return;
        const dice = turn!.before.filter((card) => card === null).length;
        playSound("roll", { seconds: throwMs[motion] / 1000, dice });
    }, [scene.playing]);
    const judged = stage === "judged" ? turn!.number : null;
    useEffect(() => {
        if (judged !== null) playSound(turn!.ended === "dash" ? "dash" : "die");
    }, [judged]);
    const stopped = fresh.filter((line) => line.move === "stop").at(-1)?.number;
    useEffect(() => {
        if (stopped !== undefined) playSound("pencil");
    }, [stopped]);
}

/** Seats whose points are hidden because their dice are still falling. */
export function unseenSeat({ stage, turn }: Picture): number | null {
    return stage === "rolling" && turn?.ended ? turn.seat : null;
}

/** They are not shown above the table either. */
export function useHold(seat: number | null, { view, hold }: Props): void {
    useLayoutEffect(() => {
        const row = view.seats[(seat ?? 0) - 1];
        hold?.(row ? { [seat!]: number(withoutLast(row).total) } : null);
        return () => hold?.(null);
    }, [seat]);
}

const PICK = "pick ";
const cardIn = (move: string) => move.slice(PICK.length);

function Table(props: Props): JSX.Element {
    const { view, seat } = props;
    const picture = usePicture(props);
    const unseen = unseenSeat(picture);
    useSounds(picture, props);
    useHold(unseen, props);
    const at = `${view.turn} ${view.phase} ${picture.turn?.number ?? 0}`;
    const [picked, setPicked] = usePicked<string>(at);
    const [asked, wait] = useWaiting<"throw" | "stop">(at);
    const mine = seat !== null && props.due.includes(seat);
    const throwFor = (card: string) =>
        props.play(`pick ${card}`, undefined, undefined, () => {
            wait("throw");
            playSound("rattle");
        });
    const stop = () => props.play("stop", undefined, undefined, () => wait("stop"));
    const pick = (card: string) => {
        setPicked(card);
        playSound("card");
    };
    useLayoutEffect(() => {
        if (props.shown && props.moves.includes(props.shown.move)) pick(cardIn(props.shown.move));
    }, [props.shown]);
    const play: Play = {
        props: asked === null ? props : { ...props, moves: [] },
        picture,
        picked: mine ? picked : null,
        pick,
        throwFor,
        stop,
        mine,
        waiting: asked === "throw",
        focus: useFocus(mine && picture.stage !== "rolling" ? at : null),
    };
    const { stage, turn } = picture;
    return (
        <div class="yucatan">
            <Ring play={play} />
            <div class="yucatan-side">
                <Below play={play} />
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
            </div>
        </div>
    );
}

const face: Face<YucatanView> = {
    key: "yucatan",
    Table,
    tell: tellYucatan,
    words: yucatanWords,
    shows: (move) => move.startsWith(PICK),
    entry: (move) => (/^[1-6]$/.test(move) ? faceName(Number(move)) : null),
    score: (view, seat) => number(view.seats[seat - 1]?.total ?? 0),
};
export default face;
