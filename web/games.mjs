/* games.mjs: the games' own folders of the page, games/GAME/page, as the builds find them: nothing else lists them.
 * All files there are optional; docs/adding-a-game.md says what each is for. */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));
const games = join(dirname(web), "games");

/** How esbuild finds what the files there import: `page/ui/words` is web/src/ui/words, and packages are those of web/. */
export const imports = {
    alias: { page: join(web, "src") },
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
