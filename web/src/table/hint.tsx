/* hint.tsx: the best bot's opinion of the moves, in three steps: a nudge, the best few, all values. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Face } from "./face";
import { fetchFace } from "./face-loader";
import type { Opinion, Opinions } from "../connection/messages";
import { allAlike, nudgeText } from "./nudge";
import { reasonTexts } from "./reasons";
import { isBeyond } from "../review/report";
import { doubtText, signedText, valueText } from "../review/values";
import { aboutGame } from "../shelf/about";
import { Sheet } from "../ui/sheet";
import { usePromise } from "../ui/hooks";
import { _, _n } from "../ui/words";

const FEW = 3;
/** Nobody reads more than this: a move on a scale has hundreds of values. */
const ALL_MOST = 60;

/** Moves with the same value and reasons, shown together. */
interface Group extends Opinion {
    alike: string[];
}

function groupsOf(game: string, { moves }: Opinions): Group[] {
    const { namedTogether } = aboutGame(game);
    const groups = new Map<string, Group>();
    for (const one of moves) {
        const together = namedTogether?.test(one.move);
        const key = together ? `${one.value} ${JSON.stringify(one.why)}` : one.move;
        const found = together && groups.get(key);
        if (found) found.alike.push(one.move);
        else groups.set(key, { ...one, alike: [] });
    }
    return [...groups.values()];
}

/** Moves as the game's own face words them, no matter which face is on the table; as they are if no face can be loaded. */
export type Worded = (move: string, alike?: string[]) => string;

export function useMoveWords(game: string): Worded | null {
    const face = usePromise<Pick<Face, "words">>(() => fetchFace(game).catch(() => ({})), [game]);
    return face && ((move, alike = []) => face.words?.(move, alike) ?? move);
}

/** What the best move is worth, and how much less another one is, if that can be seen in the digits. */
function awayText(one: Opinion, best: Opinion, meaning: Opinions["meaning"]): string {
    if (one === best) return valueText(one.value, meaning);
    const seen = isBeyond(one.value - best.value, 0, meaning);
    return seen ? signedText(one.value - best.value, meaning) : _("just as good");
}

function Row({ game, words, one, best, meaning, show }: RowProps) {
    return (
        <li>
            <div class="hint-move">
                <span>{words(one.move, one.alike)}</span>
                <b class="digits">
                    {awayText(one, best, meaning)}
                    {one.error > 0 && <span class="soft small"> {doubtText(one.error, meaning)}</span>}
                </b>
            </div>
            {reasonTexts(game, one.why).map((text) => (
                <p class="soft small">{text}</p>
            ))}
            {show?.may(one.move) && (
                <button type="button" class="hint-show" onClick={() => show.lay(one.move)}>
                    {_("Show on the table")}
                </button>
            )}
        </li>
    );
}

interface RowProps {
    game: string;
    words: Worded;
    one: Group;
    best: Opinion;
    meaning: Opinions["meaning"];
    show?: Show;
}

/** Moves that the table can lay out, and how. */
export interface Show {
    may: (move: string) => boolean;
    lay: (move: string) => void;
}

function Values({
    game,
    words,
    opinions,
    all,
    show,
}: {
    game: string;
    words: Worded;
    opinions: Opinions;
    all: boolean;
    show?: Show;
}) {
    const groups = groupsOf(game, opinions);
    const shown = groups.slice(0, all ? ALL_MOST : FEW);
    const place = useRef<HTMLOListElement>(null);
    // The pressed button is gone: keyboards and screen readers continue here.
    useLayoutEffect(() => place.current?.focus(), [all]);
    return (
        <>
            <ol class="hints" ref={place} tabIndex={-1} aria-label={_("Moves, the best first")}>
                {shown.map((one) => (
                    <Row
                        game={game}
                        words={words}
                        one={one}
                        best={groups[0]!}
                        meaning={opinions.meaning}
                        show={show}
                    />
                ))}
            </ol>
            {all && shown.length < groups.length && (
                <p class="soft small">
                    {_n(
                        "One other move is worth less.",
                        "{n} other moves are worth less.",
                        groups.length - shown.length,
                    )}
                </p>
            )}
            <p class="soft small">
                {opinions.meaning === "wins"
                    ? _("Chance of winning with the best move; other moves are relative to it.")
                    : _("Average final points with the best move; other moves are relative to it.")}
            </p>
            {shown.some(({ error }) => error > 0) && (
                <p class="soft small">{_("Moves that differ by less than the ± may be equally good.")}</p>
            )}
        </>
    );
}

const steps = ["nudge", "few", "all"] as const;
export type Step = (typeof steps)[number];

export function HintSheet({
    game,
    opinions,
    first,
    show,
    onClose,
}: {
    game: string;
    opinions: Opinions | null;
    /** Where to begin. */
    first: Step;
    /** Is the table below? */
    show?: Show;
    onClose: () => void;
}) {
    const [step, setStep] = useState<Step>(first);
    const words = useMoveWords(game);
    const known = words && opinions; // all at once: no button comes later than the text
    const values = known && !allAlike(opinions);
    const more = (next: Step, text: string) => (
        <button type="button" class="button" onClick={() => setStep(next)}>
            {text}
        </button>
    );
    return (
        <Sheet title={_("Hint")} onClose={onClose}>
            <div class="stack">
                <p class="hint-nudge" role="status">
                    {known ? nudgeText(game, opinions) : _("Thinking…")}
                </p>
                {values && step !== "nudge" && (
                    <Values
                        game={game}
                        words={words}
                        opinions={opinions}
                        all={step === "all"}
                        show={step === "few" ? show : undefined}
                    />
                )}
                {values && step !== "nudge" && opinions.position !== undefined && (
                    <a
                        class="button small"
                        target="_blank"
                        rel="noopener"
                        href={`/look#${new URLSearchParams({ g: game, p: opinions.position })}`}
                    >
                        {_("Open this position on its own")}
                    </a>
                )}
                {values && step === "nudge" && more("few", _("Show the best moves"))}
                {values && step === "few" && opinions.moves.length > FEW && more("all", _("Show all values"))}
            </div>
        </Sheet>
    );
}
