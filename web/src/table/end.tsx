/* end.tsx: the end of a match: who won, the envelope with the house's secret to open, and playing again. */
import { useLayoutEffect, useState } from "preact/hooks";
import { Icon } from "../ui/icons";
import { sameGames } from "../shelf/about";
import { factsOf } from "../shelf/games";
import { motion } from "../ui/storage";
import { download, fetchLog } from "../connection/match-log";
import { notice } from "../ui/notice";
import { openReview } from "../review/entry";
import { Again } from "../room/again";
import type { Act } from "../room/room";
import { lazy } from "../ui/lazy-part";
import { SeatMark } from "../ui/seat-mark";
import { maySit } from "./watching";
import { useLazy, usePromise } from "../ui/hooks";
import type { Opened } from "./opened";
import { fetchPart } from "../ui/part-loader";
import type { Snapshot, RoomConnection } from "../connection/room-connection";
import { _, _n, locale, number } from "../ui/words";

const ShareResult = lazy(() => import("../share/result").then((part) => part.ShareResult));
const EveningSoFar = lazy(() => import("../evening/evening").then((part) => part.EveningSoFar));

// ---- the result ----

export function headline(now: Snapshot, names: string[]): string {
    const { won = [], scores = [], stopped } = now.table!;
    const mine = won.filter((seat) => now.you.seats.includes(seat));
    const list = new Intl.ListFormat(locale()).format(won.map((seat) => names[seat - 1] ?? "?"));
    if (stopped) return _("The match was stopped");
    if (names.length === 1) return _n("{n} point", "{n} points", scores[0] ?? 0);
    if (won.length === 0) return _("Nobody wins");
    if (won.length > 1) return _("A shared win: {names}", { names: list });
    if (mine.length === 1 && now.you.seats.length === 1) return _("You won!");
    return _("{name} wins", { name: list });
}

export interface Place {
    seat: number;
    name: string;
    score: number;
    won: boolean;
}

export function ranking(now: Snapshot, names: string[], fewest: boolean): Place[] {
    const { scores = [], won = [] } = now.table!;
    const way = fewest ? -1 : 1;
    return names
        .map((name, at) => ({ seat: at + 1, name, score: scores[at] ?? 0, won: won.includes(at + 1) }))
        .sort((a, b) => Number(b.won) - Number(a.won) || way * (b.score - a.score));
}

/** One of two sprigs around the winner's name. */
export function Laurel({ flip }: { flip?: boolean }) {
    return (
        <svg
            class={flip ? "laurel flip" : "laurel"}
            viewBox="0 0 40 72"
            width="40"
            height="72"
            aria-hidden="true"
        >
            <g transform={flip ? "translate(40 0) scale(-1 1)" : ""}>
                <path
                    d="M34 68C14 60 6 40 14 12"
                    fill="none"
                    stroke="currentColor"
                    stroke-width="2.5"
                    stroke-linecap="round"
                />
                {[
                    [14, 17, -8],
                    [10, 29, -20],
                    [10, 42, -35],
                    [16, 53, -52],
                    [24, 62, -68],
                ].map(([x, y, turn]) => (
                    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
                        <path d="M0 0c-9 -2 -11 -8 -10 -14c7 2 11 6 10 14z" fill="currentColor" />
                        <path d="M0 0c8 -3 11 -8 9 -14c-7 2 -10 7 -9 14z" fill="currentColor" opacity=".75" />
                    </g>
                ))}
            </g>
        </svg>
    );
}

/** Several who share a device know who is who. */
const isYou = (mine: number[], seat: number) => mine.length === 1 && mine[0] === seat;

function Result({ now, names, by }: { now: Snapshot; names: string[]; by: string | null }) {
    const { game } = now.room!;
    const fewest = usePromise(() => factsOf(game), [game])?.fewest_win ?? false;
    return (
        <>
            <div class="end-head">
                {!now.table!.stopped && <Laurel />}
                <h2>{headline(now, names)}</h2>
                {!now.table!.stopped && <Laurel flip />}
            </div>
            {!now.table!.stopped && by && <p class="end-by">{by}</p>}
            {!now.table!.stopped && names.length > 1 && (
                <ol class="ranking">
                    {ranking(now, names, fewest).map(({ seat, name, score, won }) => (
                        <li class={won ? "won" : ""}>
                            <SeatMark seat={seat} size={18} />
                            <span class="ranking-name">
                                {name}
                                {isYou(now.you.seats, seat) && <span class="soft"> {_("(you)")}</span>}
                                {won && <span class="ears"> {_("has won")}</span>}
                            </span>
                            <b class="digits">{number(score)}</b>
                        </li>
                    ))}
                </ol>
            )}
        </>
    );
}

// ---- the envelope ----

function EnvelopePicture({ open }: { open: boolean }) {
    // The closed flap is in front of the letter, the open one behind it.
    const flap = <path class="envelope-flap" d="M8 36h104L60 70z" />;
    return (
        <svg
            class={open ? "envelope-picture open" : "envelope-picture"}
            viewBox="0 0 120 96"
            width="120"
            height="96"
            aria-hidden="true"
        >
            {open && flap}
            <g class="envelope-letter">
                <rect x="20" y="30" width="80" height="54" rx="3" />
                <path d="M30 42h60M30 52h60M30 62h40" />
            </g>
            <path class="envelope-body" d="M8 36v48a6 6 0 0 0 6 6h92a6 6 0 0 0 6 -6V36L60 66z" />
            <path class="envelope-fold" d="M9 87l38 -29M111 87L73 58" />
            {!open && flap}
            <g class="envelope-seal">
                <circle cx="60" cy="62" r="13" />
                <path d="M55 57h.01M65 57h.01M60 62h.01M55 67h.01M65 67h.01" />
            </g>
        </svg>
    );
}

type Check = { state: "closed" | "opening" | "failed" } | { state: "open"; opened: Opened; part: OpenedPart };
type OpenedPart = typeof import("./opened");

/** What is in it is told by a part of the page that only someone who wants to know fetches. */
async function openEnvelope(connection: RoomConnection, match: number): Promise<Check> {
    try {
        const part = await fetchPart(import("./opened"));
        return { state: "open", opened: await part.openLog(connection, match), part };
    } catch {
        return { state: "failed" };
    }
}

function Envelope({ connection, now }: { connection: RoomConnection; now: Snapshot }) {
    const { match } = now.table!;
    const { dice } = now.room!;
    const same = dice === "same";
    const [check, setCheck] = useState<Check>({ state: "closed" });
    const open = () => {
        setCheck({ state: "opening" });
        void openEnvelope(connection, match).then(setCheck);
    };
    const shut = check.state === "closed" || check.state === "opening";
    return (
        <section class="envelope" aria-label={_("The envelope")}>
            <EnvelopePicture open={!shut} />
            <div class="envelope-words">
                {shut && (
                    <p>
                        {same
                            ? _("These dice follow from their name, so anyone can compute them.")
                            : dice === "ours"
                              ? _("You used your own dice. Anything the house threw can be checked.")
                              : _("Before the first move the house sealed the secret behind all dice.")}
                    </p>
                )}
                {shut && (
                    <button type="button" class="button" disabled={check.state === "opening"} onClick={open}>
                        {check.state === "opening" ? _("Checking every roll…") : _("Open the envelope")}
                    </button>
                )}
                {check.state === "open" && (
                    <check.part.Words opened={check.opened} match={match} room={now.room!} />
                )}
                {check.state === "failed" && (
                    <p role="status">
                        {_("This can't be checked right now.")}{" "}
                        <button type="button" class="button small" onClick={open}>
                            {_("Try again")}
                        </button>
                    </p>
                )}
                {check.state === "open" && (
                    <button
                        type="button"
                        class="button small"
                        onClick={() => download(check.opened.log, `knobel-${connection.code}-${match}.log`)}
                    >
                        <Icon name="down" />
                        {_("Download log")}
                    </button>
                )}
            </div>
        </section>
    );
}

// ---- the review ----

function ReviewButton({ code, match }: { code: string; match: number }) {
    const [busy, setBusy] = useState(false);
    const open = async () => {
        setBusy(true);
        try {
            openReview(await fetchLog(code, match));
        } catch {
            setBusy(false);
            notice(_("The log can't be loaded right now."));
        }
    };
    return (
        <button type="button" class="button" disabled={busy} onClick={() => void open()}>
            {_("Review the match")}
        </button>
    );
}

// ---- the same dice ----

function SameLater(props: { connection: RoomConnection; now: Snapshot; names: string[] }) {
    const part = useLazy(() => import("../challenge/screen"));
    // The place is kept, so that nothing jumps when it comes.
    return part ? <part.SameEnd key={props.now.table!.match} {...props} /> : <div class="same" />;
}

// ---- all of it ----

/** How long the last move stays visible before the result covers the table. */
const LAST_LOOK_MS = { off: 0, fast: 800, normal: 1600 };

/** May the end be shown? A match that was over before anyone looked is not waited for. */
export function useLastLook(over: boolean): boolean {
    const [seen, setSeen] = useState(over);
    useLayoutEffect(() => {
        const ms = LAST_LOOK_MS[motion()];
        if (!over || ms === 0) return setSeen(over);
        const timer = setTimeout(() => setSeen(true), ms);
        return () => clearTimeout(timer);
    }, [over]);
    return over && seen;
}

export function End({
    connection,
    now,
    names,
    by,
    act,
    onLobby,
}: {
    connection: RoomConnection;
    now: Snapshot;
    names: string[];
    /** How it was won, if the points do not show it. */
    by: string | null;
    act: Act;
    onLobby: () => void;
}) {
    const { room, table, you } = now;
    const [sharing, setSharing] = useState(false);
    // Scroll up to the result if the page was scrolled down at the last move.
    useLayoutEffect(() => scrollTo(0, 0), [table!.match]);
    return (
        <section class="sheet outcome" aria-label={_("The end")}>
            <Result now={now} names={names} by={by} />
            <div class="row end-tools">
                {you.host || you.seats.length > 0 ? (
                    <Again room={room!} you={you} act={act} />
                ) : (
                    maySit(now) && <p class="soft">{_("Sit down to play in the next match.")}</p>
                )}
                {!table!.stopped && <ReviewButton code={connection.code} match={table!.match} />}
                <button type="button" class="button" onClick={onLobby}>
                    {_("Back to the room")}
                </button>
                {!table!.stopped && (
                    <button type="button" class="button" onClick={() => setSharing(true)}>
                        <Icon name="share" />
                        {_("Share the result")}
                    </button>
                )}
            </div>
            {sharing && <ShareResult now={now} names={names} by={by} onClose={() => setSharing(false)} />}
            <EveningSoFar connection={connection} now={now} act={act} />
            {!table!.stopped && room!.dice === "same" && sameGames.includes(room!.game) && (
                <SameLater connection={connection} now={now} names={names} />
            )}
            {!table!.stopped && <Envelope key={table!.match} connection={connection} now={now} />}
        </section>
    );
}
