/* screen.tsx: the review of a match: its value to each seat over time, luck and mistakes, every costly
 * decision, and the table at every step. The log comes from the end of a match, a link, or the form. */
import reviews from "built:reviews";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Face } from "../table/face";
import { useFace } from "../table/face-loader";
import { shortTitle, title } from "../shelf/games";
import { useMoveWords } from "../table/hint";
import { aboutGame } from "../shelf/about";
import { Icon } from "../ui/icons";
import { onSettings } from "../ui/storage";
import { useLearning } from "../engine/learning";
import { download } from "../connection/match-log";
import { Unanswered } from "../engine/engine";
import { review } from "../engine/review";
import { dropLog, handedLog, openReview, roomBefore } from "./entry";
import { TopBar } from "../ui/topbar";
import { useMedia } from "../ui/hooks";
import { Wrong } from "../table/envelope";
import { whyNot } from "../ui/refusals";
import { _, _c, language, number } from "../ui/words";
import { Accounts } from "./accounts";
import { Board } from "./board";
import { Bring } from "./log-form";
import { Chart } from "./chart";
import { Decisions } from "./decisions";
import { LINK_MAX } from "./limits";
import { packLog, packPlace, unpackLog } from "./link";
import { LinkSheet } from "./link-sheet";
import { readMatch, type Match } from "./match";
import {
    changeIn,
    costlyMoves,
    isCostly,
    isMistake,
    lastNumber,
    stepsOf,
    valuesOf,
    type Note,
    type Report,
    type Step,
} from "./report";
import "./review.css";
import { betterSaid, stepSaid, type Telling } from "./sentences";
import { Steps } from "./steps";
import { doubtText, signedText, sizeText, valueText } from "./values";
import { wrongWords } from "./log-errors";

// ---- which match ----

/** The log from this address, or passed on by another screen. */
function broughtLog(): { log: string | null; wrong: string | null } {
    try {
        return { log: unpackLog(location.hash) ?? handedLog(), wrong: null };
    } catch {
        return { log: null, wrong: _("This link is broken or incomplete.") };
    }
}

function wrongText(error: unknown): string {
    if (error instanceof Wrong) return wrongWords(error.reason, error.line);
    return _("The engine couldn't be loaded. Please try again later.");
}

// ---- judging ----

type Judged =
    | { state: "not wanted" }
    | { state: "under way"; done: number; report: Report | null }
    | { state: "done"; report: Report }
    | { state: "stopped" }
    | { state: "failed"; why: string };

/** The review of a match, as it is being made. */
function useReport(log: string, wanted: boolean): { judged: Judged; stop: () => void; again: () => void } {
    const [judged, setJudged] = useState<Judged>({ state: "not wanted" });
    const [tries, setTries] = useState(0);
    const ending = useRef(new AbortController());
    useEffect(() => {
        if (!wanted) return;
        const mine = new AbortController();
        ending.current = mine;
        setJudged({ state: "under way", done: 0, report: null });
        const tell = (now: Judged) => !mine.signal.aborted && setJudged(now);
        const tellSome = (done: number, report: Report | null = null) =>
            tell({ state: "under way", done, report });
        review(log, tellSome, mine.signal).then(
            (report) => tell({ state: "done", report }),
            (error: unknown) =>
                tell({ state: "failed", why: error instanceof Unanswered ? error.why : "lost" }),
        );
        return () => mine.abort();
    }, [log, tries]);
    const stop = () => {
        ending.current.abort();
        setJudged({ state: "stopped" });
    };
    return { judged, stop, again: () => setTries(tries + 1) };
}

const PERCENT = 100;

function Waiting({
    judged,
    game,
    stop,
    again,
}: {
    judged: Judged;
    game: string;
    stop: () => void;
    again: () => void;
}) {
    const learning = useLearning(game);
    if (judged.state === "done" || judged.state === "not wanted") return null;
    if (judged.state !== "under way")
        return (
            <div class="sheet stack review-waiting">
                <p role="status">
                    {judged.state === "stopped" ? _("Analysis stopped.") : whyNot(judged.why)}
                </p>
                <button type="button" class="button" onClick={again}>
                    {_("Analyse the match")}
                </button>
            </div>
        );
    const done = learning ?? judged.done;
    const percent = Math.floor(done * PERCENT);
    return (
        <div class="sheet stack review-waiting">
            <p>
                {learning !== null
                    ? _("Learning the game: {percent}%", { percent })
                    : _("Analysing every move: {percent}%", { percent })}
            </p>
            <progress max={1} value={done} aria-label={_("Analysis progress")} />
            <button type="button" class="button small" onClick={stop}>
                {_c("analysis", "Stop")}
            </button>
        </div>
    );
}

// ---- the step in hand ----

function Change({ report, step, match }: { report: Report; step: Step; match: Match }) {
    const own = report.events.find((note) => note.number === step.first && note.seat === step.seat);
    if (step.seat !== null)
        return own && isCostly(own, report) ? (
            <span class={isMistake(own, report) ? "digits bad" : "digits"}>
                {_("costs {value}", { value: sizeText(own.error!, report.meaning) })}{" "}
                {doubtText(own.doubt, report.meaning)}
            </span>
        ) : null;
    const changes = match.names
        .map((name, at) => ({ name, change: changeIn(report, step, at + 1) }))
        .filter(({ change }) => change !== 0);
    return (
        <span class="digits">
            {changes.map(({ name, change }) => `${name} ${signedText(change, report.meaning)}`).join(_(", "))}
        </span>
    );
}

function BetterMoves({ note, report, said }: { note: Note; report: Report; said: (move: string) => string }) {
    const better = note.better ?? [];
    return (
        <ol class="review-better">
            {better.length === 0 && <li>{said(note.best!)}</li>}
            {better.map((choice) => (
                <li>
                    <span>{said(choice.move)}</span>
                    {!aboutGame(report.game).rightOrWrong && (
                        <b class="digits">
                            {valueText(choice.value, report.meaning)}{" "}
                            {doubtText(choice.doubt, report.meaning)}
                        </b>
                    )}
                </li>
            ))}
        </ol>
    );
}

/** The match in words; null until the words have come. */
function useTelling(face: Face | null, match: Match): Telling | null {
    const words = useMoveWords(match.game);
    return useMemo(
        () => face && words && { game: match.game, face, words, names: match.names, lines: match.lines },
        [face, words !== null, match],
    );
}

/** Every step in words, worked out when it is first wanted. */
function useSaid(telling: Telling | null, steps: Step[]): (step: number) => string {
    const tongue = language();
    return useMemo(() => {
        const known = new Map<number, string>();
        return (at) => {
            const step = steps[at];
            if (!telling || !step) return "";
            if (!known.has(at)) known.set(at, stepSaid(telling, step));
            return known.get(at)!;
        };
    }, [telling, steps, tongue]);
}

/** Day or evening, as it is now. */
function useLight(): string {
    const [light, setLight] = useState(document.documentElement.dataset.light ?? "day");
    useEffect(() => {
        const look = () => setLight(document.documentElement.dataset.light ?? "day");
        const follow = new MutationObserver(look);
        follow.observe(document.documentElement, { attributeFilter: ["data-light"] });
        const end = onSettings(look);
        return () => {
            follow.disconnect();
            end();
        };
    }, []);
    return light;
}

// ---- all of it ----

type Shared = { title: string; link: string } | null;

function Reviewed({ match }: { match: Match }) {
    const face = useFace(match.game);
    const light = useLight();
    const wide = useMedia("(min-width: 1000px) and (min-width: 48em)");
    const OwnReview = reviews[match.game];
    const { judged, stop, again } = useReport(match.log, !OwnReview);
    const isDone = judged.state === "done";
    const report = isDone || judged.state === "under way" ? judged.report : null;
    const steps = useMemo(() => stepsOf(match.lines), [match]);
    const values = useMemo(
        () => report && valuesOf(report, steps, isDone ? Infinity : lastNumber(report)),
        [report, steps],
    );
    const costly = useMemo(() => (report ? costlyMoves(report) : []), [report]);
    const [step, setStep] = useState(0);
    const [shared, setShared] = useState<Shared>(null);
    const hand = useRef<HTMLElement>(null);

    const here = steps[step];
    const after = here ? here.first - 1 : (match.lines.at(-1)?.number ?? 0);
    const look = useMemo(() => match.lookAfter(after), [match, after]);
    const lines = useMemo(() => match.lines.filter((line) => line.number <= after), [match, after]);
    const stepOf = (note: Note) => steps.findIndex(({ last }) => last >= note.number);
    const mistakes = useMemo(
        () => costly.filter((one) => isMistake(one, report!)).map(stepOf),
        [costly, steps],
    );
    const note = costly.find((one) => one.number === here?.first && one.seat === here.seat);
    const telling = useTelling(face, match);
    const sayStep = useSaid(telling, steps);
    const better = (move: string) => (telling ? betterSaid(telling.words, move) : "");
    const shareMatch = () => {
        const link = `${location.origin}/review#${packLog(match.log)}`;
        setShared({ title: _("Share this match as a link"), link });
    };
    const sharePlace = () => {
        const link = `${location.origin}/look#${packPlace({ game: match.game, position: look.position })}`;
        setShared({ title: _("Share this position as a link"), link });
    };
    const open = (one: Note) => {
        setStep(stepOf(one));
        // On a desk it stays in sight beside the list.
        hand.current?.scrollIntoView({ block: wide ? "nearest" : "start" });
    };
    const viewAfter = useCallback((number: number) => match.lookAfter(number).view, [match]);
    const openAfter = (number: number) => {
        setStep(steps.findIndex(({ last }) => last >= number) + 1);
        hand.current?.scrollIntoView({ block: wide ? "nearest" : "start" });
    };
    const linkLength = useMemo(() => packLog(match.log).length, [match]);
    return (
        <main class="review-page" aria-label={_("Review")}>
            <div class="review-look">
                {judged.state !== "not wanted" && (
                    <Chart
                        values={values}
                        last={steps.length}
                        names={match.names}
                        meaning={report?.meaning ?? "wins"}
                        step={step}
                        said={sayStep}
                        onStep={setStep}
                        light={light}
                        waiting={<Waiting judged={judged} game={match.game} stop={stop} again={again} />}
                    />
                )}
                <section class="sheet review-hand" ref={hand} aria-label={_("The match, step by step")}>
                    <Steps step={step} last={steps.length} mistakes={mistakes} onStep={setStep} />
                    <div class="review-now" role="status">
                        <p>
                            <span class="soft digits">
                                {_("Step {step} of {last}", { step, last: steps.length })}
                            </span>{" "}
                            {here ? sayStep(step) : _("The end of the match.")}{" "}
                            {report && here && <Change report={report} step={here} match={match} />}
                        </p>
                        {note && report && isMistake(note, report) && (
                            <>
                                <p class="soft small">{_("Better moves:")}</p>
                                <BetterMoves note={note} report={report} said={better} />
                            </>
                        )}
                    </div>
                    {face && (
                        <Board
                            face={face}
                            about={match}
                            look={look}
                            lines={lines}
                            won={here ? [] : match.won}
                        />
                    )}
                    <div class="row">
                        <button type="button" class="button small" onClick={sharePlace}>
                            <Icon name="link" />
                            {_("Link to this position")}
                        </button>
                    </div>
                </section>
            </div>
            <div class="review-sums">
                {OwnReview && (
                    <OwnReview
                        names={match.names}
                        lines={match.lines}
                        viewAfter={viewAfter}
                        timed={!match.ours}
                        number={step > 0 ? steps[step - 1]!.last : null}
                        onOpen={openAfter}
                    />
                )}
                {report && (
                    <Accounts
                        seats={report.seats}
                        names={match.names}
                        meaning={report.meaning}
                        isDone={isDone}
                    />
                )}
                {report && (
                    <Decisions
                        isDone={isDone}
                        notes={costly}
                        names={match.names}
                        meaning={report.meaning}
                        number={here?.first ?? null}
                        said={(one) => sayStep(stepOf(one))}
                        better={better}
                        onOpen={open}
                    />
                )}
                <section class="sheet stack" aria-label={_("This match")}>
                    <h2>{_("This match")}</h2>
                    {linkLength > LINK_MAX && (
                        <p class="soft small">
                            {_(
                                "This match is too long for a link ({length} characters). Send the file instead.",
                                {
                                    length: number(linkLength),
                                },
                            )}
                        </p>
                    )}
                    <div class="row">
                        {linkLength <= LINK_MAX && (
                            <button type="button" class="button" onClick={shareMatch}>
                                <Icon name="link" />
                                {_("Link to this match")}
                            </button>
                        )}
                        <button
                            type="button"
                            class="button"
                            onClick={() => download(match.log, `knobel-${match.game}.log`)}
                        >
                            <Icon name="down" />
                            {_("Download log")}
                        </button>
                    </div>
                </section>
            </div>
            {shared && <LinkSheet {...shared} onClose={() => setShared(null)} />}
        </main>
    );
}

export default function ReviewScreen() {
    const fragment = location.hash;
    const called = useMedia("(min-width: 600px)") ? title : shortTitle;
    const [room] = useState(roomBefore);
    const [match, setMatch] = useState<Match | null>(null);
    const [wrong, setWrong] = useState<string | null>(null);
    const [busy, setBusy] = useState(false);
    const opened = useRef<Match | null>(null);
    const gone = useRef(false);
    const show = (found: Match | null) => {
        if (gone.current) return found?.close();
        opened.current?.close();
        opened.current = found;
        setMatch(found);
    };
    const read = async (log: string) => {
        setBusy(true);
        try {
            show(await readMatch(log));
            setWrong(null);
        } catch (error) {
            show(null);
            setWrong(wrongText(error));
        }
        setBusy(false);
    };
    useEffect(() => {
        const brought = broughtLog();
        setWrong(brought.wrong);
        if (brought.log !== null) void read(brought.log);
        else show(null);
    }, [fragment]);
    useEffect(
        () => () => {
            gone.current = true;
            opened.current?.close();
        },
        [],
    );
    const bring = (log: string) => {
        history.replaceState(null, "", "/review");
        openReview(log);
        void read(log);
    };
    const another = () => {
        dropLog();
        history.replaceState(null, "", "/review");
        show(null);
    };
    return (
        <>
            <TopBar
                title={match ? _("Review: {game}", { game: called(match.game) }) : _("Review")}
                room={room}
            >
                {match && (
                    <button
                        type="button"
                        class="button quiet round"
                        aria-label={_("Another log")}
                        onClick={another}
                    >
                        <Icon name="plus" />
                    </button>
                )}
            </TopBar>
            {match ? (
                <Reviewed key={match.log} match={match} />
            ) : (
                <main class="review-page narrow" aria-label={_("Review")}>
                    {busy && <p role="status">{_("One moment…")}</p>}
                    <div hidden={busy}>
                        <Bring wrong={wrong} onLog={bring} />
                    </div>
                </main>
            )}
        </>
    );
}
