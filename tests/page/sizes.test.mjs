// sizes.test.mjs: text at twice its size, everywhere but at the tables of the games: whatever one may want to use or read
// can be reached, on small and large screens. In German, which has the longest words. Run with `node --test`; KNOBEL names the program.
// Needs the games: yatzi yucatan
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { DESK, PHONE, closeBrowser, openBrowser, person } from './browser.mjs';
import { inHugeType, unreachable } from './type.mjs';
import { House, playOn } from '../server/serving.mjs';

const SIDEWAYS = { width: 740, height: 360 };
const SIZES = [PHONE, SIDEWAYS, DESK];
const NAMES = ['Maximiliane-Charlotte', 'Bartholomew Featherstonehaugh', 'Cleo', 'Donaudampfschifffahrtsgesellschafter'];
const CHALLENGE = '/same#game=yatzi&dice=abc&who=Maximiliane-Charlotte&boxes=3.6.9.12.15.18.20.0.25.30.40.50.30';

let house;
before(async () => {
  house = await House.open(['--rooms-per-hour', '1000']);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

// Focus must be seen where it lands, not below what stays at the top or at the bottom; sheets have nothing of the kind inside.
const hiddenFocus = (page) =>
  page.evaluate(() => {
    const found = [];
    if (document.querySelector('dialog[open]')) return found;
    const scope = document.querySelector('main');
    const all = [...scope.querySelectorAll('button:not(:disabled), a[href], summary, input.field, select.field')];
    for (const one of [...all, ...all.reverse()]) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      one.focus();
      one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' }); // as browsers do, but for what is half in sight
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const isSeen = (x, y) => {
        const hit = document.elementFromPoint(x, y);
        return hit && (one.contains(hit) || hit.contains(one));
      };
      const within = (low, high) => [low + 8, (low + high) / 2, high - 8];
      if (!within(top, bottom).some((y) => within(left, right).some((x) => isSeen(x, y))))
        found.push(`${one.localName}.${one.className} "${one.textContent.slice(0, 30)}" has the focus under something`);
    }
    document.activeElement.blur();
    return found;
  });

// What the page shows now, on every screen, in types that take much room; and on every screen where the focus lands.
const look = (page, what) =>
  inHugeType(page, SIZES, async (where, { isLast }) => {
    assert.deepEqual(await unreachable(page), [], `${what}, ${where}`);
    if (isLast) assert.deepEqual(await hiddenFocus(page), [], `${what}, ${where}`);
  });

async function inSheet(page, opener, what, doing = async () => {}) {
  await opener.evaluate((it) => it.click());
  await page.locator('dialog[open]').waitFor();
  await doing();
  await look(page, what);
  await page.locator('dialog[open] .over-head .button').last().click();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

// The doors of the shelf, which leave it as it is.
async function walkShelf(page) {
  await page.locator('.box-buttons').last().waitFor();
  await page.locator('#code').fill('hello');
  await page.locator('.join .button').click();
  await page.locator('.join-wrong:not(:empty)').waitFor();
  await look(page, 'the shelf');
  await inSheet(page, page.locator('.topbar-tools > .button').last(), 'the settings');
  const box = page.locator('.game-box');
  await inSheet(page, box.last().locator('.box-lid'), 'the rules', () => page.locator('.rules h3').last().waitFor());
  await inSheet(page, box.nth(0).locator('.button.quiet').last(), 'the door with the real game');
}

// A room for a short match, where the page is the host; the guests by their seat.
async function openRoom(page) {
  const room = await house.room({ game: 'yucatan' });
  const opener = await house.enter(room);
  await opener.ask({ type: 'set', options: { rounds: 1 } });
  await page.goto(`${house.url}/t/${room.room}`);
  await page.locator('.sit .button').click();
  await page.locator('.place.mine').waitFor();
  const guests = {};
  for (const [at, name] of NAMES.slice(1).entries()) {
    const seat = at + 2;
    guests[seat] = await house.enter(room.room, { moves: true });
    await guests[seat].ask({ type: 'sit', seat, name });
    await guests[seat].ask({ type: 'chat', text: `Rindfleischetikettierungsüberwachungsaufgaben, ${'and so on '.repeat(5)}` });
  }
  await opener.ask({ type: 'bot', seat: 5, level: 'child' });
  await opener.ask({ type: 'host', seat: 1 });
  opener.close();
  return guests;
}

async function walkRoom(page) {
  await page.locator('.place', { has: page.locator('select') }).waitFor();
  await page.locator('.fold:not([open]) summary').evaluateAll((all) => all.forEach((one) => one.click()));
  await page.locator('.place [aria-expanded]').first().click();
  await page.locator('.place .button.round').first().click(); // another name
  await page.locator('.rename').waitFor();
  await look(page, 'the room');
}

async function walkTable(page) {
  const tool = (at) => page.locator('.topbar-tools > .button').nth(at);
  // On a phone the bar has a tool for everything.
  const tools = ['the rules', 'the match so far', 'talk', 'the menu'];
  for (const [at, what] of tools.entries()) await inSheet(page, tool(at), what);
  for (const [name, what] of [
    ['Spieler und Bots', 'people'],
    ['Freunde einladen', 'the invitation'],
    ['Auf großem Bildschirm zeigen', 'the big screen'],
  ]) {
    await tool(tools.length - 1).click();
    await inSheet(page, page.locator('.table-menu .button', { hasText: name }), what);
  }
}

// One round: a card, and stop if there is a choice.
async function playTurn(page) {
  await page.locator('[data-move="pick odd"]').click();
  const stop = page.locator('[data-move="stop"], .outcome, .strip-seat.due:not(:first-child)').first();
  await stop.waitFor();
  if (await page.locator('[data-move="stop"]').count()) await page.locator('[data-move="stop"]').click();
}

async function walkMatch(page, guests) {
  await page.locator('.start').evaluate((it) => it.click());
  await page.locator('[data-move]').first().waitFor();
  await walkTable(page);
  const ends = Object.entries(guests).map(async ([seat, guest]) => playOn(guest, Number(seat), await guest.next('table')));
  await playTurn(page);
  await Promise.all(ends);
  await page.locator('.envelope .button').click();
  await page.locator('.holds').waitFor();
  await look(page, 'the end');
  await page.locator('.end-tools .button').nth(1).click();
  await page.locator('.review-accounts').waitFor();
  await page.locator('.review-numbers summary').click();
  await look(page, 'the review');
}

describe('at twice the size', () => {
  test('everything can be reached and read', async () => {
    const page = await person(house, { locale: 'de-DE', settings: { name: NAMES[0] } });
    await walkShelf(page);
    const guests = await openRoom(page);
    await walkRoom(page);
    await walkMatch(page, guests);
    await page.goto(`${house.url}/mine`);
    await page.locator('.history-match').waitFor();
    await look(page, 'my games');
    await page.goto(`${house.url}${CHALLENGE}`);
    await page.locator('.challenge-link').waitFor();
    await look(page, 'a challenge');
    await page.goto(house.url);
    await page.locator('.daily .ticket button').last().click();
    await page.locator('[data-move]').first().waitFor();
    for (let turn = 0; turn < 4; turn++) await playTurn(page);
    await page.locator('.challenge-bars').waitFor();
    await page.locator('.challenge-details summary').click();
    await look(page, 'the dice of the day');
    for (const game of ['yatzi', 'yucatan']) {
      await page.goto(`${house.url}/learn#${game}`);
      await page.locator(`.learn .${game} button`).first().waitFor();
      await look(page, `a guided match, ${game}`);
    }
    await page.goto(`${house.url}/t/${'x'.repeat(1000)}`);
    await page.locator('.nobody').waitFor();
    await look(page, 'a wrong link');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
    for (const guest of Object.values(guests)) guest.close();
  });
});
