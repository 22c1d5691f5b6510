/* log-packing.ts: a log said shortly, for links: what follows from the lines before is left out. It becomes the same log again to
 * the letter, or it is not shortened. The form, line by line:
 *
 *     ~                             then the header of the log as it is, up to `events`
 *     1200a$:keep 3 3               1200 ms after the event before, seat 1 (a to h), with a salt: the move
 *     D:4|2|5                       three dice at the same time
 *     3400b acted=-187 error=12:…   times of an act as differences to the line's own
 *     .5f3a9c0d11223344…            all salts, one behind the other
 *     secret …                      the rest as it is */
import { LOG_MAX } from "./limits";

const OTHERS = { dice: "D", ours: "O", clock: "C", back: "B" } as const;
const SEATS = "abcdefgh";
const SALT_DIGITS = 16;

const written = /^(\d+) (\d+)\.(\d{3}) (seat([1-8])|dice|ours|clock|back)((?: [a-z]+=[^ :]+)*): (.*)$/;
const said = /^(\d*)([a-hDOCB])(\$?)((?: [a-z]+=[^ :]+)*):(.*)$/;

const millis = (seconds: string) => Math.round(Number(seconds) * 1000);
const seconds = (ms: number) => `${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, "0")}`;

/** ` acted=81.013 error=12`: times told from `at`. */
function shortenNotes(notes: string, at: number): string {
    return notes.replace(
        / (acted|claimed)=([\d.]+)/g,
        (_all, key: string, time: string) => ` ${key}=${millis(time) - at}`,
    );
}

function lengthenNotes(notes: string, at: number): string {
    return notes.replace(
        / (acted|claimed)=(-?\d+)/g,
        (_all, key: string, off: string) => ` ${key}=${seconds(at + Number(off))}`,
    );
}

/** Null if there is a line that cannot be said so. */
function shortenEvents(lines: string[]): string[] | null {
    const short: string[] = [];
    let salts = "";
    let before = 0;
    for (const [index, line] of lines.entries()) {
        const found = written.exec(line);
        if (!found || Number(found[1]) !== index + 1) return null;
        const [, , whole, part, who, seat, notes = "", move = ""] = found;
        const at = Number(whole) * 1000 + Number(part);
        const salt = / salt=([0-9a-f]{16})/.exec(notes);
        salts += salt?.[1] ?? "";
        const rest = shortenNotes(notes.replace(/ salt=[0-9a-f]{16}/, ""), at);
        const sign = seat ? SEATS[Number(seat) - 1] : OTHERS[who as keyof typeof OTHERS];
        const head = `${at - before || ""}${sign}${salt ? "$" : ""}${rest}:`;
        const last = short.length - 1;
        // More of the same dice, at the same time.
        if (head === "D:" && /^\d*D:/.test(short[last] ?? "")) short[last] += `|${move}`;
        else short.push(head + move);
        before = at;
    }
    return [...short, `.${salts}`];
}

const NAMES = Object.fromEntries(Object.entries(OTHERS).map(([name, sign]) => [sign, name]));

function lengthenEvents(lines: string[], salts: string): string[] {
    const long: string[] = [];
    let at = 0;
    let salted = 0;
    let length = 0;
    for (const line of lines) {
        const [, later, sign, salt, notes = "", moves] = said.exec(line) ?? [];
        if (sign === undefined || moves === undefined) throw new Error("not a match");
        at += Number(later);
        const who = NAMES[sign] ?? `seat${SEATS.indexOf(sign) + 1}`;
        const own = salt ? ` salt=${salts.slice(salted, salted + SALT_DIGITS)}` : "";
        if (salt) salted += SALT_DIGITS;
        for (const move of sign === "D" ? moves.split("|") : [moves]) {
            const whole = `${long.length + 1} ${seconds(at)} ${who}${lengthenNotes(notes, at)}${own}: ${move}`;
            length += whole.length + 1;
            if (length > LOG_MAX) throw new Error("too long");
            long.push(whole);
        }
    }
    return long;
}

const EVENTS = "\nevents\n";

/** The same log in fewer letters; itself if it cannot be said shorter. */
export function shorten(log: string): string {
    const start = log.indexOf(EVENTS) + EVENTS.length;
    const end = log.indexOf("\nsecret ", start - 1);
    if (start < EVENTS.length || end < start) return log;
    const short = shortenEvents(log.slice(start, end).split("\n"));
    if (!short) return log;
    const whole = `~${log.slice(0, start)}${short.join("\n")}${log.slice(end)}`;
    return lengthen(whole) === log ? whole : log;
}

/** The log again; throws if this cannot be one. */
export function lengthen(text: string): string {
    if (!text.startsWith("~")) return text;
    const start = text.indexOf(EVENTS) + EVENTS.length;
    const salts = text.indexOf("\n.", start - 1);
    const end = text.indexOf("\n", salts + 1);
    if (start < EVENTS.length || salts < start || end < 0) throw new Error("not a match");
    const long = lengthenEvents(text.slice(start, salts).split("\n"), text.slice(salts + 2, end));
    return `${text.slice(1, start)}${long.join("\n")}${text.slice(end)}`;
}
