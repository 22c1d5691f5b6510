// companion.test.mjs: with the real game: each game played to its end on one device with two seats, Yatzi also with a
// device each; what was entered wrongly is corrected, or refused with the reason. One match is played without a network. Run
// with `node --test`; KNOBEL names the program, built with its page. Where SHOTS names a folder, pictures are left there.
// Needs the games: yatzi yucatan bossa yubitsume crane
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
  watched,
  withPeopleAt,
} from './browser.mjs';
import { House } from '../server/serving.mjs';
import { TITLES } from './titles.mjs';

const BOXES = 13;
const FINGERS = 8; // presses

let house;
before(async () => {
  house = await House.open(['--rooms-per-hour', '1000', '--requests-per-second', '500']);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

const phone = (more = {}) => ({ size: PHONE, settings: { table: 'drawn', light: 'day', ...more } });
const desk = (more = {}) => ({ size: DESK, settings: { table: 'drawn', light: 'evening', ...more } });
const has = (page, css) => page.evaluate((one) => document.querySelector(one) !== null, css);
const shot = (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });

// Everyone around one device: through the door on the shelf.
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

async function tapDice(page, faces) {
  for (const face of faces)
    await page
      .locator('.tapin-pad button')
      .nth(face - 1)
      .click();
}

// ---- hands ----

// A hand for one game, inside the page: `hand.next()` is what to press now, null if there is nothing; `hand.playOn()` presses
// one thing after the other, to the end of the match.
function growHand({ game, rolls, patience }) {
  // Dice are read out by a die that falls the same way in every run and, unlike a short row of numbers over and over, never
  // lets a match go in circles: with one that came round every six throws nobody ever won at Crane if it began at a wrong place.
  let turned = 1;
  const die = () => 1 + Math.floor(((turned = (turned * 48271) % 0x7fffffff) / 0x7fffffff) * 6);

  let isLaidOut = true;
  const isSeen = (one) => !isLaidOut || one.checkVisibility({ visibilityProperty: true });
  const all = (css, within = document) => [...within.querySelectorAll(css)].filter((one) => !one.disabled && isSeen(one));
  const first = (...some) => some.map((css) => all(css)[0]).find(Boolean) ?? null;
  const dice = () => first(rolls ? '.tapin-roll' : `.tapin-pad button:nth-child(${die()})`);

  const yatzi = () => (first('.picked') ? first('.actions .button.main') : (first('.yatzi-row.open, .yatzi-cell') ?? dice()));

  // What the card asks for: six numbers, three shapes or three colours.
  const side = () => first(`.tapin-pad button:nth-child(${1 + (die() % all('.tapin-pad button').length || 0)})`);
  const yucatan = () =>
    (rolls ? dice() : side()) ??
    first('button.yucatan-card.picked', '.actions .button:nth-last-child(2):not([aria-disabled=true])', 'button.yucatan-card');

  const bossa = () =>
    first(
      '.handover .button',
      `.bossa-declare-die:nth-child(${die()})`,
      '.bossa-declare-tile',
      '.bossa-option',
      '.bossa-go',
      '.bossa-ways button[aria-pressed=false]',
      'button.bossa-place',
    ) ?? bossaMarker();
  // A marker, then the tile to give, and with an exchange one of the other hand to take.
  const bossaMarker = () => {
    if (!first('button.bossa-marker[aria-pressed=true]')) return first('button.bossa-marker');
    const open = ['.bossa-own', '.bossa-other'].filter((own) => !first(`${own} button.bossa-hand-tile[aria-pressed=true]`));
    return first(...open.map((own) => `${own} button.bossa-hand-tile`));
  };

  const yubitsume = () =>
    first(
      '.yubi-judge-else .button.main',
      '.yubi-judge-seats .button',
      '.yubi-declare-wood:nth-child(2)',
      '.yubi-ring-names button',
    ) ?? dice();

  // What of several groups has none chosen yet, and then `last`.
  const choose = (groups, pick, last) => {
    const open = groups.find((group) => !group.querySelector('[aria-pressed=true]'));
    return open ? pick(all('button', open)) : first(last);
  };
  let cards = 0;
  const crane = () => {
    // Of two, one may have only a single kind of bet cards left.
    if (first('.crane-bank'))
      return choose(all('.crane-bank-bet, .crane-bank-count'), (some) => some[die() % some.length], '.crane-bank .button.main');
    // The box has two of each card: another one every time.
    const [number] = all('.crane-numbers');
    if (!number) return first('.crane-choose');
    if (!number.querySelector('[aria-pressed=true]')) return all('button', number)[3 + (cards % 7)] ?? null;
    return all('.crane-fingers button')[cards++ % 4] ?? null;
  };

  const next = { yatzi, yucatan, bossa, yubitsume, crane }[game];

  let changes = 0;
  let wake = () => {};
  const noteChange = () => {
    changes++;
    wake();
  };
  new MutationObserver(noteChange).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const pause = (ms) => new Promise((go) => setTimeout(go, ms));
  const change = (ms) =>
    new Promise((go) => {
      wake = go;
      setTimeout(go, ms);
    });
  const isOver = () => document.querySelector('.outcome') !== null;
  // What was pressed last is answered when the page has changed and the thing itself has, or has gone; a face of a die stays.
  let last = null;
  const isAnswered = () =>
    last === null ||
    performance.now() > last.until || // nobody minded: look anew
    (changes > last.changes && (last.isFace || !last.one.isConnected || last.one.outerHTML !== last.html));
  // What there is to press now, as soon as there is something and the page has come to rest; null: the match is over.
  const target = async () => {
    for (const end = performance.now() + patience; performance.now() < end;) {
      const before = changes;
      await pause(4);
      if (isOver()) return null;
      if (before !== changes) continue;
      const one = isAnswered() ? next() : null;
      if (!one) {
        await change(50);
        continue;
      }
      const isFace = one.closest('.tapin-pad') !== null;
      last = { one, changes, isFace, html: one.outerHTML, until: performance.now() + 1000 };
      return one;
    }
    throw new Error(`the match does not go on: ${document.querySelector('.table-main').textContent}`);
  };
  // What nobody looks at has no place meanwhile, which saves half of the work.
  const playOn = async () => {
    const { style } = document.documentElement;
    style.display = 'none';
    isLaidOut = false;
    for (let one; (one = await target());) one.click();
    style.display = '';
  };
  window.hand = { target, playOn };
}

// To the end: the first few presses by finger, the others inside the page.
async function playOut(page, game, { fingers = 0, rolls = false }) {
  await page.evaluate(growHand, { game, rolls, patience: PATIENCE_MS });
  for (let presses = 0; presses < fingers; presses++) {
    if (process.env.SHOTS) await shot(page, `${game}-${String(presses).padStart(2, '0')}`);
    const found = await page.evaluateHandle(() => window.hand.target());
    await found.asElement().click();
  }
  await page.evaluate(() => window.hand.playOn());
  await page.locator('.outcome').waitFor();
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
  let page;
  before(async () => {
    page = await person(house, phone({ light: 'system' }));
  });
  after(() => page.context().close());
  for (const game of Object.keys(TITLES))
    test(`${game} to its end`, () =>
      watched([page], async () => {
        await page.setViewportSize(game === 'bossa' ? DESK : PHONE);
        await page.emulateMedia({ colorScheme: game === 'bossa' ? 'dark' : 'light' });
        if (new URL(page.url()).pathname !== '/') await page.getByRole('link', { name: 'Home' }).click();
        await around(page, game);
        if (game === 'yatzi') await button(page, 'Let the house throw').click(); // an exception: five dice
        await playOut(page, game, { fingers: FINGERS });
        await checkEnd(page, game, game === 'yatzi' ? 5 : 0);
        await checkAccess(page, `${game}, over`);
      }));
});

// ---- corrections ----

const totals = (page) =>
  page.locator('.strip-seat').evaluateAll((seats) => seats.map((seat) => Number(/\d+/.exec(seat.textContent)?.[0])));

// By the pencil above the table, which every game has.
async function openLast(page) {
  await button(page, 'Correct the last entry').click();
  await sheet(page).waitFor();
}

async function removeLast(page) {
  await openLast(page);
  await sheet(page).getByRole('button', { name: 'Remove the last entry' }).click();
  await sheet(page).waitFor({ state: 'detached' });
}

async function chooseInstead(page, name) {
  await sheet(page).getByRole('group', { name: 'What it should be' }).getByRole('button', { name, exact: true }).click();
  await sheet(page).waitFor({ state: 'detached' });
}

// Through the log, which lies beside a wide table and over a narrow one.
async function openCorrection(page, sentence) {
  if (!(await has(page, '.match-log'))) await button(page, 'History').click();
  await page.locator('.log-line', { hasText: sentence }).last().getByRole('button').click();
  await page.getByRole('dialog', { name: 'Correct an entry' }).waitFor();
}

const sheet = (page) => page.getByRole('dialog', { name: 'Correct an entry' });

describe('what was entered wrongly', { concurrency: false }, () => {
  test('Yatzi, a device each: a die, a box, and what no longer fits; everyone sees it', () =>
    withPeople([phone(), desk()], async (anna, ben) => {
      await button(anna, 'With the real game: Yatzi').click();
      await button(anna, 'One device each').click();
      await sitDown(anna, 'Anna');
      await ben.goto(anna.url());
      await sitDown(ben, 'Ben');
      await button(anna, 'Start the match').click();
      await ben.locator('.strip-seat').first().waitFor();
      assert.equal(await has(ben, '.tapin'), false, 'only who throws taps in');
      await tapDice(anna, [4, 4, 4, 1, 2]);
      await anna.locator('.yatzi-row.open', { hasText: 'Fours' }).click();
      await anna.locator('.actions .button.main:visible').click();
      // Ben by keyboard: one mistyped and taken away, then thrown again with two fives kept.
      await ben.locator('.tapin-pad').waitFor();
      for (const key of ['5', '6', 'Backspace', '5', '1', '2', '3']) await ben.keyboard.press(key);
      for (const label of ['Die 1: 5', 'Die 2: 5']) await ben.getByRole('button', { name: label }).click();
      await ben.getByText('Thrown again: 3 dice').waitFor(); // before that, keys are not for these dice
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
      // From here on the house throws, once in a turn; Ben has thrown already. His window is small: less to draw.
      await ben.setViewportSize(PHONE);
      await Promise.all([anna, ben].map((page) => playOut(page, 'yatzi', { rolls: true })));
      await checkEnd(anna, 'yatzi-two', 5 * 2 * (BOXES - 1));
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
      await tapDice(page, [1, 4, 5]); // 1 skull, 2 banknotes, 2 cleavers: the first is alone
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

// ---- the last entry ----

const tile = (page, name) => page.locator('.bossa-declare').getByRole('button', { name, exact: true });

const crane = {
  card: async (page, number, finger) => {
    await page
      .locator('.crane-numbers')
      .getByRole('button', { name: String(number), exact: true })
      .click();
    await page
      .locator('.crane-fingers')
      .getByRole('button', { name: `without the ${finger} finger` })
      .click();
  },
  bet: (page, name, bet) =>
    page
      .getByRole('group', { name: `${name}'s bet` })
      .getByRole('button', { name: bet, exact: true })
      .click(),
  count: async (page, count) => {
    await page.locator('.crane-bank-count input').fill(String(count));
    await page.locator('.crane-bank .button.main').click();
  },
};

describe('the last entry', { concurrency: false }, () => {
  test('Yatzi: a die is removed and entered again; nothing before the first', () =>
    withPeople([phone()], async (page) => {
      await around(page, 'yatzi');
      assert.equal(await page.getByRole('button', { name: 'Correct the last entry' }).count(), 0);
      await tapDice(page, [4, 4, 4, 1, 2]);
      await removeLast(page);
      await page.getByText('Enter one die').waitFor();
      await tapDice(page, [6]);
      await openLast(page);
      await sheet(page).getByRole('group', { name: 'Which one is wrong?' }).getByRole('button').nth(3).click();
      await chooseInstead(page, '4');
      await page.locator('.yatzi-row.open', { hasText: 'Fours' }).click();
      await page.locator('.actions .button.main:visible').click();
      await page.waitForFunction(() => /16/.test(document.querySelector('.strip-seat').textContent));
      // The menu has it, too, and no take-back that would find nothing.
      await button(page, 'Table menu').click();
      assert.equal(await page.getByRole('button', { name: 'Take back my last move' }).count(), 0);
      await page.getByRole('dialog').getByRole('button', { name: 'Correct the last entry' }).click();
      await sheet(page).getByRole('button', { name: 'chance', exact: false }).click();
      await sheet(page).waitFor({ state: 'detached' });
      await page.waitForFunction(() => /22/.test(document.querySelector('.strip-seat').textContent));
    }));

  test('Bossa: one tile of a secret hand, and not the choice of a colour', () =>
    withPeople([desk()], async (page) => {
      await around(page, 'bossa');
      for (const value of ['5', '3'])
        await page.locator('.bossa-declare').getByRole('button', { name: value, exact: true }).click();
      await button(page, 'I am Anna').click();
      for (const name of ['white 4, black 1', 'white 1', 'white 1, black 1']) await tile(page, name).click();
      await removeLast(page);
      await shot(page, 'bossa-removed');
      await tile(page, 'white 1, black 2').click();
      await openLast(page);
      await shot(page, 'bossa-last');
      await sheet(page)
        .getByRole('group', { name: 'Which one is wrong?' })
        .getByRole('button', { name: 'white 1', exact: true })
        .click();
      await chooseInstead(page, 'white 2');
      await tile(page, 'white 3').click();
      await page.locator('.bossa-option').first().click();
      // The other hand is opened, tile by tile; one of them is wrong.
      for (const name of ['white 5', 'white 6', 'black 1']) await tile(page, name).click();
      await removeLast(page);
      await page.getByText("Enter Ben's tiles.").waitFor();
      assert.equal(
        await page
          .locator('.bossa-other')
          .getByRole('img', { name: /^white \d$/ })
          .count(),
        2,
        'one tile is gone, two are left',
      );
      for (const name of ['black 2', 'black 3']) await tile(page, name).click();
      await page.locator('.log-line', { hasText: 'Both hands are face up.' }).waitFor();
      // A draw.
      await tile(page, 'black 4').click();
      await page.locator('.log-line', { hasText: 'Ben draws black 4.' }).waitFor();
      await openLast(page);
      await chooseInstead(page, 'black 5');
      await page.locator('.log-line', { hasText: 'Ben draws black 5.' }).last().waitFor();
    }));

  test('Crane: the card, a bet and the count, after the turn has moved on', () =>
    withPeople([phone()], async (page) => {
      await around(page, 'crane', ['Anna', 'Ben', 'Cleo']);
      await crane.card(page, 10, 'ring');
      await openLast(page);
      await sheet(page)
        .getByRole('group', { name: 'What it should begin with' })
        .getByRole('button', { name: '8', exact: true })
        .click();
      await shot(page, 'crane-card');
      await chooseInstead(page, '8 cards, without the ring finger');
      await page.getByText('Anna: 8 cards, without the ring finger').waitFor();
      await shot(page, 'crane-bank');
      await checkAccess(page, 'the banker');
      await crane.bet(page, 'Ben', 'HIGH');
      await crane.bet(page, 'Cleo', 'LOW');
      await crane.count(page, 7);
      // Seven of eight: one to a jackpot, six to Anna, two to Cleo.
      await page.locator('.crane-choose').first().click();
      await page.waitForFunction(() => /6/.test(document.querySelector('.strip-seat').textContent));
      assert.deepEqual(await totals(page), [6, 0, 2]);
      await removeLast(page); // the jackpot: Anna chooses anew
      await removeLast(page); // and the count
      await page.getByText("Ben's bet is entered.").waitFor();
      await crane.count(page, 9);
      await page.locator('.crane-choose').first().click();
      await page.waitForFunction(() => /2/.test(document.querySelectorAll('.strip-seat')[1].textContent));
      assert.deepEqual(await totals(page), [0, 2, 0]);
      await openCorrection(page, 'lifted 9 of 8');
      await sheet(page).getByRole('spinbutton').fill('6');
      await sheet(page).getByRole('button', { name: 'Lift 6 cards' }).click();
      await sheet(page).waitFor({ state: 'detached' });
      await page.waitForFunction(() => /4/.test(document.querySelector('.strip-seat').textContent));
      assert.deepEqual(await totals(page), [4, 0, 2]);
      await openCorrection(page, 'Ben bets on HIGH');
      await chooseInstead(page, 'Bet on LOW');
      await page.waitForFunction(() => /2/.test(document.querySelectorAll('.strip-seat')[1].textContent));
    }));

  test('Yubitsume: a die before anyone has judged, and the verdict after it', () =>
    withPeople([phone()], async (page) => {
      await around(page, 'yubitsume');
      await tapDice(page, [1, 4, 5]);
      await page.getByText('One die was unique: die 1.').waitFor();
      await removeLast(page);
      await page.getByText('Enter one die').waitFor();
      await tapDice(page, [6]); // three different ones: the knife
      await page.getByText('Every die was unique: hit the knife.').waitFor();
      await page.locator('.yubi-judge-seats').getByRole('button', { name: 'Ben' }).click();
      const fingers = (name, left) => page.getByRole('img', { name: `${name}: ${left} fingers left, 0 rings` }).waitFor();
      await fingers('Anna', 4);
      await removeLast(page);
      await fingers('Anna', 5);
      await page.locator('.yubi-judge-seats').getByRole('button', { name: 'Anna' }).click();
      await fingers('Ben', 4);
    }));

  test('Yu-C-A-Tan: dice by what the card asks for, whatever else they show', () =>
    withPeople([phone()], async (page) => {
      await around(page, 'yucatan');
      await page
        .getByRole('button', { name: /^cross/ })
        .first()
        .click();
      assert.equal(await page.locator('.tapin-pad button').count(), 3);
      for (const name of ['circle', 'square', 'cross'])
        for (let die = 0; die < 4; die++) await page.locator('.tapin-pad').getByRole('button', { name, exact: true }).click();
      await page.locator('.tapin').waitFor({ state: 'detached' });
      await removeLast(page);
      await page.getByText('For cross: one die').waitFor();
      await shot(page, 'yucatan-shape');
      await page.locator('.tapin-pad').getByRole('button', { name: 'circle', exact: true }).click();
      await button(page, 'History').click();
      await page.locator('.log-line', { hasText: 'Anna throws 5 × circle, 4 × square, 3 × cross for cross: 3 fit.' }).waitFor();
    }));
});

describe('Crane, a device each', { concurrency: false }, () => {
  test('bets are turned up before the grab, for all but the challenger', () =>
    withPeople([phone(), phone(), desk()], async (anna, ben, cleo) => {
      await button(anna, `With the real game: ${TITLES.crane}`).click();
      await button(anna, 'One device each').click();
      await sitDown(anna, 'Anna');
      for (const [page, name] of [
        [ben, 'Ben'],
        [cleo, 'Cleo'],
      ]) {
        await page.goto(anna.url());
        await sitDown(page, name);
      }
      await button(anna, 'Start the match').click();
      await anna.locator('.crane-numbers').waitFor();
      await crane.card(anna, 10, 'ring');
      await anna.getByText('Close your eyes and say so.').waitFor();
      await shot(anna, 'crane-eyes');
      await button(anna, 'Close my eyes').click();
      const bet = async (page, name) => {
        await page.locator('.crane-bet', { hasText: name }).click();
        await button(page, 'Place the bet face down').click();
      };
      const open = (page) => page.locator('.crane-bet-open');
      await bet(ben, 'HIGH');
      await ben.locator('.crane-bet-open').first().waitFor();
      await cleo.getByRole('img', { name: 'has bet', exact: true }).waitFor();
      assert.equal(await open(cleo).count(), 0, 'face down until all have bet');
      await bet(cleo, 'LOW');
      for (const page of [ben, cleo]) {
        await page.getByText('The bets lie open. Tell Anna to lift 10 cards, without the ring finger.').waitFor();
        assert.equal(await open(page).count(), 2);
        await shot(page, page === ben ? 'crane-open-phone' : 'crane-open-desk');
      }
      await anna.getByText('How many cards did you lift?').waitFor();
      assert.equal(await open(anna).count(), 0, 'eyes are closed');
    }));
});

describe('the door', { concurrency: false }, () => {
  const needs = {
    yatzi: 'five ordinary dice',
    yucatan: 'twelve dice, with a number, a shape and a colour on every side',
    bossa: '27 tiles',
    yubitsume: '1 skull, 3 skulls, 1 banknote, 2 banknotes, 2 cleavers and 3 cleavers',
    crane: 'the numbers 4 to 20',
  };
  test('says which dice and cards every game takes', () =>
    withPeople([phone()], async (page) => {
      for (const [game, words] of Object.entries(needs)) {
        await button(page, `With the real game: ${TITLES[game]}`).click();
        await page.getByRole('dialog').getByText(words).waitFor();
        await shot(page, `door-${game}`);
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      }
    }));
});
