/* opponents.tsx: how often you win, by who else is at the table. */
import { levelName } from "../room/people";
import { _ } from "../ui/words";
import { Bars, Picture, between, inPercent, type Bar } from "./charts";
import { shareOf, sum } from "./sums";
import type { LogSeat } from "../connection/log";
import { levelOrder, others, type Played } from "./match";

const ROWS_MOST = 12;

/** Wins of these, with how sure that share is; the mark is what equal players would win. */
export function wonOf(label: string, played: Played[]): Bar {
    const { k, n, share, low, high } = shareOf(played.filter(({ won }) => won).length, played.length);
    const even = sum(played.map(({ match }) => 1 / match.seats.length)) / n;
    return {
        label,
        value: share,
        low,
        high,
        mark: even,
        text: _("{k} of {n}: {share} ({between})", {
            k,
            n,
            share: inPercent(share),
            between: between(low, high),
        }),
    };
}

const keyOf = (seat: LogSeat) => (seat.bot ? `bot:${seat.bot}` : `person:${seat.name}`);

interface Opponent {
    seat: LogSeat;
    met: Played[];
}

/** All opponents: people first, most frequent first; then bots from the weakest to the strongest. */
function opponents(played: Played[]): Opponent[] {
    const found = new Map<string, Opponent>();
    for (const one of played)
        for (const [key, seat] of new Map(others(one.match).map((other) => [keyOf(other), other]))) {
            const known = found.get(key) ?? { seat, met: [] };
            known.met.push(one);
            found.set(key, known);
        }
    return [...found.values()].sort(
        (a, b) => levelOrder(a.seat) - levelOrder(b.seat) || b.met.length - a.met.length,
    );
}

export const hasOpponents = (played: Played[]): boolean => opponents(played).length > 0;

export function Against({ played }: { played: Played[] }) {
    const all = opponents(played).slice(0, ROWS_MOST);
    if (all.length === 0) return null;
    return (
        <Picture
            title={_("Wins by opponent")}
            note={_(
                "In brackets: where the true share probably lies (95 per cent confidence). Few matches tell you little.",
            )}
        >
            <Bars
                bars={all.map(({ seat, met }) =>
                    wonOf(seat.bot ? _("bot: {level}", { level: levelName(seat.bot) }) : seat.name, met),
                )}
                head={[_("At the table"), _("Won")]}
                mark={_("if all played equally well")}
            />
        </Picture>
    );
}
