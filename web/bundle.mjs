/* bundle.mjs [--gallery] OUT: bundles the page with esbuild. What the source cannot name by itself comes
 * from here: the faces there are, the catalogues, the rules, styles that come with a lazy part. */
import * as esbuild from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { filesOfGames, imports, pagesOfGames, tableOfGames } from "./games.mjs";
import { paintInvitations } from "./invitations.mjs";
import { FACE_STYLES, bare, merge } from "./merge.mjs";
import { catalogue, gamesWithRules, languages, restOfCatalogue, rulesIn, sources } from "./words.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const source = join(web, "src");
const root = dirname(web);
const gallery = process.argv.includes("--gallery");
const out = resolve(process.argv.filter((word) => !word.startsWith("--"))[2] ?? join(root, "build/web"));

const common = {
    ...imports,
    bundle: true,
    minify: !gallery,
    target: ["es2022", "chrome105", "firefox115", "safari15.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    charset: "utf8",
    legalComments: "none",
    loader: { ".svg": "text" },
    logLevel: "warning",
};

/** Write a file under a name that changes with what is in it; answers that name. */
function writeHashed(name, extension, bytes) {
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
    const file = `${name}-${hash}.${extension}`;
    writeFileSync(join(out, file), bytes);
    return file;
}

/** `{name: () => import(…)}` for each of these modules. */
function lazyTable(entries) {
    const members = entries.map(
        ([name, path]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(path)})`,
    );
    return `export default {${members.join(",\n")}};`;
}

/** A lazy table of a file of the games, each in a script named after the file and its game. */
function lazyGames(file) {
    const [name] = file.split(".");
    return lazyTable(filesOfGames(file).map(([game]) => [game, `games/${name}-${game}`]));
}

/** The file that such a script holds. */
function fileOfGame(script) {
    const [name, game] = script.split("-");
    const files = [`${name}.tsx`, `${name}.ts`].flatMap(filesOfGames);
    const [, path] = files.find(([one]) => one === game);
    return `export { default } from ${JSON.stringify(path)};`;
}

/** The words of a language, and as `LANGUAGE-more` those of parts that someone who only plays does not see. */
function wordsModule() {
    const names = languages.flatMap((language) => [language, `${language}-more`]);
    return lazyTable(names.map((name) => [name, `words/${name}`]));
}

let played; // the files that hold the words of whoever plays; all of them until it is known

function wordsOf(name) {
    const [language, more] = name.split("-");
    return more ? restOfCatalogue(language, played) : catalogue(language, played);
}

/** The tables of what games have are read; whatever else the build writes holds no words. */
const tablesOnly = {
    name: "tables only",
    setup(build) {
        build.onResolve({ filter: /^built:/ }, ({ path }) =>
            tableOfGames(path) ? { path, namespace: "built" } : { path, external: true },
        );
        build.onLoad({ filter: /.*/, namespace: "built" }, ({ path }) => ({
            contents: tableOfGames(path),
            resolveDir: source,
        }));
    },
};

/** All that is needed to play: what the page begins with, and the faces; not what is asked for later. */
async function filesToPlay() {
    const faces = [
        ...filesOfGames("face.tsx").map(([, path]) => path),
        join(source, "table/generic-face.tsx"),
    ];
    const entries = [join(source, "main.tsx"), ...faces];
    const { metafile } = await esbuild.build({
        ...common,
        entryPoints: entries,
        format: "esm",
        splitting: true,
        metafile: true,
        write: false,
        outdir: out,
        absWorkingDir: root,
        external: ["*.css"],
        plugins: [tablesOnly],
    });
    const found = new Set();
    const visit = (file) => {
        if (found.has(file)) return;
        found.add(file);
        const needed = metafile.inputs[file].imports.filter(
            (one) => one.kind === "import-statement" && !one.external,
        );
        needed.forEach(({ path }) => visit(path));
    };
    entries.forEach((path) => visit(relative(root, path)));
    return sources().filter((file) => found.has(relative(root, file)));
}

/** The rules for players, as `GAME.LANGUAGE`. */
function rulesModule() {
    const names = gamesWithRules().flatMap((game) => languages.map((language) => `${game}.${language}`));
    return lazyTable(names.map((name) => [name, `rules/${name}`]));
}

/** Samples of views for the gallery: games/GAME/page/samples/NAME.json is `GAME-NAME`. */
function samplesModule() {
    const samples = filesOfGames("samples").flatMap(([game, folder]) =>
        readdirSync(folder)
            .sort()
            .map((file) => [`${game}-${basename(file, ".json")}`, readFileSync(join(folder, file), "utf8")]),
    );
    return `export default {${samples.map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(",\n")}};`;
}

/** All files of the page with this end, and of the games. */
const filesEnding = (end) =>
    [source, ...pagesOfGames().map(([, folder]) => folder)].flatMap((folder) =>
        readdirSync(folder, { recursive: true })
            .filter((file) => file.endsWith(end))
            .map((file) => join(folder, file)),
    );

/** A selector of all elements that have a `container-type`. */
function containersModule() {
    const selectors = filesEnding(".css").flatMap((path) => {
        const css = readFileSync(path, "utf8").replace(/\/\*.*?\*\//gs, "");
        return [...css.matchAll(/([^{};]+)\{[^{}]*container-type:/g)].map(([, selector]) => selector.trim());
    });
    return `export default ${JSON.stringify([...new Set(selectors)].sort().join(", "))};`;
}

const addressModule = (file) => `export default ${JSON.stringify(file && `/${file}`)};`;

const simdOf = (path) => path.replace(/\.wasm$/, "-simd.wasm");

/** Where a module for WebAssembly lies beside the page, as it was built for all and with SIMD; null if it was not. */
function wasmModule(name, path) {
    const files = { plain: [name, path], simd: [`${name}-simd`, simdOf(path)] };
    const missing = Object.values(files).find(([, file]) => !existsSync(file));
    if (missing) {
        console.warn(`bundle: ${missing[1]} is not there (wasm/build makes it): the page has to do without`);
        return "export default null;";
    }
    const built = Object.entries(files).map(([kind, [as, file]]) => [
        kind,
        `/${writeHashed(as, "wasm", readFileSync(file))}`,
    ]);
    return `export default ${JSON.stringify(Object.fromEntries(built))};`;
}

const engine = process.env.KNOBEL_WASM ?? join(root, "build/knobel.wasm");
const house = process.env.KNOBEL_HOUSE_WASM ?? join(root, "build/house.wasm");

/** The script of a worker, a file beside the page; null without the module that it runs. */
async function workerModule(name, script, wasm) {
    if (gallery || !existsSync(wasm)) return addressModule(null);
    const { outputFiles } = await esbuild.build({
        ...common,
        entryPoints: [join(source, script)],
        format: "iife",
        write: false,
        plugins: [builtModules],
    });
    return addressModule(writeHashed(name, "js", outputFiles[0].contents));
}

const built = {
    "built:faces": () => lazyGames("face.tsx"),
    "built:face-styles": () => `export default ${gallery ? "{}" : FACE_STYLES};`,
    "built:screens": () => lazyGames("screen.tsx"),
    "built:figures": () => lazyGames("figures.tsx"),
    "built:lessons": () => lazyGames("lesson.ts"),
    "built:tips": () => lazyGames("tips.ts"),
    "built:practices": () => lazyGames("practice.tsx"),
    "built:containers": containersModule,
    "built:words": wordsModule,
    "built:rules": rulesModule,
    "built:samples": samplesModule,
    "built:engine": () => wasmModule("knobel", engine),
    "built:house": () => wasmModule("house", house),
    "built:house-worker": () => workerModule("house-worker", "offline/house-worker.ts", house),
    "built:thinker-worker": () => workerModule("thinker-worker", "offline/thinker-worker.ts", house),
    "built:engine-worker": () => workerModule("engine-worker", "engine/worker.ts", engine),
};

const builtModules = {
    name: "built modules",
    setup(build) {
        build.onResolve({ filter: /^built:/ }, ({ path }) => ({ path, namespace: "built" }));
        build.onLoad({ filter: /.*/, namespace: "built" }, async ({ path }) => ({
            contents: tableOfGames(path) ?? (await built[path]()),
            loader: "js",
            resolveDir: source,
        }));
        build.onResolve({ filter: /^words\//, namespace: "built" }, ({ path }) => ({
            path,
            namespace: "words",
        }));
        build.onLoad({ filter: /.*/, namespace: "words" }, ({ path }) => ({
            // As one object: from JSON every text would become a variable and an export of its own.
            contents: `export default ${JSON.stringify(wordsOf(basename(path)))};`,
            loader: "js",
        }));
        build.onResolve({ filter: /^games\//, namespace: "built" }, ({ path }) => ({
            path,
            namespace: "games",
        }));
        build.onLoad({ filter: /.*/, namespace: "games" }, ({ path }) => ({
            contents: fileOfGame(basename(path)),
            loader: "js",
            resolveDir: source,
        }));
        build.onResolve({ filter: /^rules\//, namespace: "built" }, ({ path }) => ({
            path,
            namespace: "rules",
        }));
        build.onLoad({ filter: /.*/, namespace: "rules" }, ({ path }) => ({
            contents: rulesIn(...basename(path).split(".")),
            loader: "text",
        }));
    },
};

const ASKED = "\\((min|max)-width: (\\d+)px\\)";
const WIDTH = new RegExp(ASKED, "g");
const CONTAINER = new RegExp(`@container ${ASKED}(?: and ${ASKED})*`, "g");

/** The same style for browsers without container queries: what they ask for is put on the containers by src/style/containers.ts,
 * their widths as words, and a hundredth of their width and height as lengths. */
async function withoutContainers(css, path) {
    const widths = new Set();
    const written = (_, way, width) => {
        widths.add(Number(width));
        return `[data-${way === "min" ? "wide" : "narrow"}~="${width}"]`;
    };
    const contents = css
        .replace(CONTAINER, (asked) => `:where(${asked.match(WIDTH).join("").replace(WIDTH, written)})`)
        .replace(/([\d.]+)(cq[wh])/g, "calc($1 * var(--$2))");
    const { minify, target } = common;
    const { code, warnings } = await esbuild.transform(contents, { loader: "css", minify, target });
    if (/@container/.test(contents) || warnings.length > 0)
        throw new Error(`${path} asks of a container what has no words for older browsers`);
    return { code, widths: [...widths] };
}

/** What a style is called in the build: of a game with the game's name, as many have a face.css. */
function styleName(path) {
    const [game] = pagesOfGames().find(([, folder]) => path.startsWith(`${folder}/`)) ?? [];
    return [basename(path, ".css"), game].filter(Boolean).join("-");
}

const styles = new Map(); // of lazy parts: the path by the name

/** A style imported by a lazy part is fetched with that part (src/style/loader.ts). */
const lazyStyles = {
    name: "lazy styles",
    setup(build) {
        build.onLoad({ filter: /\.css$/ }, ({ path }) => {
            const name = styleName(path);
            styles.set(name, path);
            const loader = JSON.stringify(join(source, "style/loader.ts"));
            const contents = `import { fetchStyle } from ${loader};\nfetchStyle("style:${name}");`;
            return { contents, loader: "js", resolveDir: source };
        });
    },
};

/** Write these styles, and those that they import, as one file; answers the arguments of `fetchStyle`. */
async function writeStyles(name, names) {
    const whole = async (minify) => {
        const all = names.map((one) => `@import ${JSON.stringify(styles.get(one))};`).join("\n");
        const how = { ...common, minify, stdin: { contents: all, loader: "css", resolveDir: source } };
        return (await esbuild.build({ ...how, write: false })).outputFiles[0].text;
    };
    const wanted = [`/${writeHashed(name, "css", await whole(common.minify))}`];
    const css = await whole(false);
    if (/@container|cqw/.test(css)) {
        const { code, widths } = await withoutContainers(css, name);
        wanted.push(`/${writeHashed(`${name}-old`, "css", code)}`, widths);
    }
    return wanted.map((one) => JSON.stringify(one)).join(",");
}

/** Every file also compressed, for the server to choose. */
function compressAll() {
    for (const file of readdirSync(out).filter((name) => !name.startsWith("invite-"))) {
        const bytes = readFileSync(join(out, file));
        writeFileSync(join(out, `${file}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(
            join(out, `${file}.br`),
            brotliCompressSync(bytes, {
                params: {
                    [constants.BROTLI_PARAM_QUALITY]: 11,
                    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
                },
            }),
        );
    }
}

/** What a system wants to know to install the page as a program. */
function writeManifest(icon) {
    const png = (name) => writeHashed(basename(name, ".png"), "png", readFileSync(join(web, "icons", name)));
    const icons = [
        { src: `/${icon}`, type: "image/svg+xml", sizes: "any" },
        { src: `/${png("icon-192.png")}`, type: "image/png", sizes: "192x192" },
        { src: `/${png("icon-512.png")}`, type: "image/png", sizes: "512x512" },
        { src: `/${png("icon-full-512.png")}`, type: "image/png", sizes: "512x512", purpose: "maskable" },
    ];
    const manifest = {
        id: "/",
        name: "Knobel",
        short_name: "Knobel",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: "#ece0cb",
        theme_color: "#ece0cb",
        categories: ["games"],
        icons,
    };
    return writeHashed("manifest", "webmanifest", JSON.stringify(manifest));
}

/** An icon file with one picture, for browsers and programs that ask for /favicon.ico without reading the page. */
function icoOf(png, size) {
    const head = Buffer.alloc(22);
    head.writeUInt16LE(1, 2); // an icon
    head.writeUInt16LE(1, 4); // one picture
    head.writeUInt8(size, 6);
    head.writeUInt8(size, 7);
    head.writeUInt16LE(1, 10);
    head.writeUInt16LE(32, 12);
    head.writeUInt32LE(png.length, 14);
    head.writeUInt32LE(head.length, 18);
    return Buffer.concat([head, png]);
}

/** Those who fetch a link that someone has sent, to show what it leads to, and ask first whether they may. */
const PREVIEWERS = [
    "Twitterbot",
    "facebookexternalhit",
    "LinkedInBot",
    "Slackbot-LinkExpanding",
    "Discordbot",
];

/** What is asked for by its usual name, and not needed offline. Rooms are nobody's business but their guests'. */
async function writeForOthers() {
    writeFileSync(join(out, "favicon.ico"), icoOf(readFileSync(join(web, "icons/icon-192.png")), 192));
    const robots = [
        "User-agent: *\nDisallow: /t/\nDisallow: /tv/\nDisallow: /api/",
        `${PREVIEWERS.map((name) => `User-agent: ${name}`).join("\n")}\nDisallow: /api/`,
    ];
    writeFileSync(join(out, "robots.txt"), `${robots.join("\n\n")}\n`);
    for (const [game, picture] of await paintInvitations(source))
        writeHashed(`invite-${game}`, "png", picture);
}

/** The service worker knows every file of this build; its own name stays the same. */
async function buildService() {
    const files = readdirSync(out)
        .map((file) => `/${file}`)
        .sort();
    const version = createHash("sha256");
    for (const file of files) version.update(file).update(readFileSync(join(out, file)));
    await esbuild.build({
        ...common,
        entryPoints: { service: join(source, "offline/service-worker.ts") },
        format: "iife",
        outdir: out,
        define: {
            FILES: JSON.stringify(files),
            VERSION: JSON.stringify(version.digest("hex").slice(0, 16)),
        },
    });
}

/** What esbuild has split, in few files. */
function mergeScripts({ metafile, outputFiles }) {
    const texts = new Map(outputFiles.map((file) => [basename(file.path), file.text]));
    const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({
        name: basename(path),
        text: texts.get(basename(path)),
        imports: output.imports
            .filter(({ kind }) => kind === "import-statement")
            .map((one) => basename(one.path)),
        isMain: output.entryPoint?.endsWith("main.tsx"),
    }));
    return merge(outputs.find(({ isMain }) => isMain).name, outputs, { ...common, writeStyles });
}

/** The files that the page wants at once, for src/first-files.ts: its styles, words by language, faces by game. */
function firstFiles(pageStyle, scripts) {
    const [main] = scripts;
    const find = (name) => scripts.find((one) => bare(one.name) === name);
    const words = languages.map((language) => [language, `/${find(language).fileName}`]);
    const faces = filesOfGames("face.tsx").map(([game]) => {
        const { fileName, styles } = find(`face-${game}`);
        return [game, { script: `/${fileName}`, style: styles }];
    });
    return {
        styles: [[`/${pageStyle}`], ...(main.styles ? [main.styles] : [])],
        words: Object.fromEntries(words),
        faces: Object.fromEntries(faces),
    };
}

/** The script that runs first, inside the page. */
async function buildBoot() {
    const entryPoints = [join(source, "boot.ts")];
    const { outputFiles } = await esbuild.build({ ...common, entryPoints, format: "iife", write: false });
    return outputFiles[0].text.trim();
}

async function buildStyle(file) {
    const { outputFiles } = await esbuild.build({
        ...common,
        entryPoints: [join(source, file)],
        write: false,
    });
    return outputFiles[0];
}

/** What the page has inside, for the policy that allows it and nothing else (server/embed). */
function writePolicy(inside) {
    const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const lines = Object.entries(inside).map(([kind, text]) => `${kind} ${hash(text)}\n`);
    writeFileSync(join(out, "policy"), lines.join(""));
}

async function buildPage() {
    played = await filesToPlay();
    const style = await buildStyle("style/page.css");
    const styleFile = writeHashed("page", "css", style.contents);
    const icon = writeHashed("icon", "svg", readFileSync(join(web, "icon.svg")));
    const result = await esbuild.build({
        ...common,
        entryPoints: { main: join(source, "main.tsx") },
        entryNames: "[name]-[hash]",
        chunkNames: "[name]-[hash]",
        format: "esm",
        splitting: true,
        metafile: true,
        write: false,
        outdir: out,
        plugins: [builtModules, lazyStyles],
    });
    const scripts = await mergeScripts(result);
    for (const { fileName, code } of scripts) writeFileSync(join(out, fileName), code);
    const [main] = scripts;
    // What the page cannot begin without is asked for at once, not when the first script has been read.
    const preloads = main.imports.map((file) => `<link rel="modulepreload" href="/${file}" />`);
    const inside = { script: await buildBoot(), style: (await buildStyle("style/splash.css")).text.trim() };
    const places = {
        MAIN: main.fileName,
        "<!-- PRELOADS -->": preloads.join(""),
        SPLASH: inside.style,
        FILES: JSON.stringify(firstFiles(styleFile, scripts)),
        STYLE: styleFile,
        ICON: icon,
        TOUCH: writeHashed("touch", "png", readFileSync(join(web, "icons/icon-full-180.png"))),
        MANIFEST: writeManifest(icon),
        BOOT: inside.script,
    };
    // By functions: a text that is put in may have a $ in it.
    const page = Object.entries(places).reduce(
        (text, [place, put]) => text.replace(place, () => put),
        readFileSync(join(web, "index.html"), "utf8").replace(/\n\s+/g, "\n"),
    );
    writeFileSync(join(out, "index.html"), page);
    await buildService();
    await writeForOthers();
    compressAll();
    writePolicy(inside);
}

/** The gallery is one script and one style, so that it opens from a file, without a server. */
async function buildGallery() {
    await esbuild.build({
        ...common,
        entryPoints: { gallery: join(source, "table/gallery.tsx") },
        format: "iife",
        sourcemap: "inline",
        outdir: out,
        plugins: [builtModules],
    });
    writeFileSync(join(out, "gallery.html"), readFileSync(join(web, "gallery.html")));
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await (gallery ? buildGallery() : buildPage());
