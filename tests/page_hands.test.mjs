// page_hands.test.mjs: Yubitsume and Crane on small and large screens: what has to be seen together is seen together, and
// nothing lies over anything else. Most seats are guests without a page. Run with `node --test`; KNOBEL names the program.
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { DESK, PHONE, closeBrowser, openBrowser, sitDown, withPeopleAt } from './page.mjs';
import { inEveryType } from './page_type.mjs';
import { House } from './serving.mjs';

const SIDE = { width: 740, height: 360 }; // a phone on its side
const NAMES = ['Maximiliane-Charlotte', 'Ben', 'Cleo', 'Dirk', 'Eva'];
const RIM = 10; // of the tray, in pixels
const SALT = '0123456789abcdef';

let house;
before(async () => {
  house = await House.open();
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await house.close();
});

const at = (size) => ({ size, hasTouch: size !== DESK, isMobile: size !== DESK, settings: { table: 'drawn', name: 'Anna' } });

// A room where the first seat is the page's; the others are guests, who are handed back by seat.
async function sitDownAt(page, game, seats, options) {
  const room = await house.room({ game });
  const host = await house.enter(room);
  assert.equal((await host.ask({ type: 'set', options })).type, 'done');
  await page.goto(`${house.url}/t/${room.room}`);
  await sitDown(page, 'Anna');
  const guests = {};
  for (let seat = 2; seat <= seats; seat++) {
    guests[seat] = await house.enter(room.room, { moves: true });
    await guests[seat].ask({ type: 'sit', seat, name: NAMES[seat - 2], salt: SALT });
  }
  await host.ask({ type: 'start' });
  await page.locator('.strip-seat').nth(seats - 1).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  return guests;
}

const box = (page, css) => page.locator(css).first().boundingBox();
const bottom = ({ y, height }) => y + height;

async function isSeen(page, css, size, type) {
  const { x, y, width, height } = await box(page, css);
  assert.ok(x >= 0 && y >= 0 && x + width <= size.width + 0.5 && y + height <= size.height + 0.5,
    `${css} at ${x}, ${y}, ${width} by ${height}, on ${size.width} by ${size.height}, ${type}`);
}

// Whoever is to throw does.
async function throwDice(page, guests) {
  const table = await Object.values(guests)[0].next('table');
  const turn = Object.values(table.eyes)[0].view.turn;
  if (guests[turn]) await guests[turn].ask({ type: 'play', seat: turn, move: 'throw', salt: SALT, event: table.event });
  else await page.keyboard.press('Space'); // a click would scroll
}

describe('Yubitsume', { concurrency: false }, () => {
  for (const size of [PHONE, SIDE, DESK])
    test(`five seats on ${size.width} by ${size.height}: hands, dice and result at one look, and nothing jumps`, () =>
      withPeopleAt(house, [at(size)], async (page) => {
        const guests = await sitDownAt(page, 'yubitsume', 5, { window_ms: 2000, first: 1 });
        await throwDice(page, guests);
        await page.locator('.yubi-tray[data-shown]').waitFor();
        const tray = await box(page, '.yubi-tray');
        const names = await page.locator('.yubi-hand-name').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
        await isSeen(page, '.yubi-tray', size);
        if (size === PHONE) assert.ok(Math.max(...names) < tray.y - RIM, 'names lie above the tray');
        await page.locator('.yubi-strip').waitFor();
        await isSeen(page, size === SIDE ? '.yubi-row:last-child' : '.yubi-below', size);
        assert.deepEqual(await box(page, '.yubi-tray'), tray, 'the tray stays where it is');
      }));
});

describe('Crane', { concurrency: false }, () => {
  for (const size of [PHONE, SIDE, DESK])
    test(`on ${size.width} by ${size.height} the deck and what is to be done are seen together`, () =>
      withPeopleAt(house, [at(size)], async (page) => {
        const guests = await sitDownAt(page, 'crane', 4, { first: 2 });
        const table = await guests[2].next('table');
        await guests[2].ask({ type: 'play', seat: 2, move: 'close', salt: SALT, event: table.event });
        await page.locator('.crane-bets').waitFor();
        await inEveryType(page, async (type) => {
          for (const css of ['.crane-deck', '.crane-asked .crane-card', '.crane-bet:last-child', '.crane-action .button.main'])
            await isSeen(page, css, size, type);
          assert.ok(bottom(await box(page, '.crane-jackpot')) <= size.height, `jackpots, ${type}`);
        });
      }));
});
