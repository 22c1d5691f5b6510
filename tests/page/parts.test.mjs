// parts.test.mjs: the parts of the page that need no browser: reading lines and rules, whose view is shown, the clocks, and
// that every word of the page can be found. Run with `node --test`.
// Needs the games: bossa yubitsume
import { before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign as signWith, webcrypto } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { filesOfGames, wordsOfGames } from '../../web/games.mjs';
import { catalogue, gamesWithRules, languages, rulesIn, usedWords, restOfCatalogue } from '../../web/words.mjs';
import { recorded, recordedNames } from '../logs.mjs';
import { load } from './load.mjs';

describe('lines of the log', () => {
  let line;
  before(async () => {
    line = await load('connection/log-line.ts');
  });

  test('every kind is read, nonsense is not', () => {
    assert.deepEqual(line.readLine('57 81.200 seat1 salt=5f3a5f3a5f3a5f3a: keep 3 3'), {
      number: 57,
      at: 81200,
      who: 1,
      move: 'keep 3 3',
    });
    assert.deepEqual(line.readLine('58 81.205 dice: 4'), { number: 58, at: 81205, who: 'dice', move: '4' });
    assert.deepEqual(line.readLine('9 1.000 seat2: ?'), { number: 9, at: 1000, who: 2, move: null });
    assert.deepEqual(line.readLine('60 90.000 back by=1: 57'), { number: 60, at: 90000, who: 'back', move: '57' });
    assert.deepEqual(line.readLine('7 2.500 seat3 acted=2.400 error=12 claimed=2.390: hit knife').move, 'hit knife');
    for (const text of ['', 'x', '57 seat1: throw', '57 81.2 seat1: throw', '57 81.200 seat9x: throw'])
      assert.equal(line.readLine(text), null, text);
  });

  test('what was taken back is known', () => {
    const lines = [
      '1 0.001 seat1: throw',
      '2 0.001 dice: 4',
      '3 0.002 seat1: fill ones',
      '4 0.003 back by=1: 2',
      '5 0.004 seat1: fill twos',
    ];
    assert.deepEqual([...line.takenBack(lines.map(line.readLine))], [3]);
  });
});

describe('what can be corrected or taken back', () => {
  let line, entries;
  before(async () => {
    [line, entries] = [await load('connection/log-line.ts'), await load('table/entries.ts')];
  });
  const read = (...texts) => texts.map((text, at) => line.readLine(`${at + 1} 0.001 ${text}`));
  const last = (shown, all = shown) => entries.lastEntries(shown, all).map(({ number }) => number);
  const hidden = (lines, ...numbers) => lines.map((one) => (numbers.includes(one.number) ? { ...one, move: null } : one));

  test('the last entry: the dice of the last throw, or the last move; not what no longer counts', () => {
    assert.deepEqual(last([]), []);
    assert.deepEqual(last(read('seat1: throw', 'ours: 4', 'ours: 5')), [2, 3]);
    assert.deepEqual(last(read('seat1: throw', 'ours: 4', 'seat1: fill ones')), [3]);
    assert.deepEqual(last(read('seat1: throw', 'ours: 4', 'ours: 5', 'back by=1: 2')), [2]);
    assert.deepEqual(last(read('seat1: throw', 'ours: 4', 'dice: 5')), [2], 'the house threw the other');
    assert.deepEqual(last(read('seat1: throw', 'dice: 4', 'clock: close')), [1]);
  });

  test('on a device that is handed around: what its holder has entered, nothing of the others', () => {
    const look = read('ours: 5', 'ours: 3', 'ours: 41', 'ours: 10');
    assert.deepEqual(last(hidden(look, 3, 4), look), [1, 2, 3, 4], 'the one who looks has entered these');
    const other = [...look, ...read('', '', '', '', 'seat1: start').slice(4)];
    assert.deepEqual(last(hidden(other, 3, 4), other), [5], 'the other one sees only the choice');
    const chips = [...look, ...read('', '', '', '', 'seat1: keep doubler').slice(4)];
    assert.deepEqual(last(hidden(chips, 3, 4, 5), chips), [1, 2], 'neither the chip nor the tiles');
  });

  test('a take-back is offered where there is something, and not once reaction time has counted', () => {
    assert.equal(entries.mayTakeBack(read('seat2: throw', 'dice: 4'), 1), false);
    assert.equal(entries.mayTakeBack(read('seat1: throw', 'dice: 4', 'seat2: throw'), 1), false, 'dice were seen');
    assert.equal(entries.mayTakeBack(read('seat1: throw', 'dice: 4', 'seat1: fill ones'), 1), true);
    assert.equal(entries.mayTakeBack(read('seat1: bet high', 'dice: ?', 'seat2: bet low'), 1), true, 'unseen ones');
    const fought = read('seat1: throw', 'dice: 1s', 'seat1: hit 1', 'clock: close');
    assert.equal(entries.mayTakeBack(fought, 1), false);
    assert.equal(entries.mayTakeBack([...fought, line.readLine('5 9.000 seat1: ring thumb')], 1), true);
    assert.equal(entries.mayTakeBack([line.readLine('70 9.000 seat2: throw')], 1), true, 'not all is known here');
  });
});

describe('Yubitsume: time to read', () => {
  test('whoever throws waits for people at other devices, not for bots', async () => {
    const { readAt } = await load('games/yubitsume/page/reading.ts');
    const { readLine } = await load('connection/log-line.ts');
    const lines = ['1 1.000 seat1: throw', '2 1.200 dice: 1s', '3 6.000 clock: close'].map(readLine);
    const seats = [
      { verdict: 'safe', wood: null },
      { verdict: 'wrong', wood: null },
    ];
    const props = { view: { phase: 'ready', seats: [{}, {}], last: { seats } }, lines, mine: [2], bots: [false, false] };
    assert.equal(readAt(props), 6000 + 3400);
    assert.equal(readAt({ ...props, bots: [true, false] }), null);
    assert.equal(readAt({ ...props, mine: [1, 2] }), null);
    const more = [...seats, { verdict: 'too_slow', wood: 'clean' }, { verdict: 'not_in', wood: null }];
    assert.equal(readAt({ ...props, view: { ...props.view, last: { seats: more } } }), 6000 + 5200);
    assert.equal(readAt({ ...props, view: { ...props.view, last: null } }), null, 'before the first throw');
  });
});

describe('a log is compared with what this device saw and sent', () => {
  let compare, vouched, isPublished;
  const SALT = '49d55178ca54cf69';
  const log = [
    'knobel log 2',
    `seal ${'6d'.repeat(32)}`,
    'seat 1 person c3af3b4ae20312a9 Anna',
    'seat 2 person 1111111111111111 Ben',
    'events',
    `1 0.002 seat1 salt=${SALT}: throw`,
    '2 0.002 dice: 4',
    '3 0.900 seat2 acted=0.800 salt=2222222222222222: hit knife',
    '4 1.000 clock: close',
    'end 4 0000000000000000',
    '',
  ].join('\n');
  const SEAL = '6d'.repeat(32);
  const sent = [
    { seat: 1, move: null, salt: 'c3af3b4ae20312a9', at: SEAL, taken: true },
    { seat: 1, move: 'throw', salt: SALT, at: 0, taken: true },
  ];
  const part = { room: 'K7QM3T', match: 1, since: { 1: 0 }, begun: true, sent };
  const remembered = {
    shown: [{ match: 1, seal: SEAL, seals: 3, stopped: 0 }],
    part,
    lines: [`1 0.002 seat1 salt=${SALT}: throw`, '2 0.002 dice: 4', '3 0.900 seat2: ?', '4 1.000 clock: close'],
  };
  const found = (text, change = {}) => compare(text, { ...remembered, ...change });
  const flaw = (text, change) => found(text, change).flaw;

  before(async () => {
    ({ compare } = await load('table/envelope.ts'));
    ({ vouched, isPublished } = await load('table/vouch.ts'));
    globalThis.crypto ??= webcrypto; // which browsers have, and Node only from 20 on
  });

  test('the log of the match has no flaw, also where a hand was hidden', () => {
    assert.deepEqual(found(log), { flaw: null, sealSame: true, unshown: 0, own: 2, elsewhere: 0, without: 0, late: false });
  });

  test('every lie is found', () => {
    const seat = 'seat 1 person c3af3b4ae20312a9';
    assert.equal(flaw(log.replace('6d6d', '6e6d')), 'seal');
    const vouched = { signature: 'ab' };
    assert.equal(flaw(log, { shown: [{ match: 1, seal: SEAL, vouched }] }), 'seal', 'another signature than was shown');
    assert.equal(flaw(log.replace(seat, 'seat 1 person -')), 'missing');
    const swapped = log.replace(seat, 'seat 1 person 1111111111111111');
    const both = swapped.replace('seat 2 person 1111111111111111', 'seat 2 person c3af3b4ae20312a9');
    assert.equal(flaw(both), 'foreign', 'salts of two seats exchanged');
    assert.equal(flaw(log.replace('1 0.002 seat1', '1 0.002 seat2')), 'missing', 'at another seat');
    assert.equal(flaw(log.replace(`${SALT}: throw`, `${SALT}: stop`)), 'foreign', 'with another move');
    assert.equal(flaw(log.replace(` salt=${SALT}`, '')), 'missing', 'without its salt');
    assert.equal(flaw(log.replace('dice: 4', 'dice: 6')), 'lines');
    assert.equal(flaw(log.replace('3 0.900 seat2', '3 0.900 seat3')), 'lines', 'who acted was shown');
    assert.equal(flaw(log.replace('4 1.000 clock: close\n', '')), 'lines', 'a line left out');
  });

  test('seals are counted as the signed line says', () => {
    const sealedAs = (seals, stopped) => {
      const sealed = `sealed 12 1794700800000 5f3a9c0d11223344 ${seals} ${stopped}\n`;
      const header = `house ${'ab'.repeat(32)}\n${sealed}before ${'39'.repeat(32)}\nsigned ${'cd'.repeat(64)}\n`;
      return log.replace('events\n', `${header}events\n`);
    };
    const shown = (...counts) => ({
      shown: counts.map((seals, at) => ({ match: 1, seal: at + 1 < counts.length ? `${at}` : SEAL, seals, stopped: 0 })),
    });
    assert.equal(flaw(sealedAs(3, 0)), null);
    assert.equal(flaw(sealedAs(4, 0)), 'counted', 'it was shown as the third');
    assert.equal(flaw(sealedAs(3, 1)), 'counted', 'a stopped match that was not shown');
    assert.equal(flaw(log, shown(3, 3)), 'counted', 'another seal with the same number');
    assert.equal(found(log, shown(2, 3)).unshown, 0);
    assert.equal(found(log, shown(2, 5)).unshown, 2);
  });

  test('a match that began without this device is not held to the seal that it saw', () => {
    const elsewhere = { ...remembered.shown[0], seal: '7d'.repeat(32) };
    const away = { shown: [elsewhere], part: { ...part, since: {}, begun: false, sent: [] } };
    assert.deepEqual([found(log, away).flaw, found(log, away).sealSame], [null, null]);
    assert.equal(flaw(log, { shown: [elsewhere] }), 'seal');
  });

  test('who vouches: nobody, or a house whose signatures match', async (t) => {
    const keys = generateKeyPairSync('ed25519');
    const key = keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('hex');
    const hash = (...parts) => parts.reduce((h, part) => h.update(part), createHash('sha256')).digest('hex');
    const signature = (number, before, line) => {
      const head = hash(Buffer.from(before, 'hex'), line);
      return signWith(null, Buffer.from(`knobel seals ${number} ${head}`), keys.privateKey).toString('hex');
    };
    const room = '5f3a9c0d11223344';
    const before = '39'.repeat(32);
    const seal = signature(12, before, `12 1794700800000 seal ${room} 3 0 ${'6d'.repeat(32)}`);
    const header = `house ${key}\nsealed 12 1794700800000 ${room} 3 0\nbefore ${before}\nsigned ${seal}\n`;
    const sealed = log.replace('events\n', `${header}events\n`);
    const end = signature(14, before, `14 1794700900000 end ${room} 3 0 ${hash(sealed)}`);
    const whole = `${sealed}closed 14 1794700900000\nbefore ${before}\nsigned ${end}\n`;
    assert.equal(await vouched(log), 'nobody');
    assert.equal(await vouched(sealed), 'seal');
    assert.equal(await vouched(whole), 'log');
    assert.equal(await vouched(whole.replace('dice: 4', 'dice: 6')), 'false');
    assert.equal(await vouched(sealed.replace('seal 6d6d', 'seal 6e6d')), 'false');
    t.mock.method(globalThis, 'fetch', async () => ({ json: async () => ({ key: published }) }));
    let published = key;
    assert.equal(await isPublished(whole), true);
    published = 'ab'.repeat(32);
    assert.equal(await isPublished(whole), false, 'not the key that the server gives');
    assert.equal(await isPublished(log), null, 'not signed');
    t.mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('no network')));
    assert.equal(await isPublished(whole), null);
  });
});

describe('matches in sentences', () => {
  test('Bossa: after a redraw the other draws', async () => {
    const { tellBossa } = await load('games/bossa/page/sentences.ts');
    const opening = ['61', '02', '11', '21', '31', '41', '51', '12'].map((move) => ['dice', move]);
    const lines = [
      ['dice', '4'],
      ['dice', '6'],
      ...opening,
      [2, 'white'],
      ['dice', '22'],
      [1, 'redraw 22'],
      ['dice', '13'],
      ['dice', '14'],
    ].map(([who, move], at) => ({ number: at + 1, at: 0, who, move }));
    const told = lines.map((line, at) => tellBossa(line, ['Anna', 'Ben'], lines.slice(0, at))).slice(-4);
    assert.deepEqual(told, [
      'Anna draws white 2, black 2.',
      'Anna discards white 2, black 2 and draws another.',
      'Anna draws white 1, black 3.',
      'Ben draws white 1, black 4.',
    ]);
  });
});

describe('what is shown of a Bossa table', () => {
  const lines = (...moves) => moves.map(([who, move], at) => ({ number: at + 1, at: 0, who, move }));

  test("the opponent's last move is news, one's own is not", async () => {
    const { newsFor } = await load('games/bossa/page/news.ts');
    const told = (seat, ...moves) => {
      const { places, tiles } = newsFor({ seat, lines: lines(...moves) });
      return [...places, ...tiles];
    };
    const laid = [2, 'lay white 6 10 51*'];
    assert.deepEqual(told(1, ['dice', '22'], laid, ['dice', '13']), ['white 6']);
    assert.deepEqual(told(2, ['dice', '22'], laid, ['dice', '13']), []);
    assert.deepEqual(told(null, laid), ['white 6']);
    assert.deepEqual(told(1, laid, ['dice', '13'], [1, 'redraw 13']), []);
    assert.deepEqual(told(1, [2, 'stack black 3 12']), ['black 3']);
    assert.deepEqual(told(1, [2, 'exchange 12 31']), ['12', '31']);
    assert.deepEqual(told(1, [2, 'redraw 40'], ['dice', '21']), ['40']);
    assert.deepEqual(told(1, [2, 'white']), []);
  });

  test('a hint is laid out as it would be tapped', async () => {
    const { heldFor } = await load('games/bossa/page/choice.ts');
    const held = (move) => {
      const { mode, picked, theirs, place, chipped } = heldFor(move) ?? {};
      return [mode, picked, theirs, place, chipped];
    };
    assert.deepEqual(held('lay white 6 10 51*'), ['put', ['10', '51'], null, 'white 6', '51']);
    assert.deepEqual(held('stack black 3 12'), ['put', ['12'], null, 'black 3', null]);
    assert.deepEqual(held('redraw 40'), ['redraw', ['40'], null, null, null]);
    assert.deepEqual(held('exchange 12 31'), ['exchange', ['12'], '31', null, null]);
    for (const move of ['white', 'start', 'keep doubler']) assert.equal(heldFor(move), null);
  });
});

describe('mistakes in a review', () => {
  test('what is coloured is outside of its error bar, as both are shown', async () => {
    const { isBeyond, isMistake } = await load('review/report.ts');
    const { sizeText } = await load('review/values.ts');
    for (const meaning of ['points', 'wins', 'minus_points'])
      for (let at = 0; at < 2000; at++) {
        const [error, doubt] = [at / 7919, ((at * 31) % 2000) / 7919];
        const shown = (value) => Number.parseFloat(sizeText(value, meaning));
        const note = { error, doubt, best: 'x' };
        assert.equal(isMistake(note, { meaning }), shown(error) > shown(doubt), `${error} ± ${doubt} ${meaning}`);
        assert.equal(isBeyond(-error, doubt, meaning), isBeyond(error, doubt, meaning));
        assert.equal(isMistake({ ...note, best: undefined }, { meaning }), false);
      }
  });

  test('Yubitsume: every miss in a sentence', async () => {
    const { missSaid, missesIn } = await load('games/yubitsume/page/review.tsx');
    const seat = (verdict, hit, reaction_ms) => ({ verdict, hit, reaction_ms, error_ms: 0, wood: null });
    const last = {
      dice: [],
      case: 1,
      right: ['2'],
      seats: [
        seat('safe', '2', 400),
        seat('too_slow', '2', 470),
        seat('wrong', 'knife', 380),
        seat('nothing', null, null),
        seat('false_start', '1', 60),
        seat('not_in', null, null),
      ],
    };
    const names = ['Anna', 'Ben', 'Cleo', 'Dirk', 'Eva', 'Finn'];
    assert.deepEqual(
      missesIn([{ number: 8, last }]).map((miss) => missSaid(miss, names)),
      [
        'Ben hits die 2 after 470 ms: 70 ms too late.',
        'Cleo hits the knife. Right: die 2.',
        'Dirk hits nothing. Right: die 2.',
        'Eva hits die 1 after 60 ms: nobody can have seen the dice by then.',
      ],
    );
  });
});

describe('moves in words', () => {
  test('Yubitsume: a hit is no throw', async () => {
    const { yubitsumeWords } = await load('games/yubitsume/page/sentences.ts');
    assert.deepEqual(['hit 2', 'hit knife', 'throw'].map(yubitsumeWords), ['Hit die 2', 'Hit the knife', 'Throw the dice']);
  });
});

describe('addresses', () => {
  test('a link that was cut off in the middle of a character still names a room', async () => {
    globalThis.addEventListener ??= () => {};
    const { roomHere } = await load('ui/navigation.ts');
    const at = (pathname) => {
      globalThis.location = { pathname };
      return roomHere();
    };
    assert.deepEqual(['/t/k7q%20m3t', '/t/%E0%A4', '/t/%', '/'].map(at), ['K7QM3T', '%E0%A4', '%', null]);
    delete globalThis.location;
  });
});

// A connection with a false network: what is dialled, said and waited for.
async function connect(code, early = () => null, stored = new Map(), more = []) {
  const waits = [];
  const doings = [];
  const sockets = [];
  class Socket {
    static OPEN = 1;
    static CONNECTING = 0;
    readyState = 1;
    said = [];
    constructor(url) {
      this.url = url;
      sockets.push(this);
    }
    send(text) {
      this.said.push(JSON.parse(text));
    }
    close() {}
    hear(message) {
      this.onmessage({ data: JSON.stringify(message) });
    }
  }
  const nothing = () => undefined;
  const listening = { addEventListener: nothing, removeEventListener: nothing };
  const outside = {
    WebSocket: Socket,
    location: { protocol: 'http:', host: 'house', pathname: '/' },
    localStorage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) },
    document: { visibilityState: 'visible', ...listening },
    window: { setTimeout: (doing, ms) => doings.push(doing) && waits.push(ms), setInterval: nothing, knobelSocket: null },
    ...listening,
  };
  const before = Object.fromEntries(Object.keys(outside).map((key) => [key, globalThis[key]]));
  Object.assign(globalThis, outside);
  outside.window.knobelSocket = early(Socket);
  globalThis.navigator ??= {}; // newer ones have one
  const { RoomConnection } = await load('connection/room-connection.ts');
  const connection = new RoomConnection(code, 'Anna', ...more);
  const leave = () => Object.assign(globalThis, before);
  return { connection, sockets, waits, doings, leave };
}

describe('a connection that boot.ts has dialled', () => {
  const room = { room: 'K7QM3T', game: 'yatzi', match: 0, status: 'waiting', watching: 'none', seats: [], seal: '00' };
  const heard = [
    { type: 'entered', guest: 1, phrases: [] },
    { type: 'room', ...room },
    { type: 'done', id: 0 },
  ].map((message) => [JSON.stringify(message), 1]);

  test('has entered: what it heard is known at once, and nothing is said again', async (t) => {
    const early = (Socket) => ({ socket: new Socket('ws://house/ws/K7QM3T'), entering: 0, heard });
    const { connection, sockets, leave } = await connect('K7QM3T', early);
    t.after(leave);
    assert.equal(sockets.length, 1);
    assert.equal(connection.now.room.game, 'yatzi');
    await new Promise((done) => setImmediate(done));
    assert.equal(connection.now.link, 'open');
    assert.ok(!sockets[0].said.some(({ type }) => type === 'enter'));
  });

  test('has not entered yet, or is of another room: the page enters', async (t) => {
    const open = (Socket) => ({ socket: new Socket('ws://house/ws/K7QM3T'), heard: [] });
    const first = await connect('K7QM3T', open);
    t.after(first.leave);
    assert.deepEqual(
      first.sockets.map(({ said }) => said.map(({ type }) => type)),
      [['enter']],
    );
    const other = await connect('9ADF3H', (Socket) => ({ socket: new Socket('ws://house/ws/K7QM3T'), entering: 0, heard }));
    t.after(other.leave);
    assert.equal(other.connection.now.room, null);
    assert.deepEqual(
      other.sockets.map(({ said }) => said.map(({ type }) => type)),
      [[], ['enter']],
    );
  });
});

describe('coming back to a house that has gone', () => {
  test('the room is in the address; guests come back at a moment of their own', async (t) => {
    const { connection, sockets, waits, leave } = await connect('K7QM3T');
    t.after(leave);
    const [socket] = sockets;
    assert.equal(socket.url, 'ws://house/ws/K7QM3T');
    const enter = async (spread_ms) => {
      const { id } = socket.said.findLast(({ type }) => type === 'enter');
      socket.hear({ type: 'entered', guest: 1, spread_ms, phrases: [] });
      socket.hear({ type: 'done', id });
      await new Promise((done) => setImmediate(done));
      assert.equal(connection.now.link, 'open');
    };
    await enter(50);
    socket.hear({ type: 'spread', ms: 8000 });
    t.mock.method(Math, 'random', () => 0.5);
    socket.onclose({ code: 1006 });
    assert.equal(waits.at(-1), 200 + 4000, 'half of the spread, and the usual pause');
  });

  test('while another server may take over, it is asked again after little more than a second', async (t) => {
    const { sockets, waits, doings, leave } = await connect('K7QM3T');
    t.after(leave);
    t.mock.method(Math, 'random', () => 1); // the longest pauses
    const pause = () => {
      sockets.at(-1).onclose({ code: 1006 });
      const ms = waits.at(-1);
      doings.at(-1)();
      return ms;
    };
    for (let gone = 0, ms; gone < 5_000; gone += ms) {
      ms = pause();
      assert.ok(ms <= 1_250, `${ms} ms, ${gone} ms after it was lost`);
    }
    const later = Array.from({ length: 20 }, pause);
    assert.ok(later.at(-1) >= 10_000, 'a server that stays away is not asked all the time');
  });

  test('the key of a big screen is void when others may watch', async (t) => {
    const { connection, sockets, leave } = await connect('K7QM3T');
    t.after(leave);
    const room = { room: 'K7QM3T', game: 'yatzi', match: 0, status: 'waiting', watching: 'none', seats: [], seal: '00' };
    sockets[0].hear({ type: 'room', ...room });
    sockets[0].hear({ type: 'screen', key: '9ADF3H' });
    sockets[0].hear({ type: 'room', ...room, match: 1 });
    assert.equal(connection.now.screenKey, '9ADF3H');
    sockets[0].hear({ type: 'room', ...room, watching: 'late' });
    assert.equal(connection.now.screenKey, null);
  });
});

// A device at a table whose house is this test.
class Device {
  static async open(t, { stored = new Map(), key = null, screen = null } = {}) {
    const { connection, sockets, leave } = await connect('K7QM3T', () => null, stored, [key, screen]);
    t.after(leave);
    const device = Object.assign(new Device(), { connection, sockets, stored });
    device.hear({ type: 'entered', guest: 1, phrases: [] });
    return device;
  }
  get socket() {
    return this.sockets.at(-1);
  }
  hear(...messages) {
    for (const message of messages) this.socket.hear(message);
  }
  last(type) {
    return this.socket.said.findLast((one) => one.type === type);
  }
  async answer(type, why) {
    const { id } = this.last(type);
    this.hear(why ? { type: 'refused', id, why } : { type: 'done', id });
    await new Promise((done) => setImmediate(done));
  }
  /** `seats`: from 1 on; who plays at this device is person 7. */
  seated(...seats) {
    this.hear({ type: 'you', person: 7, host: true, seats, token: 'mine' });
  }
  room(change = {}, seat = {}) {
    const seats = [{ seat: 1, name: 'Anna', person: 7, salted: false, ...seat }];
    const rest = { match: 0, status: 'waiting', watching: 'all', turn_s: 0, seats, seal: SEAL, seals: 3, stopped_matches: 0 };
    this.hear({ type: 'room', room: 'K7QM3T', game: 'yatzi', dice: 'house', ...rest, ...change });
  }
  table(event, lines = [], change = {}) {
    const rest = { opened: 0, now: 0, due: [1], alarm: null, turn_ends: null, over: false, eyes: {} };
    this.hear({ type: 'table', match: 1, event, lines, ...rest, ...change });
  }
  play(move) {
    void this.connection.play(1, move).catch(() => undefined);
    return this.last('play').salt;
  }
  /** Into a match, with a salt that the house takes. */
  async begin() {
    await this.answer('enter');
    this.seated(1);
    this.room();
    const { salt } = this.last('salt');
    await this.answer('salt');
    this.start();
    return salt;
  }
  start() {
    this.room({ match: 1, status: 'playing' }, { salted: true });
    this.table(0);
  }
  /** What the log of the match tells this device. */
  told(seatSalt, lines) {
    const text = ['knobel log 2', `seal ${SEAL}`, 'dice house', `seat 1 person ${seatSalt} Anna`, 'events', ...lines, ''];
    return compareLog(text.join('\n'), this.connection.salts.remembered(1));
  }
}
const SEAL = '6d'.repeat(32);
const OTHER = '0123456789abcdef';
let compareLog;

describe('the house cannot put its own random numbers in the place of ours', () => {
  before(async () => {
    globalThis.crypto ??= webcrypto;
    compareLog = (await load('table/envelope.ts')).compare;
  });

  test('a move is refused as outdated, and another salt stands there', async (t) => {
    const device = await Device.open(t);
    const salt = await device.begin();
    device.play('throw');
    const lines = [`1 0.002 seat1 salt=${OTHER}: throw`];
    device.table(1, lines);
    await device.answer('play', 'outdated');
    assert.equal(device.told(salt, lines).flaw, 'foreign');
  });

  test('a move is refused as outdated, and stands there without its salt', async (t) => {
    const device = await Device.open(t);
    const salt = await device.begin();
    device.play('throw');
    const lines = ['1 0.002 seat1: throw'];
    device.table(1, lines);
    await device.answer('play', 'outdated');
    assert.equal(device.told(salt, lines).flaw, 'left_out');
  });

  test('nothing is answered, and another salt stands there', async (t) => {
    const device = await Device.open(t);
    const salt = await device.begin();
    device.play('throw');
    assert.equal(device.told(salt, [`1 0.002 seat1 salt=${OTHER}: throw`]).flaw, 'foreign');
  });

  test('refused without a reason that is seen: the next move has the same salt, also after a reload', async (t) => {
    const device = await Device.open(t);
    await device.begin();
    const salt = device.play('throw');
    await device.answer('play', 'outdated');
    assert.equal(device.play('keep 4'), salt);
    const again = await Device.open(t, { stored: device.stored });
    await again.answer('enter');
    again.seated(1);
    again.room({ match: 1, status: 'playing' }, { salted: true });
    again.table(0);
    assert.equal(again.play('throw'), salt);
  });

  test('before the match: another salt, or none', async (t) => {
    const device = await Device.open(t);
    await device.answer('enter');
    device.seated(1);
    device.room();
    const { salt } = device.last('salt');
    await device.answer('salt', 'outdated');
    device.room();
    assert.equal(device.last('salt').salt, salt, 'the same one again');
    device.start();
    assert.equal(device.told(OTHER, []).flaw, 'foreign');
    assert.equal(device.told(salt, []).flaw, null);
    const none = device.told('-', []);
    assert.deepEqual([none.flaw, none.late], [null, true], 'it may have come too late, which is said');
  });
});

describe('whoever plays honestly is not accused', () => {
  before(async () => {
    globalThis.crypto ??= webcrypto;
    compareLog = (await load('table/envelope.ts')).compare;
  });
  const fine = (found, expected) => {
    const { flaw, own, elsewhere, without } = found;
    assert.deepEqual({ flaw, own, elsewhere, without }, { flaw: null, own: 0, elsewhere: 0, without: 0, ...expected });
  };

  test('moves that were made, and one that was refused first', async (t) => {
    const device = await Device.open(t);
    const salt = await device.begin();
    const first = device.play('keep 9');
    await device.answer('play', 'not_legal');
    assert.equal(device.play('throw'), first);
    const lines = [`1 0.002 seat1 salt=${first}: throw`];
    device.table(1, lines);
    await device.answer('play');
    const second = device.play('fill ones');
    assert.notEqual(second, first);
    lines.push(`2 0.003 seat1 salt=${second}: fill ones`);
    device.table(2, lines.slice(1));
    await device.answer('play', 'outdated'); // said twice: the first one had arrived
    fine(device.told(salt, lines), { own: 3 });
  });

  test('over a reload', async (t) => {
    const device = await Device.open(t);
    await device.answer('enter');
    device.seated(1);
    device.room();
    const { salt } = device.last('salt');
    const again = await Device.open(t, { stored: device.stored });
    await again.answer('enter');
    again.seated(1);
    again.room();
    assert.equal(again.last('salt').salt, salt, 'sent again, as it has no answer');
    await again.answer('salt', 'outdated');
    again.start();
    const lines = [`1 0.002 seat1 salt=${again.play('throw')}: throw`];
    const third = await Device.open(t, { stored: device.stored });
    await third.answer('enter');
    third.seated(1);
    third.room({ match: 1, status: 'playing' }, { salted: true });
    third.table(1, lines);
    fine(third.told(salt, lines), { own: 2 });
  });

  test('two windows of one browser', async (t) => {
    const one = await Device.open(t);
    await one.answer('enter');
    one.seated(1);
    one.room();
    const { salt } = one.last('salt');
    const other = await Device.open(t, { stored: one.stored });
    await other.answer('enter');
    other.seated(1);
    other.room({}, { salted: true });
    assert.equal(other.last('salt'), undefined);
    await one.answer('salt');
    one.start();
    other.start();
    const lines = [`1 0.002 seat1 salt=${one.play('throw')}: throw`];
    for (const window of [one, other]) window.table(1, lines);
    await one.answer('play');
    lines.push(`2 0.003 seat1 salt=${other.play('fill ones')}: fill ones`);
    for (const window of [one, other]) window.table(2, lines.slice(1));
    await other.answer('play');
    for (const window of [one, other]) fine(window.told(salt, lines), { own: 3 });
  });

  test('two windows that send at the same moment and know nothing of each other yet', async (t) => {
    const [one, other] = [await Device.open(t), await Device.open(t)];
    for (const window of [one, other]) {
      await window.answer('enter');
      window.seated(1);
      window.room();
    }
    const { salt } = one.last('salt');
    // The store of the second overwrote that of the first, which stores again when its salt is taken.
    Object.assign(globalThis.localStorage, {
      getItem: (key) => one.stored.get(key) ?? null,
      setItem: (key, text) => one.stored.set(key, text),
    });
    one.stored.set('knobel.parts', other.stored.get('knobel.parts'));
    await one.answer('salt');
    await other.answer('salt', 'outdated');
    one.start();
    other.start();
    for (const window of [one, other]) fine(window.told(salt, []), { own: 1 });
  });

  test('a seat that comes from another device, and goes on to another one', async (t) => {
    const device = await Device.open(t, { key: 'ab'.repeat(16) });
    await device.answer('enter');
    device.seated(1);
    device.room({ match: 1, status: 'playing' }, { salted: true });
    const lines = [`1 0.002 seat1 salt=${OTHER}: throw`];
    device.table(1, lines);
    fine(device.told(OTHER, lines), { elsewhere: 2 });
    lines.push(`2 0.003 seat1 salt=${device.play('fill ones')}: fill ones`);
    device.hear({ type: 'seat_key', key: 'cd'.repeat(16), until: 0 });
    lines.push(`30 0.004 seat1 salt=${OTHER}: throw`);
    fine(device.told(OTHER, lines), { own: 1, elsewhere: 3 });
  });

  test('a seat that comes from another device before the match: its salt is not replaced', async (t) => {
    const device = await Device.open(t, { key: 'ab'.repeat(16) });
    await device.answer('enter');
    device.seated(1);
    device.room({}, { salted: true });
    assert.equal(device.last('salt'), undefined);
    device.start();
    fine(device.told(OTHER, []), { elsewhere: 1 });
  });

  test('a seat that somebody else had before', async (t) => {
    const device = await Device.open(t);
    await device.answer('enter');
    device.hear({ type: 'you', person: null, host: false, seats: [] });
    device.room();
    device.start();
    const lines = [`1 0.002 seat1 salt=${OTHER}: throw`];
    device.table(1, lines);
    device.seated(1);
    device.table(1);
    fine(device.told('-', lines), { elsewhere: 1 });
  });

  test('someone who goes to a seat that somebody else had, in the match or after it', async (t) => {
    const device = await Device.open(t);
    const salt = await device.begin();
    const log = [
      `knobel log 2`,
      `seal ${SEAL}`,
      'dice house',
      `seat 1 person ${salt} Anna`,
      `seat 2 person ${OTHER} Ben`,
      'events',
    ];
    const lines = [`1 0.002 seat2 salt=${OTHER}: throw`, ''];
    device.table(1, lines.slice(0, 1));
    const told = () => compareLog([...log, ...lines].join('\n'), device.connection.salts.remembered(1));
    device.seated(2);
    device.table(1, [], { over: true });
    fine(told(), { own: 1 });
    device.table(1);
    fine(told(), { elsewhere: 2 });
  });

  test('the seal changed, and the match began, while the connection was broken', async (t) => {
    const device = await Device.open(t);
    await device.answer('enter');
    device.seated(1);
    device.room({ seal: '7d'.repeat(32) });
    await device.answer('salt');
    device.socket.onclose({ code: 1006 });
    device.connection.close(); // what came before is heard no longer
    const again = await Device.open(t, { stored: device.stored });
    again.seated(1);
    again.room({ seal: '7d'.repeat(32) });
    again.start();
    await again.answer('enter');
    fine(again.told('-', []), {});
    assert.equal(again.told('-', []).sealSame, null);
  });

  test('a bot stood in while the connection was broken', async (t) => {
    const device = await Device.open(t);
    const salt = await device.begin();
    device.play('throw');
    device.socket.onclose({ code: 1006 });
    const again = await Device.open(t, { stored: device.stored });
    await again.answer('enter');
    again.seated(1);
    again.room({ match: 1, status: 'playing' }, { salted: true });
    const lines = ['1 60.002 seat1: throw'];
    again.table(1, lines);
    fine(again.told(salt, lines), { own: 1, without: 1 });
  });

  test('the clock of a turn ran out just before', async (t) => {
    const device = await Device.open(t);
    const salt = await device.begin();
    device.room({ match: 1, status: 'playing', turn_s: 30 }, { salted: true });
    device.table(0, [], { turn_ends: 30_000 });
    device.play('throw');
    const lines = ['1 30.000 seat1: throw'];
    device.table(1, lines);
    await device.answer('play', 'outdated');
    fine(device.told(salt, lines), { own: 1, without: 1 });
  });

  test('something was taken back, or corrected', async (t) => {
    const device = await Device.open(t);
    const salt = await device.begin();
    const first = device.play('throw');
    const lines = [`1 0.002 seat1 salt=${first}: throw`, '2 0.003 back by=1: 0'];
    device.table(2, lines);
    await device.answer('play');
    assert.notEqual(device.play('keep 4'), first);
    lines.push(`3 0.004 seat1 salt=${first}: keep 4`); // the salt of its first first move
    device.table(3, lines.slice(2));
    await device.answer('play');
    const next = device.play('fill ones');
    lines.push(`4 0.005 seat1 salt=${next}: fill ones`);
    device.table(4, lines.slice(3));
    await device.answer('play');
    fine(device.told(salt, lines), { own: 3 });
    const corrected = ['5 0.006 back by=1: 3', `6 0.006 seat1 salt=${next}: fill twos`];
    device.table(6, corrected);
    fine(device.told(salt, [...lines, ...corrected]), { own: 3 });
    const foreign = lines.map((line) => line.replace(next, OTHER));
    assert.equal(device.told(salt, foreign).flaw, 'foreign', 'moves after it still count');
  });

  test('a big screen in the same browser', async (t) => {
    const device = await Device.open(t);
    const salt = await device.begin();
    const screen = await Device.open(t, { stored: device.stored, screen: { key: null } });
    await screen.answer('enter');
    screen.hear({ type: 'you', person: null, host: false, seats: [] });
    screen.room();
    screen.start();
    const again = await Device.open(t, { stored: device.stored });
    await again.answer('enter');
    again.seated(1);
    again.room({ match: 1, status: 'playing' }, { salted: true });
    again.table(0);
    assert.equal(again.told(salt, [`1 0.002 seat1 salt=${OTHER}: throw`]).flaw, 'foreign', 'it knows since when');
  });
});

describe('the players of an evening', () => {
  test('who has won it: one, several, or nobody while there are no points', async () => {
    const { headline } = await load('evening/players.ts');
    const of = (...points) =>
      headline({
        standings: points.map((value, at) => ({
          name: `P${at + 1}`,
          person: at + 1,
          points: value,
          place: value === points[0] ? 1 : 2,
        })),
      });
    assert.equal(of(4, 2), 'P1 wins the evening');
    assert.equal(of(4, 4, 0), 'P1 and P2 win the evening');
    assert.equal(of(0, 0), 'Nobody has won the evening');
  });

  test('a seat is found by person and name, of bots by level and number', async () => {
    const { seatOf } = await load('evening/players.ts');
    const seats = [
      { seat: 1, name: 'Anna', person: 7 },
      { seat: 2, name: 'Bot', bot: 'best' },
      { seat: 3, name: 'Ben', person: 7 },
      { seat: 4, name: 'Bot', bot: 'best' },
    ];
    const at = (player) => seatOf({ seats }, player);
    assert.equal(at({ name: 'Ben', person: 7 }), 3);
    assert.equal(at({ name: 'Bot', person: null, bot: 'best', number: 2 }), 4);
    assert.equal(at({ name: 'Cara', person: 8 }), null);
  });
});

describe('what a browser remembers', () => {
  const storage = (more) => ({
    kept: new Map(),
    getItem(key) {
      return this.kept.get(key) ?? null;
    },
    setItem(key, text) {
      this.kept.set(key, text);
    },
    ...more,
  });
  const no = () => {
    throw new Error('no');
  };
  const opened = async (storage) => {
    globalThis.localStorage = storage;
    return load('ui/storage.ts');
  };

  test('one that keeps nothing forgets only with the page', async () => {
    const { keepRoom, keptRoom } = await opened(storage({ getItem: no, setItem: no }));
    keepRoom('K7QM3T', { token: 'mine' });
    assert.equal(keptRoom('K7QM3T')?.token, 'mine');
  });

  test('one that is full does not go back to what it knew before; with room again it keeps all', async () => {
    const disk = storage();
    const { read, write } = await opened(disk);
    write('a', 1);
    disk.setItem = no;
    write('a', 2);
    assert.deepEqual([read('a'), disk.kept.get('a')], [2, '1']);
    disk.setItem = storage().setItem;
    write('a', 3);
    disk.kept.set('a', '4'); // another window
    assert.equal(read('a'), 4);
  });
});

describe('languages', () => {
  let words;
  let coming;
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  /** The files come when the test says so. */
  const come = async (name) => {
    coming.get(name).shift()({ default: { Play: name, [name]: 'here' } });
    await settle();
  };
  before(async () => {
    globalThis.document = { documentElement: {} };
    coming = new Map();
    const later = (name) => new Promise((resolve) => coming.set(name, [...(coming.get(name) ?? []), resolve]));
    globalThis.catalogues = Object.fromEntries(
      ['en', 'de', 'ja'].flatMap((one) => [one, `${one}-more`]).map((name) => [name, () => later(name)]),
    );
    words = await load('ui/words.ts', { 'built:words': 'export default globalThis.catalogues;' });
  });

  test('the last request counts, in whatever order catalogues arrive', async () => {
    void words.setLanguage('de');
    void words.setLanguage('ja');
    await come('ja');
    await come('de');
    assert.equal(words.language(), 'ja');
    void words.setLanguage('de');
    void words.setLanguage('ja');
    await come('de');
    await come('ja');
    assert.equal(words.language(), 'ja', 'back again before the other one came');
  });

  test('what rounds to zero has no sign', () => {
    assert.deepEqual([-0, -0.0001, 0, -1, -0.5].map(words.number), ['0', '0', '0', '-1', '-0.5']);
    assert.equal(words._('{n} cards', { n: -0 }), '0 cards');
  });

  test('dates and lists are British in English', async () => {
    const own = await load('ui/words.ts', { 'built:words': 'export default {};' });
    assert.equal(new Intl.DateTimeFormat(own.locale(), { dateStyle: 'medium' }).format(new Date(2026, 10, 16)), '16 Nov 2026');
    assert.equal(new Intl.ListFormat(own.locale()).format(['Anna', 'Ben', 'Zoë']), 'Anna, Ben and Zoë');
  });

  test('dates are written as the browser writes the language in use', async (t) => {
    const own = await load('ui/words.ts', { 'built:words': 'export default {};' });
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator'); // newer versions of node have one
    t.after(() => (before ? Object.defineProperty(globalThis, 'navigator', before) : delete globalThis.navigator));
    const written = (languages) => {
      Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
      return new Intl.DateTimeFormat(own.dateLocale(), { dateStyle: 'medium' }).format(new Date(2026, 10, 16));
    };
    assert.equal(written(['de-AT', 'en-US', 'en']), 'Nov 16, 2026');
    assert.equal(written(['en', 'en-IE']), '16 Nov 2026');
    assert.equal(written(['de-DE', 'en']), '16 Nov 2026');
  });

  test('a range is written as the language does', async () => {
    const { rangeText } = await load('ui/range.ts', { 'built:words': 'export default {};' });
    assert.equal(rangeText('5', '10'), '5–10');
    assert.equal(catalogue('ja')['{low}–{high}'], '{low}〜{high}', 'on the home page, too');
  });

  test('a part that comes while the language changes has its words', async () => {
    void words.setLanguage('de');
    const whole = words.restOfWords();
    await come('ja');
    await come('ja-more');
    await come('de');
    await come('de');
    await come('de-more');
    await whole;
    assert.deepEqual([words.language(), words._('de-more')], ['de', 'here']);
  });
});

describe('whose view', () => {
  let whoseView;
  before(async () => {
    ({ whoseView } = await load('table/viewer.ts'));
  });
  const table = (due, eyes, over = false) => ({
    due,
    over,
    eyes: Object.fromEntries(Object.entries(eyes).map(([seat, view]) => [seat, { view }])),
  });

  test('a watcher, and one seat', () => {
    assert.deepEqual(whoseView(table([1], { watcher: 0 }), null, false), { seat: null, handTo: null, secret: false });
    assert.deepEqual(whoseView(table([2], { 1: 0 }), null, false), { seat: 1, handTo: null, secret: false });
  });

  test('several seats that see the same: the one to move', () => {
    assert.equal(whoseView(table([2], { 1: 'a', 2: 'a' }), null, false).seat, 2);
    assert.equal(whoseView(table([3], { 1: 'a', 2: 'a' }), null, false).seat, 1);
  });

  test('several seats with secrets: handed over, then open, then handed on', () => {
    const anna = table([1], { 1: 'a', 2: 'b' });
    assert.deepEqual(whoseView(anna, null, false), { seat: null, handTo: 1, secret: true });
    assert.equal(whoseView(anna, 1, false).seat, 1);
    assert.equal(whoseView(table([2], { 1: 'a', 2: 'b' }), 1, false).handTo, 2);
    assert.equal(whoseView(table([3], { 1: 'a', 2: 'b' }), 1, false).seat, 1, 'others are due: stays open');
    assert.equal(whoseView(table([], { 1: 'a', 2: 'b' }, true), null, false).handTo, null, 'at the end all is open');
    assert.equal(whoseView(table([1, 2], { 1: 'a', 2: 'b' }), null, true).handTo, null, 'a slap is not handed over');
  });
});

describe('secrets at one device', () => {
  test('what happened since is shown to each seat only as far as it is its own', async () => {
    const { hideFromOthers } = await load('table/viewer.ts');
    const line = (number, who, move) => ({ number, at: 0, who, move });
    const lines = [
      line(1, 1, 'throw'),
      line(2, 'dice', '4'),
      line(3, 1, 'bet high'),
      line(4, 2, 'bet low'),
      line(5, 3, 'bet just'),
      line(6, 'dice', '41'),
    ];
    assert.deepEqual(
      hideFromOthers(lines, 2, 2, [1, 2]).map(({ move }) => move),
      ['throw', '4', null, 'bet low', 'bet just', null],
    );
  });
});

describe('clocks', () => {
  test('the quickest trip sets the clock; until there is one, the message of the table does', async () => {
    const { HouseClock } = await load('connection/clock.ts');
    const clock = new HouseClock();
    clock.heardTable(5000, 100, 900);
    assert.equal(clock.table(1000), 200);
    clock.synced(1000, 1400, 5700); // slow: off by 200 at most
    clock.synced(2000, 2020, 6510); // quick
    assert.equal(clock.house(3000), 7500);
    assert.equal(clock.table(3000), 2500);
    clock.forget();
    assert.equal(clock.table(1000), 200);
  });
});

describe('words', () => {
  test('the page uses words, each plain; a language has what is translated', () => {
    const used = usedWords();
    assert.ok(used.length > 300);
    assert.ok(used.some(({ one, many }) => one === '{n} second' && many === '{n} seconds'));
    for (const language of languages) assert.ok(catalogue(language).full_house, language);
    assert.equal(catalogue('de').full_house, 'Full House');
  });

  test('what the words of the games say is translated, whatever part of the page says it', () => {
    const said = wordsOfGames().flatMap(({ about, reasons, nudges }) => [
      about,
      ...Object.values(nudges),
      ...Object.values(reasons).map(({ one }) => one),
    ]);
    assert.ok(said.length > 40);
    for (const language of languages.filter((one) => one !== 'en')) {
      const all = { ...catalogue(language, []), ...restOfCatalogue(language, []) };
      assert.deepEqual(
        said.filter((text) => !all[text]),
        [],
        language,
      );
    }
  });

  test('the rules of every game are read whole, in every language', async () => {
    const { readRules } = await load('ui/rules.tsx');
    for (const game of gamesWithRules())
      for (const language of languages) {
        const blocks = readRules(rulesIn(game, language));
        assert.ok(blocks.filter(({ kind }) => kind === 'heading').length >= 3, game);
        const hasFigures = filesOfGames('figures.tsx').some(([one]) => one === game);
        assert.equal(
          blocks.some(({ kind }) => kind === 'figure'),
          hasFigures,
          `${game}: figures in rules.txt, and page/figures.tsx`,
        );
        for (const block of blocks) assert.doesNotMatch(block.text ?? '', /^([#-] |\{figure)/);
      }
    assert.deepEqual(readRules('One\nline.\n\n# Head\n- a\n- b\n\nEnd.\n{figure x}\n'), [
      { kind: 'paragraph', text: 'One line.' },
      { kind: 'heading', text: 'Head' },
      { kind: 'list', items: ['a', 'b'] },
      { kind: 'paragraph', text: 'End.' },
      { kind: 'figure', name: 'x' },
    ]);
  });
});

describe('the sheet of a score pad', () => {
  const room = { room: 'ABCD', game: 'bossa', options: { chips: 'on' } };
  const ended = (match) => ({ match, names: ['Anna', 'Ben'], kept: match });
  const upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

  test('ten matches share a sheet, the eleventh begins a new one; other rules have a sheet of their own', async () => {
    const { keepEnded, endedBefore } = await load('table/earlier-matches.ts');
    const before = (kind, match) => endedBefore(kind, match).map((one) => one.kept);
    const plain = { ...room, options: { chips: 'off' } };
    keepEnded(plain, ended(1));
    for (const match of upTo(2, 11)) {
      assert.deepEqual(before(room, match), upTo(2, match - 1), `before match ${match}`);
      keepEnded(room, ended(match));
      keepEnded(room, ended(match)); // a page that is loaded again
    }
    assert.deepEqual(before(room, 11), upTo(2, 10), 'at the end of the tenth, all columns');
    assert.deepEqual(before(room, 12), []);
    keepEnded(room, ended(12));
    assert.deepEqual(before(room, 12), []);
    assert.deepEqual(before(room, 13), [12]);
    assert.deepEqual(before(plain, 13), [1]);
    assert.deepEqual(before({ ...room, room: 'EFGH' }, 13), []);
  });
});

describe('matches and positions in links', () => {
  let link;
  before(async () => {
    link = await load('review/link.ts');
  });
  const logs = recordedNames.map((name) => [name, recorded(name)]);
  const plain = (text) => `#m=${deflateRawSync(text).toString('base64url')}`;

  test('every recorded match comes back to the letter, in less room', () => {
    for (const [name, log] of logs) {
      const fragment = `#${link.packLog(log)}`;
      assert.equal(link.unpackLog(fragment), log, name);
      assert.ok(fragment.length < plain(log).length, `${name}: ${fragment.length}`);
    }
  });

  test('a log of an unusual form comes back as it was', () => {
    const log = logs[0][1];
    for (const odd of [
      log.replace('\n2 ', '\n7 '),
      log.replace(/: (\w+)\n/, ': $1|2\n'),
      log.replace(/\nsecret .*/, ''),
      'events\n',
      '~x',
      'knobel log 1\nevents\nsecret \n',
    ])
      if (odd !== '~x') assert.equal(link.unpackLog(`#${link.packLog(odd)}`), odd);
    assert.equal(link.unpackLog(plain(log)), log);
  });

  test('what is broken, or too much, is refused', () => {
    const many = `~knobel log 1\nevents\n${'D:1'.padEnd(1_200_000, '|1')}\n.\nsecret 0\n`;
    for (const text of [
      '~',
      '~events',
      '~a\nevents\n',
      '~a\nevents\nx\n.\nsecret',
      many,
      Buffer.alloc(8 << 20),
      Buffer.from([0xc3]),
    ])
      assert.throws(() => link.unpackLog(plain(text)), undefined, String(text).slice(0, 40));
    for (const fragment of ['#m=', '#m=*', '#m=AA', `#m=${'A'.repeat(40_000)}`])
      assert.throws(() => link.unpackLog(fragment), undefined, fragment.slice(0, 20));
    assert.equal(link.unpackLog(''), null);
    assert.equal(link.unpackLog('#g=yatzi'), null);
  });

  test('positions', () => {
    const place = { game: 'bossa', position: 'phase=acting white=6:10+51 hand1=01,02' };
    assert.deepEqual(link.unpackPlace(`#${link.packPlace(place)}`), place);
    for (const fragment of ['', '#', '#g=yatzi', '#p=x', '#g=Y&p=', '#g=yatzi&p=a%0Ab', `#g=yatzi&p=${'a'.repeat(4000)}`])
      assert.equal(link.unpackPlace(fragment), null, fragment.slice(0, 20));
  });
});

describe('values in words', () => {
  test('points, chances, and points where the fewest win: a minus there is good', async () => {
    const { doubtText, signedText, sizeText, valueText } = await load('review/values.ts');
    const said = (meaning, value, change) => [
      valueText(value, meaning),
      signedText(change, meaning),
      sizeText(Math.abs(change), meaning),
      doubtText(Math.abs(change), meaning),
    ];
    assert.deepEqual(said('points', 12.34, -2), ['12.3', '−2.0', '2.0', '± 2.0']);
    assert.deepEqual(said('points', -3, 2), ['−3.0', '+2.0', '2.0', '± 2.0']);
    assert.deepEqual(said('wins', 0.5, -0.021), ['50.0 %', '−2.1 %', '2.1 %', '± 2.1 %']);
    assert.deepEqual(said('minus_points', -12.34, -2), ['12.3', '+2.0', '2.0', '± 2.0']);
    assert.deepEqual(said('points', -0.04, -0.04), ['0.0', '0.0', '0.0', '± 0.0'], 'zero has no sign');
    assert.deepEqual(said('minus_points', 0, 2), ['0.0', '−2.0', '2.0', '± 2.0']);
  });
});

describe('costly moves', () => {
  test('those that cost something in the digits shown; what a judge in doubt calls a gain is none', async () => {
    const { costlyMoves } = await load('review/report.ts');
    const found = (meaning, errors) =>
      costlyMoves({ meaning, events: errors.map((error) => ({ error })) }).map(({ error }) => error);
    for (const meaning of ['points', 'minus_points'])
      assert.deepEqual(found(meaning, [2, 0.05, 0.04, 0, -0.3, undefined]), [2, 0.05]);
    assert.deepEqual(found('wins', [0.02, 0.0004, -0.02]), [0.02]);
  });
});

describe('sums that close', () => {
  let report;
  before(async () => {
    report = await load('review/report.ts');
  });

  test('rounded numbers add up, and each is next to the true one', () => {
    let seed = 7;
    const random = () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
    for (let round = 0; round < 500; round++) {
      const parts = Array.from({ length: 3 }, () => (random() - 0.5) * 2000);
      const total = Math.round(parts.reduce((a, b) => a + b, 0));
      const rounded = report.roundToSum(parts, total);
      assert.equal(
        rounded.reduce((a, b) => a + b, 0),
        total,
      );
      rounded.forEach((one, at) => assert.ok(Math.abs(one - parts[at]) < 1, `${one} for ${parts[at]}`));
    }
  });
});

describe('calls in the background', () => {
  let calls, shared;
  before(async () => {
    globalThis.localStorage ??= { getItem: () => null, setItem() {} };
    calls = await load('room/calls.ts');
    const room = { room: 'K7QM3T', game: 'bossa', status: 'playing', seats: [] };
    const table = { over: false, alarm: null, due: [2], match: 1, event: 4 };
    shared = { link: 'open', room, table, chat: [], you: { person: 3, host: false, seats: [1] } };
  });
  const from = (change) => ({ ...shared, ...change });
  const call = (before, now) => calls.worthACall(from(before), from(now));

  test('one is called when the turn comes, a match begins or a friend writes, and for nothing else', () => {
    const due = { table: { ...shared.table, due: [1] } };
    assert.deepEqual(call({}, due), { kind: 'turn', text: "Bossa 坊茶: it's your turn." });
    assert.equal(call(due, due), null);
    assert.equal(call({}, {}), null);
    const waiting = { room: { ...shared.room, status: 'waiting' } };
    assert.equal(call(waiting, {}).kind, 'match');
    assert.equal(call({ ...waiting, link: 'lost' }, {}), null, 'what was missed is no news');
    const nobody = { you: { person: null, host: false, seats: [] } };
    assert.equal(call({ ...waiting, ...nobody }, nobody), null);
    const line = { number: 1, person: 4, from: 'Ben', text: 'the secret of it all' };
    assert.deepEqual(call({}, { chat: [line] }), { kind: 'chat', text: 'Ben sent a message.' });
    assert.equal(call({}, { chat: [{ ...line, person: 3 }] }), null, 'own words');
  });

  test('nothing secret: no call while reaction counts, nor by what others do at the same time', () => {
    const hurried = { ...shared.table, alarm: 4000 };
    assert.equal(call({}, { table: { ...hurried, due: [1, 2] } }), null);
    // Several decide at once: one call at its beginning, none when others are done.
    const several = { ...shared.table, due: [1, 2, 3] };
    assert.equal(call({ table: { ...shared.table, due: [] } }, { table: several }).kind, 'turn');
    assert.equal(call({ table: several }, { table: { ...several, due: [1, 3] } }), null);
    assert.equal(call({ table: several }, { table: { ...several, due: [1] } }), null);
  });
});

describe('the drawings of the build', () => {
  test('what covers half of a pixel is half as dark, and a picture within a picture ends at its edge', async () => {
    const { Raster } = await import('../../web/raster.mjs');
    const raster = new Raster(8, 4);
    const rect = (props) => ({ type: 'rect', props: { fill: '#000000', ...props } });
    raster.draw(rect({ x: 1, y: 0, width: 1.5, height: 1 }));
    const dark = (x, y) => Math.round(255 - raster.pixels[3 * (y * 8 + x)]);
    assert.deepEqual([dark(0, 0), dark(1, 0), dark(2, 0), dark(3, 0), dark(1, 1)], [0, 255, 128, 0, 0]);
    const inner = {
      type: 'svg',
      props: { x: 4, y: 2, width: 2, height: 2, viewBox: '0 0 1 1', children: rect({ x: -9, y: -9, width: 99, height: 99 }) },
    };
    raster.draw(inner);
    assert.deepEqual([dark(3, 2), dark(4, 2), dark(5, 3), dark(6, 3), dark(4, 1)], [0, 255, 255, 0, 0]);
    // To the very edge, and no further.
    raster.draw(rect({ x: 6, y: 1, width: 2, height: 1 }));
    assert.deepEqual([dark(7, 1), dark(0, 2)], [255, 0]);
    assert.throws(() => raster.draw({ type: 'text', props: {} }), /not known/);
  });
});
