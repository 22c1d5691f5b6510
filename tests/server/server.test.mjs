// server.test.mjs: the house as seen from outside: what is answered over HTTP and WebSocket, every limit
// with its code, the end. Run with `node --test`; KNOBEL names the program.
// Needs the games: yatzi yucatan bossa yubitsume crane
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, createPublicKey, verify as checkSignature } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS, frame } from './websocket.mjs';
import { gamesOnShelf } from '../logs.mjs';
import { House, knobel, playOn } from './serving.mjs';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const head = (status) => new RegExp(`^HTTP/1.1 ${status} `);
// Requests in one piece, so that no time goes by between them; then the house closes.
const atOnce = (paths) =>
  paths
    .map((path, at) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${at === paths.length - 1 ? 'Connection: close\r\n' : ''}\r\n`)
    .join('');
const statuses = (heard) => [...heard.matchAll(/HTTP\/1.1 (\d+)/g)].map((found) => found[1]);
// So many are let in, and then they are too many; while a busy machine rests one more may be let in with the time.
const isLimitedTo = (most, all, fine = '200') =>
  all.slice(0, most).every((status) => status === fine) &&
  all.slice(most).includes('429') &&
  all.every((status) => [fine, '429'].includes(status));
const GAMES = gamesOnShelf;

after(() => House.closeAll());

describe('over HTTP', () => {
  let house;
  before(async () => {
    house = await House.open();
  });
  after(() => house.close());

  test('the page, at / and at the link of a room, with all guards', async () => {
    for (const path of ['/', '/t/K7QM3T', '/tv/K7QM3T', '/tv/K7QM3T/9ADF3H', '/mine', '/review', '/look', '/same']) {
      const answer = await house.get(path);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type'), /^text\/html/);
      const policy = answer.headers.get('content-security-policy');
      assert.match(policy, /default-src 'self'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'? |\*/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(answer.headers.get('cross-origin-opener-policy'), 'same-origin');
      assert.ok(answer.headers.get('permissions-policy'));
      assert.match(await answer.text(), /<title>/);
    }
  });

  // The policy allows what the build has put inside the page by its hash, and only with the page.
  test('the script and the style inside the page are those that its policy allows', async () => {
    const { room } = await house.room({ game: 'yatzi' });
    for (const path of ['/', '/nothing', `/t/${room}`]) {
      const answer = await house.get(path, { headers: { accept: 'text/html' } });
      const text = await answer.text();
      const inside = [/<script data-files='[^']*'>([\s\S]*?)<\/script>/, /<style>([\s\S]*?)<\/style>/].map(
        (found) => found.exec(text)?.[1],
      );
      const [script, style] = inside.map((one) => createHash('sha256').update(one).digest('base64'));
      const policy = answer.headers.get('content-security-policy');
      assert.ok(policy.includes(`script-src 'self' 'sha256-${script}' 'wasm-unsafe-eval';`), `${path}: ${policy}`);
      assert.ok(policy.includes(`style-src 'self' 'sha256-${style}';`), `${path}: ${policy}`);
    }
    const facts = await house.get('/api/games');
    assert.doesNotMatch(facts.headers.get('content-security-policy'), /sha256/);
  });

  test('files whose name says what is in them may be kept for ever', async () => {
    const page = await (await house.get('/')).text();
    const files = [...page.matchAll(/"(\/[^"]+-[A-Za-z0-9]{8}\.(?:js|css))"/g)].map(([, file]) => file);
    assert.ok(files.length > 10, page);
    for (const file of new Set(files)) {
      const answer = await house.get(file, { method: 'HEAD' });
      assert.match(answer.headers.get('cache-control'), /immutable/, file);
    }
  });

  test('guards are on refusals and facts, too', async () => {
    for (const path of ['/nothing', '/api/games', '/api/rooms/K7QM3T', '/healthz']) {
      const answer = await house.get(path);
      assert.ok(answer.headers.get('content-security-policy'), path);
      assert.equal(answer.headers.get('cache-control'), 'no-store', path);
    }
  });

  test('a page that is known already is not sent again', async () => {
    const first = await house.get('/');
    const again = await house.get('/', { headers: { 'If-None-Match': first.headers.get('etag') } });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
  });

  test('HEAD is GET without its body', async () => {
    const full = await house.get('/'),
      only = await house.get('/', { method: 'HEAD' });
    assert.equal(only.status, 200);
    assert.equal(
      only.headers.get('content-length'),
      full.headers.get('content-length') ?? String((await full.arrayBuffer()).byteLength),
    );
    assert.equal(await only.text(), '');
  });

  test('the games', async () => {
    const answer = await house.json('/api/games');
    assert.equal(answer.protocol, 1);
    assert.deepEqual(
      answer.games.map((game) => game.game),
      GAMES,
    );
  });

  test('a room is opened, described, listed only if it wishes, and has a picture', async () => {
    const room = await house.room({ game: 'bossa' });
    assert.match(room.room, /^[34679ACDEFGHJKMNPQRTWXY]{6}$/);
    assert.equal(room.link, `/t/${room.room}`);
    const facts = await house.json(`/api/rooms/${room.room.toLowerCase()}`);
    assert.deepEqual([facts.status, facts.game, facts.seated, facts.listed], ['waiting', 'bossa', 0, false]);
    const listed = await house.room({ listed: true });
    const guest = await house.enter(listed);
    const { rooms } = await house.json('/api/rooms');
    assert.ok(rooms.some((one) => one.room === listed.room));
    assert.ok(!rooms.some((one) => one.room === room.room));
    guest.close();
    const picture = await house.get(`/api/rooms/${room.room}/qr`);
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
    const svg = await picture.text();
    assert.match(svg, /^<svg .*<\/svg>\n$/s);
    const ways = [`/api/rooms/${room.room}/qr/screen`, `/api/rooms/${room.room}/qr/screen/9ADF3H`];
    const screens = await Promise.all(ways.map(async (way) => (await house.get(way)).text()));
    assert.equal(new Set([svg, ...screens]).size, 3);
    for (const wrong of ['qr/screen/', 'qr/screen/9', 'qr/screens'])
      assert.equal((await house.get(`/api/rooms/${room.room}/${wrong}`)).status, 404, wrong);
  });

  test('the log is there when the match is over, and not before; it verifies', async () => {
    const room = await house.room({ game: 'yucatan', pace_ms: 0 });
    const anna = await house.enter(room, { moves: true });
    await anna.ask({ type: 'sit', name: 'Anna', salt: '0123456789abcdef' });
    await anna.ask({ type: 'bot', seat: 2, level: 'child' });
    await anna.ask({ type: 'start' });
    const table = await anna.next('table');
    const { players } = await house.json(`/api/rooms/${room.room}`);
    assert.deepEqual(
      players.map(({ seat, name, bot }) => [seat, name, bot]),
      [
        [1, 'Anna', undefined],
        [2, players[1].name, 'child'],
      ],
    );
    assert.equal(players.filter(({ due }) => due).length, 1);
    const early = await house.json(`/api/rooms/${room.room}/log`);
    assert.deepEqual([early.status, early.why], [409, 'playing']);
    await playOn(anna, 1, table);
    const answer = await house.get(`/api/rooms/${room.room}/log`);
    assert.equal(answer.status, 200);
    const log = await answer.text();
    execFileSync(knobel, ['verify', '-'], { input: log });
    const first = await house.get(`/api/rooms/${room.room}/log?match=1`);
    assert.equal(await first.text(), log);
    assert.equal((await house.get(`/api/rooms/${room.room}/log?match=9`)).status, 404);
    anna.close();
  });

  test('the house signs the log, and anybody can find it in the list of seals', async () => {
    const room = await house.room({ pace_ms: 0 });
    const host = await house.enter(room);
    for (const seat of [1, 2]) await host.ask({ type: 'bot', seat, level: 'random' });
    await host.ask({ type: 'start' });
    await untilTrue('the match is over', () => host.messages.some((m) => m.type === 'table' && m.over));
    const log = await (await house.get(`/api/rooms/${room.room}/log`)).text();
    const folder = mkdtempSync(join(tmpdir(), 'knobel-seals-'));
    const list = join(folder, 'list');
    const verify = (text, ...more) =>
      JSON.parse(spawnSync(knobel, ['verify', '-', '--json', ...more], { input: text, encoding: 'utf8' }).stdout);
    const { key, count, head, signature } = await house.json('/api/seals');
    const lines = await (await house.get('/api/seals/list')).text();
    writeFileSync(list, lines);
    const found = verify(log, '--seals', list);
    assert.deepEqual([found.right, found.vouched, found.key], [true, 'log', key]);
    assert.equal(found.list.ended, 1);
    assert.equal(found.list.seals, found.seals, 'what stands behind the end of the log does not count');
    assert.equal(lines.split('\n').length, count + 1);
    assert.equal(await (await house.get(`/api/seals/list?after=${count}`)).text(), '');
    // The recipe of docs/log-format.md, with nothing of the engine.
    const last = lines
      .split('\n')
      .slice(0, -1)
      .reduce((before, line) => createHash('sha256').update(before).update(line).digest(), Buffer.alloc(32));
    assert.equal(last.toString('hex'), head);
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(key, 'hex')]);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    assert.ok(checkSignature(null, Buffer.from(`knobel seals ${count} ${head}`), publicKey, Buffer.from(signature, 'hex')));
    // Somebody who knows the secret by now writes another match under the same seal.
    const other = log.replace(/^(\d+ \S+ seat1).*: .*$/m, '');
    assert.equal(verify(other).right, false);
    const unsigned = log.slice(0, log.indexOf('\nclosed ') + 1);
    assert.deepEqual([verify(unsigned).right, verify(unsigned).vouched], [true, 'seal']);
    const forged = log.replace(/^(closed .*\nbefore )(.)/m, (_all, start, digit) => start + (digit === '0' ? '1' : '0'));
    assert.deepEqual([verify(forged).right, verify(forged).vouched], [false, 'false']);
    // Another story: the list without one line.
    writeFileSync(list, `${lines.split('\n')[0]}\n`);
    assert.equal(verify(log, '--seals', list).list.complaint, 'missing');
    writeFileSync(list, lines.replace(/^2 .*\n/m, ''));
    assert.equal(verify(log, '--seals', list).list.complaint, 'broken');
    rmSync(folder, { recursive: true });
  });

  test('an address that leads nowhere shows people a page; there is an icon, and a word for robots', async () => {
    const people = { headers: { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' } };
    const nowhere = await house.get('/no/such/page', people);
    assert.equal(nowhere.status, 404);
    assert.match(nowhere.headers.get('content-type'), /^text\/html/);
    assert.equal(nowhere.headers.get('etag'), null);
    const home = await (await house.get('/', people)).text();
    assert.equal(await nowhere.text(), home);
    assert.match(home, /<meta\s+name="description"\s+content="[^"]{50,160}"/);
    for (const path of ['/mine', '/mine/', '/same', '/t/K7QM3T']) assert.equal((await house.get(path, people)).status, 200, path);
    const icon = await house.get('/favicon.ico');
    assert.equal(icon.status, 200);
    assert.equal(icon.headers.get('content-type'), 'image/x-icon');
    assert.deepEqual([...new Uint8Array(await icon.arrayBuffer()).slice(0, 6)], [0, 0, 1, 0, 1, 0]);
    const robots = await house.get('/robots.txt');
    assert.match(robots.headers.get('content-type'), /^text\/plain/);
    assert.match(await robots.text(), /^User-agent: \*\nDisallow: \/t\/\n/);
  });

  test('what is refused, each with its status and key', async () => {
    const post = (body, headers = {}) => house.json('/api/rooms', { method: 'POST', body, headers });
    assert.deepEqual(await post('not JSON'), { status: 400, why: 'not_understood' });
    assert.deepEqual(await post('[1]'), { status: 400, why: 'not_understood' });
    assert.deepEqual(await post('{"game":"yatzi","game":"bossa"}'), { status: 400, why: 'not_understood' });
    assert.deepEqual(await post('{"game":"chess"}'), { status: 400, why: 'no_such_game' });
    assert.deepEqual(await post(`{"game":"${'x'.repeat(5000)}"}`), { status: 413, why: 'not_understood' });
    assert.deepEqual(await post('{"game":"yatzi"}', { Origin: 'http://elsewhere.example' }), { status: 403, why: 'origin' });
    assert.deepEqual(await house.json('/api/rooms/K7QM3T'), { status: 404, why: 'no_such_room' });
    assert.deepEqual(await house.json('/api/rooms/nonsense'), { status: 404, why: 'no_such_room' });
    assert.deepEqual(await house.json('/nothing'), { status: 404, why: 'not_understood' });
    assert.equal((await house.get('/', { method: 'POST', body: '' })).status, 405);
    assert.equal((await house.get('/', { method: 'DELETE' })).status, 405);
    assert.equal((await house.get('/ws')).status, 426);
  });

  test('a request that is none, too long or too large', async () => {
    assert.match(await house.raw('nonsense\r\n\r\n'), head(400));
    assert.match(await house.raw('GET / HTTP/1.1\r\n\r\n'), head(400));
    assert.match(await house.raw('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'), head(400));
    assert.match(await house.raw(`GET /${'x'.repeat(2000)} HTTP/1.1\r\nHost: a\r\n\r\n`), head(414));
    assert.match(await house.raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(9000)}\r\n\r\n`), head(431));
    assert.match(await house.raw(`GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(6000)}\r\n`), head(431));
    assert.match(await house.raw('POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n'), head(413));
    assert.match(
      await house.raw(
        `POST /api/rooms HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1388\r\n${'x'.repeat(5000)}\r\n0\r\n\r\n`,
      ),
      head(413),
    );
    assert.match(
      await house.raw('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
      head(400),
    );
  });

  test('requests one behind the other are answered in order; a body in pieces is read', async () => {
    const heard = await house.raw(
      'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /nothing HTTP/1.1\r\nHost: a\r\n\r\n' +
        'POST /api/rooms HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"game":"\r\n7\r\nyatzi"}\r\n0\r\n\r\n' +
        'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    assert.deepEqual(statuses(heard), ['200', '404', '201', '200']);
  });

  test('an answer also for somebody who sends no more', async () => {
    const socket = connect({ port: house.port, host: '127.0.0.1', allowHalfOpen: true });
    let heard = '';
    socket.on('data', (text) => {
      heard += text;
    });
    socket.end('POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Length: 16\r\n\r\n{"game":"yatzi"}');
    await new Promise((resolve) => socket.on('end', resolve));
    assert.match(heard, head(201));
  });

  test('wrong codes are counted, so that nobody finds rooms by trying', async () => {
    const other = await House.open(['--misses-per-minute', '5']);
    const heard = await other.raw(atOnce(Array(40).fill('/api/rooms/K7QM3T')));
    assert.ok(isLimitedTo(5, statuses(heard), '404'), heard);
    assert.match(heard, /"why":"slow_down"/);
    await other.close();
  });

  test('wrong codes over HTTP and in messages are counted together', async () => {
    // Of two in a minute the next one comes after half of it.
    const other = await House.open(['--misses-per-minute', '2']);
    const room = await other.room();
    await other.raw(atOnce(['/api/rooms/K7QM3T']));
    const guest = await other.guest();
    const tried = [];
    for (const code of ['K7QM3T', room.room]) tried.push((await guest.ask({ type: 'enter', room: code })).why);
    assert.deepEqual(tried, ['no_such_room', 'slow_down']);
    assert.equal((await guest.end()).code, 1008);
    await other.close();
  });

  test('a house that knows its name answers to no other', async () => {
    const other = await House.open(['--url', 'https://Knobel.example', '--origin', 'https://friend.example']);
    const asked = async (host) =>
      /^HTTP\/1.1 (\d+)/.exec(await other.raw(`GET /api/games HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))[1];
    for (const host of [
      'knobel.example',
      'knobel.example:443',
      'friend.example',
      'localhost:8020',
      '192.0.2.1:8020',
      '[::1]:8020',
    ])
      assert.equal(await asked(host), '200', host);
    for (const host of ['evil.example', 'knobel.example.evil.example', 'evil.example:8020', '1.2.3.4.evil.example', ''])
      assert.equal(await asked(host), '421', host);
    const refused = await other.raw('GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    assert.match(refused, /\{"why":"host"\}/);
    await assert.rejects(
      other.guest({ headers: { Host: 'evil.example', Origin: 'http://evil.example' } }),
      (error) => error.status === 421,
    );
    await other.close();
  });

  test('a quota: new rooms are refused first, and matches go on; a full house refuses all, but can be read', async () => {
    const many = [
      '--rooms-per-hour',
      '100000',
      '--connections-per-address',
      '1000',
      '--requests-per-second',
      '100000',
      '--requests-at-once',
      '100000',
    ];
    const other = await House.open(['--quota-mb', '1', ...many]);
    const room = await other.room();
    const anna = await other.enter(room);
    await anna.ask({ type: 'sit', name: 'Anna' });
    await anna.ask({ type: 'start' });
    const open = (house) => house.json('/api/rooms', { method: 'POST', body: '{"game":"yatzi"}' });
    const fill = async (house) => {
      const all = await Promise.all(Array.from({ length: 40 }, () => open(house)));
      return all.find((answer) => answer.status !== 201);
    };
    let refused;
    for (const until = Date.now() + PATIENCE_MS; !refused && Date.now() < until;) refused = await fill(other);
    assert.deepEqual(refused, { status: 507, why: 'no_space' });
    assert.equal((await anna.ask({ type: 'play', seat: 1, move: 'throw' })).type, 'done');
    assert.equal((await other.get('/healthz')).status, 200);
    const stored = async (house) => Number(/^knobel_stored_bytes (.*)$/m.exec(await house.metrics())[1]);
    assert.ok((await stored(other)) >= 3 << 18);
    anna.close();
    const copy = `${other.file}.copy`;
    execFileSync(knobel, ['backup', copy, '--data', other.file]);
    const larger = await House.open(many, { file: copy });
    for (const until = Date.now() + PATIENCE_MS; (await stored(larger)) < 1 << 20 && Date.now() < until;) await fill(larger);
    await larger.close();
    const full = await House.open(['--quota-mb', '1'], { file: copy });
    const ben = await full.enter(room);
    assert.equal((await ben.ask({ type: 'play', seat: 1, move: 'fill chance' })).why, 'no_space');
    assert.deepEqual([(await full.get('/healthz')).status, await (await full.get('/healthz')).text()], [503, 'no_space']);
    assert.equal((await full.get(`/api/rooms/${room.room}`)).status, 200);
    ben.close();
    await full.close();
    await other.close();
  });

  test('too many requests', async () => {
    const other = await House.open(['--requests-per-second', '1', '--requests-at-once', '3']);
    const told = statuses(await other.raw(atOnce(Array(40).fill('/healthz'))));
    assert.ok(isLimitedTo(3, told), told.join(' '));
    await other.close();
  });

  test('logs count by their length: each is read and written anew before it is sent', async () => {
    const other = await House.open(['--requests-per-second', '1', '--requests-at-once', '40']);
    const room = await other.room({ pace_ms: 0 });
    const anna = await other.enter(room, { moves: true });
    await anna.ask({ type: 'sit', name: 'Anna' });
    await anna.ask({ type: 'bot', seat: 2, level: 'random' });
    await anna.ask({ type: 'start' });
    await playOn(anna, 1, await anna.next('table'));
    // By their number alone 40 would be let in, and one more with every second that they take.
    const began = Date.now();
    const heard = await other.raw(atOnce(Array(60).fill(`/api/rooms/${room.room}/log`)));
    const seconds = (Date.now() - began) / 1000;
    const fetched = statuses(heard).indexOf('429');
    assert.ok(fetched >= 3 && 2 * fetched <= 40 + seconds, `${fetched} logs in ${seconds} s`);
    anna.close();
    await other.close();
  });

  test('rooms allow one address to open N rooms per hour', async () => {
    const other = await House.open(['--rooms-per-hour', '2']);
    await other.room();
    await other.room();
    await assert.rejects(other.room(), /slow_down/);
    await other.close();
  });
});

describe('metrics', () => {
  test('are what Prometheus reads, and count', async () => {
    const house = await House.open();
    const room = await house.room();
    const guest = await house.enter(room);
    const text = await house.metrics();
    const value = (name) => Number(new RegExp(`^knobel_${name} (.*)$`, 'm').exec(text)[1]);
    assert.equal(value('websockets'), 1);
    assert.equal(value('rooms'), 1);
    assert.ok(value('messages_in_total') >= 1 && value('messages_out_total') >= 3 && value('commits_total') >= 1);
    assert.match(text, /^knobel_commit_seconds_bucket\{le="\+Inf"\} \d+$/m);
    assert.match(text, /^knobel_loop_lag_seconds_count \d+$/m);
    if (existsSync('/usr/bin/promtool')) execFileSync('promtool', ['check', 'metrics'], { input: text });
    guest.close();
    await house.close();
  });

  test('are told at a door of their own, and nothing else is told there', async () => {
    const house = await House.open();
    assert.equal((await house.get('/metrics')).status, 404);
    for (const path of ['/', '/ws', '/api/rooms', '/api/games'])
      assert.equal(await house.metrics(path), '{"why":"not_understood"}', path);
    assert.equal(await house.metrics('/healthz'), 'ok');
    const answer = await fetch(`http://127.0.0.1:${house.metricsPort}/metrics`, { method: 'POST', body: '' });
    assert.equal(answer.status, 405);
    assert.ok((await fetch(`http://127.0.0.1:${house.metricsPort}/metrics`)).headers.get('content-security-policy'));
    await house.close();
  });

  test('only where they are wished, and only at an address that is one', async () => {
    for (const where of ['', 'x', '70000', ':9', '1.2.3:9', '[::1]', 'localhost:9', '::1']) {
      const error = await House.open(['--metrics', where]).catch((caught) => caught);
      assert.match(error.house.log, /cannot offer metrics at /, where);
      assert.equal(await error.house.close(), 3);
    }
  });

  test('a hand that came down unseen is counted when it is seen', async () => {
    const house = await House.open();
    const room = await house.room({ game: 'yubitsume', options: { window_ms: 30000, first: 1 } });
    const anna = await house.enter(room, { moves: true });
    await anna.ask({ type: 'sit', name: 'Anna' });
    const ben = await house.enter(room.room);
    await ben.ask({ type: 'sit', name: 'Ben' });
    await anna.ask({ type: 'start' });
    await anna.ask({ type: 'play', seat: 1, move: 'throw' });
    const count = async () =>
      ['moves', 'events'].map(async (name) => new RegExp(`^knobel_${name}_total (.*)$`, 'm').exec(await house.metrics())[1]);
    const counted = async () => Promise.all(await count());
    const before = await counted();
    assert.deepEqual(before, ['1', '4']);
    await ben.ask({ type: 'play', seat: 2, move: 'hit knife' });
    assert.deepEqual(await counted(), before);
    await anna.ask({ type: 'play', seat: 1, move: 'hit knife' });
    let now = before;
    for (const until = Date.now() + PATIENCE_MS; now[0] === '1' && Date.now() < until; now = await counted()) await sleep(10);
    assert.equal(now[0], '3');
    anna.close();
    ben.close();
    await house.close();
  });
});

describe('a WebSocket', () => {
  let house, room;
  before(async () => {
    house = await House.open(['--origin', 'https://friend.example']);
    room = await house.room();
  });
  after(() => house.close());

  const refusedWith = (status, options) => assert.rejects(house.guest(options), (error) => error.status === status);

  test('opens for our page, for named ones, and for programs', async () => {
    for (const headers of [{}, { Origin: house.url }, { Origin: 'https://friend.example' }])
      (await house.guest({ headers })).close();
    (await house.guest({ protocol: 'other, knobel.1' })).close();
  });

  test('does not open for others', async () => {
    await refusedWith(403, { headers: { Origin: 'https://elsewhere.example' } });
    await refusedWith(403, { headers: { Origin: 'null' } });
    await refusedWith(403, { headers: { Origin: 'https://friend.example.evil.example' } });
    await refusedWith(400, { protocol: null });
    await refusedWith(400, { protocol: 'knobel.2' });
    await refusedWith(426, { headers: { 'Sec-WebSocket-Version': '8' } });
    await refusedWith(426, { headers: { 'Sec-WebSocket-Key': 'short' } });
    await refusedWith(404, { path: '/wss' });
  });

  // What a frame, or several, is answered with: the code of the close.
  const closes = async (...frames) => {
    const guest = await house.enter(room);
    for (const one of frames) guest.sendBytes(one);
    const { code } = await guest.end();
    return code;
  };

  test('takes text only, in frames of 4 KB, and closes with the right code', async () => {
    assert.equal(await closes(frame('x', { opcode: 2 })), 1003);
    assert.equal(await closes(frame('x'.repeat(4097))), 1009);
    assert.equal(await closes(frame('x'.repeat(70000))), 1009);
    assert.equal(await closes(frame('x'.repeat(3000), { final: false }), frame('x'.repeat(3000), { opcode: 0 })), 1009);
    assert.equal(await closes(frame(Buffer.from([0xc3, 0x28]))), 1007);
    assert.equal(await closes(frame(Buffer.from([0xed, 0xa0, 0x80]))), 1007);
    assert.equal(await closes(frame(Buffer.from('12345678é').subarray(0, 9))), 1007);
    assert.equal(await closes(frame('{}', { masked: false })), 1002);
    assert.equal(await closes(frame('{}', { reserved: 4 })), 1002);
    assert.equal(await closes(frame('{}', { opcode: 3 })), 1002);
    assert.equal(await closes(frame('{}', { opcode: 0 })), 1002);
    assert.equal(await closes(frame('{', { final: false }), frame('{}')), 1002);
    assert.equal(await closes(frame('x'.repeat(126), { opcode: 9 })), 1002);
    assert.equal(await closes(frame('x', { opcode: 9, final: false })), 1002);
    assert.equal(await closes(frame('x', { opcode: 8 })), 1002);
    assert.equal(await closes(frame(Buffer.from([3, 236]), { opcode: 8 })), 1002);
    assert.equal(await closes(frame(Buffer.from([3, 232, 0xff]), { opcode: 8 })), 1007);
    assert.equal(await closes(frame(Buffer.from([15, 160]), { opcode: 8 })), 4000);
    assert.equal(await closes(frame('', { opcode: 8 })), 1000);
  });

  test('hears a message in any number of pieces, with pings between', async () => {
    const guest = await house.enter(room);
    guest.answersPings = false; // a pong in the middle of a frame would break it
    const pieces = [
      frame('{"type":"sync",', { final: false }),
      frame('now', { opcode: 9 }),
      frame('', { opcode: 0, final: false }),
      frame('"client":7,"id":70}', { opcode: 0 }),
    ];
    for (const byte of Buffer.concat(pieces)) {
      guest.sendBytes(Buffer.from([byte]));
      await sleep(1);
    }
    assert.equal((await guest.next('sync')).client, 7);
    assert.equal((await guest.next('done')).id, 70);
    const long = JSON.stringify({ type: 'sync', client: 8, id: 71, filling: 'é'.repeat(1900) });
    guest.sendBytes(frame(long));
    assert.equal((await guest.next('sync')).client, 8);
    guest.close();
  });

  test('what is no message is refused, not punished', async () => {
    const guest = await house.enter(room);
    for (const text of [
      '',
      'nonsense',
      '[]',
      '{"type":7}',
      '{"type":"dance"}',
      '{"type":"chat","type":"chat"}',
      '{"a":{"b":{"c":1}}}',
      '{"type":"chat","text":"\\u0000"}',
      '['.repeat(3000),
    ]) {
      guest.sendBytes(frame(text));
      assert.equal((await guest.next('refused')).why, 'not_understood', text);
    }
    assert.equal((await guest.ask({ type: 'sync', client: 1 })).type, 'done');
    guest.close();
  });

  test('entering comes first; a room that is not there', async () => {
    const guest = await house.guest();
    assert.equal((await guest.ask({ type: 'start' })).why, 'not_entered');
    assert.equal((await guest.ask({ type: 'enter', room: 'K7QM3T' })).why, 'no_such_room');
    guest.close();
  });

  test('who sends too much is told so, then closed with 1008', async () => {
    const guest = await house.enter(room);
    guest.sendBytes(Buffer.concat(Array.from({ length: 400 }, (_, i) => frame(JSON.stringify({ type: 'sync', client: i })))));
    assert.equal((await guest.end()).code, 1008);
    assert.ok(guest.messages.some((m) => m.type === 'refused' && m.why === 'slow_down'));
    const pinging = await house.enter(room);
    pinging.sendBytes(Buffer.concat(Array.from({ length: 400 }, () => frame('x', { opcode: 9 }))));
    assert.equal((await pinging.end()).code, 1008);
  });

  test('who does not read what is sent is closed', async () => {
    const other = await House.open([
      '--messages-per-second',
      '1000000',
      '--messages-at-once',
      '1000000',
      '--output-bytes',
      '131072',
    ]);
    const guest = await other.enter(await other.room());
    guest.socket.pause();
    const many = frame(JSON.stringify({ type: 'sync', client: 1 }));
    const batch = Buffer.concat(Array(2000).fill(many));
    await untilTrue('it is closed', async () => {
      for (let i = 0; i < 20 && guest.socket.writableLength < batch.length; i++) guest.sendBytes(batch);
      return /^knobel_connections_limited_total 1$/m.test(await other.metrics());
    });
    guest.drop();
    await other.close();
  });
});

const isServed = async (house) =>
  head(200).test(await house.raw('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'));

// The house learns of comings and goings in its own time.
async function untilTrue(what, look) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    if (await look()) return;
    await sleep(20);
  }
  assert.fail(`never: ${what}`);
}

// Most of them wait for half a minute: no busy machine takes so long for what must come sooner.
describe('limits on connections', { concurrency: true }, () => {
  test('pings, measures, and lets go of who does not answer', async () => {
    const other = await House.open(['--ping-s', '1', '--pong-s', '30']);
    const target = await other.room();
    const [quick, dead] = [await other.enter(target), await other.enter(target)];
    dead.answersPings = false;
    assert.equal((await dead.end(2 * PATIENCE_MS)).code, 1006);
    assert.equal(quick.closed, null);
    quick.close();
    await other.close();
  });

  test('of one address: some are told 429, the rest hear nothing', async () => {
    const house = await House.open(['--connections-per-address', '3']);
    const room = await (async () => {
      const r = await house.raw(
        'POST /api/rooms HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 16\r\n\r\n{"game":"yatzi"}',
      );
      return JSON.parse(r.split('\r\n\r\n')[1]);
    })();
    const guests = [];
    for (let i = 0; i < 3; i++) guests.push(await house.enter(room));
    await assert.rejects(house.guest(), (error) => error.status === 429 && /slow_down/.test(error.message));
    const idle = [];
    await untilTrue('nothing heard', async () => {
      idle.push(connect(house.port, '127.0.0.1'));
      return (await house.raw('GET / HTTP/1.1\r\nHost: a\r\n\r\n')) === '';
    });
    for (const one of [...guests.map((g) => g.socket), ...idle]) one.destroy();
    await untilTrue('room again', () => isServed(house));
    await house.close();
  });

  test('all together', async () => {
    const house = await House.open(['--connections', '2']);
    const two = [connect(house.port, '127.0.0.1'), connect(house.port, '127.0.0.1')];
    await untilTrue('nothing heard', async () => (await house.raw('GET / HTTP/1.1\r\nHost: a\r\n\r\n')) === '');
    two[0].destroy();
    await untilTrue('room again', () => isServed(house));
    two[1].destroy();
    await house.close();
  });

  test('a request must come in time; a connection may not idle for ever', async () => {
    // Whatever has the long time is still open when the short one has gone by, in which a busy machine hears of what is there.
    const [once, again] = [
      'GET /healthz HTTP/1.1\r\nHost: a\r\n',
      '\r\nGET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    ];
    const begin = (house, text) => {
      const socket = connect(house.port, '127.0.0.1');
      socket.write(text);
      return {
        socket,
        heard: new Promise((resolve) => {
          let all = '';
          socket
            .on('data', (more) => {
              all += more;
            })
            .on('close', () => resolve(all));
        }),
      };
    };
    const hasty = async () => {
      const house = await House.open(['--header-s', '30', '--keep-alive-s', '600']);
      const idle = begin(house, `${once}\r\n`);
      const [half, nothing] = await Promise.all([house.raw(once), house.raw('')]);
      assert.match(half, head(408));
      assert.equal(nothing, '');
      idle.socket.write(again.slice(2));
      assert.deepEqual(statuses(await idle.heard), ['200', '200']);
      await house.close();
    };
    const patient = async () => {
      const house = await House.open(['--header-s', '600', '--keep-alive-s', '30']);
      const slow = begin(house, once);
      assert.match(await house.raw(`${once}\r\n`), head(200));
      slow.socket.write(again);
      assert.deepEqual(statuses(await slow.heard), ['200', '200']);
      await house.close();
    };
    await Promise.all([hasty(), patient()]);
  });

  test('behind a proxy, by the address it tells; never otherwise', async () => {
    const from = (address) => ({ headers: { 'X-Forwarded-For': `9.9.9.9, ${address}` } });
    const house = await House.open(['--behind-proxy', '--connections-per-address', '2']);
    const guests = [await house.guest(from('192.0.2.1')), await house.guest(from('192.0.2.1'))];
    await assert.rejects(house.guest(from('192.0.2.1')), (error) => error.status === 429);
    guests.push(await house.guest(from('192.0.2.2')));
    guests.push(await house.guest(from('2001:db8:1:2::1')), await house.guest(from('2001:db8:1:2::2')));
    await assert.rejects(house.guest(from('2001:db8:1:2::3')), (error) => error.status === 429);
    for (const guest of guests) guest.drop();
    await house.close();
    const plain = await House.open(['--connections-per-address', '1']);
    const first = await plain.guest(from('192.0.2.1'));
    await assert.rejects(plain.guest(from('192.0.2.2')), (error) => error.status === 429);
    first.drop();
    await plain.close();
  });
});

describe('the end', () => {
  test('on SIGTERM everybody is told, what was played is there again, tokens hold', async () => {
    // Nobody has to be waited for.
    let house = await House.open(['--drain-s', '600']);
    const { file, folder } = house;
    house.folder = null;
    const room = await house.room({ game: 'yatzi' });
    const anna = await house.enter(room, { moves: true });
    await anna.ask({ type: 'sit', name: 'Anna', salt: '0123456789abcdef' });
    await anna.ask({ type: 'start' });
    await anna.ask({ type: 'play', seat: 1, move: 'throw', salt: '0123456789abcdef' });
    await anna.ask({ type: 'chat', text: 'See you' });
    const lines = anna.messages.filter((m) => m.type === 'table').flatMap((m) => m.lines);
    const [code, end] = await Promise.all([house.close(), anna.end()]);
    assert.deepEqual([code, end.code], [0, 1001]);
    house = await House.open([], { file });
    house.folder = folder;
    const again = await house.enter(room, { moves: true, since: { match: 1, event: 0 } });
    assert.deepEqual((await again.next('you')).seats, [1]);
    assert.equal((await again.next('chat')).text, 'See you');
    assert.deepEqual((await again.next('table')).lines, lines);
    again.close();
    assert.equal(await house.close('SIGINT'), 0);
  });

  test('with a request half sent, and with somebody who does not answer the farewell', async () => {
    const house = await House.open(['--drain-s', '2']);
    const guest = await house.guest();
    guest.socket.pause();
    const half = house.raw('GET / HTTP/1.1\r\n');
    await house.get('/healthz'); // by then it has come
    assert.equal(await house.close(), 0);
    await half;
    guest.drop();
  });

  test('one house a file; a port that is taken; words of complaint', async () => {
    const house = await House.open();
    const serve = (...flags) =>
      spawnSync(knobel, ['serve', '--listen', '127.0.0.1', ...flags], {
        encoding: 'utf8',
        env: { ...process.env, LANGUAGE: 'en', LC_ALL: 'C.UTF-8' },
      });
    const second = serve('--port', '0', '--data', house.file);
    assert.equal(second.status, 3);
    assert.match(second.stderr, /cannot use the file /);
    const taken = serve('--port', String(house.port), '--data', `${house.file}.other`);
    assert.equal(taken.status, 3);
    assert.match(taken.stderr, /cannot listen on 127.0.0.1, port \d+: /);
    assert.equal(serve('--loud').status, 2);
    assert.equal(serve('--port', 'many').status, 2);
    assert.equal(serve('now').status, 2);
    const help = serve('--help');
    assert.equal(help.status, 0);
    assert.match(help.stdout, /--rooms-per-hour N +allow one address to open N rooms per hour \(30\)/);
    await house.close();
  });

  test('the environment chooses, too; the command line wins', async () => {
    const house = await House.open(['--rooms-per-hour', '2'], {
      env: { KNOBEL_ROOMS_PER_HOUR: '1', KNOBEL_REQUESTS_AT_ONCE: '2', KNOBEL_REQUESTS_PER_SECOND: '1' },
    });
    const room = 'POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Length: 16\r\n\r\n{"game":"yatzi"}';
    const told = statuses(await house.raw(room + room + atOnce(Array(40).fill('/healthz'))));
    assert.deepEqual(told.slice(0, 2), ['201', '201']);
    assert.ok(told.includes('429'), told.join(' ')); // while the disk was busy, some more were let in with the time
    await house.close();
  });

  test('a backup while the house is open is a house of its own', async () => {
    const house = await House.open();
    const room = await house.room();
    const copy = `${house.file}.copy`;
    execFileSync(knobel, ['backup', copy, '--data', house.file]);
    assert.equal(spawnSync(knobel, ['backup', copy, '--data', house.file]).status, 3);
    const other = await House.open([], { file: copy });
    assert.equal((await other.get(`/api/rooms/${room.room}`)).status, 200);
    await other.close();
    await house.close();
  });
});

describe('the server log', () => {
  test('has one JSON object a line, and nothing of anybody in it', async () => {
    const house = await House.open(['--connections-per-address', '2']);
    const room = await house.room();
    const guest = await house.enter(room, { name: 'Roswitha' });
    await guest.ask({ type: 'sit', name: 'Roswitha', salt: '0123456789abcdef' });
    await guest.ask({ type: 'chat', text: 'the walrus and the carpenter' });
    await house.guest({ headers: { Origin: 'http://elsewhere.example' } }).catch(() => {});
    await house.close();
    const lines = house.log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map((line) => line.event),
      ['open', 'refused', 'stopping', 'closed'],
    );
    for (const line of lines) assert.ok(line.time && line.level);
    for (const secret of [room.token, room.room, 'Roswitha', 'walrus', '127.0.0.1', '0123456789abcdef', 'elsewhere'])
      assert.ok(!house.log.includes(secret), secret);
  });

  test('has addresses if wished', async () => {
    const house = await House.open(['--log-addresses']);
    await house.guest({ headers: { Origin: 'http://elsewhere.example' } }).catch(() => {});
    await house.close();
    assert.match(house.log, /"event":"refused","why":"origin","address":"127.0.0.1"/);
  });
});

describe('every game', () => {
  for (const game of GAMES)
    test(`${game} is played to its end against a bot, and watched`, async () => {
      const house = await House.open();
      const room = await house.room({ game, pace_ms: 0, ...(game === 'yubitsume' && { options: { window_ms: 1000 } }) });
      const anna = await house.enter(room, { moves: true });
      const watcher = await house.enter(room.room);
      await anna.ask({ type: 'sit', name: 'Anna', salt: '0123456789abcdef' });
      await anna.ask({ type: 'bot', seat: 2, level: 'beginner' });
      assert.equal((await anna.ask({ type: 'start' })).type, 'done');
      const table = await playOn(anna, 1, await anna.next('table'));
      assert.ok(table.won && table.scores.length === 2);
      const log = await (await house.get(`/api/rooms/${room.room}/log`)).text();
      execFileSync(knobel, ['verify', '-'], { input: log });
      await untilTrue('the watcher sees the end', () => watcher.messages.some((m) => m.type === 'table' && m.over));
      assert.equal(await house.close(), 0);
    });
});
