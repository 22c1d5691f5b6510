// first_visit.test.mjs: what a browser fetches before someone who opens a link for the first time can play: few files, as
// each costs a round trip, and few bytes. Run with `node --test`; KNOBEL names the program, built with its page.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { PATIENCE_MS, PHONE, closeBrowser, openBrowser } from './browser.mjs';
import { openMatch, remember } from './first_visit.mjs';
import { TITLES } from './titles.mjs';
import { House } from '../server/serving.mjs';

const REQUESTS_MOST = 10; // with the connection to the room
const BYTES_MOST = 100 * 1024;
const STAY_MS = 1500; // so long after loading the page asks for what nobody waits for (web/src/main.tsx)

let house;
let browser;
before(async () => {
  house = await House.open(['--rooms-per-hour', '1000']);
  browser = await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

for (const [game, title] of Object.entries(TITLES))
  test(`${title}: at most ${REQUESTS_MOST} requests`, async () => {
    const [room, stored] = await openMatch(house, game, game === 'crane' ? 2 : 1);
    const context = await browser.newContext({ viewport: PHONE, locale: 'de-DE', serviceWorkers: 'block' });
    const page = await context.newPage();
    await remember(page, stored);
    let rooms = 0;
    page.on('websocket', () => rooms++);
    const complaints = [];
    page.on('console', (message) => {
      if (!/^Service Worker/.test(message.text())) complaints.push(message.text()); // it is blocked here
    });
    await page.goto(`${house.url}/t/${room.room}`);
    await page.locator('.table-main :is(button, [data-move]):visible').first().waitFor({ timeout: PATIENCE_MS });
    // What is asked for when the face is there does not keep anyone from playing; nor, on a busy machine, what is asked for later.
    const asked = await page.evaluate((stays) => {
      const all = performance.getEntriesByType('resource');
      const face = all.find(({ name }) => /\/face-[^/]*\.js$/.test(name));
      const [navigation] = performance.getEntriesByType('navigation');
      const end = Math.min(face.responseEnd, (navigation.loadEventStart || Infinity) + stays);
      const before = all.filter(({ startTime }) => startTime <= end);
      return [navigation, ...before].map(({ name, transferSize }) => [name, transferSize]);
    }, STAY_MS);
    const bytes = asked.reduce((sum, [, size]) => sum + size, 0);
    assert.equal(rooms, 1, 'one connection');
    assert.ok(asked.length + rooms <= REQUESTS_MOST, asked.map(([name]) => new URL(name).pathname).join(' '));
    assert.ok(bytes > 0 && bytes <= BYTES_MOST, `${bytes} bytes`);
    assert.deepEqual(complaints, [], 'nothing is asked for in vain');
    await context.close();
  });
