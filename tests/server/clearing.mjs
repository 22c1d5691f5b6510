// clearing.mjs [ROOMS]: how long a server takes to clear away old rooms with their matches: into the bin, and out of it. The
// reference is SQLite alone, deleting as many rooms and their rows from a copy of the same file on the same disk, each
// thousand durable before the next.
// Needs the games: yatzi
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { House, knobel } from './serving.mjs';
import { NO_LIMITS, copyRooms, cpuSeconds, output, sleep } from './figures.mjs';

const ROOMS = Number(process.argv[2] ?? 50_000);
const FIRST = 100; // rooms in which matches are played; the others are like them
const DAYS = 40; // more than any room is kept
const GIVE_UP_S = 300;

// Delete by hand: seconds.
const DELETE = `
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute('PRAGMA journal_mode = WAL')
db.execute('PRAGMA synchronous = FULL')
old = db.execute('SELECT code FROM rooms WHERE touched_ms < (SELECT clock_ms FROM tip) - 86400000 ORDER BY touched_ms').fetchall()
began = time.monotonic()
for at in range(0, len(old), 1000):
    db.execute('BEGIN')
    for table, column in (('parts', 'room'), ('chat', 'room'), ('rooms', 'code')):
        db.executemany('DELETE FROM %s WHERE %s = ?' % (table, column), old[at:at + 1000])
    db.execute('COMMIT')
db.execute('PRAGMA wal_checkpoint(TRUNCATE)')
print(len(old), time.monotonic() - began)
`;

// How many are in the bin.
const COUNT = `
import sqlite3, sys
print(*sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM rooms WHERE binned_ms > 0').fetchone())
`;

async function fill(file) {
  const house = await House.open(NO_LIMITS, { file });
  await output(knobel, ['load', '--url', house.url, '--rooms', FIRST, '--rate', 2000, '--seconds', 1].map(String));
  await house.close();
  const { rooms, parts } = await copyRooms(file, ROOMS, DAYS);
  if (parts < rooms) throw new Error(`only ${parts} parts of matches in ${rooms} rooms`);
  console.log(`${rooms} rooms, ${parts} parts of matches, ${(statSync(file).size / 1e6).toFixed(0)} MB`);
}

async function deleteByHand(file) {
  const [rooms, seconds] = (await output('python3', ['-c', DELETE, file])).split(' ').map(Number);
  if (rooms < ROOMS - FIRST) throw new Error(`only ${rooms} are old`);
  console.log(`SQLite alone deletes ${rooms} rooms: ${seconds.toFixed(2)} s`);
  return seconds;
}

// Seconds until `left` says that none is left, which a server does while nobody plays.
async function untilNone(what, flags, file, left, reference) {
  const house = await House.open(flags, { file });
  const began = performance.now();
  const before = cpuSeconds(house.process.pid);
  let seconds = 0;
  for (let rest = await left(house); rest > 0 && seconds < GIVE_UP_S; rest = await left(house)) {
    await sleep(50);
    seconds = (performance.now() - began) / 1000;
  }
  const cpu = cpuSeconds(house.process.pid) - before;
  await house.close();
  if (seconds >= GIVE_UP_S) throw new Error(`${what}: not done after ${GIVE_UP_S} s`);
  const times = (seconds / reference).toFixed(2);
  console.log(`the server, ${what}: ${seconds.toFixed(2)} s, ${cpu.toFixed(2)} s of processor time; ${times} times as long`);
}

const folder = mkdtempSync(join(tmpdir(), 'knobel-clearing-'));
const [file, copy] = ['house.db', 'copy.db'].map((name) => join(folder, name));
try {
  await fill(file);
  copyFileSync(file, copy);
  const seconds = await deleteByHand(copy);
  rmSync(copy);
  const cleared = async (house) => ROOMS - FIRST - Number(/^knobel_rooms_cleared_total (\d+)/m.exec(await house.metrics())[1]);
  await untilNone('into the bin', [], file, cleared, seconds);
  const inBin = async () => Number(await output('python3', ['-c', COUNT, file]));
  await untilNone('out of the bin', ['--bin-days', '0'], file, inBin, seconds);
} finally {
  await House.closeAll();
  rmSync(folder, { recursive: true, force: true });
}
