/* position.tsx: one position from a link: its table, and the value of every move. */
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { useFace } from "../table/face-loader";
import { shortTitle, title } from "../shelf/games";
import { useMoveWords } from "../table/hint";
import { aboutGame } from "../shelf/about";
import { Icon } from "../ui/icons";
import { useLearning } from "../engine/learning";
import type { Opinions } from "../connection/messages";
import { readPairs } from "../connection/log";
import { Unanswered, judge } from "../engine/engine";
import { askEngine } from "../engine/main-thread";
import { TopBar } from "../ui/topbar";
import { useMedia, usePromise } from "../ui/hooks";
import { orWrong, Wrong } from "../table/envelope";
import { whyNot } from "../ui/refusals";
import { _, _c } from "../ui/words";
import { Board, type About } from "./board";
import { packPlace, unpackPlace, type Place } from "./link";
import { LinkSheet } from "./link-sheet";
import { withNumbers, type Look } from "./match";
import "./review.css";
import { doubtText, signedText, valueText } from "./values";
import { wrongWords } from "./log-errors";

const SEATS_MAX = 8;

type Seen = { about: About; look: Look; won: number[] };

/** What the engine makes of a position; a text: why it makes nothing of it. */
function readPlace({ game, position }: Place): Promise<Seen | string> {
    const looked = askEngine((knobel): Seen => {
        const here = knobel.position(`${game} ${position}`);
        const names = here.scores().map((_score, at) => _("Seat {seat}", { seat: at + 1 }));
        const due = here
            .toAct()
            .filter((who) => who < SEATS_MAX)
            .map((who) => who + 1);
        return {
            about: {
                game,
                names,
                bots: names.map(() => false),
                options: withNumbers(readPairs(here.options())),
                ours: false,
            },
            look: { view: here.describe(), due, position, seat: due[0] ?? 1 },
            won: here.result().map((who) => who + 1),
        };
    });
    return orWrong(looked).catch((error) => {
        if (error instanceof Wrong) return wrongWords(error.reason, 0);
        throw error;
    });
}

type Values = Pick<Opinions, "meaning" | "moves">;

/** What each move is worth; a text: why that is not known. */
function useValues(seen: Seen | null): Values | string | null {
    const [values, setValues] = useState<Values | string | null>(null);
    useLayoutEffect(() => {
        const mine = new AbortController();
        setValues(null);
        if (!seen || seen.look.due.length === 0) return;
        const { look, about } = seen;
        judge(about.game, look.position, look.seat, mine.signal).then(setValues, (error: unknown) => {
            if (!mine.signal.aborted) setValues(whyNot(error instanceof Unanswered ? error.why : "lost"));
        });
        return () => mine.abort();
    }, [seen]);
    return values;
}

function Worth({ seen, values }: { seen: Seen; values: Values | string | null }) {
    const { game } = seen.about;
    const words = useMoveWords(game);
    const learning = useLearning(game);
    if (seen.look.due.length === 0) return <p>{_("There is no decision to make here.")}</p>;
    if (typeof values === "string") return <p role="status">{values}</p>;
    if (!values || !words)
        return learning === null ? (
            <p role="status">{_("Thinking…")}</p>
        ) : (
            // Not a status: screen readers should not read out every per cent.
            <p>{_("Learning the game: {percent}%", { percent: Math.floor(learning * 100) })}</p>
        );
    const best = values.moves[0]!;
    const { rightOrWrong } = aboutGame(game);
    const still =
        rightOrWrong && values.moves.every(({ move, value }) => rightOrWrong.test(move) && value <= 0);
    return (
        <>
            <p class="soft small">
                {rightOrWrong
                    ? _("Here a move is simply right or wrong.")
                    : values.meaning === "wins"
                      ? _("Each move's chance of winning.")
                      : _("How many points each move is worth in the end, on average.")}
            </p>
            <ol class="review-better look-values" tabIndex={0} aria-label={_("Moves and their values")}>
                {still && (
                    <li data-move="-">
                        <span>{_("Keep still")}</span>
                        <b>{_c("correct", "right")}</b>
                    </li>
                )}
                {values.moves.map(({ move, value, error }) => (
                    <li data-move={move}>
                        <span>{words(move)}</span>
                        <b class="digits">
                            {rightOrWrong ? (
                                value > 0 ? (
                                    _c("correct", "right")
                                ) : (
                                    _("wrong")
                                )
                            ) : (
                                <>
                                    {valueText(value, values.meaning)} {doubtText(error, values.meaning)}
                                    <small>
                                        {move === best.move
                                            ? ""
                                            : signedText(value - best.value, values.meaning)}
                                    </small>
                                </>
                            )}
                        </b>
                    </li>
                ))}
            </ol>
        </>
    );
}

/** The position cannot be shown; offers what to do. */
function Nothing({ why }: { why: string }) {
    return (
        <section class="sheet stack look-nothing">
            <p class="fails" role="alert">
                {why}
            </p>
            <p>{_("Ask whoever sent it to copy the whole link.")}</p>
            <a class="button" href="/">
                {_("Home")}
            </a>
        </section>
    );
}

function Looked({ place }: { place: Place }) {
    const read = usePromise(
        () => readPlace(place).catch(() => _("The engine couldn't be loaded. Please try again later.")),
        [place],
    );
    const seen = typeof read === "string" ? null : read;
    const values = useValues(seen);
    const face = useFace(place.game);
    const [shared, setShared] = useState(false);
    if (typeof read === "string") return <Nothing why={read} />;
    if (!seen || !face) return <p role="status">{_("One moment…")}</p>;
    return (
        <>
            <section class="sheet review-hand" aria-label={_("The table")}>
                <Board face={face} about={seen.about} look={seen.look} lines={[]} won={seen.won} />
                <div class="row">
                    <button type="button" class="button small" onClick={() => setShared(true)}>
                        <Icon name="link" />
                        {_("Link to this position")}
                    </button>
                </div>
            </section>
            <section class="sheet stack" aria-label={_("Move values")}>
                <h2>{_("Move values")}</h2>
                <Worth seen={seen} values={values} />
            </section>
            {shared && (
                <LinkSheet
                    title={_("Share this position as a link")}
                    link={`${location.origin}/look#${packPlace(place)}`}
                    onClose={() => setShared(false)}
                />
            )}
        </>
    );
}

export default function PositionScreen() {
    const fragment = location.hash;
    const place = useMemo(() => unpackPlace(fragment), [fragment]);
    const called = useMedia("(min-width: 600px)") ? title : shortTitle;
    return (
        <>
            <TopBar title={place ? called(place.game) : _("Position")} />
            <main class="review-page look-page" aria-label={_("Position")}>
                {place ? (
                    <Looked key={fragment} place={place} />
                ) : (
                    <Nothing why={_("This link is broken or incomplete.")} />
                )}
            </main>
        </>
    );
}
