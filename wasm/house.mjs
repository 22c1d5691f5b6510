/**
 * house.mjs: a house in JavaScript, for pages without a network: wraps the exports of house.wasm (wasm/house.c).
 * LocalHouse opens rooms and lets guests in; a Guest is used like a WebSocket and speaks docs/protocol.md; a Shelf
 * stores records in memory, for callers without a disk.
 *
 * Nothing is said before it is stored: a message to a guest waits until `keep` has stored the records behind it.
 */
import { solutionImports } from '../npm/solutions.mjs';

const KINDS = { string: 0, number: 1, true: 2, false: 3, null: 4 };
const RECORDS = /** @type {const} */ (['room', 'part', 'chat']);
const FRAME_MAX = 4096; // bytes of a message, as behind sockets
const CHAT_KEPT = 200; // lines of a room
const MATCHES_KEPT = 100; // of a room
const NORMAL = 1000; // the code of a guest who closes
const DISK_FAILED = 1013; // and of one whose room could not be stored

/**
 * Something to be kept: a room as it is now, one more part of the log of a match, or one more line of chat.
 * @typedef {{what: 'room' | 'part' | 'chat', room: string, match: number, number: number, text: string}} Rec
 */

/**
 * What a house asks for. `hash` and `random` as in knobel.mjs; none of these may throw. `fetch` answers all that was
 * kept of a room, the room first, then the parts of its last match, then the chat. `keep` answers when all of it is
 * kept; a promise that fails costs the rooms their memory. `wake`: something happened, so ask `wait` again. `learnt`: how
 * much of a game has been learnt for its bots, from 0 to 1. `think`: have a thought of a bot thought elsewhere, by a
 * Thinker with the same module; without it, or where it fails, the house thinks when it is asked to `work`.
 * @typedef {{
 *     hash: (key: Uint8Array | null, message: Uint8Array) => Uint8Array,
 *     random: (bytes: Uint8Array) => void,
 *     now: () => number,
 *     fetch: (room: string) => Rec[] | null,
 *     keep: (records: Rec[]) => Promise<void> | void,
 *     wake?: () => void,
 *     learnt?: (game: string, part: number) => void,
 *     think?: (thought: Uint8Array) => Promise<Uint8Array>,
 * }} Machine
 */

/** What the house refuses; `why` is a key of docs/protocol.md. */
export class Refusal extends Error {
    /** @param {string} why */
    constructor(why) {
        super(why);
        this.name = 'Refusal';
        this.why = why;
    }
}

/** One end of a connection to the house; use it like a WebSocket. */
export class Guest {
    /** @type {((message: {data: string}) => void) | null} */
    onmessage = null;
    /** @type {((end: {code: number, reason: string}) => void) | null} */
    onclose = null;
    #house;
    #number;

    /** Use `LocalHouse.guest`. @param {LocalHouse} house @param {number} number */
    constructor(house, number) {
        this.#house = house;
        this.#number = number;
    }

    /** @param {string} text */
    send(text) {
        this.#house.hear(this.#number, text);
    }

    close() {
        this.#house.gone(this.#number);
        this.onclose?.({ code: NORMAL, reason: '' });
    }
}

/**
 * The members of a message, objects inside flattened (`options.level`); null if it is none.
 * @param {string} text @returns {[string, string | number | boolean | null][] | null}
 */
function readMessage(text) {
    if (new TextEncoder().encode(text).length > FRAME_MAX) return null;
    let said;
    try {
        said = JSON.parse(text);
    } catch {
        return null;
    }
    const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject(said)) return null;
    const fields = Object.entries(said).flatMap(([key, value]) =>
        isObject(value)
            ? Object.entries(value).map(([inner, one]) => [`${key}.${inner}`, one])
            : [[key, value]],
    );
    const isGood = ([key, value]) =>
        !key.includes('\0') && !(typeof value === 'object' && value) && !String(value).includes('\0');
    return /** @type {any} */ (fields.every(isGood) ? fields : null);
}

export class LocalHouse {
    #machine;
    /** @type {Record<string, any>} */
    #call;
    #encoder = new TextEncoder();
    #decoder = new TextDecoder();
    /** @type {Map<number, Guest>} */
    #guests = new Map();
    #lastGuest = 0;

    /** @type {Rec[]} to be kept */
    #records = [];
    /** What waits until that is kept. @type {{guest: number, text?: string, code?: number}[]} */
    #letters = [];
    /** @type {typeof this.#letters} on its way */
    #leaving = [];
    #keeping = false;
    #kept = Promise.resolve();
    #delivering = false;
    /** Thoughts that came back unthought. @type {number[]} */
    #unthought = [];

    /** @param {BufferSource | WebAssembly.Module} source @param {Machine} machine */
    static async open(source, machine) {
        const house = new LocalHouse(machine);
        const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
        const { exports } = await WebAssembly.instantiate(module, house.#imports());
        house.#call = exports;
        house.#call.local_open();
        return house;
    }

    /** Use `LocalHouse.open`. @param {Machine} machine */
    constructor(machine) {
        this.#machine = machine;
        this.#call = {};
    }

    // ---- texts, in and out ----

    /** Growing replaces the memory, so do not keep this. */
    get #bytes() {
        return new Uint8Array(this.#call.memory.buffer);
    }

    /** @param {string} text @returns {number} its length in bytes */
    #put(text) {
        const encoded = this.#encoder.encode(text);
        const at = this.#call.local_text(encoded.length);
        this.#bytes.set(encoded, at);
        return encoded.length;
    }

    /** @param {number} at @param {number} length */
    #read(at, length) {
        return this.#decoder.decode(this.#bytes.subarray(at, at + length));
    }

    /** The text that the last call left. */
    #take() {
        return this.#read(this.#call.local_text(0), this.#call.local_text_length());
    }

    // ---- what the module asks for ----

    #imports() {
        const { hash, random, fetch } = this.#machine;
        return {
            knobel: {
                hash: (key, message, length, out) => {
                    const bytes = this.#bytes;
                    const secret = key ? bytes.subarray(key, key + 32) : null;
                    bytes.set(hash(secret, bytes.subarray(message, message + length)), out);
                },
                ...solutionImports(
                    (at, length) => this.#bytes.subarray(at, at + length),
                    this.#machine.learnt,
                ),
            },
            local: {
                random: (at, count) => random(this.#bytes.subarray(at, at + count)),
                say: (guest, at, length, atOnce) =>
                    (atOnce ? this.#leaving : this.#letters).push({ guest, text: this.#read(at, length) }),
                dismiss: (guest, code, at, length) =>
                    this.#letters.push({ guest, code, text: this.#read(at, length) }),
                keep: (what, roomAt, roomLength, match, number, at, length) =>
                    this.#records.push({
                        what: RECORDS[what],
                        room: this.#read(roomAt, roomLength),
                        match,
                        number,
                        text: this.#read(at, length),
                    }),
                fetch: (at, length) => {
                    const records = fetch(this.#read(at, length)) ?? [];
                    return records.every(({ what, match, number, text }) =>
                        this.#call.local_fetched(RECORDS.indexOf(what), match, number, this.#put(text)),
                    );
                },
            },
        };
    }

    // ---- keeping, then saying ----

    /** Let the module do something, then carry out what came of it. @template T @param {() => T} doing */
    #do(doing) {
        try {
            return doing();
        } finally {
            this.#keep();
            this.#deliver();
            this.#thinkElsewhere();
            this.#machine.wake?.();
        }
    }

    /** One batch at a time: what comes up meanwhile is the next one. */
    #keep() {
        if (this.#keeping) return;
        const records = this.#records;
        const letters = this.#letters;
        this.#records = [];
        this.#letters = [];
        const kept = records.length > 0 ? this.#machine.keep(records) : undefined;
        if (!kept) {
            this.#leaving.push(...letters);
            return;
        }
        this.#keeping = true;
        this.#kept = kept
            .then(
                () => void this.#leaving.push(...letters),
                () => this.#lose(records, letters),
            )
            .then(() => {
                this.#keeping = false;
                this.#do(() => undefined);
            });
    }

    /** Resolves when everything decided so far is stored, or lost. */
    async settled() {
        while (this.#keeping) await this.#kept;
    }

    /** Rooms whose records could not be stored are dropped, and their guests only learn that. */
    #lose(records, letters, code = DISK_FAILED) {
        const lost = new Set(records.map(({ room }) => room));
        const waiting = [...letters, ...this.#letters];
        this.#records = this.#records.filter(({ room }) => !lost.has(room));
        this.#letters = [];
        for (const room of lost) this.#call.local_lost(this.#put(room));
        for (const letter of this.#letters) letter.code = code;
        const sentAway = new Set(this.#letters.map(({ guest }) => guest));
        this.#letters.unshift(...waiting.filter(({ guest }) => !sentAway.has(guest)));
    }

    /** In order, even if a message makes a guest send another. */
    #deliver() {
        if (this.#delivering) return;
        this.#delivering = true;
        for (let letter; (letter = this.#leaving.shift());) {
            const guest = this.#guests.get(letter.guest);
            if (letter.code === undefined) guest?.onmessage?.({ data: letter.text ?? '' });
            else {
                this.#guests.delete(letter.guest);
                guest?.onclose?.({ code: letter.code, reason: letter.text ?? '' });
            }
        }
        this.#delivering = false;
    }

    // ---- bots ----

    #thinkElsewhere() {
        const { think } = this.#machine;
        if (!think) return;
        for (let at; (at = this.#call.local_take_thought());) {
            const place = at;
            think(this.#bytes.slice(at, at + this.#call.local_thought_bytes())).then(
                (answer) => this.#hearThought(place, answer),
                () => {
                    this.#unthought.push(place);
                    this.#machine.wake?.();
                },
            );
        }
    }

    /** @param {number} at @param {Uint8Array} answer */
    #hearThought(at, answer) {
        this.#bytes.set(answer.subarray(0, this.#call.local_thought_bytes()), at);
        this.#do(() => this.#call.local_thought_done(at, this.#machine.now()));
    }

    /** One thought, here; false if none waits. */
    #think() {
        const at = this.#unthought.shift() ?? this.#call.local_take_thought();
        if (!at) return false;
        this.#call.local_think(at);
        this.#call.local_thought_done(at, this.#machine.now());
        return true;
    }

    // ---- guests ----

    /** Someone comes. */
    guest() {
        const number = ++this.#lastGuest;
        const guest = new Guest(this, number);
        this.#guests.set(number, guest);
        this.#do(() => this.#call.local_come(number, this.#machine.now()));
        return guest;
    }

    /** @param {number} number @param {string} text */
    hear(number, text) {
        if (!this.#guests.has(number)) return;
        const now = this.#machine.now();
        this.#do(() =>
            this.#putMessage(text)
                ? this.#call.local_hear(number, now)
                : this.#call.local_mishear(number, now),
        );
    }

    /** @param {number} number */
    gone(number) {
        if (!this.#guests.delete(number)) return;
        this.#do(() => this.#call.local_gone(number, this.#machine.now()));
    }

    /** @param {string} text */
    #putMessage(text) {
        const fields = readMessage(text);
        return fields?.every(([key, value]) => this.#putField(key, value)) ?? false;
    }

    /** @param {string} key @param {string | number | boolean | null} value */
    #putField(key, value) {
        const kind =
            KINDS[typeof value === 'string' || typeof value === 'number' ? typeof value : String(value)];
        const text = typeof value === 'string' ? value : '';
        const textLength = this.#encoder.encode(text).length;
        const keyLength = this.#put(key + text) - textLength;
        return (
            this.#call.local_field(keyLength, kind, textLength, typeof value === 'number' ? value : 0) === 1
        );
    }

    // ---- time ----

    /** How long nothing has to be done, in milliseconds; null: until something happens. */
    wait() {
        if (this.#unthought.length > 0 || this.#call.local_thinks()) return 0;
        const alarm = this.#call.local_alarm();
        return alarm < 0 ? null : Math.max(0, alarm - this.#machine.now());
    }

    /** Do pending work: one thought of a bot, or a deadline. */
    work() {
        this.#do(() => this.#think() || this.#call.local_tick(this.#machine.now()));
    }

    // ---- what others get over HTTP ----

    /** @param {boolean} good @returns {string} */
    #answer(good) {
        const text = this.#take();
        if (!good) throw new Refusal(text);
        return text;
    }

    /** @returns {any[]} the games of the house */
    games() {
        this.#call.local_games();
        return JSON.parse(this.#take());
    }

    /** Open a room. @param {Record<string, unknown>} request @returns {{room: string, link: string, token: string}} */
    openRoom(request) {
        return this.#do(() => {
            if (!this.#putMessage(JSON.stringify(request))) {
                this.#call.local_forget_message();
                throw new Refusal('not_understood');
            }
            return JSON.parse(this.#answer(this.#call.local_open_room(this.#machine.now())));
        });
    }

    /** @param {string} room */
    describeRoom(room) {
        const length = this.#put(room);
        return this.#do(() =>
            JSON.parse(this.#answer(this.#call.local_describe_room(length, this.#machine.now()))),
        );
    }

    /** The log of a match that is over, with its secret. @param {string} parts all that were kept of it, joined */
    log(room, match, parts) {
        const length = this.#put(room + parts);
        return this.#do(() =>
            this.#answer(this.#call.local_log(match, room.length, length, this.#machine.now())),
        );
    }

    /** Is the room in memory? Then it is not fetched. @param {string} room */
    has(room) {
        return this.#call.local_has(this.#put(room)) === 1;
    }

    /** Drop a room that another house has taken over; its guests are disconnected with that code. */
    letGo(room, code) {
        this.#do(() => this.#lose([{ room }], [], code));
    }

    /** How much memory the house uses. */
    memoryBytes() {
        return this.#bytes.length;
    }
}

/**
 * Thinks for the bots of a house that is elsewhere: another instance of its module, with what has been learnt in a memory
 * of its own.
 */
export class Thinker {
    /** @type {Record<string, any>} */
    #call = {};

    /**
     * @param {WebAssembly.Module} module the house's own
     * @param {import('../npm/solutions.mjs').Learnt} [learnt]
     * @param {import('../npm/solutions.mjs').Solutions} [solutions]
     */
    static async open(module, learnt, solutions) {
        const thinker = new Thinker();
        const nothing = () => {
            throw new Error('a thinker has no house');
        };
        const names = (from) => WebAssembly.Module.imports(module).filter((one) => one.module === from);
        const local = Object.fromEntries(names('local').map(({ name }) => [name, nothing]));
        const bytes = (at, length) => thinker.#bytes.subarray(at, at + length);
        const { exports } = await WebAssembly.instantiate(module, {
            local,
            knobel: { hash: nothing, ...solutionImports(bytes, learnt, solutions) },
        });
        thinker.#call = exports;
        return thinker;
    }

    get #bytes() {
        return new Uint8Array(this.#call.memory.buffer);
    }

    /** @param {Uint8Array} thought @returns {Uint8Array} */
    think(thought) {
        const size = this.#call.local_thought_bytes();
        if (thought.length !== size) throw new TypeError('not a thought of this house');
        const at = this.#call.local_guest_thought();
        this.#bytes.set(thought, at);
        this.#call.local_think(at);
        return this.#bytes.slice(at, at + size);
    }
}

/** A disk in memory: the stored records, by room. */
export class Shelf {
    /** @type {Map<string, {room: Rec | null, parts: Rec[], chat: Rec[]}>} */
    #rooms = new Map();

    /** @param {Rec[]} records */
    keep(records) {
        for (const record of records) {
            const kept = this.#rooms.get(record.room) ?? { room: null, parts: [], chat: [] };
            this.#rooms.set(record.room, kept);
            if (record.what === 'room') kept.room = record;
            else if (record.what === 'chat') kept.chat = [...kept.chat, record].slice(-CHAT_KEPT);
            else
                kept.parts = [
                    ...kept.parts.filter(({ match }) => match > record.match - MATCHES_KEPT),
                    record,
                ];
        }
    }

    /** @param {string} room @returns {Rec[] | null} */
    fetch(room) {
        const kept = this.#rooms.get(room);
        if (!kept?.room) return null;
        const last = kept.room.match;
        return [kept.room, ...kept.parts.filter(({ match }) => match === last), ...kept.chat];
    }

    /** The parts of one match, joined. @param {string} room @param {number} match */
    parts(room, match) {
        const parts = this.#rooms.get(room)?.parts.filter((part) => part.match === match) ?? [];
        return parts.map(({ text }) => text).join('');
    }

    /** @param {string} room */
    forget(room) {
        this.#rooms.delete(room);
    }
}
