// tutor.test.mjs: hints in three steps and the tutor, at the tables of all games; without a network: workers.test.mjs. Run with `node --test`; KNOBEL names
// the program, built with its page (web/build).
// Needs the games: yatzi yucatan bossa
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { DESK, PHONE, button, checkAccess, closeBrowser, firstOf, move, openBrowser, person, watched } from './browser.mjs';
import { House } from '../server/serving.mjs';
import { TITLES, only } from './titles.mjs';

const FLAGS = ['--rooms-per-hour', '1000'];
const JUDGE_MS = 60_000; // on the device Yatzi is solved first, and other tests may be running

before(openBrowser);
after(async () => {
  await traveller?.context().close();
  await closeBrowser();
  await House.closeAll();
});

// Anna goes from table to table without leaving the page: what was learnt of a game at one of them need not be learnt again.
const NAMED = { name: 'Anna' }; // who is known sits at once
let house;
let traveller = null;

async function withAnna(doing) {
  house ??= await House.open(FLAGS);
  traveller ??= await person(house, { settings: NAMED });
  const anna = traveller;
  traveller = null; // until this table is left well
  await watched([anna], doing);
  traveller = anna;
}

// Opens the settings, if something has to be changed.
async function choose(anna, wishes) {
  anna.chosen ??= { Tutor: 'Off', 'Table view': 'Text' }; // the defaults
  const changes = Object.entries(wishes).filter(([name, wish]) => anna.chosen[name] !== wish);
  if (changes.length === 0) return;
  await button(anna, 'Settings').click();
  for (const [name, wish] of changes) await anna.getByRole('group', { name }).getByText(wish).click();
  await button(anna, 'Close').click();
  Object.assign(anna.chosen, wishes);
}

const ASKS = 'Ask before costly moves';

// Anna against a bot, at the table.
async function atTable(game, { size = PHONE, tutor = 'Off', table = 'Text', hints = true }, doing) {
  await withAnna(async (anna) => {
    await anna.setViewportSize(size);
    if (new URL(anna.url()).pathname !== '/') await anna.getByRole('link', { name: 'Home' }).click();
    await choose(anna, { Tutor: tutor, 'Table view': table });
    await button(anna, `With friends: open a room for ${TITLES[game]}`).click();
    await anna.locator('.place.mine').first().waitFor();
    for (let bots = 0; bots < (game === 'crane' ? 2 : 1); bots++) {
      await button(anna, 'Add a bot').click();
      await anna.locator('.place select').nth(bots).waitFor();
    }
    await anna.locator('summary', { hasText: 'This room' }).click();
    await anna.getByLabel('Bots think for up to').selectOption('0');
    if (!hints) await anna.getByRole('group', { name: 'Hints' }).getByText('Not allowed').click();
    await button(anna, 'Start the match').click();
    await doing(anna);
  });
}

async function openHint(anna) {
  await button(anna, 'Table menu').click();
  await button(anna, 'Hint').click();
  await anna.locator('.hint-nudge').filter({ hasNotText: 'Thinking' }).waitFor({ timeout: JUDGE_MS });
}

// All three steps; what the best few and all values say. The last step shows all that a game says: the ones before it look
// the same in every game.
async function threeSteps(anna, what, looks = ['all values']) {
  const look = async (step) => looks.includes(step) && checkAccess(anna, `${what}: ${step}`);
  await openHint(anna);
  assert.equal(await anna.locator('.hints').count(), 0, 'a nudge names no move');
  await look('a nudge');
  if ((await button(anna, 'Show the best moves').count()) === 0) {
    await button(anna, 'Close').click();
    return null; // one move, or all alike
  }
  await button(anna, 'Show the best moves').click();
  const few = await anna.locator('.hints li').allInnerTexts();
  assert.ok(few.length >= 2 && few.length <= 3, `${few.length} of the best`);
  assert.ok(await anna.locator('.hints').evaluate((list) => list === document.activeElement), 'focus goes on');
  await look('the best few');
  const link = await anna.getByRole('link', { name: 'Open this position on its own' }).getAttribute('href');
  assert.match(link, /^\/look#g=[a-z]+&p=seats/);
  if (await button(anna, 'Show all values').isVisible()) await button(anna, 'Show all values').click();
  const all = await anna.locator('.hints li').allInnerTexts();
  assert.ok(all.length >= few.length);
  assert.deepEqual(all.slice(0, few.length), few);
  for (const text of all) assert.doesNotMatch(text, /[a-z]_[a-z]|undefined|NaN|\{/, 'words, not keys');
  await look('all values');
  await button(anna, 'Close').click();
  return all;
}

// Until this seat has a choice among moves of which one begins so; a table in words.
const hasMove = (anna, text) => move(anna, text).waitFor({ timeout: JUDGE_MS });

describe('hints in three steps', () => {
  test('Yatzi: what to keep, and why', async () => {
    await atTable('yatzi', {}, async (anna) => {
      await move(anna, 'throw').click();
      await hasMove(anna, 'fill');
      const all = await threeSteps(anna, 'Yatzi', ['a nudge', 'the best few', 'all values']);
      assert.ok(all.some((text) => /Keep .*throw the rest/.test(text)));
      assert.ok(all.some((text) => /\d+ points? now and [\d.]+ later, on average\./.test(text)));
      for (const text of all.filter((one) => one.startsWith('Keep')))
        assert.match(text, /points this turn and [\d.]+ later, on average\./, 'the whole');
      assert.ok(all.some((text) => /points on average|throws?\.| in \d|%/.test(text)));
    });
  });

  test('Yu-C-A-Tan: cards of a kind together', async () => {
    await atTable('yucatan', { size: DESK }, async (anna) => {
      await hasMove(anna, 'pick');
      await openHint(anna);
      assert.match(await anna.locator('.hint-nudge').innerText(), /close/, 'no direction for 0.04 points');
      await button(anna, 'Close').click();
      const all = await threeSteps(anna, 'Yu-C-A-Tan');
      assert.equal(all.length, 3);
      assert.match(all[1], /just as good/);
      assert.match(all[0], /Throw for one of these: 1, 2, 3, 4, 5, 6/);
      assert.match(all[0], /At least one of 12 dice fits: 89\s%/);
      assert.match(all[2], /At least one of 12 dice fits: 99\.9\s%/, 'nearly certain is not certain');
    });
  });

  test('Bossa: chances to win, with what they may be wrong by', async () => {
    let all = null;
    const askWhenLaying = async (anna) => {
      for (;;) {
        await anna.locator('[data-move]').first().waitFor({ timeout: JUDGE_MS });
        if (await move(anna, 'lay').isVisible()) break;
        const before = await anna.locator('[data-move]').first().getAttribute('data-move');
        await anna.locator('[data-move]').first().click();
        await anna.locator(`[data-move="${before}"]`).waitFor({ state: 'detached' });
      }
      all = await threeSteps(anna, 'Bossa');
    };
    while (!all) await atTable('bossa', {}, askWhenLaying); // where there is nothing to choose: another match
    assert.match(all.join(), /Lay (white|black) \d/);
  });

  test('Crane: bets, and what they pay', only('crane'), async () => {
    await atTable('crane', {}, async (anna) => {
      for (;;) {
        await anna.locator('[data-move]').first().waitFor({ timeout: JUDGE_MS });
        if (await move(anna, 'bet').isVisible()) break;
        const first = await anna.locator('[data-move]').first().getAttribute('data-move');
        await anna.locator('[data-move]').first().click();
        await anna.locator(`[data-move="${first}"]`).waitFor({ state: 'detached' });
      }
      const all = await threeSteps(anna, 'Crane');
      assert.equal(all.length, 3);
      assert.ok(all.some((text) => /A correct bet wins 2 cards\./.test(text)));
      assert.ok(all.some((text) => /Correct bets share \d cards\./.test(text)));
    });
  });
});

// Five equal dice lie there: whatever is kept of them, it is one face.
async function isYatzi(anna) {
  const keeps = await anna.locator('[data-move^="keep "]').evaluateAll((all) => all.map((one) => one.dataset.move));
  return new Set(keeps.join(' ').match(/\d/g)).size === 1;
}

// A move that costs much: to cross out Yatzi after one throw, or the large straight, should it be a Yatzi.
async function costly(anna) {
  await move(anna, 'throw').click();
  await hasMove(anna, 'fill');
  return (await isYatzi(anna)) ? 'fill large_street' : 'fill yatzi';
}

// Until the judge has spoken: before that a move just goes.
async function judged(anna) {
  await openHint(anna);
  await button(anna, 'Close').click();
}

describe('the tutor', () => {
  test('is off unless someone wants it, and can be switched on', async () => {
    await atTable('yatzi', {}, async (anna) => {
      await move(anna, 'throw').click();
      await move(anna, 'fill ones').click();
      await hasMove(anna, 'throw');
      await choose(anna, { Tutor: ASKS });
      const wrong = await costly(anna);
      await judged(anna);
      await move(anna, wrong).click();
      await anna.getByRole('dialog', { name: 'Are you sure?' }).waitFor();
      await button(anna, 'Choose again').click();
    });
  });

  for (const size of firstOf(PHONE, DESK))
    test(`asks before a costly move: ${size.width} pixels`, async () => {
      await atTable('yatzi', { size, tutor: ASKS }, async (anna) => {
        const wrong = await costly(anna);
        await judged(anna);
        await move(anna, wrong).click();
        const sheet = anna.getByRole('dialog', { name: 'Are you sure?' });
        await sheet.getByText(/This costs \d+(\.\d)? points on average\./).waitFor();
        await sheet.getByText('Better', { exact: true }).waitFor();
        await checkAccess(anna, 'the tutor');
        await button(anna, 'Choose again').click();
        await sheet.waitFor({ state: 'detached' });
        await move(anna, wrong).waitFor(); // nothing was played
        await move(anna, wrong).click();
        await button(anna, 'Show me').click();
        await anna.locator('.hints li').first().waitFor();
        await button(anna, 'Close').click();
        await move(anna, wrong).focus();
        await anna.keyboard.press('Enter');
        await sheet.waitFor();
        await anna.keyboard.press('Escape');
        await sheet.waitFor({ state: 'detached' });
        await move(anna, wrong).click();
        await button(anna, 'Play it anyway').click();
        await move(anna, wrong).waitFor({ state: 'detached' });
        await move(anna, 'throw').waitFor(); // the next turn
        assert.equal(await move(anna, wrong).count(), 0);
      });
    });

  test('a room without hints has neither a button nor a tutor', async () => {
    await atTable('yatzi', { tutor: ASKS, hints: false }, async (anna) => {
      await move(anna, 'throw').click();
      await hasMove(anna, 'fill');
      await button(anna, 'Table menu').click();
      await button(anna, 'Rules').waitFor();
      assert.equal(await button(anna, 'Hint').count(), 0);
      await button(anna, 'Close').click();
      await move(anna, 'fill yatzi').click();
      await move(anna, 'throw').waitFor();
    });
  });

  test('lets the best move pass', async () => {
    let hasPassed = false;
    const passBest = async (anna) => {
      await move(anna, 'throw').click();
      await hasMove(anna, 'fill');
      await openHint(anna);
      await button(anna, 'Show the best moves').click();
      const best = await anna.locator('.hints .hint-move span').first().innerText();
      await button(anna, 'Close').click();
      const kept = /^Keep (.*), throw/.exec(best)?.[1];
      const text = kept ? `keep ${kept}` : best.startsWith('Throw') ? 'throw' : null;
      if (!text) return; // a straight at the first throw: another match
      await anna.locator(`[data-move="${text}"]`).click();
      await anna
        .getByText(/^throws\s*2$/)
        .first()
        .waitFor();
      assert.equal(await anna.getByRole('dialog').count(), 0);
      hasPassed = true;
    };
    while (!hasPassed) await atTable('yatzi', { tutor: ASKS }, passBest);
  });
});

describe('the tutor at drawn tables', () => {
  const drawn = { tutor: ASKS, table: 'Graphics' };

  // The best move of a hint, laid out on the table; what it is called.
  async function showBest(anna) {
    await openHint(anna);
    await button(anna, 'Show the best moves').click();
    const best = await anna.locator('.hint-move > span').first().innerText();
    await button(anna, 'Show on the table').first().click();
    await anna.getByRole('dialog').waitFor({ state: 'detached' });
    return best;
  }

  test('Yatzi: a box that is not crossed out can be chosen again, or crossed out after all', async () => {
    await atTable('yatzi', drawn, async (anna) => {
      const main = anna.locator('.actions .button.main:visible');
      await main.click();
      await anna.locator('.die-button').first().waitFor();
      const dice = await anna.locator('.die-button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
      const costs = new Set(dice).size > 1 ? 'Yatzi' : 'Large straight';
      const box = anna.locator('.yatzi-row.open:visible', { hasText: costs });
      await judged(anna);
      const best = await showBest(anna);
      const kept = /^Keep ([\d ]+),/.exec(best)?.[1].split(' ').length ?? 0;
      assert.equal(await anna.locator('.die-button[aria-pressed=true]').count(), kept, best);
      assert.equal(await anna.locator('.yatzi-row.picked').count(), best.startsWith('Fill') ? 1 : 0, best);
      if (!(await box.isVisible())) await button(anna, 'Choose a box').click();
      await box.click();
      await main.click();
      await button(anna, 'Choose again').click();
      await anna.getByRole('dialog').waitFor({ state: 'detached' });
      await main.click(); // still there, and at once
      await button(anna, 'Play it anyway').click();
      await box.waitFor({ state: 'detached' });
    });
  });

  test('Bossa: a hint is laid out, and goes as if it had been tapped', async () => {
    let isShown = false;
    const layBest = async (anna) => {
      const go = anna.locator('.bossa-go');
      await anna.locator('.bossa-option').or(go).first().waitFor({ timeout: JUDGE_MS });
      if (await anna.locator('.bossa-option').count()) await anna.locator('.bossa-option').first().click();
      await go.waitFor({ timeout: JUDGE_MS });
      await openHint(anna);
      if ((await button(anna, 'Show the best moves').count()) === 0) return; // nothing to choose: another match
      await button(anna, 'Close').click();
      const best = await showBest(anna);
      const tiles = / \+ /.test(best) ? best.split(' + ').length : 1;
      await anna.locator('.bossa-go:enabled').waitFor();
      assert.equal(await anna.locator('.bossa-own .bossa-hand button[aria-pressed=true]').count(), tiles, best);
      assert.equal(await anna.locator('.bossa-aim').count(), /^(Lay|Stack)/.test(best) ? 1 : 0, best);
      await go.click();
      await anna.locator('.bossa-go:enabled').waitFor({ state: 'detached' }); // made, and the bot may have answered
      isShown = true;
    };
    while (!isShown) await atTable('bossa', drawn, layBest);
  });

  test('Yu-C-A-Tan: odd or even first', async () => {
    await atTable('yucatan', drawn, async (anna) => {
      const odd = anna.locator('button[data-card=odd]');
      await odd.waitFor();
      await judged(anna);
      assert.match(await showBest(anna), /1, 2, 3/);
      assert.equal(await anna.locator('button.yucatan-card.picked').getAttribute('data-card'), '1');
      await odd.click();
      await odd.click();
      await anna.getByText(/This costs 4\.9 points on average\./).waitFor();
      await button(anna, 'Choose again').click();
      await odd.click();
      await button(anna, 'Play it anyway').click();
      await anna.locator('.yucatan-card.used').first().waitFor();
    });
  });
});
