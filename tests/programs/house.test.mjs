// house.test.mjs: programs that play at the tables of a server (docs/engine-protocol.md), well and badly.
// Needs the games: yatzi crane
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { House, playOn } from '../server/serving.mjs';

const PATIENCE_MS = 60_000;
const LONG = ['--bot-ms', '600000']; // for who is not to lose a turn for being late
const mark = `8${process.pid}.25`; // how long what a program leaves behind would sleep
const misbehaves = (how) => `exec tests/programs/misbehaves ${how} ${mark}`;

test.after(() => House.closeAll());

// Who is left of the programs.
function left() {
  try {
    return execFileSync('pgrep', ['-fa', `sleep ${mark}`], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

async function until(what, found) {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    const value = await found();
    if (value) return value;
    assert.ok(Date.now() < end, `${what} in ${PATIENCE_MS} ms`);
  }
}

// A room in which Anna plays against bots; she is at the table.
async function against(house, bots, settings = {}) {
  const room = await house.room({ pace_ms: 0, ...settings });
  const anna = await house.enter(room, { moves: true });
  await anna.ask({ type: 'sit', name: 'Anna', seat: 1 });
  for (const [at, level] of bots.entries())
    assert.equal((await anna.ask({ type: 'bot', seat: at + 2, level })).type, 'done', level);
  return { room, anna };
}

async function play({ anna }) {
  assert.equal((await anna.ask({ type: 'start' })).type, 'done');
  return playOn(anna, 1, await anna.next('table'));
}

test('a program is a bot of its name', async () => {
  const house = await House.open(['--bot', 'simple=examples/engine.py', '--bot', `claw@crane=${misbehaves('well')}`, ...LONG]);
  const table = await against(house, ['simple']);
  const { anna, room } = table;
  let seen;
  do seen = await anna.next('room');
  while (seen.seats[1].bot !== 'simple');
  assert.deepEqual(seen.bots, ['simple'], 'only those that play this game');
  assert.equal(seen.seats[1].name, 'simple');
  for (const level of ['claw', 'none', 'exec:true', ''])
    assert.equal((await anna.ask({ type: 'bot', seat: 3, level })).why, 'bad_level', level);
  assert.equal((await anna.ask({ type: 'set', standin: 'simple' })).why, 'bad_level', 'a stand-in must be there');
  assert.ok((await play(table)).over);
  const log = await (await house.get(`/api/rooms/${room.room}/log`)).text();
  assert.match(log, /^seat 2 bot:simple - simple$/m);
  assert.doesNotMatch(house.log, /bot_failed/);
  assert.match(await house.metrics(), /^knobel_program_turns_lost_total 0$/m);

  // The game changes: who does not play it is played for.
  const crane = await against(house, ['claw', 'simple'], { game: 'crane' });
  assert.equal((await crane.anna.ask({ type: 'set', game: 'yatzi' })).type, 'done');
  assert.ok((await play(crane)).over);
  assert.equal(await house.close(), 0);
});

test('a program that misbehaves loses its turns to a stand-in', async () => {
  const wrong = ['illegal', 'nonsense', 'crash', 'flood', 'closes_input', 'closes_output', 'leaves', 'bomb'];
  const flags = wrong.flatMap((how) => ['--bot', `${how.replace('_', '-')}=${misbehaves(how)}`]);
  const house = await House.open([...flags, ...LONG]);
  await Promise.all(
    wrong.map(async (how) => {
      assert.ok((await play(await against(house, [how.replace('_', '-')], { standin: 'random' }))).over, how);
    }),
  );
  const failed = [...house.log.matchAll(/"event":"bot_failed","bot":"([a-z-]+)","why":"([a-z]+)"/g)];
  const why = Object.fromEntries(failed.map(([, bot, reason]) => [bot, reason]));
  assert.deepEqual(why, {
    illegal: 'illegal',
    nonsense: 'unreadable',
    crash: 'gone',
    flood: 'floods',
    'closes-input': 'gone',
    'closes-output': 'gone',
    leaves: 'gone',
    bomb: 'gone',
  });
  for (const how of wrong)
    assert.ok(failed.filter(([, bot]) => bot === how.replace('_', '-')).length <= 5, `${how} is asked no more`);
  assert.equal(await house.close(), 0);
  assert.equal(left(), '');
});

test('a slow program keeps nobody else waiting', async () => {
  const house = await House.open(['--bot', `slow=${misbehaves('slow')}`, '--bot', `forks=${misbehaves('forks')}`, ...LONG]);
  const slow = await against(house, ['slow']);
  assert.equal((await slow.anna.ask({ type: 'start' })).type, 'done');
  let table = await slow.anna.next('table');
  for (; !table.due.includes(2); table = await slow.anna.next('table')) {
    const moves = table.eyes[1]?.moves ?? [];
    if (moves.length) await slow.anna.ask({ type: 'play', seat: 1, move: moves[0], event: table.event });
  }
  await until('the program sleeps', left);
  const others = await Promise.all(['forks', 'random'].map(async (level) => play(await against(house, [level]))));
  assert.ok(others.every(({ over }) => over));
  assert.equal(await house.close(), 0, 'and it can be closed');
  assert.equal(left(), '');
});

test('programs end when the server is killed', async () => {
  const house = await House.open(['--bot', `forks=${misbehaves('forks')}`, ...LONG]);
  assert.ok((await play(await against(house, ['forks']))).over);
  assert.notEqual(left(), '');
  await house.close('SIGKILL');
  await until('they end', () => left() === '');
});

test('a room remembers a program that is no longer there', async () => {
  const first = await House.open(['--bot', `well=${misbehaves('well')}`, ...LONG]);
  const { room, anna } = await against(first, ['well']);
  assert.equal((await anna.ask({ type: 'start' })).type, 'done');
  await anna.next('table');
  const { file, folder } = first;
  first.folder = null; // the next house has the same file
  assert.equal(await first.close(), 0);
  const second = await House.open([], { file });
  second.folder = folder;
  const again = await second.enter(room, { moves: true });
  const table = await again.next('table');
  assert.ok((await playOn(again, 1, table)).over, 'the stand-in plays');
  assert.equal(await second.close(), 0);
});
