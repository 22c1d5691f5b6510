/* yucatan.tsx: Yu-C-A-Tan in the page: a ring of cards, the dice in its middle. A card is picked with one tap and
 * thrown for with the next; dice that fit fly onto it. */
import type { JSX, RefObject } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Face, FaceProps } from "../face";
import { Action, Actions, Status, useFocus } from "../parts/actions";
import { Cup } from "../parts/cup";
import { DiceField, type DieOnTable } from "../parts/field";
import {
    seenUpTo,
    shuffled,
    steady,
    throwMs,
    useLinger,
    useScene,
    useWaiting,
    type Motion,
    type Scene,
} from "../parts/motion";
import { usePicked } from "../parts/picked";
import { playSound, useEndSound } from "../parts/sound";
import { FirstIn, TapIn } from "../parts/tapin";
import { nameOf, wonText } from "../parts/told";
import type { Place } from "../parts/tumble";
import { Card, placeOf } from "../parts/yucatan-card";
import { cardName, DICE, faceName, worthOf, yucatanMark } from "../parts/yucatan-dice";
import { Slip, type Row } from "../parts/yucatan-sheet";
import { tellYucatan } from "../parts/yucatan-tell";
import { turnsOf, type Turn } from "../parts/yucatan-turn";
import { _, _n, number } from "../words";
import "../parts/surface.css";
import "./yucatan.css";

interface YucatanView {
    phase: "draw_first" | "ready" | "throwing" | "deciding" | "over";
    turn: number;
    round: number;
    rounds: number;
    card: string | null;
    in_cup: number;
    points: number;
    dice: { face: number | null; card: string | null }[];
    cards: { name: string; worth: number; used: boolean; dice: number[] }[];
    seats: Row[];
}

type Props = FaceProps<YucatanView>;

/** How long a throw is looked at before its dice are laid on the card; longer if the turn is over with it. */
const judgeMs: Record<Motion, number> = { off: 0, fast: 250, normal: 700 };
const endMs: Record<Motion, number> = { off: 0, fast: 700, normal: 1700 };

/** The cup is drawn larger than the field's measure, so its place is nearer. */
const cup: Place = { x: 0, y: 0.5 };
/** Thrown dice come from the edge nearest to us, so that they have somewhere to roll. */
const thrownFrom: Place = { x: 0, y: 4.2 };

// ---- what is to be seen ----

/** A throw rolls, is looked at, and is settled; `turn` is its turn until then. */
interface Picture {
    stage: "rolling" | "judged" | "settled";
    turn: Turn | null;
    scene: Scene;
}

function usePicture(props: Props): Picture {
    const { lines, motion } = props;
    const turns = useMemo(() => turnsOf(lines), [lines]);
    const last = turns.at(-1);
    const shown = last && last.landed && last.whole && last.number > 0 ? last : null;
    const throwNumber = shown?.number ?? null;
    const seen = seenUpTo(props);
    const scene = useScene(shown?.ours ? null : throwNumber, motion, seen);
    const over = shown?.ended === "dash" || shown?.ended === "full";
    const judged = useLinger(throwNumber, scene.playing === null, (over ? endMs : judgeMs)[motion], seen);
    const stage = scene.playing !== null ? "rolling" : judged ? "judged" : "settled";
    return { stage, turn: last ?? null, scene };
}

// ---- where the dice lie ----

const grid: Place[] = [-1.15, 0.65, 2.45].flatMap((y, row) =>
    [-2.6, -0.87, 0.87, 2.6].map((x) => ({ x: x + (row === 1 ? 0.16 : -0.1), y })),
);
const IN_MIDDLE = 1.3;
const JITTER = 0.14;
const YAW = 60;

/** In the middle: chosen by the number of the throw, always the same. */
function inMiddle(die: number, throwNumber: number): Place & { yaw: number } {
    const spot = shuffled(grid, throwNumber)[die]!;
    const random = steady(throwNumber * DICE + die);
    const aside = () => (random() * 2 - 1) * JITTER;
    return { x: spot.x + aside(), y: spot.y + aside(), yaw: (random() - 0.5) * YAW };
}

const ON_CARD = 0.62;
const ROW = 3;

/** On a card: in rows of three, the first one lowest. */
function onCard(card: string, at: number, many: number): Place & { yaw: number } {
    const { x, y } = placeOf(card, true);
    const row = Math.floor(at / ROW);
    const inRow = Math.min(ROW, many - row * ROW);
    return {
        x: x + ((at % ROW) - (inRow - 1) / 2) * 0.63,
        y: y + 0.7 - row * 0.56,
        yaw: ((at * 7919) % 17) - 8,
    };
}

interface Lies {
    face: number;
    card: string | null;
    thrown: boolean;
    look: string;
}

/** What each die shows and where it lies; null: in the cup. */
function liesOf({ stage, turn }: Picture, view: YucatanView): (Lies | null)[] {
    if (stage === "settled" || !turn)
        return view.dice.map(({ face, card }) =>
            face === null ? null : { face, card, thrown: false, look: "" },
        );
    return turn.faces.map((face, die) => {
        const fits = turn.on[die] !== null;
        const thrown = turn.before[die] === null;
        const look = stage === "judged" && thrown ? (fits ? "lit" : "dim") : "";
        return { face: face!, card: turn.before[die]!, thrown, look };
    });
}

function diceOnTable(picture: Picture, view: YucatanView, waiting: boolean): DieOnTable[] {
    const lies = liesOf(picture, view);
    const throwNumber = picture.turn?.number ?? 0;
    return lies.flatMap((lie, die) => {
        if (!lie) return [];
        const { face, card, thrown, look } = lie;
        const label = card
            ? _("{face}, on {card}", { face: faceName(face), card: cardName(card) })
            : faceName(face);
        const common = { key: die, face, label, thrown };
        if (card) {
            const same = lies.flatMap((other, at) => (other?.card === card ? at : []));
            return { ...common, ...onCard(card, same.indexOf(die), same.length), size: ON_CARD };
        }
        if (waiting) return { ...common, ...cup, yaw: 0, size: 0.4, look: "gone" };
        return { ...common, ...inMiddle(die, throwNumber), size: IN_MIDDLE, look };
    });
}

// ---- the middle ----

function Headline({
    picture,
    props,
    picked,
}: {
    picture: Picture;
    props: Props;
    picked: string | null;
}): JSX.Element | null {
    const { stage, turn } = picture;
    const { view } = props;
    if (stage === "rolling")
        return (
            <p class="yucatan-head">
                <span class="yucatan-small">{cardName(turn!.card)}</span>
            </p>
        );
    if (stage === "judged") return <Verdict turn={turn!} />;
    if (view.phase === "ready" && picked === null) return <LastTurn turn={turn} names={props.names} />;
    if (picked !== null)
        return (
            <p class="yucatan-head">
                {view.points > 0 && (
                    <span class="yucatan-small">{_n("one point", "{n} points", view.points)}</span>
                )}
                <span class="yucatan-word">{cardName(picked)}</span>
                <span class="yucatan-small">
                    {_n("one point a die", "{n} points a die", worthOf(picked))}
                </span>
            </p>
        );
    if (view.phase !== "deciding") return null;
    return (
        <p class="yucatan-head">
            <span class="yucatan-points">{number(view.points)}</span>
            <span class="yucatan-small">{_n("point on the cards", "points on the cards", view.points)}</span>
        </p>
    );
}

function Verdict({ turn }: { turn: Turn }): JSX.Element {
    const bad = turn.ended === "dash";
    return (
        <p class={`yucatan-head yucatan-verdict ${bad ? "bad" : ""}`}>
            <span class="yucatan-word">
                {bad
                    ? _("None fits")
                    : turn.ended === "full"
                      ? _("All fit!")
                      : _n("One fits", "{n} fit", turn.fits)}
            </span>
            <span class="yucatan-small">
                {bad
                    ? _("All is lost: a dash.")
                    : _n("+ one point", "+ {n} points", turn.fits * worthOf(turn.card))}
            </span>
        </p>
    );
}

/** What the last turn came to, while the next one has not begun. */
function LastTurn({ turn, names }: { turn: Turn | null; names: readonly string[] }): JSX.Element | null {
    if (!turn?.whole || turn.ended === null) return null;
    const name = nameOf(names, turn.seat);
    return (
        <p class="yucatan-head">
            <span class="yucatan-small">{name}</span>
            <span class="yucatan-word">{turn.ended === "dash" ? "–" : number(turn.points)}</span>
            <span class="yucatan-small">
                {turn.ended === "dash"
                    ? _("none fitted {card}", { card: cardName(turn.card) })
                    : _n("point written down", "points written down", turn.points)}
            </span>
        </p>
    );
}

// ---- the ring ----

interface Play {
    props: Props;
    picture: Picture;
    picked: string | null;
    pick: (card: string) => void;
    throwFor: (card: string) => void;
    stop: () => void;
    mine: boolean;
    /** A throw was asked for and has not come yet. */
    waiting: boolean;
    /** The button for whoever has a keyboard. */
    focus: RefObject<HTMLButtonElement>;
}

/** Which cards lie outside the ring, and which one is thrown for. */
function pulledOf(
    { stage, turn }: Picture,
    view: YucatanView,
): { pulled: Set<string>; current: string | null } {
    if (stage === "settled" || !turn)
        return {
            pulled: new Set(view.cards.filter(({ used }) => used).map(({ name }) => name)),
            current: view.card,
        };
    const pulled = new Set(turn.before.filter((card): card is string => card !== null));
    return { pulled: pulled.add(turn.card), current: turn.card };
}

function Ring({ play }: { play: Play }): JSX.Element {
    const { props, picture, picked, mine, waiting } = play;
    const { view, motion } = props;
    const { pulled, current } = pulledOf(picture, view);
    const dice = diceOnTable(picture, view, waiting);
    const state = waiting
        ? "shaking"
        : view.phase === "ready" && picture.stage === "settled"
          ? "standing"
          : "gone";
    return (
        <div class="yucatan-felt surface-wood">
            <DiceField
                class="surface-felt"
                dice={dice}
                scene={picture.scene}
                motion={motion}
                cup={thrownFrom}
                mark={yucatanMark}
                label={_("Cards and dice")}
            >
                {view.cards.map(({ name }) => (
                    <Card
                        key={name}
                        card={name}
                        pulled={pulled.has(name)}
                        picked={picked === name}
                        current={current === name || (waiting && picked === name)}
                        holds={dice.filter(({ key }) => view.dice[key as number]?.card === name).length}
                        onTap={
                            mine && !waiting && props.moves.includes(`pick ${name}`)
                                ? () => (picked === name ? play.throwFor(name) : play.pick(name))
                                : undefined
                        }
                    />
                ))}
                <Headline picture={picture} props={props} picked={picked} />
                <Cup
                    at={cup}
                    state={state}
                    onTap={picked !== null && !waiting ? () => play.throwFor(picked) : undefined}
                />
            </DiceField>
        </div>
    );
}

// ---- the buttons ----

function statusOf({ props, picture }: Play): string {
    const { view, names, won } = props;
    const name = nameOf(names, view.turn);
    if (picture.stage === "rolling") return _("The dice fall …");
    if (view.phase === "over") return wonText(names, won);
    if (view.phase === "draw_first") return _("Who begins is drawn.");
    if (view.phase === "deciding") return _("{name}: once more, or stop?", { name });
    return _("{name} picks a card.", { name });
}

function Buttons({ play }: { play: Play }): JSX.Element {
    const { props, picked, mine } = play;
    const { view } = props;
    const left = view.dice.filter(({ card }) => card === null).length;
    return (
        <Actions>
            {view.phase === "deciding" && (
                <Action
                    text={_("Stop")}
                    more={_n("write one point", "write {n} points", view.points)}
                    main={picked === null}
                    can={mine && props.moves.includes("stop")}
                    onPress={play.stop}
                />
            )}
            <Action
                text={picked === null ? _("Pick a card") : _n("Throw one die", "Throw {n} dice", left)}
                more={picked === null ? undefined : _("for {card}", { card: cardName(picked) })}
                main
                can={picked !== null && !play.waiting}
                onPress={() => play.throwFor(picked!)}
                focus={play.focus}
            />
        </Actions>
    );
}

/** What can be done now: tap in real dice, press a button, or wait. */
function Below({ play }: { play: Play }): JSX.Element {
    const { props } = play;
    const telling = props.ours && props.seat !== null;
    if (telling && props.view.phase === "throwing")
        return (
            <TapIn count={props.view.in_cup} mark={yucatanMark} nameOf={faceName} declare={props.declare} />
        );
    if (telling && props.view.phase === "draw_first")
        return <FirstIn names={props.names} declare={props.declare} />;
    if (!play.mine || play.picture.stage === "rolling") return <Status>{statusOf(play)}</Status>;
    return <Buttons play={play} />;
}

// ---- the table ----

function useSounds({ stage, turn, scene }: Picture, { motion, fresh, over }: Props): void {
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

function Table(props: Props): JSX.Element {
    const { view, seat } = props;
    const picture = usePicture(props);
    useSounds(picture, props);
    const at = `${view.turn} ${view.phase} ${picture.turn?.number ?? 0}`;
    const [picked, setPicked] = usePicked<string>(at);
    const [asked, wait] = useWaiting<"throw" | "stop">(at);
    const mine = seat !== null && props.due.includes(seat);
    const throwFor = (card: string) => {
        wait("throw");
        playSound("rattle");
        props.play(`pick ${card}`);
    };
    const stop = () => {
        wait("stop");
        props.play("stop");
    };
    const pick = (card: string) => {
        setPicked(card);
        playSound("card");
    };
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
                    unseen={stage === "rolling" && turn?.ended ? turn.seat : null}
                />
            </div>
        </div>
    );
}

const face: Face<YucatanView> = {
    key: "yucatan",
    Table,
    tell: tellYucatan,
    score: (view, seat) => number(view.seats[seat - 1]?.total ?? 0),
};
export default face;
