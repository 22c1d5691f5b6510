// history.test.mjs: "my matches" in a browser: what was played is kept, told in pictures, taken along and brought back. Run with
// `node --test`; KNOBEL names the program, built with its page (web/build), KNOBEL_WASM the engine.
// Needs the games: yatzi yucatan bossa yubitsume
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANY, openEngine, playMatch } from './matches.mjs';
import {
  DESK,
  PHONE,
  button,
  checkAccess,
  closeBrowser,
  forgetNotices,
  move,
  noticed,
  openBrowser,
  openRoom,
  person,
  sitDown,
  yatziTurns,
  withPeopleAt,
} from './browser.mjs';
import { HUGE, setType } from './type.mjs';
import { House } from '../server/serving.mjs';
import { isThere } from './titles.mjs';

const FLAGS = ['--rooms-per-hour', '1000'];
const BOXES = 13;
const folder = mkdtempSync(join(tmpdir(), 'knobel-mine-'));

let house;
let knobel;
before(async () => {
  await openBrowser();
  house = await House.open(FLAGS);
  knobel = await openEngine();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
  rmSync(folder, { recursive: true, force: true });
});

// ---- hands ----

const withPeople = (options, doing) => withPeopleAt(house, options, doing);

const mine = async (page) => {
  await page.goto(new URL('/mine', page.url()).href);
  await page.locator('.history-page section').first().waitFor();
};

const counted = (page, n) => page.getByText(`All (${n})`, { exact: true }).waitFor();

// Nothing waits to be kept any more.
const settled = (page) =>
  page.waitForFunction(() =>
    JSON.parse(localStorage.getItem('knobel.rooms') ?? '[]').every(({ played = [] }) => played.length === 0),
  );

// One round of Yu-C-A-Tan: a card, and stop.
async function oneTurn(page) {
  await move(page, 'pick odd').waitFor();
  const was = await page.evaluate(() => document.querySelector('.strip-seat.due').textContent);
  await move(page, 'pick odd').click();
  // All twelve fit, or none: then there is nothing to stop, and it is someone else's turn, or the end.
  await page.waitForFunction(
    (before) =>
      document.querySelector('[data-move^="stop"], .ranking') ||
      document.querySelector('.strip-seat.due')?.textContent !== before,
    was,
  );
  if (await move(page, 'stop').count()) await move(page, 'stop').click();
}

async function openYucatan(page, name) {
  const link = await openRoom(page, 'Yu-C-A-Tan', name);
  await page.locator('summary', { hasText: 'Game and options' }).click();
  await page.getByLabel('Rounds').selectOption('1');
  return link;
}

async function saved(page, label) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, label).click()]);
  const file = join(folder, `${Math.random()}-${download.suggestedFilename()}`);
  await download.saveAs(file);
  return file;
}

const bring = (page, files) => page.locator('input[type=file]').setInputFiles(files);

const fileOf = (name, text) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

// A file of games that bots have played in Anna's name; those of Yatzi without a bot, which would solve it first.
let played;
function sample() {
  return (played ??= playSample());
}

function playSample() {
  const bot = (level, key) => ({ name: key, level, bot: key });
  const play = (game, others, seed, { level = 1, ...options } = {}) => ({
    mine: [1],
    log: playMatch(knobel, {
      game,
      seed,
      options,
      opened: 1_790_000_000_000 + seed * 3_600_000,
      seats: [{ name: 'Anna', level }, ...others],
    }),
  });
  const matches = [
    ...[1, 2, 3].map((seed) => play('yatzi', [bot(ANY, 'child')], seed, { level: ANY })),
    play('yatzi', [], 4, { level: ANY, sheet: 'american' }),
    ...[5, 6].map((seed) => play('yucatan', [bot(1, 'beginner')], seed)),
    play('bossa', [bot(0, 'child')], 7, { chips: 'on' }),
    play('yubitsume', [bot(0, 'child')], 8),
    play(isThere('crane') ? 'crane' : 'yucatan', [bot(0, 'child'), { name: 'Ben', level: 0 }], 9),
  ];
  return { matches, text: JSON.stringify({ knobel: 'my games', version: 1, matches }) };
}

// ---- keeping ----

describe('what was played is kept', () => {
  test('without a network, and once however often its end is seen', async () => {
    const own = await House.open(FLAGS);
    const anna = await person(own, { stays: true });
    try {
      await anna.evaluate(() => navigator.serviceWorker.ready);
      await own.close('SIGKILL');
      await anna.context().setOffline(true);
      await button(anna, 'With friends: open a room for Yatzi').click();
      await sitDown(anna, 'Anna');
      await button(anna, 'Start the match').click();
      await yatziTurns(anna, BOXES);
      await anna.locator('.outcome').waitFor();
      const room = anna.url();
      await mine(anna);
      await counted(anna, 1);
      await anna.getByText('All dice check out, and the seal is the one you saw.').waitFor();
      assert.deepEqual(await anna.locator('.history-page h2:visible').allInnerTexts(), ['One match', 'Export and import']);
      await anna.goto(room);
      await anna.locator('.outcome').waitFor();
      await mine(anna);
      await counted(anna, 1);
      await anna.locator('.pill', { hasText: 'Yatzi' }).click();
      await anna.getByRole('heading', { name: 'Points per box' }).waitFor();
      assert.deepEqual(anna.complaints, []);
    } finally {
      await anna.context().close();
    }
  });

  test('in the house; also what ended while the page was closed; not for watchers, nor if it was stopped', async () => {
    await withPeople([{}, {}, {}], async (anna, ben, cleo) => {
      const link = await openYucatan(anna, 'Anna');
      await ben.goto(link);
      await sitDown(ben, 'Ben');
      await cleo.goto(link);
      await button(anna, 'Start the match').click();
      await oneTurn(anna);
      await move(ben, 'pick odd').waitFor();
      await mine(anna);
      await anna.getByText('No matches yet').waitFor();
      await anna.goto(`${house.url}/healthz`); // the page is closed
      await oneTurn(ben);
      for (const page of [ben, cleo]) await page.locator('.outcome').waitFor();
      // Who sits down afterwards has played nothing.
      await button(cleo, 'Back to the room').click();
      await sitDown(cleo, 'Cleo');
      for (const page of [ben, cleo]) await mine(page);
      await counted(ben, 1);
      await cleo.getByText('No matches yet').waitFor();
      await anna.goto(house.url);
      // As if she had sent another random number: what the log has in its place is noticed, also afterwards.
      await anna.evaluate(() => {
        const parts = JSON.parse(localStorage.getItem('knobel.parts'));
        for (const one of parts[0].sent) one.salt = one.salt.split('').reverse().join('');
        localStorage.setItem('knobel.parts', JSON.stringify(parts));
      });
      await mine(anna);
      await counted(anna, 1);
      await anna.getByText('The dice of this match are in doubt.').waitFor();
      await ben.getByText('All dice check out, and the seal is the one you saw.').waitFor();
      await anna.getByText('against Ben').waitFor();
      await ben.getByText('against Anna').waitFor();
      // The next one is stopped.
      await anna.goto(link);
      await button(anna, 'Play again').click();
      await anna.locator('.strip-seat.due', { hasText: 'Ben' }).waitFor(); // who goes first rotates
      await button(anna, 'Table menu').click();
      await button(anna, 'Stop the match').click();
      await button(anna, 'Stop the match').click();
      await anna.locator('.place.mine, .outcome').first().waitFor();
      await settled(anna);
      await mine(anna);
      await counted(anna, 1);
    });
  });
});

// ---- pictures and files ----

describe('files, pictures, removing', () => {
  test('taken along and brought back: a new phone has the games of the old one', async () => {
    const { matches, text } = sample();
    await withPeople([{ size: DESK }, { size: PHONE }], async (anna, other) => {
      await mine(anna);
      await bring(anna, fileOf('games.json', text));
      await counted(anna, matches.length);
      const whole = await saved(anna, 'Everything (JSON)');
      const told = JSON.parse(readFileSync(whole, 'utf8'));
      assert.deepEqual(new Set(told.matches.map(({ log }) => log)), new Set(matches.map(({ log }) => log)));
      assert.ok(told.matches.every(({ mine: seats, checked }) => String(seats) === '1' && checked === 'holds'));
      const table = readFileSync(await saved(anna, 'Table of matches (CSV)'), 'utf8');
      assert.equal(table.trim().split('\r\n').length, 1 + matches.length);
      assert.ok(told.matches.every(({ id, scores }) => table.includes(id) && table.includes(scores.join(' '))));
      await anna.locator('.pill', { hasText: 'Yatzi' }).click();
      const boxes = readFileSync(await saved(anna, 'Table of details (CSV)'), 'utf8')
        .trim()
        .split('\r\n')
        .slice(1);
      assert.equal(boxes.length, 4 * (BOXES + 1));
      await mine(other);
      await bring(other, whole);
      await counted(other, matches.length);
      const again = JSON.parse(readFileSync(await saved(other, 'Everything (JSON)'), 'utf8'));
      assert.deepEqual(again, told);
      await bring(other, whole);
      await other.getByText(`${matches.length} were already here.`).waitFor();
      await counted(other, matches.length);
    });
  });

  test('pictures of every game say what was played, for everyone, on a phone and a desk, by day and in the evening', async () => {
    const { matches, text } = sample();
    const file = fileOf('pictures.json', text);
    const shown = {
      Yatzi: ['Points', 'Points per box'],
      'Yu-C-A-Tan': ['Points per turn', 'Dice that fit, by card'],
      Bossa: ['Wins', 'How it ended'],
      Yubitsume: ['When I threw', 'When others threw'],
      ...(isThere('crane') && { Crane: ['How far off, by finger', 'Bets'] }),
    };
    await withPeople([{}], async (page) => {
      const turnTo = async (size, colorScheme) => {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-light=${colorScheme === 'dark' ? 'evening' : 'day'}]`).waitFor();
      };
      const places = [
        ['a phone by day', PHONE, 'light'],
        ['a desk in the evening', DESK, 'dark'],
      ];
      await mine(page);
      for (const [where, ...how] of places) {
        await turnTo(...how);
        await checkAccess(page, `my games, none yet, on ${where}`);
      }
      await bring(page, file);
      await counted(page, matches.length);
      for (const [where, ...how] of places) {
        await turnTo(...how);
        await page.locator('.pill', { hasText: `All (${matches.length})` }).click();
        await checkAccess(page, `my games, on ${where}`);
        for (const [game, titles] of Object.entries(shown)) {
          await page.locator('.pill', { hasText: game }).click();
          for (const name of [...titles, 'Wins by opponent']) await page.getByRole('heading', { name, exact: true }).waitFor();
          await checkAccess(page, `my games, ${game}, on ${where}`);
        }
      }

      // What they say is what was played.
      await page.locator('.pill', { hasText: 'Yatzi' }).click();
      const totals = matches.slice(0, 3).map(({ log }) => {
        const table = knobel.table(log);
        const [total] = table.view(0).scores();
        table.close();
        return total;
      });
      const mean = totals.reduce((a, b) => a + b) / 3;
      const spread = Math.sqrt(totals.reduce((all, one) => all + (one - mean) ** 2, 0) / 2);
      const one = (value) => String(Math.round(value * 10) / 10);
      assert.equal(
        await page.locator('.figures dd').first().innerText(),
        `${one(mean)} ± ${one((1.96 * spread) / Math.sqrt(3))}`,
      );
      for (const scale of [HUGE, 1]) {
        await setType(page, 'wide', scale);
        const lines = await page
          .locator('.chart-ticks')
          .first()
          .evaluate((picture) => {
            const all = [...picture.querySelectorAll('text')].filter((one) => one.textContent);
            const boxes = [...all, picture].map((one) => one.getBoundingClientRect());
            const [unit, whole] = boxes.splice(-2);
            return { ticks: Math.max(...boxes.map(({ bottom }) => bottom)), unit, whole };
          });
        assert.ok(lines.ticks < lines.unit.top + 4, `the unit lies below the ticks at ${scale * 100} %`);
        assert.ok(lines.unit.bottom < lines.whole.bottom + 4, `and within the picture at ${scale * 100} %`);
      }
      await page.locator('.chart-numbers summary').click();
      const cells = await page.locator('.chart-numbers td:nth-of-type(1)').allInnerTexts();
      assert.equal(
        cells.reduce((sum, cell) => sum + Number(cell), 0),
        3,
      );
    });
  });

  test('a log alone: one says who one is; reviewed; removed, and all of them', async () => {
    const { matches, text } = sample();
    await withPeople([{ size: DESK }], async (anna) => {
      await mine(anna);
      await bring(anna, fileOf('one.log', matches.at(-1).log));
      await anna.locator('.pill', { hasText: 'Ben' }).click();
      await checkAccess(anna, 'whose logs');
      await button(anna, 'Import').click();
      await counted(anna, 1);
      await anna.getByText('against Anna, Child').waitFor();
      const log = await saved(anna, /^Download log/);
      assert.equal(readFileSync(log, 'utf8'), matches.at(-1).log);
      await button(anna, /^Review:/).click();
      await anna.waitForURL('**/review');
      await mine(anna);
      await button(anna, /^Delete:/).click();
      await button(anna, 'Delete').click();
      await anna.getByText('No matches yet').waitFor();
      await bring(anna, fileOf('again.json', text));
      await counted(anna, matches.length);
      // By name, now that two people have played here.
      await bring(
        anna,
        fileOf(
          'two.json',
          JSON.stringify({
            knobel: 'my games',
            version: 1,
            matches: [
              {
                log: playMatch(knobel, {
                  game: 'yucatan',
                  seed: 77,
                  options: { rounds: 1 },
                  seats: [
                    { name: 'Dora', level: 0 },
                    { name: 'Anna', level: 0 },
                  ],
                }),
                mine: [1, 2],
              },
            ],
          }),
        ),
      );
      await counted(anna, matches.length + 1);
      await anna.locator('.pill', { hasText: 'Dora' }).click();
      await anna.getByRole('heading', { name: 'One match' }).waitFor();
      await anna.locator('.pill', { hasText: 'Everyone here' }).click();
      await anna.locator('.pill', { hasText: 'Yatzi' }).click();
      await button(anna, 'Delete all 4').click();
      await button(anna, 'Delete').click();
      await counted(anna, matches.length - 3);
      await anna.reload();
      await counted(anna, matches.length - 3);
    });
  });

  test('no more room: the oldest go, and it is said; what an older page has read is read again', async () => {
    const { matches, text } = sample();
    await withPeople([{}], async (anna) => {
      await mine(anna);
      await bring(anna, fileOf('before.json', text));
      await counted(anna, matches.length);
      // All room is taken, and an older page has not read the matches of Yatzi.
      await anna.evaluate(
        () =>
          new Promise((resolve) => {
            indexedDB.open('knobel-mine').onsuccess = ({ target: { result: database } }) => {
              const writing = database.transaction(['matches', 'sums'], 'readwrite');
              writing.objectStore('sums').put({ bytes: 50_000_000, gone: 0 }, 'sums');
              writing.objectStore('matches').getAll().onsuccess = ({ target: { result: all } }) => {
                for (const match of all.filter(({ game }) => game === 'yatzi'))
                  writing.objectStore('matches').put({ ...match, reading: 0, facts: [] });
              };
              writing.oncomplete = () => {
                database.close();
                resolve();
              };
            };
          }),
      );
      await anna.reload();
      await counted(anna, matches.length);
      await anna.locator('.pill', { hasText: 'Yatzi' }).click();
      await anna.getByText('average of 3 matches').waitFor();
      const late = playMatch(knobel, {
        game: 'yucatan',
        seed: 99,
        options: { rounds: 1 },
        opened: 1_800_000_000_000,
        seats: [{ name: 'Anna', level: 0 }],
      });
      await bring(
        anna,
        fileOf('late.json', JSON.stringify({ knobel: 'my games', version: 1, matches: [{ log: late, mine: [1] }] })),
      );
      // It is shorter than the oldest match, so that one is enough.
      assert.ok(late.length < matches[0].log.length);
      await anna.getByText('One old match has been deleted so far.').waitFor();
      await counted(anna, matches.length);
      await anna.getByText('average of 2 matches').waitFor();
    });
  });

  test('a browser that keeps nothing says so', async () => {
    const { matches, text } = sample();
    await withPeople([{}], async (anna) => {
      await anna.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
      await mine(anna);
      await anna.getByText('This browser saves nothing').waitFor();
      await bring(anna, fileOf('memory.json', text));
      await counted(anna, matches.length);
      await anna.reload();
      await anna.getByText('No matches yet').waitFor();
    });
  });

  test('a date that cannot be breaks nothing; a full device is told', async () => {
    const {
      matches: [{ log }],
    } = sample();
    const offer = (text) => JSON.stringify({ knobel: 'my games', version: 1, matches: [{ log: text, mine: [1] }] });
    await withPeople([{}], async (anna) => {
      await mine(anna);
      const odd = log.replace(/^opened .*$/m, 'opened 900000000000000000').replace(/^(end \d+) .*$/m, '$1');
      await bring(anna, fileOf('date.json', offer(odd)));
      await counted(anna, 1);
      await anna.evaluate(() => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      });
      await bring(anna, fileOf('more.json', offer(log)));
      await noticed(anna, 'This device has no space left');
      await counted(anna, 1);
    });
  });

  test('strange files change nothing, and it is said why', async () => {
    const { matches } = sample();
    const log = matches[0].log;
    const wrap = (...some) => JSON.stringify({ knobel: 'my games', version: 1, matches: some });
    const bad = {
      'picture.json': ['\x89PNG\r\n', 'This is not a log or a Knobel export file.'],
      'html.json': [wrap({ log: '<img src=x onerror=alert(1)>', mine: [1] }), 'This is not a log or a Knobel export file.'],
      'newer.json': [JSON.stringify({ knobel: 'my games', version: 9, matches: [] }), 'This file was written by a newer Knobel.'],
      'dice.json': [
        wrap({
          log: log.replace(/dice: (\d)/, (_all, die) => `dice: ${(die % 6) + 1}`).replace(/^(end \d+) .*$/m, '$1'),
          mine: [1],
        }),
        /One was rejected: Line \d+: this does not match the sealed secret/,
      ],
      'bot.json': [wrap({ log, mine: [2] }), 'One was rejected: you have no seat in this match'],
      'seat.json': [wrap({ log, mine: [8] }), 'One was rejected: you have no seat in this match'],
      'half.json': [
        wrap({ log: `${log.split('\n').slice(0, 30).join('\n')}\nend 20\n`, mine: [1] }),
        /One was rejected: the match was not played to its end/,
      ],
      'secret.json': [
        wrap({ log: log.replace(/^secret .*\n/m, '').replace(/^(end \d+) .*$/m, '$1'), mine: [1] }),
        /One was rejected: without its secret/,
      ],
    };
    await withPeople([{}], async (anna) => {
      await mine(anna);
      for (const [name, [text, why]] of Object.entries(bad)) {
        await anna.locator('.notice', { hasText: why }).first().waitFor({ state: 'detached' }); // the same words, of the file before
        await forgetNotices(anna);
        await bring(anna, fileOf(name, text));
        await noticed(anna, why);
        await anna.getByText('No matches yet').waitFor();
      }
      await bring(
        anna,
        fileOf('good.json', wrap({ log, mine: [1], scores: [9999, 0], won: [1], game: 'bossa', checked: 'seen' })),
      );
      await counted(anna, 1);
      assert.equal(await anna.getByText('9,999').count(), 0);
      await anna.getByText('All dice check out.', { exact: true }).waitFor();
    });
  });
});
