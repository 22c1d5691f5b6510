/* pad.ts: the columns of earlier matches with the same people in the same order, and everyone's total. */
import type { Earlier } from "page/table/face";
import type { Column } from "./sheet";

/** One column of an earlier match. */
export interface OldColumn {
    seat: number;
    name: string;
    column: Column;
    won: boolean;
    /** All matches on the sheet up to this one. */
    sum: number;
}

interface OldMatch {
    match: number;
    columns: OldColumn[];
}

export interface Pad {
    /** The last one first: it is next to the current match. */
    matches: OldMatch[];
    /** By seat, what everyone has from earlier matches. */
    before: number[];
}

/** Who is who from match to match: by name, and those of one name in their order. */
function persons(names: readonly string[]): string[] {
    return names.map((name, at) => `${names.slice(0, at).filter((other) => other === name).length} ${name}`);
}

/** What a device kept may be old or odd: only what can be shown is. */
function columnsOf({ kept, names }: Earlier): Column[] {
    const columns = Array.isArray(kept) ? (kept as Column[]) : [];
    return columns.slice(0, names.length).filter((column) => typeof column?.total === "number");
}

/** `names` and `order` are those of the match that is on. */
export function padOf(earlier: readonly Earlier[], names: readonly string[], order: readonly number[]): Pad {
    const now = persons(names);
    const places = order.map((seat) => now[seat - 1]!);
    const rank = (who: string) => (places.includes(who) ? places.indexOf(who) : places.length);
    const sums = new Map<string, number>();
    const matches = earlier.map((one): OldMatch => {
        const columns = columnsOf(one);
        const best = Math.max(...columns.map(({ total }) => total));
        const who = persons(one.names);
        const old = columns.map((column, at) => {
            const sum = (sums.get(who[at]!) ?? 0) + column.total;
            sums.set(who[at]!, sum);
            const won = column.total === best;
            return { seat: at + 1, name: one.names[at]!, column, won, sum, rank: rank(who[at]!) };
        });
        return { match: one.match, columns: old.sort((a, b) => a.rank - b.rank) };
    });
    return {
        matches: matches.filter(({ columns }) => columns.length > 0).reverse(),
        before: now.map((who) => sums.get(who) ?? 0),
    };
}
