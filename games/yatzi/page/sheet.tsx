/* sheet.tsx: the score sheet: on a phone your own column in two halves, and below it the columns of all; on
 * larger screens only the latter. Columns of earlier matches are to the right. Possible scores are shown in
 * pencil. A first tap picks a box, a second one fills it, so that a slip of the finger costs nothing. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useHeight } from "page/ui/hooks";
import { SeatMark } from "page/ui/seat-mark";
import { _, _key, number } from "page/ui/words";
import type { OldColumn, Pad } from "./pad";
import { BoxPicture, lowerBoxes, upperBoxes, type Box } from "./box-picture";

export type Column = Record<Box, number | null> & {
    upper: number;
    bonus: number;
    lower: number;
    hundreds?: number;
    total: number;
};

const BONUS_FROM = 63;
const BONUS = 35;
/** How many columns fit beside the felt with room for names. */
const FEW = 5;
/** What a column of this match takes of the block, in per cent: at most, and all of them together. */
const COLUMN_MOST = 38;
const COLUMNS_MOST = 66;

export interface SheetProps {
    columns: Column[];
    names: readonly string[];
    /** The seats in the order of their columns. */
    order: readonly number[];
    /** Earlier matches. */
    pad: Pad;
    /** Whose column is one's own; null for a watcher. */
    own: number | null;
    /** Whose column is pencilled into, and what. */
    turn: number;
    possible: Partial<Record<Box, number>>;
    /** May one write now? */
    due: boolean;
    picked: Box | null;
    pick: (box: Box) => void;
    /** The box filled last. */
    last: { seat: number; box: Box } | null;
    won: readonly number[];
}

const boxName = (box: string) => _key("yatzi", box);

/** What a tap on a box does, for screen readers. */
function tapHint(points: number, picked: boolean): string {
    if (!picked) return _("possible");
    return points > 0 ? _("tap again to score") : _("tap again to cross out");
}

interface CellProps {
    sheet: SheetProps;
    seat: number;
    box: Box;
}

/** Boxes that most throws score nothing in: one that scores must not be overlooked. */
const FIGURES: Box[] = ["full_house", "small_street", "large_street", "yatzi"];

/** What stands in a box: ink, pencil, or nothing yet. */
export function Cell({ sheet, seat, box }: CellProps): JSX.Element {
    const written = sheet.columns[seat - 1]![box];
    const possible = seat === sheet.turn ? sheet.possible[box] : undefined;
    if (written !== null) {
        const last = sheet.last?.seat === seat && sheet.last.box === box;
        return (
            <span class={`yatzi-ink ${last ? "last" : ""} ${written === 0 ? "nought" : ""}`}>
                {number(written)}
            </span>
        );
    }
    if (possible === undefined)
        return (
            <span class="yatzi-free">
                <span class="ears">{_("free")}</span>
            </span>
        );
    const look = possible === 0 ? "nought" : FIGURES.includes(box) ? "made" : "";
    return <span class={`yatzi-pencil ${look}`}>{number(possible)}</span>;
}

/** May this box be picked at this device? */
function isOpen(sheet: SheetProps, seat: number, box: Box): boolean {
    return sheet.due && seat === sheet.own && seat === sheet.turn && sheet.possible[box] !== undefined;
}

// ---- one column in two halves ----

function HalfRow({ sheet, seat, box }: CellProps): JSX.Element {
    const open = isOpen(sheet, seat, box);
    const picked = open && sheet.picked === box;
    const content = (
        <>
            <BoxPicture box={box} />
            <span class="yatzi-name">{boxName(box)}</span>
            <Cell sheet={sheet} seat={seat} box={box} />
        </>
    );
    const written = sheet.columns[seat - 1]![box];
    if (!open) return <div class={`yatzi-row ${written === null ? "" : "full"}`}>{content}</div>;
    return (
        <button
            type="button"
            class={`yatzi-row open ${picked ? "picked" : ""}`}
            data-box={box}
            aria-pressed={picked}
            onClick={() => sheet.pick(box)}
        >
            {content}
            <span class="ears">{tapHint(sheet.possible[box]!, picked)}</span>
        </button>
    );
}

/** How far it is to the bonus. */
function BonusRow({ column }: { column: Column }): JSX.Element {
    const share = Math.min(1, column.upper / BONUS_FROM);
    return (
        <div class={`yatzi-row yatzi-bonus ${column.bonus > 0 ? "full" : ""}`}>
            <span class="yatzi-name">{boxName("bonus")}</span>
            <span class="yatzi-way" aria-hidden="true">
                <span style={{ transform: `scaleX(${share})` }} />
            </span>
            {column.bonus > 0 ? (
                <span class="yatzi-ink">{number(column.bonus)}</span>
            ) : (
                <span class="yatzi-progress">
                    {_("{points} of {needed}", { points: column.upper, needed: BONUS_FROM })}
                </span>
            )}
        </div>
    );
}

/** The column of one seat, wide enough for thumbs. */
export function Halves({ sheet, seat }: { sheet: SheetProps; seat: number }): JSX.Element {
    const column = sheet.columns[seat - 1]!;
    return (
        <section
            class="yatzi-halves surface-paper"
            aria-label={_("{name}'s score sheet", { name: sheet.names[seat - 1] ?? "" })}
        >
            {sheet.own === null && (
                <p class="yatzi-whose" aria-hidden="true">
                    <SeatMark seat={seat} size={12} />
                    {sheet.names[seat - 1]}
                </p>
            )}
            <div>
                {upperBoxes.map((box) => (
                    <HalfRow key={box} sheet={sheet} seat={seat} box={box} />
                ))}
                <BonusRow column={column} />
            </div>
            <div>
                {lowerBoxes.map((box) => (
                    <HalfRow key={box} sheet={sheet} seat={seat} box={box} />
                ))}
            </div>
        </section>
    );
}

// ---- the block ----

function BlockCell({ sheet, seat, box }: CellProps): JSX.Element {
    const open = isOpen(sheet, seat, box);
    const picked = open && sheet.picked === box;
    return (
        <td class={columnClass(sheet, seat)}>
            {open ? (
                <button
                    type="button"
                    class={`yatzi-cell ${picked ? "picked" : ""}`}
                    data-box={box}
                    aria-pressed={picked}
                    onClick={() => sheet.pick(box)}
                >
                    <span class="ears">{boxName(box)}</span>
                    <Cell sheet={sheet} seat={seat} box={box} />
                    <span class="ears">{tapHint(sheet.possible[box]!, picked)}</span>
                </button>
            ) : (
                <Cell sheet={sheet} seat={seat} box={box} />
            )}
        </td>
    );
}

function columnClass({ own, turn, due, won }: SheetProps, seat: number): string {
    return `${seat === own ? "own" : ""} ${seat === turn && (due || won.length === 0) ? "turn" : ""}`;
}

function SumRow({
    sheet,
    sum,
}: {
    sheet: SheetProps;
    sum: "upper" | "bonus" | "lower" | "hundreds" | "total";
}): JSX.Element {
    return (
        <tr class={`yatzi-sum ${sum}`}>
            <th scope="row">
                <span class="yatzi-box">
                    <span class="yatzi-name">{boxName(sum)}</span>
                    {sum === "bonus" && (
                        <span class="yatzi-rule">
                            {_("{bonus} at {needed}+", { bonus: BONUS, needed: BONUS_FROM })}
                        </span>
                    )}
                </span>
            </th>
            {sheet.order.map((seat) => (
                <td class={columnClass(sheet, seat)}>
                    <span class={sheet.won.includes(seat) && sum === "total" ? "yatzi-won" : ""}>
                        {number(sheet.columns[seat - 1]![sum] ?? 0)}
                    </span>
                </td>
            ))}
            <OldCells pad={sheet.pad}>
                {({ column, won }) => (
                    <span class={won && sum === "total" ? "yatzi-won" : ""}>{number(column[sum] ?? 0)}</span>
                )}
            </OldCells>
        </tr>
    );
}

function BoxRows({ sheet, boxes }: { sheet: SheetProps; boxes: readonly Box[] }): JSX.Element {
    return (
        <>
            {boxes.map((box) => (
                <tr key={box}>
                    <th scope="row">
                        <span class="yatzi-box">
                            <BoxPicture box={box} />
                            <span class="yatzi-name">{boxName(box)}</span>
                        </span>
                    </th>
                    {sheet.order.map((seat) => (
                        <BlockCell key={seat} sheet={sheet} seat={seat} box={box} />
                    ))}
                    <OldCells pad={sheet.pad}>
                        {({ column }) => (
                            <span class={column[box] === 0 ? "nought" : ""}>{number(column[box] ?? 0)}</span>
                        )}
                    </OldCells>
                </tr>
            ))}
        </>
    );
}

// ---- earlier matches ----

/** One row of the earlier columns. */
function OldCells({
    pad,
    children,
}: {
    pad: Pad;
    children: (column: OldColumn) => JSX.Element;
}): JSX.Element {
    return (
        <>
            {pad.matches.map(({ match, columns }) =>
                columns.map((column, at) => (
                    <td key={`${match} ${column.seat}`} class={at === 0 ? "old first" : "old"}>
                        {children(column)}
                    </td>
                )),
            )}
        </>
    );
}

/** Which columns belong to which match. */
function MatchRow({ sheet }: { sheet: SheetProps }): JSX.Element {
    return (
        <tr class="yatzi-matches">
            <td />
            <th scope="colgroup" colSpan={sheet.order.length}>
                {_("This match")}
            </th>
            {sheet.pad.matches.map(({ match, columns }) => (
                <th key={match} scope="colgroup" class="old first" colSpan={columns.length}>
                    {_("Match {number}", { number: match })}
                </th>
            ))}
        </tr>
    );
}

/** Everyone's total over all matches on the sheet; beside earlier matches, the total at that time. */
function AllRow({ sheet }: { sheet: SheetProps }): JSX.Element {
    return (
        <tr class="yatzi-sum all">
            <th scope="row">
                <span class="yatzi-name">{_("Whole sheet")}</span>
            </th>
            {sheet.order.map((seat) => (
                <td class={columnClass(sheet, seat)}>
                    {number(sheet.pad.before[seat - 1]! + sheet.columns[seat - 1]!.total)}
                </td>
            ))}
            <OldCells pad={sheet.pad}>{({ sum }) => <span>{number(sum)}</span>}</OldCells>
        </tr>
    );
}

function Heads({ sheet }: { sheet: SheetProps }): JSX.Element {
    const row = useRef<HTMLTableRowElement>(null);
    useHeight(row, "--yatzi-heads");
    return (
        <tr ref={row}>
            <td />
            {sheet.order.map((seat) => (
                <th scope="col" class={columnClass(sheet, seat)}>
                    <SeatMark seat={seat} size={12} />
                    <span class="yatzi-who">{sheet.names[seat - 1]}</span>
                </th>
            ))}
            {sheet.pad.matches.map(({ match, columns }) =>
                columns.map(({ seat, name }, at) => (
                    <th key={`${match} ${seat}`} scope="col" class={at === 0 ? "old first" : "old"}>
                        <SeatMark seat={seat} size={12} />
                        <span class="yatzi-who">{name}</span>
                    </th>
                )),
            )}
        </tr>
    );
}

/** How the block is divided: its rows are as high as the window allows, its columns equally wide. */
function measures(columns: number, american: boolean, played: boolean): Record<string, string> {
    const rows = upperBoxes.length + lowerBoxes.length + 4 + (american ? 1 : 0) + (played ? 2 : 0);
    const share = Math.min(COLUMN_MOST, COLUMNS_MOST / columns);
    return { "--rows": String(rows), "--share": played ? "auto" : `${share}%` };
}

/** All columns side by side; a crowd scrolls, and so does a long evening. */
export function Block({ sheet }: { sheet: SheetProps }): JSX.Element {
    const american = sheet.columns[0]?.hundreds !== undefined;
    const played = sheet.pad.matches.length > 0;
    return (
        <section
            class={`yatzi-block surface-paper ${sheet.columns.length > FEW ? "crowd" : ""}`}
            style={measures(sheet.columns.length, american, played)}
            tabIndex={0}
            role="region"
            aria-label={_("Score pad")}
        >
            <table>
                <thead>
                    {played && <MatchRow sheet={sheet} />}
                    <Heads sheet={sheet} />
                </thead>
                <tbody>
                    <BoxRows sheet={sheet} boxes={upperBoxes} />
                    <SumRow sheet={sheet} sum="upper" />
                    <SumRow sheet={sheet} sum="bonus" />
                    <BoxRows sheet={sheet} boxes={lowerBoxes} />
                    <SumRow sheet={sheet} sum="lower" />
                    {american && <SumRow sheet={sheet} sum="hundreds" />}
                    <SumRow sheet={sheet} sum="total" />
                    {played && <AllRow sheet={sheet} />}
                </tbody>
            </table>
        </section>
    );
}
