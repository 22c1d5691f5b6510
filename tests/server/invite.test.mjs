// invite.test.mjs: links to rooms as messengers read them, without JavaScript: what a preview says, in whose language, with
// which picture, and that nobody finds rooms by it; and the QR code of a link that moves a seat. KNOBEL names the program,
// built with its page.
// Needs the games: yatzi bossa yucatan yubitsume crane
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { House } from './serving.mjs';

const MESSENGER = { headers: { 'User-Agent': 'WhatsApp/2.23.20.0', Accept: '*/*' } };
const PICTURE_MOST = 60 * 1024;
const MISSES = 2; // in a minute: half of it goes by before there is another one

let house;
before(async () => {
  house = await House.open(['--rooms-per-hour', '1000']);
});
after(() => House.closeAll());

const plain = (text) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

// What stands in the head of a page: `{title, 'og:title', …}`.
function readHead(html) {
  const head = html.slice(0, html.indexOf('</head>'));
  const tags = [...head.matchAll(/<meta\s+(?:name|property)="([^"]+)"\s+content="([^"]*)"/g)];
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1];
  return Object.fromEntries([['title', plain(title)], ...tags.map(([, name, text]) => [name, plain(text)])]);
}

const preview = async (room, at = house) => readHead(await (await at.get(`/t/${room}`, MESSENGER)).text());

async function hosted(settings, name = 'Anna') {
  const room = await house.room(settings);
  const host = await house.enter(room);
  await host.ask({ type: 'sit', name });
  return [room.room, host];
}

// A proxy uses one connection for many people.
test('what a connection was asked before does not tie a WebSocket to that room', async () => {
  const [first, second] = [await house.room(), await house.room()];
  const socket = connect(house.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes.toString('latin1');
  });
  const until = async (pattern) => {
    while (!pattern.test(heard)) await once(socket, 'data');
    heard = '';
  };
  const host = `Host: 127.0.0.1:${house.port}\r\n`;
  socket.write(`GET /api/rooms/${first.room} HTTP/1.1\r\n${host}\r\n`);
  await until(/"room":"/);
  socket.write(`GET /api/rooms/AB! HTTP/1.1\r\n${host}\r\n`);
  await until(/no_such_room/);
  socket.write(
    `GET /ws HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: knobel.1\r\n\r\n',
  );
  await until(/101 /);
  const message = Buffer.from(JSON.stringify({ type: 'enter', room: second.room }));
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | message.length, 0, 0, 0, 0]), message]));
  while (!/"type":"(entered|refused)"/.test(heard)) await once(socket, 'data');
  assert.match(heard, /"type":"entered"/);
  socket.destroy();
});

test('an invitation has a title, a sentence and a picture; a name only if the host allows it', async () => {
  const [room, host] = await hosted();
  const before = await preview(room);
  assert.equal(before['og:title'], 'You are invited to Yatzi');
  assert.equal(before.title, before['og:title']);
  assert.equal(before['og:url'], `${house.url}/t/${room}`);
  assert.match(before['og:description'], /^Open the link and take a seat/);
  assert.doesNotMatch(JSON.stringify(before), /Anna/);
  assert.equal((await host.ask({ type: 'set', invite_names: true })).type, 'done');
  const now = await preview(room);
  assert.equal(now['og:title'], 'Anna invites you to Yatzi');
  assert.equal(now['og:locale'], 'en_GB');
  assert.equal(now['twitter:card'], 'summary_large_image');
  assert.equal(now.robots, 'noindex');
  host.close();
});

test('it speaks the language of the room', async () => {
  for (const [language, title, locale] of [
    ['de', 'Anna lädt dich zu Bossa 坊茶 ein', 'de_DE'],
    ['nl', 'Anna nodigt je uit voor Bossa 坊茶', 'nl_NL'],
    ['ja', 'AnnaさんがBossa 坊茶に招待しています', 'ja_JP'],
  ]) {
    const [room, host] = await hosted({ game: 'bossa', language, invite_names: true });
    const told = await preview(room);
    assert.deepEqual([told['og:title'], told['og:locale']], [title, locale]);
    assert.doesNotMatch(told['og:description'], /Open the link/);
    host.close();
  }
});

test('every game has a picture of its own: 1200 by 630, small, kept for ever', async () => {
  const seen = new Set();
  for (const game of ['yatzi', 'bossa', 'yucatan', 'yubitsume', 'crane']) {
    const { room } = await house.room({ game });
    const told = await preview(room);
    assert.ok(told['og:image'].startsWith(`${house.url}/invite-${game}-`), told['og:image']);
    const answer = await fetch(told['og:image'], MESSENGER);
    const png = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.headers.get('content-type'), 'image/png');
    assert.match(answer.headers.get('cache-control'), /max-age=31536000, immutable/);
    assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
    const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.deepEqual(size, [1200, 630]);
    assert.deepEqual(size.map(String), [told['og:image:width'], told['og:image:height']]);
    assert.ok(png.length < PICTURE_MOST, `${png.length} bytes`);
    seen.add(png.toString('latin1'));
  }
  assert.equal(seen.size, 5);
});

test('a name is never markup', async () => {
  const name = `"><b onload='x'>&amp;`;
  const [room, host] = await hosted({ invite_names: true }, name);
  const html = await (await house.get(`/t/${room}`, MESSENGER)).text();
  assert.equal(readHead(html)['og:title'], `${name} invites you to Yatzi`);
  assert.doesNotMatch(html, /<b |onload='/);
  host.close();
});

test('nobody finds rooms by previews: a wrong code is the same page, and costs an attempt', async () => {
  const strict = await House.open(['--misses-per-minute', String(MISSES)]);
  const { room } = await strict.room();
  const whole = async (path, headers = {}) => {
    const answer = await strict.get(path, { headers: { ...MESSENGER.headers, ...headers } });
    const { date: _date, ...rest } = Object.fromEntries(answer.headers);
    return JSON.stringify([answer.status, rest, await answer.text()]);
  };
  const home = await whole('/');
  assert.notEqual(await whole(`/t/${room}`), home);
  assert.notEqual(await whole(`/t/${room.toLowerCase()}/`), home);
  const miss = room.startsWith('3') ? '444444' : '333333';
  for (let n = 0; n < MISSES; n++) assert.equal(await whole(`/t/${miss}`), home);
  // The attempts are used up, here as everywhere: now the code that is right says nothing either, and the page still opens.
  assert.equal(await whole(`/t/${room}`), home);
  assert.equal((await strict.get(`/api/rooms/${room}`)).status, 429);
  const guest = await strict.guest();
  assert.equal((await guest.ask({ type: 'enter', room })).why, 'slow_down');
  await strict.close();
});

test('what is no code costs nothing and is the page', async () => {
  const home = await (await house.get('/', MESSENGER)).text();
  for (const path of ['/t/', '/t/K7QM3', '/t/%00%00', `/t/${'A'.repeat(300)}`])
    assert.equal(await (await house.get(path, MESSENGER)).text(), home, path);
});

test('robots stay out of rooms, but those who show a link may look at it', async () => {
  const robots = await (await house.get('/robots.txt')).text();
  const groups = robots.trim().split('\n\n');
  assert.match(groups[0], /^User-agent: \*\nDisallow: \/t\/\n/);
  assert.match(groups[1], /User-agent: facebookexternalhit\n/);
  assert.doesNotMatch(groups[1], /\/t\//);
});

test('the code of a link that moves a seat is drawn, and nothing is looked up for it', async () => {
  const { room } = await house.room();
  const ask = (body, headers = {}) => house.get('/api/qr', { method: 'POST', headers, body: JSON.stringify(body) });
  const key = '0123456789abcdef'.repeat(2);
  const drawn = await ask({ room, seat_key: key });
  assert.equal(drawn.headers.get('content-type'), 'image/svg+xml');
  assert.equal(drawn.headers.get('cache-control'), 'no-store');
  const picture = await drawn.text();
  assert.match(picture, /^<svg|<\?xml/);
  // Whether there is such a room makes no difference.
  const other = room.startsWith('3') ? '444444' : '333333';
  assert.equal((await ask({ room: other, seat_key: key })).status, 200);
  for (const body of [
    {},
    { room },
    { room, seat_key: 'x'.repeat(32) },
    { room: 'x', seat_key: key },
    { room, seat_key: key + key },
  ])
    assert.equal((await ask(body)).status, 400, JSON.stringify(body));
  assert.equal((await ask({ room, seat_key: key }, { Origin: 'http://elsewhere.example' })).status, 403);
});

test('a seat moves to another device over the network, and the old one is told', async () => {
  const [room, anna] = await hosted();
  await anna.ask({ type: 'seat_key' });
  const { key } = await anna.next('seat_key');
  const devices = await Promise.all([house.guest(), house.guest()]);
  const answers = await Promise.all(devices.map((one) => one.ask({ type: 'enter', room, seat_key: key })));
  assert.deepEqual(answers.map(({ type, why }) => why ?? type).sort(), ['bad_key', 'done']);
  assert.deepEqual(await anna.end(), { code: 4002, why: 'moved' });
  const winner = devices[answers.findIndex(({ type }) => type === 'done')];
  assert.deepEqual((await winner.next('you')).seats, [1]);
  for (const one of devices) one.close();
});
