// pictures.mjs [NAME…]: takes the pictures in docs/pictures again, all or those named, from matches that are played for it.
// KNOBEL names the program. Run `node tests/page/pictures.mjs`, then look at each of them.
import { fileURLToPath } from 'node:url';
import { button, closeBrowser, openBrowser, openRoom, person, sitDown } from './browser.mjs';
import { playOn, sitTogether, steps } from './play.mjs';
import { settled } from './type.mjs';
import { House } from '../server/serving.mjs';

const wide = (width, height) => ({ size: { width, height }, deviceScaleFactor: 1000 / 1280 });
const TALL = { size: { width: 390, height: 844 }, deviceScaleFactor: 480 / 390 };
const WIDE = wide(1280, 800);

let house;
const open = (screen, light = 'day') => person(house, { ...screen, settings: { table: 'drawn', light } });

async function take(page, name) {
  await settled(page);
  await page.screenshot({ path: fileURLToPath(new URL(`../../docs/pictures/${name}.png`, import.meta.url)) });
}

// Does the page show at least so many of each of these?
const shows = (wanted) => (page) =>
  page.evaluate((all) => Object.entries(all).every(([css, least]) => document.querySelectorAll(css).length >= least), wanted);

async function againstBots(page, game, bots = 1, options = {}) {
  await sitTogether([page], game, { bots, options });
}

async function yucatanToTheEnd(page, rounds) {
  await againstBots(page, 'Yu-C-A-Tan', 2, { Rounds: rounds });
  await playOn([page], [steps.yucatan]);
  await page.locator('.ranking li').nth(1).waitFor();
}

const pictures = {
  async start() {
    const page = await open({ size: { width: 1280, height: 920 } });
    await page.locator('.box-buttons').last().waitFor();
    await take(page, 'start');
  },
  async yatzi() {
    const page = await open(TALL);
    await againstBots(page, 'Yatzi');
    await playOn([page], [steps.yatzi], shows({ '.yatzi-halves .yatzi-ink': 5, '.yatzi-row.open': 1, '.die-button': 5 }));
    await take(page, 'yatzi');
  },
  async bossa() {
    const page = await open(TALL, 'evening');
    await againstBots(page, 'Bossa 坊茶');
    await playOn([page], [steps.bossa], shows({ '.bossa-laid': 6, '.bossa-aim': 1, '.bossa-go:not(:disabled)': 1 }));
    await take(page, 'bossa');
  },
  async yucatan() {
    const page = await open(TALL);
    await againstBots(page, 'Yu-C-A-Tan');
    await playOn([page], [steps.yucatan], shows({ 'button.yucatan-card.used, .yucatan-card.used': 2, '.yucatan-points': 1 }));
    await take(page, 'yucatan');
  },
  async yubitsume() {
    const page = await open(WIDE, 'evening');
    await againstBots(page, 'Yubitsume', 3);
    await playOn([page], [steps.slapper('click', true)], shows({ '.yubi-strip .yubi-dot': 2, '.log-line': 12 }));
    await take(page, 'yubitsume');
  },
  async 'crane-audience'() {
    const anna = await open(WIDE);
    const ben = await open(WIDE);
    await openRoom(anna, 'Tactile Crane Championship', 'Anna');
    await ben.goto(anna.url());
    await sitDown(ben, 'Ben');
    for (let bot = 0; bot < 2; bot++) await button(anna, 'Add a bot').click();
    await button(anna, 'Start the match').click();
    let taken = false;
    // While one grabs, the other calls and is photographed.
    const held = (watching) => async () => {
      await button(watching, 'More!').click();
      await watching.locator('.crane-bubbles li').first().waitFor();
      await take(watching, 'crane-audience');
      taken = true;
    };
    await playOn(
      [anna, ben],
      [steps.grabber('mouse', 'HIGH', held(ben)), steps.grabber('mouse', 'HIGH', held(anna))],
      () => taken,
    );
  },
  async envelope() {
    const page = await open(WIDE);
    await yucatanToTheEnd(page, '1');
    await button(page, 'Open the envelope').click();
    await page.getByText(/All \d+ rolls check out\./).waitFor();
    await take(page, 'envelope');
  },
  async review() {
    const page = await open(wide(1280, 900));
    await yucatanToTheEnd(page, '2');
    await button(page, 'Review the match').click();
    await page.locator('.review-accounts').waitFor();
    for (let step = 0; step < 2; step++) await button(page, 'Next mistake').click();
    await take(page, 'review');
  },
};

const names = process.argv.slice(2);
house = await House.open(['--rooms-per-hour', '1000']);
await openBrowser();
try {
  for (const name of names.length ? names : Object.keys(pictures)) await pictures[name]();
} finally {
  await closeBrowser();
  await House.closeAll();
}
