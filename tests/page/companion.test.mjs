// companion.test.mjs: with the real game: each game played to its end on one device with two seats, Yatzi also with a
// device each; what was entered wrongly is corrected, or refused with the reason. One match is played without a network. Run
// with `node --test`; KNOBEL names the program, built with its page. Where SHOTS names a folder, pictures are left there.
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  DESK,
  PATIENCE_MS,
  PHONE,
  button,
  checkAccess,
  closeBrowser,
  openBrowser,
  person,
  sitDown,
  withPeopleAt,
} from './browser.mjs';
import { steps } from './play.mjs';
import { House } from '../server/serving.mjs';

const TITLES = {
  yatzi: 'Yatzi',
  yucatan: 'Yu-C-A-Tan',
  bossa: 'Bossa 坊茶',
  yubitsume: 'Yubitsume',
  crane: 'Tactile Crane Championship',
};
const MATCH_MS = 600_000; // a match that takes so long has stopped

let house;
before(async () => {
  house = await House.open(['--rooms-per-hour', '1000', '--requests-per-second', '500']);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await house.close();
});

const phone = (more = {}) => ({ size: PHONE, settings: { table: 'drawn', light: 'day', ...more } });
const desk = (more = {}) => ({ size: DESK, settings: { table: 'drawn', light: 'evening', ...more } });
const has = (page, css) => page.evaluate((one) => document.querySelector(one) !== null, css);
const shot = (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });

// Press something, inside the page; false: it has gone meanwhile.
async function press(page, css) {
  const target = page.locator(`:is(${css}):visible`).first();
  let why;
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    if (!(await target.isVisible())) return false;
    why = await target.dispatchEvent('click', {}, { timeout: 2000 }).then(
      () => null,
      (error) => error,
    );
    if (!why) return true;
  }
  throw why;
}

// Everybody around one device: through the door on the shelf.
async function around(page, game, names = ['Anna', 'Ben']) {
  await shot(page, `${game}-shelf`);
  await button(page, `With the real game: ${TITLES[game]}`).click();
  for (const [at, name] of names.entries()) {
    if (at >= 2) await button(page, 'Add a player').click();
    await page.getByLabel(`Name of player ${at + 1}`).fill(name);
  }
  await shot(page, `${game}-door`);
  if (page.looksAtDoor) await checkAccess(page, 'the door');
  await button(page, 'Start').click();
  await page
    .locator('.strip-seat')
    .nth(names.length - 1)
    .waitFor();
}

// ---- hands: each does one thing if there is something to do ----

// Dice are read out by a die that falls the same way in every run and, unlike a short row of numbers over and over, never
// lets a match go in circles: with one that came round every six throws nobody ever won at Crane if it began at a wrong place.
let turned = 1;
const die = () => 1 + Math.floor(((turned = (turned * 48271) % 0x7fffffff) / 0x7fffffff) * 6);

async function tapDice(page, count, faces = []) {
  for (let n = 0; n < count; n++)
    await page
      .locator('.tapin-pad button')
      .nth((faces[n] ?? die()) - 1)
      .click();
}

const PAD = '.tapin-pad button:not(:disabled)';

// Any dice, as long as some are missing: the last ones may be on their way, and the pad about to go.
async function tapOn(page) {
  const missing = await page.locator('.tapin-told li').count();
  for (let n = 0; n < missing; n++) if (!(await press(page, `.tapin-pad button:nth-child(${die()})`))) break;
  return true;
}

async function yatzi(page) {
  if (await has(page, '.picked')) return press(page, '.actions .button.main');
  if (await has(page, '.yatzi-row.open, .yatzi-cell')) return press(page, '.yatzi-row.open, .yatzi-cell');
  if (!(await has(page, PAD))) return false;
  return tapOn(page);
}

async function yucatan(page) {
  if (await has(page, PAD)) {
    // As few as are left: the pad goes away with the last.
    for (let n = 0; n < 12 && (await has(page, PAD)); n++) await page.keyboard.press(String(die()));
    return true;
  }
  const picked = 'button.yucatan-card.picked',
    stop = '.actions .button:nth-last-child(2):not([aria-disabled=true])';
  if (await has(page, picked)) return press(page, picked);
  return press(page, (await has(page, stop)) ? stop : 'button.yucatan-card');
}

async function bossa(page) {
  if (await has(page, '.handover')) return press(page, '.handover .button');
  if (await has(page, '.bossa-declare-die, .bossa-declare-tile:enabled'))
    return press(page, `.bossa-declare-die:nth-child(${die()}), .bossa-declare-tile:enabled`);
  return steps.bossa(page);
}

async function yubitsume(page) {
  if (await has(page, '.yubi-judge-seats')) {
    const settle = await has(page, '.yubi-judge-else .button.main');
    return settle ? press(page, '.yubi-judge-else .button.main') : press(page, '.yubi-judge-seats .button');
  }
  if (await has(page, '.yubi-declare-wood')) return press(page, '.yubi-declare-wood:nth-child(2)');
  if (await has(page, '.yubi-ring-names button')) return press(page, '.yubi-ring-names button');
  if (!(await has(page, PAD))) return false;
  return tapOn(page);
}

// Nothing is entered before what was entered last is dealt with, so that nothing is tapped twice or into the void.
const gone = (page, css) => page.locator(css).first().waitFor({ state: 'detached' });

async function crane(page) {
  if (await has(page, '.crane-choose')) {
    await page.locator('.crane-choose').first().click();
    await gone(page, '.crane-choose');
    return true;
  }
  if (await has(page, '.crane-bank')) {
    // Of two, one may have only a single kind of bet cards left.
    for (const group of [...(await page.locator('.crane-bank-bet').all()), page.locator('.crane-bank-count')]) {
      const left = group.locator('button:not(:disabled)');
      await left.nth(die() % (await left.count())).click();
    }
    await page.locator('.crane-bank .button.main').click();
    await gone(page, '.crane-bank');
    return true;
  }
  if (!(await has(page, '.crane-numbers'))) return false;
  // The box has two of each card: another one every time.
  const card = (page.cards = (page.cards ?? -1) + 1);
  await page
    .locator('.crane-numbers button')
    .nth(3 + (card % 7))
    .click();
  await page
    .locator('.crane-fingers button')
    .nth(card % 4)
    .click();
  await gone(page, '.crane-numbers');
  return true;
}

const hands = { yatzi, yucatan, bossa, yubitsume, crane };

async function playOut(people, hand, until = (page) => has(page, '.outcome')) {
  for (const end = Date.now() + MATCH_MS; Date.now() < end;) {
    if (await until(people[0])) return;
    let done = false;
    for (const page of people) done = (await hand(page)) || done;
    if (!done) await people[0].waitForTimeout(100);
  }
  await shot(people[0], 'stuck');
  throw new Error(`the match does not go on: ${await people[0].locator('.table-main').innerText()}`);
}

// At the end the page says what is yours and what can be checked: `thrown` by the house.
async function checkEnd(page, game, thrown = 0) {
  await page.getByText('You used your own dice.').waitFor();
  await button(page, 'Open the envelope').click();
  const words = page.locator('.envelope-words');
  await words.getByText(/You entered \d+ dice, tiles or cards from the real game/).waitFor();
  const said = await words.innerText();
  assert.equal(/All (\d+) rolls check/.exec(said)?.[1], thrown ? String(thrown) : undefined, `${game}: what the house threw`);
  await shot(page, `${game}-end`);
}

const withPeople = (options, doing) => withPeopleAt(house, options, doing);

// ---- one device for all ----

describe('one device for all', { concurrency: false }, () => {
  for (const game of Object.keys(TITLES))
    test(`${game} to its end`, () =>
      withPeople([game === 'bossa' ? desk() : phone()], async (page) => {
        await around(page, game);
        if (game === 'yatzi') await button(page, 'Let the house throw').click(); // an exception: five dice
        let steps = 0;
        await playOut([page], async (one) => {
          if (process.env.SHOTS && steps++ < 14) await shot(one, `${game}-${String(steps).padStart(2, '0')}`);
          return hands[game](one);
        });
        await checkEnd(page, game, game === 'yatzi' ? 5 : 0);
        await checkAccess(page, `${game}, over`);
      }));
});

// ---- corrections ----

const totals = (page) =>
  page.locator('.strip-seat').evaluateAll((seats) => seats.map((seat) => Number(/\d+/.exec(seat.textContent)?.[0])));

// Through the log, which lies beside a wide table and over a narrow one.
async function openCorrection(page, sentence) {
  if (!(await has(page, '.match-log'))) await button(page, 'History').click();
  await page.locator('.log-line', { hasText: sentence }).last().getByRole('button').click();
  await page.getByRole('dialog', { name: 'Correct an entry' }).waitFor();
}

const sheet = (page) => page.getByRole('dialog', { name: 'Correct an entry' });

describe('what was entered wrongly', { concurrency: false }, () => {
  test('Yatzi, a device each: a die, a box, and what no longer fits; everybody sees it', () =>
    withPeople([phone(), desk()], async (anna, ben) => {
      await button(anna, 'With the real game: Yatzi').click();
      await button(anna, 'One device each').click();
      await sitDown(anna, 'Anna');
      await ben.goto(anna.url());
      await sitDown(ben, 'Ben');
      await button(anna, 'Start the match').click();
      await ben.locator('.strip-seat').first().waitFor();
      assert.equal(await has(ben, '.tapin'), false, 'only who throws taps in');
      await tapDice(anna, 5, [4, 4, 4, 1, 2]);
      await anna.locator('.yatzi-row.open', { hasText: 'Fours' }).click();
      await anna.locator('.actions .button.main:visible').click();
      // Ben by keyboard: one mistyped and taken away, then thrown again with two fives kept.
      await ben.locator('.tapin-pad').waitFor();
      for (const key of ['5', '6', 'Backspace', '5', '1', '2', '3']) await ben.keyboard.press(key);
      for (const label of ['Die 1: 5', 'Die 2: 5']) await ben.getByRole('button', { name: label }).click();
      for (const key of ['5', '5', '6']) await ben.keyboard.press(key);
      await ben.locator('.log-line', { hasText: 'Ben keeps 5 5' }).waitFor();
      await anna.waitForFunction(() => /12/.test(document.querySelector('.strip-seat').textContent));
      assert.deepEqual(await totals(anna), [12, 0]);

      // A die: Ben corrects what Anna has entered.
      await openCorrection(ben, 'throws 4 4 4 1 2');
      await shot(ben, 'correct-0');
      await checkAccess(ben, 'a correction');
      await sheet(ben).getByRole('group', { name: 'Which one is wrong?' }).getByRole('button').nth(4).click();
      await shot(ben, 'correct-die');
      await sheet(ben).getByRole('group', { name: 'What it should be' }).getByRole('button', { name: '4' }).click();
      await sheet(ben).waitFor({ state: 'detached' });
      for (const page of [anna, ben])
        await page.waitForFunction(() => /16/.test(document.querySelector('.strip-seat').textContent));

      // A box, at the other device.
      await openCorrection(anna, 'Anna scores');
      await sheet(anna).getByRole('button', { name: 'chance', exact: false }).click();
      await sheet(anna).waitFor({ state: 'detached' });
      for (const page of [anna, ben])
        await page.waitForFunction(() => /17/.test(document.querySelector('.strip-seat').textContent));

      // Two fives were kept: there must have been two.
      await openCorrection(ben, 'Ben throws 5 5 1 2 3');
      await sheet(ben).getByRole('group', { name: 'Which one is wrong?' }).getByRole('button', { name: '5' }).first().click();
      await sheet(ben).getByRole('group', { name: 'What it should be' }).getByRole('button', { name: '1' }).click();
      await sheet(ben).getByText('That conflicts with a later entry').waitFor();
      await shot(ben, 'correct-refused');
      await sheet(ben).getByRole('button', { name: 'Close' }).click();
      assert.deepEqual(await totals(ben), [17, 0]);

      await anna.locator('dialog [aria-label=Close]').click(); // the log, on a phone
      await playOut([anna, ben], yatzi);
      await checkEnd(anna, 'yatzi-two');
    }));

  test('Yubitsume, without a network: dice and a verdict', async () => {
    const own = await House.open([]);
    const page = await person(own, { ...phone(), stays: true });
    try {
      await page.evaluate(() => navigator.serviceWorker.ready);
      await own.close('SIGKILL');
      await page.context().setOffline(true);
      page.looksAtDoor = true;
      await around(page, 'yubitsume', ['Anna', 'Ben', 'Cleo']);
      await tapDice(page, 3, [1, 4, 5]); // 1 skull, 2 banknotes, 2 cleavers: the first is alone
      await page.getByText('One die was unique: die 1.').waitFor();
      await checkAccess(page, 'the judge');
      await page.locator('.yubi-judge-seats').getByRole('button', { name: 'Cleo' }).click();
      const fingers = (left) => page.getByRole('img', { name: `Anna: ${left} fingers left, 0 rings` }).waitFor();
      await fingers(4);
      // It was Anna.
      await openCorrection(page, 'Safe: Cleo');
      await sheet(page).getByRole('button', { name: 'Safe: Anna', exact: true }).click();
      await sheet(page).waitFor({ state: 'detached' });
      await fingers(5);
      await page.locator('dialog [aria-label=Close]').click();
      await page.getByRole('img', { name: 'Cleo: 4 fingers left, 0 rings' }).waitFor();
      // And the second die was something else, so that all should have kept still: Anna alone did.
      await openCorrection(page, '1 skull');
      await sheet(page).getByRole('group', { name: 'Which one is wrong?' }).getByRole('button').nth(1).click();
      await sheet(page).getByRole('group', { name: 'What it should be' }).getByRole('button', { name: '1 banknote' }).click();
      await sheet(page).waitFor({ state: 'detached' });
      await fingers(5);
      assert.deepEqual(page.complaints, []);
    } finally {
      await page.context().close();
    }
  });
});
