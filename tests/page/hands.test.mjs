// hands.test.mjs: Yubitsume and Crane on small and large screens: what has to be seen together is seen together, and
// nothing lies over anything else. Most seats are guests without a page. Run with `node --test`; KNOBEL names the program.
// Needs the games: yubitsume
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { DESK, PATIENCE_MS, PHONE, button, closeBrowser, firstOf, openBrowser, withPeopleAt } from './browser.mjs';
import { reloadWith } from './play.mjs';
import { HUGE, inEveryType, inHugeType, setSize, setType, unreachable } from './type.mjs';
import { House } from '../server/serving.mjs';
import { only } from './titles.mjs';

const SIDE = { width: 740, height: 360 }; // a phone on its side
const NAMES = ['Maximiliane-Charlotte', 'Ben', 'Cleo', 'Dirk', 'Eva'];
const RIM = 10; // of the tray, in pixels
const SALT = '0123456789abcdef';

let house;
before(async () => {
  house = await House.open(['--rooms-per-hour', '1000', '--connections-per-address', '1000']);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

const at = (size) => ({
  size,
  hasTouch: size !== DESK,
  isMobile: size !== DESK,
  settings: { table: 'drawn', name: 'Anna' },
});

// A room where the first seat is the page's; the others are guests, who are handed back by seat.
async function sitDownAt(page, game, seats, options) {
  const room = await house.room({ game });
  const host = await house.enter(room);
  assert.equal((await host.ask({ type: 'set', options })).type, 'done');
  await page.goto(`${house.url}/t/${room.room}`);
  const field = page.locator('input').first(); // in any language
  await field.fill('Anna');
  await field.press('Enter');
  await page.locator('.place.mine').first().waitFor();
  const guests = {};
  for (let seat = 2; seat <= seats; seat++) {
    guests[seat] = await house.enter(room.room, { moves: true });
    await guests[seat].ask({ type: 'sit', seat, name: NAMES[seat - 2], salt: SALT });
  }
  await host.ask({ type: 'start' });
  await page
    .locator('.strip-seat')
    .nth(seats - 1)
    .waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  return guests;
}

const bottom = ({ y, height }) => y + height;
const latest = (guest) => guest.messages.findLast(({ type }) => type === 'table');
async function play(guest, seat, move, more = {}) {
  const answer = await guest.ask({ type: 'play', seat: Number(seat), move, salt: SALT, event: latest(guest).event, ...more });
  assert.equal(answer.type, 'done', `seat ${seat}: ${move}: ${answer.why}`);
}

// Until a guest sees what is asked for: the view of its seat.
async function seen(guest, seat, look) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await guest.next('table', PATIENCE_MS)) {
    const view = latest(guest)?.eyes?.[seat]?.view;
    if (view && look(view)) return view;
  }
  throw new Error(`seat ${seat} does not see it`);
}

// Where things lie, all at one look; of several alike the one that ends lowest.
const boxes = (page, ...css) =>
  page.evaluate(
    (all) =>
      Object.fromEntries(
        all.map((one) => {
          const lie = [...document.querySelectorAll(one)]
            .map((each) => each.getBoundingClientRect())
            .sort((a, b) => a.bottom - b.bottom);
          const { x, y, width, height } = lie.at(-1);
          return [one, { x, y, width, height }];
        }),
      ),
    css,
  );

function areSeen(lie, size, type) {
  for (const [css, { x, y, width, height }] of Object.entries(lie))
    assert.ok(
      x >= 0 && y >= 0 && x + width <= size.width + 0.5 && y + height <= size.height + 0.5,
      `${css} at ${x}, ${y}, ${width} by ${height}, on ${size.width} by ${size.height}, ${type}`,
    );
}

// At twice the size one scrolls, but nothing is out of reach and nothing cut off, upright and on its side.
const isReached = (page, what) =>
  inHugeType(page, bothWays(page), async (where) => {
    const found = await unreachable(page);
    const over = await page.evaluate(
      () => document.querySelector('.face-place > *').scrollWidth - document.documentElement.clientWidth,
    );
    assert.deepEqual([found, over <= 0], [[], true], `${what}, ${where}`);
  });

function bothWays(page) {
  const { width, height } = page.viewportSize();
  return [
    { width, height },
    { width: height, height: width },
  ];
}

const named = (sizes) => sizes.map(({ width, height }) => `${width} by ${height}`).join(' and ');

// ---- Yubitsume ----

const YUBITSUME = { window_ms: 30_000 }; // a throw is settled as soon as everyone has struck

async function throwDice(page, guests) {
  const [seat, guest] = Object.entries(guests)[0];
  const { turn } = await seen(guest, seat, ({ phase }) => phase === 'ready');
  if (guests[turn]) await play(guests[turn], turn, 'throw');
  else {
    await page.locator('.yubi-throw:not([disabled])').waitFor(); // everyone has read the last result
    await page.keyboard.press('Space'); // a click would scroll
  }
  await page.locator('.yubi-tray[data-shown]').waitFor();
}

async function strikeAll(page, guests) {
  await page.keyboard.press('1');
  // On a slow machine the window may have ended meanwhile: that settles it, too.
  for (const [seat, guest] of Object.entries(guests)) await play(guest, seat, 'hit 2', { after_ms: 500 }).catch(() => {});
  await page.locator('.yubi-strip').waitFor();
}

// Times that are written over the verdict beside them, or verdicts that reach out of their rows.
const overVerdicts = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.yubi-row')].flatMap((row) => {
      const [time, verdict] = ['.yubi-ms > span', '.yubi-row-verdict'].map((css) => row.querySelector(css));
      const words = document.createRange();
      words.selectNodeContents(verdict);
      const { left, right } = words.getBoundingClientRect();
      const isOver = time && time.getBoundingClientRect().right > left;
      return isOver || right > row.getBoundingClientRect().right + 1 ? [row.textContent] : [];
    }),
  );

// Hands, dice and result at one look, and nothing jumps.
async function looksAtThrow(page, guests, size, told) {
  await throwDice(page, guests);
  const trays = {};
  await inEveryType(page, async (type) => {
    const lie = await boxes(page, '.yubi-tray', '.yubi-hand', '.yubi-hand-name');
    areSeen(lie, size, `${told}, ${type}`);
    trays[type] = lie['.yubi-tray'];
    if (size === PHONE)
      assert.ok(bottom(lie['.yubi-hand-name']) < trays[type].y - RIM, `names lie above the tray, ${told}, ${type}`);
  });
  await strikeAll(page, guests);
  await inEveryType(page, async (type) => {
    const lie = await boxes(page, '.yubi-tray', '.yubi-hand', '.yubi-row', size === SIDE ? '.yubi-row' : '.yubi-below');
    areSeen(lie, size, `${told}, ${type}`);
    assert.deepEqual(lie['.yubi-tray'], trays[type], `the tray stays where it is, ${told}, ${type}`);
    assert.deepEqual(await overVerdicts(page), [], `${told}, ${type}`);
  });
}

describe('Yubitsume', { concurrency: false }, () => {
  for (const sizes of [[PHONE, SIDE], [DESK]])
    test(`five seats on ${named(sizes)}: hands, dice and result at one look, and nothing jumps; reached in huge words`, () =>
      withPeopleAt(house, [at(sizes[0])], async (page) => {
        const guests = await sitDownAt(page, 'yubitsume', 5, { ...YUBITSUME, first: 1 });
        await page.locator('.yubi-throw').waitFor();
        await isReached(page, 'before the throw');
        await throwDice(page, guests);
        await setType(page, 'wide', HUGE);
        assert.deepEqual(await unreachable(page), [], 'the dice are shown');
        await strikeAll(page, guests);
        await isReached(page, 'settled');
        await setType(page, 'usual');
        // One throw for every size: a throw does not wait for long.
        for (const size of sizes) {
          await setSize(page, size);
          await looksAtThrow(page, guests, size, 'en');
        }
      }));

  test('five seats on a phone, at one look in German and Japanese', () =>
    withPeopleAt(house, [at(PHONE)], async (page) => {
      const guests = await sitDownAt(page, 'yubitsume', 5, { ...YUBITSUME, first: 2 });
      for (const language of ['de', 'ja']) {
        await reloadWith(page, { language }, `html[lang=${language}] .yubi-tray`);
        await looksAtThrow(page, guests, PHONE, language);
      }
    }));
});

// ---- Crane ----

const CRANE = ['.crane-deck', '.crane-asked .crane-card', '.crane-bet', '.crane-jackpot', '.crane-action .button.main'];

// Names of which less is seen than two letters and a bit.
const unreadNames = (page) =>
  page
    .locator('.crane-seat-name > span')
    .evaluateAll((all) =>
      all
        .filter((one) => one.clientWidth < Math.min(one.scrollWidth, 2 * parseFloat(getComputedStyle(one).fontSize)))
        .map((one) => one.textContent),
    );

async function betAll(guests, turn) {
  for (const [seat, guest] of Object.entries(guests)) {
    await seen(guest, seat, ({ phase }) => phase === 'bets');
    if (Number(seat) !== turn) await play(guest, seat, 'bet low');
  }
}

describe('Crane', { concurrency: false, ...only('crane') }, () => {
  // On a phone in every language, and on its side in one.
  for (const size of [PHONE, DESK])
    test(`on ${named([size])} the deck and what is to be done are seen together`, () =>
      withPeopleAt(house, [at(size)], async (page) => {
        const guests = await sitDownAt(page, 'crane', 4, { first: 2 });
        const sizes = size === PHONE ? [SIDE, PHONE] : [DESK];
        await seen(guests[2], 2, ({ phase }) => phase === 'eyes');
        await page.getByText('Next, you bet').waitFor();
        const before = {};
        const bottoms = async () => Object.values(await boxes(page, '.strip', '.crane-deck')).map(bottom);
        await inEveryType(page, async (type, { width }) => (before[`${type}, ${width}`] = await bottoms()), sizes);
        await play(guests[2], 2, 'close');
        await page.locator('.crane-bets').waitFor();
        const look = (language) => async (type, one) => areSeen(await boxes(page, ...CRANE), one, `${language}, ${type}`);
        const stays = async (type, one) => {
          const what = `${type}, ${one.width}`;
          await look('en')(type, one);
          assert.deepEqual(await bottoms(), before[what], `the names and the foot of the deck stay where they are: ${what}`);
        };
        await inEveryType(page, stays, sizes);
        for (const language of size === PHONE ? ['de', 'ja'] : []) {
          await reloadWith(page, { language }, `html[lang=${language}] .crane-bets`);
          await inEveryType(page, look(language));
        }
      }));

  for (const [size, seats] of [[DESK, 6], ...firstOf([PHONE, 6], [PHONE, 4])])
    test(`everything is reached in huge words with ${seats} seats on ${named([size])}`, () =>
      withPeopleAt(house, [at(size)], async (page) => {
        const guests = await sitDownAt(page, 'crane', seats, { first: 1 });
        const main = page.locator('.crane-action .button.main');
        await main.waitFor();
        await isReached(page, 'before the eyes are closed');
        await main.click();
        await page.locator('.crane-dark').waitFor();
        await isReached(page, 'in the dark');
        await betAll(guests, 1);
        await page.locator('.crane-open').waitFor();
        await guests[2].ask({ type: 'call', seat: 2, text: 'Take a few more, those are not enough by far' });
        await page.locator('.crane-captions li').waitFor();
        await isReached(page, 'groping');
        await page.locator('.crane-pad').focus();
        // Held until the others have seen the hand close a little: less would be no grip.
        await page.keyboard.down('Space');
        for (let grips = 0; grips < 5; grips++) await guests[2].next('grip', PATIENCE_MS);
        await page.keyboard.up('Space');
        // Whoever has grabbed as many as were asked for takes a jackpot.
        await page.locator('.crane-dark').waitFor({ state: 'detached' });
        if (await page.locator('.crane-choose').count()) {
          await isReached(page, 'the choice of a jackpot');
          await page.locator('.crane-choose').first().click();
        }
        await seen(guests[2], 2, ({ phase, turn }) => phase === 'eyes' && turn === 2);
        await page.locator('.strip-seat.due', { hasText: NAMES[0] }).waitFor();
        await isReached(page, 'what came of it');
        await play(guests[2], 2, 'close');
        await page.locator('.crane-bets').waitFor();
        await isReached(page, 'bets');
        await page.locator('.crane-bet').first().click();
        await main.click();
        await betAll(guests, 2);
        await page.locator('.crane-calling').waitFor();
        await isReached(page, 'the audience');
      }));
});

// One lifts with keys, in the dark; what came of it is told at the table, in the history and to those who listen.
describe('Crane explains itself', { concurrency: false, ...only('crane') }, () => {
  const told = (page, words) => page.locator('.match-log li', { hasText: words }).first().waitFor();

  for (const size of [PHONE, DESK])
    test(`taps of an arrow, what was lifted and who gets what, on ${named([size])}`, () =>
      withPeopleAt(house, [at(size)], async (page) => {
        const guests = await sitDownAt(page, 'crane', 3, { first: 1 });
        const pad = page.locator('.crane-pad');
        await page.getByText('Turn 1 of 6').waitFor();
        if (size === DESK) await page.getByText('Keys: hold the space bar').waitFor();
        await inEveryType(page, async (type) => assert.deepEqual(await unreadNames(page), [], type));
        await button(page, 'Close my eyes').click();
        await button(page, 'What do I lift?').click();
        const card = latest(guests[2]).eyes[2].view.card;
        await page.getByText(`${card.number} cards, without the ${card.finger} finger`, { exact: true }).waitFor();
        await betAll(guests, 1);
        await page.locator('.crane-open').waitFor();
        await pad.focus();
        await page.keyboard.press('ArrowDown');
        await page.getByText('Your hand rests on the cards.').waitFor();
        await page.keyboard.press('Enter');
        await page.getByText('That was only a touch.').waitFor();
        for (let taps = 0; taps < 5; taps++) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.locator('.crane-choose').first().click();
        const { last } = await seen(guests[2], 2, ({ turns }) => turns === 1);
        assert.ok(last.count > 1, 'the taps have moved the hand');
        const lifted = `Anna has lifted ${last.count} of ${last.card.number}`;
        const right = { low: 'LOW was right: Maximiliane-Charlotte +2, Ben +2.', just: 'Wrong:', high: 'Wrong:' }[last.right];
        for (const words of [lifted, right]) await page.locator('.crane-last li', { hasText: words }).waitFor();
        await page.locator('[role=log]', { hasText: right }).waitFor({ state: 'attached' });
        // The lines have none of it, and neither has the view once another has lifted: the house tells it again.
        await page.reload();
        await page.locator('.crane-last').waitFor();
        if (size === PHONE) await button(page, 'History').click();
        for (const words of [lifted, right]) await told(page, words);
      }));

  test('eyes opened, and what ended the match', () =>
    withPeopleAt(house, [at(DESK)], async (page) => {
      const guests = await sitDownAt(page, 'crane', 3, { first: 1 });
      for (let turn = 1; turn <= 6; turn++) {
        const seat = ((turn - 1) % 3) + 1;
        await page.getByText(`Turn ${turn} of 6`).waitFor();
        if (seat === 1) await button(page, 'Close my eyes').click();
        else await play(guests[seat], seat, 'close');
        await seen(guests[2], 2, ({ phase, turns }) => phase === 'bets' && turns === turn - 1);
        for (const other of [2, 3]) if (other !== seat) await play(guests[other], other, 'bet low');
        if (seat !== 1) {
          await page.locator('.crane-bet').first().click();
          await button(page, 'Place the bet face down').click();
        }
        await seen(guests[2], 2, ({ phase, turns }) => phase === 'grab' && turns === turn - 1);
        if (seat === 1) {
          await button(page, 'Open my eyes').click();
          await button(page, /^Really/).click();
        } else if (turn === 2) {
          await play(guests[seat], seat, 'grab 0');
          await play(guests[seat], seat, 'jackpot 1');
        } else await play(guests[seat], seat, 'open');
        if (seat === 1) await told(page, 'Nothing moves, and the turn is used up.');
      }
      // Seat 3 has two cards for its bet, the others have none.
      await page.locator('.end-by', { hasText: 'everyone has been the challenger twice' }).waitFor();
      await told(page, 'The match is over: everyone has been the challenger twice.');
    }));
});

// ---- with the real game ----

async function around(page, title, names) {
  await button(page, `With the real game: ${title}`).click();
  for (const [nth, name] of names.entries()) {
    if (nth >= 2) await button(page, 'Add a player').click();
    await page.getByLabel(`Name of player ${nth + 1}`).fill(name);
  }
  await button(page, 'Start').click();
  await page
    .locator('.strip-seat')
    .nth(names.length - 1)
    .waitFor();
}

describe('with the real game, in huge words', { concurrency: false }, () => {
  test('Crane: the card that was turned up, and what the banker enters', only('crane'), () =>
    withPeopleAt(house, [at(PHONE)], async (page) => {
      await around(page, 'Tactile Crane Championship', ['Anna', ...NAMES.slice(0, 3)]);
      const first = page.locator('.crane-numbers, .crane-action .button').first();
      await first.waitFor();
      if (!(await page.locator('.crane-numbers').count())) await first.click(); // who begins
      await page.locator('.crane-numbers').waitFor();
      await isReached(page, 'the card');
      await page.locator('.crane-numbers button').nth(4).click();
      await page.locator('.crane-fingers button').first().click();
      await page.locator('.crane-bank').waitFor();
      await isReached(page, 'the banker');
    }),
  );

  test('Yubitsume: dice tapped in, the judge, the ring', () =>
    withPeopleAt(house, [at(PHONE)], async (page) => {
      await around(page, 'Yubitsume', ['Anna', ...NAMES.slice(0, 4)]);
      const told = new Set();
      const once = async (what) => {
        if (told.has(what)) return;
        told.add(what);
        await isReached(page, what);
      };
      const due = page.locator(
        '.tapin-pad button:not(:disabled), .yubi-judge-seats, .yubi-declare-wood, .yubi-ring-names, .yubi-act ~ * .button',
      );
      for (let step = 0; !told.has('the ring') && step < 200; step++) {
        await due.first().waitFor();
        if (await page.locator('.yubi-ring-names').count()) {
          await once('the ring');
        } else if (await page.locator('.yubi-judge-seats').count()) {
          await once('the judge');
          await page.locator('.yubi-judge-seats .button', { hasText: 'Anna' }).click();
          await page.locator('.yubi-judge-seats').waitFor({ state: 'detached' });
        } else if (await page.locator('.yubi-declare-wood').count()) {
          await once('the wooden finger');
          const before = await page.locator('.yubi-hint').innerText();
          await page.locator('.yubi-declare-wood').nth(1).click();
          await page.waitForFunction((text) => document.querySelector('.yubi-hint')?.innerText !== text, before);
        } else if (await page.locator('.tapin-pad').count()) {
          await once('the dice');
          for (const face of [1, 4, 5])
            await page
              .locator('.tapin-pad button')
              .nth(face - 1)
              .click(); // the first is alone
          await page.locator('.yubi-judge-seats').waitFor();
        } else {
          await due.first().click(); // who begins
        }
      }
      assert.deepEqual([...told].sort(), ['the dice', 'the judge', 'the ring', 'the wooden finger']);
    }));
});
