/**
 * engine.mjs: the engine in JavaScript: wraps the exports of knobel.wasm (wasm/knobel.c) in three
 * classes. Knobel is the engine, Position a position or a view of one, Table one match.
 *
 * Seats count from 0 here, as in the engine; the texts of moves, positions and logs count from 1.
 * Times are whole milliseconds since the table opened. Salts are BigInts of 64 bits, 0n for none.
 */
import { hash as ownHash } from './sha256.mjs';
import { solutionImports } from './solutions.mjs';

/** Actors besides the seats, someone who only looks, and the time that never comes. */
export const CHANCE = 8;
export const CLOCK = 9;
export const WATCHER = 10;
export const NEVER = -1;

/** @type {Random} */
const ownRandom = (bytes) => void crypto.getRandomValues(/** @type {any} */ (bytes));

/** What bots can be. */
export const LEVELS = /** @type {const} */ (['child', 'beginner', 'regular', 'strong', 'best', 'random']);

/** @typedef {(typeof LEVELS)[number]} Level */

/**
 * HMAC-SHA-256 under a key of 32 bytes, without one plain SHA-256. Must answer at once and must not
 * throw: an exception would leave the module half way through a call.
 * @typedef {(key: Uint8Array | null, message: Uint8Array) => Uint8Array} Hash
 */

/** Fills bytes with what nobody can foresee. @typedef {(bytes: Uint8Array) => void} Random */

/**
 * What may be brought along: another hash, other random numbers; someone who is told how much of a game has been learnt for its bots; a store
 * for what was learnt, so that it need not be learnt again.
 * @typedef {{
 *     hash?: Hash | undefined,
 *     random?: Random | undefined,
 *     learnt?: import('./solutions.mjs').Learnt | undefined,
 *     solutions?: import('./solutions.mjs').Solutions | undefined,
 * }} Loading
 */

/**
 * A move with its value; more is better. `error` is half of a 95 % interval, 0 if it is exact; `why` are facts about the
 * move (docs/protocol.md).
 * @typedef {{move: string, value: number, error: number, why?: ({key: string} & Record<string, unknown>)[]}} Opinion
 */

/**
 * Who sits at a table: a name, for a bot its key, and the salt that a person has brought.
 * @typedef {{name: string, bot?: string, salt?: bigint}} Seat
 */

/**
 * How a log was found to be; `line` is that of the complaint, if there was one.
 * @typedef {{line: number, events: number, rolls: number, unchecked: number, declared: number,
 *            salted: number, unsalted: number, over: boolean}} Report
 */

/**
 * @typedef {{key: string, values?: string[], min?: number, max?: number,
 *            initial: string | number}} Option
 * @typedef {{game: string, version: number, seats_min: number, seats_max: number,
 *            companion: string | null, same_dice: boolean, seat_keys?: string[], fewest_win?: boolean,
 *            options: Option[]}} Game
 */

/** What the engine refuses; `reason` is a key such as `illegal` or `wrong_dice`. */
export class Refusal extends Error {
    /** @param {string} reason @param {Report} [report] of the log that was refused */
    constructor(reason, report) {
        super(report ? `${reason} in line ${report.line}` : reason);
        this.name = 'Refusal';
        this.reason = reason;
        this.report = report;
    }
}

/** The bare exports, and texts carried in and out. */
class Wire {
    #encoder = new TextEncoder();
    #decoder = new TextDecoder();

    /** @param {Record<string, any>} exports */
    constructor(exports) {
        this.call = exports;
        /** Whose review is under way. @type {symbol | null} */
        this.reviewing = null;
    }

    /** Growing replaces the memory, so do not keep this. @returns {Uint8Array} */
    get bytes() {
        return new Uint8Array(this.call.memory.buffer);
    }

    /** @param {string} text @returns {number} its length in bytes */
    put(text) {
        const encoded = this.#encoder.encode(text);
        const at = this.call.knobel_text(encoded.length);
        if (!at) throw new Refusal('too_long');
        this.bytes.set(encoded, at);
        return encoded.length;
    }

    /** @param {number} at @param {number} length */
    read(at, length) {
        return this.#decoder.decode(this.bytes.subarray(at, at + length));
    }

    /** The text that the last call left. */
    take() {
        return this.read(this.call.knobel_text(0), this.call.knobel_text_length());
    }

    /** @param {...Uint8Array} parts @returns {number} their length */
    putBytes(...parts) {
        const length = parts.reduce((sum, part) => sum + part.length, 0);
        let at = this.call.knobel_text(length);
        for (const part of parts) {
            this.bytes.set(part, at);
            at += part.length;
        }
        return length;
    }

    takeBytes() {
        const at = this.call.knobel_text(0);
        return this.bytes.slice(at, at + this.call.knobel_text_length());
    }

    /** @param {number} answer */
    reason(answer) {
        this.call.knobel_answer_name(answer);
        return this.take();
    }

    /** @param {number} answer 0, or why not */
    check(answer) {
        if (answer !== 0) throw new Refusal(this.reason(answer));
    }

    /** @param {number} number of the call's own, or a negated answer */
    number(number) {
        if (number < 0) throw new Refusal(this.reason(-number));
        return number;
    }
}

/** @param {number} set one bit for each actor @returns {number[]} */
function members(set) {
    return Array.from({ length: WATCHER }, (_, who) => who).filter((who) => (set >> who) & 1);
}

/** @param {string} text lines, each with its end */
function lines(text) {
    return text.split('\n').slice(0, -1);
}

export class Knobel {
    #wire;

    /**
     * @param {BufferSource | WebAssembly.Module} source knobel.wasm, or knobel-simd.wasm
     * @param {Loading} [loading]
     */
    static async load(source, { hash = ownHash, random = ownRandom, learnt, solutions } = {}) {
        if (hash(null, new Uint8Array(0)).length !== 32) throw new TypeError('hash: not 32 bytes');
        /** @type {Wire} */
        let wire;
        /** @param {number} key @param {number} message @param {number} length @param {number} out */
        const hook = (key, message, length, out) => {
            const bytes = wire.bytes;
            const secret = key ? bytes.subarray(key, key + 32) : null;
            bytes.set(hash(secret, bytes.subarray(message, message + length)), out);
        };
        const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
        const learning = solutionImports(
            (at, length) => wire.bytes.subarray(at, at + length),
            learnt,
            solutions,
        );
        const instance = await WebAssembly.instantiate(module, { knobel: { hash: hook, ...learning } });
        wire = new Wire(instance.exports);
        return new Knobel(wire, hash, random);
    }

    /** Use `Knobel.load`. @param {Wire} wire @param {Hash} hash @param {Random} random */
    constructor(wire, hash, random) {
        this.#wire = wire;
        this.hash = hash;
        this.random = random;
    }

    /** @returns {Game[]} the games of the house */
    games() {
        this.#wire.call.knobel_games();
        return JSON.parse(this.#wire.take());
    }

    /** How much memory the engine has taken. */
    memoryBytes() {
        return this.#wire.bytes.length;
    }

    /** Every reason a Refusal can have, `ok` first. */
    reasons() {
        const found = [];
        for (let name; (name = this.#wire.reason(found.length));) found.push(name);
        return found;
    }

    /**
     * One number for the behaviour of a game on so many random matches.
     * @param {string} game
     * @param {bigint} seed
     * @param {number} matches
     */
    fingerprint(game, seed, matches) {
        const length = this.#wire.put(game);
        const number = this.#wire.call.knobel_fingerprint(length, seed, matches);
        if (number === 0n) throw new Refusal('no_such_game');
        return BigInt.asUintN(64, number);
    }

    /** @param {string} text `GAME key=value …`, such as `GAME seats=2` */
    position(text) {
        const wire = this.#wire;
        const position = new Position(wire, () => wire.check(wire.call.knobel_position_read(wire.put(text))));
        position.text(); // refuses now rather than later
        return position;
    }

    /** Load a log: every move and, where the secret is there, every roll is checked. @param {string} log */
    table(log) {
        const wire = this.#wire;
        const handle = wire.call.knobel_table_load(wire.put(log));
        const reason = handle < 0 ? wire.reason(-handle) : null;
        wire.call.knobel_report();
        const report = JSON.parse(wire.take());
        if (reason) throw new Refusal(reason, report);
        return new Table(wire, handle, report);
    }

    #drawSecret() {
        const bytes = new Uint8Array(32);
        this.random(bytes);
        return bytes;
    }

    /**
     * Open a new table: load a log without events, then let happen what is due at once.
     * @param {object} plan
     * @param {string} plan.game
     * @param {Seat[]} plan.seats
     * @param {Record<string, string | number>} [plan.options] those that are not as usual
     * @param {Uint8Array} [plan.secret] 32 bytes nobody can foresee; without it they are drawn here. Not with `same`
     * @param {string} [plan.same] the name of dice that are the same for everyone
     * @param {boolean} [plan.ours] people throw real dice
     * @param {number} [plan.opened] Unix time in milliseconds
     */
    open({ game, seats, options = {}, secret, same, ours = false, opened = 0 }) {
        const chosen = Object.entries(options).map(([key, value]) => ` ${key}=${value}`);
        const setup = this.position(`${game} seats=${seats.length}${chosen.join('')}`);
        const behind = same
            ? this.hash(null, new TextEncoder().encode(`knobel same dice ${game} ${same}`))
            : (secret ?? this.#drawSecret());
        const dice = same ? `same ${same}` : ours ? 'ours' : 'house';
        const seal = hex(this.hash(null, behind));
        const table = this.table(
            `knobel log 2\ngame ${game} ${setup.version()}\nseats ${seats.length}\n` +
                `options${setup.options()}\ndice ${dice}\nseal ${seal}\n` +
                `opened ${opened}\n${seats.map(seatLine).join('')}events\n` +
                `secret ${hex(behind)}\nend 0\n`,
        );
        table.tick(0);
        return table;
    }
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {Seat} seat @param {number} index */
function seatLine({ name, bot, salt }, index) {
    const brought = salt ? salt.toString(16).padStart(16, '0') : '-';
    return `seat ${index + 1} ${bot ? `bot:${bot}` : 'person'} ${brought} ${name}\n`;
}

/** A situation. The engine holds one at a time; each question takes this one in hand first. */
export class Position {
    #wire;
    #hold;

    /** Use `Knobel.position` or `Table.view`. @param {Wire} wire @param {() => void} hold */
    constructor(wire, hold) {
        this.#wire = wire;
        this.#hold = hold;
    }

    /** @param {string} what @param {...any} more */
    #ask(what, ...more) {
        this.#hold();
        return this.#wire.call[`knobel_${what}`](...more);
    }

    /** @param {string} what @param {...any} more */
    #askText(what, ...more) {
        this.#ask(what, ...more);
        return this.#wire.take();
    }

    /** `GAME key=value …` */
    text() {
        return this.#askText('position_write');
    }

    /** ` key=value …`: every option. */
    options() {
        return this.#askText('position_options');
    }

    /** Of the game's rules. @returns {number} */
    version() {
        return this.#ask('position_version');
    }

    /** All a face needs to draw; what is hidden is null. */
    describe() {
        return JSON.parse(this.#askText('position_describe'));
    }

    /** What a seat or the clock may do, or what CHANCE can bring. @param {number} who */
    moves(who) {
        return lines(this.#askText('position_moves', who));
    }

    toAct() {
        return members(this.#ask('position_to_act'));
    }

    /** Those who won or share the win; nobody while the game goes on. */
    result() {
        return members(this.#ask('position_result'));
    }

    /** @returns {number[]} the points of each seat */
    scores() {
        return Array.from({ length: this.#ask('position_seats') }, (_, seat) =>
            this.#ask('position_score', seat),
        );
    }

    /**
     * What a bot does for a seat that is due.
     * @param {number} who
     * @param {Level} level
     * @param {bigint} seed the same position, level and seed give the same choice
     * @returns {{move: string, delay: number}} delay -1: it keeps still
     */
    choose(who, level, seed) {
        const move = this.#askText('bot_choose', who, LEVELS.indexOf(level), seed);
        return { move, delay: this.#wire.call.knobel_bot_delay() };
    }

    /** Every move of a seat with its value, best first. @param {number} who @returns {Opinion[]} */
    judge(who) {
        return JSON.parse(this.#askText('bot_judge', who));
    }

    /** What those values count; null if nobody can judge the game. @returns {'points' | 'wins' | 'minus_points' | null} */
    meaning() {
        return /** @type {const} */ (['points', 'wins', 'minus_points'])[this.#ask('bot_meaning')] ?? null;
    }

    /** How many sequences of `depth` events (at most 64) follow. @param {number} depth */
    perft(depth) {
        return BigInt.asUintN(64, this.#ask('position_perft', depth));
    }
}

/** A review that is put together from thoughts, event by event. */
class Review {
    #wire;
    #handle;
    #mine = Symbol('review');
    #json = '';
    /** How many events there are, and how many are entered. */
    count = 0;
    entered = 0;

    /** @param {Wire} wire @param {number} handle @param {Uint8Array} values */
    constructor(wire, handle, values) {
        this.#wire = wire;
        this.#handle = handle;
        wire.reviewing = this.#mine;
        this.count = wire.call.knobel_enter_begin(handle, wire.putBytes(values));
        this.#json = wire.take();
    }

    /**
     * Enter the next event; false if the verdict on its move is wanted, too.
     * @param {Uint8Array} values @param {Uint8Array} [verdict]
     */
    enter(values, verdict = new Uint8Array()) {
        if (this.#wire.reviewing !== this.#mine) throw new Refusal('outdated');
        const length = this.#wire.putBytes(values, verdict);
        if (!this.#wire.call.knobel_enter_step(this.#handle, length)) return false;
        this.#json += this.#wire.take();
        this.entered++;
        return true;
    }

    /** What `knobel review --json` prints of the match so far. */
    json() {
        if (this.#wire.reviewing !== this.#mine) throw new Refusal('outdated');
        this.#wire.call.knobel_review_end(this.#handle);
        return this.#json + this.#wire.take();
    }
}

/** One match. Close it when done: only a few can be open at once. */
export class Table {
    #wire;
    #handle;

    /** Use `Knobel.table` or `Knobel.open`. @param {Wire} wire @param {number} handle @param {Report} report */
    constructor(wire, handle, report) {
        this.#wire = wire;
        this.#handle = handle;
        this.report = report;
    }

    /** @param {string} what @param {...any} more */
    #call(what, ...more) {
        return this.#wire.call[`knobel_table_${what}`](this.#handle, ...more);
    }

    /** @param {string} what @param {...any} more */
    #do(what, ...more) {
        this.#wire.check(this.#call(what, ...more));
    }

    /** Twice is as good as once. */
    close() {
        if (this.#handle >= 0) this.#call('close');
        this.#handle = -1;
    }

    /**
     * @param {number} seat
     * @param {string} move
     * @param {object} act
     * @param {number} act.now when it arrived
     * @param {number} [act.acted] when it was done, as judged
     * @param {number} [act.claimed] when the device says it was done
     * @param {number} [act.error] how far `acted` can be trusted, in milliseconds
     * @param {bigint} [act.salt]
     */
    play(seat, move, { now, acted = NEVER, claimed = NEVER, error = 0, salt = 0n }) {
        const length = this.#wire.put(move);
        this.#do('play', seat, length, now, acted, claimed, error, salt);
    }

    /** The time is now: dice and deadlines that are due are carried out. @param {number} now */
    tick(now) {
        this.#do('tick', now);
    }

    /** When to tick next, or NEVER. @returns {number} */
    alarm() {
        return this.#call('alarm');
    }

    /** With dice of our own: what one die, tile or card shows. @param {string} shown @param {number} now */
    declare(shown, now) {
        this.#do('declare', this.#wire.put(shown), now);
    }

    /** With dice of our own: let the house throw this one. @param {number} now */
    roll(now) {
        this.#do('roll', now);
    }

    over() {
        return this.#call('over') !== 0;
    }

    toAct() {
        return members(this.#call('to_act'));
    }

    /** What a seat or WATCHER sees, always as it is now. @param {number} who */
    view(who) {
        return new Position(this.#wire, () => this.#do('look', who));
    }

    /** The same as it was after event `number`; 0: before the first. Of the events that count.
     * @param {number} who @param {number} number */
    viewAfter(who, number) {
        return new Position(this.#wire, () => this.#do('look_back', who, number));
    }

    /**
     * What was luck and what was error, an event a step, since judges take their time: yields how far it is, from 0
     * to 1, and returns what `knobel review --json` prints. One at a time: who begins another ends this one.
     * @returns {Generator<number, string>}
     */
    *review() {
        const wire = this.#wire;
        const mine = (wire.reviewing = Symbol('review'));
        const ask = (/** @type {string} */ what) => {
            if (wire.reviewing !== mine) throw new Refusal('outdated');
            return wire.call[`knobel_review_${what}`](this.#handle);
        };
        if (!ask('begin')) throw new Refusal('no_judge');
        let json = wire.take();
        for (let done = 0, left = 1; left > 0;) {
            left = ask('step');
            json += wire.take();
            yield ++done / (done + left);
        }
        ask('end');
        return json + wire.take();
    }

    /**
     * The same review in pieces, for games whose judges take long: several engines think, one enters what they found.
     * Can the events of this table be thought about apart from each other? Then `thinkOf` and `judgeMove` may follow.
     */
    thinkApart() {
        return Boolean(this.#wire.call.knobel_think_begin(this.#handle));
    }

    /** The values after event `number` (0: at the start), for `Review.enter` of an engine of the same build. Numbers only
     * grow from question to question. @param {number} number */
    thinkOf(number) {
        this.#wire.call.knobel_think_values(this.#handle, number);
        return this.#wire.takeBytes();
    }

    /** What a hint would have said of the move that is event `number`; likewise. @param {number} number */
    judgeMove(number) {
        this.#wire.call.knobel_think_verdict(this.#handle, number);
        return this.#wire.takeBytes();
    }

    /** A review to which thoughts are added, beginning with those about the start. @param {Uint8Array} values */
    enterReview(values) {
        return new Review(this.#wire, this.#handle, values);
    }

    /**
     * The events behind number `after` as `who` sees them; `last` is the `after` of the next time.
     * @param {number} who
     */
    since(who, after = 0) {
        const seen = [];
        for (let last = after; ;) {
            const passed = this.#wire.number(this.#call('since', who, last));
            seen.push(...lines(this.#wire.take()));
            if (passed === last) return { lines: seen, last };
            last = passed;
        }
    }

    /** The number to go back to for that seat's last move. @param {number} seat */
    beforeLastMove(seat) {
        return this.#wire.number(this.#call('before_last_move', seat));
    }

    /** Wish to take back all behind event `to`; done as soon as every person agrees.
     * @param {number} seat @param {number} to @param {number} now */
    askBack(seat, to, now) {
        this.#do('ask_back', seat, to, now);
    }

    /** @param {number} seat @param {number} now */
    agreeBack(seat, now) {
        this.#do('agree_back', seat, now);
    }

    refuseBack() {
        this.#call('refuse_back');
    }

    /** The whole log, with the secret if it is known: not for others before the match is over. */
    save() {
        this.#do('save');
        return this.#wire.take();
    }
}
