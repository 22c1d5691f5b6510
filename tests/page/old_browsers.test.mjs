// old_browsers.test.mjs: the page in a browser without container queries (Safari before 16): the styles that are made for those
// (web/bundle.mjs, web/src/style/containers.ts) put everything of a table where the others do. Run with `node --test`; KNOBEL names the program.
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { DESK, PHONE, closeBrowser, openBrowser, person } from './browser.mjs';
import { calm, inEveryType } from './type.mjs';
import { House } from '../server/serving.mjs';
import { TITLES } from './titles.mjs';

const GAMES = Object.keys(TITLES);
const NEAR_PX = 1.5;
const SETTLED_MS = 30_000; // far longer than anything moves, on a machine that may be busy

let house;
before(async () => {
  house = await House.open(['--rooms-per-hour', '1000']);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

// From the next loading on.
const growOlder = (page) =>
  page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (text, ...more) => !String(text).includes('cqw') && supports(text, ...more);
  });

// Runs inside the page: where everything lies, and what it is, once it is the same three times, with nothing moving between
// these. One text, for so much else would travel slowly.
async function lookAtRest(calm, most) {
  const LOOKS = 3;
  const look = () =>
    JSON.stringify(
      [...document.querySelectorAll('.face-place *:not(svg *, canvas *, svg, canvas)')]
        .filter((one) => one.getClientRects().length > 0)
        .map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return { what: `${one.localName}.${one.getAttribute('class') ?? ''}`, at: [x, y, width, height] };
        }),
    );
  let [last, looks] = ['[]', 0];
  for (const end = Date.now() + most; looks < LOOKS && Date.now() < end;) {
    await calm();
    const now = look();
    looks = now === '[]' ? 0 : now === last ? looks + 1 : 1;
    last = now;
  }
  return last;
}
const atRest = async (page) => JSON.parse(await page.evaluate(`(${lookAtRest})(${calm}, ${SETTLED_MS})`));

function difference(these, those) {
  if (these.length !== those.length) return `${these.length} elements, not ${those.length}`;
  const far = these.find((one, at) => one.at.some((value, side) => Math.abs(value - those[at].at[side]) > NEAR_PX));
  return far ? `${far.what} at ${far.at}, not ${those[these.indexOf(far)].at}` : null;
}

const usesOld = (page) => page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.includes('-old-')));

// A table for Anna and Ben, who sits there and does nothing, so that nothing changes meanwhile.
async function begin(page, game) {
  const room = await house.room({ game });
  const ben = await house.enter(room);
  const link = house.url + room.link;
  await page.goto(link);
  await page.locator('.sit .button').click();
  await page.locator('.place.mine').waitFor();
  await ben.ask({ type: 'sit', name: 'Ben' });
  assert.equal((await ben.ask({ type: 'start' })).type, 'done');
  return { link, ben, wanted: {} };
}

async function inEverySize(page, doing) {
  await page.locator('.strip-seat').nth(1).waitFor();
  await inEveryType(page, (type, { width }) => doing(`${width} wide, ${type}`), [PHONE, DESK]);
}

describe('a table without container queries is the same', () => {
  const tables = {};
  let page;
  before(async () => {
    page = await person(house, { settings: { table: 'drawn', name: 'Anna' } });
    for (const game of GAMES) {
      const table = (tables[game] = await begin(page, game));
      await inEverySize(page, async (what) => {
        table.wanted[what] = await atRest(page);
      });
    }
    assert.equal(await usesOld(page), false);
    await growOlder(page);
  });
  after(() => Object.values(tables).forEach(({ ben }) => ben.close()));

  for (const game of GAMES)
    test(game, async () => {
      const { link, wanted } = tables[game];
      await page.goto(link);
      await inEverySize(page, async (what) => {
        let told;
        for (const end = Date.now() + SETTLED_MS; Date.now() < end && (told = difference(await atRest(page), wanted[what])););
        assert.equal(told, null, what);
      });
      assert.equal(await usesOld(page), true);
      assert.deepEqual(page.complaints, []);
    });
});
