/*
 * engine.test.mjs: the same engine in WebAssembly: it asks for nothing but a hash, counts, hashes and
 * replays exactly as the native one, and catches every change to a log.
 *
 * KNOBEL_WASM names the module, beside which lies the one with SIMD; KNOBEL the native program. Run with `node --test`.
 * Needs the games: yatzi yucatan bossa yubitsume crane */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { gamesOnShelf, recorded, recordedNames } from '../logs.mjs';
import { CHANCE, CLOCK, Knobel, LEVELS, NEVER, Refusal, WATCHER } from '../../npm/engine.mjs';

const GAMES = gamesOnShelf;

/* What each seat keeps to itself, by game: in these phases, this member of its description. */
const HIDDEN = [
  { game: 'bossa', options: { chips: 'on' }, phases: ['looking', 'choosing'], member: 'hand' },
  { game: 'bossa', options: { chips: 'on' }, phases: ['keeping'], member: 'chip' },
  { game: 'crane', options: {}, phases: ['bets'], member: 'bet' },
];

/** @type {WebAssembly.Module} */
let module;
/** @type {WebAssembly.Module} the same for machines with SIMD */
let wide;
/** @type {Knobel} */
let knobel;
/** @type {Knobel} */
let wideKnobel;

function hash(key, message) {
  return (key ? createHmac('sha256', key) : createHash('sha256')).update(message).digest();
}

before(async () => {
  assert.ok(process.env.KNOBEL_WASM, 'KNOBEL_WASM must name the module');
  module = await WebAssembly.compile(readFileSync(process.env.KNOBEL_WASM));
  wide = await WebAssembly.compile(readFileSync(process.env.KNOBEL_WASM.replace(/\.wasm$/, '-simd.wasm')));
  knobel = await Knobel.load(module, { hash });
  wideKnobel = await Knobel.load(wide, { hash });
});

/** The lines of a table of expectations of all games, cut at blanks; `#` begins a comment. */
function expectations(name) {
  const games = new URL('../../games/', import.meta.url);
  return readdirSync(games)
    .map((game) => new URL(`${game}/tests/${name}`, games))
    .filter(existsSync)
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(' '));
}

/* ---- random matches ---- */

/** Numbers below a bound, the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
}

function salt(random) {
  return (BigInt(random(2 ** 32)) << 32n) | BigInt(random(2 ** 32)) | 1n;
}

function openTable(game, random, more = {}) {
  const { seats_min: min, seats_max: max } = knobel.games().find((one) => one.game === game);
  const count = Math.min(max, min + 1 + random(2));
  const seats = Array.from({ length: count }, (_, i) => ({
    name: ['Ada', 'Bö', '千代', 'Dé'][i],
    salt: salt(random),
  }));
  const secret = Uint8Array.from({ length: 32 }, () => random(256));
  return knobel.open({ game, seats, secret, opened: 1700000000000, ...more });
}

/** Someone who is due does something; returns the new time. */
function step(table, random, now) {
  const due = table.toAct();
  const actor = due[random(due.length)];
  const alarm = table.alarm();
  if (actor === CLOCK || actor === CHANCE) {
    table.tick(alarm);
    return Math.max(now, alarm);
  }
  now += random(900);
  if (alarm !== NEVER) now = Math.min(now, alarm);
  const moves = table.view(actor).moves(actor);
  const claimed = Math.max(0, now - random(50));
  const act = { now, acted: claimed, claimed, error: random(40), salt: salt(random) };
  table.play(actor, moves[random(moves.length)], act);
  return now;
}

function playOut(table, random, each = () => {}) {
  for (let now = 0; !table.over(); each()) now = step(table, random, now);
}

/* ---- tests ---- */

test('the module imports the hash, what it asks and tells while it learns, and nothing else', () => {
  const imports = WebAssembly.Module.imports(module).map(({ module: from, name, kind }) => `${kind} ${from}.${name}`);
  const names = ['hash', 'keep', 'learnt', 'recall'];
  assert.deepEqual(
    imports.sort(),
    names.map((name) => `function knobel.${name}`),
  );
});

test('a hash that does not answer at once with 32 bytes is refused', async () => {
  for (const bad of [async () => new Uint8Array(32), () => new Uint8Array(20)])
    await assert.rejects(Knobel.load(module, { hash: bad }), TypeError);
});

test('every answer has a name of its own', () => {
  const reasons = knobel.reasons();
  assert.equal(reasons[0], 'ok');
  assert.equal(reasons.at(-1), 'too_long');
  assert.equal(new Set(reasons).size, reasons.length);
});

test('the house lists its games and their options', () => {
  const games = knobel.games();
  assert.deepEqual(
    games.map(({ game }) => game),
    GAMES,
  );
  for (const option of games.flatMap(({ options }) => options))
    if (option.values) assert.ok(option.values.includes(option.initial), option.key);
    else assert.ok(option.min <= option.initial && option.initial <= option.max, option.key);
});

test('fingerprints are those of the native engine', () => {
  const known = expectations('fingerprints.txt');
  for (const [game, seed, matches, print] of known) {
    const found = knobel.fingerprint(game, BigInt(seed), Number(matches));
    assert.equal(found.toString(16).padStart(16, '0'), print, `${game} ${seed} ${matches}`);
  }
  assert.deepEqual(
    GAMES.filter((game) => !known.some(([key]) => key === game)),
    [],
  );
});

test('counted trees are those of the native engine', () => {
  const known = expectations('perft.txt');
  for (const [game, depth, count, ...position] of known) {
    const text = [game, ...position].join(' ');
    assert.equal(knobel.position(text).perft(Number(depth)), BigInt(count), text);
  }
  assert.deepEqual(
    GAMES.filter((game) => !known.some(([key]) => key === game)),
    [],
  );
});

test('recorded matches load, check and save byte for byte', () => {
  assert.notEqual(recordedNames.length, 0);
  for (const name of recordedNames) {
    const text = recorded(name);
    const table = knobel.table(text);
    const rolls = text.split('\n').filter((line) => /^\d+ \S+ dice: /.test(line)).length;
    assert.equal(table.report.rolls, rolls, name);
    assert.equal(table.report.unchecked, 0, name);
    assert.equal(table.save(), text, name);
    table.close();
    table.close(); // does nothing more
  }
});

test('a position reads back as it was written, and nonsense is refused', () => {
  const first = knobel.position('yatzi seats=2');
  assert.equal(knobel.position(first.text()).text(), first.text());
  assert.deepEqual(first.moves(0), ['throw']);
  assert.deepEqual(first.moves(1), []);
  assert.deepEqual(first.moves(WATCHER), []);
  assert.deepEqual(first.toAct(), [0]);
  assert.deepEqual(first.result(), []);
  assert.deepEqual(first.scores(), [0, 0]);
  assert.equal(first.describe().phase, 'ready');
  const refused = { 'chess seats=2': 'no_such_game', yatzi: 'unreadable' };
  refused['yatzi seats=9'] = 'bad_setup';
  refused['yatzi seats=2 phase=deciding'] = 'impossible';
  for (const [text, reason] of Object.entries(refused)) assert.throws(() => knobel.position(text), { name: 'Refusal', reason });
});

for (const game of GAMES)
  describe(`a match of ${game}`, () => {
    const random = randomFrom(7);
    /** @type {string} */
    let log;

    before(() => {
      const table = openTable(game, random);
      playOut(table, random, () => {
        const text = table.view(WATCHER).text();
        assert.equal(knobel.position(text).text(), text);
      });
      assert.deepEqual(table.toAct(), []);
      assert.notEqual(table.view(WATCHER).result().length, 0);
      log = table.save();
      table.close();
    });

    test('loads again with every roll checked', () => {
      const table = knobel.table(log);
      const lines = log.split('\n');
      assert.equal(table.report.rolls, lines.filter((line) => / dice: /.test(line)).length);
      assert.equal(table.report.salted, lines.filter((line) => / seat\d /.test(line)).length);
      assert.equal(table.report.unchecked + table.report.unsalted, 0);
      assert.ok(table.report.over);
      assert.equal(table.save(), log);
      table.close();
    });

    test('a die that was turned is named by its line', () => {
      const turned = firstChange(log, / dice: /);
      assert.deepEqual(complaint(turned.log), { reason: 'wrong_dice', line: turned.line });
    });

    test('a move that was exchanged shows in the next dice, nonsense at once', () => {
      const changed = firstChange(log, / seat\d /);
      const found = complaint(changed.log);
      assert.notEqual(found.reason, 'ok');
      assert.ok(found.line > changed.line, `${found.reason} in line ${found.line}`);
      const lines = log.split('\n');
      lines[changed.line - 1] = lines[changed.line - 1].replace(/: .*/, ': cheat');
      assert.deepEqual(complaint(lines.join('\n')), {
        reason: 'unreadable',
        line: changed.line,
      });
    });
  });

/** What is said about a log that must not load. */
function complaint(log) {
  try {
    knobel.table(log).close();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return { reason: refusal.reason, line: refusal.report.line };
  }
  return { reason: 'ok', line: 0 };
}

/**
 * The first line of that kind for which something else was possible, exchanged for it. Asks a
 * table that was stopped just before; without its secret it throws no dice.
 */
function firstChange(log, kind) {
  const lines = log.replace(/^(end \d+) .*$/m, '$1').split('\n');
  const start = lines.indexOf('events') + 1;
  for (let i = start; i < lines.length; i++) {
    if (!kind.test(lines[i])) continue;
    const seat = / seat(\d)/.exec(lines[i]);
    const actor = seat ? seat[1] - 1 : CHANCE;
    const stopped = knobel.table([...lines.slice(0, i), `end ${i - start}`, ''].join('\n'));
    const moves = stopped.view(seat ? actor : WATCHER).moves(actor);
    stopped.close();
    const other = moves.find((move) => !lines[i].endsWith(`: ${move}`));
    if (!other) continue;
    lines[i] = lines[i].replace(/: .*/, `: ${other}`);
    return { log: lines.join('\n'), line: i + 1 };
  }
  return assert.fail('nothing to exchange');
}

/** How many things others do not see now; none of them may be shown to anyone else. */
function countHidden(table, { phases, member }) {
  const { phase, seats } = table.view(WATCHER).describe();
  if (!phases.includes(phase)) return 0;
  const views = seats.map((_, who) => table.view(who).describe().seats);
  for (const [who, shown] of [...views, seats].entries())
    for (const [seat, { [member]: value }] of shown.entries())
      assert.ok(seat === who || value === null, `${member} of ${seat} is shown to ${who}`);
  return views.filter((shown, seat) => shown[seat][member] !== null).length;
}

/** Every line as someone sees it is the true one, or has a `?` and nothing that belongs to it. */
function countQuestionMarks(table, who) {
  const log = table.save().split('\n');
  const truth = log.slice(log.indexOf('events') + 1);
  const altered = table.since(who).lines.filter((line) => line !== truth[parseInt(line, 10) - 1]);
  for (const line of altered) {
    assert.match(line, /^\d+ \d+\.\d{3} (seat\d|dice): \?$/);
    assert.ok(!line.includes(` seat${who + 1}:`), 'nobody forgets what they did');
  }
  return altered.length;
}

for (const secret of HIDDEN)
  test(`${secret.game}: nobody else sees the ${secret.member} before its time`, () => {
    const random = randomFrom(11);
    let hidden = 0;
    let marks = 0;
    for (let match = 0; match < 5; match++) {
      const table = openTable(secret.game, random, { options: secret.options });
      const seats = table.view(WATCHER).scores().length;
      playOut(table, random, () => (hidden += countHidden(table, secret)));
      for (const who of [...Array(seats).keys(), WATCHER]) marks += countQuestionMarks(table, who);
      table.close();
    }
    assert.ok(hidden > 0 && marks > 0, 'there was nothing to hide');
  });

test('nobody but seats and watchers is shown anything', () => {
  const table = openTable('crane', randomFrom(3));
  for (const who of [CHANCE, CLOCK, 7, -1, 11, 1e6]) {
    assert.throws(() => table.since(who), { reason: 'no_such_seat' });
    assert.throws(() => table.view(who).describe(), { reason: 'no_such_seat' });
  }
  table.close();
});

test('taking back needs everyone, and stops at dice that were seen', () => {
  const table = openTable('yatzi', randomFrom(5));
  const players = table.view(WATCHER).describe().seats.length;
  table.play(0, 'throw', { now: 1000, salt: 5n });
  const thrown = table.view(WATCHER).describe().dice;
  assert.throws(() => table.askBack(0, table.beforeLastMove(0), 1500), { reason: 'dice_shown' });
  table.play(0, 'fill chance', { now: 1500, salt: 5n });
  const to = table.beforeLastMove(0);
  assert.throws(() => table.beforeLastMove(1), { reason: 'nothing_back' });
  table.askBack(0, to, 2000);
  table.refuseBack();
  assert.throws(() => table.agreeBack(1, 2000), { reason: 'nothing_back' });
  table.askBack(0, to, 2000);
  for (let seat = 1; seat < players; seat++) table.agreeBack(seat, 2000 + seat);
  const { phase, dice } = table.view(WATCHER).describe();
  assert.deepEqual([phase, dice], ['deciding', thrown]);
  table.play(0, 'fill ones', { now: 3000, salt: 6n });
  const log = table.save();
  table.close();
  knobel.table(log).close();
});

test('with dice of our own people say what fell, or let the house throw', () => {
  const table = openTable('yatzi', randomFrom(5), { ours: true });
  table.play(0, 'throw', { now: 10, salt: 1n });
  assert.deepEqual(table.view(0).moves(CHANCE), ['1', '2', '3', '4', '5', '6']);
  for (const face of ['6', '6', '1']) table.declare(face, 20);
  assert.throws(() => table.declare('7', 30), { reason: 'unreadable' });
  table.roll(30);
  table.roll(30);
  assert.throws(() => table.roll(40), { reason: 'no_dice_due' });
  assert.deepEqual(table.view(0).describe().dice.slice(0, 3), [6, 6, 1]);
  const again = knobel.table(table.save());
  assert.deepEqual([again.report.declared, again.report.rolls], [3, 2]);
  again.close();
  table.close();
});

test('the same dice for everyone who plays them', () => {
  const first = (seats) => {
    const names = Array.from({ length: seats }, (_, i) => ({ name: `Seat ${i + 1}` }));
    const table = knobel.open({ game: 'yatzi', seats: names, same: '2026-11-15' });
    const thrown = names.map((_, seat) => {
      table.play(seat, 'throw', { now: 1 });
      const { dice } = table.view(seat).describe();
      table.play(seat, 'fill chance', { now: 1 });
      return dice;
    });
    table.close();
    return thrown;
  };
  const [alone] = first(1);
  assert.deepEqual(first(3), [alone, alone, alone]);
  assert.throws(() => knobel.open({ game: 'yatzi', seats: [{ name: 'A' }], same: 'No' }), /bad_line/);
  assert.throws(() => knobel.open({ game: 'crane', seats: [{ name: 'A' }, { name: 'B' }], same: 'x' }), /bad_option/);
});

test('eight tables at once and no more; a closed one makes room', async () => {
  const house = await Knobel.load(module, { hash });
  const plan = { game: 'yatzi', seats: [{ name: 'Ada' }], secret: hash(null, 'eight') };
  const tables = Array.from({ length: 8 }, () => house.open(plan));
  assert.throws(() => house.open(plan), { reason: 'no_room' });
  tables[3].close();
  assert.throws(() => tables[3].over(), WebAssembly.RuntimeError);
  tables[3] = house.open(plan);
  tables[3].play(0, 'throw', { now: 1 });
  assert.deepEqual(
    tables.map((table) => table.since(0).lines.length),
    [0, 0, 0, 6, 0, 0, 0, 0],
  );
});

/** So many moves and dice, which are our own; before the match can end it is all taken back. */
function fill(table, random, events) {
  for (let n = 1, now = 0; n <= events; n++) {
    if (table.toAct().includes(CHANCE)) table.declare(String(1 + random(6)), now);
    else now = step(table, random, now);
    if (n % 200 === 0) table.askBack(0, 0, now);
  }
}

test('a log grows up to its limit, and the next one needs no more memory', async () => {
  const house = await Knobel.load(module, { hash });
  const random = randomFrom(17);
  const robots = Array.from({ length: 7 }, () => ({ name: 'Robo', bot: 'random' }));
  const plan = { game: 'yatzi', seats: [{ name: 'Ada' }, ...robots], secret: hash(null, ''), ours: true };
  const first = house.open(plan);
  assert.throws(() => fill(first, random, Infinity), { reason: 'log_full' });
  const log = first.save();
  first.close();
  const again = house.table(log);
  assert.ok(again.since(WATCHER).last > 19900);
  assert.ok(again.save() === log, 'saved as loaded');
  again.close();
  const taken = house.memoryBytes();
  /* Each size of room once, 16 MiB in all, and the stack and the data. */
  assert.ok(taken < 18 * 2 ** 20, `${taken} bytes`);
  for (let match = 0; match < 10; match++) {
    const next = house.open(plan);
    fill(next, random, 300);
    next.close();
  }
  assert.equal(house.memoryBytes(), taken);
});

test('the native program agrees', { skip: process.env.KNOBEL ? false : 'KNOBEL is not set' }, () => {
  const program = process.env.KNOBEL;
  assert.ok(existsSync(program), `${program} is not there`);
  const folder = mkdtempSync(join(tmpdir(), 'knobel-'));
  for (const game of GAMES) {
    const random = randomFrom(13);
    const table = openTable(game, random);
    playOut(table, random);
    const log = join(folder, `${game}.log`);
    writeFileSync(log, table.save());
    execFileSync(program, ['replay', log]);
    table.close();
    const count = execFileSync(program, ['perft', game, 'seats=2', '2'], { encoding: 'utf8' });
    assert.equal(BigInt(count), knobel.position(`${game} seats=2`).perft(2), game);
  }
  rmSync(folder, { recursive: true });
});

/* ---- what is learnt ---- */

const BLOCK_HEAD = 16; // before what was learnt, see wasm/memory.c

/** An engine, and its memory, which it keeps to itself. */
async function loadWithMemory(from, learnt) {
  const { instantiate } = WebAssembly;
  let memory;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    memory = instance.exports.memory;
    return instance;
  };
  try {
    return { engine: await Knobel.load(from, { hash, learnt }), memory };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/** An engine that has learnt what a position needs, and what that is, as it lies in memory: it is all that a first
 * judgement takes memory for. */
async function learn(from, text) {
  const parts = [];
  const { engine, memory } = await loadWithMemory(from, (_game, part) => parts.push(part));
  const before = memory.buffer.byteLength;
  engine.position(text).judge(0);
  return { engine, parts, bytes: Buffer.from(memory.buffer.slice(before + BLOCK_HEAD)) };
}

/** The same, once for all tests: it takes seconds. */
const learntBefore = new Map();
function learnOnce(from, text) {
  const key = `${from === wide} ${text}`;
  if (!learntBefore.has(key)) learntBefore.set(key, learn(from, text));
  return learntBefore.get(key);
}

/** An engine for a position: one that has learnt it, if it takes long. */
async function engineFor(from, text) {
  const start = text.replace(/ phase=.*/, ' phase=ready');
  if (LEARNT.some((one) => one.text === start)) return (await learnOnce(from, start)).engine;
  return from === wide ? wideKnobel : knobel;
}

/* Before the values of Yatzi lies how many numbers a module works on at once. */
const LEARNT = [
  { text: 'yatzi seats=2 phase=ready', head: 65536, least: 3_000_000 },
  { text: 'yatzi seats=1 sheet=american phase=ready', head: 65536, least: 3_000_000 },
  { text: 'yucatan seats=2 rounds=10 phase=ready', head: 0, least: 100_000 },
];
for (const { text, head, least } of LEARNT)
  test(`what is learnt with SIMD is the same to the last bit, and told on the way: ${text}`, async () => {
    const [one, two] = [await learnOnce(module, text), await learnOnce(wide, text)];
    assert.ok(one.bytes.subarray(head).filter((byte) => byte !== 0).length > least / 2, 'something was learnt');
    assert.ok(one.bytes.length > least && one.bytes.subarray(head).equals(two.bytes.subarray(head)));
    for (const { parts } of [one, two]) {
      assert.ok(parts.length > 5 && parts[0] === 0 && parts.at(-1) === 1, String(parts));
      assert.deepEqual(
        parts,
        [...parts].sort((a, b) => a - b),
      );
    }
  });

test('a game is learnt once, also while others are learnt', async () => {
  const begun = [];
  const own = await Knobel.load(wide, { hash, learnt: (game, part) => part === 0 && begun.push(game) });
  const positions = ['yucatan seats=2 phase=ready', 'yucatan seats=3 phase=ready', 'yucatan seats=2 rounds=3 phase=ready'];
  for (let time = 0; time < 3; time++) for (const text of positions) own.position(text).judge(0);
  assert.deepEqual(begun, ['yucatan', 'yucatan', 'yucatan']);
});

test('a solution that was kept is recalled by another instance, and judges alike', async () => {
  const store = new Map();
  const name = (game, setup) => `${game} ${Buffer.from(setup).toString('hex')}`;
  const solutions = {
    keep: (game, setup, solved) => store.set(name(game, setup), solved.slice()),
    recall(game, setup, solved) {
      const kept = store.get(name(game, setup));
      if (kept) solved.set(kept);
      return !!kept;
    },
  };
  const begun = [];
  const load = () => Knobel.load(wide, { hash, learnt: (game, part) => part === 0 && begun.push(game), solutions });
  const positions = ['yatzi seats=1 phase=ready', 'yucatan seats=2 phase=ready'];
  const judged = async () => {
    const engine = await load();
    return positions.map((text) => engine.position(text).judge(0));
  };
  const first = await judged();
  assert.deepEqual([begun, store.size], [['yatzi', 'yucatan'], 2]);
  assert.deepEqual(await judged(), first);
  assert.equal(begun.length, 2, 'nothing was learnt again');
});

test('what a solution does not depend on is no reason to learn a game again', async () => {
  const begun = [];
  // Before a game is learnt the store is asked for it: this one says that it has everything, which saves the learning.
  const solutions = { keep: () => assert.fail('nothing was learnt'), recall: (game) => begun.push(game) > 0 };
  const own = await Knobel.load(wide, { hash, solutions });
  const judge = (text) => own.position(text).judge(0);
  for (const seats of [1, 2, 5]) judge(`yatzi seats=${seats} phase=ready`);
  own.position('yatzi seats=2 first=2 phase=ready turn=2').judge(1);
  assert.deepEqual(begun, ['yatzi'], 'neither the number of players nor who goes first');
  for (const text of ['seats=3', 'seats=4', 'seats=3 rounds=2']) judge(`yucatan ${text} phase=ready`);
  assert.deepEqual(begun, ['yatzi', 'yucatan'], 'the rounds matter to two players only');
  judge('yatzi seats=2 sheet=american phase=ready');
  assert.deepEqual(begun, ['yatzi', 'yucatan', 'yatzi'], 'but the sheet does');
});

/* ---- bots ---- */

const DECISIONS = [
  'yatzi seats=2 phase=deciding throws=1 dice=3,3,4,4,6',
  'yatzi seats=1 sheet=american phase=deciding throws=2 dice=4,4,4,4,4 sheet1=-,-,-,16,-,-,-,-,-,-,-,50,- yatzis=1',
  'yucatan seats=2 phase=ready',
  'yucatan seats=3 phase=ready',
  'bossa phase=acting turn=2 dice=5,1 white_owner=1 white=6:10+51 hand1=01,02,03 hand2=06,11,20,40,50 drawn=06',
  'yubitsume seats=3 phase=window dice=1s,2b,2c shown_ms=70000',
  'crane seats=3 phase=grab turns=3 jackpots=3,5 cards=6,2,0 multipliers=0,1,0 card=10,ring bets=-,high,low slip=985',
];
for (const text of DECISIONS)
  test(`bots choose the same natively: ${text.split(' ', 3).join(' ')}`, async () => {
    const [game, ...position] = text.split(' ');
    const here = (await engineFor(module, text)).position(text);
    const who = here.toAct()[0];
    for (const name of LEVELS) {
      const native = JSON.parse(
        execFileSync(process.env.KNOBEL, ['hint', game, position.join(' '), '--json', '--bot', name, '--seed', '77']),
      );
      assert.deepEqual(here.choose(who, name, 77n), { move: native.move, delay: native.delay_ms }, name);
    }
    const judged = JSON.parse(execFileSync(process.env.KNOBEL, ['hint', game, position.join(' '), '--json']));
    const strip = ({ move, value, error, why }) => ({ move, value, error, why });
    assert.deepEqual(here.judge(who).map(strip), judged.moves.map(strip));
  });

for (const text of DECISIONS)
  test(`bots choose the same with SIMD: ${text.split(' ', 3).join(' ')}`, async () => {
    const here = (await engineFor(module, text)).position(text);
    const there = (await engineFor(wide, text)).position(text);
    const who = here.toAct()[0];
    assert.deepEqual(there.judge(who), here.judge(who));
    assert.equal(there.meaning(), here.meaning());
    for (const name of LEVELS) assert.deepEqual(there.choose(who, name, 5n), here.choose(who, name, 5n), name);
  });

/* ---- reviews ---- */

/** The first events of a log, as a log of its own. */
function cutAfter(log, events) {
  const lines = log.split('\n');
  const head = lines.slice(0, lines.indexOf('events') + 1 + events);
  return [...head, lines.find((line) => line.startsWith('secret ')), `end ${events}`, ''].join('\n');
}

function reviewNatively(log) {
  return execFileSync(process.env.KNOBEL, ['review', '--json', '-'], { input: log, maxBuffer: 2 ** 26 })
    .toString()
    .trimEnd();
}

function reviewIn(engine, log) {
  const table = engine.table(log);
  const steps = table.review();
  const seen = [];
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      table.close();
      return { json: value, seen };
    }
    seen.push(value);
  }
}

/** What the notes say adds up to the account, and the account to its end. */
function checkSums({ events, seats }) {
  const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} and ${b}`);
  seats.forEach((seat, at) => {
    const sum = (kind) => events.reduce((all, one) => all + (one.seat === at + 1 ? (one[kind] ?? 0) : 0), 0);
    near(sum('luck'), seat.luck);
    near(sum('error'), seat.errors);
    near(sum('gift'), seat.gifts);
    near(seat.start + seat.luck - seat.errors + seat.gifts, seat.end);
  });
}

const REVIEWED = recordedNames;
// Whole matches would take a minute, so they are reviewed with LONG set.
const CUT = process.env.LONG ? {} : { bossa: 2, 'yatzi-same-dice': 80, 'yatzi-real-dice': 80, 'yatzi-signed': 40, yubitsume: 60 };
// The others play what was learnt above; what these need is learnt four times as fast with SIMD.
const WITH_SIMD = ['yatzi-real-dice', 'yatzi-taken-back'];

function engineForLog(name) {
  if (WITH_SIMD.includes(name)) return wideKnobel;
  return name.startsWith('yatzi') ? engineFor(module, LEARNT[0].text) : knobel;
}

for (const name of REVIEWED)
  test(`the review of ${name} is, byte for byte, the native one`, async () => {
    const whole = recorded(name);
    const events = CUT[name];
    const log = events ? cutAfter(whole, events) : whole;
    const { json, seen } = reviewIn(await engineForLog(name), log);
    assert.equal(json, reviewNatively(log));
    checkSums(JSON.parse(json));
    assert.equal(seen.at(-1), 1);
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => a - b),
    );
  });

test('a review survives whatever else is judged between its steps', () => {
  const log = recorded('yucatan');
  const table = knobel.table(log);
  const steps = table.review();
  const other = knobel.position('yucatan seats=2 phase=ready');
  let step = steps.next();
  for (let count = 0; !step.done; step = steps.next()) if (count++ % 50 === 0) other.judge(0);
  table.close();
  assert.equal(step.value, reviewNatively(log));
});

// Several engines think about the events in turn, each about its own; one of them enters what they found.
function reviewInPieces(engines, log) {
  const tables = engines.map((engine) => engine.table(log));
  for (const table of tables) assert.equal(table.thinkApart(), true);
  const thinker = (number) => tables[number % tables.length];
  const review = tables[0].enterReview(thinker(0).thinkOf(0));
  const [soFar, judged] = [[], []];
  for (let number = 1; number <= review.count; number++) {
    const values = thinker(number).thinkOf(number);
    if (!review.enter(values)) {
      judged.push(number);
      assert.equal(review.enter(values, thinker(number + 1).judgeMove(number)), true);
    }
    soFar.push(JSON.parse(review.json()));
  }
  const json = review.json();
  for (const table of tables) table.close();
  return { json, soFar, judged };
}

if (recordedNames.includes('bossa'))
  test('a review in pieces is, byte for byte, the one in one piece', async () => {
    const log = process.env.LONG ? recorded('bossa') : cutAfter(recorded('bossa'), 7);
    const engines = [knobel, await Knobel.load(module), await Knobel.load(module)];
    const { json, soFar, judged } = reviewInPieces(engines, log);
    assert.equal(json, reviewNatively(log));
    assert.ok(judged.includes(7), 'a move is judged by another engine');
    for (const report of soFar) checkSums(report);
    assert.deepEqual(
      soFar.map(({ events }) => events.at(-1).number),
      soFar.map((_report, at) => at + 1),
    );
  });

test('what has to be learnt first is not thought about in pieces', () => {
  for (const name of ['yatzi', 'yucatan', 'crane'].filter((one) => recordedNames.includes(one))) {
    const table = knobel.table(recorded(name));
    assert.equal(table.thinkApart(), false, name);
    table.close();
  }
});

test('who begins another review ends the one before', () => {
  const table = knobel.table(recorded('crane'));
  const first = table.review();
  first.next();
  table.review().next();
  assert.throws(() => first.next(), { reason: 'outdated' });
  table.close();
});

test('looking back: after every event that counts what was seen then', () => {
  for (const name of REVIEWED) {
    const log = recorded(name);
    const table = knobel.table(log);
    const last = table.since(WATCHER).last;
    for (const who of [0, 1, WATCHER].slice(name.includes('yatzi-real') ? 2 : 0))
      assert.deepEqual(table.viewAfter(who, last).describe(), table.view(who).describe(), name);
    assert.throws(() => table.viewAfter(7, last).describe(), { reason: 'no_such_seat' });
    if (!name.includes('taken-back'))
      for (const number of [0, 1, Math.floor(last / 2)]) {
        const then = knobel.table(cutAfter(log, number));
        assert.deepEqual(table.viewAfter(WATCHER, number).describe(), then.view(WATCHER).describe(), name);
        then.close();
      }
    table.close();
  }
});
