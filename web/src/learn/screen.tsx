/* screen.tsx: the screen of a guided match (/learn#GAME) and of a practice (/learn#GAME/practice): the words of the step,
 * and the table of the game's own face below them. */
import lessons from "built:lessons";
import practices from "built:practices";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { Course } from "./course";
import type { Lesson } from "./lesson";
import { Marks, scrollsAway } from "./marks";
import { hasLesson, hasPractice, keepLearned, learned } from "./progress";
import { propsAt } from "./seat";
import { learn, roomBehind, wanted } from "./way";
import { askEngine } from "../engine/main-thread";
import { openAndGo } from "../room/room";
import { shortTitle, title } from "../shelf/games";
import type { Face } from "../table/face";
import { fetchOwnFace } from "../table/face-loader";
import { useFresh } from "../table/face-props";
import { useSentences } from "../table/sentences";
import { useHeight, usePromise } from "../ui/hooks";
import { fetchPart } from "../ui/part-loader";
import { go, onGo } from "../ui/navigation";
import { hasRules, RulesSheet } from "../ui/rules";
import { motion, settings } from "../ui/storage";
import { TopBar } from "../ui/topbar";
import { _ } from "../ui/words";
import "./learn.css";

/** How long something that happens is looked at, in milliseconds. */
const PAUSE_MS = { off: 500, fast: 500, normal: 1000 };
const TICK_MS = 100;
/** A table that is so far ahead is caught up with at once. */
const JUMP_MS = 300;

// ---- the course, and the time at its table ----

/** Do again what was done before; a lesson that has changed since begins anew. */
function resumed(course: Course): boolean {
    const { moves = [] } = learned(course.game);
    const settle = () => {
        while (course.pending.length > 0) course.next(course.time + TICK_MS);
    };
    try {
        for (const move of moves) {
            settle();
            if (!course.step) return false;
            if (!course.step.awaits) course.read();
            else if (course.isAwaited(move)) course.act(move, course.time + TICK_MS);
            else return false;
        }
        if (moves.length > 0) settle();
        return true;
    } catch {
        return false;
    }
}

async function openCourse(game: string): Promise<Course> {
    const { default: lesson } = (await fetchPart(lessons[game]!())) as { default: Lesson };
    const name = settings().name || _("Guest");
    return askEngine((knobel) => {
        const course = new Course(knobel, game, lesson, name);
        if (resumed(course)) return course;
        course.close();
        keepLearned(game, { moves: [] });
        return new Course(knobel, game, lesson, name);
    });
}

interface Lived {
    /** The time of the table now. */
    now(): number;
    /** Something has happened at the table. */
    changed(): void;
}

/** Lets happen what is due, one thing after the other. */
function useLife(course: Course): Lived {
    const [count, increase] = useReducer((n: number) => n + 1, 0);
    const clock = useRef({ time: course.time, at: performance.now() });
    const now = () => {
        const at = performance.now();
        const ahead = course.time - (course.lesson.lead ?? 0) - JUMP_MS;
        const time = Math.max(
            clock.current.time + at - clock.current.at,
            ahead > clock.current.time ? course.time : 0,
        );
        clock.current = { time: Math.max(clock.current.time, Math.min(time, course.stops() ?? time)), at };
        return clock.current.time;
    };
    const changed = () => increase(undefined as never);
    useEffect(() => {
        const begun = performance.now();
        const isDue = () => {
            const [event] = course.pending;
            // Dice fall at once, like those of the house; what others do is looked at first.
            if (event) return event.startsWith("dice") || performance.now() - begun >= PAUSE_MS[motion()];
            const alarm = course.alarm();
            return course.isAwaited("clock") && alarm !== null && now() >= alarm;
        };
        const timer = setInterval(() => {
            if (!isDue()) return;
            clearInterval(timer); // the next one begins when this has been drawn
            if (course.pending.length > 0) course.next(now());
            else {
                course.act("clock", now());
                keepMove(course, "clock");
            }
            changed();
        }, TICK_MS);
        return () => clearInterval(timer);
    }, [course, count]);
    return { now, changed };
}

function keepMove({ game, at }: Course, move: string): void {
    const { moves = [] } = learned(game);
    keepLearned(game, { moves: [...moves.slice(0, at - 1), move] });
}

// ---- the words ----

interface CoachProps {
    course: Course;
    /** Why something that was tried is not done. */
    why: string | null;
    /** What has just happened. */
    told: string;
    onRead: () => void;
    onAgain: () => void;
}

/** After the last step: what one can do now. */
function Ways({ game, onAgain }: { game: string; onAgain: () => void }) {
    const [rules, setRules] = useState(false);
    const room = roomBehind();
    return (
        <>
            <div class="coach-ways">
                <button
                    type="button"
                    class="button main"
                    onClick={() => (room ? go(room) : void openAndGo(game, true))}
                >
                    {room ? _("Back to the room") : _("Play now")}
                </button>
                {hasPractice(game) && (
                    <button type="button" class="button" onClick={() => learn(game, "practice")}>
                        {_("Practise throws")}
                    </button>
                )}
                {hasRules(game) && (
                    <button type="button" class="button" onClick={() => setRules(true)}>
                        {_("Rules")}
                    </button>
                )}
                <button type="button" class="button quiet" onClick={onAgain}>
                    {_("Start over")}
                </button>
            </div>
            {rules && <RulesSheet game={game} ways={false} onClose={() => setRules(false)} />}
        </>
    );
}

/** The step in words. Screen readers hear it whenever it changes. */
function Coach({ course, why, told, onRead, onAgain }: CoachProps) {
    const { step, game, at, lesson } = course;
    const box = useRef<HTMLElement>(null);
    const button = useRef<HTMLButtonElement>(null);
    useHeight(box, "--strip");
    const watching = course.pending.length > 0;
    const reads = step !== null && !step.awaits && !watching;
    useLayoutEffect(() => {
        if (reads) button.current?.focus({ preventScroll: true });
    }, [reads, at]);
    useLayoutEffect(() => {
        if (scrollsAway(box.current!)) box.current!.scrollIntoView({ block: "nearest" });
    }, [at]);
    const text = watching ? told : step ? step.text(course.view()) : null;
    const all = lesson.steps.length;
    return (
        <section
            class="coach"
            aria-label={_("Lesson")}
            aria-busy={watching}
            data-step={step ? at + 1 : "end"}
            ref={box}
        >
            <p class="coach-at soft small">
                <span>{step ? _("Step {n} of {all}", { n: at + 1, all }) : _("Lesson finished")}</span>
                <progress value={at} max={all} aria-hidden="true" />
                {step && at > 0 && (
                    <button type="button" class="button quiet small" onClick={onAgain}>
                        {_("Start over")}
                    </button>
                )}
            </p>
            <div class="coach-words" role="status">
                <p class={watching ? "coach-text soft" : "coach-text"}>
                    {text ?? _("Now you know how to play {game}.", { game: title(game) })}
                </p>
                {why && <p class="coach-why">{why}</p>}
            </div>
            {reads && (
                <button type="button" class="button main coach-next" ref={button} onClick={onRead}>
                    {_("Next step")}
                </button>
            )}
            {!step && <Ways game={game} onAgain={onAgain} />}
        </section>
    );
}

// ---- all of it ----

const nameOf = (one: Element) => one.getAttribute("aria-label") ?? one.textContent;

/** A face that begins anew gets the focus back where it was, as far as there is still something of that name. */
function useFocusKept(tries: number): { body: RefObject<HTMLElement>; note: () => void } {
    const body = useRef<HTMLElement>(null);
    const name = useRef<string | null>(null);
    const note = () => {
        const now = document.activeElement;
        name.current = now && body.current?.contains(now) ? nameOf(now) : null;
    };
    useLayoutEffect(() => {
        if (name.current === null) return;
        const all = [...body.current!.querySelectorAll<HTMLElement>("button, [tabindex]")];
        (all.find((one) => nameOf(one) === name.current) ?? all[0])?.focus({ preventScroll: true });
        name.current = null;
    }, [tries]);
    return { body: body as RefObject<HTMLElement>, note };
}

function Guided({ course, face, onAgain }: { course: Course; face: Face; onAgain: () => void }) {
    const { now, changed } = useLife(course);
    const [why, setWhy] = useState<string | null>(null);
    const [tries, setTries] = useState(0);
    const { body, note } = useFocusKept(tries);
    const told = useSentences(face, course.lines, course.names);
    const fresh = useFresh(0, course.lines);
    const { step } = course;
    const watching = course.pending.length > 0;
    useLayoutEffect(() => {
        setWhy(null);
        if (!step) keepLearned(course.game, { done: true, moves: [] });
    }, [step]);
    const done = (move: string) => {
        keepMove(course, move);
        setWhy(null);
        changed();
    };
    /** Not what is meant now: says why. A face that cannot take its own press back begins anew. */
    const explain = (move: string, keeps: boolean) => {
        const usual = step?.awaits
            ? _("That is possible, too. For now, do what the lesson says.")
            : _("Read this first, then press Next step.");
        setWhy(step?.other?.(move, course.view()) ?? usual);
        if (keeps) return;
        note();
        setTries(tries + 1);
    };
    const attempt = (move: string, at: number, made?: () => void) => {
        if (!course.isAwaited(move)) return explain(move, made !== undefined);
        try {
            course.act(move, at);
        } catch {
            return explain(move, made !== undefined); // the table does not take it
        }
        made?.();
        done(move);
    };
    const play = (move: string, afterMs?: number, _as?: number, made?: () => void) => {
        const shown = course.lesson.stops?.(course.view()) ?? null;
        attempt(move, afterMs === undefined || shown === null ? now() : shown + afterMs, made);
    };
    const read = () => {
        course.read();
        done("");
    };
    const last = told[told.length - 1];
    return (
        <div class={course.stops() === null ? "learn-body" : "learn-body learn-stopped"}>
            <Coach course={course} why={why} told={last?.text ?? "…"} onRead={read} onAgain={onAgain} />
            <main class="table-main" aria-label={_("The table")} ref={body}>
                <div class="face-place">
                    <face.Table
                        key={tries}
                        {...propsAt(course, {
                            fresh,
                            now,
                            play,
                            moves: watching ? [] : course.moves(),
                            calls: course.calls,
                            gripHeard: course.grip,
                            call: (word, text) => attempt(`call ${word ?? text}`, now(), () => undefined),
                        })}
                    />
                </div>
            </main>
            {step?.mark && !watching && <Marks selector={step.mark} />}
        </div>
    );
}

/** The course of a game; closed when it is left. */
function useCourse(game: string): Course | "lost" | null {
    const [course, setCourse] = useState<Course | "lost" | null>(null);
    useEffect(() => {
        let opened: Course | null = null;
        let wanted = true;
        const come = (one: Course) => {
            if (!wanted) return one.close();
            opened = one;
            setCourse(one);
        };
        openCourse(game).then(come, () => setCourse("lost"));
        return () => {
            wanted = false;
            opened?.close();
        };
    }, []);
    return course;
}

function Opened({ game, onAgain }: { game: string; onAgain: () => void }) {
    const course = useCourse(game);
    // The words of a lesson are those of the drawn table.
    const face = usePromise<Face | "lost">(() => fetchOwnFace(game).catch(() => "lost"), [game]);
    if (course === "lost" || face === "lost")
        return <Nothing>{_("This part of the page can't be loaded right now.")}</Nothing>;
    if (!course || !face) return <main class="narrow" aria-busy="true" />;
    return <Guided course={course} face={face} onAgain={onAgain} />;
}

function LessonAt({ game }: { game: string }) {
    const [start, setStart] = useState(0);
    useEffect(() => keepLearned(game, { offered: true }), []);
    const again = () => {
        keepLearned(game, { moves: [] });
        setStart(start + 1);
    };
    return <Opened key={start} game={game} onAgain={again} />;
}

function PracticeAt({ game }: { game: string }) {
    const part = usePromise(() => fetchPart(practices[game]!()).catch(() => "lost" as const), [game]);
    if (part === "lost") return <Nothing>{_("This part of the page can't be loaded right now.")}</Nothing>;
    const Practice = part?.default;
    return Practice ? <Practice /> : <main class="narrow" aria-busy="true" />;
}

function Nothing({ children }: { children: ComponentChildren }) {
    return (
        <main class="narrow">
            <section class="sheet stack nobody">
                <h2>{children}</h2>
                <button type="button" class="button main" onClick={() => go("/")}>
                    {_("Home")}
                </button>
            </section>
        </main>
    );
}

export default function LearnPage() {
    const [asked, setAsked] = useState(wanted);
    useLayoutEffect(() => onGo(() => setAsked(wanted())), []);
    const { game, what } = asked;
    const there = what === "practice" ? hasPractice(game) : hasLesson(game);
    const name = there ? shortTitle(game) : "Knobel";
    useEffect(() => {
        document.title = there ? `${name} – Knobel` : "Knobel";
        return () => {
            document.title = "Knobel";
        };
    }, [name]);
    return (
        <div class="table learn">
            <TopBar
                title={there && what === "practice" ? _("Practice: {game}", { game: name }) : name}
                room={roomBehind()}
            />
            {!there ? (
                <Nothing>{_("There is no lesson here")}</Nothing>
            ) : what === "practice" ? (
                <PracticeAt game={game} />
            ) : (
                <LessonAt key={game} game={game} />
            )}
        </div>
    );
}
