/* chart.tsx: the chart of a match's value to each seat over time (uPlot): a line with its own dashes for
 * each, a band where values are not exact, and a mark at the current step. A tap goes there. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { SeatMark, seatShape } from "../ui/seat-mark";
import { _ } from "../ui/words";
import type { Value } from "./report";
import { UNITS, doubtText, valueText, type Meaning } from "./values";

const DASHES = [[], [9, 4], [2, 3], [12, 3, 2, 3], [5, 5], [16, 4], [2, 6], [7, 2]];
const dashOf = (seat: number) => DASHES[(seat - 1) % DASHES.length]!;

const MARK = 14; // pixels across
const LINE = 2;

/** The steps below the plot, as high as a line of text with its gap and tick. */
const STEPS_REM = 1.625;
const TICK = 4;
const GAP = 4;

/** A colour of the page, as it is now. */
function ink(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A size of text, in whole pixels. */
const pixels = (rem: number) =>
    Math.round(rem * parseFloat(getComputedStyle(document.documentElement).fontSize));

const font = () => `${pixels(0.75)}px ${ink("--sans")}`;

const seatInk = (seat: number) => ink(`--seat-${((seat - 1) % 8) + 1}`);

/** A line for each seat; behind them, where there is doubt, the edges of its band. */
function seriesFor(values: Value[][]): {
    data: uPlot.AlignedData;
    series: uPlot.Series[];
    bands: uPlot.Band[];
} {
    const data: number[][] = [values[0]!.map((_value, at) => at)];
    const series: uPlot.Series[] = [{}];
    const bands: uPlot.Band[] = [];
    values.forEach((own, at) => {
        data.push(own.map(({ value }) => value));
        series.push({ stroke: seatInk(at + 1), width: LINE, dash: dashOf(at + 1), points: { show: false } });
    });
    values.forEach((own, at) => {
        if (own.every(({ doubt }) => doubt === 0)) return;
        for (const way of [1, -1]) {
            data.push(own.map(({ value, doubt }) => value + way * doubt));
            series.push({ stroke: "transparent", width: 0, points: { show: false } });
        }
        bands.push({ series: [data.length - 2, data.length - 1], fill: `${seatInk(at + 1)}30` });
    });
    return { data: data as uPlot.AlignedData, series, bands };
}

/** Where the step in hand is, and each seat's mark there. */
function drawStep(plot: uPlot, values: Value[][], step: number): void {
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio || 1;
    const x = plot.valToPos(step, "x", true);
    ctx.save();
    ctx.strokeStyle = ink("--ink-soft");
    ctx.lineWidth = ratio;
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    values.forEach((own, at) => {
        if (!own[step]) return; // not judged yet
        const y = plot.valToPos(own[step].value, "y", true);
        const scale = (MARK / 20) * ratio;
        ctx.setTransform(scale, 0, 0, scale, x - 10 * scale, y - 10 * scale);
        const shape = new Path2D(seatShape(at + 1));
        ctx.fillStyle = seatInk(at + 1);
        ctx.strokeStyle = ink("--paper");
        ctx.lineWidth = 2;
        ctx.fill(shape);
        ctx.stroke(shape);
    });
    ctx.restore();
}

function axis(more: Partial<uPlot.Axis>): uPlot.Axis {
    return {
        stroke: ink("--ink-soft"),
        grid: { stroke: ink("--line"), width: 1 },
        ticks: { stroke: ink("--line"), width: 1, size: TICK },
        font: font(),
        ...more,
    };
}

/** As wide as the widest of these is written. */
function widthOf({ ctx }: uPlot, values: string[] | null): number {
    ctx.save();
    ctx.font = font();
    const widest = Math.max(0, ...(values ?? []).map((value) => ctx.measureText(value).width));
    ctx.restore();
    return TICK + GAP + widest;
}

/** There is no half of a step. */
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** Chances lie between 0 and 1 and are shown so. */
const chanceRange: uPlot.Range.Function = () => [0, 1];

function makePlot(
    place: HTMLElement,
    { values, meaning, last }: Pick<ChartProps, "meaning" | "last"> & { values: Value[][] },
    step: { current: number },
): uPlot {
    const { data, series, bands } = seriesFor(values);
    const text = (value: number) =>
        meaning === "wins" ? `${Math.round(value * 100)} %` : String(Math.round(value * UNITS[meaning]) / 10);
    const options: uPlot.Options = {
        width: place.clientWidth,
        height: place.clientHeight,
        padding: [10, 12, 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: { x: { time: false, range: [0, last] }, y: meaning === "wins" ? { range: chanceRange } : {} },
        axes: [
            axis({ size: pixels(STEPS_REM), gap: 2, incrs: WHOLE_STEPS }),
            axis({ size: widthOf, gap: GAP, values: (_plot, ticks) => ticks.map(text) }),
        ],
        series,
        bands,
        hooks: { draw: [(plot) => drawStep(plot, values, step.current)] },
    };
    return new uPlot(options, data, place);
}

/** Which line is whose. */
function Legend({ names }: { names: string[] }) {
    return (
        <ul class="review-legend">
            {names.map((name, at) => (
                <li>
                    <svg width="34" height="14" aria-hidden="true">
                        <line
                            x1="0"
                            x2="34"
                            y1="7"
                            y2="7"
                            stroke-width={LINE}
                            stroke-dasharray={dashOf(at + 1).join(" ")}
                            style={{ stroke: `var(--seat-${at + 1})` }}
                        />
                    </svg>
                    <SeatMark seat={at + 1} size={14} />
                    <span>{name}</span>
                </li>
            ))}
        </ul>
    );
}

/** The same in numbers; drawn only once opened. */
type RowsProps = Pick<ChartProps, "names" | "said" | "meaning"> & { values: Value[][] };

function ValueTable(props: RowsProps) {
    const [open, setOpen] = useState(false);
    return (
        <details class="review-numbers" onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>{_("Show as a table")}</summary>
            {open && <Rows {...props} />}
        </details>
    );
}

function Rows({ values, names, said, meaning }: RowsProps) {
    return (
        <div class="review-scroll" tabIndex={0} role="region" aria-label={_("Values after every step")}>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{_("Step")}</th>
                        {names.map((name) => (
                            <th scope="col">{name}</th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {values[0]!.map((_value, at) => (
                        <tr>
                            <th scope="row">{at === 0 ? _("Start") : said(at - 1)}</th>
                            {values.map((own) => (
                                <td class="digits">
                                    {valueText(own[at]!.value, meaning)} {doubtText(own[at]!.doubt, meaning)}
                                </td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/** What is shown; higher up is always better. */
function titleOf(meaning: Meaning): string {
    if (meaning === "wins") return _("Chance of winning during the match");
    return meaning === "points"
        ? _("Expected final points during the match")
        : _("Expected final points during the match, fewest at the top");
}

interface ChartProps {
    /** For each seat, at the start and after every step that has been judged; null: nothing is known yet. */
    values: Value[][] | null;
    /** The number of steps. */
    last: number;
    names: string[];
    meaning: Meaning;
    /** The step in hand; a step in words. */
    step: number;
    said(step: number): string;
    onStep(step: number): void;
    /** Day or evening: the colours of the canvas follow. */
    light: string;
    /** How far it is; it lies over the plot, so that nothing moves when it goes. */
    waiting: ComponentChildren;
}

export function Chart(props: ChartProps) {
    const { values, names, meaning, last, step, onStep, light, waiting } = props;
    const place = useRef<HTMLDivElement>(null);
    const plot = useRef<uPlot | null>(null);
    const now = useRef(step);
    now.current = step;
    useEffect(() => {
        if (!values) return;
        const made = makePlot(place.current!, { values, meaning, last }, now);
        plot.current = made;
        made.over.addEventListener("click", () => made.cursor.idx != null && onStep(made.cursor.idx));
        const follow = new ResizeObserver(() => {
            if (!place.current) return; // gone with its screen
            const { clientWidth: width, clientHeight: height } = place.current;
            if (width !== made.width || height !== made.height) made.setSize({ width, height });
        });
        follow.observe(place.current!);
        return () => {
            follow.disconnect();
            made.destroy();
        };
    }, [values, meaning, light]);
    useEffect(() => plot.current?.redraw(false), [step]);
    const title = titleOf(meaning);
    return (
        <figure class="sheet review-chart">
            <figcaption>{title}</figcaption>
            <div class="review-drawn" style={{ "--steps": `${STEPS_REM}rem` }}>
                <div class="review-plot" ref={place} role="img" aria-label={title} />
                {waiting}
            </div>
            <Legend names={names} />
            <ValueTable {...props} values={values ?? names.map(() => [])} />
        </figure>
    );
}
