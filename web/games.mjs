/* games.mjs: what the builds find of the games: their own folders of the page, games/GAME/page, and their words
 * (games/GAME/words.c). All files in such a folder are optional; docs/page.md says what each is for. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const games = join(root, "games");

/** The parts of the engine's package (npm/), as everyone else finds them: `knobel/engine`. */
const engine = Object.entries(JSON.parse(readFileSync(join(root, "npm/package.json"), "utf8")).exports)
    .filter(([name, { default: file }]) => name !== "." && file)
    .map(([name, { default: file }]) => [join("knobel", name), join(root, "npm", file)]);

/** How esbuild finds what the files there import: `page/ui/words` is web/src/ui/words, and packages are those of web/. */
export const imports = {
    alias: { page: join(web, "src"), ...Object.fromEntries(engine) },
    nodePaths: [join(web, "node_modules")],
    tsconfigRaw: { compilerOptions: { strict: true } },
};

/** `[game, folder]` for each game that has something of its own in the page. */
export function pagesOfGames() {
    return readdirSync(games)
        .sort()
        .map((game) => [game, join(games, game, "page")])
        .filter(([, folder]) => existsSync(folder));
}

/** `[game, path]` for each game with this file, say `face.tsx`. */
export function filesOfGames(name) {
    return pagesOfGames()
        .map(([game, folder]) => [game, join(folder, name)])
        .filter(([, path]) => existsSync(path));
}

/** The modules that are tables of a file of the games, and that file. */
const tables = {
    "built:lids": "lid.tsx",
    "built:about": "about.ts",
    "built:companions": "companion.ts",
    "built:same-dice": "same-dice.ts",
    "built:facts": "facts.ts",
    "built:statistics": "statistics.tsx",
    "built:reviews": "review.tsx",
};

let words;

/** The words of the games, in the order of the shelf. */
export function wordsOfGames() {
    words ??= JSON.parse(execFileSync(join(root, "words/games_json"), { encoding: "utf8" }));
    return words;
}

/** The modules that are tables of the words of the games. */
const wordTables = {
    "built:shelf": ({ reasons: _reasons, nudges: _nudges, game: _game, ...facts }) => facts,
    "built:sentences": ({ reasons, nudges }) => ({ reasons, nudges }),
};

/** The source of such a module, `{game: what its file exports}` or its words; undefined: it is none of them. */
export function tableOfGames(module) {
    if (Object.hasOwn(wordTables, module)) {
        const members = wordsOfGames().map((one) => [one.game, wordTables[module](one)]);
        return `export default ${JSON.stringify(Object.fromEntries(members))};`;
    }
    if (!Object.hasOwn(tables, module)) return undefined;
    const files = filesOfGames(tables[module]);
    const imported = files.map(([, path], at) => `import game${at} from ${JSON.stringify(path)};`);
    const members = files.map(([game], at) => `${JSON.stringify(game)}: game${at}`);
    return `${imported.join("\n")}\nexport default { ${members.join(", ")} };`;
}
