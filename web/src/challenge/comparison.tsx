/* comparison.tsx: compares results with the same dice: the others at the table, your first try, people who
 * sent a link, and bots of all levels, which play here. Fetched when a match with such dice is over. */
import { useEffect, useState } from "preact/hooks";
import "./challenge.css";
import { Icon } from "../ui/icons";
import { useLearning } from "../engine/learning";
import type { Level } from "../connection/messages";
import { playAlone } from "../engine/engine";
import { levelName } from "../room/people";
import { sameDice, type Row } from "./same-dice";
import { score, type Dice, type Result } from "./tries";
import { _, _key, number } from "../ui/words";

/** The bots, strongest first. They play in the reverse order: weak ones think less. */
const bots: Level[] = ["best", "strong", "regular", "beginner", "child"];

export interface Column {
    label: string;
    /** Null: still thinking; or no answer can be had. */
    result: Result | null;
    bot?: boolean;
    mine?: boolean;
    /** Someone has said so in a link; nobody has checked it. */
    claimed?: boolean;
}

// ---- the bots ----

/** A seat's score sheet, from the game's description of the seat. */
export function resultOf(game: string, who: string, seat: Record<string, any>): Result {
    return { who, ...sameDice(game).sheet(seat) };
}

type Played = Partial<Record<Level, Result | "failed">>;

/** Let the bots play, the quick ones first. */
function useBots({ game, name }: Dice, options: Record<string, string | number>): Played {
    const [played, setPlayed] = useState<Played>({});
    useEffect(() => {
        const leaving = new AbortController();
        setPlayed({});
        for (const level of [...bots].reverse())
            playAlone({ game, name, options, level }, leaving.signal)
                .then((sheet) => resultOf(game, level, sheet))
                .catch(() => "failed" as const)
                .then((result) => {
                    if (!leaving.signal.aborted) setPlayed((before) => ({ ...before, [level]: result }));
                });
        return () => leaving.abort();
    }, [game, name, JSON.stringify(options)]);
    return played;
}

function botColumns(played: Played): Column[] {
    return bots
        .filter((level) => played[level] !== "failed")
        .map((level) => ({
            label: levelName(level),
            result: (played[level] as Result | undefined) ?? null,
            bot: true,
        }));
}

// ---- at a glance ----

function Bars({ game, columns }: { game: string; columns: Column[] }) {
    const points = columns.map(({ result }) => (result ? score(game, result) : null));
    const most = Math.max(1, ...points.map((one) => one ?? 0));
    const learning = useLearning(game);
    const playing = points.lastIndexOf(null); // the weakest of those who have not played yet
    return (
        <ul class="challenge-bars">
            {columns.map(({ label, bot, mine, claimed }, at) => (
                <li class={mine ? "mine" : ""}>
                    <Icon name={bot ? "robot" : "people"} />
                    <span class="challenge-label">
                        {label}
                        {claimed && <span class="challenge-claim soft small"> {_("(claimed)")}</span>}
                    </span>
                    <span class="challenge-way" aria-hidden="true">
                        <span style={{ transform: `scaleX(${(points[at] ?? 0) / most})` }} />
                    </span>
                    {points[at] === null ? (
                        <span class="challenge-points soft">
                            <span aria-hidden="true">
                                {learning === null || at !== playing
                                    ? "…"
                                    : `${Math.floor(100 * learning)} %`}
                            </span>
                            <span class="ears">{_("is still playing")}</span>
                        </span>
                    ) : (
                        <b class="challenge-points digits">{number(points[at]!)}</b>
                    )}
                </li>
            ))}
        </ul>
    );
}

// ---- box by box ----

function rowsOf(game: string, columns: Column[]): Row[] {
    const total: Row = {
        label: _key(game, "total"),
        of: (sheet) => score(game, { who: "", ...sheet }),
        sum: true,
    };
    return [...sameDice(game).rows(columns.flatMap(({ result }) => result ?? [])), total];
}

function Table({ game, columns }: { game: string; columns: Column[] }) {
    const done = columns.filter(({ result }) => result !== null);
    return (
        <div class="challenge-scroll" tabIndex={0} role="region" aria-label={_("The sheets side by side")}>
            <table>
                <thead>
                    <tr>
                        <td />
                        {done.map(({ label, mine, claimed }) => (
                            <th scope="col" class={mine ? "mine" : ""}>
                                {label} {claimed && _("(claimed)")}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {rowsOf(game, done).map(({ label, of, sum }) => {
                        const most = Math.max(...done.map(({ result }) => of(result!)));
                        return (
                            <tr class={sum ? "sum" : ""}>
                                <th scope="row">{label}</th>
                                {done.map(({ result, mine }) => {
                                    const points = of(result!);
                                    const best = points === most && points > 0;
                                    return (
                                        <td class={`${mine ? "mine" : ""} ${best ? "most" : ""}`}>
                                            {number(points)}
                                        </td>
                                    );
                                })}
                            </tr>
                        );
                    })}
                </tbody>
            </table>
        </div>
    );
}

// ---- all of it ----

/** `people`: those who have played these dice, as far as known here. */
export function Compare({
    dice,
    options,
    people,
}: {
    dice: Dice;
    options: Record<string, string | number>;
    people: Column[];
}) {
    const columns = [...people, ...botColumns(useBots(dice, options))];
    return (
        <>
            <Bars game={dice.game} columns={columns} />
            <details class="challenge-details">
                <summary>{sameDice(dice.game).heading()}</summary>
                <Table game={dice.game} columns={columns} />
            </details>
        </>
    );
}
