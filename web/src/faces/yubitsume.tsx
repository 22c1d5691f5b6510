/* yubitsume.tsx: Yubitsume in the page: dice scattered around the knife, everybody's hand at the
 * rim. The dice appear to all at one instant (parts/reveal.ts); a slap is timed from the painted
 * frame; what came of it only the house says. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Face, FaceProps } from "../face";
import { DieShadow, RestingDie } from "../parts/dice";
import { steady } from "../parts/motion";
import { fingerName, FINGERS, Palm, type Finger, type FingerState } from "../parts/palm";
import { useReveal, type Reveal } from "../parts/reveal";
import { playSound } from "../parts/sound";
import { FirstIn, TapIn } from "../parts/tapin";
import { nameOf } from "../parts/told";
import {
    Cup,
    DIE_FACES,
    dieName,
    Knife,
    sideOf,
    Slap,
    WoodenFinger,
    yubitsumeMark,
    type DieFace,
    type Wood,
} from "../parts/yubitsume-art";
import { hitName, spokenResult, Strip, type Hit, type LastThrow } from "../parts/yubitsume-strip";
import { tellYubitsume } from "../parts/yubitsume-tell";
import { SeatMark } from "../seat";
import { _, _key, number } from "../words";
import "./yubitsume.css";

interface SeatView {
    in: boolean;
    rings: number;
    fingers_left: number;
    hand: FingerState[];
    hit: Hit | null;
    reaction_ms: number | null;
    error_ms: number | null;
}

interface YubitsumeView {
    phase: "draw_first" | "ready" | "throwing" | "window" | "fingers" | "ring" | "over";
    turn: number;
    level: "basic" | "advanced" | "professional";
    dice: (DieFace | null)[];
    black?: DieFace | null;
    shown_ms: number | null;
    closes_ms: number | null;
    wood_for: number | null;
    ring_for: number | null;
    seats: SeatView[];
    last: LastThrow | null;
}

type Props = FaceProps<YubitsumeView>;

// ---- who may strike, and striking ----

/** Keys of the first two people at this device. */
const KEYS: Record<string, Hit>[] = [
    { "1": "1", "2": "2", "3": "3", " ": "knife", b: "black" },
    { "8": "1", "9": "2", "0": "3", Enter: "knife", n: "black" },
];

/** The seats at this device that are in the round; the one looking first. */
function strikers(props: Props): number[] {
    const seats = props.mine.length > 0 ? props.mine : props.seat === null ? [] : [props.seat];
    return seats.filter((seat) => props.view.seats[seat - 1]?.in);
}

interface Striking {
    /** What each seat here has struck in this throw. */
    struck: Map<number, Hit>;
    strike(hit: Hit, event: Event, seat: number): void;
}

function useStriking(props: Props, reveal: Reveal): Striking {
    const { view } = props;
    const [struck, setStruck] = useState({ at: null as number | null, by: new Map<number, Hit>() });
    const by = struck.at === view.shown_ms ? struck.by : new Map<number, Hit>();
    const latest = useRef(by);
    latest.current = by;
    const strike = (hit: Hit, event: Event, seat: number) => {
        const known = view.seats[seat - 1]?.hit;
        if (
            view.phase !== "window" ||
            known ||
            latest.current.has(seat) ||
            !view.seats[seat - 1]?.in
        )
            return;
        latest.current = new Map(latest.current).set(seat, hit);
        setStruck({ at: view.shown_ms, by: latest.current });
        playSound("slap");
        props.play(`hit ${hit}`, reveal.after(event), seat);
    };
    useKeys(props, strike);
    return { struck: by, strike };
}

const isTyping = (target: EventTarget | null) =>
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable]") !== null;

/** Keys strike in the window; before it the space bar throws. */
function useKeys(props: Props, strike: Striking["strike"]): void {
    const latest = useRef({ props, strike });
    latest.current = { props, strike };
    useEffect(() => {
        const pressed = (event: KeyboardEvent) => {
            if (
                event.repeat ||
                event.ctrlKey ||
                event.metaKey ||
                event.altKey ||
                isTyping(event.target)
            )
                return;
            const { props: now, strike: act } = latest.current;
            if (now.view.phase === "window") {
                const at = strikers(now).findIndex((_seat, place) => KEYS[place]?.[event.key]);
                const hit = KEYS[at]?.[event.key];
                if (!hit || (hit === "black" && now.view.level !== "professional")) return;
                event.preventDefault();
                act(hit, event, strikers(now)[at]!);
            } else if (
                event.key === " " &&
                now.moves.includes("throw") &&
                !(event.target instanceof HTMLButtonElement)
            ) {
                event.preventDefault();
                now.play("throw");
            }
        };
        addEventListener("keydown", pressed);
        return () => removeEventListener("keydown", pressed);
    }, []);
}

// ---- the tray ----

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

const diceCount = (props: Props) => (props.view.level === "professional" ? 4 : 3);

/** The number of the throw, so that dice lie still until the next. */
const throwNumber = (props: Props) =>
    props.lines.findLast(({ move }) => move === "throw")?.number ?? 1;

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

/** Who hit it: known of oneself at once, of the others after the window. */
function hitters({ hit, tray }: TargetProps): number[] {
    if (tray.last) return tray.last.seats.flatMap((one, at) => (one.hit === hit ? [at + 1] : []));
    return [...tray.striking.struck].flatMap(([seat, struck]) => (struck === hit ? [seat] : []));
}

function Target(target: TargetProps) {
    const { hit, label, spot, tray, children } = target;
    const by = hitters(target);
    const right = tray.last?.right.includes(hit) ?? false;
    const past = right ? "yubi-was-right" : tray.last ? "yubi-past" : "";
    const look = `yubi-target yubi-at-${hit} ${past}`;
    const place = { left: `${50 + spot.x * 100}%`, top: `${50 + spot.y * 100}%` };
    const inside = (
        <>
            {children}
            {by.length > 0 && !tray.last && (
                <span class="yubi-struck">
                    <Slap />
                </span>
            )}
            {tray.last && (
                <span class="yubi-hitters">
                    {by.map((seat) => (
                        <SeatMark key={seat} seat={seat} size={15} />
                    ))}
                </span>
            )}
            {right && (
                <span class="yubi-right" aria-hidden="true">
                    ✓
                </span>
            )}
        </>
    );
    const seats = strikers(tray.props);
    if (!tray.open || seats.length !== 1)
        return (
            <span class={look} style={place} role="img" aria-label={label}>
                {inside}
            </span>
        );
    const strike = (event: Event) => tray.striking.strike(hit, event, seats[0]!);
    return (
        <button
            type="button"
            class={look}
            style={place}
            aria-label={label}
            disabled={tray.striking.struck.size > 0}
            onPointerDown={strike}
            onClick={strike}
        >
            {inside}
        </button>
    );
}

function DieTarget({
    hit,
    face,
    spot,
    tray,
}: {
    hit: Hit;
    face: DieFace;
    spot: Spot;
    tray: TrayState;
}) {
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
        ...(view.level === "professional"
            ? [{ hit: "black" as Hit, face: shown.black ?? null }]
            : []),
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
            <span class="yubi-key" data-key={_("Space")} />
        </Target>
    );
}

/** The wooden finger, thrown high; gone as soon as it has been seen. */
function WoodThrow({ fell, name, order }: { fell: Wood; name: string; order: number }) {
    return (
        <span class="yubi-thrown" style={{ "--order": order }}>
            <span class="yubi-thrown-finger">
                <WoodenFinger fell={fell} />
            </span>
            <span class="yubi-thrown-word">
                {_("{name}: {verdict}", { name, verdict: _key("yubitsume", fell) })}
            </span>
        </span>
    );
}

const isWood = (move: string | null): move is Wood =>
    move === "clean" || move === "bloody" || move === "side";

function WoodThrows({ props }: { props: Props }) {
    const { last } = props.view;
    const fresh = props.fresh.filter(({ move }) => isWood(move)).length;
    if (!last || fresh === 0 || props.motion === "off") return null;
    const thrown = last.seats.flatMap(({ wood }, at) =>
        wood ? [{ wood, name: nameOf(props.names, at + 1) }] : [],
    );
    return (
        <div class="yubi-woods" key={props.fresh.at(-1)!.number} aria-hidden="true">
            {thrown.map(({ wood, name }, order) => (
                <WoodThrow key={name} fell={wood} name={name} order={order} />
            ))}
        </div>
    );
}

/** How much of the window is left. */
function TimeBar({ props, shown }: { props: Props; shown: boolean }) {
    const bar = useRef<HTMLElement>(null);
    const { shown_ms, closes_ms } = props.view;
    useLayoutEffect(() => {
        if (!shown || shown_ms === null || closes_ms === null || !bar.current?.animate) return;
        const left = Math.max(0, closes_ms - props.now());
        const from = Math.min(1, left / (closes_ms - shown_ms));
        const run = bar.current.animate(
            [{ transform: `scaleX(${from})` }, { transform: "scaleX(0)" }],
            { duration: left, fill: "both" },
        );
        return () => run.cancel();
    }, [shown, shown_ms]);
    return (
        <div class={`yubi-time ${shown ? "yubi-runs" : ""}`}>
            <i ref={bar} />
        </div>
    );
}

function Tray({ props, reveal, striking }: { props: Props; reveal: Reveal; striking: Striking }) {
    const { view } = props;
    const open = view.phase === "window";
    const covered = open || view.phase === "throwing";
    const last = covered ? null : view.last;
    const tray = { props, striking, open, last };
    return (
        <div class={`yubi-tray ${covered ? "yubi-covered" : ""}`} ref={reveal.frame}>
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
                    <button
                        key={finger}
                        type="button"
                        class="button small"
                        onClick={() => put(finger)}
                    >
                        {fingerName(finger)}
                    </button>
                ))}
            </div>
        </div>
    );
}

// ---- hands around the table ----

function HandOf({ props, seat }: { props: Props; seat: number }) {
    const one = props.view.seats[seat - 1]!;
    const name = nameOf(props.names, seat);
    const turn = props.view.phase !== "over" && props.view.turn === seat ? "yubi-turn" : "";
    const state = `${one.in ? "" : "yubi-out"} ${turn} ${seat === props.seat ? "yubi-own" : ""}`;
    const label = _("{name}: {fingers} fingers left, {rings} rings", {
        name,
        fingers: one.fingers_left,
        rings: one.rings,
    });
    return (
        <li class={`yubi-hand ${state}`}>
            <span class="yubi-hand-palm" role="img" aria-label={label}>
                <Palm fingers={one.hand} seat={seat} />
            </span>
            <span class="yubi-hand-name">
                <SeatMark seat={seat} size={12} />
                <span>{name}</span>
            </span>
        </li>
    );
}

// ---- below the tray ----

function hint(props: Props, striking: Striking): string {
    const { view } = props;
    const name = nameOf(props.names, view.ring_for ?? view.wood_for ?? view.turn);
    const here = strikers(props);
    switch (view.phase) {
        case "draw_first":
            return _("Who throws first is drawn.");
        case "ready":
            return props.due.includes(props.seat ?? 0)
                ? _("You throw.")
                : _("{name} is to throw.", { name });
        case "throwing":
            return _("{name} throws.", { name });
        case "window":
            if (props.seat !== null && here.length === 0) return _("You are out of this round.");
            return here.length > 0 &&
                here.every((seat) => striking.struck.has(seat) || view.seats[seat - 1]!.hit)
                ? _("Struck. Now wait for the others.")
                : _("Hit, or keep still!");
        case "fingers":
            return _("{name} throws the wooden finger.", { name });
        case "ring":
            return view.ring_for === props.seat
                ? _("Yours: put a ring on a finger.")
                : _("{name} wins the round and a ring.", { name });
        case "over":
            return _("{name} wears three rings.", { name: nameOf(props.names, props.won[0] ?? 1) });
    }
}

/** What the dice can ask for at this level, and the keys. */
function Reminder({ props }: { props: Props }) {
    const { level } = props.view;
    const keys: [string, string][] = [
        ["1 2 3", _("dice")],
        [_("Space"), _("knife")],
    ];
    if (level === "professional") keys.push(["B", _("black die")]);
    return (
        <div class="yubi-reminder">
            <ul>
                {level === "professional" && (
                    <li>
                        <span>{_("like the black die")}</span>
                        <b>{_("does not count")}</b>
                    </li>
                )}
                <li>
                    <span>{_("one die alone of its kind")}</span>
                    <b>{_("hit it")}</b>
                </li>
                <li>
                    <span>{_("every die alone")}</span>
                    <b>{_("the knife")}</b>
                </li>
                {level !== "basic" && (
                    <li>
                        <span>{_("all one symbol or number")}</span>
                        <b>{_("hit any")}</b>
                    </li>
                )}
                <li>
                    <span>{_("else")}</span>
                    <b>{_("keep still")}</b>
                </li>
            </ul>
            <p class="yubi-keys">
                {keys.map(([key, what]) => (
                    <span key={key}>
                        <kbd>{key}</kbd> {what}
                    </span>
                ))}
            </p>
        </div>
    );
}

/** Several people at one device strike on a row of their own. */
function Pads({ props, striking }: { props: Props; striking: Striking }) {
    const hits: Hit[] = [
        "1",
        "2",
        "3",
        "knife",
        ...(props.view.level === "professional" ? ["black" as Hit] : []),
    ];
    return (
        <div class="yubi-pads">
            {strikers(props).map((seat) => (
                <div
                    key={seat}
                    class="yubi-pad"
                    role="group"
                    aria-label={nameOf(props.names, seat)}
                >
                    <span class="yubi-pad-name">
                        <SeatMark seat={seat} size={14} />
                        {nameOf(props.names, seat)}
                    </span>
                    {hits.map((hit) => {
                        const strike = (event: Event) => striking.strike(hit, event, seat);
                        return (
                            <button
                                key={hit}
                                type="button"
                                class={`button yubi-pad-key ${isHit(hit, seat)}`}
                                aria-label={hitName(hit)}
                                onPointerDown={strike}
                                onClick={strike}
                            >
                                {hit === "knife" ? <Knife /> : hit === "black" ? "■" : hit}
                            </button>
                        );
                    })}
                </div>
            ))}
        </div>
    );
}

/** Real dice and the real wooden finger: tap in what fell. */
function Declaring({ props }: { props: Props }) {
    const { view } = props;
    const fell: Wood[] = ["clean", "bloody", "side"];
    const facesOf = (sides: string) =>
        sides
            .split(" ")
            .map((side) => DIE_FACES[Number(side) - 1]!)
            .join(" ");
    if (view.phase === "draw_first") return <FirstIn names={props.names} declare={props.declare} />;
    if (view.phase === "throwing")
        return (
            <>
                {view.level === "professional" && (
                    <p class="yubi-declare-note">{_("The black die comes last.")}</p>
                )}
                <TapIn
                    count={diceCount(props)}
                    mark={yubitsumeMark}
                    nameOf={(side) => dieName(DIE_FACES[side - 1]!)}
                    declare={(sides) => props.declare(facesOf(sides))}
                />
            </>
        );
    return (
        <div class="yubi-declare">
            {fell.map((one) => (
                <button
                    key={one}
                    type="button"
                    class="button yubi-declare-wood"
                    onClick={() => props.declare(one)}
                >
                    <WoodenFinger fell={one} />
                    {_key("yubitsume", one)}
                </button>
            ))}
        </div>
    );
}

function Below({ props, striking }: { props: Props; striking: Striking }) {
    const { view } = props;
    const asked =
        props.ours &&
        props.seat !== null &&
        ["draw_first", "throwing", "fingers"].includes(view.phase);
    const open = view.phase === "window" || view.phase === "throwing";
    const several = props.mine.length > 1;
    return (
        <section class="yubi-below" style={{ "--rows": view.seats.length }}>
            <p class="yubi-hint">{hint(props, striking)}</p>
            {asked ? (
                <Declaring props={props} />
            ) : open ? (
                several && view.phase === "window" ? (
                    <Pads props={props} striking={striking} />
                ) : (
                    <Reminder props={props} />
                )
            ) : view.last ? (
                <Strip last={view.last} names={props.names} />
            ) : (
                <Reminder props={props} />
            )}
            <p class="ears" role="status">
                {view.last && !open ? spokenResult(view.last, props.names) : ""}
            </p>
        </section>
    );
}

/** The cup is heard as soon as it is shaken, the wooden finger when it falls. */
function useNoises(props: Props): void {
    const covered = props.view.phase === "window" || props.view.phase === "throwing";
    const fresh = props.fresh.at(-1)?.number;
    useEffect(() => {
        if (covered && props.fresh.some(({ move }) => move === "throw")) playSound("rattle");
    }, [throwNumber(props)]);
    useEffect(() => {
        if (props.fresh.some(({ move }) => isWood(move))) playSound("tile");
        if (props.fresh.some(({ move }) => move?.startsWith("ring "))) playSound("coin");
    }, [fresh]);
}

function Table(props: Props) {
    useNoises(props);
    const reveal = useReveal(props.view.phase === "window" ? props.view.shown_ms : null, props.now);
    const striking = useStriking(props, reveal);
    return (
        <div class="yubi">
            <ul class="yubi-hands">
                {props.view.seats.map((_seat, at) => (
                    <HandOf key={at} props={props} seat={at + 1} />
                ))}
            </ul>
            <div class="yubi-middle">
                <Tray props={props} reveal={reveal} striking={striking} />
                <div class="yubi-act">
                    <TimeBar props={props} shown={reveal.shown} />
                    {props.moves.includes("throw") && (
                        <button
                            type="button"
                            class="button main yubi-throw"
                            onClick={() => props.play("throw")}
                        >
                            {_("Throw the dice")}
                        </button>
                    )}
                </div>
            </div>
            <Below props={props} striking={striking} />
        </div>
    );
}

const face: Face<YubitsumeView> = {
    key: "yubitsume",
    Table,
    tell: tellYubitsume,
    score: (view, seat) => `${number(view.seats[seat - 1]!.rings)} ◯`,
    together: true,
};
export default face;
