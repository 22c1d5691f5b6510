// late.test.mjs: whatever comes late to the home page, nothing that is seen already moves. What the page asks for waits at a
// door and is let in one by one, each when the page was drawn without it; the browser's own entries of layout shifts are the
// verdict. Run with `node --test`; KNOBEL names the program, built with its page.
// Needs the games: yatzi
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { closeBrowser, openBrowser, person } from './browser.mjs';
import { openMatch } from './first_visit.mjs';
import { setScale } from './type.mjs';
import { House } from '../server/serving.mjs';

const LONG = process.env.LONG === '1';
const SEEDS = LONG ? 60 : 6;
const LOCALES = ['de-DE', 'en-GB', 'ja-JP', 'nl-NL'];
// All of a phone's page is in sight: what moves below counts, too. On a desk there is a scroll bar as soon as it is wanted.
const PLACES = { phone: { width: 360, height: 3000 }, desk: { width: 1280, height: 800 } };
const NOWHERE = 'K7QM3T';

let house;
let rooms; // what a browser knows of some rooms, while the server knows better
before(async () => {
  house = await House.open(['--rooms-per-hour', '1000']);
  rooms = await roomsKnown();
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

async function roomsKnown() {
  const known = (room, standing, more = {}) => ({ room, token: '', game: 'yatzi', names: ['Anna'], seen: 1, standing, ...more });
  const alone = (status) => ({ status, players: [{ seat: 1, name: 'Anna' }] });
  const match = async () => (await openMatch(house, 'yatzi', 3))[0].room;
  const listed = await house.enter(await house.room());
  await listed.ask({ type: 'set', listed: true });
  await listed.close();
  const here = Array.from({ length: 6 }, (_none, at) => known(`H3RE4${'ACDEFG'[at]}`, alone('playing'), { here: true }));
  return [
    known(await match(), alone('waiting')),
    known(NOWHERE, alone('playing')),
    known((await house.room()).room, undefined),
    known(await match(), alone('over')),
    ...here,
  ];
}

// Runs inside the page, before anything else.
function watch() {
  globalThis.shifts = [];
  const nameOf = (node) => `${node?.nodeName.toLowerCase()} ${(node?.parentElement?.closest('[class]') ?? node)?.className}`;
  const told = ({ value, hadRecentInput, sources }) =>
    hadRecentInput ? [] : [`${value.toFixed(4)}: ${sources.map(({ node }) => nameOf(node)).join(', ')}`];
  const observer = new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries().flatMap(told)));
  observer.observe({ type: 'layout-shift', buffered: true });
}

async function visitor({ locale, place, isKnown, scale = 1 }) {
  const page = await person(house, { locale, size: PLACES[place] });
  page.cdp.send('Emulation.setScrollbarsHidden', { hidden: false });
  await setScale(page, scale);
  await page.addInitScript(watch);
  await page.addInitScript(
    (stored) => {
      localStorage.removeItem('knobel.board'); // it has not heard of one yet
      localStorage.setItem('knobel.rooms', JSON.stringify(stored));
    },
    isKnown ? rooms : [],
  );
  return page;
}

// What is asked for, whichever build and room it is of.
function kindOf(address) {
  const { pathname } = new URL(address);
  return pathname.replace(/-[0-9A-Za-z]{8}\./, '.').replace(/(?<=^\/api\/rooms\/).+/, 'CODE');
}

const frames = (page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });

// The home page, whose files and answers come in the order in which `choose` takes them from those that wait; the kinds of all.
async function load(page, { isKnown, choose }) {
  const waiting = [];
  const kinds = [];
  const asks = isKnown ? rooms.filter(({ here }) => !here).length : 0;
  const isComplete = async () =>
    kinds.filter((kind) => kind === '/api/rooms/CODE').length === asks && (await page.locator('.foot').count()) === 1;
  const door = (route) => (route.request().isNavigationRequest() ? route.continue() : waiting.push(route));
  await page.goto(`${house.url}/healthz`); // nothing that a page before still asks for comes to the door
  await page.route('**/*', door);
  await page.goto(house.url, { waitUntil: 'commit' });
  await frames(page);
  while (waiting.length > 0 || !(await isComplete())) {
    if (waiting.length > 0) {
      const [route] = waiting.splice(choose(waiting.map((one) => kindOf(one.request().url()))), 1);
      kinds.push(kindOf(route.request().url()));
      await route.continue();
      await (await route.request().response())?.finished();
    }
    for (let before = -1; before !== waiting.length; await frames(page)) before = waiting.length;
  }
  await page.unroute('**/*', door);
  return [...new Set(kinds)];
}

const shifts = (page) => page.evaluate(() => globalThis.shifts);

/** Everything else before one of these. */
const last = (late) => (kinds) =>
  Math.max(
    0,
    kinds.findIndex((kind) => !late.includes(kind)),
  );

function inOrderOf(seed) {
  let state = seed;
  return (kinds) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * kinds.length);
  };
}

describe('nothing on the home page moves', () => {
  // In short each place once, and each once with rooms.
  for (const [place, locale, known] of [
    ['phone', 'de-DE', LONG ? [false, true] : [true]],
    ['desk', 'en-GB', LONG ? [false, true] : [false]],
  ])
    for (const isKnown of known)
      test(`${place}${isKnown ? ', with rooms' : ''}: each thing late`, async () => {
        const page = await visitor({ locale, place, isKnown });
        const kinds = await load(page, { isKnown, choose: () => 0 });
        assert.ok(kinds.includes('/api/games') && kinds.includes('/api/rooms'), kinds.join(' '));
        const moved = { 'as it comes': await shifts(page) };
        const pairs = LONG ? kinds.flatMap((one) => kinds.map((other) => [one, other])) : kinds.map((one) => [one]);
        for (const late of pairs) {
          await load(page, { isKnown, choose: last(late) });
          moved[late.join(', ')] = await shifts(page);
        }
        assert.deepEqual(
          Object.entries(moved).filter(([, all]) => all.length > 0),
          [],
        );
        await page.context().close();
      });

  test('all in any order', async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const [place, isKnown] = [seed % 2 ? 'phone' : 'desk', seed % 3 > 0];
      const scale = seed % 5 > 2 ? 1.25 : 1;
      const locale = LOCALES[seed % LOCALES.length];
      const page = await visitor({ locale, place, isKnown, scale });
      await load(page, { isKnown, choose: inOrderOf(seed) });
      assert.deepEqual(await shifts(page), [], `seed ${seed}: ${place}, ${locale}, ${scale * 100} %`);
      await page.context().close();
    }
  });

  test('the network goes and comes back', async () => {
    for (const place of Object.keys(PLACES)) {
      const page = await visitor({ locale: 'de-DE', place, isKnown: false });
      await load(page, { isKnown: false, choose: () => 0 });
      for (const isOffline of [true, false]) {
        await page.context().setOffline(isOffline);
        await page.locator('.welcome-words p:not(.unseen)', { hasText: isOffline ? 'offline' : 'Link' }).waitFor();
        await frames(page);
      }
      assert.deepEqual(await shifts(page), [], place);
      await page.context().close();
    }
  });
});
