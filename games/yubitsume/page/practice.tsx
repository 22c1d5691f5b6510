/* practice.tsx: single throws of Yubitsume, alone: what to hit, and how fast. Every throw is a new table of the engine, which
 * draws the dice and judges the hit; the times stay on this device. */
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { readLine } from "page/connection/log-line";
import { askEngine, type Knobel, type Table } from "page/engine/main-thread";
import { propsAt, type Seen } from "page/learn/seat";
import type { Line } from "page/table/face";
import { useFresh } from "page/table/face-props";
import { useHeight } from "page/ui/hooks";
import { Choice } from "page/ui/settings";
import { read, settings, write } from "page/ui/storage";
import { _, _key, number } from "page/ui/words";
import face from "./face";
import { added, median, none, type Practised } from "./practice-times";
import type { Level } from "./strip";
import type { Props } from "./view";
import "./practice.css";

const KEY = "knobel.practice.yubitsume";
const LEAD_MS = [900, 2200]; // how long the dice are covered: nobody can get used to it
const TICK_MS = 50;
const LEVELS: Level[] = ["basic", "advanced", "professional"];

// ---- one throw ----

/** The table of one throw. The other seat never acts. */
class Throw implements Seen {
    readonly table: Table;
    /** When the dice are seen, in milliseconds since the table opened. */
    shown = 0;
    readonly names: string[];
    lines: Line[] = [];
    readonly options: Record<string, string | number>;

    constructor(
        knobel: Knobel,
        readonly level: Level,
    ) {
        this.names = [settings().name || _("Guest"), _("Nobody")];
        const secret = crypto.getRandomValues(new Uint8Array(32));
        const seats = this.names.map((name) => ({ name }));
        this.table = knobel.open({ game: "yubitsume", seats, options: { level }, secret, ours: true });
        this.options = { level, window_ms: 4000 };
    }

    view(): any {
        return this.table.view(0).describe();
    }
    due(): number[] {
        return this.table
            .toAct()
            .filter((who) => who < 2)
            .map((who) => who + 1);
    }
    moves(): string[] {
        return this.due().includes(1) ? this.table.view(0).moves(0) : [];
    }
    won(): number[] {
        return [];
    }
    alarm(): number | null {
        return this.table.alarm() < 0 ? null : this.table.alarm();
    }

    begin(shown: number): void {
        this.shown = shown;
        this.table.play(0, "throw", { now: 0 });
        while (this.view().phase === "throwing") this.table.roll(shown);
        this.read();
    }
    /** Nobody else acts: the throw is settled with the hit. */
    hit(move: string, afterMs: number): void {
        const at = Math.min(this.shown + Math.round(afterMs), this.table.alarm() - 1);
        this.table.play(0, move, { now: at, acted: at });
        this.settle();
    }
    settle(): void {
        this.table.tick(this.table.alarm());
        this.read();
    }
    read(): void {
        const lines = this.table.since(0).lines.map(readLine);
        this.lines = lines
            .filter((line): line is Line => line !== null)
            .map((line) => (line.who === "ours" ? { ...line, who: "dice" } : line));
    }
}

/** Between the shortest and the longest, at random. */
const lead = () => LEAD_MS[0]! + Math.floor(Math.random() * (LEAD_MS[1]! - LEAD_MS[0]!));

interface Practising {
    thrown: Throw | null;
    now(): number;
    start(): void;
    hit(move: string, afterMs: number): void;
}

/** One throw after the other; `settled` is told of each as the engine judged it. */
function useThrows(level: Level, settled: (thrown: Throw) => void): Practising {
    const [, draw] = useReducer((count: number) => count + 1, 0);
    const again = () => draw(undefined as never);
    const current = useRef<{ thrown: Throw | null; begun: number }>({ thrown: null, begun: 0 });
    const now = () => (current.current.thrown?.lines.length ? performance.now() - current.current.begun : 0);
    const open = async () => {
        const thrown = await askEngine((knobel) => new Throw(knobel, level));
        current.current.thrown?.table.close();
        current.current = { thrown, begun: performance.now() };
        return thrown;
    };
    const end = (thrown: Throw) => {
        settled(thrown);
        again();
    };
    useEffect(() => {
        let wanted = true;
        const leave = () => {
            current.current.thrown?.table.close();
            current.current.thrown = null;
        };
        open().then(
            () => (wanted ? again() : leave()),
            () => undefined,
        );
        return () => {
            wanted = false;
            leave();
        };
    }, [level]);
    // Whoever keeps still waits until the time is up.
    useEffect(() => {
        const timer = setInterval(() => {
            const { thrown } = current.current;
            const alarm = thrown?.alarm() ?? null;
            if (thrown === null || alarm === null || now() < alarm) return;
            thrown.settle();
            end(thrown);
        }, TICK_MS);
        return () => clearInterval(timer);
    }, [level]);
    return {
        thrown: current.current.thrown,
        now,
        start: () =>
            void open().then((thrown) => {
                thrown.begin(lead());
                again();
            }),
        hit(move, afterMs) {
            const { thrown } = current.current;
            if (thrown?.alarm() == null) return;
            thrown.hit(move, afterMs);
            end(thrown);
        },
    };
}

// ---- the figures ----

const ms = (time: number | null | undefined) => (time == null ? "–" : _("{ms} ms", { ms: time }));

function Figures({ all }: { all: Practised }) {
    const figures: [string, string][] = [
        [_("Last time"), ms(all.times[all.times.length - 1])],
        [_("Best time"), ms(all.best)],
        [_("Median of the last ten"), ms(median(all.times))],
        [_("Throws"), number(all.throws)],
        [_("Misses"), number(all.misses)],
        [_("False starts"), number(all.falseStarts)],
    ];
    return (
        <dl class="practice-figures">
            {figures.map(([name, value]) => (
                <div>
                    <dt>{name}</dt>
                    <dd class="digits">{value}</dd>
                </div>
            ))}
        </dl>
    );
}

/** After a throw the next one can be made at once, and what the last one came to stays in view. */
function ready(props: Props): Props {
    if (props.view.phase === "window" || props.view.phase === "throwing") return props;
    const view: Props["view"] = { ...props.view, phase: "ready", turn: 1, wood_for: null, ring_for: null };
    return { ...props, view, due: [1], moves: ["throw"] };
}

type Kept = Partial<Record<Level, Practised>>;

export default function Practice() {
    const [level, setLevel] = useState<Level>("basic");
    const [kept, setKept] = useState(() => read<Kept>(KEY, {}));
    const all = kept[level] ?? none;
    const box = useRef<HTMLElement>(null);
    useHeight(box, "--strip");
    const keep = (change: Kept) => {
        const now = { ...read<Kept>(KEY, {}), ...change };
        write(KEY, now);
        setKept(now);
    };
    const { thrown, now, start, hit } = useThrows(level, (one) => {
        const before = read<Kept>(KEY, {})[one.level] ?? none;
        keep({ [one.level]: added(before, one.view().last) });
    });
    const fresh = useFresh(0, thrown?.lines ?? []);
    const play = (move: string, afterMs?: number) => (move === "throw" ? start() : hit(move, afterMs ?? 0));
    return (
        <div class="learn-body">
            <section class="coach" aria-label={_("Your times")} ref={box}>
                <p class="coach-text">
                    {_(
                        "Throw, look, hit, or keep still. Only a correct hit is timed, from the moment you see the dice.",
                    )}
                </p>
                <Figures all={all} />
                <details class="practice-more">
                    <summary>{_("Level and figures")}</summary>
                    <Choice
                        label={_key("yubitsume", "level")}
                        value={level}
                        options={LEVELS.map((one) => [one, _key("yubitsume", one)])}
                        onChoose={setLevel}
                    />
                    <button type="button" class="button small" onClick={() => keep({ [level]: none })}>
                        {_("Delete these figures")}
                    </button>
                </details>
            </section>
            <main class="table-main" aria-label={_("The table")}>
                <div class="face-place">
                    {thrown && <face.Table key={level} {...ready(propsAt(thrown, { fresh, now, play }))} />}
                </div>
            </main>
        </div>
    );
}
