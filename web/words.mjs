/* words.mjs: the words of the page. Finds those that web/src uses, and reads their translations out of
 * the catalogues (po/). As a program it prints them the way xgettext reads C, for words/update. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
export const languages = ["en", "de", "nl", "ja"];

const literal = String.raw`"(?:[^"\\\n]|\\.)*"`;
const joined = String.raw`${literal}(?:\s*\+\s*${literal})*`;
const call = new RegExp(
    String.raw`(?<![\w$.])(_n|_|N_)\(\s*(?:(${joined})\s*(?:,\s*(${joined}))?(?=\s*[,)])|(?=(\S)))`,
    "g",
);

/** The gallery is for us; words.ts is where `_` itself is made. */
const notForPeople = ["gallery.tsx", "words.ts", "made.d.ts"];

/** All files below web/src that may hold words. */
export function sources(folder = join(root, "web/src")) {
    return readdirSync(folder, { withFileTypes: true })
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .flatMap((entry) => {
            const path = join(folder, entry.name);
            if (entry.isDirectory()) return sources(path);
            const holds = /\.tsx?$/.test(entry.name) && !notForPeople.includes(entry.name);
            return holds ? [path] : [];
        });
}

/** The value of `"one" + "two"`. */
function text(expression) {
    const parts = expression.match(new RegExp(literal, "g"));
    return parts.map((part) => JSON.parse(part)).join("");
}

const withoutComments = (source) => source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");

/** The words of one file: `{one, many}`, many only where the number decides. */
function wordsIn(path) {
    const found = [];
    for (const [whole, name, one, many, other] of withoutComments(readFileSync(path, "utf8")).matchAll(
        call,
    )) {
        if (other || (name === "_n") !== !!many)
            throw new Error(
                `${relative(root, path)}: only plain texts can be translated: ${whole}${other ?? ""}`,
            );
        found.push(many ? { one: text(one), many: text(many) } : { one: text(one) });
    }
    return found;
}

/** The words of these files, or of the whole page, each once. */
export function usedWords(files = sources()) {
    const used = new Map();
    for (const word of files.flatMap(wordsIn)) {
        const before = used.get(word.one);
        if (!before || word.many) used.set(word.one, word);
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

const plainTexts = (language, words) => (language === "en" ? [] : words.map(({ one }) => [one, one]));

/**
 * What files of the page, or all of them, need of a language, with the identifiers of the rules. What has no
 * translation, or is the same, is left out; the page then shows the source text.
 */
export function catalogue(language, files) {
    const keys = ruleKeys().map(({ game, key }) => [game ? `${game}\u0004${key}` : key, key]);
    return translated(language, [...plainTexts(language, usedWords(files)), ...keys]);
}

/** What the rest of the page needs besides. */
export function restOfCatalogue(language, files) {
    const first = new Set(usedWords(files).map(({ one }) => one));
    const rest = usedWords().filter(({ one }) => !first.has(one));
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
    for (const { one, many } of usedWords())
        console.log(
            many
                ? `words_plural(${JSON.stringify(one)}, ${JSON.stringify(many)}, n);`
                : `_(${JSON.stringify(one)});`,
        );
}
