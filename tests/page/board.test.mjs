// board.test.mjs: the board of the day in the page: agreed to before anything is sent, one place for each device, one entry
// per person, sent later without a network. Run with `node --test`; KNOBEL names the program, built with its page.
// Needs the games: yucatan yatzi
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { DESK, PATIENCE_MS, button, checkAccess, closeBrowser, move, openBrowser, person } from './browser.mjs';
import { HUGE, setScale, setSize } from './type.mjs';
import { House } from '../server/serving.mjs';
import { board } from '../server/daily.mjs';

const FLAGS = ['--rooms-per-hour', '1000'];
const ROUNDS = 4;
const PHONE = { width: 390, height: 844 };

let house;
before(async () => {
  await openBrowser();
  house = await House.open(FLAGS);
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

// ---- hands ----

const today = (page) =>
  page.evaluate(() => {
    const two = (n) => String(n).padStart(2, '0');
    const now = new Date();
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  });

const onBoard = async (page, at = house) => board(at, { game: 'yucatan', of: await today(page) });

async function playToday(page, card) {
  await page.getByRole('region', { name: "Today's dice" }).getByRole('button', { name: 'Yu-C-A-Tan' }).click();
  for (let turn = 0; turn < ROUNDS; turn++) {
    await move(page, `pick ${card}`).click();
    await page.locator(`[data-move="stop"], .outcome, [data-rest]`).first().waitFor();
    if (await move(page, 'stop').count()) await move(page, 'stop').click();
    if (turn < ROUNDS - 1) await move(page, 'stop').waitFor({ state: 'detached' });
  }
  await page.getByRole('region', { name: 'Board of the day' }).waitFor();
}

const entry = (page) => page.getByRole('region', { name: 'Board of the day' });
const rows = (page) =>
  page
    .locator('.board-list tbody tr')
    .evaluateAll((all) =>
      all.map((row) => ({ name: row.querySelector('bdi')?.textContent, mine: row.matches('[aria-current]') })),
    );

async function until(what, look) {
  for (const began = Date.now(); !(await look()); await new Promise((resolve) => setTimeout(resolve, 100)))
    if (Date.now() - began > PATIENCE_MS) throw new Error(`waited for: ${what}`);
}

async function done(...people) {
  for (const page of people) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
}

// ---- tests ----

describe('the board of the day', () => {
  let anna;
  let ben;
  before(async () => {
    anna = await person(house, { size: PHONE });
    ben = await person(house, { size: DESK, settings: { name: 'Ben', light: 'evening' } });
  });
  after(() => done(anna, ben));

  test('nothing is sent before somebody agrees to what will be shown', async () => {
    const day = await today(anna);
    await anna.evaluate(
      (last) => localStorage.setItem('knobel.streak', JSON.stringify({ last, days: 4, best: 9 })),
      yesterday(day),
    );
    await playToday(anna, 'odd');
    await entry(anna)
      .getByText(/Your name and your score of \d+ points? will be shown to everyone/)
      .waitFor();
    assert.equal((await onBoard(anna)).count, 0);
    assert.ok(await button(anna, 'Put it on the board').isDisabled(), 'without a name');
    await checkAccess(anna, 'the way onto the board');
    await entry(anna).getByLabel('Your name').fill('Anna');
    await button(anna, 'Put it on the board').click();
    await entry(anna).getByText('Your place: 1, of 1 player.').waitFor();
    const seen = await onBoard(anna);
    assert.deepEqual([seen.count, seen.entries[0].name, seen.entries[0].live], [1, 'Anna', true]);
  });

  test('the other device: each has one place, and its own is marked', async () => {
    await playToday(ben, 'even');
    await button(ben, 'Put it on the board').click();
    await entry(ben)
      .getByText(/Your place: \d, of 2 players\./)
      .waitFor();
    await entry(ben).getByRole('link', { name: 'See the board' }).click();
    await ben.locator('.board-list tr').nth(2).waitFor();
    assert.deepEqual((await rows(ben)).map(({ name, mine }) => [name, mine]).sort(), [
      ['Anna', false],
      ['Ben', true],
    ]);
    await ben.getByText(/Perfect player: \d+/).waitFor();
    await checkAccess(ben, 'the board in the evening');
    await setSize(ben, PHONE);
    await setScale(ben, HUGE);
    await ben.reload();
    await ben.getByText(/Perfect player: \d+/).waitFor();
    const heights = await ben.locator('.spread text').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    assert.ok(heights.length === 4 && Math.min(...heights) > 24, `words in the picture grow with the text: ${heights}`);
    await setScale(ben, 1);
    await setSize(ben, DESK);
    await anna.goto(house.url);
    await anna.getByRole('link', { name: 'Board of the day' }).click();
    await anna.getByRole('link', { name: 'Yu-C-A-Tan' }).click();
    await anna.locator('.board-list tr').nth(2).waitFor();
    assert.deepEqual((await rows(anna)).map(({ name, mine }) => [name, mine]).sort(), [
      ['Anna', true],
      ['Ben', false],
    ]);
    await anna.getByText('5 days in a row on this device · best: 9').waitFor();
    await anna.getByText(/Perfect player: \d+/).waitFor();
    await checkAccess(anna, 'the board');
    const [wide, view] = await anna.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= view, 'nothing sticks out');
  });

  test('yesterday and the other game have boards of their own', async () => {
    await button(anna, 'Previous day').click();
    await anna.getByRole('heading', { name: 'Yesterday' }).waitFor();
    await anna.getByText('Nobody is on this board yet.').waitFor();
    assert.equal(await button(anna, "Play today's dice").count(), 0);
    await button(anna, 'Next day').click();
    await anna.getByRole('heading', { name: 'Today' }).waitFor();
    assert.ok(await button(anna, 'Next day').isDisabled());
    await anna.getByRole('link', { name: 'Yatzi' }).click();
    await button(anna, "Play today's dice").waitFor();
  });

  test('a second try is not asked for', async () => {
    await ben.goBack();
    await button(ben, 'Play again').click();
    for (let turn = 0; turn < ROUNDS; turn++) {
      await move(ben, 'pick odd').click();
      await ben.locator(`[data-move="stop"], .outcome, [data-rest]`).first().waitFor();
      if (await move(ben, 'stop').count()) await move(ben, 'stop').click();
      if (turn < ROUNDS - 1) await move(ben, 'stop').waitFor({ state: 'detached' });
    }
    await ben.getByText('Your first try is the one that counts.').waitFor();
    assert.equal(await entry(ben).count(), 0);
    assert.equal((await onBoard(ben)).count, 2);
  });
});

describe('the board without a network', () => {
  test('a result waits on the device and is sent when the server is back', async () => {
    const own = await House.open(FLAGS);
    const eva = await person(own, { size: PHONE, stays: true, settings: { name: 'Eva', house: 'here' } });
    await eva.getByRole('link', { name: 'Board of the day' }).waitFor(); // it has heard that there is one
    await eva.route('**/api/board', (route) => route.abort());
    await playToday(eva, 'odd');
    await button(eva, 'Put it on the board').click();
    await entry(eva)
      .getByText(/Your result is sent as soon as the server can be reached/)
      .waitFor();
    assert.equal((await onBoard(eva, own)).count, 0);
    await eva.unroute('**/api/board');
    await eva.goto(own.url); // any screen sends what waits
    await until('the result', async () => (await onBoard(eva, own)).count === 1);
    const [{ name, live }] = (await onBoard(eva, own)).entries;
    assert.deepEqual([name, live], ['Eva', false]);
    await eva.goto(`${own.url}/board#game=yucatan`);
    await eva.getByText('on a device', { exact: true }).waitFor();
    await done(eva);
    await own.close();
  });

  test('a server without a board: no word of it', async () => {
    const own = await House.open(['--no-board']);
    const eva = await person(own, { size: PHONE, settings: { name: 'Eva' } });
    await eva.getByRole('button', { name: 'Play now: Yatzi, against bots' }).waitFor();
    assert.equal(await eva.getByRole('link', { name: 'Board of the day' }).count(), 0);
    await eva.goto(`${own.url}/board`);
    await eva.getByText('This server keeps no board.').waitFor();
    await done(eva);
    await own.close();
  });
});

function yesterday(day) {
  return new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
