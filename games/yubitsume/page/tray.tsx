/* tray.tsx: the tray: dice around the knife, under the cup until they are shown; what was hit and what was
 * right; the wooden finger in the air; the ring for the winner of the round. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { SeatMark } from "page/ui/seat-mark";
import { _, _key } from "page/ui/words";
import { DieShadow, RestingDie } from "page/table/parts/dice";
import { steady } from "page/table/parts/motion";
import { fingerName, FINGERS, Palm, type Finger } from "page/table/parts/palm";
import type { Reveal } from "page/table/parts/reveal";
import { nameOf } from "page/table/parts/throws";
import {
    Cup,
    dieName,
    Knife,
    sideOf,
    Slap,
    WoodenFinger,
    yubitsumeMark,
    type DieFace,
    type Wood,
} from "./art";
import type { Striking } from "./strike";
import type { Hit, LastThrow } from "./strip";
import { byHand, diceCount, settledThrow, strikers, throwNumber, type Props } from "./view";

// ---- where things lie ----

interface Spot {
    /** From the middle, in parts of the tray. */
    x: number;
    y: number;
    yaw: number;
}

interface Scattered {
    dice: Spot[];
    /** How the knife lies, in degrees: where the dice leave it room. */
    knife: number;
}

/** Where the dice fall: around the knife, every throw a little differently. */
function scatter(seed: number, count: number): Scattered {
    const random = steady(seed);
    const turn = random() * 360;
    const dice = Array.from({ length: count }, (_die, at) => {
        const angle = ((turn + (at * 360) / count + (random() - 0.5) * 20) * Math.PI) / 180;
        const reach = 0.31 + random() * 0.035;
        const yaw = Math.round((random() - 0.5) * 70);
        return { x: Math.cos(angle) * reach, y: Math.sin(angle) * reach, yaw };
    });
    return { dice, knife: Math.round(turn + (count === 4 ? 45 : 90)) };
}

// ---- what can be hit ----

interface TargetProps {
    hit: Hit;
    label: string;
    spot: Spot;
    tray: TrayState;
    children: JSX.Element | JSX.Element[];
}

interface TrayState {
    props: Props;
    striking: Striking;
    open: boolean;
    /** The throw that lies there is settled. */
    last: LastThrow | null;
}

/** Who hit it: your own hit immediately, the others' after the time is up. */
function hitters(hit: Hit, { props, striking, last }: TrayState): number[] {
    const seats = last?.seats ?? props.view.seats;
    return seats.flatMap((one, at) =>
        one.hit === hit || (!last && striking.struck.get(at + 1) === hit) ? [at + 1] : [],
    );
}

/** What has come of a target: a hand on it, and later who hit it and whether that was right. */
function Traces({ by, settled, right }: { by: number[]; settled: boolean; right: boolean }) {
    if (!settled)
        return by.length > 0 ? (
            <span class="yubi-struck">
                <Slap />
            </span>
        ) : null;
    return (
        <>
            <span class="yubi-hitters">
                {by.map((seat) => (
                    <SeatMark key={seat} seat={seat} size={15} />
                ))}
            </span>
            {right && (
                <span class="yubi-right" aria-hidden="true">
                    ✓
                </span>
            )}
        </>
    );
}

function Target({ hit, label, spot, tray, children }: TargetProps) {
    const right = tray.last?.right.includes(hit) ?? false;
    const past = right ? "yubi-was-right" : tray.last ? "yubi-past" : "";
    const look = `yubi-target yubi-at-${hit} ${past}`;
    const place = { left: `${50 + spot.x * 100}%`, top: `${50 + spot.y * 100}%` };
    const [seat, ...others] = strikers(tray.props);
    const traces = <Traces by={hitters(hit, tray)} settled={tray.last !== null} right={right} />;
    if (!tray.open || seat === undefined || others.length > 0)
        return (
            <span class={look} style={place} role="img" aria-label={label}>
                {children}
                {traces}
            </span>
        );
    const strike = (event: Event) => tray.striking.strike(hit, event, seat);
    const done = tray.striking.struck.has(seat) || tray.props.view.seats[seat - 1]!.hit !== null;
    return (
        <button
            type="button"
            class={look}
            style={place}
            aria-label={label}
            disabled={done}
            onPointerDown={strike}
            onClick={strike}
        >
            {children}
            {traces}
        </button>
    );
}

function DieTarget({ hit, face, spot, tray }: { hit: Hit; face: DieFace; spot: Spot; tray: TrayState }) {
    const label =
        hit === "black"
            ? _("black die: {face}", { face: dieName(face) })
            : _("die {number}: {face}", { number: hit, face: dieName(face) });
    return (
        <Target hit={hit} label={label} spot={spot} tray={tray}>
            <span class="yubi-die">
                <DieShadow yaw={spot.yaw} />
                <RestingDie face={sideOf(face)} yaw={spot.yaw} mark={yubitsumeMark} />
            </span>
            <span class="yubi-key" data-key={hit === "black" ? "B" : hit} />
        </Target>
    );
}

function Dice({ tray }: { tray: TrayState }) {
    const { view } = tray.props;
    const shown = tray.last ?? view;
    const seed = throwNumber(tray.props);
    const dice = [
        ...shown.dice.map((face, at) => ({ hit: String(at + 1) as Hit, face })),
        ...(view.level === "professional" ? [{ hit: "black" as Hit, face: shown.black ?? null }] : []),
    ];
    const spots = scatter(seed, dice.length).dice;
    return (
        <div class="yubi-dice">
            {dice.map(
                ({ hit, face }, at) =>
                    face && (
                        <DieTarget
                            key={`${seed} ${hit}`}
                            hit={hit}
                            face={face}
                            spot={spots[at]!}
                            tray={tray}
                        />
                    ),
            )}
        </div>
    );
}

function KnifeTarget({ tray }: { tray: TrayState }) {
    const turn = scatter(throwNumber(tray.props), diceCount(tray.props)).knife;
    return (
        <Target hit="knife" label={_("the knife")} spot={{ x: 0, y: 0, yaw: 0 }} tray={tray}>
            <span class="yubi-knife-turn" style={{ transform: `rotate(${turn}deg)` }}>
                <Knife />
            </span>
            {tray.open ? <span class="yubi-key" data-key={_("Space")} /> : <></>}
        </Target>
    );
}

// ---- what comes of it ----

interface WoodThrown {
    fell: Wood;
    seat: number;
    name: string;
}

/** The wooden finger, thrown high; gone as soon as it has been seen. */
function WoodThrow({ fell, seat, name, order }: WoodThrown & { order: number }) {
    return (
        <span class="yubi-thrown" style={{ "--order": order }}>
            <span class="yubi-thrown-finger">
                <WoodenFinger fell={fell} />
            </span>
            <span class="yubi-thrown-word">
                <SeatMark seat={seat} size={13} />
                <span>{name}</span>
                <b>{_key("yubitsume", fell)}</b>
            </span>
        </span>
    );
}

export const isWood = (move: string | null): move is Wood =>
    move === "clean" || move === "bloody" || move === "side";

function WoodThrows({ props }: { props: Props }) {
    const { last } = props.view;
    const fresh = props.fresh.filter(({ move }) => isWood(move)).length;
    if (!last || fresh === 0 || props.motion === "off") return null;
    const thrown = last.seats.flatMap(({ wood }, at): WoodThrown[] =>
        wood ? [{ fell: wood, seat: at + 1, name: nameOf(props.names, at + 1) }] : [],
    );
    const look = thrown.length > 2 ? "yubi-woods yubi-many" : "yubi-woods";
    return (
        <div class={look} key={props.fresh.at(-1)!.number} aria-hidden="true">
            {thrown.map((one, order) => (
                <WoodThrow key={one.seat} {...one} order={order} />
            ))}
        </div>
    );
}

/** The winner of a round puts the ring on a finger: on the drawing or by name. */
function RingChoice({ props }: { props: Props }) {
    const free = FINGERS.filter((finger) => props.moves.includes(`ring ${finger}`));
    const put = (finger: Finger) => props.play(`ring ${finger}`);
    return (
        <div class="yubi-ring-choice">
            <div class="yubi-ring-palm">
                <Palm
                    fingers={props.view.seats[props.seat! - 1]!.hand}
                    seat={props.seat!}
                    tap={put}
                    tappable={free}
                />
            </div>
            <div class="yubi-ring-names" role="group" aria-label={_("Put the ring on a finger")}>
                {free.map((finger) => (
                    <button key={finger} type="button" class="button small" onClick={() => put(finger)}>
                        {fingerName(finger)}
                    </button>
                ))}
            </div>
        </div>
    );
}

// ---- all of it ----

/** How much of the time is left. */
export function TimeBar({ props, shown }: { props: Props; shown: boolean }) {
    const bar = useRef<HTMLElement>(null);
    const { shown_ms, closes_ms } = props.view;
    useLayoutEffect(() => {
        if (!shown || shown_ms === null || closes_ms === null || !bar.current?.animate) return;
        const left = Math.max(0, closes_ms - props.now());
        const from = Math.min(1, left / (closes_ms - shown_ms));
        const run = bar.current.animate([{ transform: `scaleX(${from})` }, { transform: "scaleX(0)" }], {
            duration: left,
            fill: "both",
        });
        return () => run.cancel();
    }, [shown, shown_ms]);
    return (
        <div class={`yubi-time ${shown ? "yubi-runs" : ""}`}>
            <i ref={bar} />
        </div>
    );
}

export function Tray({ props, reveal, striking }: { props: Props; reveal: Reveal; striking: Striking }) {
    const { view } = props;
    const open = view.phase === "window" && !byHand(props);
    const covered = open || (view.phase === "throwing" && !props.ours);
    const last = covered ? null : settledThrow(props);
    const tray = { props, striking, open, last };
    const due = last !== null && last.right.length > 0;
    return (
        <div class={`yubi-tray ${covered ? "yubi-covered" : ""} ${due ? "yubi-due" : ""}`} ref={reveal.frame}>
            {(covered || last) && <Dice tray={tray} />}
            <KnifeTarget tray={tray} />
            {covered && (
                <span class="yubi-cover">
                    <Cup />
                </span>
            )}
            <WoodThrows props={props} />
            {view.phase === "ring" && props.seat === view.ring_for && <RingChoice props={props} />}
        </div>
    );
}
