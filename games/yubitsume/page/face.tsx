/* face.tsx: Yubitsume on the page: dice around the knife, everyone's hands at the rim. The dice appear to all
 * at one instant (table/parts/reveal.ts); a hit is timed from the painted frame; only the house judges it. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Face } from "page/table/face";
import { Palm } from "page/table/parts/palm";
import { useReveal } from "page/table/parts/reveal";
import { playSound } from "page/table/parts/sound";
import { FirstIn, TapIn } from "page/table/parts/dice-entry";
import { nameOf } from "page/table/parts/throws";
import { DIE_FACES, dieName, Knife, WoodenFinger, yubitsumeMark, type Wood } from "./art";
import { KEY_SIGNS, useStriking, type Striking } from "./strike";
import { caseText, hitName, spokenResult, Strip, type Hit, type LastThrow } from "./strip";
import { tellYubitsume, yubitsumeEntry, yubitsumeWords } from "./sentences";
import { isWood, TimeBar, Tray } from "./tray";
import { Judge } from "./judge";
import { useReading } from "./reading";
import {
    byHand,
    diceCount,
    settledThrow,
    strikers,
    throwNumber,
    type Props,
    type YubitsumeView,
} from "./view";
import { SeatMark } from "page/ui/seat-mark";
import { _, _key, number } from "page/ui/words";
import "./face.css";

export function HandOf({ props, seat }: { props: Props; seat: number }) {
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

/** What is told of a player. */
const OF_A_PLAYER = {
    ready: (name: string) => _("{name} to throw.", { name }),
    throwing: (name: string) => _("{name} throws.", { name }),
    fingers: (name: string) => _("{name} throws the wooden finger.", { name }),
    ring: (name: string) => _("{name} wins the round and a ring.", { name }),
    over: (name: string) => _("{name} wears three rings.", { name }),
};

/** What is told of oneself. */
const OF_ONESELF = {
    ready: () => _("Your turn to throw."),
    out: () => _("You are out of this round."),
    struck: () => _("You have hit. Now wait for the others."),
    open: () => _("Hit, or keep still!"),
    ring: () => _("You won the round: put a ring on a finger."),
};

function hint(props: Props, striking: Striking): string {
    const { view } = props;
    const name = nameOf(props.names, view.ring_for ?? view.wood_for ?? view.turn);
    const here = strikers(props);
    switch (view.phase) {
        case "draw_first":
            return _("Drawing lots for who throws first.");
        case "ready":
            return props.due.includes(props.seat ?? 0) && props.mine.length === 1
                ? OF_ONESELF.ready()
                : OF_A_PLAYER.ready(name);
        case "window":
            if (byHand(props)) return caseText(settledThrow(props)!);
            if (props.seat !== null && here.length === 0) return OF_ONESELF.out();
            return here.length > 0 &&
                here.every((seat) => striking.struck.has(seat) || view.seats[seat - 1]!.hit)
                ? OF_ONESELF.struck()
                : OF_ONESELF.open();
        case "ring":
            return view.ring_for === props.seat ? OF_ONESELF.ring() : OF_A_PLAYER.ring(name);
        case "over":
            return OF_A_PLAYER.over(nameOf(props.names, props.won[0] ?? 1));
        default:
            return OF_A_PLAYER[view.phase](name);
    }
}

/** Everything that may be told during a match. */
function hints(props: Props): string[] {
    const names = props.view.seats.map((_seat, at) => nameOf(props.names, at + 1));
    return [
        ...Object.values(OF_ONESELF).map((tell) => tell()),
        ...Object.values(OF_A_PLAYER).flatMap((tell) => names.map(tell)),
    ];
}

/** What the dice can ask for at this level: what lies there, and what to do. */
export function askings(level: YubitsumeView["level"]): [string, string][] {
    const all: [string, string][] = [
        [_("one unique die"), _("hit it")],
        [_("every die unique"), _("the knife")],
    ];
    if (level === "professional") all.unshift([_("matches the black die"), _("does not count")]);
    if (level !== "basic") all.push([_("all the same symbol or number"), _("hit any")]);
    return [...all, [_("otherwise"), _("keep still")]];
}

/** The rules in short, and the keys. */
function Reminder({ props }: { props: Props }) {
    const { level } = props.view;
    const lines = askings(level);
    const keys: [string, string][] = [
        ["1 2 3", _("dice")],
        [_("Space"), _("knife")],
    ];
    if (level === "professional") keys.push(["B", _("black die")]);
    return (
        <div class="yubi-reminder">
            <ul>
                {lines.map(([when, what]) => (
                    <li key={when}>
                        <span>{when}</span>
                        <b>{what}</b>
                    </li>
                ))}
            </ul>
            <p class="yubi-alone">{_("Unique: no other die shows the same symbol or number.")}</p>
            {props.seat !== null && (
                <p class="yubi-keys">
                    {keys.map(([key, what]) => (
                        <span key={key}>
                            <kbd>{key}</kbd> {what}
                        </span>
                    ))}
                </p>
            )}
        </div>
    );
}

interface PadKeyProps {
    hit: Hit;
    seat: number;
    striking: Striking;
}

function PadKey({ hit, seat, striking }: PadKeyProps) {
    const strike = (event: Event) => striking.strike(hit, event, seat);
    const struck = striking.struck.get(seat) === hit ? "yubi-hit" : "";
    return (
        <button
            type="button"
            class={`button yubi-pad-key ${struck}`}
            aria-label={hitName(hit)}
            onPointerDown={strike}
            onClick={strike}
        >
            {hit === "knife" ? <Knife /> : hit === "black" ? "■" : hit}
        </button>
    );
}

/** Several people at one device strike on a row of their own. */
function Pads({ props, seats, striking }: { props: Props; seats: number[]; striking: Striking }) {
    const hits: Hit[] = ["1", "2", "3", "knife"];
    if (props.view.level === "professional") hits.push("black");
    return (
        <div class="yubi-pads">
            {seats.map((seat, at) => {
                const name = nameOf(props.names, seat);
                return (
                    <div key={seat} class="yubi-pad" role="group" aria-label={name}>
                        <span class="yubi-pad-name">
                            <SeatMark seat={seat} size={14} />
                            <span>{name}</span>
                            <small aria-hidden="true">{KEY_SIGNS[at]}</small>
                        </span>
                        {hits.map((hit) => (
                            <PadKey key={hit} hit={hit} seat={seat} striking={striking} />
                        ))}
                    </div>
                );
            })}
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
    const dice = view.phase === "ready" ? diceCount(props) : view.dice.filter((face) => face === null).length;
    const first = view.phase === "ready" ? "throw" : undefined;
    if (view.phase === "throwing" || view.phase === "ready")
        return (
            <>
                {view.level === "professional" && (
                    <p class="yubi-declare-note">{_("The black die comes last.")}</p>
                )}
                <TapIn
                    count={dice}
                    mark={yubitsumeMark}
                    nameOf={(side) => dieName(DIE_FACES[side - 1]!)}
                    declare={(sides) => props.declare(facesOf(sides), first)}
                    roll={() => props.roll(dice, first)}
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
            <button type="button" class="button quiet" onClick={() => props.roll(1)}>
                {_("Let the house throw")}
            </button>
        </div>
    );
}

/** A throw that nobody has seen, as large as one that is settled. */
const blank = (seats: number): LastThrow => ({
    dice: [],
    case: 2,
    right: [],
    seats: Array.from({ length: seats }, () => ({
        hit: null,
        reaction_ms: null,
        error_ms: null,
        verdict: "nothing",
        wood: null,
    })),
});

/** What else may lie here keeps its place: the tray stays where it is and as large as it is when that comes. */
function Kept({ children }: { children: ComponentChildren }) {
    return (
        <div class="yubi-kept" aria-hidden="true">
            {children}
        </div>
    );
}

function Below({ props, striking, reading }: { props: Props; striking: Striking; reading: boolean }) {
    const { view } = props;
    const asked =
        props.ours &&
        props.seat !== null &&
        (["draw_first", "throwing", "fingers"].includes(view.phase) || props.moves.includes("throw"));
    const judging = view.phase === "window" && byHand(props);
    const open = view.phase === "window" || view.phase === "throwing";
    const several = props.mine.length > 1;
    const timed = !byHand(props);
    const strip = (last: LastThrow) => (
        <Strip last={last} names={props.names} timed={timed} level={view.level} />
    );
    const result = view.last && strip(view.last);
    const pads = several && view.phase === "window";
    const settled = !open && result !== null;
    return (
        <section class="yubi-below">
            <div class="yubi-act">
                {props.moves.includes("throw") && !props.ours ? (
                    <button
                        type="button"
                        class="button main yubi-throw"
                        disabled={reading}
                        onClick={() => props.play("throw")}
                    >
                        {reading ? _("Everyone is reading the result…") : _("Throw the dice")}
                    </button>
                ) : (
                    <p class="yubi-hint">{hint(props, striking)}</p>
                )}
                {timed && (
                    <Kept>
                        {hints(props).map((text) => (
                            <p class="yubi-hint">{text}</p>
                        ))}
                    </Kept>
                )}
            </div>
            {judging ? (
                <Judge key={throwNumber(props)} props={props} />
            ) : asked ? (
                <>
                    <Declaring props={props} />
                    {view.phase === "ready" && result}
                </>
            ) : (
                <div class="yubi-turns">
                    {pads ? (
                        <Pads props={props} seats={strikers(props)} striking={striking} />
                    ) : settled ? (
                        result
                    ) : (
                        <Reminder props={props} />
                    )}
                    {timed && (
                        <Kept>
                            {(pads || settled) && <Reminder props={props} />}
                            {!settled && strip(blank(view.seats.length))}
                            {several && !pads && (
                                <Pads props={props} seats={props.mine} striking={striking} />
                            )}
                        </Kept>
                    )}
                </div>
            )}
            <p class="ears" role="status">
                {view.last && !open ? spokenResult(view.last, props.names) : ""}
            </p>
        </section>
    );
}

// ---- the table ----

/** Sounds: the cup as soon as it is shaken, the wooden finger when it falls. */
export function useNoises(props: Props): void {
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
    const reading = useReading(props);
    const striking = useStriking(props, reveal, !reading);
    return (
        <div class={`yubi ${byHand(props) ? "yubi-real" : props.mine.length > 1 ? "yubi-shared" : ""}`}>
            <ul class="yubi-hands">
                {props.view.seats.map((_seat, at) => (
                    <HandOf key={at} props={props} seat={at + 1} />
                ))}
            </ul>
            <div class="yubi-middle">
                <div class="yubi-room">
                    <Tray props={props} reveal={reveal} striking={striking} />
                </div>
                <TimeBar props={props} shown={reveal.shown} />
            </div>
            <Below props={props} striking={striking} reading={reading} />
        </div>
    );
}

const face: Face<YubitsumeView> = {
    key: "yubitsume",
    Table,
    tell: tellYubitsume,
    words: yubitsumeWords,
    score: (view, seat) => `${number(view.seats[seat - 1]!.rings)} ◯`,
    ended: (_view, won, names) => _("{name} wears three rings.", { name: nameOf(names, won[0] ?? 1) }),
    entry: yubitsumeEntry,
    together: true,
};
export default face;
