// workers.test.mjs: who thinks in the page: workers that learn games while the page and its house go on, without a network,
// over plain HTTP, and on a device that is full. Run with `node --test`; KNOBEL names the program, built with its page.
// Needs the games: yatzi yucatan
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  LAN_NAME,
  button,
  checkAccess,
  closeBrowser,
  move,
  openBrowser,
  person,
  sitDown,
  yatziTurn,
  yatziTurns,
} from './browser.mjs';
import { House } from '../server/serving.mjs';

const FLAGS = ['--rooms-per-hour', '1000'];
const BOXES = 13;
const LEARNT_MS = 90_000; // for a solver on a machine with much else to do

before(openBrowser);
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

// Someone whose rooms are on the device, and who sees how far learning is: every word of it is remembered.
async function atHome(house, options = {}) {
  const page = await person(house, { settings: { house: 'here' }, ...options });
  await watchLearning(page);
  return page;
}

async function watchLearning(page) {
  await page.evaluate(() => {
    window.learnt = [];
    new MutationObserver(() => {
      const now = document.querySelector('.learner')?.textContent;
      if (now && window.learnt.at(-1) !== now) window.learnt.push(now);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

const whatWasLearnt = (page) => page.evaluate(() => window.learnt.splice(0));

// The page is opened again; what it learns is seen. Against the same bot, a turn each.
async function visitAgain(page, game, level) {
  await page.goto(new URL('/', page.url()).href);
  await watchLearning(page);
  await against(page, game, level, { isKnown: true });
  await yatziTurn(page);
  await itsTurnAgain(page);
  return whatWasLearnt(page);
}

// The solutions that the browser has stored: how many there are. One byte of each is changed, if that is wanted.
const storedSolutions = (page, damage = false) =>
  page.evaluate(async (alter) => {
    const answer = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await answer(indexedDB.open('knobel.solutions'));
    const store = database.transaction('solutions', 'readwrite').objectStore('solutions');
    const all = await answer(store.getAll());
    for (const one of alter ? all : []) {
      one.solved[one.solved.length >> 1] ^= 1;
      await answer(store.put(one));
    }
    database.close();
    return all.length;
  }, damage);

// The page is on the device: its service worker has all files.
const hasStayed = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

// Without a house, and without a network.
async function cutOff(page, house) {
  await house.close('SIGKILL');
  await page.context().setOffline(true);
}

// A room with a bot of that level that moves at once. Whose name is known sits already.
async function against(page, game, level, { isKnown = false, inLobby = async () => {} } = {}) {
  await button(page, `With friends: open a room for ${game}`).click();
  if (isKnown) await page.locator('.place.mine').first().waitFor();
  else await sitDown(page, 'Anna');
  await inLobby();
  await button(page, 'Add a bot').click();
  await page.getByLabel(/^Level of the bot/).selectOption(level);
  await page.locator('summary', { hasText: 'This room' }).click();
  await page.getByLabel('Bots think for up to').selectOption('0');
  await button(page, 'Start the match').click();
}

// The bot has had its first turn: the person may throw again.
const itsTurnAgain = (page) => move(page, 'throw').waitFor({ timeout: LEARNT_MS });

describe('without a network', () => {
  test('Yatzi against the best: it learns while the page goes on, shows how far it is, and has learnt it for the next match', async () => {
    const house = await House.open(FLAGS);
    const anna = await atHome(house, { stays: true });
    await hasStayed(anna);
    await cutOff(anna, house);
    await against(anna, 'Yatzi', 'best');
    await yatziTurn(anna);
    await anna.locator('.learner').waitFor({ timeout: LEARNT_MS });
    await checkAccess(anna, 'a bot that learns');
    // The house answers meanwhile: what is said in the room comes back from there.
    const began = await whatWasLearnt(anna);
    assert.match(began[0], /^Best bot is learning the game: \d+%$/);
    await button(anna, /^Chat/).first().click();
    const talk = anna.getByLabel('Say something');
    await talk.fill('Take your time');
    await talk.press('Enter');
    await anna.getByText('Take your time').first().waitFor();
    await anna.keyboard.press('Escape');
    await itsTurnAgain(anna);
    const rest = await whatWasLearnt(anna);
    assert.ok(began.length + rest.length > 2, `it is told on the way: ${[...began, ...rest]}`);
    // What the best would do, too: nothing is left to be learnt for that.
    await move(anna, 'throw').click();
    await button(anna, 'Table menu').click();
    await button(anna, 'Hint').click();
    await button(anna, 'Show the best moves').click();
    await anna.locator('.hints li').nth(2).waitFor();
    await button(anna, 'Show all values').click();
    await anna.locator('.hints li').nth(3).waitFor();
    await anna.keyboard.press('Escape');
    await anna.goBack();
    await against(anna, 'Yatzi', 'best', { isKnown: true });
    await yatziTurn(anna);
    await itsTurnAgain(anna);
    assert.deepEqual(await whatWasLearnt(anna), []);
    // Nor at the next visit, unless what was stored is damaged.
    assert.equal(await storedSolutions(anna), 1);
    assert.deepEqual(await visitAgain(anna, 'Yatzi', 'best'), []);
    await storedSolutions(anna, true);
    assert.notDeepEqual(await visitAgain(anna, 'Yatzi', 'best'), []);
    assert.deepEqual(anna.complaints, []);
    await anna.context().close();
  });

  test('Yu-C-A-Tan against the best', async () => {
    const house = await House.open(FLAGS);
    const anna = await atHome(house, { stays: true });
    await hasStayed(anna);
    await cutOff(anna, house);
    await against(anna, 'Yu-C-A-Tan', 'best');
    for (let turn = 0; turn < 2; turn++) {
      await anna.locator('[data-move]').first().click({ timeout: LEARNT_MS });
      await move(anna, 'stop')
        .or(anna.locator('.strip-seat.due', { hasText: 'Best' }))
        .first()
        .waitFor();
      if (await move(anna, 'stop').count()) await move(anna, 'stop').click();
      await anna.locator('.strip-seat.due', { hasText: 'You' }).waitFor({ timeout: LEARNT_MS });
    }
    assert.deepEqual(anna.complaints, []);
    await anna.context().close();
  });
});

// A disk that can be made full: in the worker with the house, before all else.
const FULL = `{
  const put = IDBObjectStore.prototype.put;
  let full = false;
  const channel = new BroadcastChannel('disk');
  channel.onmessage = ({ data }) => { full = data === 'full'; channel.postMessage('so it is'); };
  IDBObjectStore.prototype.put = function (...all) {
    if (full) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, all);
  };
}`;

const become = (page, how) =>
  page.evaluate(
    (now) =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel('disk');
        channel.onmessage = resolve;
        channel.postMessage(now);
      }),
    how,
  );

describe('where not all is as it should be', () => {
  test('over plain HTTP: rooms on the device, a bot that learns, the envelope; and it is said what does not work', async () => {
    const house = await House.open(FLAGS);
    const anna = await atHome(house, { host: LAN_NAME });
    assert.equal(await anna.evaluate(() => isSecureContext || 'serviceWorker' in navigator), false);
    // What will be wanted later is fetched while there is a network.
    const prepared = anna.waitForResponse(/\/knobel-[^/]*\.wasm$/, { timeout: LEARNT_MS });
    await against(anna, 'Yatzi', 'strong', { inLobby: () => anna.getByText('Keep this page open').waitFor() });
    await move(anna, 'throw').waitFor();
    await prepared;
    await cutOff(anna, house);
    await yatziTurns(anna, BOXES, { ms: LEARNT_MS });
    await anna.locator('.ranking li').nth(1).waitFor();
    await button(anna, 'Open the envelope').click();
    await anna.getByText(/All \d+ rolls check/).waitFor({ timeout: LEARNT_MS });
    assert.deepEqual(anna.complaints, []);
    await anna.context().close();
  });

  test('thinkers that cannot be had: after three of them the house thinks by itself', async () => {
    const house = await House.open(FLAGS);
    const anna = await atHome(house);
    let stopped = 0;
    await anna.route('**/thinker-*.js', (route) => {
      stopped++;
      return route.abort();
    });
    await against(anna, 'Yatzi', 'regular');
    await yatziTurn(anna);
    await itsTurnAgain(anna);
    assert.equal(stopped, 3);
    assert.deepEqual(anna.complaints, []);
    await anna.context().close();
    await house.close();
  });

  test('a device that is full: that is said, nothing is lost, and the match goes on when there is room', async () => {
    const house = await House.open(FLAGS);
    const anna = await atHome(house);
    await anna.route('**/house-*.js', async (route) => {
      const script = await (await route.fetch()).text();
      await route.fulfill({ body: FULL + script, contentType: 'text/javascript' });
    });
    await button(anna, 'Play now: Yatzi, against bots').click();
    await yatziTurn(anna);
    await itsTurnAgain(anna);
    await become(anna, 'full');
    await move(anna, 'throw').click();
    await anna.getByText('no space left to save the match').first().waitFor();
    assert.equal(await move(anna, 'fill').count(), 0);
    await become(anna, 'empty');
    await move(anna, 'fill').waitFor();
    assert.deepEqual(anna.complaints, []);
    await anna.context().close();
    await house.close();
  });
});
