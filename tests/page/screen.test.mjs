// screen.test.mjs: the big screen of a room, as it hangs in front of everyone: beside phones, read from afar, and found again
// after the house was gone. LONG=1 measures every game in every language, size and typeface.
// Needs the games: yatzi yucatan bossa yubitsume crane
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { button, checkAccess, closeBrowser, move, openBrowser, openRoom, person, sitDown, withPeopleAt } from './browser.mjs';
import { playOn, steps } from './play.mjs';
import { TYPEFACES, setSize, setType } from './type.mjs';
import { House } from '../server/serving.mjs';
import { PATIENCE_MS } from '../server/websocket.mjs';

const LONG = process.env.LONG === '1';
const FLAGS = ['--rooms-per-hour', '1000', '--requests-per-second', '500'];
const HD = { width: 1920, height: 1080 };
const SMALL = { width: 640, height: 360 }; // the same picture, while nobody measures it: dots take long to paint
const UPRIGHT = { width: 1080, height: 1920 };
const SIZES = LONG ? [{ width: 3840, height: 2160 }, UPRIGHT, HD] : [UPRIGHT, HD];
const TYPES = LONG ? Object.keys(TYPEFACES) : ['wide']; // its own size of text, whatever the browser's is
const DRAWN = { settings: { table: 'drawn' } };

let house;
const folder = mkdtempSync(join(tmpdir(), 'knobel-screen-'));
const file = join(folder, 'house.db');

before(async () => {
  house = await House.open(FLAGS, { file });
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
  rmSync(folder, { recursive: true, force: true });
});

// ---- what is measured ----

// What cannot be read from afar, or not at all: text smaller than a fortieth of the shorter side, outside of the window, or
// cut off. What is printed on cards and tiles is drawn, and known from the box.
const complaintsOf = (page) =>
  page.evaluate(() => {
    const least = Math.min(innerWidth, innerHeight) / 40 - 0.6;
    const found = [];
    const say = (what, text) => found.push(`${what}: ${text.trim().slice(0, 40)}`);
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) say('scrolls', `${scrollWidth} ${scrollHeight}`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.textContent.trim() || element.closest('.ears, svg, .yucatan-card, .tv-drawing, .yubi-kept')) continue;
      if (getComputedStyle(element).visibility === 'hidden' || element.getClientRects().length === 0) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const size = parseFloat(getComputedStyle(element).fontSize);
      const spare = 2 + size / 6; // a font may be higher than its letters
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) say('outside', node.textContent);
      if (size < least) say('small', node.textContent);
      for (let around = element; around !== document.body; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        const beyond = (edge, limit, way) => way !== 'visible' && edge > limit + spare;
        if (beyond(right, box.right, overflowX) || beyond(box.left, left, overflowX)) say('cut off', node.textContent);
        if (beyond(bottom, box.bottom, overflowY) || beyond(box.top, top, overflowY)) say('cut off', node.textContent);
      }
    }
    return [...new Set(found)];
  });

async function checkFromAfar(page, what) {
  for (const size of SIZES) {
    await setSize(page, size);
    for (const name of TYPES) {
      await setType(page, name);
      assert.deepEqual(await complaintsOf(page), [], `${what} at ${size.width} by ${size.height}, ${name}`);
    }
  }
  await setSize(page, SMALL);
}

// ---- what is said to a screen ----

// Every message that a page sends and hears.
function listen(page) {
  const said = [];
  const heard = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => said.push(JSON.parse(payload)));
    socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(payload)));
  });
  return { said, heard };
}

const HEARD = ['entered', 'you', 'room', 'table', 'chat', 'call', 'grip', 'sync', 'done'];

// A screen is nobody, does nothing, and is told what a watcher is told.
function checkSecrecy({ said, heard }) {
  assert.deepEqual([...new Set(said.map(({ type }) => type))].sort(), ['enter', 'sync']);
  for (const { type, token, screen } of said) assert.ok(type !== 'enter' || (screen === true && token === undefined));
  for (const message of heard) {
    assert.ok(HEARD.includes(message.type), `told ${message.type}`);
    if (message.type === 'you') assert.deepEqual(message, { type: 'you', person: null, host: false, seats: [] });
    if (message.type === 'table') assert.deepEqual(Object.keys(message.eyes), ['watcher']);
  }
  assert.ok(heard.some(({ type }) => type === 'table'));
}

// ---- a screen and two phones ----

// At a table in words: writes down what there is, or throws for it.
const stopper = (page) =>
  page.evaluate(() => {
    const [button] = ['stop', 'pick odd', 'pick'].flatMap((word) => document.querySelector(`[data-move^="${word}"]`) ?? []);
    button?.click();
    return button !== undefined;
  });

// One die of five, and all of it but for its shadow.
function isInTray() {
  const tray = document.querySelector('.yatzi-tray').getBoundingClientRect();
  const middles = [...document.querySelectorAll('.die-still')].map((die) => {
    const { top, bottom } = die.getBoundingClientRect();
    return (top + bottom) / 2;
  });
  const inside = middles.filter((y) => y > tray.top + tray.height / 4 && y < tray.bottom - tray.height / 4);
  return middles.length === 5 && inside.length === 1 && middles.every((y) => y < tray.top || inside.includes(y));
}

const codeOf = (link) => link.split('/').pop();

describe('a big screen', () => {
  test('stands beside two phones over a match, and finds its way back', async () => {
    await withPeopleAt(house, [{}, DRAWN, { ...DRAWN, size: SMALL }], async (anna, ben, tv) => {
      const link = await openRoom(anna, 'Yu-C-A-Tan', 'Anna');
      await anna.locator('summary', { hasText: 'Game and options' }).click();
      await anna.getByLabel('Rounds').selectOption('1');
      await button(anna, 'Show on a big screen').first().click();
      const address = await anna.locator('.big-screen-link').innerText();
      assert.equal(address, `127.0.0.1:${house.port}/tv/${codeOf(link)}`);
      await anna.locator('.big-screen-code').evaluate((code) => code.decode());
      await button(anna, 'Close').click();

      const told = listen(tv);
      await tv.goto(`http://${address}`);
      await tv.locator('.tv-guests', { hasText: 'Anna' }).waitFor();
      await ben.goto(link);
      await sitDown(ben, 'Ben');
      await tv.locator('.tv-guests', { hasText: 'Ben' }).waitFor();
      await tv.locator('.tv-corner img').evaluate((code) => code.decode());
      await tv.locator('.tv-rules li').nth(2).waitFor();
      await checkFromAfar(tv, 'before the first match');
      await button(anna, 'Start the match').click();
      await tv.locator('.tv-turn', { hasText: "Anna's turn" }).waitFor();

      // Who is not to move sees no ring of cards, unless they want it.
      await ben.locator('.apart .yucatan-felt').waitFor({ state: 'hidden' });
      await button(ben, 'Show it here').click();
      await ben.locator('.yucatan-felt').waitFor();

      await move(anna, 'pick odd').click();
      await tv.locator('.tv-yucatan-throw p').waitFor();
      await checkFromAfar(tv, 'a match');
      await checkAccess(tv, 'the big screen in a match');

      const { port } = house;
      await house.close('SIGKILL');
      await tv.locator('.tv-trouble').waitFor();
      house = await House.open([...FLAGS, '--port', String(port)], { file });
      await tv.locator('.tv-trouble').waitFor({ state: 'detached' });
      await playOn([ben, anna], [steps.yucatan, stopper]);
      await tv.locator('.tv-ranking li').nth(1).waitFor();
      await checkFromAfar(tv, 'the result');
      await button(anna, 'Play again').click();
      await tv.locator('.tv-stage .dice-field').waitFor();
      checkSecrecy(told);
    });
  });

  test('has the kept dice in the tray, and the names that three phones do without', async () => {
    await withPeopleAt(house, [DRAWN, { ...DRAWN, size: HD }], async (anna, tv) => {
      const code = codeOf(await openRoom(anna, 'Yatzi', 'Anna'));
      const others = await house.enter(code, { moves: true });
      for (const [at, name] of ['Ben', 'Cara'].entries()) await others.ask({ type: 'sit', seat: at + 2, name });
      await tv.goto(`${house.url}/tv/${code}`);
      await tv.locator('.tv-guests', { hasText: 'Cara' }).waitFor();
      await button(anna, 'Start the match').click();
      await anna.locator('.strip-apart').waitFor();
      assert.equal(await anna.locator('.strip-seats').isVisible(), false);
      await button(anna, 'Dismiss').click(); // the tip; reactions were below it
      await anna.locator('.strip-apart .strip-react').click();
      await tv.evaluate(noteReaction);
      await anna.locator('.reaction-button').first().click();
      await tv.waitForFunction(() => globalThis.reacted);

      await anna.locator('.actions .button').first().click();
      await anna.locator('.die-button').first().click();
      await anna.locator('.actions .button.main').first().click();
      await tv.locator('.tv-news', { hasText: 'Anna keeps' }).waitFor();
      for (const size of [HD, UPRIGHT]) {
        await setSize(tv, size);
        await tv.waitForFunction(isInTray);
      }
      others.socket.destroy();
    });
  });

  test('shows the dice later than phones do, and what nobody else sees only if the host lets it in', async () => {
    await withPeopleAt(house, [{ ...DRAWN, size: SMALL }], async (tv) => {
      await checkLater(tv);
      await checkLetIn(tv);
    });
  });
});

// A reaction is seen for two seconds only.
function noteReaction() {
  const look = () => (globalThis.reacted ||= document.querySelector('.tv-players .reaction') !== null);
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}

// Dice that are hit lie there on phones first.
async function checkLater(tv) {
  const room = await house.room({ game: 'yubitsume', options: { window_ms: 30000 } });
  const guest = await house.enter(room, { moves: true });
  await tv.goto(`${house.url}/tv/${room.room}`);
  for (const [at, name] of ['Anna', 'Ben'].entries()) await guest.ask({ type: 'sit', seat: at + 1, name });
  await guest.ask({ type: 'start' });
  await tv.locator('.yubi-tray').waitFor();
  await tv.evaluate(() => {
    const tray = document.querySelector('.yubi-tray');
    new MutationObserver(() => {
      if ('shown' in tray.dataset) globalThis.shownAt ??= Date.now();
    }).observe(tray, { attributes: true });
  });
  let table = guest.messages.filter(({ type }) => type === 'table').at(-1);
  const [seat] = table.due;
  await guest.ask({ type: 'play', seat, move: 'throw', event: table.event });
  while (table.eyes[1].view.phase !== 'window') table = await guest.next('table');
  const dice = table.opened + table.eyes[1].view.shown_ms;
  const shown = await tv.waitForFunction(() => globalThis.shownAt, null, { timeout: PATIENCE_MS });
  const later = (await shown.jsonValue()) - dice;
  assert.ok(later >= 900, `${later} ms after the phones`);
  assert.equal(await tv.locator('.yubi-die').count(), 3);
  guest.socket.destroy();
}

async function checkLetIn(tv) {
  const room = await house.room({ game: 'yatzi', watching: 'none' });
  const guest = await house.enter(room, { moves: true });
  await guest.ask({ type: 'sit', name: 'Anna' });
  guest.send({ type: 'screen' });
  const { key } = await guest.next('screen');
  await guest.ask({ type: 'start' });
  await tv.goto(`${house.url}/tv/${room.room}`);
  await tv.getByText('Only the players can see it.').waitFor();
  await tv.goto(`${house.url}/tv/${room.room}/${key.toLowerCase()}`);
  await tv.locator('.tv-stage .dice-field').waitFor();
  guest.socket.destroy();
}

// ---- every game from afar ----

const PEOPLE = ['Anna', 'Benedikt', 'Chiyo', 'Maximiliane-Charlotte', 'Eva', 'Finn', 'Gitta', 'Hana'];
const MOVES = 24;

// Someone who holds all seats and makes any move, up to the first that `until` likes.
async function playAnything(guest, until) {
  let seed = 7;
  const any = (list) => list[(seed = (seed * 1103515245 + 12345) % 2147483648) % list.length];
  let table = guest.messages.filter(({ type }) => type === 'table').at(-1);
  for (let made = 0; !table.over && !until(table, made); made++) {
    const seat = table.due[0];
    const moves = seat ? table.eyes[seat].moves : [];
    if (moves.length > 0) await guest.ask({ type: 'play', seat, move: any(moves), event: table.event, after_ms: 400 });
    const latest = guest.messages.filter(({ type }) => type === 'table').at(-1);
    table = latest !== table ? latest : await guest.next('table');
  }
}

async function measureGame(tv, game, seats) {
  const room = await house.room({ game, pace_ms: 0 });
  const guest = await house.enter(room, { moves: true });
  for (let seat = 1; seat <= seats; seat++) await guest.ask({ type: 'sit', seat, name: PEOPLE[seat - 1] });
  await tv.goto(`${house.url}/tv/${room.room}`);
  await tv.locator('.tv-rules li, .tv-about').first().waitFor();
  await checkFromAfar(tv, `${game} with ${seats}, before`);
  await guest.ask({ type: 'start' });
  await playAnything(guest, (_table, made) => made >= MOVES);
  await tv.locator('.tv-stage > *, .tv-ranking').first().waitFor();
  await checkFromAfar(tv, `${game} with ${seats}, in play`);
  guest.socket.destroy();
}

const MOST_UM = 190_000; // far more cards than any asks for

describe('Crane on a big screen', () => {
  test('a count of very many cards lies over nobody', async () => {
    await withPeopleAt(house, [{ ...DRAWN, size: HD }], async (tv) => {
      const room = await house.room({ game: 'crane', pace_ms: 0 });
      const guest = await house.enter(room, { moves: true });
      for (let seat = 1; seat <= 6; seat++) await guest.ask({ type: 'sit', seat, name: PEOPLE[seat - 1] });
      await tv.goto(`${house.url}/tv/${room.room}`);
      await tv.locator('.tv-rules li').first().waitFor();
      await guest.ask({ type: 'start' });
      await playAnything(guest, ({ eyes, due }) => due[0] && eyes[due[0]].view.phase === 'grab');
      const { event, due } = guest.messages.filter(({ type }) => type === 'table').at(-1);
      await guest.ask({ type: 'play', seat: due[0], move: `grab ${MOST_UM}`, event, after_ms: 400 });
      await tv.locator('.crane-count').waitFor();
      for (const size of [HD, UPRIGHT]) {
        await setSize(tv, size);
        const over = await tv.evaluate(() => {
          const bottom = (css) =>
            Math.max(...[...document.querySelectorAll(css)].map((one) => one.getBoundingClientRect().bottom));
          return bottom('.crane-count, .crane-jackpot') - document.querySelector('.crane-seats').getBoundingClientRect().top;
        });
        assert.ok(over <= 0, `${over} pixels on ${size.width} by ${size.height}`);
      }
      guest.socket.destroy();
    });
  });
});

const GAMES = { yatzi: [1, 4, 8], yucatan: [2, 5], bossa: [2], yubitsume: [2, 5], crane: [2, 6] };
const LANGUAGES = ['en', 'de', 'nl', 'ja'];

describe('from four metres', { skip: !LONG }, () => {
  for (const language of LANGUAGES)
    test(`everything can be read in ${language}`, async () => {
      const tv = await person(house, { size: SMALL, settings: { table: 'drawn', language } });
      for (const [game, counts] of Object.entries(GAMES)) for (const seats of counts) await measureGame(tv, game, seats);
      assert.deepEqual(tv.complaints, []);
      await tv.context().close();
    });
});
