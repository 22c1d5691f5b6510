// page_table.test.mjs: what the table remembers and says besides the match itself: earlier columns, this device's numbers,
// the turn clock, a house that cannot write. Run with `node --test`; KNOBEL names the program.
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DESK, PHONE, button, checkAccess, closeBrowser, move, openBrowser, openRoom, person, sitDown } from './page.mjs';
import { playOn, steps } from './page_play.mjs';
import { House, knobel } from './serving.mjs';

const FLAGS = ['--rooms-an-hour', '1000', '--requests-a-second', '500'];
const TURN_S = 5;

let house;

before(async () => {
  house = await House.open(FLAGS);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

// Somebody, who goes home afterwards, and who must not have heard the page complain.
async function withPerson(options, doing, where = house) {
  const page = await person(where, options);
  try {
    await doing(page);
    assert.deepEqual(page.complaints, []);
  } finally {
    await page.context().close();
  }
}

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

// German has the longest names of boxes and cards.
async function inGerman(page) {
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('knobel.settings'));
    localStorage.setItem('knobel.settings', JSON.stringify({ ...kept, language: 'de' }));
  });
  await page.reload();
  await page.locator('.actions .button').first().waitFor();
}

const ON_ITS_SIDE = { width: 740, height: 360 };

describe('what is drawn has room', () => {
  test('Yatzi: no name breaks anew when dice fall, and a phone on its side shows dice and buttons together', async () => {
    await withPerson({ settings: drawn }, async (anna) => {
      await startWithBot(anna, 'Yatzi');
      await inGerman(anna);
      const rows = () => anna.locator('.yatzi-row > .yatzi-name').evaluateAll((names) => names.map((name) => [name.textContent, name.offsetHeight, name.offsetWidth]));
      const before = await rows();
      await anna.locator('.actions .button').click();
      await anna.locator('.yatzi-row.open').first().waitFor();
      assert.deepEqual(await rows(), before);
      await anna.setViewportSize(ON_ITS_SIDE);
      const beside = anna.locator('.yatzi-block td.own').first();
      await beside.waitFor();
      const { height } = await anna.locator('.yatzi-play').boundingBox();
      assert.ok(height <= ON_ITS_SIDE.height, `${height} pixels of ${ON_ITS_SIDE.height}`);
    });
  });

  test('Yu-C-A-Tan: names stay on their cards, also on a phone on its side', async () => {
    await withPerson({ settings: drawn }, async (anna) => {
      await startWithBot(anna, 'Yu-C-A-Tan');
      await inGerman(anna);
      const wide = () => anna.locator('.yucatan-card').evaluateAll((cards) => cards
        .filter((card) => card.querySelector('.yucatan-card-name').scrollWidth > card.clientWidth + 2).map((card) => card.dataset.card));
      const least = (css) => anna.locator(css).evaluateAll((all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize))));
      for (const size of [PHONE, ON_ITS_SIDE, DESK]) {
        await anna.setViewportSize(size);
        assert.deepEqual(await wide(), [], `${size.width} × ${size.height}`);
        assert.ok(await least('.yucatan-card-name, .yucatan-fits') >= 12);
        const [card, felt] = await Promise.all(['button.yucatan-card', '.yucatan-felt'].map((css) => anna.locator(css).first().boundingBox()));
        assert.ok(card.width >= 44 && card.height >= 44 && felt.height <= size.height);
      }
    });
  });
});

describe('what the table remembers', () => {
  test('Yatzi: the columns of the last match lie beside those of this one, and are added up', async () => {
    await withPerson({ size: DESK, settings: drawn }, async (anna) => {
      await startWithBot(anna, 'Yatzi');
      assert.equal(await anna.locator('.yatzi-block .old').count(), 0);
      await playOn([anna], [steps.yatzi]);
      const totals = async (css) => (await anna.locator(css).allInnerTexts()).map(Number);
      const first = await totals('.yatzi-sum.total td');
      await button(anna, 'Play again').click();
      await anna.locator('.yatzi-block th.old').first().waitFor();
      assert.deepEqual(await totals('.yatzi-sum.total td.old'), first, 'the same people in the same columns');
      assert.deepEqual(await totals('.yatzi-sum.all td:not(.old)'), first, 'all matches so far');
      await checkAccess(anna, 'Yatzi, a second match');
      await anna.reload();
      await anna.locator('.yatzi-block th.old').first().waitFor();
      assert.deepEqual(await totals('.yatzi-sum.total td.old'), first, 'after a reload');
    });
  });

  test('the numbers this device brought are looked for in the log after a reload, too', async () => {
    await withPerson({ settings: drawn }, async (anna) => {
      await startWithBot(anna, 'Yatzi');
      await playOn([anna], [steps.yatzi]);
      const numbers = async () => {
        await button(anna, 'Open the envelope').click();
        return anna.getByText(/All \d+ numbers your device brought/).innerText();
      };
      const before = await numbers();
      await anna.reload();
      assert.equal(await numbers(), before);
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
            const below = [...document.querySelectorAll('.yucatan-slip tbody tr, .yucatan-slip li')].map((row) =>
              row.lastElementChild.textContent);
            globalThis.told.push({ above: String(above), below: String(below) });
          }
          requestAnimationFrame(look);
        });
      });
      await anna.goto(house.url);
      await button(anna, 'Play now: Yu-C-A-Tan, against bots').click();
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
    const room = await house.room({ game: 'yatzi', turn_s: TURN_S });
    const host = await house.enter(room);
    await withPerson({}, async (anna) => {
      await anna.goto(house.url + room.link);
      await sitDown(anna, 'Anna');
      assert.equal((await host.ask({ type: 'start' })).type, 'done');
      await move(anna, 'throw').waitFor();
      await anna.locator('.strip-seat.due .strip-clock').waitFor();
      const left = await anna.locator('.strip-clock').evaluate((clock) => [clock.textContent, clock.getAttribute('aria-label')]);
      assert.ok(Number(left[0]) <= TURN_S);
      assert.match(left[1], /^\d+ seconds? left$/);
      // Nobody does anything: the match goes on by itself.
      await move(anna, 'fill').waitFor();
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
      await withPerson({}, async (anna) => {
        await openRoom(anna, 'Yatzi', 'Anna');
        await button(anna, 'Start the match').click();
        await move(anna, 'throw').waitFor();
        writeFileSync(control, 'write EIO');
        await move(anna, 'throw').click();
        const banner = anna.locator('.banner', { hasText: 'trouble writing' });
        await banner.waitFor();
        await checkAccess(anna, 'a house that cannot write');
        writeFileSync(control, '');
        await banner.waitFor({ state: 'detached' });
        // Whether the throw was kept is the house's to say; either way the match goes on.
        await anna.locator('[data-move^="throw"], [data-move^="fill"]').first().waitFor();
      }, sick);
    } finally {
      await sick.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
