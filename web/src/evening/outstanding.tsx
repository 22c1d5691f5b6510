/* outstanding.tsx: what stood out in an evening, found by looking through its matches one after the other. */
import { useEffect, useState } from "preact/hooks";
import type { Evening } from "../connection/messages";
import { useLearning } from "../engine/learning";
import { signedText } from "../review/values";
import { title } from "../shelf/games";
import { _, number } from "../ui/words";
import { awardsOf, type Awards, type Hand, type Luck, type Read } from "./awards";
import { playerKey, playerName } from "./players";
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

export interface Told {
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

// ---- what stood out ----

interface Progress {
    read: Read[];
    /** Matches that were looked at, and the share of the one in hand. */
    done: number;
    share: number;
}

type Search = Omit<Progress, "read"> & { of: number; game: string };

/** One match after the other; everything is said as soon as it is known. */
function useReading(code: string, evening: Evening): Progress & { of: number; game: string } {
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

/** What stood out, as far as it is known, and how far the search is. */
export function useOutstanding(code: string, evening: Evening): { told: Told[]; search: Search } {
    const { read, ...search } = useReading(code, evening);
    const names = new Map(evening.standings.map((player) => [playerKey(player), playerName(player)]));
    return { told: toldOf(awardsOf(named(read, evening)), (key) => names.get(key) ?? "?"), search };
}

export function Working({ done, share, of, game }: Search) {
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

export function Outstanding({ told }: { told: Told[] }) {
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
