// nodes.test.mjs: a house on several machines: nodes on one PostgreSQL, which this test may kill and stop. Runs
// under tests/postgres. What nodes do under load and with a network that fails is tested elsewhere.
// Needs the games: yatzi
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS } from './websocket.mjs';
import { House, knobel } from './serving.mjs';
import { board, newKey, playDaily, send } from './daily.mjs';

const base = process.env.KNOBEL_POSTGRES;
const schema = `nodes_${process.pid}`;
const data = `${base}&options=-csearch_path%3D${schema}`;
const psql = (where, sql) => execFileSync('psql', [where, '-qAtc', sql]).toString().trim();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function untilTrue(what, look) {
  for (const began = Date.now(); ; await sleep(50)) {
    const found = await look().catch(() => undefined);
    if (found) return found;
    if (Date.now() - began > PATIENCE_MS) throw new Error(`waited for: ${what}`);
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// A node that knows its own address; its last --port is the one that counts. Meanwhile somebody else may have taken that:
// then it is another one.
async function openAtAddress(flags, file) {
  for (;;) {
    const port = await freePort();
    try {
      return await House.open([...flags, '--port', `${port}`, '--address', `127.0.0.1:${port}`], { file });
    } catch (error) {
      if (!/cannot listen on/.test(error.house?.log)) throw error;
    }
  }
}
const openNode = (number, flags = [], file = data) => openAtAddress(['--node', `${number}`, ...flags], file);

// The way of one node to the database, which can be cut. PostgreSQL finds it in `folder`.
class Way {
  folder = mkdtempSync(join(tmpdir(), 'knobel-way-'));
  #ends = new Set();
  #server = createServer((near) => {
    const far = connect(join(process.env.KNOBEL_POSTGRES_FOLDER, '.s.PGSQL.5432'));
    for (const [end, other] of [
      [near, far],
      [far, near],
    ]) {
      this.#ends.add(end);
      end.pipe(other);
      end.on('error', () => {});
      end.on('close', () => other.destroy());
    }
  });

  open = () => new Promise((resolve) => this.#server.listen(join(this.folder, '.s.PGSQL.5432'), resolve));

  cut() {
    this.#server.close();
    for (const end of this.#ends) end.destroy();
    this.#ends.clear();
  }

  close() {
    this.cut();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

// A session of the database that has begun something, and holds its locks until it is let go.
const sessions = [];
async function hold(where, sql) {
  const session = spawn('psql', [where, '-qAt'], { stdio: ['pipe', 'pipe', 'inherit'] });
  sessions.push(session);
  const ended = new Promise((resolve) => session.on('close', resolve));
  session.stdin.write(`BEGIN; ${sql}; SELECT 'held';\n`);
  for await (const text of session.stdout) if (`${text}`.includes('held')) break;
  return async () => {
    session.stdin.end('COMMIT;\n');
    await ended;
  };
}
// Does a statement with these words wait for a lock? Others may: every two seconds a node looks at all tables.
const waiting = (where, words) =>
  psql(where, `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%${words}%'`) !== '0';
const times = (text, what) => text.split(what).length - 1;

const chat = (guest, text) => guest.ask({ type: 'chat', text });
const heard = (guest, text) => guest.messages.some((m) => m.type === 'chat' && m.text === text);
const cluster = (...words) =>
  spawnSync(knobel, ['cluster', ...words, '--data', data], { env: { ...process.env, LANGUAGE: 'en' } });

// Somebody who comes back until the room is there again, by whatever node; and how long that took.
async function comeBack(node, room) {
  const began = Date.now();
  const guest = await untilTrue('the room', () => node.enter(room, {}, { path: `/ws/${room.room}` }));
  return [guest, Date.now() - began];
}

before(() => psql(base, `CREATE SCHEMA ${schema}`));
after(() => {
  for (const session of sessions) session.kill(); // those that a failed test has left behind
  return House.closeAll();
});

describe('two nodes', () => {
  let one, two, room;
  before(async () => {
    one = await openNode(1);
    two = await openNode(2);
    room = await one.room({ pace_ms: 0, listed: true });
  });

  test('a room is reached by either, and is in the memory of one', async () => {
    const here = await one.enter(room),
      there = await two.enter(room);
    assert.equal((await chat(there, 'hello from there')).type, 'done');
    await untilTrue('the line', async () => heard(here, 'hello from there'));
    assert.equal((await two.get(`/api/rooms/${room.room}`)).status, 200);
    assert.equal((await two.get('/api/rooms/ACACAC')).status, 404);
    assert.equal(psql(data, `SELECT owner FROM rooms WHERE code = '${room.room}'`), '1');
    here.socket.destroy();
    there.socket.destroy();
  });

  test('lists and figures are those of all', async () => {
    const guest = await one.enter(room);
    await untilTrue('the list', async () => (await two.json('/api/rooms')).rooms.some((r) => r.room === room.room));
    await untilTrue('the figures', async () => /^knobel_all_guests [1-9]/m.test(await two.metrics()));
    assert.match(await two.metrics(), /^knobel_nodes 2$/m);
    assert.match(cluster('status').stdout.toString(), /^node 1: running, at 127.*\nnode 2: running/m);
    guest.socket.destroy();
  });

  test('the board of the day is one for all: a match of one node, sent to the other', async () => {
    const key = newKey();
    const log = await playDaily(one, { key });
    const sent = await send(two, key, log);
    assert.deepEqual([sent.status, sent.live], [201, true]);
    assert.equal((await send(one, key, log)).already, true);
    const seen = await board(one, { entry: sent.entry });
    assert.equal(seen.mine.place, 1);
    assert.deepEqual(await board(two, { entry: sent.entry }), seen);
  });

  test('a second server with the same number is refused', async () => {
    const error = await openNode(1).catch((caught) => caught);
    assert.match(error.house.log, /another server is running on this database as node 1/);
  });

  test('a node is killed: the room goes on elsewhere, and nothing told is lost', async () => {
    const guest = await one.enter(room);
    assert.equal((await chat(guest, 'before the end')).type, 'done');
    await one.close('SIGKILL');
    const [back, took] = await comeBack(two, room);
    console.log(`# taken over after ${took} ms`);
    await untilTrue('the line', async () => heard(back, 'before the end'));
    assert.equal((await chat(back, 'after it')).type, 'done');
    assert.equal(psql(data, `SELECT owner FROM rooms WHERE code = '${room.room}'`), '2');
    back.socket.destroy();
  });

  test('a node sleeps: it says and writes nothing more, and begins anew', async () => {
    one = await openNode(1);
    const guest = await two.enter(room);
    const forwarded = await one.enter(room);
    const slept = Date.now();
    two.process.kill('SIGSTOP');
    await forwarded.end(); // nobody says goodbye but the node that forwards it
    console.log(`# forwarded to a sleeper, and let go after ${Date.now() - slept} ms`);
    const [back] = await comeBack(one, room);
    assert.equal((await chat(back, 'while you slept')).type, 'done');
    const late = chat(guest, 'from a dream').catch(() => ({ type: 'gone' }));
    two.process.kill('SIGCONT');
    assert.notEqual((await late).type, 'done');
    await untilTrue('a fence', async () => /"event":"fenced"/.test(two.log));
    const [again] = await comeBack(two, room); // by way of node 1
    await untilTrue('the line', async () => heard(again, 'while you slept'));
    assert.ok(!heard(again, 'from a dream'));
    assert.equal(psql(data, `SELECT owner FROM rooms WHERE code = '${room.room}'`), '1');
    await untilTrue('a new room', () => two.room().catch(() => null)); // once it has new codes
    back.socket.destroy();
    again.socket.destroy();
  });

  // What waits has passed the fence, so nobody can change the row of the node meanwhile, not even itself: it has to know
  // of the other one before, and is stopped by a signal.
  test('a node stops: its rooms are handed over first', async () => {
    await untilTrue('it knows of the other', async () => /^knobel_nodes 2$/m.test(await one.metrics()));
    const guest = await one.enter(room);
    const told = async (path) => {
      const answer = await one.get(path);
      return `${answer.status} ${await answer.text()}`;
    };
    const letGo = await hold(data, 'LOCK TABLE chat');
    const answer = chat(guest, 'moving house');
    await untilTrue('something on its way to the disk', async () => waiting(data, 'INTO chat'));
    assert.equal(await told('/healthz?proxy'), '200 ok');
    one.process.kill('SIGTERM');
    await untilTrue('nobody new', async () => (await told('/healthz?proxy')) === '404 draining');
    assert.equal(await told('/healthz'), '503 draining');
    await letGo();
    assert.equal((await answer).type, 'done');
    await untilTrue('goodbye', async () => guest.closed);
    assert.ok([1013, 1012, 1001].includes(guest.closed.code), `${guest.closed.code}`);
    const [back] = await comeBack(two, room);
    await untilTrue('the line', async () => heard(back, 'moving house'));
    assert.equal(await one.ended, 0);
    assert.match(cluster('status').stdout.toString(), /^node 1: stopped/m);
    assert.notEqual(cluster('drain', '1').status, 0);
    assert.match(cluster('finish').stdout.toString(), /format 1/);
    back.socket.destroy();
  });

  test('connections to the database are lost: it goes on by itself', async () => {
    const guest = await two.enter(room);
    psql(base, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'knobel'`);
    guest.send({ type: 'chat', text: 'is anybody there' });
    const [back] = await comeBack(two, room);
    await untilTrue('an answer', async () => (await chat(back, 'well again')).type === 'done');
    back.socket.destroy();
  });

  test('a node is drained, and stops', async () => {
    assert.equal(cluster('drain', '2').status, 0);
    assert.equal(await two.ended, 0);
    assert.match(cluster('status').stdout.toString(), /^node 2: stopped/m);
  });
});

test('a node does not reach the database: whoever only listens there is sent to where the room goes on', async (t) => {
  psql(base, `CREATE SCHEMA ${schema}_cut`);
  const where = `${base}&options=-csearch_path%3D${schema}_cut`;
  const way = new Way();
  t.after(() => way.close());
  await way.open();
  const one = await openNode(1, [], where.replace(process.env.KNOBEL_POSTGRES_FOLDER, way.folder));
  const two = await openNode(2, [], where);
  const room = await one.room({ pace_ms: 0 });
  const listener = await one.enter(room);
  assert.equal((await chat(listener, 'before the cut')).type, 'done');
  await untilTrue('both', async () => /^knobel_nodes 2$/m.test(await one.metrics()));

  way.cut();
  assert.equal((await listener.end()).code, 1013);
  await untilTrue('it knows why', async () => /"event":"cut_off"/.test(one.log)); // not only when there was something to write
  const [back, took] = await comeBack(two, room);
  console.log(`# there ${took} ms after it was sent away`);
  await untilTrue('the line', async () => heard(back, 'before the cut'));
  assert.equal((await chat(back, 'after it')).type, 'done');

  await way.open();
  await untilTrue('a new room', () => one.room().catch(() => null));
  const [again] = await comeBack(one, room); // by way of node 2
  await untilTrue('the line', async () => heard(again, 'after it'));
  for (const node of [two, one]) await node.close();
});

describe('one node', () => {
  const ROOMS = 2000;
  const where = `${base}&options=-csearch_path%3D${schema}_rooms`;
  let node, room;
  const open = () => openAtAddress([], where);

  test('stops at once if there is nobody to hand its rooms over to', async () => {
    psql(base, `CREATE SCHEMA ${schema}_rooms`);
    node = await open();
    room = await node.room({ pace_ms: 0 });
    const guest = await node.enter(room);
    assert.equal((await chat(guest, 'good night')).type, 'done');
    assert.equal(await node.close(), 0);
    assert.equal(psql(where, `SELECT owner FROM rooms WHERE code = '${room.room}'`), '1');
  });

  // Which rooms are claimed is written down, which takes a while, and the guest comes when it has begun.
  test('many rooms whose clock goes on: a guest need not wait for all of them', async () => {
    node = await open();
    psql(
      where,
      `CREATE TABLE claims(number serial, code text);
       CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
         $$BEGIN PERFORM pg_sleep(0.008); INSERT INTO claims(code) VALUES(NEW.code); RETURN NEW; END$$;
       CREATE TRIGGER noting AFTER UPDATE OF owner ON rooms FOR EACH ROW EXECUTE FUNCTION note();
       INSERT INTO rooms(code, owner, owner_epoch, needs, status, listed, clocked, touched_ms, record)
       SELECT translate(lpad(to_hex(i), 6, '0'), '0123456789abcdef', 'ACDEFGHJKMNPQRTU'), 9, 1, 1, 1, false, true, 0, r.record
       FROM generate_series(1, ${ROOMS}) i, rooms r WHERE r.code = '${room.room}'`,
    );
    psql(where, `INSERT INTO nodes(id, epoch, beat, state, address, reads) VALUES(9, 1, 1, 0, 'nowhere:1', 1)`);
    await untilTrue('the first are claimed', async () => psql(where, 'SELECT count(*) FROM claims') !== '0');
    const guest = node.enter(room, {}, { path: `/ws/${room.room}` });
    (await guest).socket.destroy();
    await untilTrue('all are claimed', async () => psql(where, `SELECT count(DISTINCT code) FROM claims`) === `${ROOMS + 1}`);
    const place = Number(
      psql(where, `SELECT count(*) FROM claims WHERE number < (SELECT number FROM claims WHERE code = '${room.room}')`),
    );
    console.log(`# ${place} rooms were claimed before that of the guest`);
    assert.ok(place < ROOMS / 2, `${place}`);
  });

  // Where its list of seals ends is the last thing that a node looks at before it goes on; here it waits for a lock.
  test('declared dead while it begins a new epoch, it begins another one', async () => {
    const fence = () => psql(where, 'UPDATE nodes SET epoch = epoch + 1');
    const fences = () => times(node.log, '"event":"fenced"');
    const isWell = () => times(node.log, '"event":"disk_well"');
    const beat = () => Number(psql(where, 'SELECT beat FROM nodes WHERE id = 1'));
    const [first, well] = [fences(), isWell()];
    const letGo = await hold(where, 'LOCK TABLE seals');
    fence();
    await untilTrue('it has noticed', async () => fences() > first); // what a node has done is heard a little later
    await untilTrue('it goes on again', async () => waiting(where, 'FROM seals'));
    const begun = beat();
    await untilTrue('beats in the new epoch', async () => beat() > begun + 1);
    const second = fences();
    fence();
    await untilTrue('it has noticed again', async () => fences() > second);
    await letGo();
    await untilTrue('a new room', () => node.room());
    assert.equal(isWell(), well + 1, node.log);
    assert.equal(await node.close(), 0);
  });
});

describe('a new epoch', () => {
  // Every minute a node looks for such rooms anyway, the first time a minute after it has opened.
  test('rooms whose clock goes on come back by themselves, and at once', async () => {
    const where = `${base}&options=-csearch_path%3D${schema}_epoch`;
    psql(base, `CREATE SCHEMA ${schema}_epoch`);
    const node = await House.open([], { file: where });
    const opened = Date.now();
    const left = await node.room({ pace_ms: 0, turn_s: 3600, away: 'wait' });
    const anna = await node.enter(left);
    await anna.ask({ type: 'sit', name: 'Anna' });
    await anna.ask({ type: 'bot', seat: 2, level: 'child' });
    assert.equal((await anna.ask({ type: 'start' })).type, 'done');
    anna.close();
    const guest = await node.enter(await node.room());
    psql(base, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'knobel'`);
    guest.send({ type: 'chat', text: 'is anybody there' });
    await untilTrue('the disk is well', async () => /"event":"disk_well"/.test(node.log));
    const well = Date.now() - opened;
    const claimed = `SELECT count(*) FROM rooms JOIN nodes ON epoch = owner_epoch WHERE epoch > 1 AND code = '${left.room}'`;
    await untilTrue('the room is claimed', async () => psql(where, claimed) === '1');
    const took = Date.now() - opened;
    assert.ok(took < 55_000 || well > 30_000, `well after ${well} ms, claimed after ${took}`);
    assert.equal(await node.close(), 0);
  });
});

describe('one server alone', () => {
  test('moves into a database and back with knobel copy', async () => {
    psql(base, `CREATE SCHEMA ${schema}_alone`);
    const where = `${base}&options=-csearch_path%3D${schema}_alone`;
    const file = await House.open();
    const room = await file.room();
    const guest = await file.enter(room);
    assert.equal((await chat(guest, 'kept')).type, 'done');
    file.process.kill('SIGTERM');
    await file.ended;
    execFileSync(knobel, ['copy', file.file, where]);
    const database = await House.open([], { file: where });
    const there = await database.enter(room);
    await untilTrue('the line', async () => heard(there, 'kept'));
    assert.equal((await chat(there, 'kept, too')).type, 'done');
    assert.equal(await database.close(), 0);
    execFileSync(knobel, ['copy', where, `${file.file}.back`]);
    const back = await House.open([], { file: `${file.file}.back` });
    const here = await back.enter(room);
    await untilTrue('the line', async () => heard(here, 'kept, too'));
    await back.close();
    await file.close();
  });

  test('no password is told to anybody', async () => {
    const secret = 's3cretword';
    const error = await House.open([], { file: `postgresql://anna:${secret}@127.0.0.1:1/house?password=${secret}` }).catch(
      (caught) => caught,
    );
    assert.match(error.house.log, /cannot use the database postgresql:\/\/anna:\*\*\*@/);
    assert.ok(!(error.house.log + error.house.said).includes(secret));
  });
});
