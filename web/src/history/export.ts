/* export.ts: exports my games: tables for a spreadsheet (CSV), and everything with all logs (JSON), which
 * import.ts reads again. The columns are in docs/page.md. */
import games from "built:facts";
import { others, playedOf, type Cell, type Match } from "./match";

// ---- CSV ----

/** Names come from people: no spreadsheet may take one for a formula. Numbers are our own. */
function written(cell: Cell): string {
    if (cell === null) return "";
    if (typeof cell === "boolean") return cell ? "1" : "0";
    if (typeof cell === "number") return String(cell);
    const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** With a mark at the beginning that says UTF-8: without it spreadsheets garble names. */
const BOM = "\ufeff";

export function csv(columns: string[], rows: Cell[][]): string {
    return BOM + [columns, ...rows].map((row) => `${row.map(written).join(",")}\r\n`).join("");
}

const optionsText = ({ options }: Match) =>
    Object.entries(options)
        .map(([key, value]) => `${key}=${value}`)
        .join(" ");

const othersText = (match: Match) =>
    others(match)
        .map(({ name, bot }) => (bot ? `bot:${bot}` : name))
        .join("; ");

const when = (match: Match) => new Date(match.when).toISOString();

/** One row for each of my seats. */
export function matchesCsv(matches: Match[]): string {
    return csv(
        [
            "when",
            "game",
            "options",
            "dice",
            "seats",
            "seat",
            "name",
            "won",
            "score",
            "scores",
            "others",
            "seconds",
            "rolls",
            "checked",
            "match",
        ],
        playedOf(matches).map(({ match, seat, name, won, score }) => [
            when(match),
            match.game,
            optionsText(match),
            match.dice,
            match.seats.length,
            seat,
            name,
            won,
            score,
            match.scores.join(" "),
            othersText(match),
            match.lasted / 1000,
            match.rolls,
            match.checked,
            match.id,
        ]),
    );
}

export const hasDetails = (game: string): boolean => Object.hasOwn(games, game);

/** One row for each box, throw, slap, grab or bet of mine in one game. */
export function detailsCsv(game: string, matches: Match[]): string {
    const { columns, rows } = games[game]!;
    const played = playedOf(matches.filter((match) => match.game === game));
    return csv(
        ["when", "match", "seat", "name", ...columns],
        played.flatMap(({ match, seat, name, won, facts }) =>
            facts ? rows(facts, won).map((row: Cell[]) => [when(match), match.id, seat, name, ...row]) : [],
        ),
    );
}

// ---- JSON ----

export const FORMAT = "my games";
export const VERSION = 1;

export async function everythingJson(
    matches: Match[],
    logOf: (id: string) => Promise<string | null>,
): Promise<string> {
    const withLogs = [];
    for (const match of matches) withLogs.push({ ...match, log: await logOf(match.id) });
    return JSON.stringify({ knobel: FORMAT, version: VERSION, matches: withLogs });
}
