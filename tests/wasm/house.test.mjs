/*
 * house.test.mjs: the house in WebAssembly: whole matches of every game against bots of every level, logs that the
 * native program verifies, rooms that outlive their house, and a disk that fails.
 *
 * KNOBEL_HOUSE_WASM names the module, beside which lies the one with SIMD; KNOBEL the native program. Run with `node --test`.
 * Needs the games: yatzi yucatan bossa yubitsume crane */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { LocalHouse, Refusal, Shelf, Thinker } from '../../wasm/house.mjs';
import { gamesOnShelf } from '../logs.mjs';

const SEATS = { yatzi: 2, yucatan: 3, bossa: 2, yubitsume: 4, crane: 4 };
const LEVELS = ['child', 'beginner', 'regular', 'strong', 'best', 'random'];
const SALT = '0123456789abcdef';
const TURNS_MAX = 20_000; // of the house, for one match
const MORE_THAN_EVER = 64 * 2 ** 20; // bytes of memory after all these matches

/** @type {WebAssembly.Module} */
let module;
/** @type {WebAssembly.Module} the same for machines with SIMD */
let wide;
const program = process.env.KNOBEL ?? 'build/knobel';
const folder = mkdtempSync(join(tmpdir(), 'knobel-house-'));

before(async () => {
  const path = process.env.KNOBEL_HOUSE_WASM ?? 'build/house.wasm';
  module = await WebAssembly.compile(readFileSync(path));
  wide = await WebAssembly.compile(readFileSync(path.replace(/\.wasm$/, '-simd.wasm')));
});
after(() => rmSync(folder, { recursive: true }));

/** Bytes that are the same for the same seed. */
function chance(seed) {
  let count = 0;
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += 32) {
      const more = createHash('sha256').update(`${seed} ${count++}`).digest();
      bytes.set(more.subarray(0, Math.min(32, bytes.length - at)), at);
    }
  };
}

const hash = (key, message) => (key ? createHmac('sha256', key) : createHash('sha256')).update(message).digest();

/** A house under a false clock. */
async function openHouse({ shelf = new Shelf(), seed = 1, start = 1_790_000_000_000, from = module, ...machine } = {}) {
  const clock = { now: start };
  const house = await LocalHouse.open(from, {
    hash,
    random: chance(seed),
    now: () => clock.now,
    fetch: (room) => shelf.fetch(room),
    keep: (records) => shelf.keep(records),
    ...machine,
  });
  return { house, clock, shelf };
}

/** Someone in a room, and the last they heard of each kind; plays the first move there is. */
class Player {
  heard = {};
  lines = [];
  /** @type {number | null} */
  closed = null;
  #id = 0;
  #answers = new Map();

  constructor(house, room, token) {
    this.guest = house.guest();
    this.guest.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    this.guest.onclose = ({ code }) => (this.closed = code);
    this.ask({ type: 'enter', room, token, moves: true });
  }

  #hear(message) {
    this.heard[message.type] = message;
    if (message.type === 'table') this.lines.push(...message.lines);
    if (message.id !== undefined) this.#answers.set(message.id, message.why ?? 'done');
  }

  /** What the house answers at once. */
  ask(message) {
    const id = ++this.#id;
    this.guest.send(JSON.stringify({ ...message, id }));
    return this.#answers.get(id);
  }

  act() {
    const { table } = this.heard;
    if (!table || table.over) return false;
    for (const [seat, { moves }] of Object.entries(table.eyes))
      if (moves?.length && Number(seat)) {
        const move = moves[(table.event * 7) % moves.length];
        const answer = this.ask({ type: 'play', seat: Number(seat), move, salt: SALT, event: table.event });
        if (answer === 'done') return true;
      }
    return false;
  }
}

/** Open a room with a person and bots, and begin. */
function begin(house, game, levels, pace = 300) {
  const { room, token } = house.openRoom({ game, pace_ms: pace });
  const anna = new Player(house, room, token);
  assert.equal(anna.ask({ type: 'sit', name: 'Änna 千', salt: SALT }), 'done');
  levels.forEach((level, at) => assert.equal(anna.ask({ type: 'bot', seat: at + 2, level }), 'done'));
  assert.equal(anna.ask({ type: 'start' }), 'done');
  return { room, token, anna };
}

/** Let people move and time pass until that is so. */
function playUntil({ house, clock }, anna, isSo) {
  for (let turn = 0; turn < TURNS_MAX && !isSo(); turn++) {
    if (anna.act()) continue;
    const wait = house.wait();
    assert.notEqual(wait, null, 'nothing would ever happen');
    clock.now += Math.ceil(wait);
    house.work();
  }
  assert.ok(isSo(), 'in time');
}

/** A house where many matches of a game were played: what a game needs to be learnt takes seconds. */
const experienced = {};

const isOver = (anna) => () => anna.heard.table?.over;

/** The native program plays the log again and checks every roll. */
function verify(log) {
  const file = join(folder, 'match.log');
  writeFileSync(file, log);
  return execFileSync(program, ['verify', file], { encoding: 'utf8' });
}

for (const [game, seats] of Object.entries(SEATS))
  test(`${game}: a match against bots of each level; the log verifies`, async () => {
    const place = (experienced[game] = await openHouse());
    for (const [at, level] of LEVELS.entries()) {
      const levels = Array.from({ length: seats - 1 }, (_, n) => LEVELS[(at + n) % LEVELS.length]);
      const { room, anna } = begin(place.house, game, levels);
      assert.throws(() => place.house.log(room, 1, place.shelf.parts(room, 1)), { why: 'playing' });
      playUntil(place, anna, isOver(anna));
      assert.equal(anna.heard.table.scores.length, seats, level);
      verify(place.house.log(room, 1, place.shelf.parts(room, 1)));
      anna.guest.close();
    }
    assert.ok(place.house.memoryBytes() < MORE_THAN_EVER, `${place.house.memoryBytes()} bytes`);
  });

test('a room outlives its house: another one goes on with the match', async () => {
  for (const game of Object.keys(SEATS)) {
    const first = await openHouse();
    const { room, token, anna } = begin(first.house, game, ['regular', 'strong'].slice(0, SEATS[game] - 1));
    anna.ask({ type: 'chat', text: 'Grüße' });
    playUntil(first, anna, () => anna.heard.table.event >= 12);
    const second = await openHouse({ shelf: first.shelf, seed: 2, start: first.clock.now + 86_400_000 });
    const again = new Player(second.house, room, token);
    assert.equal(again.heard.chat.text, 'Grüße');
    assert.deepEqual(again.heard.you.seats, [1]);
    assert.equal(again.heard.table.event, anna.heard.table.event);
    assert.deepEqual(again.lines, anna.lines);
    playUntil(second, again, isOver(again));
    verify(second.house.log(room, 1, second.shelf.parts(room, 1)));
    assert.equal(again.ask({ type: 'start' }), 'done');
    playUntil(second, again, () => again.heard.table.match === 2 && again.heard.table.over);
    for (const match of [1, 2]) verify(second.house.log(room, match, second.shelf.parts(room, match)));
  }
});

/** Let people move, time pass and others think until that is so. */
async function playWhileOthersThink({ house, clock }, anna, isSo) {
  for (let turn = 0; turn < TURNS_MAX && !isSo(); turn++) {
    if (anna.act()) continue;
    await new Promise((resolve) => setImmediate(resolve));
    const wait = house.wait();
    if (wait === null) continue; // a thought is on its way
    clock.now += Math.ceil(wait);
    house.work();
  }
  assert.ok(isSo(), 'in time');
}

/** A thought that takes a while: others are heard meanwhile. */
const later = (doing) => new Promise((resolve, reject) => setImmediate(() => doing().then(resolve, reject)));

test('an evening of all games on one device outlives its house', async () => {
  const played = { yucatan: 3, yatzi: 3, yubitsume: 3, crane: 3, bossa: 2 };
  const [first, ...others] = Object.keys(played);
  const place = await openHouse();
  const { room, token, anna } = begin(place.house, first, ['random', 'child'], 0);
  playUntil(place, anna, isOver(anna));
  for (const [at, game] of others.entries()) {
    assert.equal(anna.ask({ type: 'pick', game }), 'done');
    place.clock.now += 20_000; // matches may not follow each other too quickly
    assert.equal(anna.ask({ type: 'start' }), 'done');
    playUntil(place, anna, () => anna.heard.table?.match === at + 2 && anna.heard.table.over);
  }
  assert.equal(anna.ask({ type: 'evening', over: true }), 'done');
  const again = await openHouse({ shelf: place.shelf, seed: 2 });
  const back = new Player(again.house, room, token);
  const { matches, standings, bench, over } = back.heard.room.evening;
  assert.deepEqual(
    matches.map(({ game, seats }) => [game, seats.length]),
    Object.entries(played),
  );
  assert.equal(
    standings.reduce((sum, { points }) => sum + points, 0),
    4 * 6 + 2,
  );
  assert.deepEqual([bench.length, over], [1, true]);
  for (const { match } of matches) verify(again.house.log(room, match, again.shelf.parts(room, match)));
});

test('bots think elsewhere: the house keeps nothing of what they learn, and they choose the same', async () => {
  for (const game of Object.keys(SEATS)) {
    const learnt = [];
    const thinker = await Thinker.open(module, (name, part) => part === 0 && learnt.push(name));
    const levels = ['best', 'strong', 'regular'].slice(0, SEATS[game] - 1);
    const there = await openHouse({ think: (thought) => later(async () => thinker.think(thought)) });
    const before = there.house.memoryBytes();
    const { room, anna } = begin(there.house, game, levels);
    await playWhileOthersThink(there, anna, isOver(anna));
    verify(there.house.log(room, 1, there.shelf.parts(room, 1)));
    assert.ok(there.house.memoryBytes() < before + 2 ** 20, 'the house learnt nothing itself');
    assert.equal(learnt.length, ['yatzi', 'yucatan'].includes(game) ? 1 : 0, 'and the thinker once');
    // Where nobody is timed, the same seed leads to the same match, and with SIMD, too.
    if (game === 'yubitsume' || game === 'crane') continue;
    const here = await openHouse({ from: wide });
    const alone = begin(here.house, game, levels);
    playUntil(here, alone.anna, isOver(alone.anna));
    const moves = (lines) => lines.map((line) => line.replace(/^(\d+) [\d.]+/, '$1'));
    assert.deepEqual(moves(alone.anna.lines), moves(anna.lines), game);
  }
});

test('a thinker that fails: the house thinks by itself; one of another house is refused', async () => {
  const thinker = await Thinker.open(module);
  let asked = 0;
  const think = (thought) =>
    later(async () => {
      if (++asked % 2) throw new Error('broken');
      return thinker.think(thought);
    });
  const place = await openHouse({ think });
  const { room, anna } = begin(place.house, 'crane', ['strong', 'child', 'random']);
  await playWhileOthersThink(place, anna, isOver(anna));
  assert.ok(asked > 10);
  verify(place.house.log(room, 1, place.shelf.parts(room, 1)));
  assert.throws(() => thinker.think(new Uint8Array(100)), TypeError);
});

test('hints, taking back and facts about rooms', async () => {
  const place = experienced.yatzi ?? (await openHouse());
  const { room, anna } = begin(place.house, 'yatzi', ['best']);
  assert.equal(anna.ask({ type: 'play', seat: 1, move: 'throw', salt: SALT, event: anna.heard.table.event }), 'done');
  const event = anna.heard.table.event;
  assert.equal(anna.ask({ type: 'judge', seat: 1 }), 'done');
  place.house.work();
  assert.equal(anna.heard.opinions.event, event);
  assert.ok(anna.heard.opinions.moves[0].value > 100);
  // The dice have been seen; a box is taken back while the bot still thinks.
  assert.equal(anna.ask({ type: 'back', seat: 1 }), 'dice_shown');
  assert.equal(anna.ask({ type: 'play', seat: 1, move: 'fill chance', salt: SALT, event }), 'done');
  assert.equal(anna.ask({ type: 'back', seat: 1 }), 'done');
  assert.equal(anna.heard.table.eyes[1].view.phase, 'deciding');
  const facts = place.house.describeRoom(room);
  assert.equal(facts.room, room);
  assert.equal(facts.status, 'playing');
  assert.throws(() => place.house.describeRoom('AAAAAA'), Refusal);
  assert.throws(() => place.house.openRoom({ game: 'chess' }), { why: 'no_such_game' });
  assert.throws(() => place.house.openRoom({ game: 'yatzi', dice: 'same', same: '2999-12-31' }), { why: 'not_yet' });
  assert.throws(() => place.house.openRoom({ game: ['yatzi'] }), { why: 'not_understood' });
  assert.deepEqual(
    place.house.games().map(({ game }) => game),
    gamesOnShelf,
  );
  assert.ok(place.house.has(room));
});

test('nonsense is refused, and the house goes on', async () => {
  const place = await openHouse();
  const { anna } = begin(place.house, 'yatzi', ['child']);
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`key${n}`, n]));
  for (const text of [
    '',
    '[]',
    '"x"',
    '{"type":["enter"]}',
    '{"type":"sit","name":"a\\u0000b"}',
    JSON.stringify(many),
    `{"type":"${'x'.repeat(5000)}"}`,
    '{"type":{"a":{"b":1}}}',
    JSON.stringify({ type: 'chat', text: 'ü'.repeat(4000) }),
  ]) {
    anna.heard.refused = null;
    anna.guest.send(text);
    assert.equal(anna.heard.refused?.why, 'not_understood', text.slice(0, 40));
  }
  assert.equal(anna.ask({ type: 'chat', text: 'ä'.repeat(141) }), 'bad_text');
  assert.equal(anna.ask({ type: 'chat', text: 'ä'.repeat(140) }), 'done');
  assert.equal(anna.ask({ type: 'play', seat: 2, move: 'throw', event: 0 }), 'not_yours');
  playUntil(place, anna, isOver(anna));
});

test('what is said was kept before; what cannot be kept was never said', async () => {
  const shelf = new Shelf();
  /** @type {{records: any[], done: () => void, failed: (why: Error) => void}[]} */
  const disk = [];
  const keep = (records) => new Promise((done, failed) => disk.push({ records, done, failed }));
  const { house } = await openHouse({ shelf, keep });
  const settle = async (fails = false) => {
    const { records, done, failed } = disk.shift();
    if (fails) failed(new Error('disk'));
    else {
      shelf.keep(records);
      done();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  const { room, token } = house.openRoom({ game: 'yatzi' });
  await settle();
  const anna = new Player(house, room, token);
  assert.equal(anna.ask({ type: 'sit', name: 'Anna' }), undefined);
  assert.equal(anna.ask({ type: 'sync', client: 1 }), undefined);
  assert.equal(anna.heard.sync.client, 1, 'a clock does not wait for the disk');
  assert.equal(anna.ask({ type: 'rename', seat: 1, name: 'Anne' }), undefined);
  assert.equal(disk.length, 1, 'one batch at a time');
  assert.equal(anna.heard.room.seats[0].name, undefined);
  await settle();
  assert.equal(anna.heard.room.seats[0].name, 'Anna');
  await settle(true);
  assert.equal(anna.closed, 1013);
  assert.equal(anna.heard.room.seats[0].name, 'Anna');
  const again = new Player(house, room, token);
  assert.equal(again.heard.room.seats[0].name, 'Anna', 'the disk knows better');
});

test('a room that someone else looks after is let go', async () => {
  const { house } = await openHouse();
  const { room, anna } = begin(house, 'crane', ['child', 'child']);
  house.letGo(room, 4009);
  assert.equal(anna.closed, 4009);
  assert.ok(!house.has(room));
});
