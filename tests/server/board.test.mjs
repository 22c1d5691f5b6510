// board.test.mjs: the board of the day from outside: results that are accepted, once per person, and all that is not:
// forged logs, those of others, of other days, floods. Run with `node --test`; KNOBEL names the program.
// Needs the games: yatzi yucatan
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { House } from './serving.mjs';
import { asOther, board, day, newKey, personOf, playDaily, send, unsigned } from './daily.mjs';

const FLAGS = ['--board-per-address', '100000', '--rooms-per-hour', '1000'];
const BODY_MAX = 20 << 10;

let house;
before(async () => {
  house = await House.open(FLAGS);
});
after(() => House.closeAll());

const run = (words) => execFileSync(process.env.KNOBEL, words);

const refused = async (key, log, status, why) => {
  const answer = await send(house, key, log);
  assert.deepEqual([answer.status, answer.why], [status, why]);
};

describe('the board of the day', () => {
  const [anna, ben, eva] = [newKey(), newKey(), newKey()];
  let hers; // her log
  let points;

  test('a match that was played here: on the board, once, with its place', async () => {
    assert.deepEqual(await board(house), { status: 200, open: true, count: 0, spread: [], entries: [] });
    hers = await playDaily(house, { key: anna, name: 'Änna <b>' });
    const sent = await send(house, anna, hers);
    const { entry } = personOf(anna, 'yatzi', day());
    ({ points } = sent);
    assert.deepEqual(sent, { status: 201, entry, points, live: true, already: false });
    const row = { place: 1, entry, name: 'Änna <b>', points, live: true };
    const seen = await board(house, { entry });
    assert.deepEqual(seen, { status: 200, open: true, count: 1, spread: [[points, 1]], entries: [row], mine: row });
    assert.equal((await board(house)).mine, undefined);
    assert.equal((await board(house, { game: 'yucatan' })).count, 0);
  });

  test('the first try counts: whatever comes later changes nothing', async () => {
    const again = await send(house, anna, hers);
    assert.deepEqual([again.status, again.already, again.points], [200, true, points]);
    const other = await playDaily(house, { key: anna, name: 'Better' });
    const late = await send(house, anna, other);
    assert.deepEqual([late.status, late.already, late.points], [200, true, points]);
    const { entries } = await board(house);
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['Änna <b>'],
    );
  });

  test("somebody else's match is refused, as it is and made to look like one's own", async () => {
    await refused(ben, hers, 400, 'not_yours');
    await refused(ben, asOther(hers, ben, 'Ben'), 409, 'on_board');
    await refused(ben, hers.replace(/^(seat 1 person \S+) .*$/m, '$1 Ben'), 400, 'changed');
    assert.equal((await board(house)).count, 1);
  });

  test('forged logs are refused', async () => {
    const own = asOther(hers, ben, 'Ben');
    const die = / dice: ([1-6])\n/.exec(own)[1];
    const forged = {
      wrong_dice: own.replace(` dice: ${die}\n`, ` dice: ${(Number(die) % 6) + 1}\n`),
      wrong_secret: own.replace(`dice same ${day()}`, `dice same ${day(-1)}`),
      false_signature: hers.replace(/^(closed[\s\S]*\nsigned )(.)/m, (_, head, digit) => head + (digit === '0' ? 1 : 0)),
      not_over: `${own.slice(0, own.indexOf('\n40 '))}\nend 39\n`,
      not_usual: own.replace('second_yatzi=rolled', 'second_yatzi=box'),
      bad_option: own.replace('second_yatzi=rolled', 'second_yatzi=none'),
      impossible_time: own.replace(/^(\d+) [\d.]+ /gm, '$1 0.100 '), // faster than anyone
      not_a_time: own.replace(/^opened \d+$/m, `opened ${Date.now() + 3_600_000}`),
      time_backwards: own.replace(/^2 [\d.]+ /m, '2 0.000 '),
      not_a_log: 'hello',
      cut_off: own.slice(0, 900).replace(/[^\n]*$/, ''),
      bad_line: own.replace('\nevents\n', '\nevents\nhello\n'),
      too_long: 'x'.repeat(17 << 10),
    };
    for (const [why, log] of Object.entries(forged)) {
      const answer = await send(house, ben, log);
      assert.equal(answer.why, why.replace('not_a_time', 'impossible_time'));
      assert.equal(answer.status, why === 'too_long' ? 413 : 400);
    }
    assert.equal((await board(house)).count, 1);
  });

  test('of last week', async () => {
    await refused(ben, await playDaily(house, { key: ben, of: day(-7) }), 400, 'day_over');
  });

  test('a match on a device is on the board, and says so', async () => {
    const his = unsigned(await playDaily(house, { key: ben, name: 'Ben' }));
    const sent = await send(house, ben, his);
    assert.deepEqual([sent.status, sent.live], [201, false]);
    const seen = await board(house, { entry: sent.entry });
    assert.equal(seen.count, 2);
    assert.deepEqual([seen.mine.name, seen.mine.live], ['Ben', false]);
    assert.deepEqual(
      seen.entries.map(({ points }) => points),
      seen.entries.map(({ points }) => points).sort((a, b) => b - a),
    );
  });

  test("a match signed with this server's key, but elsewhere, was not seen here", async () => {
    const thief = newKey();
    const copy = join(house.folder, 'copy.db');
    run(['backup', copy, '--data', house.file]);
    const elsewhere = await House.open(FLAGS, { file: copy });
    const log = await playDaily(elsewhere, { key: thief, name: 'Thief' });
    await elsewhere.close();
    assert.equal(/^house (.*)$/m.exec(log)[1], /^house (.*)$/m.exec(hers)[1]);
    const sent = await send(house, thief, log);
    assert.deepEqual([sent.status, sent.live], [201, false]);
  });

  test("a name of one's choice, if it is one", async () => {
    const log = await playDaily(house, { key: eva, name: 'Guest' });
    const put = (name) => house.json('/api/board', { method: 'POST', body: JSON.stringify({ key: eva, log, name }) });
    for (const name of [' Eva', 'Eva ', 'E\nva', '\u0007', 'x'.repeat(40)]) assert.equal((await put(name)).why, 'bad_name');
    const { entry } = await put('Eva 🎲');
    assert.equal((await board(house, { entry })).mine.name, 'Eva 🎲');
  });

  test('another game has a board of its own, and the same person another entry there', async () => {
    const log = await playDaily(house, { key: anna, game: 'yucatan', name: 'Anna' });
    const sent = await send(house, anna, log);
    assert.equal(sent.status, 201);
    assert.notEqual(sent.entry, personOf(anna, 'yatzi', day()).entry);
    assert.equal((await board(house, { game: 'yucatan' })).count, 1);
  });

  test('it is there after a restart', async () => {
    const before = await board(house);
    const { file, folder } = house;
    house.folder = null;
    await house.close('SIGKILL');
    house = await House.open(FLAGS, { file });
    house.folder = folder;
    assert.deepEqual(await board(house), before);
  });

  test('questions that are none', async () => {
    for (const query of ['', '?game=yatzi', `?game=bossa&day=${day()}`, '?game=yatzi&day=today', `?game=x&day=${day()}`])
      assert.equal((await house.json(`/api/board${query}`)).why, 'not_understood');
    assert.equal((await board(house, { of: '2019-01-01' })).open, false);
    assert.equal((await house.get('/board', { headers: { accept: 'text/html' } })).status, 200);
  });

  test('hostile bodies: refused, and the server goes on', async () => {
    const post = (body, headers) => house.get('/api/board', { method: 'POST', body, headers });
    const bodies = ['', '{', '[]', '{}', '{"key":1,"log":2}', '{"key":{"a":[]}}', `{"key":"${'0'.repeat(64)}","log":""}`];
    for (let i = 0; i < 200; i++) bodies.push(randomBytes(i * 10));
    for (const body of bodies) assert.equal((await post(body)).status, 400);
    assert.equal((await post(Buffer.alloc(BODY_MAX + 1, 'x'))).status, 413);
    assert.equal((await post('{}', { origin: 'http://evil.example' })).status, 403);
    const rooms = await house.get('/api/rooms', { method: 'POST', body: Buffer.alloc(5000, 'x') });
    assert.equal(rooms.status, 413, 'other requests stay small');
    // Mutations of a good log: none of them is on the board, whatever they hit.
    const [someone, count] = [newKey(), (await board(house)).count];
    const good = asOther(hers, someone, 'Someone');
    for (let i = 0; i < 300; i++) {
      const at = Math.floor(Math.random() * good.length);
      const cut = Math.floor(Math.random() * 20);
      const other = good.slice(0, at) + randomBytes(3).toString('hex').replace(/\d/g, 'x') + good.slice(at + cut);
      assert.ok((await send(house, someone, other)).status >= 400);
    }
    assert.equal((await board(house)).count, count);
    assert.equal((await house.get('/healthz')).status, 200);
  });
});

describe('limits of the board', () => {
  test('per address and per day', async () => {
    const own = await House.open(['--board-per-address', '3', '--board-entries', '2', '--rooms-per-hour', '1000']);
    const statuses = [];
    const key = newKey();
    const log = await playDaily(own, { key });
    for (let i = 0; i < 4; i++) statuses.push((await send(own, key, log)).status);
    assert.deepEqual(statuses, [201, 200, 200, 429]);
    await own.close();
  });

  test('a full board', async () => {
    const own = await House.open(['--board-entries', '2', '--rooms-per-hour', '1000']);
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      const key = newKey();
      const answer = await send(own, key, await playDaily(own, { key }));
      statuses.push(answer.why ?? answer.status);
    }
    assert.deepEqual(statuses, [201, 201, 'board_full']);
    await own.close();
  });

  test('many at once: each match once, each person once', async () => {
    const key = newKey();
    const own = await House.open([...FLAGS]);
    const log = await playDaily(own, { key });
    const thieves = Array.from({ length: 20 }, () => newKey());
    await Promise.all([...thieves.map((thief) => send(own, thief, asOther(log, thief, 'Thief'))), send(own, key, log)]);
    assert.equal((await board(own)).count, 1);
    await own.close();
  });

  test('switched off', async () => {
    const own = await House.open(['--no-board']);
    assert.equal((await own.json('/api/games')).board, false);
    assert.equal((await house.json('/api/games')).board, true);
    assert.deepEqual([(await board(own)).status, (await board(own)).why], [404, 'no_board']);
    assert.equal((await send(own, newKey(), 'x')).why, 'no_board');
    assert.equal((await own.get('/api/board', { method: 'POST', body: Buffer.alloc(5000, 'x') })).status, 413);
    await own.close();
  });
});
