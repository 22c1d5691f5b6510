/* words.mjs: the words of the page. Finds those that web/src and games/GAME/page use, and reads their translations out of
 * the catalogues (po/). As a program it prints them the way xgettext reads C, for words/update. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { pagesOfGames, wordsOfGames } from "./games.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
export const languages = ["en", "de", "nl", "ja"];

const literal = String.raw`"(?:[^"\\\n]|\\.)*"`;
const joined = String.raw`${literal}(?:\s*\+\s*${literal})*`;
const call = new RegExp(
    String.raw`(?<![\w$.])(_n|_c|_|N_)\(\s*(?:(${joined})\s*(?:,\s*(${joined}))?(?=\s*[,)])|(?=(\S)))`,
    "g",
);

/** The gallery is for us; words.ts is where `_` itself is made. */
const notForPeople = ["table/gallery.tsx", "ui/words.ts", "built.d.ts"].map((file) =>
    join(root, "web/src", file),
);

/** All files of the page that may hold words. */
export function sources() {
    const folders = [join(root, "web/src"), ...pagesOfGames().map(([, folder]) => folder)];
    return folders.flatMap(sourcesIn);
}

function sourcesIn(folder) {
    return readdirSync(folder, { withFileTypes: true })
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .flatMap((entry) => {
            const path = join(folder, entry.name);
            if (entry.isDirectory()) return sourcesIn(path);
            const holds = /\.tsx?$/.test(entry.name) && !notForPeople.includes(path);
            return holds ? [path] : [];
        });
}

/** The value of `"one" + "two"`. */
function text(expression) {
    const parts = expression.match(new RegExp(literal, "g"));
    return parts.map((part) => JSON.parse(part)).join("");
}

const withoutComments = (source) => source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");

/** The words of one file: `{one, many, context}`, many only where the number decides. */
function wordsIn(path) {
    const found = [];
    for (const [whole, name, first, second, other] of withoutComments(readFileSync(path, "utf8")).matchAll(
        call,
    )) {
        if (other || ["_n", "_c"].includes(name) !== !!second)
            throw new Error(
                `${relative(root, path)}: only plain texts can be translated: ${whole}${other ?? ""}`,
            );
        if (name === "_c") found.push({ context: text(first), one: text(second) });
        else found.push(second ? { one: text(first), many: text(second) } : { one: text(first) });
    }
    return found;
}

/** What a catalogue calls a word. */
const idOf = ({ context, one }) => (context ? `${context}\u0004${one}` : one);

/** The words of these files, or of the whole page, each once. */
export function usedWords(files = sources()) {
    const used = new Map();
    for (const word of files.flatMap(wordsIn)) {
        const before = used.get(idOf(word));
        if (!before || word.many) used.set(idOf(word), word);
    }
    return [...used.values()];
}

/** The identifiers of the rules, `{game, key}`, as words/keys.c and games/GAME/words.c list them. */
function ruleKeys() {
    const own = readdirSync(join(root, "games")).map((game) => join(root, "games", game, "words.c"));
    const files = [join(root, "words/keys.c"), ...own.filter(existsSync)];
    const source = files.map((file) => readFileSync(file, "utf8")).join("");
    return [...source.matchAll(/\bKC?_\((?:"(\w+)", )?"(\w+)"\)/g)].map(([, game, key]) => ({ game, key }));
}

/** One catalogue: from `context\u0004msgid` or `msgid` to all its forms. */
function readCatalogue(language) {
    const entries = new Map();
    const blocks = readFileSync(join(root, `po/${language}.po`), "utf8").split(/\n\s*\n/);
    for (const block of blocks) {
        const fields = {};
        let field = "";
        for (const line of block.split("\n")) {
            const [, name, quoted] = line.match(/^(?:(msg\w+(?:\[\d\])?) )?(".*")$/) ?? [];
            if (!quoted) continue;
            if (name) field = name;
            fields[field] = (fields[field] ?? "") + JSON.parse(quoted);
        }
        if (!fields.msgid) continue;
        const forms =
            "msgstr" in fields
                ? [fields.msgstr]
                : Object.keys(fields)
                      .filter((name) => name.startsWith("msgstr["))
                      .sort()
                      .map((name) => fields[name]);
        const context = fields.msgctxt ? `${fields.msgctxt}\u0004` : "";
        if (forms.every(Boolean)) entries.set(context + fields.msgid, forms);
    }
    return entries;
}

/** Of these texts those that a language says differently: `{text: translation}`, a list where the number decides. */
function translated(language, texts) {
    const known = readCatalogue(language);
    const differs = ([id, plain]) =>
        known.has(id) && (known.get(id).length > 1 || known.get(id)[0] !== plain);
    return Object.fromEntries(
        texts
            .filter(differs)
            .map(([id]) => [id, known.get(id).length > 1 ? known.get(id) : known.get(id)[0]]),
    );
}

const plainTexts = (language, words) =>
    language === "en" ? [] : words.map((word) => [idOf(word), word.one]);

/** The sentences of the games (built:sentences), which belong to the file that says them. */
const SAYS_SENTENCES = "web/src/table/reasons.ts";

function sentences() {
    return wordsOfGames().flatMap(({ reasons, nudges }) => [
        ...Object.values(nudges).map((one) => ({ one })),
        ...Object.values(reasons).flatMap(({ by, one, many }) =>
            by === "throws" ? [{ one }, { one: many }] : [{ one }],
        ),
    ]);
}

/** What the shelf says (built:shelf) is always needed. */
function shelfTexts() {
    return wordsOfGames().flatMap(({ short, about, options }) => {
        const said = Object.values(options).flatMap(({ label, values }) => [label, ...Object.values(values)]);
        return [short, about, ...said].filter(Boolean).map((one) => ({ one }));
    });
}

/** The words of these files, those of the games among them. */
function textsOf(files) {
    const says = !files || files.some((file) => relative(root, file) === SAYS_SENTENCES);
    return [...usedWords(files), ...shelfTexts(), ...(says ? sentences() : [])];
}

/**
 * What files of the page, or all of them, need of a language, with the identifiers of the rules. What has no
 * translation, or is the same, is left out; the page then shows the source text.
 */
export function catalogue(language, files) {
    const keys = ruleKeys().map(({ game, key }) => [game ? `${game}\u0004${key}` : key, key]);
    return translated(language, [...plainTexts(language, textsOf(files)), ...keys]);
}

/** What the rest of the page needs besides. */
export function restOfCatalogue(language, files) {
    const first = new Set(textsOf(files).map(idOf));
    const rest = textsOf().filter((word) => !first.has(idOf(word)));
    return translated(language, plainTexts(language, rest));
}

/** The games that have rules for players: games/GAME/rules.txt. */
export function gamesWithRules() {
    const has = (game) => existsSync(join(root, "games", game, "rules.txt"));
    return readdirSync(join(root, "games")).filter(has).sort();
}

/** The rules of a game in a language: every line that is for people is one text of the catalogue. */
export function rulesIn(game, language) {
    const known = readCatalogue(language);
    const lines = readFileSync(join(root, `games/${game}/rules.txt`), "utf8").split("\n");
    const translated = lines.map((line) => {
        const [, sign, text] = line.match(/^([#-] )?(.*)$/);
        return (sign ?? "") + (known.get(text)?.[0] ?? text);
    });
    return translated.join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    for (const { context, one, many } of usedWords()) {
        const [text, more, where] = [one, many, context].map((each) => JSON.stringify(each));
        if (context) console.log(`KC_(${where}, ${text});`);
        else console.log(many ? `words_plural(${text}, ${more}, n);` : `_(${text});`);
    }
}
