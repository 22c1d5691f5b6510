// browsers.test.mjs: the page in Firefox and in WebKit, as Chromium has it in the other tests: every game to its end against bots,
// reloaded in mid-match, the envelope opened; a room shared with Chromium; without a house. `make browsers`; not part of the
// suite, since it wants two more browsers and takes minutes. KNOBEL names the program. BROWSERS=webkit tries only that one.
// Needs the games: yatzi yucatan bossa yubitsume crane
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { DESK, button, closeBrowser, openBrowser, openRoom, person, sitDown } from './browser.mjs';
import { playOn, steps } from './play.mjs';
import { House } from '../server/serving.mjs';
import { openFirefox, openWebKit } from './webdriver.mjs';

const FLAGS = ['--rooms-per-hour', '1000', '--requests-per-second', '500'];
const MATCH_MS = 300_000; // every step is asked for through a driver
const SMALL = { width: 500, height: 760 }; // windows of these browsers do not get smaller
const BROWSERS = { firefox: openFirefox, webkit: openWebKit };
const chosen = Object.entries(BROWSERS).filter(([name]) => (process.env.BROWSERS ?? name).split(' ').includes(name));

// What each game is played with: options by their labels, how many bots, and hands.
const GAMES = {
  Yatzi: { hand: steps.yatzi, size: SMALL },
  'Yu-C-A-Tan': { hand: steps.yucatan, options: { Rounds: '2' }, size: DESK },
  'Bossa 坊茶': { hand: steps.bossa, size: SMALL },
  Yubitsume: { hand: steps.slapper('press', true), options: { 'Time to hit': '2000' }, size: DESK },
  'Tactile Crane Championship': { hand: steps.grabber('mouse', 'HIGH'), bots: 2, size: SMALL },
};

// Gathers what the page should not have said, from now on; in the document, since in Firefox a script of the driver shares nothing else.
const listen = (page) =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.complaints = '';
    const tell = (what) => {
      dataset.complaints += `${what}\n`;
    };
    addEventListener('error', (event) => tell(event.message));
    addEventListener('unhandledrejection', (event) => tell(String(event.reason)));
    addEventListener('securitypolicyviolation', (event) => tell(`${event.violatedDirective}: ${event.blockedURI}`));
  });
const checkComplaints = async (page) => assert.equal(await page.evaluate(() => document.documentElement.dataset.complaints), '');

async function home(page, house, settings = {}) {
  await page.goto(house.url);
  const kept = { table: 'drawn', motion: 'off', sound: false, ...settings };
  await page.evaluate((text) => localStorage.setItem('knobel.settings', text), JSON.stringify(kept));
  await page.goto(house.url);
  await listen(page);
}

async function openMatch(page, game, { options = {}, bots = 1 }) {
  await openRoom(page, game, 'Anna');
  if (Object.keys(options).length > 0) await page.locator('summary', { hasText: 'Game and options' }).click();
  for (const [label, value] of Object.entries(options)) await page.getByLabel(label).selectOption(value);
  for (let bot = 1; bot <= bots; bot++) {
    await button(page, 'Add a bot').click();
    await page
      .getByLabel(/^Level of the bot/)
      .nth(bot - 1)
      .waitFor();
  }
  await button(page, 'Start the match').click();
  await page.locator('.strip-seat').first().waitFor();
}

async function openEnvelope(page) {
  await button(page, 'Open the envelope').click();
  await page
    .wait(() => /All \d+ rolls check out\./.test(document.body.innerText))
    .catch(async () => assert.fail(await page.locator('.outcome').innerText()));
  assert.ok(await page.evaluate(() => document.body.innerText.includes('The seal is the one you saw before the match.')));
}

const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

// Plays to the end; after a few steps the page is loaded again.
async function playThrough(page, hand) {
  let done = 0;
  await playOn([page], [async (one) => (await hand(one)) && ++done > 0], async () => done >= 4, MATCH_MS);
  await page.reload();
  await page.locator('.strip-seat').first().waitFor();
  await listen(page);
  assert.ok((await tooWide(page)) <= 0, 'the table is too wide');
  await playOn([page], [hand], undefined, MATCH_MS);
}

for (const [name, open] of chosen)
  describe(`the page in ${name}`, () => {
    let house;
    let page;
    before(async () => {
      house = await House.open(FLAGS);
      page = await open();
    });
    after(async () => {
      await page?.close();
      await house.close();
    });

    for (const [game, { hand, size, ...how }] of Object.entries(GAMES))
      test(`${game} against bots: reload in mid-match, envelope`, async () => {
        await page.resize(size);
        await home(page, house, { light: size === DESK ? 'evening' : 'day' });
        assert.ok((await tooWide(page)) <= 0, 'the start is too wide');
        await openMatch(page, game, how);
        await playThrough(page, hand);
        await openEnvelope(page);
        await checkComplaints(page);
      });

    test('a room shared by its link with someone in Chromium', async () => {
      await openBrowser();
      const ben = await person(house, { settings: { table: 'drawn' } });
      try {
        await home(page, house);
        await ben.goto(await openRoom(page, 'Bossa 坊茶', 'Anna'));
        await sitDown(ben, 'Ben');
        await page.wait(() => document.body.innerText.includes('Ben'));
        await button(page, 'Start the match').click();
        for (const one of [page, ben]) await one.locator('.strip-seat').first().waitFor();
        await playOn([page, ben], [steps.bossa], undefined, MATCH_MS);
        await openEnvelope(page);
        await checkComplaints(page);
        assert.deepEqual(ben.complaints, []);
      } finally {
        await closeBrowser();
      }
    });

    test('what was played is kept; without a house the page opens, and plays on the device', async () => {
      await home(page, house);
      await page.wait(() => navigator.serviceWorker.ready.then(() => true));
      await house.close('SIGKILL');
      await page.goto(house.url);
      await listen(page);
      await openMatch(page, 'Yatzi', {});
      await playThrough(page, steps.yatzi);
      await openEnvelope(page);
      await page.goto(`${house.url}/mine`);
      await page.wait(() => document.querySelector('main')?.innerText.includes('Yatzi'));
    });
  });
