/* result.tsx: the end of an evening: who won it, what stood out, and how to share or keep it. */
import { useEffect, useState } from "preact/hooks";
import { title } from "../shelf/games";
import { copy } from "../ui/clipboard";
import { download, fetchLog } from "../connection/match-log";
import type { Evening } from "../connection/messages";
import type { Snapshot, RoomConnection } from "../connection/room-connection";
import { useLearning } from "../engine/learning";
import { signedText } from "../review/values";
import type { Act } from "../room/room";
import { useConfirmation } from "../ui/confirmation";
import { Icon } from "../ui/icons";
import { notice } from "../ui/notice";
import { _, _n, number } from "../ui/words";
import { awardsOf, type Awards, type Hand, type Luck, type Read } from "./awards";
import { Standings, ruleText } from "./evening";
import { eveningFile } from "./file";
import { headline, list, playerKey, playerName } from "./players";
import { readOne, seatsOf } from "./reading";

// ---- in words ----

/** `+31.2 points in GAME` */
function luckText({ value, meaning, game }: Luck): string {
    const amount = signedText(value, meaning);
    return meaning === "wins"
        ? _("{amount} chance of winning in {game}", { amount, game: title(game) })
        : _("{amount} points in {game}", { amount, game: title(game) });
}

const fastText = ({ value, game }: Hand) =>
    _("{seconds} s in {game}", { seconds: number(Math.round(value) / 1000), game: title(game) });

const steadyText = ({ value, game }: Hand) =>
    _("off by {cards} cards on average in {game}", {
        cards: number(Math.round(value * 10) / 10),
        game: title(game),
    });

interface Told {
    label: string;
    who: string;
    what: string;
}

/** Best of all first; what nobody has earned is left out. */
function toldOf(awards: Awards, nameOf: (key: string) => string): Told[] {
    const { luckiest, unluckiest, throws, fastest, steadiest } = awards;
    const luck = (label: string, one: Luck): Told => ({ label, who: nameOf(one.key), what: luckText(one) });
    return [
        ...(luckiest ? [luck(_("Luckiest"), luckiest)] : []),
        ...(unluckiest ? [luck(_("Unluckiest"), unluckiest)] : []),
        ...throws.map((one) => luck(_("Best throw"), one)),
        ...(fastest ? [{ label: _("Fastest hand"), who: nameOf(fastest.key), what: fastText(fastest) }] : []),
        ...(steadiest
            ? [{ label: _("Steadiest hand"), who: nameOf(steadiest.key), what: steadyText(steadiest) }]
            : []),
    ];
}

/** The evening as text, to be sent to friends. */
export function eveningText(evening: Evening, told: Told[]): string {
    const rows = evening.standings.map(
        (player) => `${player.place}. ${playerName(player)}: ${_n("{n} point", "{n} points", player.points)}`,
    );
    const matches = evening.matches
        .filter(({ struck }) => !struck)
        .map(({ game, seats }) => {
            const winners = seats.filter(({ place }) => place === 1).map(playerName);
            return `${title(game)}: ${list(winners)}`;
        });
    const lines = told.map(({ label, who, what }) => `${label}: ${who} (${what})`);
    const parts = [[headline(evening)], rows, matches, lines].filter((part) => part.length > 0);
    return parts.map((part) => part.join("\n")).join("\n\n");
}

// ---- what stood out ----

interface Progress {
    read: Read[];
    /** Matches that were looked at, and the share of the one in hand. */
    done: number;
    share: number;
}

/** One match after the other; everything is said as soon as it is known. */
function useAwards(code: string, evening: Evening): Progress & { of: number; game: string } {
    const counted = evening.matches.filter(({ struck }) => !struck);
    const numbers = counted.map(({ match }) => match).join();
    const [progress, setProgress] = useState<Progress>({ read: [], done: 0, share: 0 });
    useEffect(() => {
        const ending = new AbortController();
        const { signal } = ending;
        const all = async () => {
            const read: Read[] = [];
            for (const [at, match] of counted.entries()) {
                const tell = (share: number) =>
                    signal.aborted || setProgress({ read: [...read], done: at, share });
                tell(0);
                const found = await readOne(code, match, tell, signal);
                if (signal.aborted) return;
                if (found) read.push(found);
            }
            setProgress({ read, done: counted.length, share: 0 });
        };
        void all();
        return () => ending.abort();
    }, [code, numbers]);
    return { ...progress, of: counted.length, game: counted[progress.done]?.game ?? "" };
}

/** Someone may have another name since a match was read. */
const named = (read: Read[], { matches }: Evening): Read[] =>
    read.map((one) => {
        const told = matches.find(({ match }) => match === one.match);
        return told ? { ...one, seats: seatsOf(told) } : one;
    });

const PERCENT = 100;

function Working({ done, share, of, game }: { done: number; share: number; of: number; game: string }) {
    const learning = useLearning(game);
    if (done >= of) return null;
    const percent = Math.floor((learning ?? share) * PERCENT);
    return (
        <div class="stack small">
            <p class="soft">
                {_("Looking at match {match} of {matches}: {percent}%", {
                    match: done + 1,
                    matches: of,
                    percent,
                })}
            </p>
            <progress max={of} value={done + share} aria-label={_("Analysis progress")} />
        </div>
    );
}

function Stood({ told }: { told: Told[] }) {
    if (told.length === 0) return null;
    return (
        <dl class="evening-awards">
            {told.map(({ label, who, what }) => (
                <div class="evening-award">
                    <dt>{label}</dt>
                    <dd>
                        <b>{who}</b>
                    </dd>
                    <dd class="small">{what}</dd>
                </div>
            ))}
        </dl>
    );
}

// ---- all of it ----

async function send(text: string): Promise<void> {
    if ("share" in navigator) return navigator.share({ text }).catch(() => undefined); // not wanted after all
    notice((await copy(text)) ? _("Result copied.") : text);
}

async function save(code: string, evening: Evening): Promise<void> {
    const logs = new Map<number, string>();
    for (const { match } of evening.matches) {
        const log = await fetchLog(code, match).catch(() => null);
        if (log !== null) logs.set(match, log);
    }
    if (logs.size < evening.matches.length) notice(_("Some logs can't be loaded right now."));
    if (logs.size > 0) download(eveningFile(code, evening, logs), `knobel-${code}-evening.txt`);
}

export function EveningResult({
    connection,
    now,
    act,
}: {
    connection: RoomConnection;
    now: Snapshot;
    act: Act;
}) {
    const { ask, asked } = useConfirmation();
    const room = now.room!;
    const evening = room.evening!;
    const { read, done, share, of, game } = useAwards(connection.code, evening);
    const names = new Map(evening.standings.map((player) => [playerKey(player), playerName(player)]));
    const told = toldOf(awardsOf(named(read, evening)), (key) => names.get(key) ?? "?");
    const anew = () =>
        ask({
            text: _("All points of this evening will be deleted. The matches stay in everyone's list."),
            yes: _("Start a new evening"),
            then: () => void act({ type: "evening", new: true }),
        });
    return (
        <div class="evening">
            <div class="evening-head">
                <h2>{headline(evening)}</h2>
                <p class="soft small">{ruleText()}</p>
            </div>
            <Standings room={room} evening={evening} />
            <Stood told={told} />
            <Working done={done} share={share} of={of} game={game} />
            {/* Ways to share it, side by side. */}
            <div class="row evening-share">
                <button
                    type="button"
                    class="button main"
                    onClick={() => void send(eveningText(evening, told))}
                >
                    <Icon name="share" />
                    {_("Share the evening")}
                </button>
                <button type="button" class="button" onClick={() => void save(connection.code, evening)}>
                    <Icon name="down" />
                    {_("Download all logs")}
                </button>
            </div>
            {now.you.host && (
                <div class="row evening-share">
                    <button
                        type="button"
                        class="button"
                        onClick={() => void act({ type: "evening", over: false })}
                    >
                        {_("Keep playing")}
                    </button>
                    <button type="button" class="button" onClick={anew}>
                        {_("Start a new evening")}
                    </button>
                </div>
            )}
            {asked}
        </div>
    );
}
