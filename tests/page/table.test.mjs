// table.test.mjs: what the table remembers and says besides the match itself: earlier columns, this device's numbers,
// the turn clock, a house that cannot write. Run with `node --test`; KNOBEL names the program.
// Needs the games: yatzi yucatan bossa
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  DESK,
  PHONE,
  button,
  checkAccess,
  closeBrowser,
  move,
  openBrowser,
  openRoom,
  sitDown,
  yatziTurns,
  startAlone,
  withPeopleAt,
} from './browser.mjs';
import { playOn, reloadWith, sitTogether, steps } from './play.mjs';
import { HUGE, inEveryType, inHugeType, setSize, setType, unreachable } from './type.mjs';
import { House, knobel } from '../server/serving.mjs';
import { isThere, only } from './titles.mjs';

const FLAGS = ['--rooms-per-hour', '1000', '--requests-per-second', '500'];
const TURN_S = { long: 600, short: 5 };
const SALT = '0123456789abcdef';

let house;

before(async () => {
  house = await House.open(FLAGS);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

// A person who leaves afterwards, and whose page must not have complained.
const withPerson = (options, doing, where = house) => withPeopleAt(where, [options], doing);

const drawn = { table: 'drawn' };

async function openSettings(page) {
  await page.locator('summary', { hasText: 'This room' }).click();
}

// A room with a bot that does not think long, and a match in it.
async function startWithBot(page, game) {
  await openRoom(page, game, 'Anna');
  await openSettings(page);
  await page.getByLabel('Bots think for up to').selectOption('0');
  await button(page, 'Add a bot').click();
  await button(page, 'Start the match').click();
  await page.locator('.strip-seat').first().waitFor();
}

// German has the longest names of boxes and cards, Japanese other letters.
const LANGUAGES = ['de', 'ja'];

const ON_ITS_SIDE = { width: 740, height: 360 };
const TABLET = { width: 820, height: 1180 };
const SMALLEST = { width: 320, height: 568 };

// What this finds in every type and in these sizes of the window.
async function everywhere(page, sizes, find) {
  const found = {};
  const look = async (type, { width }) => {
    found[`${width} wide, ${type}`] = await find();
  };
  await inEveryType(page, look, sizes);
  return found;
}

describe('what is drawn has room', () => {
  test('Yatzi: no name breaks anew when dice fall, and a phone on its side shows dice and buttons together', async () => {
    await withPerson({ settings: drawn }, async (anna) => {
      await startWithBot(anna, 'Yatzi');
      const rows = () =>
        anna
          .locator('.yatzi-row > .yatzi-name')
          .evaluateAll((names) => names.map((name) => [name.textContent, name.offsetHeight, name.offsetWidth]));
      const speak = (language) => reloadWith(anna, { language }, `html[lang=${language}] .actions .button`);
      const before = {};
      for (const language of LANGUAGES) {
        await speak(language);
        before[language] = await everywhere(anna, [PHONE], rows);
      }
      await anna.locator('.actions .button').click();
      await anna.locator('.yatzi-row.open').first().waitFor();
      for (const language of [...LANGUAGES].reverse()) {
        if (language !== LANGUAGES.at(-1)) await speak(language);
        await setSize(anna, PHONE);
        assert.deepEqual(await everywhere(anna, [PHONE], rows), before[language], language);
        await setSize(anna, ON_ITS_SIDE);
        await anna.locator('.yatzi-block td.own').first().waitFor();
        const height = async () => (await anna.locator('.yatzi-play').boundingBox()).height;
        const heights = await everywhere(anna, [ON_ITS_SIDE], height);
        const high = Object.entries(heights).filter(([, one]) => one > ON_ITS_SIDE.height);
        assert.deepEqual(high, [], language);
      }
    });
  });

  test('Yu-C-A-Tan: names stay on their cards, also on a phone on its side', async () => {
    await withPerson({ settings: drawn }, async (anna) => {
      await startWithBot(anna, 'Yu-C-A-Tan');
      const look = () =>
        anna.evaluate(() => {
          const all = (css) => [...document.querySelectorAll(css)];
          const box = (css) => document.querySelector(css).getBoundingClientRect();
          const { width, height } = box('button.yucatan-card');
          return {
            wide: all('.yucatan-card')
              .filter((card) => card.querySelector('.yucatan-card-name').scrollWidth > card.clientWidth + 2)
              .map((card) => card.dataset.card),
            least: Math.min(...all('.yucatan-card-name, .yucatan-fits').map((one) => parseFloat(getComputedStyle(one).fontSize))),
            card: Math.min(width, height),
            felt: box('.yucatan-felt').height,
          };
        });
      for (const language of LANGUAGES) {
        await reloadWith(anna, { language }, `html[lang=${language}] button.yucatan-card`);
        const check = async (type, size) => {
          const told = `${size.width} × ${size.height}, ${language}, ${type}`;
          const { wide, least, card, felt } = await look();
          assert.deepEqual(wide, [], told);
          assert.ok(least >= 12, told);
          assert.ok(card >= 44 && felt <= size.height, told);
        };
        await inEveryType(anna, check, [PHONE, ON_ITS_SIDE, DESK]);
      }
    });
  });

  test('Yu-C-A-Tan: names of cards grow with the text, also on phones', async () => {
    await withPerson({ settings: drawn }, async (anna) => {
      await sitWith(anna, 'yucatan', 2);
      await reloadWith(anna, { language: 'de' }, 'html[lang=de] button.yucatan-card');
      for (const size of [PHONE, ON_ITS_SIDE]) {
        await setSize(anna, size);
        await setType(anna, 'wide', HUGE);
        const names = await anna
          .locator('button.yucatan-card')
          .evaluateAll((cards) =>
            cards
              .map((card) => [card.querySelector('.yucatan-card-name'), card.clientWidth])
              .map(([name, room]) => [parseFloat(getComputedStyle(name).fontSize) >= 23, name.scrollWidth <= room + 2]),
          );
        assert.deepEqual(
          names.flat().filter((isSo) => !isSo),
          [],
          `${size.width} × ${size.height}`,
        );
        assert.equal(names.length, 14);
      }
    });
  });

  test('Yu-C-A-Tan: on a tablet the sheet shows whole words and all rounds; a phone on its side shows every card', async () => {
    await withPerson({ settings: drawn, size: TABLET }, async (anna) => {
      await sitWith(anna, 'yucatan', 5, { rounds: 10 });
      const look = () =>
        anna.evaluate(() => {
          const box = (css) => document.querySelector(css).getBoundingClientRect();
          const slip = document.querySelector('.yucatan-slip');
          const lines = [...document.querySelectorAll('.yucatan-who > span')].map((name) => {
            const words = document.createRange();
            words.selectNodeContents(name);
            return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
          });
          return {
            hidden: slip.scrollWidth - slip.clientWidth,
            lines: Math.max(...lines),
            over: document.documentElement.scrollHeight - innerHeight,
            apart: box('.yucatan-slip').top >= box('.yucatan-felt').bottom,
          };
        });
      await inEveryType(anna, async (type) =>
        assert.deepEqual(await look(), { hidden: 0, lines: 1, over: 0, apart: true }, type),
      );
      await setSize(anna, { width: 844, height: 390 });
      const lowest = await anna
        .locator('.yucatan-card')
        .evaluateAll((cards) => Math.max(...cards.map((card) => card.getBoundingClientRect().bottom)));
      assert.ok(lowest <= 390, `the lowest card ends at ${lowest}`);
    });
  });

  test('nobody begins behind the cup or a card, however long the name is', async () => {
    for (const [game, said] of [
      ['yatzi', '.yatzi-note-start'],
      ['yucatan', '.yucatan-begins'],
    ])
      await withPerson({ settings: drawn }, async (anna) => {
        await sitWith(anna, game, 2, {}, NAMES[3]);
        await anna.locator(said).waitFor();
        const covered = () =>
          anna.evaluate((css) => {
            const words = document.createRange();
            words.selectNodeContents(document.querySelector(css));
            const lines = [...words.getClientRects()];
            const others = [...document.querySelectorAll('.cup svg, .cup-place svg, .yucatan-card')].map((one) => ({
              what: one.getAttribute('class'),
              box: one.getBoundingClientRect(),
            }));
            return others
              .filter(({ box }) =>
                lines.some(
                  (line) =>
                    line.left < box.right - 2 &&
                    box.left < line.right - 2 &&
                    line.top < box.bottom - 4 &&
                    box.top < line.bottom - 4,
                ),
              )
              .map(({ what }) => what);
          }, said);
        for (const language of LANGUAGES) {
          await reloadWith(anna, { language }, `html[lang=${language}] ${said}`);
          const found = await everywhere(anna, [PHONE, ON_ITS_SIDE, DESK], covered);
          assert.deepEqual(
            Object.entries(found).filter(([, all]) => all.length > 0),
            [],
            `${game}, ${language}`,
          );
        }
      });
  });

  test('on a phone three players are seen at once, and a full table leaves no strip below', async () => {
    await withPerson({ settings: drawn }, async (anna) => {
      await sitWith(anna, 'yatzi', 3);
      await inEveryType(anna, async (type) => {
        const seats = await anna
          .locator('.strip-seat')
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
        assert.ok(Math.max(...seats) <= PHONE.width, `${type}: ${seats}`);
      });
      for (const [game, seats] of [
        ['bossa', 2],
        ['crane', 3],
        ['yubitsume', 3],
      ].filter(([one]) => isThere(one))) {
        await sitWith(anna, game, seats, null);
        const reachesTheEnd = () =>
          document.querySelector('.face-place > *')?.getBoundingClientRect().bottom >= innerHeight - 0.5;
        for (const size of [{ width: 390, height: 844 }, DESK]) {
          await setSize(anna, size);
          const told = () => assert.fail(`${game} on ${size.width} × ${size.height}: a strip is left below`);
          await anna.waitForFunction(reachesTheEnd).catch(told); // heights are measured after a change of size
        }
        await setSize(anna, PHONE);
      }
    });
  });

  test('Yatzi: the sheet of three fits on a tablet, whatever their names are', async () => {
    await withPerson({ settings: drawn, size: { width: 768, height: 1024 } }, async (anna) => {
      await sitWith(anna, 'yatzi', 3);
      await anna.locator('.yatzi-block').waitFor();
      await inEveryType(anna, async (type) => {
        const over = await anna.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        assert.equal(over, 0, type);
      });
    });
  });

  test('Bossa: who takes a colour sees everything at once on a phone, with long names in German', async () => {
    const room = await house.room({ game: 'bossa' });
    const host = await house.enter(room);
    const german = (name) => ({ settings: { ...drawn, language: 'de', name } });
    const sit = async (page) => {
      await page.goto(house.url + room.link);
      await page.locator('.sit .button').click();
      await page.locator('.place.mine').waitFor();
    };
    await withPerson(german(`${NAMES[3]}er`), (anna) =>
      withPerson(german(NAMES[3]), async (ben) => {
        await sit(anna);
        await sit(ben);
        assert.equal((await host.ask({ type: 'start' })).type, 'done');
        const chooser = await Promise.any(
          [anna, ben].map((page) =>
            page
              .locator('.bossa-taking')
              .waitFor()
              .then(() => page),
          ),
        );
        const check = async (type, size) => {
          const told = `${size.width} wide, ${type}`;
          // Very long names in large, wide letters do not fit on the smallest phone: there one scrolls.
          if (size === SMALLEST && type === 'wide at 125 %') {
            const found = (await unreachable(chooser)).filter((one) => !one.includes('strip-name'));
            return assert.deepEqual(found, [], told);
          }
          const over = await chooser.evaluate(() => document.documentElement.scrollHeight - innerHeight);
          assert.equal(over, 0, told);
        };
        await inEveryType(chooser, check, [SMALLEST, PHONE]);
      }),
    );
  });
});

const NAMES = ['Maximiliane-Charlotte', 'Ben', 'Cleo', 'Wolfeschlegelsteinhausen', 'Eva', 'Friedrich Wilhelm', 'Ida'];

// The page has the first seat and begins, unless `options` is null; guests without a page have the others.
async function sitWith(page, game, seats, options = {}, name = 'Anna') {
  const room = await house.room({ game });
  const host = await house.enter(room);
  if (options) assert.equal((await host.ask({ type: 'set', options: { first: 1, ...options } })).type, 'done');
  await page.goto(house.url + room.link);
  await sitDown(page, name);
  for (let seat = 2; seat <= seats; seat++)
    await (await house.enter(room.room)).ask({ type: 'sit', seat, name: NAMES[seat - 2], salt: SALT });
  assert.equal((await host.ask({ type: 'start' })).type, 'done');
  await page
    .locator('.strip-seat')
    .nth(seats - 1)
    .waitFor();
}

// Text of twice the size, on every screen: all can be reached and read.
const checkHuge = (page, what) =>
  inHugeType(page, [PHONE, ON_ITS_SIDE, DESK], async (where) =>
    assert.deepEqual(await unreachable(page), [], `${what}, ${where}`),
  );

describe('text of twice the size', () => {
  test('Yatzi: with eight, before the throw, with dice, with a box picked; and in words', async () => {
    await withPerson({ settings: drawn }, async (anna) => {
      await sitWith(anna, 'yatzi', 8);
      await reloadWith(anna, { language: 'de' }, '.actions .button');
      await checkHuge(anna, 'before the throw');
      await anna.locator('.actions .button').click();
      await anna.locator('.yatzi-row.open').first().waitFor();
      await checkHuge(anna, 'dice');
      await anna.locator('.yatzi-row.open').last().click();
      await anna.locator('.yatzi-row.picked').waitFor();
      await checkHuge(anna, 'a box picked');
      await reloadWith(anna, { table: 'plain' }, '[data-move]');
      await checkHuge(anna, 'Text');
    });
  });

  test('Yu-C-A-Tan: with five, before the throw, with a card picked, with dice; and in words', async () => {
    await withPerson({ settings: drawn }, async (anna) => {
      await sitWith(anna, 'yucatan', 5);
      await reloadWith(anna, { language: 'de' }, '.actions .button');
      await checkHuge(anna, 'before the throw');
      await anna.locator('button[data-card=odd]').click();
      await anna.locator('.yucatan-card.picked').waitFor();
      await checkHuge(anna, 'a card picked');
      await anna.locator('.actions .button.main').click();
      await anna.locator('.yucatan-card.used, .actions-status').first().waitFor();
      await checkHuge(anna, 'dice');
      await reloadWith(anna, { table: 'plain' }, '.generic');
      await checkHuge(anna, 'Text');
    });
  });

  for (const game of ['Yatzi', 'Yu-C-A-Tan'])
    test(`${game} with the real game: who begins, and the pad`, async () => {
      await withPerson({ settings: drawn }, async (anna) => {
        await button(anna, `With the real game: ${game}`).click();
        for (const [at, name] of NAMES.slice(0, 5).entries()) {
          if (at >= 2) await button(anna, 'Add a player').click();
          await anna.getByLabel(`Name of player ${at + 1}`).fill(name);
        }
        await button(anna, 'Start').click();
        await anna.locator('.strip-seat').nth(4).waitFor();
        await anna.locator('.tapin, button.yucatan-card').first().waitFor();
        await checkHuge(anna, 'the first question');
        const names = anna.locator('.tapin .row .button');
        if (await names.count()) await names.first().click();
        const card = anna.locator('button.yucatan-card').first();
        if (game === 'Yu-C-A-Tan') await card.click();
        await anna.locator('.tapin-pad').waitFor();
        await checkHuge(anna, 'the pad');
        for (const face of [1, 6])
          await anna
            .locator('.tapin-pad button')
            .nth(face - 1)
            .click();
        await checkHuge(anna, 'two dice tapped in');
      });
    });
});

// With colours of the system there are no shadows, and no backgrounds but the one of the page.
describe('with the colours of the system', () => {
  const system = { settings: drawn, forcedColors: 'active' };
  const edge = (page, css) =>
    page
      .locator(css)
      .first()
      .evaluate((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
      });

  for (const [game, seats, due, others] of [
    ['yatzi', 2, '.yatzi-block thead .turn', '.yatzi-block thead th:not(.turn)'],
    ['yucatan', 2, '.yucatan-slip .turn th', '.yucatan-slip tbody tr:not(.turn) th'],
    ['crane', 3, '.crane-seat.crane-grabs', '.crane-seat:not(.crane-grabs)'],
    ['yubitsume', 3, '.yubi-hand.yubi-turn', '.yubi-hand:not(.yubi-turn)'],
  ])
    test(`${game}: whose turn it is`, only(game), async () => {
      await withPerson({ ...system, size: DESK }, async (anna) => {
        await sitWith(anna, game, seats);
        await anna.locator(due).first().waitFor();
        for (const [one, other] of [
          ['.strip-seat.due', '.strip-seat:not(.due)'],
          [due, others],
        ])
          assert.ok((await edge(anna, one)) >= (await edge(anna, other)) + 2, one);
      });
    });

  test('Yu-C-A-Tan: the card that is picked; Bossa: the tile that was drawn', async () => {
    await withPerson(system, async (anna) => {
      await sitWith(anna, 'yucatan', 2);
      await anna.locator('button[data-card=odd]').click();
      await anna.locator('.yucatan-card.picked').waitFor();
      assert.ok((await edge(anna, '.yucatan-card.picked')) > (await edge(anna, '.yucatan-card:not(.picked)')));
      await anna.goto(house.url);
      await startWithBot(anna, 'Bossa 坊茶');
      await playOn([anna], [steps.bossa], (page) =>
        page.evaluate(() => document.querySelector('.bossa-own .bossa-fresh') !== null),
      );
      const [mark, paper] = await anna.evaluate(() => {
        const ground = document.createElement('p');
        ground.style.background = 'Canvas';
        document.body.append(ground);
        const mark = getComputedStyle(document.querySelector('.bossa-own .bossa-fresh'), '::after').backgroundColor;
        const paper = getComputedStyle(ground).backgroundColor;
        ground.remove();
        return [mark, paper];
      });
      assert.notEqual(mark, paper);
    });
  });
});

describe('what the table remembers', () => {
  test('Yatzi: the numbers this device brought, and the columns of the last match beside those of this one, added up; also after a reload', async () => {
    await withPerson({ size: DESK }, async (anna) => {
      await startWithBot(anna, 'Yatzi');
      await yatziTurns(anna, 13);
      await reloadWith(anna, drawn, '.outcome');
      assert.equal(await anna.locator('.yatzi-block .old').count(), 0);
      const numbers = async () => {
        await button(anna, 'Open the envelope').click();
        return anna.getByText(/It includes all \d+ random numbers/).innerText();
      };
      const brought = await numbers();
      await anna.reload();
      assert.equal(await numbers(), brought);
      const totals = async (css) => (await anna.locator(css).allInnerTexts()).map(Number);
      const first = await totals('.yatzi-sum.total td');
      await button(anna, 'Play again').click();
      await anna.locator('.yatzi-block th.old').first().waitFor();
      assert.deepEqual(await totals('.yatzi-sum.total td.old'), first, 'the same people in the same columns');
      const [hers, bots] = await totals('.yatzi-sum.all td:not(.old)'); // now the bot goes first, and may have scored
      assert.ok(hers === first[0] && bots >= first[1], 'all matches so far');
      await checkAccess(anna, 'Yatzi, a second match');
      await anna.reload();
      await anna.locator('.yatzi-block th.old').first().waitFor();
      assert.deepEqual(await totals('.yatzi-sum.total td.old'), first, 'after a reload');
    });
  });

  test('Yu-C-A-Tan: nobody reads a score while its dice still fall', async () => {
    await withPerson({ settings: { ...drawn, motion: 'normal' } }, async (anna) => {
      await anna.addInitScript(() => {
        // Every frame in which dice tumble: the scores above the table, and those on the slip.
        globalThis.told = [];
        requestAnimationFrame(function look() {
          if (document.querySelector('.tumbling')) {
            const above = [...document.querySelectorAll('.strip-seat b')].map((score) => score.textContent);
            const below = [...document.querySelectorAll('.yucatan-slip tbody tr, .yucatan-slip li')].map(
              (row) => row.lastElementChild.textContent,
            );
            globalThis.told.push({ above: String(above), below: String(below) });
          }
          requestAnimationFrame(look);
        });
      });
      await anna.reload();
      await sitTogether([anna], 'Yu-C-A-Tan', { options: { Rounds: '2' }, bots: 1 });
      await playOn([anna], [steps.yucatan]);
      await anna.locator('.outcome').waitFor();
      const told = await anna.evaluate(() => globalThis.told);
      assert.ok(told.length > 0);
      assert.deepEqual(told.filter(({ above, below }) => above !== below).slice(0, 3), []);
    });
  });
});

describe('what the table says', () => {
  test('the turn clock: it is seen to run, and when it has run out a bot decides', async () => {
    const room = await house.room({ game: 'yatzi', turn_s: TURN_S.long });
    const host = await house.enter(room);
    await withPerson({ size: DESK }, async (anna) => {
      await anna.goto(house.url + room.link);
      await sitDown(anna, 'Anna');
      assert.equal((await host.ask({ type: 'start' })).type, 'done');
      await move(anna, 'throw').waitFor();
      await anna.locator('.strip-seat.due .strip-clock').waitFor();
      const clock = () => anna.locator('.strip-clock').evaluate((one) => [one.textContent, one.getAttribute('aria-label')]);
      const [left, told] = await clock();
      assert.ok(Number(left) <= TURN_S.long);
      assert.match(told, /^\d+ seconds? left$/);
      await anna.waitForFunction((before) => Number(document.querySelector('.strip-clock').textContent) < before, Number(left));
      assert.equal(await anna.locator('.log-line').count(), 0);
      // Nobody does anything: the match goes on by itself.
      assert.equal((await host.ask({ type: 'set', turn_s: TURN_S.short })).type, 'done');
      await anna.locator('.log-line').first().waitFor();
    });
  });

  test('a house that cannot write says so, and goes on when it can', async (t) => {
    const faulty = resolve(join(dirname(knobel), 'tests/libfaulty.so'));
    if (!existsSync(faulty)) return t.skip('no libfaulty.so beside the program');
    const folder = mkdtempSync(join(tmpdir(), 'knobel-page-'));
    const [file, control] = [join(folder, 'house.db'), join(folder, 'control')];
    writeFileSync(control, '');
    const env = { LD_PRELOAD: faulty, FAULTY_FILES: file, FAULTY_CONTROL: control };
    const sick = await House.open([...FLAGS, '--disk-s', '1'], { file, env });
    try {
      await withPerson(
        {},
        async (anna) => {
          await openRoom(anna, 'Yatzi', 'Anna');
          await startAlone(anna);
          await move(anna, 'throw').waitFor();
          writeFileSync(control, 'write EIO');
          await move(anna, 'throw').click();
          const banner = anna.locator('.banner', { hasText: 'trouble saving' });
          await banner.waitFor();
          await checkAccess(anna, 'a house that cannot write');
          writeFileSync(control, '');
          await banner.waitFor({ state: 'detached' });
          // Whether the throw was kept is the house's to say; either way the match goes on.
          await anna.locator('[data-move^="throw"], [data-move^="fill"]').first().waitFor();
        },
        sick,
      );
    } finally {
      await sick.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
