/* odds.mjs [PROGRAM]: how the points of the perfect player of Yatzi are spread, for the page's statistics: solved by
 * the program itself, for every kind of sheet, gathered in steps of ten points and rounded. Writes
 * odds.json beside it; takes some minutes. tests/page/odds.test.mjs solves it again and compares. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const WIDTH = 10; // points
const DIGITS = 5;

/** The options that make another game of it; on the american sheet second_yatzi has no meaning. */
export const sheets = {
    rolled: ["second_yatzi=rolled"],
    box: ["second_yatzi=box"],
    off: ["second_yatzi=off"],
    american: ["sheet=american"],
};

const rounded = (value) => Number(value.toFixed(DIGITS));

/** What the program says of one sheet; `odds` are [points, how likely, …]. */
export function gather({ value, odds }) {
    const share = [];
    let square = 0;
    for (const [points, likely] of odds) {
        share[Math.floor(points / WIDTH)] = (share[Math.floor(points / WIDTH)] ?? 0) + likely;
        square += likely * (points - value) ** 2;
    }
    while (rounded(share.at(-1)) === 0) share.pop();
    return { mean: rounded(value), spread: rounded(Math.sqrt(square)), share: share.map(rounded) };
}

export function solve(program, options) {
    const chosen = options.flatMap((option) => ["--option", option]);
    const said = execFileSync(program, ["solve", "yatzi", ...chosen, "--odds", "--json"], {
        encoding: "utf8",
    });
    return gather(JSON.parse(said));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const here = dirname(fileURLToPath(import.meta.url));
    const program = process.argv[2] ?? join(here, "../../../build/knobel");
    const made = Object.entries(sheets).map(([sheet, options]) => [sheet, solve(program, options)]);
    const text = JSON.stringify({ width: WIDTH, sheets: Object.fromEntries(made) });
    writeFileSync(join(here, "odds.json"), `${text}\n`);
}
