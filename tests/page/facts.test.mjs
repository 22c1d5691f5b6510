// facts.test.mjs: "my matches" without a browser: what is read in logs, the sums, the files, what is kept. Run with `node --test`;
// KNOBEL_WASM names the engine.
// Needs the games: yatzi yucatan bossa yubitsume crane
import { before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { recorded as logAt } from '../logs.mjs';
import { openEngine, playMatch } from './matches.mjs';
import { load } from './load.mjs';

const hash = (_key, message) => createHash('sha256').update(message).digest();

let knobel;
let match;
before(async () => {
  knobel = await openEngine();
  match = await load('history/match.ts');
});

function read(log, seats) {
  const table = knobel.table(log);
  try {
    return match.readMatch(table, log, seats, hash);
  } finally {
    table.close();
  }
}

// As the page keeps it.
const kept = (log, mine, more = {}) => {
  const { over, unchecked, opened, ...found } = read(log, mine);
  return { ...found, when: opened, mine, checked: 'holds', bytes: log.length, ...more };
};

describe('what is read in the recorded logs', () => {
  test('the header, the result, and a fingerprint that does not need the sum at the end', () => {
    const found = read(logAt('yucatan'), [1]);
    assert.deepEqual(found.seats, [
      { name: 'さくら', bot: null },
      { name: 'Bot 2', bot: 'random' },
      { name: 'Emil', bot: null },
      { name: 'Bot 4', bot: 'random' },
    ]);
    assert.deepEqual([found.game, found.dice, found.options], ['yucatan', 'house', { rounds: '2', first: '1' }]);
    assert.deepEqual([found.over, found.won, found.scores, found.rolls, found.unchecked], [true, [3], [19, 18, 21, 0], 210, 0]);
    assert.match(found.id, /^[0-9a-f]{32}$/);
    assert.equal(read(logAt('yucatan').replace(/^(end \d+) .*$/m, '$1'), [1]).id, found.id);
    assert.notEqual(read(logAt('yatzi'), [1]).id, found.id);
  });

  test('Yatzi: the boxes, with real dice and after taking back', () => {
    // Seat 2 threw 2 6 5 5 1 when it filled chance, and 2 2 3 2 5 for a small street.
    const [anna, ben] = read(logAt('yatzi'), [1, 2]).facts;
    assert.deepEqual(anna, { boxes: [0, 4, 12, 4, 0, 12, 0, 0, 0, 0, 0, 0, 17], bonus: 0, total: 49 });
    assert.deepEqual(ben, { boxes: [1, 6, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 19], bonus: 0, total: 33 });
    assert.equal(read(logAt('yatzi-real-dice'), [1]).facts[0].total, 56);
    // 3 4 2 5 3 in chance; what was taken back does not count.
    assert.deepEqual(read(logAt('yatzi-taken-back'), [2]).facts[0].boxes, [0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 17]);
  });

  test('Yu-C-A-Tan: every throw with its dice, counted again by hand', () => {
    const fits = {
      odd: [1, 3, 5],
      even: [2, 4, 6],
      circle: [1, 4],
      square: [2, 5],
      cross: [3, 6],
      blue: [1, 6],
      red: [2, 4],
      orange: [3, 5],
    };
    const lines = logAt('yucatan')
      .split('\n')
      .filter((line) => /^\d+ /.test(line));
    for (const seat of [1, 2, 3, 4]) {
      const byHand = [];
      for (const [at, line] of lines.entries()) {
        const card = new RegExp(`seat${seat}[^:]*: pick (\\w+)$`).exec(line)?.[1];
        if (!card) continue;
        const dice = [];
        for (let next = at + 1; / dice: \d$/.test(lines[next] ?? ''); next++) dice.push(Number(lines[next].at(-1)));
        byHand.push({ card, dice: dice.length, fits: dice.filter((die) => (fits[card] ?? [Number(card)]).includes(die)).length });
      }
      assert.ok(byHand.length > 3);
      assert.deepEqual(read(logAt('yucatan'), [seat]).facts[0].throws, byHand);
    }
    assert.deepEqual(
      read(logAt('yucatan'), [1, 3]).facts.map(({ turns }) => turns),
      [
        [4, 15],
        [21, 0],
      ],
    );
  });

  test('Bossa: colour, chip, who began, how and when it ended', () => {
    assert.deepEqual(read(logAt('bossa'), [2, 1]).facts, [
      { colour: 'white', chip: 'converter', first: true, ending: 'd', turns: 12 },
      { colour: 'black', chip: 'doubler', first: false, ending: 'd', turns: 12 },
    ]);
  });

  test('Yubitsume: times and verdicts', () => {
    const [anna, ben] = read(logAt('yubitsume'), [1, 2]).facts;
    assert.equal(ben.rings, 3);
    // 3c 2b 3c beside a black 2c: none counts, so still was right. The dice were seen at 0.003, the hit came at 0.786.
    assert.deepEqual(anna.slaps[0], { case: 6, due: false, threw: true, hit: '3', reaction: 783, error: 0, verdict: 'wrong' });
    assert.deepEqual(ben.slaps[0], {
      case: 6,
      due: false,
      threw: false,
      hit: null,
      reaction: null,
      error: null,
      verdict: 'safe',
    });
    const hits = logAt('yubitsume').match(/ seat1 [^\n]*: hit /g).length;
    assert.equal(anna.slaps.filter(({ hit }) => hit).length, hits);
    const early = anna.slaps.filter(({ verdict }) => verdict === 'false_start');
    assert.deepEqual(
      early.map(({ reaction }) => reaction),
      [52],
    );
    assert.ok(anna.slaps.every(({ reaction, verdict }) => reaction === null || reaction >= 100 || verdict === 'false_start'));
  });

  test('Crane: the grabs by the formula of the rules, the bets by what was lifted', () => {
    const gain = { index: 1.12, middle: 1.06, ring: 0.95, little: 0.89 };
    const [turns, card] = [[], {}];
    for (const line of logAt('crane').split('\n')) {
      const [, who, move] = /^\d+ \S+ (\w+)[^:]*: (.*)$/.exec(line) ?? [];
      const [word, what] = move?.split(' ') ?? [];
      if (who === 'dice' && /^\d+$/.test(word)) Object.assign(card, { asked: Number(word), finger: what, bets: {} });
      if (who === 'dice' && word === 'slip') card.slip = Number(what) / 1000;
      if (word === 'bet') card.bets[who] = what;
      if (word !== 'grab') continue;
      const count = 1 + Math.floor((Number(what) * gain[card.finger] * card.slip) / 2000);
      turns.push({ who, ...card, count, right: count === card.asked ? 'just' : count < card.asked ? 'low' : 'high' });
    }
    for (const seat of [1, 2, 3, 4]) {
      const { grabs, bets, opened } = read(logAt('crane'), [seat]).facts[0];
      const own = turns.filter(({ who }) => who === `seat${seat}`);
      assert.deepEqual(
        grabs,
        own.map(({ asked, finger, count }) => ({ asked, finger, count })),
      );
      const betting = turns
        .filter(({ bets: all }) => all[`seat${seat}`])
        .map(({ bets: all, right }) => [all[`seat${seat}`], all[`seat${seat}`] === right]);
      assert.deepEqual(
        bets.map(({ bet, right }) => [bet, right]),
        betting,
      );
      assert.equal(opened, 0);
    }
    const real = read(logAt('crane-real-cards'), [1]).facts[0];
    const counted = [...logAt('crane-real-cards').matchAll(/ seat1 [^\n]*: count (\d+)/g)].map(([, count]) => Number(count));
    assert.deepEqual(
      real.grabs.map(({ count }) => count),
      counted,
    );
    assert.equal(real.opened, logAt('crane-real-cards').match(/ seat1 [^\n]*: open\n/g).length);
  });

  test('a match that is not over tells nothing', () => {
    const [head, ...events] = logAt('yatzi').split(/^(?=\d)/m);
    const cut = `${head}${events.slice(0, 20).join('')}end 20\n`;
    assert.deepEqual([read(cut, [1]).over, read(cut, [1]).facts], [false, []]);
  });
});

describe('sums', () => {
  let count;
  before(async () => {
    count = await load('history/sums.ts');
  });

  test("shares with Wilson's interval", () => {
    const near = (found, low, high) => {
      assert.ok(Math.abs(found.low - low) < 5e-4 && Math.abs(found.high - high) < 5e-4, `${found.low} ${found.high}`);
    };
    near(count.shareOf(5, 10), 0.2366, 0.7634);
    near(count.shareOf(0, 10), 0, 0.2775);
    near(count.shareOf(10, 10), 0.7225, 1);
    near(count.shareOf(0, 0), 0, 1);
  });

  test('means, medians, columns', () => {
    assert.deepEqual(count.meanOf([]), null);
    assert.equal(count.meanOf([7]).error, null);
    const { mean, spread, error } = count.meanOf([2, 4, 4, 4, 5, 5, 7, 9]);
    assert.equal(mean, 5);
    assert.ok(Math.abs(spread - 2.138) < 1e-3 && Math.abs(error - 1.4816) < 1e-3);
    assert.deepEqual([count.medianOf([]), count.medianOf([3, 1, 2]), count.medianOf([4, 1])], [null, 2, 2.5]);
    assert.equal(count.mostOf(Array.from({ length: 500_000 }, (_none, at) => at)), 499_999, 'of very many');
    assert.deepEqual(
      count.binsOf([0, 9, 10, 25], 10, 0, 25).map(({ from, count: many }) => [from, many]),
      [
        [0, 2],
        [10, 1],
        [20, 1],
      ],
    );
  });
});

// CSV as a spreadsheet reads it.
function readCsv(text) {
  assert.equal(text[0], '\ufeff');
  const rows = [[]];
  for (const [, , quoted, plain, end] of text.slice(1).matchAll(/(("(?:[^"]|"")*")|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1).push(quoted ? quoted.slice(1, -1).replaceAll('""', '"') : plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('files', () => {
  let out;
  let into;
  before(async () => {
    [out, into] = [await load('history/export.ts'), await load('history/import.ts')];
  });

  test('a table of matches: quoted, and no name becomes a formula', () => {
    const log = logAt('yatzi')
      .replace('Anna', '=HYPERLINK("x"),1')
      .replace('Ben', '@Ben')
      .replace(/^(end \d+) .*$/m, '$1');
    const [head, row] = readCsv(out.matchesCsv([kept(log, [1], { when: Date.UTC(2026, 0, 2) })]));
    const cells = Object.fromEntries(head.map((name, at) => [name, row[at]]));
    assert.equal(cells.name, '\'=HYPERLINK("x"),1');
    assert.equal(cells.others, "'@Ben");
    assert.deepEqual(
      [cells.when, cells.game, cells.won, cells.score, cells.scores],
      ['2026-01-02T00:00:00.000Z', 'yatzi', '1', '49', '49 33'],
    );
    assert.equal(row.length, head.length);
  });

  test('details of every game: as many rows as there is to tell', () => {
    const rows = (name, seat) => readCsv(out.detailsCsv(name.split('-')[0], [kept(logAt(name), [seat])]));
    assert.deepEqual(
      rows('yatzi', 2)
        .slice(1)
        .map((row) => row.slice(-2))
        .at(12),
      ['chance', '19'],
    );
    assert.deepEqual(
      ['yatzi', 'yucatan', 'bossa', 'yubitsume', 'crane'].map((name) => rows(name, 1).length),
      [15, 5, 2, 40, 11],
    );
    for (const name of ['yatzi', 'yucatan', 'bossa', 'yubitsume', 'crane'])
      assert.ok(
        rows(name, 1).every((row, _at, all) => row.length === all[0].length),
        name,
      );
    assert.ok(rows('crane-real-cards', 1).length > 30);
  });

  test('everything goes out and comes in again', async () => {
    const logs = ['yatzi', 'crane'].map(logAt);
    const matches = logs.map((log) => kept(log, [1]));
    const json = await out.everythingJson(matches, async (id) => logs[matches.findIndex((one) => one.id === id)]);
    assert.deepEqual(
      into.offersIn(json),
      logs.map((log) => ({ log, mine: [1] })),
    );
    assert.deepEqual(into.offersIn(logs[0]), [{ log: logs[0], mine: null }]);
    assert.deepEqual(
      into.offersIn(`\ufeff${logs[0].replaceAll('\n', '\r\n')}\r\n`),
      [{ log: logs[0], mine: null }],
      'as some editors keep it',
    );
    assert.deepEqual(into.namesIn(into.offersIn(logAt('yucatan'))), ['さくら', 'Emil']);
    assert.deepEqual(into.seatsOf(logAt('yucatan'), ['Emil', 'Bot 2']), [3]);
  });

  test('strange files are refused', () => {
    const wrap = (matches) => JSON.stringify({ knobel: 'my games', version: 1, matches });
    const log = logAt('yatzi');
    const bad = [
      '',
      'x',
      '[]',
      'null',
      '{}',
      '"knobel log 1"',
      wrap(7),
      wrap([null]),
      wrap([{ log }]),
      wrap([{ log, mine: [0] }]),
      wrap([{ log, mine: [1, 1] }]),
      wrap([{ log, mine: ['1'] }]),
      wrap([{ log: 7, mine: [1] }]),
      wrap([{ log: 'x', mine: [1] }]),
      wrap([{ log, mine: { length: 1, 0: 1 } }]),
      wrap([{ log: log + 'x'.repeat(6_000_000), mine: [1] }]),
      wrap(Array(2001).fill({ log: 'knobel log 1\n', mine: [1] })),
      JSON.stringify({ knobel: 'my games', version: 2, matches: [] }),
    ];
    for (const text of bad) assert.throws(() => into.offersIn(text), into.NotOurs, text.slice(0, 80));
  });
});

describe('what is kept', () => {
  test('a date that cannot be is not believed, however well the log holds', async () => {
    const { whenOf } = await load('history/log-intake.ts');
    assert.equal(whenOf(1_790_000_000_000), 1_790_000_000_000);
    const { opened } = read(
      logAt('yatzi')
        .replace(/^opened .*$/m, 'opened 900000000000000000')
        .replace(/^(end \d+) .*$/m, '$1'),
      [1],
    );
    assert.equal(opened, 900_000_000_000_000_000);
    for (const when of [opened, 0]) assert.ok(Math.abs(whenOf(when) - Date.now()) < 60_000);
  });

  test('once each, newest first, the oldest go when there is no more room', async () => {
    const { openArchive, MATCHES_KEPT, BYTES_KEPT } = await load('history/archive.ts'); // without IndexedDB: in memory
    const archive = await openArchive();
    assert.equal(archive.lasting, false);
    const one = (n, bytes = 1) => ({ id: String(n), when: n, bytes });
    for (let n = 1; n <= MATCHES_KEPT + 2; n++) assert.equal(await archive.put(one(n), `log ${n}`), true);
    assert.equal(await archive.put(one(7), 'again'), false);
    const all = await archive.all();
    assert.deepEqual([all.length, all[0].when, all.at(-1).when, await archive.gone()], [MATCHES_KEPT, MATCHES_KEPT + 2, 3, 2]);
    assert.deepEqual([await archive.log('1'), await archive.log('3')], [null, 'log 3']);
    await archive.put(one(9000, BYTES_KEPT - 10), 'large');
    assert.equal((await archive.all()).length, 11);
    await archive.remove((await archive.all()).map(({ id }) => id));
    assert.deepEqual(await archive.all(), []);
  });
});

describe('matches that tests play', () => {
  test('every game, through all readers', () => {
    const bots = [
      { name: 'Anna', level: 5 }, // at random: alone she needs nothing that takes seconds to learn
      { name: 'Robo', level: 1, bot: 'beginner' },
      { name: 'Ben', level: 0 },
    ];
    for (const [game, seats] of [
      ['yatzi', 1],
      ['yucatan', 3],
      ['bossa', 2],
      ['yubitsume', 3],
      ['crane', 3],
    ]) {
      const log = playMatch(knobel, { game, seats: bots.slice(0, seats), seed: 7, opened: 1_790_000_000_000 });
      const found = read(log, [1]);
      assert.ok(found.over && found.unchecked === 0 && found.facts.length === 1, game);
      assert.equal(found.opened, 1_790_000_000_000);
    }
  });
});
