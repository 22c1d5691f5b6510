// forward.test.mjs: two houses that are nodes of one: guests of a room that the other node has are forwarded
// to it, over HTTP and WebSocket. Which node has a room is what a file says (false_owner.c); NODE_PROGRAM
// names the program that believes it. Both have the same data, so a room can be on either.
// Needs the games: yatzi
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Guest, PATIENCE_MS } from './websocket.mjs';
import { House } from './serving.mjs';

const program = process.env.NODE_PROGRAM ?? 'build/tests/false_node';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const folder = mkdtempSync(join(tmpdir(), 'knobel-nodes-'));
after(async () => {
  await House.closeAll();
  rmSync(folder, { recursive: true, force: true });
});

async function untilTrue(what, look) {
  for (const began = Date.now(); !(await look()); await sleep(20))
    if (Date.now() - began > PATIENCE_MS) throw new Error(`waited for: ${what}`);
}
const count = async (house, name) => Number(new RegExp(`^knobel_${name} (\\d+)`, 'm').exec(await house.metrics())[1]);

// A node on a copy of that file, which knows what `say` tells it about rooms.
let nodes = 0;
async function openNode(data, flags = [], env = {}) {
  const name = join(folder, `node${++nodes}`);
  copyFileSync(data, `${name}.db`);
  writeFileSync(`${name}.owners`, '');
  const node = await House.open(flags, { file: `${name}.db`, program, env: { FALSE_OWNER: `${name}.owners`, ...env } });
  node.say = (lines) => writeFileSync(`${name}.owners`, lines.map((line) => `${line}\n`).join(''));
  return node;
}

// A house with a few rooms, closed again: the data that all nodes begin with.
const data = join(folder, 'house.db');
const rooms = [];
before(async () => {
  const house = await House.open([], { file: data });
  for (let i = 0; i < 3; i++) rooms.push(await house.room({ pace_ms: 0 }));
  await house.close();
});

const enter = (guest, room, more = {}) => guest.ask({ type: 'enter', room: room.room, token: room.token, ...more });
const via = (node, room, options) => Guest.open(node.port, { path: `/ws/${room.room}`, ...options });

for (const [how, env] of [
  ['known at once', {}],
  ['known later', { FALSE_OWNER_MS: '30' }],
])
  describe(`a room that another node has, ${how}`, () => {
    let front, owner;
    before(async () => {
      front = await openNode(data, [], env);
      owner = await openNode(data, [], env);
      front.say(rooms.map(({ room }) => `${room} other 127.0.0.1:${owner.port}`));
    });
    after(async () => {
      assert.equal(await front.close(), 0);
      assert.equal(await owner.close(), 0);
    });

    test('is asked for over HTTP: the answer is the same, byte for byte', async () => {
      const [{ room }] = rooms;
      for (const path of [`/api/rooms/${room}`, `/api/rooms/${room.toLowerCase()}/qr`, `/api/rooms/${room}/log?match=9`]) {
        const bytes = `GET ${path} HTTP/1.1\r\nHost: house\r\nConnection: close\r\n\r\n`;
        const [there, here] = [await owner.raw(bytes), await front.raw(bytes)].map((text) => text.replace(/^Date: .*$/m, ''));
        assert.equal(here, there);
      }
      const head = await front.get(`/api/rooms/${room}`, { method: 'HEAD' });
      assert.equal(head.status, 200);
      assert.equal(await head.text(), '');
      assert.equal(await count(front, 'rooms'), 0, 'this node has none of them');
    });

    test('is played in by its address, and by what the first message says', async () => {
      const [room] = rooms;
      const anna = await via(front, room);
      assert.equal((await enter(anna, room, { moves: true })).type, 'done');
      await anna.ask({ type: 'sit', name: 'Anna', salt: '0123456789abcdef' });
      const ben = await front.guest(); // without a room in the address
      ben.send({ type: 'enter', room: room.room, id: 90 }); // both in one piece
      ben.send({ type: 'sit', name: 'Ben', salt: '0123456789abcdef', id: 91 });
      await untilTrue('Ben sits', () => ben.messages.some((m) => m.type === 'done' && m.id === 91));
      assert.equal((await anna.ask({ type: 'start' })).type, 'done');
      const seen = (await anna.next('table')).event;
      assert.equal(
        (await anna.ask({ type: 'play', seat: 1, move: 'throw', salt: '0123456789abcdef', event: seen })).type,
        'done',
      );
      await untilTrue('Ben sees the throw', () =>
        ben.messages.some((m) => m.type === 'table' && m.lines.some((line) => line.includes('throw'))),
      );
      assert.equal(await count(front, 'guests'), 0);
      assert.equal(await count(front, 'forwards'), 2);
      assert.equal(await count(owner, 'guests'), 2);
      // A frame of every length, in pieces and many at once; all answers come.
      for (let i = 1; i <= 40; i++) anna.send({ type: 'sync', client: i, filling: 'x'.repeat(90 * i) });
      await untilTrue(
        'all are answered',
        () => anna.messages.filter((m) => m.type === 'sync' || m.why === 'slow_down').length >= 40,
      );
      await ben.ask({ type: 'stand' }).catch(() => {});
      anna.close();
      ben.close();
      await untilTrue('they are gone', async () => (await count(front, 'forwards')) === 0);
      await untilTrue('they are gone there', async () => (await count(owner, 'guests')) === 0);
    });

    test('is not there: that is told by the other node', async () => {
      const nowhere = { room: '333333' };
      front.say([`333333 other 127.0.0.1:${owner.port}`]);
      assert.equal((await front.get('/api/rooms/333333')).status, 404);
      const guest = await via(front, nowhere);
      assert.equal((await enter(guest, nowhere)).why, 'no_such_room');
      guest.close();
      front.say(rooms.map(({ room }) => `${room} other 127.0.0.1:${owner.port}`));
    });

    test('passes to another node: who is told nothing any more is sent to look for it', async () => {
      const room = rooms[2];
      const guest = await via(front, room);
      await enter(guest, room);
      front.say([`${room.room} me`]);
      assert.equal((await guest.end()).code, 1006);
      const again = await via(front, room);
      assert.equal((await enter(again, room)).type, 'done');
      assert.equal(await count(front, 'guests'), 1);
      again.close();
      front.say(rooms.map(({ room: code }) => `${code} other 127.0.0.1:${owner.port}`));
    });
  });

describe('limits and trouble', () => {
  test('a guest counts by its own address, on both nodes, and cannot choose it', async () => {
    const [room] = rooms;
    const limits = ['--requests-at-once', '5', '--requests-per-second', '1', '--behind-proxy'];
    const owner = await openNode(data, limits);
    const front = await openNode(data, ['--behind-proxy']);
    front.say([`${room.room} other 127.0.0.1:${owner.port}`]);
    const ask = async (address, more = {}) =>
      (await front.get(`/api/rooms/${room.room}`, { headers: { 'X-Forwarded-For': address, ...more } })).status;
    // One more may come with every second; so many at once are too many on the slowest machine.
    const many = await Promise.all(Array.from({ length: 200 }, () => ask('192.0.2.1')));
    assert.deepEqual([...new Set(many)].sort(), [200, 429]);
    assert.equal(await ask('192.0.2.2'), 200);
    // Somebody who says what only a node may say; and what a node has said, about something else.
    assert.equal(await ask('192.0.2.3', { 'X-Knobel-Guest': `192.0.2.3 http ${'0'.repeat(64)}` }), 403);
    assert.equal(
      (await owner.get('/healthz', { headers: { 'X-Knobel-Guest': `192.0.2.3 http ${'0'.repeat(64)}` } })).status,
      403,
    );
    const [, line] = /x-knobel-guest: (.*)\r\n/.exec(await overheard(front, room));
    const replay = (path) => owner.get(path, { headers: { 'X-Knobel-Guest': line, 'X-Forwarded-For': '192.0.2.9' } });
    assert.equal((await replay(`/api/rooms/${room.room}`)).status, 200);
    assert.equal((await replay(`/api/rooms/${room.room}/qr`)).status, 403);
    await front.close();
    await owner.close();
  });

  test('connections of forwarded guests count by their address', async () => {
    const [room] = rooms;
    const flags = ['--behind-proxy', '--connections-per-address', '2'];
    const owner = await openNode(data, flags),
      front = await openNode(data, flags);
    front.say([`${room.room} other 127.0.0.1:${owner.port}`]);
    const from = (address) => via(front, room, { headers: { 'X-Forwarded-For': address } });
    const guests = [await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.2')];
    await assert.rejects(from('192.0.2.1'), { status: 429 });
    for (const guest of guests) guest.close();
    await front.close();
    await owner.close();
  });

  test('what was forwarded once is not forwarded again', async () => {
    const [room] = rooms;
    const one = await openNode(data),
      other = await openNode(data);
    one.say([`${room.room} other 127.0.0.1:${other.port}`]);
    other.say([`${room.room} other 127.0.0.1:${one.port}`]);
    const answer = await one.json(`/api/rooms/${room.room}`);
    assert.deepEqual([answer.status, answer.why], [503, 'elsewhere']);
    await assert.rejects(via(one, room), { status: 503 });
    const guest = await one.guest();
    assert.equal((await enter(guest, room).catch((error) => ({ why: error.message }))).why.includes('1013'), true);
    assert.equal(await count(one, 'forwarded_total'), 3);
    await one.close();
    await other.close();
  });

  test('a node that is not there, that hangs, that talks nonsense, that nobody knows', async () => {
    const [room, second] = rooms;
    const front = await openNode(data);
    const refused = async (line) => {
      front.say([`${room.room} ${line}`, `${second.room} ${line}`]);
      const answer = await front.json(`/api/rooms/${room.room}`);
      assert.deepEqual([answer.status, answer.why], [503, line === 'unknown' ? 'disk' : 'elsewhere'], line);
      await assert.rejects(via(front, room), { status: 503 });
    };
    await refused('other 127.0.0.1:1');
    await refused('other nonsense');
    await refused('other no-such-host.invalid:8020');
    await refused('unknown');
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.on('listening', resolve));
    await refused(`other 127.0.0.1:${silent.address().port}`);
    // … and another one has the room before that is over: whoever waits is told at once.
    front.say([`${second.room} other 127.0.0.1:${silent.address().port}`]);
    const waiting = front.json(`/api/rooms/${second.room}`);
    await untilTrue('it waits', async () => (await count(front, 'forwards')) === 1);
    front.say([`${second.room} me`]);
    assert.equal((await waiting).why, 'elsewhere');
    assert.equal((await front.get(`/api/rooms/${second.room}`)).status, 200);
    silent.close();
    front.say([`${room.room} never`]);
    assert.equal((await front.get(`/api/rooms/${room.room}`)).status, 503);
    const guest = await via(front, second).catch(() => null);
    guest?.drop();
    await front.close();
  });

  test('who does not read is not read from, either way, and nothing is lost', async () => {
    const [room] = rooms;
    const MUCH = 48 << 20; // bytes: more than the system keeps on the way
    const front = await openNode(data);
    let there;
    const listener = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
        socket.pause();
        there = socket;
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.on('listening', resolve));
    front.say([`${room.room} other 127.0.0.1:${listener.address().port}`]);
    const here = connect(front.port, '127.0.0.1');
    here.write(
      `GET /ws/${room.room} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: knobel.1\r\n\r\n',
    );
    await new Promise((resolve) => here.once('data', resolve));
    here.pause();
    for (const [from, to] of [
      [there, here],
      [here, there],
    ]) {
      const taken = () => from.bytesWritten - from.writableLength;
      const before = taken();
      from.write(Buffer.alloc(MUCH, 'x'));
      let last = -1;
      await untilTrue('nothing more is taken', async () => {
        await sleep(300);
        const now = taken();
        const still = now === last;
        last = now;
        return still;
      });
      assert.ok(taken() - before < MUCH, 'the rest waits where it is');
      let came = 0;
      to.on('data', (bytes) => {
        came += bytes.length;
      });
      to.resume();
      await untilTrue('all has come', () => came >= MUCH);
      assert.equal(came, MUCH);
    }
    here.destroy();
    await untilTrue('the other end is closed', () => there.destroyed || there.readableEnded);
    listener.close();
    there.destroy();
    await front.close();
  });

  test('the owner dies: its guests are let go; this node closes: they are, too', async () => {
    const [room] = rooms;
    const owner = await openNode(data),
      front = await openNode(data, ['--drain-s', '600']);
    front.say([`${room.room} other 127.0.0.1:${owner.port}`]);
    const anna = await via(front, room),
      ben = await front.guest();
    await enter(anna, room);
    ben.send({ type: 'enter', room: room.room });
    await ben.next('entered');
    await owner.close('SIGKILL');
    await anna.end();
    await ben.end();
    const again = await openNode(data);
    front.say([`${room.room} other 127.0.0.1:${again.port}`]);
    const cara = await via(front, room);
    await enter(cara, room);
    const [code] = await Promise.all([front.close(), cara.end()]);
    assert.equal(code, 0);
    await again.close();
  });
});

// What a node sends to the one that has the room.
async function overheard(front, room) {
  let heard = '';
  const listener = createServer((socket) => {
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      if (heard.includes('\r\n\r\n')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.on('listening', resolve));
  front.say([`${room.room} other 127.0.0.1:${listener.address().port}`]);
  const bytes = await new Promise((resolve) => {
    const socket = connect(front.port, '127.0.0.1');
    socket.write(
      `GET /api/rooms/${room.room} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.9\r\nX-Knobel-Other: a\r\nConnection: close\r\n\r\n`,
    );
    let answer = '';
    socket.on('data', (more) => {
      answer += more;
    });
    socket.on('close', () => resolve(answer));
  });
  assert.match(bytes, /^HTTP\/1.1 200 OK/);
  assert.doesNotMatch(heard, /x-forwarded|knobel-other/i, 'only what a house reads is sent on');
  listener.close();
  return heard;
}
