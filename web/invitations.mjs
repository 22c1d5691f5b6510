/* invitations.mjs: paints the pictures of invitations, one for each game and one for games without a box of their own, from
 * the drawings of the page (src/shelf/invitation-art.tsx). */
import * as esbuild from "esbuild";
import { filesOfGames, imports, tableOfGames } from "./games.mjs";
import { writePng } from "./png.mjs";
import { Raster } from "./raster.mjs";

/** The drawings as a module that runs here. */
async function loadArt(source) {
    const { outputFiles } = await esbuild.build({
        ...imports,
        bundle: true,
        write: false,
        format: "esm",
        jsx: "automatic",
        jsxImportSource: "preact",
        stdin: {
            contents: `export * from "./shelf/invitation-art"; export { h } from "preact";`,
            resolveDir: source,
        },
        plugins: [
            {
                name: "tables",
                setup(build) {
                    build.onResolve({ filter: /^built:/ }, ({ path }) => ({ path, namespace: "built" }));
                    build.onLoad({ filter: /.*/, namespace: "built" }, ({ path }) => ({
                        contents: tableOfGames(path),
                        resolveDir: source,
                    }));
                },
            },
        ],
    });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** `[game, PNG]` for each game with a box; `any` is for all others. */
export async function paintInvitations(source) {
    const { InvitationArt, WIDTH, HEIGHT, h } = await loadArt(source);
    const games = [...filesOfGames("lid.tsx").map(([game]) => game), "any"];
    return games.map((game) => {
        const raster = new Raster(WIDTH, HEIGHT);
        raster.draw(h(InvitationArt, { game }));
        return [game, writePng(raster)];
    });
}
