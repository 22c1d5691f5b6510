/* merge.mjs: makes few files of the many that esbuild's splitting leaves. A browser that opens a table for the first time
 * fetches them over a slow line one round trip after the other, so what is needed together is one file: all that the
 * page starts with and several faces share, then one script and one style for each face. */
import * as esbuild from "esbuild";
import { basename } from "node:path";
import { rollup } from "rollup";

/** In a script: takes the place of what `fetchStyle` needs for each face, which is known only when all is written. */
export const FACE_STYLES = "FACE_STYLES";

/** A name without the hash that esbuild gave it. */
export const bare = (name) => name.replace(/-[A-Z0-9]{8}(\.js)?$/, "");

/** Did esbuild split it off because several others need it? */
const isShared = (name) => name.startsWith("chunk-");

/** The scripts that a script cannot start without, itself included. */
function needed(name, scripts, found = new Set()) {
    if (found.has(name)) return found;
    found.add(name);
    for (const other of scripts.get(name).imports) needed(other, scripts, found);
    return found;
}

/** The file that each script goes into: `main` has what is needed before anything else, and what several faces share; `more`
 * what several other parts share; all others stay by themselves. */
function places(main, scripts) {
    const place = new Map();
    const faces = [...scripts.keys()].filter((name) => /^face-|^generic-face/.test(name));
    const shares = new Map();
    for (const face of faces)
        for (const name of needed(face, scripts)) shares.set(name, (shares.get(name) ?? 0) + 1);
    for (const face of faces) for (const name of needed(face, scripts)) place.set(name, bare(face));
    for (const [name, count] of shares) if (count > 1) place.set(name, "main");
    for (const name of scripts.keys()) if (isShared(name) && !place.has(name)) place.set(name, "more");
    for (const name of needed(main, scripts)) place.set(name, "main");
    return place;
}

/** Read from memory what esbuild has made. */
const fromMemory = (scripts) => ({
    name: "from memory",
    resolveId: (path) => (scripts.has(basename(path)) ? basename(path) : null),
    load: (name) => scripts.get(name)?.text ?? null,
});

/** A style that a script wants is written as `fetchStyle("style:NAME")`. All styles of a file become one, and are asked for
 * where the first was. `writeStyles` writes it and answers the arguments to fetch it with. */
const oneStyle = (writeStyles, fetchedBy) => ({
    name: "one style",
    async renderChunk(code, chunk) {
        const wanted = [...code.matchAll(/[\w$]+\("style:([^"]+)"\)/g)];
        if (wanted.length === 0) return null;
        const fetched = await writeStyles(bare(chunk.name), [...new Set(wanted.map(([, name]) => name))]);
        fetchedBy.set(bare(chunk.name), fetched);
        let first = true;
        return code.replace(/([\w$]+)\("style:[^"]+"\)/g, (_, call) => {
            const once = first ? `${call}(${fetched})` : "0";
            first = false;
            return once;
        });
    },
});

const minified = (options) => ({
    name: "minified",
    renderChunk: async (code) => (await esbuild.transform(code, { ...options, loader: "js" })).code,
});

/** The addresses among the arguments of `fetchStyle`, without the widths. */
const addressesOf = (fetched) => fetched && JSON.parse(`[${fetched}]`).slice(0, 2);

/** `outputs`: the scripts of esbuild, `{name, text, imports}`; `main`: the name of the first. Answers the files to write, the
 * first one first, with what each imports at once, and where its style lies, if it has one. */
export async function merge(main, outputs, { writeStyles, minify, target, charset }) {
    const scripts = new Map(outputs.map((one) => [one.name, one]));
    const place = places(main, scripts);
    const fetchedBy = new Map();
    const bundle = await rollup({
        input: { main },
        plugins: [fromMemory(scripts)],
        preserveEntrySignatures: false,
        onLog(level, { message }) {
            if (level === "warn") throw new Error(`merge: ${message}`);
        },
    });
    const { output } = await bundle.generate({
        format: "es",
        entryFileNames: "[name]-[hash].js",
        chunkFileNames: ({ name }) => `${bare(name)}-[hash].js`,
        hashCharacters: "base36",
        manualChunks: (name) => place.get(name),
        onlyExplicitManualChunks: true,
        minifyInternalExports: true,
        plugins: [
            oneStyle(writeStyles, fetchedBy),
            ...(minify ? [minified({ minify, target, charset })] : []),
        ],
    });
    await bundle.close();
    // In the same order every time, whichever was written first.
    const styles = [...fetchedBy].filter(([name]) => name.startsWith("face-")).sort();
    const members = styles.map(([name, fetched]) => `${name.slice("face-".length)}:[${fetched}]`);
    for (const one of output) one.code = one.code.replace(FACE_STYLES, `{${members}}`);
    for (const one of output) one.styles = addressesOf(fetchedBy.get(bare(one.name)));
    return output.sort((a, b) => Number(b.isEntry) - Number(a.isEntry));
}
