// loss.test.mjs: what must not cost anybody a match: clocks that are wrong, data files that are moved, damaged
// or opened twice, limits of the system. Run with `node --test`; KNOBEL names the program, and beside it is
// tests/libfalse_clock.so.
// Needs the games: yatzi
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PATIENCE_MS } from './websocket.mjs';
import { House, knobel } from './serving.mjs';

const DAY_MS = 24 * 3600 * 1000;
const SALT = '0123456789abcdef';
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const folder = mkdtempSync(join(tmpdir(), 'knobel-loss-'));
const library = resolve(process.env.FALSE_CLOCK_LIBRARY ?? join(dirname(knobel), 'tests/libfalse_clock.so'));

after(async () => {
  await House.closeAll();
  rmSync(folder, { recursive: true, force: true });
});

// A connection that is cut off meanwhile, as by a clock that jumps, is no answer.
async function untilTrue(what, look) {
  const ask = async () => look();
  for (const begun = Date.now(); !(await ask().catch(() => false)); await sleep(20))
    assert.ok(Date.now() - begun < PATIENCE_MS, `waited in vain: ${what}`);
}

// A clock for the houses of one test.
class FalseClock {
  wall = 0;
  steady = 0;
  constructor(name) {
    this.file = join(folder, name);
    this.env = { LD_PRELOAD: library, FALSE_CLOCK: this.file };
    this.set({});
  }
  set(ahead) {
    Object.assign(this, ahead);
    writeFileSync(`${this.file}.new`, `${this.wall} ${this.steady}\n`);
    renameSync(`${this.file}.new`, this.file);
  }
}

const data = (name) => join(folder, `${name}.db`);
const events = (house, event) => house.log.split('\n').filter((line) => line.includes(`"event":"${event}"`));
const health = async (house) => (await house.get('/healthz')).text();
const metric = async (house, name) => Number(new RegExp(`^knobel_${name} (\\d+)$`, 'm').exec(await house.metrics())[1]);

// Anna and a room in which she plays by herself.
async function begin(house, settings = {}) {
  const room = await house.room({ pace_ms: 0, ...settings });
  const anna = await house.enter(room, { moves: true });
  await anna.ask({ type: 'sit', name: 'Anna', salt: SALT });
  assert.equal((await anna.ask({ type: 'start' })).type, 'done');
  return { room, anna };
}
const throwDice = (anna) => anna.ask({ type: 'play', seat: 1, move: 'throw', salt: SALT });

// ---- clocks ----

test('a clock that is wrong for a while deletes nothing; what is old goes into a bin, and comes back', async () => {
  const clock = new FalseClock('erase');
  const house = await House.open(['--idle-s', '1'], { file: data('erase'), env: clock.env });
  const waiting = await house.room();
  const { room, anna } = await begin(house);
  anna.close();
  clock.set({ wall: 400 * DAY_MS });
  await untilTrue('the jump is noticed', () => events(house, 'clock_jumped').length === 1);
  clock.set({ wall: 0 });
  await untilTrue('and the way back', () => events(house, 'clock_jumped').length === 2);
  assert.match(house.log, /"event":"clock_jumped","ms":345\d+/);
  assert.equal(await metric(house, 'rooms_cleared_total'), 0);
  // Time that goes by counts: after eight days the room that waits is old, the other one is not.
  clock.set({ steady: 8 * DAY_MS });
  await untilTrue('one room is cleared away', async () => (await metric(house, 'rooms_cleared_total')) >= 1);
  await untilTrue('it is gone', async () => (await house.get(`/api/rooms/${waiting.room}`)).status === 404);
  assert.equal((await house.json(`/api/rooms/${room.room}`)).status, 'playing');
  assert.equal(await metric(house, 'rooms_cleared_total'), 1);
  const restore = (...words) =>
    spawnSync(knobel, ['restore', ...words, '--data', house.file], { encoding: 'utf8', env: { ...process.env, LANGUAGE: 'en' } });
  assert.equal(restore().stdout, `${waiting.room} (deleted 0 days ago)\n`);
  assert.equal(restore('K7QM3T').status, 1);
  assert.equal(restore(waiting.room.toLowerCase()).stdout, `Room ${waiting.room} is back.\n`);
  assert.equal((await house.json(`/api/rooms/${waiting.room}`)).status, 'waiting');
  assert.equal(restore().stdout, 'There are no deleted rooms.\n');
  assert.equal(await house.close(), 0);
});

test('no deadline passes by a jump of the clock', async () => {
  const clock = new FalseClock('jump');
  const house = await House.open([], { file: data('jump'), env: clock.env });
  const { anna } = await begin(house, { turn_s: 3600 });
  const { event } = await anna.next('table');
  for (const wall of [400 * DAY_MS, -400 * DAY_MS, 0]) {
    const jumps = events(house, 'clock_jumped').length;
    clock.set({ wall });
    await untilTrue('the jump is noticed', () => events(house, 'clock_jumped').length > jumps);
    await anna.ask({ type: 'chat', text: 'Still my turn?' });
  }
  assert.ok(anna.messages.every((message) => message.type !== 'table' || message.event === event));
  assert.equal((await throwDice(anna)).type, 'done');
  // The chat has the date of the clock on the wall.
  const dates = anna.messages.filter((message) => message.type === 'chat').map(({ at }) => at);
  assert.ok(dates[0] - dates[2] > 399 * DAY_MS && dates[2] - dates[1] > 399 * DAY_MS);
  assert.equal(await house.close(), 0);
});

test('a clock that is set back over a restart freezes no match, and one set ahead ends no turn', async () => {
  const clock = new FalseClock('back');
  for (const wall of [-DAY_MS, 400 * DAY_MS]) {
    const file = data(`back${wall}`);
    clock.set({ wall: 0 });
    let house = await House.open([], { file, env: clock.env });
    const { room, anna } = await begin(house, { turn_s: wall < 0 ? 5 : 3600 });
    await throwDice(anna);
    const { event } = anna.messages.filter(({ type }) => type === 'table').at(-1);
    anna.close();
    await house.close('SIGKILL');
    clock.set({ wall });
    house = await House.open([], { file, env: clock.env });
    const again = await house.enter(room);
    if (wall < 0) await untilTrue('the turn ends', () => again.messages.some((m) => m.type === 'table' && m.event > event));
    else assert.equal((await again.next('table')).event, event);
    assert.equal(await house.close(), 0);
  }
});

test('thousands of old rooms are cleared away at once', async () => {
  const clock = new FalseClock('many');
  const flags = [
    '--idle-s',
    '1',
    '--rooms-per-hour',
    '1000000',
    '--requests-at-once',
    '100000',
    '--connections-per-address',
    '1000',
  ];
  const house = await House.open(flags, { file: data('many'), env: clock.env });
  const ROOMS = 1500;
  for (let opened = 0; opened < ROOMS; opened += 50) await Promise.all(Array.from({ length: 50 }, () => house.room()));
  clock.set({ steady: 9 * DAY_MS });
  await untilTrue('all are in the bin', async () => (await metric(house, 'rooms_cleared_total')) === ROOMS);
  clock.set({ steady: 18 * DAY_MS });
  const binned = () =>
    execFileSync(knobel, ['restore', '--data', house.file], { encoding: 'utf8', env: { ...process.env, LANGUAGE: 'en' } });
  await untilTrue('the bin is empty', () => /no deleted rooms/.test(binned()));
  assert.equal(await house.close(), 0);
});

// ---- the data file ----

test('a data file that is moved away is a disk that fails, until it is back', async () => {
  const file = data('moved');
  const house = await House.open([], { file });
  const { anna } = await begin(house);
  for (const ending of ['', '-wal']) {
    renameSync(file + ending, `${file}${ending}-away`);
    await untilTrue('it is noticed', async () => (await health(house)) === 'disk');
    renameSync(`${file}${ending}-away`, file + ending);
    await untilTrue('it is well again', async () => (await health(house)) === 'ok');
  }
  assert.equal(events(house, 'file_moved').length, 2);
  anna.close();
  // And nobody is told anything that is written into a file without a name.
  const { anna: ben } = await begin(house);
  unlinkSync(file);
  const answer = await throwDice(ben).catch((error) => ({ type: error.message }));
  assert.notEqual(answer.type, 'done');
  assert.equal((await house.get('/healthz')).status, 503);
  assert.equal(await house.close(), 0);
});

test('two servers cannot have one file open, whatever they call it', async () => {
  const file = data('twice'),
    second = data('second');
  const house = await House.open([], { file });
  await house.room();
  linkSync(file, second);
  const other = await House.open([], { file: second }).catch((error) => error);
  assert.match(other.message, /another server has this file open/);
  await house.close('SIGKILL');
  const later = await House.open([], { file: second }).catch((error) => error);
  assert.match(later.message, /-wal is missing/);
});

test('a server that has lost what it confirmed does not start, unless it is told to', async () => {
  const file = data('lost');
  let house = await House.open([], { file });
  const { room, anna } = await begin(house);
  for (let n = 0; n < 30; n++) await anna.ask({ type: 'salt', seat: 1, salt: SALT });
  for (let n = 0; n < 4; n++) await anna.ask({ type: 'chat', text: `line ${n}` });
  await house.close('SIGKILL');
  truncateSync(`${file}-wal`, 20000);
  const refused = await House.open([], { file }).catch((error) => error);
  assert.match(refused.message, /the last \d+ of \d+ writes are missing.*--accept-loss/);
  house = await House.open(['--accept-loss'], { file });
  assert.match(house.log, /"event":"loss_accepted","why":"the last \d+ of \d+ writes are missing"/);
  assert.equal(await health(house), 'ok');
  await house.room();
  await house.close();
  house = await House.open([], { file });
  await house.get(`/api/rooms/${room.room}`);
  await house.close();
});

test('a room that cannot be read is told from one that is not there', async () => {
  const file = data('damaged');
  const flags = ['--misses-per-minute', '3'];
  let house = await House.open(flags, { file });
  const { room, anna } = await begin(house);
  const other = await house.room();
  await throwDice(anna);
  await house.close();
  const bytes = readFileSync(file),
    at = bytes.lastIndexOf(': throw');
  assert.ok(at > 0);
  bytes.write('y', at + 3);
  writeFileSync(file, bytes);
  const refused = await House.open(flags, { file }).catch((error) => error);
  assert.match(refused.message, /this file is damaged/);
  house = await House.open([...flags, '--accept-loss'], { file });
  for (let n = 0; n < 10; n++)
    for (const path of ['', '/log', '/qr'])
      assert.deepEqual(await house.json(`/api/rooms/${room.room}${path}`), { status: 500, why: 'damaged' });
  const guest = await house.guest();
  assert.equal((await guest.ask({ type: 'enter', room: room.room })).why, 'damaged');
  assert.equal((await house.json(`/api/rooms/${other.room}`)).status, 'waiting');
  assert.equal((await house.json('/api/rooms/K7QM3T')).status, 404);
  await house.close();
});

// ---- limits of the system ----

test('a file that may not grow is a disk that fails', async () => {
  const house = await House.open(['--chats-at-once', '1000000', '--messages-at-once', '1000000'], {
    file: data('long'),
    limit: 'ulimit -f 600', // blocks of 512 bytes
  });
  const { anna } = await begin(house);
  let why;
  for (let n = 0; n < 10000 && !why; n++)
    why = await anna.ask({ type: 'chat', text: 'x'.repeat(250) }).then(
      (answer) => answer.why,
      (error) => error.message,
    );
  assert.match(why, /disk|1013/);
  assert.equal(await health(house), 'disk');
  assert.equal(house.exit, null);
  await house.close();
});

test('with too few open files it does not start, and says how many it needs', async () => {
  for (const files of [20, 64, 79]) {
    const refused = await House.open([], { file: data(`few${files}`), limit: `ulimit -n ${files}` }).catch((error) => error);
    assert.match(refused.message, new RegExp(`allows ${files} open files, but the server needs at least 80`));
  }
  const house = await House.open([], { file: data('enough'), limit: 'ulimit -n 80' });
  const { anna } = await begin(house);
  assert.equal((await throwDice(anna)).type, 'done');
  assert.equal(await house.close(), 0);
});
