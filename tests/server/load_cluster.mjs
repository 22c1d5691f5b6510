// load_cluster.mjs: what a move costs on one node with a SQLite file, on one with PostgreSQL, and on three, one after the
// other; then through the proxy, where most guests are forwarded; and how a house grows with the rooms that it keeps.
//   node tests/server/load_cluster.mjs [RATE [SECONDS [ROOMS]]]
//   node tests/server/load_cluster.mjs growth sqlite [ROOMS]    only the rooms, in a data file; needs no root
// Moves a second in all (0: only the rooms), how long each is measured, and how many rooms are kept in the end. KNOBEL names the program.
// Needs root, as the cluster does. Processor time is that of each part: compare it, and not the times, on a busy machine.
// Needs the games: yatzi
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from './cluster.mjs';
import { House, knobel } from './serving.mjs';

const words = process.argv.slice(2);
const onlyFile = words[0] === 'growth' && words[1] === 'sqlite';
const [rate = 600, seconds = 15, rooms = 100_000] = onlyFile ? [0, 0, ...words.slice(2).map(Number)] : words.map(Number);
const FLAGS =
  '--connections-per-address 16000 --rooms-per-hour 1000000 --requests-per-second 100000 --requests-at-once 100000 ' +
  '--messages-per-second 1000 --messages-at-once 1000';
const TICKS = Number(execFileSync('getconf', ['CLK_TCK']));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// ---- processor time ----

// The fields of /proc/PID/stat behind the name; [1] is the parent.
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
const ownTicks = (fields) => Number(fields[11]) + Number(fields[12]);

// Seconds that a process has used; with its children, those that are gone, too.
function used(pid, family = false) {
  const fields = stat(pid);
  if (!fields) return 0;
  let ticks = ownTicks(fields);
  if (family) {
    ticks += Number(fields[13]) + Number(fields[14]);
    for (const name of readdirSync('/proc')) {
      const child = /^\d+$/.test(name) && stat(name);
      if (child && Number(child[1]) === pid) ticks += ownTicks(child);
    }
  }
  return ticks / TICKS;
}

const memory = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
const pidOf = (cluster, name) => Number(readFileSync(join(cluster.folder, `${name}.pid`), 'utf8'));

function partsOf(cluster, nodes) {
  return {
    nodes: () => nodes.reduce((sum, name) => sum + used(pidOf(cluster, name)), 0),
    PostgreSQL: () => used(pidOf(cluster, cluster.primary), true),
    standby: () => used(pidOf(cluster, cluster.standby), true),
    proxy: () => used(pidOf(cluster, 'proxy')),
  };
}

// ---- load ----

const run = (command, words) =>
  new Promise((done, fail) =>
    execFile(command, words, { env: { ...process.env, FLAGS: '' }, maxBuffer: 1 << 24 }, (error, out, err) =>
      error ? fail(new Error(`${command} ${words.join(' ')}: ${err}${out}`)) : done(out),
    ),
  );

// All of them at once, each with its share; `start` makes a command of the options of knobel load.
async function load(what, starts, parts, total, tables) {
  const share = (number) => String(Math.round(number / starts.length));
  const options = ['load', '--rooms', share(tables), '--seconds', String(seconds), '--rate', share(total), '--json'];
  const before = Object.entries(parts).map(([name, ask]) => [name, ask, ask()]);
  const said = await Promise.all(starts.map((start) => run(...start(options))));
  const told = said.map((text) => JSON.parse(text));
  const moves = told.reduce((sum, one) => sum + one.done_ms.count, 0);
  const each = before.map(([name, ask, from]) => `${name} ${(((ask() - from) / moves) * 1e6).toFixed(0)}`);
  const sum = (key) => told.reduce((all, one) => all + one[key], 0);
  const worst = (key) => Math.max(...told.map((one) => one.done_ms[key])).toFixed(0);
  console.log(
    `${what}: ${sum('moves_per_second').toFixed(0)} moves/s, half within ${worst('p50')} ms, 99 % within ${worst('p99')} ms; ` +
      `µs of processor time per move: ${each.join(', ')}; lost ${sum('lost')}, refused ${sum('refused')}, slowed ${sum('slowed')}`,
  );
}

// At a pace; at five times that pace; and as fast as it goes, in as many rooms as it takes to find the limit.
const all = async (what, starts, parts) => {
  await load(`${what}, ${rate} wanted`, starts, parts, rate, 60);
  await load(`${what}, ${5 * rate} wanted`, starts, parts, 5 * rate, 300);
  await load(`${what}, as many as possible`, starts, parts, 0, 1200);
};

async function loadAlone() {
  const house = await House.open(FLAGS.split(' '));
  await all('one server, SQLite', [(words) => [knobel, [...words, '--url', house.url]]], {
    server: () => used(house.process.pid),
  });
  await house.close();
}

async function loadNodes(cluster) {
  const try_ = 'packaging/cluster/try';
  // From the node's own machine: there every room comes from an address of its own, as through the proxy.
  const direct = (n) => (words) => [try_, [cluster.folder, 'in', `node${n}`, knobel, ...words, '--url', 'http://127.0.0.1:8020']];
  await all('three nodes, each directly', [1, 2, 3].map(direct), partsOf(cluster, ['node1', 'node2', 'node3']));
  const through = [(words) => [knobel, [...words, '--url', cluster.url]]];
  await all('three nodes, through the proxy', through, partsOf(cluster, ['node1', 'node2', 'node3']));
  await leaveOne(cluster);
  await all('one node, PostgreSQL', [direct(1)], partsOf(cluster, ['node1']));
}

// ---- rooms that are kept ----

const DAY_MS = 24 * 3600 * 1000;

// Rooms that look like one that is there, each a millisecond older than the one before. They have no mark, as in databases
// of the first version.
const multiply = (wanted) => `
  INSERT INTO rooms(code, needs, status, listed, clocked, touched_ms, record)
  SELECT translate(lpad(to_hex(i), 6, '0'), '0123456789abcdef', 'ACDEFGHJKMNPQRTU'), 1, 0, false, false, h.clock_ms - i, r.record
  FROM generate_series(1, ${wanted}) i, house h, (SELECT record FROM rooms WHERE record IS NOT NULL LIMIT 1) r
  ON CONFLICT DO NOTHING`;

async function timeStart(cluster, what) {
  const began = performance.now();
  await cluster.startNode('node1');
  const took = performance.now() - began;
  const pid = pidOf(cluster, 'node1');
  console.log(
    `${what}: open after ${took.toFixed(0)} ms, ${used(pid).toFixed(2)} s of processor time, ${memory(pid).toFixed(1)} MB`,
  );
}

async function stopNode(cluster, node = 'node1') {
  await cluster.signal(node, 'SIGTERM');
  await cluster.untilGone(node);
}

// Node 1 alone, with an empty memory.
async function leaveOne(cluster) {
  for (const node of ['node1', 'node2', 'node3']) await stopNode(cluster, node);
  await cluster.startNode('node1');
}

// The proxy may not have noticed yet which nodes are left.
async function openRoom(cluster) {
  while (!(await cluster.room().catch(() => null))) await sleep(200);
}

async function grow(cluster) {
  await openRoom(cluster);
  for (const wanted of [1, 1000, rooms]) {
    await stopNode(cluster);
    await cluster.sql(multiply(wanted));
    await cluster.sql('ANALYZE rooms');
    const kept = Number(await cluster.sql('SELECT count(*) FROM rooms WHERE record IS NOT NULL'));
    if (kept < wanted) throw new Error(`${kept} rooms are kept, not ${wanted}`);
    await timeStart(cluster, `PostgreSQL, ${kept} rooms`);
  }
  const idle = await idleMinute(cluster);
  await clearAway(cluster, 'each of another age', 'touched_ms', idle);
  await clearAway(cluster, 'all of the same age', '(SELECT max(touched_ms) FROM rooms WHERE mark IS NULL)', idle);
  await slowDown(cluster);
  await clearAway(cluster, 'with a disk on which a commit takes 25 ms more', 'touched_ms', idle);
}

// Seconds of processor time, by part.
const usedBy = (parts) => Object.fromEntries(Object.entries(parts).map(([name, ask]) => [name, ask()]));

// What a second costs in which nothing happens; at the end of a minute the node notes the time.
async function idleMinute(cluster) {
  const parts = partsOf(cluster, ['node1']);
  const before = usedBy(parts);
  await sleep(60_000);
  return Object.fromEntries(Object.entries(usedBy(parts)).map(([name, after]) => [name, (after - before[name]) / 60]));
}

// As a disk would that others use, too: commits wait before they are written.
async function slowDown(cluster) {
  await cluster.sql('ALTER SYSTEM SET commit_delay = 25000');
  await cluster.sql('ALTER SYSTEM SET commit_siblings = 0');
  await cluster.sql('SELECT pg_reload_conf()');
}

// As the node counts it: asking the database would be work for the database.
async function clearedBy(cluster) {
  const metrics = await run('packaging/cluster/try', [
    cluster.folder,
    'in',
    'node1',
    'curl',
    '-s',
    'http://10.77.2.2:9020/metrics',
  ]);
  return Number(/^knobel_rooms_cleared_total (\d+)/m.exec(metrics)[1]);
}

// Nobody has the rooms, which are eight days old; `age` is SQL. What an idle node and database need meanwhile does not count.
async function clearAway(cluster, what, age, idle) {
  await stopNode(cluster);
  await cluster.sql(
    `UPDATE rooms SET touched_ms = ${age} - ${8 * DAY_MS}, binned_ms = 0, owner = NULL, owner_epoch = NULL WHERE mark IS NULL`,
  );
  await cluster.sql('VACUUM ANALYZE rooms');
  await cluster.sql('CHECKPOINT');
  const old = Number(await cluster.sql('SELECT count(*) FROM rooms WHERE mark IS NULL'));
  await cluster.startNode('node1');
  const parts = partsOf(cluster, ['node1']);
  const [before, done, began] = [usedBy(parts), await clearedBy(cluster), performance.now()];
  let left = old - done;
  while (left > 0 && performance.now() - began < 60_000) {
    await sleep(200);
    left = old - (await clearedBy(cluster));
  }
  const took = (performance.now() - began) / 1000;
  const count = old - done - left;
  const each = Object.entries(usedBy(parts)).map(
    ([name, after]) => `${name} ${(((after - before[name] - idle[name] * took) / count) * 1e6).toFixed(0)}`,
  );
  console.log(
    `PostgreSQL, ${what}: ${count} rooms cleared away in ${took.toFixed(1)} s, ${(count / took).toFixed(0)} per second; ` +
      `µs of processor time each: ${each.join(', ')}`,
  );
}

// The same in a data file, by Python, which has SQLite. What is done to the file is one statement, or rooms that are added.
const IN_FILE = `
import sqlite3, sys
file, sql = sys.argv[1:3]
db = sqlite3.connect(file)
if sql.isdigit():
    letters = str.maketrans('0123456789abcdef', 'ACDEFGHJKMNPQRTU')
    record, clock_ms = db.execute('SELECT record, clock_ms FROM rooms, tip LIMIT 1').fetchone()
    db.executemany('INSERT OR IGNORE INTO rooms(code, status, listed, clocked, touched_ms, record) VALUES(?, 0, 0, 0, ?, ?)',
                   ((('%06x' % i).translate(letters), clock_ms - i, record) for i in range(1, int(sql) + 1)))
    sql = 'ANALYZE rooms'
print(*(row[0] for row in db.execute(sql)))
db.commit()
`;
const inFile = (file, sql) => run('python3', ['-c', IN_FILE, file, String(sql)]);

async function growInFile() {
  const folder = mkdtempSync(join(tmpdir(), 'knobel-growth-'));
  const file = join(folder, 'house.db');
  const flags = FLAGS.split(' ');
  try {
    let house = await House.open(flags, { file });
    await house.room();
    for (const wanted of [1, 1000, rooms]) {
      await house.close();
      await inFile(file, wanted);
      const kept = Number(await inFile(file, 'SELECT count(*) FROM rooms'));
      if (kept < wanted) throw new Error(`${kept} rooms are kept, not ${wanted}`);
      const began = performance.now();
      house = await House.open(flags, { file });
      const took = performance.now() - began;
      const { pid } = house.process;
      console.log(
        `SQLite, ${kept} rooms, ${(statSync(file).size / 1e6).toFixed(1)} MB: open after ${took.toFixed(0)} ms, ` +
          `${used(pid).toFixed(2)} s of processor time, ${memory(pid).toFixed(1)} MB`,
      );
    }
    await house.close();
    await inFile(file, `UPDATE rooms SET touched_ms = touched_ms - ${8 * DAY_MS} WHERE mark IS NULL`);
    house = await House.open(flags, { file });
    const { pid } = house.process;
    const before = used(pid);
    const began = performance.now();
    let done = 0;
    while (done < rooms && performance.now() - began < 60_000) {
      await sleep(200);
      done = Number(/^knobel_rooms_cleared_total (\d+)/m.exec(await house.metrics())[1]);
    }
    const took = (performance.now() - began) / 1000;
    console.log(
      `SQLite: ${done} rooms cleared away in ${took.toFixed(1)} s; µs of processor time each: ` +
        `${(((used(pid) - before) / done) * 1e6).toFixed(0)}; then ${memory(pid).toFixed(1)} MB`,
    );
    await house.close();
  } finally {
    await House.closeAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

// ---- all of it ----

if (onlyFile) {
  await growInFile();
  process.exit();
}

if (!Cluster.canRun()) {
  console.log('no networks can be made here');
  process.exit(1);
}
if (rate > 0) await loadAlone();
await growInFile();
const cluster = await Cluster.up([...FLAGS.split(' '), '--listen', '0.0.0.0'], { fsync: 'on' });
try {
  await (rate > 0 ? loadNodes : leaveOne)(cluster);
  await grow(cluster);
} finally {
  await cluster.close();
  await House.closeAll();
}
