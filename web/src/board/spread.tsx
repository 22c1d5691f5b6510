/* spread.tsx: how the results of a day are spread, as a picture: a column for each range of points, one's own
 * place in it, and what a perfect player has got with the same dice. */
import { rangeText } from "../ui/range";
import { _, _n, number } from "../ui/words";
import type { Board } from "./board";

const COLUMNS_MAX = 16;
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000];
const HEIGHT = 100;
const WIDTH = 340;

/** A line of text is so high, as large as text is. */
const lineHigh = () => (18 * parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16;

interface Scale {
    from: number;
    step: number;
    columns: number;
}

/** Columns of a round width that hold all of these. */
function scaleOf(points: number[]): Scale {
    const [low, high] = [Math.min(...points), Math.max(...points)];
    for (const step of STEPS) {
        const from = Math.floor(low / step) * step;
        const columns = Math.floor((high - from) / step) + 1;
        if (columns <= COLUMNS_MAX) return { from, step, columns };
    }
    return { from: low, step: high - low + 1, columns: 1 };
}

const columnOf = ({ from, step }: Scale, points: number) => Math.floor((points - from) / step);

function countsOf(scale: Scale, spread: Board["spread"]): number[] {
    const counts = Array<number>(scale.columns).fill(0);
    for (const [points, count] of spread) counts[columnOf(scale, points)]! += count;
    return counts;
}

/** The result in the middle: as many are better as are worse. */
function middleOf({ spread, count }: Board): number {
    let passed = 0;
    for (const [points, several] of spread) {
        passed += several;
        if (2 * passed >= count) return points;
    }
    return 0;
}

function Mark(props: {
    x: number;
    label: string;
    kind: "mine" | "perfect";
    row: number;
    line: number;
    foot: number;
}) {
    const { x, label, kind, row, line, foot } = props;
    const anchor = x > 0.7 * WIDTH ? "end" : x < 0.3 * WIDTH ? "start" : "middle";
    return (
        <g class={`spread-mark ${kind}`}>
            <line x1={x} x2={x} y1={row * line + 4} y2={foot} />
            <text
                x={x}
                dx={anchor === "end" ? -5 : anchor === "start" ? 5 : 0}
                y={row * line}
                text-anchor={anchor}
            >
                {label}
            </text>
        </g>
    );
}

/** In words, for those who do not see the picture. */
function wordsFor(board: Board): string {
    const [best, worst] = [board.spread[0]![0], board.spread.at(-1)![0]];
    const values = { range: rangeText(number(worst), number(best)), middle: number(middleOf(board)) };
    return _n(
        "{n} result: {middle} points.",
        "{n} results: {range} points; half have at least {middle}.",
        board.count,
        values,
    );
}

export function Spread({ board, perfect }: { board: Board; perfect: number | null }) {
    const mine = board.mine?.points ?? null;
    const all = board.spread.map(([points]) => points);
    const scale = scaleOf(perfect === null ? all : [...all, perfect]);
    const counts = countsOf(scale, board.spread);
    const most = Math.max(...counts);
    const width = WIDTH / scale.columns;
    const middle = (points: number) => (columnOf(scale, points) + 0.5) * width;
    const shown = wordsFor(board);
    const line = lineHigh();
    const foot = HEIGHT + 2 * line; // below the words of the marks
    return (
        <figure class="spread">
            <svg viewBox={`0 ${-0.8 * line} ${WIDTH} ${foot + 2.1 * line}`} role="img" aria-label={shown}>
                {counts.map((count, at) => {
                    const height = (HEIGHT * count) / most;
                    const own = mine !== null && columnOf(scale, mine) === at;
                    return (
                        <rect
                            class={own ? "spread-column mine" : "spread-column"}
                            x={(at + 0.07) * width}
                            width={0.86 * width}
                            y={foot - height}
                            height={height}
                            rx="2"
                        />
                    );
                })}
                <line class="spread-axis" x1="0" x2={WIDTH} y1={foot + 0.5} y2={foot + 0.5} />
                <text class="spread-tick" x="0" y={foot + line}>
                    {number(scale.from)}
                </text>
                <text class="spread-tick" x={WIDTH} y={foot + line} text-anchor="end">
                    {number(scale.from + scale.columns * scale.step - 1)}
                </text>
                {perfect !== null && (
                    <Mark
                        x={middle(perfect)}
                        row={0}
                        line={line}
                        foot={foot}
                        kind="perfect"
                        label={_("Perfect player: {points}", { points: number(perfect) })}
                    />
                )}
                {mine !== null && (
                    <Mark
                        x={middle(mine)}
                        row={1}
                        line={line}
                        foot={foot}
                        kind="mine"
                        label={_("You: {points}", { points: number(mine) })}
                    />
                )}
            </svg>
            <figcaption class="small soft">{shown}</figcaption>
        </figure>
    );
}
