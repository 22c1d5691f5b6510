/* sheet.tsx: the score sheet: a row per player, a column per round. */
import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useHeight } from "page/ui/hooks";
import { SeatMark } from "page/ui/seat-mark";
import { _, _key, number } from "page/ui/words";

export interface Row {
    sheet: (number | null)[];
    total: number;
}

interface SlipProps {
    rows: Row[];
    names: readonly string[];
    turn: number;
    /** Points on the cards, in pencil; null: nothing to show. */
    pencil: number | null;
    /** Who wrote something down last. */
    last: number | null;
    over: boolean;
    won: readonly number[];
    /** Seats whose last points are hidden because the dice are still falling. */
    unseen: number | null;
}

/** The row without what was written last. */
export function withoutLast({ sheet, total }: Row): Row {
    const last = sheet.includes(null) ? sheet.indexOf(null) - 1 : sheet.length - 1;
    return {
        sheet: sheet.map((points, round) => (round === last ? null : points)),
        total: total - (sheet[last] ?? 0),
    };
}

/** How many rounds fit on a phone. */
const FEW = 5;

/** A written 0 is the dash of the rules. */
const written = (points: number) => (points === 0 ? "–" : number(points));

function Points({
    row,
    round,
    slip,
    seat,
}: {
    row: Row;
    round: number;
    slip: SlipProps;
    seat: number;
}): JSX.Element {
    const points = row.sheet[round]!;
    const next = row.sheet.indexOf(null) === round;
    if (points !== null) {
        const last = seat === slip.last && (row.sheet[round + 1] ?? null) === null;
        return (
            <span
                class={`yucatan-ink ${last ? "last" : ""}`}
                aria-label={points === 0 ? _key("yucatan", "dash") : undefined}
            >
                {written(points)}
            </span>
        );
    }
    if (!next || seat !== slip.turn || slip.over) return <></>;
    return <span class="yucatan-pencil">{slip.pencil === null ? "·" : number(slip.pencil)}</span>;
}

/** A long slip is pushed along until the round that is played can be seen between the names and the totals; no
 * column is cut by the names. */
function useInSight(round: number): RefObject<HTMLElement> {
    const slip = useRef<HTMLElement>(null);
    useLayoutEffect(() => {
        const heads = [...slip.current!.querySelectorAll<HTMLElement>("thead > tr > *")];
        const [names, now, total] = [heads[0], heads[round + 1], heads.at(-1)];
        if (!names || !now || !total) return;
        const needed = now.offsetLeft + now.offsetWidth + total.offsetWidth - slip.current!.clientWidth;
        const columns = heads.slice(1, -1).map((head) => head.offsetLeft - names.offsetWidth);
        slip.current!.scrollLeft = columns.find((left) => left >= needed) ?? needed;
    }, [round]);
    return slip as RefObject<HTMLElement>;
}

/** The current round, from 0 on: the first that not everyone has filled. */
function roundOf(rows: readonly Row[], rounds: number): number {
    const firsts = rows.map(({ sheet }) => sheet.indexOf(null));
    return Math.min(rounds - 1, ...firsts.map((first) => (first < 0 ? rounds - 1 : first)));
}

export function Slip(props: SlipProps): JSX.Element {
    const { unseen } = props;
    const rows = props.rows.map((row, at) => (at + 1 === unseen ? withoutLast(row) : row));
    const slip = unseen === null ? props : { ...props, rows, turn: unseen, over: false, won: [], last: null };
    const rounds = slip.rows[0]?.sheet.length ?? 0;
    const place = useInSight(roundOf(slip.rows, rounds));
    useHeight(place, "--yucatan-slip");
    return (
        <section
            ref={place}
            class={`yucatan-slip surface-paper ${rounds > FEW ? "long" : ""}`}
            tabIndex={0}
            role="region"
            aria-label={_("Score sheet")}
        >
            <table>
                <thead>
                    <tr>
                        <td />
                        {Array.from({ length: rounds }, (_none, round) => (
                            <th scope="col">
                                <span class="ears">{_key("yucatan", "round")} </span>
                                {round + 1}
                            </th>
                        ))}
                        <th scope="col">{_key("yucatan", "total")}</th>
                    </tr>
                </thead>
                <tbody>
                    {slip.rows.map((row, at) => (
                        <tr class={at + 1 === slip.turn && !slip.over ? "turn" : ""}>
                            <th scope="row">
                                <span class="yucatan-who">
                                    <SeatMark seat={at + 1} size={12} />
                                    <span>{slip.names[at]}</span>
                                </span>
                            </th>
                            {row.sheet.map((_points, round) => (
                                <td>
                                    <Points row={row} round={round} slip={slip} seat={at + 1} />
                                </td>
                            ))}
                            <td class="yucatan-total">
                                <span class={slip.won.includes(at + 1) ? "won" : ""}>
                                    {number(row.total)}
                                </span>
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}
