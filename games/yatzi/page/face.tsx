/* face.tsx: Yatzi on the page: dice on felt, a tray for kept dice, and the score sheet. */
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Face, FaceProps } from "page/table/face";
import { Action, Actions, Status, useFocus } from "page/table/parts/actions";
import { Cup } from "page/table/parts/cup";
import { FlatDie } from "page/table/parts/dice";
import { DiceField, type DieOnTable } from "page/table/parts/field";
import { seenUpTo, throwMs, useScene, useWaiting, type Scene } from "page/table/parts/motion";
import { usePicked } from "page/table/parts/selection";
import { useLayout } from "page/table/parts/layout";
import { playSound, useEndSound } from "page/table/parts/sound";
import { FirstIn, TapIn } from "page/table/parts/dice-entry";
import { nameOf, wonText } from "page/table/parts/throws";
import type { Box } from "./box-picture";
import { useHand, type Hand } from "./hand";
import { fallen, IN_TRAY, layoutFor, layouts, type Layout, type LayoutName } from "./places";
import { padOf } from "./pad";
import { Block, Halves, type Column, type SheetProps } from "./sheet";
import { tellYatzi, yatziWords } from "./sentences";
import { DICE, facesIn, turnsOf, type Turn } from "./turn";
import { _, _key, _n, number } from "page/ui/words";
import "page/table/parts/surface.css";
import "./face.css";

export interface YatziView {
    phase: "draw_first" | "ready" | "throwing" | "deciding" | "over";
    turn: number;
    throws: number;
    dice: (number | null)[];
    possible?: Partial<Record<Box, number>>;
    seats: Column[];
}

type Props = FaceProps<YatziView>;

const THROWS = 3;
/** Two taps within this time are a slip of the finger: by them no box is crossed out. */
const HASTY_MS = 600;

// ---- the felt ----

/** All that the felt and the buttons need to know. */
export interface Play {
    props: Props;
    turn: Turn | null;
    hand: Hand;
    scene: Scene;
    /** A throw was asked for and has not come yet. */
    waiting: boolean;
    mine: boolean;
    canThrow: boolean;
    throwDice: () => void;
    /** Real dice: the throw that was made at the table, and what it showed, or that the house shall throw it. */
    tellThrow: (shown: string | null) => Promise<void> | void;
    /** Gets the keyboard focus. */
    focus: RefObject<HTMLButtonElement>;
}

function dieOnTable(play: Play, layout: Layout, key: number, slot: number, face: number): DieOnTable {
    const { hand, props, scene, waiting, turn } = play;
    const kept = hand.kept.includes(key);
    const spot = fallen(layout, key, turn?.number ?? 0);
    const tray = { x: layout.tray.x + hand.kept.indexOf(key) * layout.trayStep, y: layout.tray.y, yaw: 0 };
    const gathered = waiting && !kept;
    const free = play.mine && props.view.throws < THROWS && !waiting;
    return {
        key,
        face,
        ...(gathered ? { ...layout.cup, yaw: spot.yaw } : kept ? tray : spot),
        size: gathered ? 0.4 : kept ? IN_TRAY : 1,
        look: gathered ? "gone" : "",
        thrown: !turn?.stayed[slot],
        label: _("Die {number}: {face}", { number: slot + 1, face }),
        pressed: free ? kept : undefined,
        onTap: free ? () => scene.justJumped() || hand.toggle(key) : undefined,
    };
}

/** The dice on the table, in the order of their keys. */
function diceOnTable(play: Play, layout: Layout): DieOnTable[] {
    const { keys } = play.hand;
    return [...keys]
        .sort((a, b) => a - b)
        .flatMap((key) => {
            const slot = keys.indexOf(key);
            const face = play.props.view.dice[slot];
            return face ? dieOnTable(play, layout, key, slot, face) : [];
        });
}

export function Felt({
    play,
    name,
    children,
}: {
    play: Play;
    name: LayoutName;
    children: ComponentChildren;
}) {
    const { props, hand, scene, waiting, mine } = play;
    const { view, motion } = props;
    const layout = layouts[name];
    const state = waiting ? "shaking" : view.phase === "ready" && !props.ours ? "standing" : "gone";
    const choosing = mine && view.phase === "deciding" && view.throws < THROWS && scene.playing === null;
    return (
        <div class={`yatzi-felt surface-wood yatzi-${name}`}>
            <DiceField
                class="surface-felt"
                dice={diceOnTable(play, layout)}
                scene={scene}
                motion={motion}
                cup={layout.cup}
                label={_("The dice")}
            >
                <div class="yatzi-tray" aria-hidden="true">
                    {choosing && !waiting && hand.kept.length === 0 && (
                        <span class="yatzi-tray-hint">{_("Tap the dice to keep")}</span>
                    )}
                </div>
                {children}
                <Cup
                    at={layout.cup}
                    state={state}
                    onTap={play.canThrow && !props.ours ? play.throwDice : undefined}
                />
            </DiceField>
        </div>
    );
}

/** What the last turn came to, on the felt while the dice are in the cup. */
export function LastTurn({ props, turn }: { props: Props; turn: Turn | undefined }): JSX.Element | null {
    const { view, names } = props;
    const begins = view.seats.every(({ total }) => total === 0) && !turn;
    if (view.phase !== "ready" && view.phase !== "over") return null;
    if (begins)
        return (
            <p class="yatzi-note">
                <span class="yatzi-note-start">
                    {_("{name} goes first.", { name: nameOf(names, view.turn) })}
                </span>
            </p>
        );
    if (!turn || turn.box === null) return null;
    const points = view.seats[turn.seat - 1]?.[turn.box as Box] ?? 0;
    return (
        <p class="yatzi-note">
            <span class="yatzi-note-name">{nameOf(names, turn.seat)}</span>
            <span class="yatzi-note-dice">
                {turn.dice.map((face) => face !== null && <FlatDie face={face} />)}
            </span>
            <span>{_("{box}: {points}", { box: _key("yatzi", turn.box), points })}</span>
        </p>
    );
}

// ---- the buttons ----

function throwText({ props, hand }: Play): string {
    const dice = DICE - hand.kept.length;
    if (props.view.phase === "ready") return _("Throw");
    return dice === 0 ? _("All kept") : _n("Throw one die", "Throw {n} dice", dice);
}

function writeText(picked: Box | null, points: number): string {
    if (picked === null) return _("Choose a box");
    return points > 0 ? _("Score {points}", { points }) : _("Cross out");
}

function Buttons({ play, sheet, write }: { play: Play; sheet: SheetProps; write: () => void }): JSX.Element {
    const { view } = play.props;
    const { picked } = sheet;
    const left = THROWS - view.throws;
    return (
        <Actions>
            {left > 0 && !play.props.ours && (
                <Action
                    text={throwText(play)}
                    more={left < THROWS ? _n("one throw left", "{n} throws left", left) : undefined}
                    main={picked === null}
                    can={play.canThrow}
                    onPress={play.throwDice}
                    focus={play.focus}
                />
            )}
            {view.phase === "deciding" && (
                <Action
                    text={writeText(picked, picked ? (view.possible?.[picked] ?? 0) : 0)}
                    more={picked ? _key("yatzi", picked) : undefined}
                    main
                    can={picked !== null && sheet.due}
                    onPress={write}
                    focus={left > 0 && !play.props.ours ? undefined : play.focus}
                />
            )}
        </Actions>
    );
}

/** What the others are doing while you wait. */
function statusOf({ view, names, won, seat }: Props): string {
    const name = nameOf(names, view.turn);
    if (view.phase === "over") return wonText(names, won);
    if (view.phase === "draw_first") return _("Drawing lots for who goes first.");
    if (view.turn === seat) return _("The dice are falling…");
    return view.throws > 0
        ? _("{name}, throw {throw} of {throws}", { name, throw: view.throws, throws: THROWS })
        : _("{name} takes the cup.", { name });
}

/** Real dice: the first throw of a turn, or the dice that were thrown again. */
function TellThrow({ play }: { play: Play }): JSX.Element | null {
    const { props, hand } = play;
    const { view } = props;
    const again = view.phase === "deciding";
    const count = DICE - hand.kept.length;
    if (!play.mine || (again && (view.throws >= THROWS || count === 0))) return null;
    return (
        <TapIn
            key={`${view.turn} ${view.throws}`}
            count={count}
            busy={props.moves.length === 0}
            title={again ? () => _n("Thrown again: one die", "Thrown again: {n} dice", count) : undefined}
            declare={play.tellThrow}
            roll={() => play.tellThrow(null)}
        />
    );
}

/** What can be done now: tap in real dice, press a button, or wait. */
function Below({ play, sheet, write }: { play: Play; sheet: SheetProps; write: () => void }): JSX.Element {
    const { props } = play;
    const { view } = props;
    const telling = props.ours && props.seat !== null;
    const missing = view.dice.filter((face) => face === null).length;
    if (telling && view.phase === "throwing")
        return <TapIn count={missing} declare={props.declare} roll={() => props.roll(missing)} />;
    if (telling && play.mine && (view.phase === "ready" || view.phase === "deciding"))
        return (
            <>
                <TellThrow play={play} />
                {view.phase === "deciding" && <Buttons play={play} sheet={sheet} write={write} />}
            </>
        );
    if (telling && view.phase === "draw_first")
        return <FirstIn names={props.names} declare={props.declare} />;
    if (!play.mine) return <Status>{statusOf(props)}</Status>;
    return <Buttons play={play} sheet={sheet} write={write} />;
}

// ---- the table ----

/** The turn that goes on, if what the lines say of it is what the view shows. */
export function turnGoingOn(view: YatziView, turns: Turn[]): Turn | null {
    const last = turns.at(-1);
    const fits =
        last &&
        last.box === null &&
        last.seat === view.turn &&
        view.dice.every((face, slot) => face === last.dice[slot]);
    return fits ? last : null;
}

/** The box filled last, as far as the lines know. */
export function lastFilled(turns: Turn[]): SheetProps["last"] {
    const turn = turns.filter(({ box }) => box !== null).at(-1);
    return turn ? { seat: turn.seat, box: turn.box as Box } : null;
}

/** Your own column comes first, unless several people share this device. */
function columnOrder({ view, seat, mine }: Props): number[] {
    const seats = view.seats.map((_column, at) => at + 1);
    const own = seat !== null && mine.length <= 1 ? seat : 1;
    return [...seats.slice(own - 1), ...seats.slice(0, own - 1)];
}

export function useSounds(scene: Scene, dice: number, { motion, fresh, over }: Props): void {
    useEndSound(over);
    useEffect(() => {
        if (scene.playing !== null) playSound("roll", { seconds: throwMs[motion] / 1000, dice });
    }, [scene.playing]);
    const filled = fresh.filter((line) => line.move?.startsWith("fill ")).at(-1)?.number;
    useEffect(() => {
        if (filled !== undefined) playSound("pencil");
    }, [filled]);
}

/** A hint is laid out: its box picked, or its dice kept. */
function useShown({ shown, moves }: Props, hand: Hand, pick: (box: Box) => void): void {
    useLayoutEffect(() => {
        if (!shown || !moves.includes(shown.move)) return;
        if (shown.move.startsWith("fill ")) pick(shown.move.slice("fill ".length) as Box);
        else hand.hold(facesIn(shown.move));
    }, [shown]);
}

/** The layout of the felt. Beside it there must be room for the highest that was there so far in a window like this: a pad
 * that comes and goes moves no dice. */
function useFelt(root: RefObject<HTMLDivElement | null>): LayoutName {
    const most = useRef({ window: "", rest: 0 });
    return useLayout<LayoutName>(root, "narrow", (width, height) => {
        const table = root.current!;
        const [play, field, halves] = [".yatzi-play", ".dice-field", ".yatzi-halves"].map((css) =>
            table.querySelector<HTMLElement>(css),
        );
        const text = getComputedStyle(document.documentElement).fontSize;
        const window = `${width} ${height} ${text} ${(halves?.offsetHeight ?? 0) > 0}`;
        const edges = 2 * parseFloat(getComputedStyle(table).paddingTop);
        const rest = play!.offsetHeight - field!.offsetHeight + edges;
        most.current = {
            window,
            rest: most.current.window === window ? Math.max(most.current.rest, rest) : rest,
        };
        return layoutFor(width, field!.offsetWidth, height, most.current.rest);
    });
}

function Table(props: Props): JSX.Element {
    const { view, seat, motion, moves } = props;
    const root = useRef<HTMLDivElement>(null);
    const layout = useFelt(root);
    const turns = useMemo(() => turnsOf(props.lines), [props.lines]);
    const turn = turnGoingOn(view, turns);
    const thrown = turn && view.phase === "deciding" && !turn.ours ? turn.number : null;
    const scene = useScene(thrown, motion, seenUpTo(props));
    const hand = useHand(turn, view.dice);
    const at = `${view.turn} ${view.phase} ${turn?.number}`;
    const [asked, wait] = useWaiting<"throw" | "write">(at);
    const [picked, setPicked] = usePicked<Box>(at);
    const pickedAt = useRef(0);
    useShown(props, hand, setPicked);
    useSounds(scene, turn ? DICE - turn.stayed.filter(Boolean).length : DICE, props);
    const mine = seat !== null && props.due.includes(seat);
    const canThrow = mine && asked === null && moves.includes(hand.throwMove);
    const throwDice = () => {
        // Nobody throws away dice they have not seen: such a tap only hurries them.
        if (scene.justJumped()) return;
        props.play(hand.throwMove, undefined, undefined, () => {
            wait("throw");
            playSound("rattle");
            hand.thrown();
        });
    };
    const tellThrow = (shown: string | null) => {
        hand.thrown();
        if (shown === null) return props.roll(DICE - hand.kept.length, hand.throwMove);
        return props.declare(shown, hand.throwMove);
    };
    const write = () => props.play(`fill ${picked}`, undefined, undefined, () => wait("write"));
    const focus = useFocus(mine ? at : null);
    const play: Play = {
        props,
        turn,
        hand,
        scene,
        waiting: asked === "throw",
        mine,
        canThrow,
        throwDice,
        tellThrow,
        focus,
    };
    const order = columnOrder(props);
    const sheet: SheetProps = {
        columns: view.seats,
        names: props.names,
        order,
        pad: useMemo(
            () => padOf(props.earlier ?? [], props.names, order),
            [props.earlier, String(props.names), String(order)],
        ),
        own: seat,
        turn: view.turn,
        due: mine && asked === null && moves.length > 0,
        possible: scene.playing === null && asked !== "throw" ? (view.possible ?? {}) : {},
        picked,
        pick: (box) => {
            if (box !== picked) pickedAt.current = performance.now();
            if (box !== picked) return setPicked(box);
            const hasty = performance.now() - pickedAt.current < HASTY_MS;
            if (!hasty || view.possible?.[box] !== 0) write();
        },
        last: lastFilled(turns),
        won: props.won,
    };
    return (
        <div
            class={`yatzi ${sheet.pad.matches.length > 0 ? "long" : ""} ${props.ours ? "ours" : ""}`}
            ref={root}
        >
            <div class="yatzi-play">
                <Felt play={play} name={layout}>
                    <LastTurn props={props} turn={turns.at(-1)} />
                </Felt>
                <Below play={play} sheet={sheet} write={write} />
                <Halves sheet={sheet} seat={seat ?? view.turn} />
            </div>
            <Block sheet={sheet} />
        </div>
    );
}

const face: Face<YatziView> = {
    key: "yatzi",
    Table,
    tell: tellYatzi,
    keep: (view) => view.seats,
    words: yatziWords,
    shows: () => true,
    score: (view, seat) => number(view.seats[seat - 1]?.total ?? 0),
};
export default face;
