/* charts.tsx: the charts of statistics: histogram, bars and dots. Drawn in SVG, relative to the width, so
 * that they fit everywhere; every number in them is also there as text. */
import type { ComponentChildren } from "preact";
import { rangeText } from "../ui/range";
import { _, number } from "../ui/words";
import { mostOf } from "./sums";

const percent = (share: number) => `${100 * Math.min(1, Math.max(0, share))}%`;

// ---- a picture and its words ----

export function Picture(props: { title: string; note?: ComponentChildren; children: ComponentChildren }) {
    return (
        <section class="sheet history-picture" aria-label={props.title}>
            <h3>{props.title}</h3>
            {props.children}
            {props.note && <p class="soft small">{props.note}</p>}
        </section>
    );
}

// ---- a histogram ----

export interface Column {
    /** What falls into it, in words: `240–259`. */
    label: string;
    /** Below the axis; empty: nothing there. */
    tick: string;
    share: number;
    count: number;
    /** What to compare with. */
    expected?: number;
}

const PLOT_TOP = 0.06; // of the height, left free above the highest column

/** The outline of what is expected, step by step. */
function Outline({ columns, most }: { columns: Column[]; most: number }) {
    const y = (share: number) => percent(1 - (share / most) * (1 - PLOT_TOP));
    return (
        <g class="chart-expected">
            {columns.map(({ expected = 0 }, at) => (
                <>
                    <line
                        x1={percent(at / columns.length)}
                        x2={percent((at + 1) / columns.length)}
                        y1={y(expected)}
                        y2={y(expected)}
                    />
                    <line
                        x1={percent(at / columns.length)}
                        x2={percent(at / columns.length)}
                        y1={y(columns[at - 1]?.expected ?? 0)}
                        y2={y(expected)}
                    />
                </>
            ))}
        </g>
    );
}

function Columns({ columns, most }: { columns: Column[]; most: number }) {
    const width = 1 / columns.length;
    return (
        <svg class="chart-plot" aria-hidden="true">
            {columns.map(({ share }, at) => {
                const height = (share / most) * (1 - PLOT_TOP);
                return (
                    <rect
                        class="chart-mine"
                        x={percent((at + 0.08) * width)}
                        width={percent(0.84 * width)}
                        y={percent(1 - height)}
                        height={percent(height)}
                    />
                );
            })}
            {columns.some(({ expected }) => expected !== undefined) && (
                <Outline columns={columns} most={most} />
            )}
        </svg>
    );
}

/** `mine` and `expected` name what the columns and the outline are. */
export function Histogram(props: { columns: Column[]; unit: string; mine: string; expected?: string }) {
    const { columns, unit, mine, expected } = props;
    const most = Math.max(...columns.map((one) => Math.max(one.share, one.expected ?? 0)), 0.001);
    return (
        <figure class="chart">
            <Columns columns={columns} most={most} />
            <svg class="chart-ticks" aria-hidden="true">
                {columns.map(({ tick }, at) => (
                    <text
                        x={percent(at / columns.length)}
                        y="1.17em"
                        text-anchor={at === 0 ? "start" : "middle"}
                    >
                        {tick}
                    </text>
                ))}
                <text x="100%" y="2.5em" text-anchor="end">
                    {unit}
                </text>
            </svg>
            <figcaption class="chart-legend small">
                <span>
                    <i class="chart-sign mine" />
                    {mine}
                </span>
                {expected && (
                    <span>
                        <i class="chart-sign expected" />
                        {expected}
                    </span>
                )}
            </figcaption>
            <details class="chart-numbers">
                <summary>{_("Numbers")}</summary>
                <table class="history-table digits">
                    <thead>
                        <tr>
                            <th scope="col">{unit}</th>
                            <th scope="col">{mine}</th>
                            {expected && <th scope="col">{expected}</th>}
                        </tr>
                    </thead>
                    <tbody>
                        {columns.map((one) => (
                            <tr>
                                <th scope="row">{one.label}</th>
                                <td>{number(one.count)}</td>
                                {expected && <td>{inPercent(one.expected ?? 0)}</td>}
                            </tr>
                        ))}
                    </tbody>
                </table>
            </details>
        </figure>
    );
}

export const inPercent = (share: number): string =>
    _("{share}%", { share: number(Math.round(1000 * share) / 10) });
const whole = (share: number): string => _("{share}%", { share: number(Math.round(100 * share)) });

/** `32–81 %` */
export const between = (low: number, high: number): string =>
    rangeText(number(Math.round(100 * low)), whole(high));

export const oneDigit = (value: number): string => number(Math.round(10 * value) / 10);

/** `212.4 ± 9.1` */
export function withError(mean: number, error: number | null): string {
    return error === null
        ? oneDigit(mean)
        : _("{mean} ± {error}", { mean: oneDigit(mean), error: oneDigit(error) });
}

// ---- bars ----

export interface Bar {
    label: ComponentChildren;
    /** From 0 to 1, as the bar is drawn. */
    value: number;
    /** How far it can be trusted. */
    low?: number;
    high?: number;
    /** What to compare with. */
    mark?: number;
    /** The same in words. */
    text: ComponentChildren;
}

function BarPicture({ value, low, high, mark }: Bar) {
    return (
        <svg class="bar-picture" aria-hidden="true">
            <rect class="bar-ground" width="100%" height="100%" />
            <rect class="chart-mine" width={percent(value)} height={low === undefined ? "100%" : "62%"} />
            {low !== undefined && high !== undefined && (
                <g class="bar-error">
                    <line x1={percent(low)} x2={percent(high)} y1="82%" y2="82%" />
                    <line x1={percent(low)} x2={percent(low)} y1="70%" y2="94%" />
                    <line x1={percent(high)} x2={percent(high)} y1="70%" y2="94%" />
                </g>
            )}
            {mark !== undefined && (
                <line class="bar-mark" x1={percent(mark)} x2={percent(mark)} y1="0" y2="100%" />
            )}
        </svg>
    );
}

/** A table whose middle is a picture. `head`: what the rows are, and what the numbers are. */
function PictureTable<Row extends { label: ComponentChildren; text: ComponentChildren }>(props: {
    head: [string, string];
    rows: Row[];
    picture: (row: Row) => ComponentChildren;
}) {
    const { head, rows, picture } = props;
    return (
        <table class="history-table bars">
            <thead class="ears">
                <tr>
                    <th scope="col">{head[0]}</th>
                    <th scope="col">{head[1]}</th>
                </tr>
            </thead>
            <tbody>
                {rows.map((row) => (
                    <tr>
                        <th scope="row">{row.label}</th>
                        <td>
                            {picture(row)}
                            <span class="bar-text digits">{row.text}</span>
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

export function Bars({ bars, head, mark }: { bars: Bar[]; head: [string, string]; mark?: string }) {
    return (
        <>
            <PictureTable head={head} rows={bars} picture={(bar) => <BarPicture {...bar} />} />
            {mark && (
                <p class="chart-legend small">
                    <span>
                        <i class="chart-sign mark" />
                        {mark}
                    </span>
                </p>
            )}
        </>
    );
}

// ---- dots ----

interface DotRow {
    label: string;
    values: number[];
    mean: number | null;
    error: number | null;
    text: string;
}

const LANES = 5; // dots on the same place are moved apart
const DOTS_MOST = 300; // a row; those that come first in it

function DotsPicture({ row, x }: { row: DotRow; x: (value: number) => string }) {
    const { values, mean, error } = row;
    return (
        <svg class="dots-picture" aria-hidden="true">
            <rect class="bar-ground" width="100%" height="100%" />
            <line class="dots-zero" x1="50%" x2="50%" y1="0" y2="100%" />
            {values.slice(0, DOTS_MOST).map((value, at) => (
                <circle
                    class="dots-one"
                    cx={x(value)}
                    cy={percent((0.62 * (1 + (at % LANES))) / (LANES + 1))}
                    r="4"
                />
            ))}
            {mean !== null && (
                <g class="bar-error">
                    <line x1={x(mean)} x2={x(mean)} y1="66%" y2="98%" />
                    {error !== null && <line x1={x(mean - error)} x2={x(mean + error)} y1="82%" y2="82%" />}
                </g>
            )}
        </svg>
    );
}

/** Every value a dot (as long as one can tell them apart), zero in the middle, the mean with its error below. */
export function Dots({
    rows,
    head,
    ends,
}: {
    rows: DotRow[];
    head: [string, string];
    ends: [string, string];
}) {
    const most = Math.max(1, mostOf(rows.flatMap(({ values }) => values.map(Math.abs))));
    const x = (value: number) => percent(0.5 + (0.48 * value) / most);
    return (
        <>
            <PictureTable head={head} rows={rows} picture={(row) => <DotsPicture row={row} x={x} />} />
            <p class="dots-ends soft small" aria-hidden="true">
                <span>{ends[0]}</span>
                <span>{ends[1]}</span>
            </p>
        </>
    );
}

// ---- single figures ----

export function Figures({ figures }: { figures: [string, ComponentChildren][] }) {
    return (
        <dl class="figures">
            {figures.map(([name, value]) => (
                <div>
                    <dt class="small">{name}</dt>
                    <dd class="digits">{value}</dd>
                </div>
            ))}
        </dl>
    );
}
