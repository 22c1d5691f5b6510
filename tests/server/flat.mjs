// flat.mjs: what must not grow, measured beside the small case in the same run: what a move costs with more rooms, and at the
// end of a match; the memory of a guest who only watches; the start of a server that keeps more rooms.
// With TURNS=N so many times each, in turns.
// Needs the games: yatzi
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { House, knobel } from './serving.mjs';
import { NO_LIMITS, copyRooms, cpuSeconds, output, ratios, shown } from './figures.mjs';

const TURNS = Number(process.env.TURNS ?? 3);
const ACTIVE = [100, 1000, 7000]; // rooms in which people play
const RATE = 2000; // moves per second, in all of them together
const SECONDS = 6;
const IDLE = [1000, 9000];
const KEPT = 10_000; // rooms in the file of a server that starts
const STARTS = 9;
const TABLES = 100; // whose matches are followed from the first move to the last

// One after the other, as often as wished: [figures of each].
async function inTurns(turns, kinds, measure) {
  const found = kinds.map(() => []);
  for (let turn = 0; turn < turns; turn++) for (const [i, kind] of kinds.entries()) found[i].push(await measure(kind));
  return found;
}

function print(what, unit, names, found, digits = 1) {
  console.log(what);
  for (const [i, list] of found.entries()) {
    const beside = i === 0 ? '' : `; ${shown(ratios(list, found[0]), 2)} times the first`;
    console.log(`  ${names[i].padEnd(28)} ${shown(list, digits)} ${unit}${beside}`);
  }
}

async function load(house, words) {
  const said = await output(knobel, ['load', '--url', house.url, '--pid', house.process.pid, '--json', ...words].map(String));
  return JSON.parse(said);
}

// ---- rooms ----

async function costOfMove(rooms) {
  const house = await House.open(NO_LIMITS);
  const { move_cpu_us } = await load(house, ['--rooms', rooms, '--rate', RATE, '--seconds', SECONDS]);
  await house.close();
  return move_cpu_us;
}

// ---- the length of a match ----

// Two guests; everyone throws as often as they may, so that all matches are equally long.
async function sitDown(house) {
  const opened = await house.room({ pace_ms: 0 });
  const guests = [await house.enter(opened, { moves: true }), await house.enter(opened.room, { moves: true })];
  for (const [i, guest] of guests.entries()) await guest.ask({ type: 'sit', seat: i + 1, name: `Guest ${i + 1}` });
  return guests;
}

const isOver = (guest) => guest.messages.findLast(({ type }) => type === 'table')?.over;
const movesOf = (guest, seat) => guest.messages.findLast(({ type }) => type === 'table')?.eyes?.[seat]?.moves ?? [];

async function moveOnce(guests) {
  const seat = guests.findIndex((guest, i) => movesOf(guest, i + 1).length > 0) + 1;
  const guest = guests[seat - 1];
  const moves = movesOf(guest, seat);
  const move = moves.find((name) => name.startsWith('keep') || name.startsWith('throw')) ?? moves[0];
  await guest.ask({ type: 'play', seat, move });
  await guests[2 - seat].ask({ type: 'sync' }); // who has been told of the move, too
  for (const each of guests)
    each.messages.splice(
      0,
      each.messages.findLastIndex(({ type }) => type === 'table'),
    );
}

async function costAlongMatch() {
  const house = await House.open([...NO_LIMITS, '--messages-per-second', '100000', '--messages-at-once', '100000']);
  const tables = [];
  for (let i = 0; i < TABLES; i++) tables.push(await sitDown(house));
  for (const [host] of tables) await host.ask({ type: 'start' });
  const used = [cpuSeconds(house.process.pid)];
  while (!isOver(tables[0][0])) {
    await Promise.all(tables.map(moveOnce));
    used.push(cpuSeconds(house.process.pid));
  }
  await house.close();
  const rounds = used.length - 1;
  const tenth = Math.floor(rounds / 10);
  const cost = (from) => ((used[from + tenth] - used[from]) / tenth / TABLES) * 1e6;
  return { rounds, costs: [cost(0), cost(Math.floor((rounds - tenth) / 2)), cost(rounds - tenth)] };
}

// ---- guests who watch ----

async function memoryOfGuest(idle) {
  const house = await House.open(NO_LIMITS);
  const { idle_kb } = await load(house, ['--rooms', 1, '--rate', 10, '--seconds', 1, '--idle', idle]);
  await house.close();
  return idle_kb;
}

// ---- the start ----

async function startOf(file) {
  const began = performance.now();
  const house = await House.open([], { file });
  const took = performance.now() - began;
  await house.close();
  return took;
}

async function startOfNothing() {
  const began = performance.now();
  await once(spawn(knobel, ['--version'], { stdio: 'ignore' }), 'close');
  return performance.now() - began;
}

async function starts() {
  const folder = mkdtempSync(join(tmpdir(), 'knobel-flat-'));
  const [few, many] = ['few.db', 'many.db'].map((name) => join(folder, name));
  try {
    for (const file of [few, many]) {
      const house = await House.open(NO_LIMITS, { file });
      await load(house, ['--rooms', 10, '--seconds', 1]);
      await house.close();
    }
    await copyRooms(many, KEPT, 0);
    const size = (file) => `${(statSync(file).size / 1e6).toFixed(1)} MB`;
    const kinds = [startOfNothing, () => startOf(few), () => startOf(many)];
    const found = await inTurns(STARTS, kinds, (kind) => kind());
    const names = ['knobel --version', `a server, 10 rooms, ${size(few)}`, `${KEPT} rooms, ${size(many)}`];
    print('start', 'ms', names, found);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// ---- all of it ----

try {
  const rooms = await inTurns(TURNS, ACTIVE, costOfMove);
  const names = ACTIVE.map((count) => `${count} active rooms`);
  print(`processor time of the server per move, ${RATE} moves per second in all rooms together`, 'µs', names, rooms);
  const matches = [];
  for (let turn = 0; turn < TURNS; turn++) matches.push(await costAlongMatch());
  const tenths = [0, 1, 2].map((i) => matches.map(({ costs }) => costs[i]));
  const parts = ['first tenth', 'the middle', 'last tenth'];
  print(`processor time per move, ${TABLES} matches of ${matches[0].rounds} moves in step`, 'µs', parts, tenths);
  const idle = await inTurns(TURNS, IDLE, memoryOfGuest);
  print(
    'memory of the server per guest who watches',
    'KB',
    IDLE.map((count) => `${count} guests`),
    idle,
    2,
  );
  await starts();
} finally {
  await House.closeAll();
}
