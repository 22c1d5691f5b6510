// same_dice.test.mjs: the same dice for everyone in the page: the dice of a day, links that challenge, results side by
// side. Run with `node --test`; KNOBEL names the program, built with its page (web/build).
// Needs the games: yatzi yucatan bossa
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { DESK, button, checkAccess, closeBrowser, move, openBrowser, person, yatziTurns } from './browser.mjs';
import { House } from '../server/serving.mjs';

const FLAGS = ['--rooms-per-hour', '1000'];
const BOXES = 13;
const ROUNDS = 4;
const BOTS = 5;
const THINKING_MS = 120_000; // the strongest bot solves Yatzi first, on a machine that may have other things to do

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

const daily = (page, game) => page.getByRole('region', { name: "Today's dice" }).getByRole('button', { name: game });

// A die is kept and the others are thrown once more, in every turn.
const KEEPING = { words: ['throw', 'keep', 'fill'] };

// One turn of Yu-C-A-Tan: a card that most often fits, then stop if there is a choice.
async function yucatanTurn(page, card = 'odd', rest = 1) {
  await move(page, `pick ${card}`).click();
  const next = page.locator(`[data-move="stop"], .outcome, [data-rest]`).first();
  await next.waitFor();
  if (await move(page, 'stop').count()) await move(page, 'stop').click();
  if (rest > 0) await move(page, 'stop').waitFor({ state: 'detached' });
}

// All bars have their points: everyone has played.
async function bars(page) {
  await page.locator('.challenge-bars li').nth(BOTS).waitFor();
  await page.waitForFunction(
    () => [...document.querySelectorAll('.challenge-bars li')].every((bar) => bar.querySelector('b')),
    null,
    {
      timeout: THINKING_MS,
    },
  );
  return page.locator('.challenge-bars li').evaluateAll((all) =>
    all.map((bar) => ({
      label: bar.querySelector('.challenge-label').textContent,
      points: Number(bar.querySelector('b').textContent),
    })),
  );
}

const roomOf = (page) => /\/t\/(\w+)/.exec(page.url())[1];
const logOf = async (page, match = 1) => (await house.get(`/api/rooms/${roomOf(page)}/log?match=${match}`)).text();
const namesDice = (log) => /^dice same (.*)$/m.exec(log)?.[1];

// What fell in the first throw of every turn of a seat.
function firstThrows(log, seat = 1, dice = 5) {
  const throws = [];
  let [fallen, fresh] = [null, true];
  for (const line of log.split('\n')) {
    const [, who, word] = /^\d+ [\d.]+ (\w+)[^:]*: (\w+)/.exec(line) ?? [];
    if (!who) continue;
    if (who.startsWith('seat')) {
      const begins = who === `seat${seat}` && word === 'throw';
      if (begins && fresh) throws.push((fallen = []));
      else fallen = null;
      fresh = !who.startsWith(`seat${seat}`) || word === 'fill' || (fresh && !begins);
    } else if (fallen && fallen.length < dice) fallen.push(word);
  }
  return throws;
}

async function someone(options) {
  return person(house, { permissions: ['clipboard-read', 'clipboard-write'], ...options });
}

// The clipboard is one for all, and what is copied comes there a little later.
async function copyChallenge(page) {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button(page, 'Copy challenge link').click();
  const link = await page.waitForFunction(() => navigator.clipboard.readText());
  return link.jsonValue();
}

async function done(...people) {
  for (const page of people) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
}

// ---- tests ----

describe('same dice for everyone', () => {
  // Anna plays the dice of the day, sends them to Ben, and stays: a page that is loaded solves Yatzi anew.
  let anna;
  let challenge; // her link, and what she has got
  before(async () => {
    anna = await someone({ settings: { name: 'Anna' } });
  });
  after(() => done(anna));

  test('the dice of the day in Yatzi: once, reloaded, compared with the bots; the first try counts', async () => {
    await checkAccess(anna, 'the shelf with the dice of the day');
    await daily(anna, 'Yatzi').click();
    await yatziTurns(anna, 3);
    // Leaving and coming back leads to the same table: there is one first try.
    const room = roomOf(anna);
    await anna.goto(house.url);
    await daily(anna, 'Continue').click();
    await move(anna, 'throw').waitFor();
    assert.equal(roomOf(anna), room);
    await anna.reload();
    await yatziTurns(anna, BOXES - 3);
    const first = await bars(anna);
    assert.deepEqual(
      first.map(({ label }) => label),
      ['You', 'Best', 'Strong', 'Regular', 'Beginner', 'Child'],
    );
    assert.match(await anna.locator('.end-head').innerText(), new RegExp(`^${first[0].points} points?$`));
    await anna.locator('.challenge-details summary').click();
    assert.equal(await anna.locator('.challenge-scroll tbody tr').count(), BOXES + 2);
    const totals = await anna.locator('.challenge-scroll tbody tr').last().locator('td').allInnerTexts();
    assert.deepEqual(
      totals.map(Number),
      first.map(({ points }) => points),
    );
    await checkAccess(anna, 'results side by side');
    await button(anna, 'Open the envelope').click();
    await anna.getByText(/All \d+ rolls check/).waitFor();
    await anna.reload();
    assert.deepEqual(await bars(anna), first);
    challenge = { link: await copyChallenge(anna), points: first[0].points, log: await logOf(anna) };
    await button(anna, 'Play again').click();
    await yatziTurns(anna, BOXES, KEEPING);
    const second = await bars(anna);
    assert.deepEqual(
      second.slice(0, 2).map(({ label }) => label),
      ['This try', 'Your first try'],
    );
    assert.equal(second[1].points, first[0].points);
    assert.deepEqual(second.slice(2), first.slice(1));
    await anna.getByText('Your first try is the one that counts.').waitFor();
    assert.deepEqual(firstThrows(await logOf(anna, 1)), firstThrows(await logOf(anna, 2)));
    await anna.goto(house.url);
    await daily(anna, `You: ${first[0].points}`).waitFor();
  });

  test('a link from one browser to another: other choices, the same dice, both side by side, a link back', async () => {
    const { link, points, log: hers } = challenge;
    const ben = await someone({ size: DESK, settings: { light: 'evening' } });
    await ben.goto(link);
    await ben.getByText(`Anna claims ${points} points with these dice. Can you beat that?`).waitFor();
    await checkAccess(ben, 'a challenge');
    // Others will read who got this result: whoever has no name yet is asked for one first.
    await button(ben, 'Play these dice').click();
    await ben.getByLabel('Your name').fill('Ben');
    await button(ben, 'Play these dice').click();
    await yatziTurns(ben, BOXES, KEEPING);
    const seen = await bars(ben);
    assert.deepEqual(
      seen.slice(0, 2).map(({ label }) => label),
      ['You', 'Anna (claimed)'],
    );
    assert.equal(seen[1].points, points);
    const his = await logOf(ben);
    assert.equal(firstThrows(his).length, BOXES);
    assert.deepEqual(firstThrows(his), firstThrows(hers));
    assert.notEqual(his.split('\n').length, hers.split('\n').length);
    await ben.locator('.challenge-details summary').click();
    await checkAccess(ben, 'side by side with someone');
    await anna.goto(await copyChallenge(ben));
    await anna.getByRole('heading', { name: /Ben/ }).waitFor();
    assert.equal((await bars(anna)).find(({ label }) => label === 'Ben (claimed)').points, seen[0].points);
    await done(ben);
  });

  test('a room in which everyone gets the same dice, new ones in every match', async () => {
    await anna.setViewportSize(DESK);
    await anna.getByRole('link', { name: 'Home' }).click(); // in the same page
    await button(anna, 'With friends: open a room for Yatzi').click();
    await anna.locator('.place.mine').waitFor(); // she is known
    await anna.locator('summary', { hasText: 'Game and options' }).click();
    await anna.locator('.pill', { hasText: 'Same for everyone' }).click();
    await anna.locator('summary', { hasText: 'This room' }).click();
    await anna.getByLabel('Bots think for up to').selectOption('0');
    await button(anna, 'Add a bot').click();
    await button(anna, 'Start the match').click();
    await yatziTurns(anna, BOXES);
    const seen = await bars(anna);
    assert.equal(seen.length, 2 + BOTS);
    const log = await logOf(anna);
    assert.match(namesDice(log), /^[a-z]{12}$/);
    assert.deepEqual(firstThrows(log, 1), firstThrows(log, 2));
    await button(anna, 'Play again').click();
    await yatziTurns(anna, BOXES);
    await bars(anna);
    assert.notEqual(namesDice(await logOf(anna, 2)), namesDice(log));
  });

  test('links that are none', async () => {
    const good = 'game=yatzi&dice=abc&who=Eva&boxes=3.6.9.12.15.18.20.0.25.30.40.50.30';
    const bad = [
      '',
      'nonsense',
      good.replace('yatzi', 'bossa'),
      good.replace('abc', 'A B'),
      good.replace('.30', ''),
      good.replace('3.6', '4.7'),
      good.replace('Eva', ''),
      good.replace('Eva', 'x'.repeat(60)),
      good.replace('Eva', '%00'),
      good.replace('boxes=3', 'boxes=-3'),
      `${good}&options=sheet.swiss`,
      `${good}&hundreds=3`,
      `${good}&more=${'x'.repeat(700)}`,
      good.replace('Eva', '%e2%80%ae'),
      good.replace('25', '1e1'),
    ];
    const broken = anna.getByRole('heading', { name: 'This link is broken' });
    await anna.goto(`${house.url}/same#nonsense`);
    await broken.waitFor();
    // In the same page, each after one that holds.
    for (const fragment of bad) {
      await anna.goto(`${house.url}/same#${good}`);
      await anna.getByText('Eva claims 293 points with these dice.').waitFor();
      await anna.goto(`${house.url}/same#${fragment}`);
      await broken.waitFor();
    }
    await checkAccess(anna, 'a broken link');
    await anna.goto(`${house.url}/same#${good.replace('Eva', '%3Cimg src=x onerror=alert(1)%3E')}`);
    await anna.getByText('<img src=x onerror=alert(1)> claims 293 points with these dice.').waitFor();
  });

  test('nobody peeks: no card is taken back, no first try begun anew, no day opened early', async () => {
    const eva = await someone({ size: DESK, settings: { name: 'Eva' } });
    await daily(eva, 'Yu-C-A-Tan').click();
    await move(eva, 'pick odd').click();
    await eva.locator('[data-move="stop"], .outcome, [data-move^="pick"]').first().waitFor();
    await button(eva, 'Table menu').click();
    await button(eva, 'Stop the match').waitFor();
    assert.equal(await button(eva, 'Take back my last move').count(), 0);
    // Who stops and begins anew has seen some of these dice.
    await button(eva, 'Stop the match').click();
    await eva.getByText('The match ends without a result.').waitFor();
    await button(eva, 'Stop the match').click();
    await button(eva, 'Play again').click();
    for (let turn = 0; turn < ROUNDS; turn++) await yucatanTurn(eva, 'odd', ROUNDS - 1 - turn);
    await eva.getByText('This result is for practice.').waitFor();
    assert.equal(await button(eva, 'Copy challenge link').count(), 0);
    // A link for a day to come.
    const far = 'game=yatzi&dice=2999-12-31&who=Eva&boxes=3.6.9.12.15.18.20.0.25.30.40.50.30';
    await eva.goto(`${house.url}/same#${far}`);
    await eva.getByText('Nobody can play these dice before 31 December 2999.').waitFor();
    assert.equal(await button(eva, 'Play these dice').count(), 0);
    const sue = await someone({ locale: 'en-US' });
    await sue.goto(`${house.url}/same#${far}`);
    await sue.getByText('Nobody can play these dice before December 31, 2999.').waitFor();
    await done(sue);
    await checkAccess(eva, 'a day to come');
    // Nor does a house open a room for it.
    await assert.rejects(() => house.room({ dice: 'same', same: '2999-12-31' }), /not_yet/);
    await done(eva);
  });

  test('Yu-C-A-Tan without a network: the dice of the day, bots beside them, a link', async () => {
    const own = await House.open(FLAGS);
    const anna = await person(own, {
      stays: true,
      settings: { name: 'Anna' },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await anna.evaluate(async () => void (await navigator.serviceWorker.ready));
    await own.close('SIGKILL');
    await anna.context().setOffline(true);
    await anna.reload();
    await daily(anna, 'Yu-C-A-Tan').click();
    for (let turn = 0; turn < ROUNDS; turn++) await yucatanTurn(anna, 'odd', ROUNDS - 1 - turn);
    const [mine, ...bots] = await bars(anna);
    assert.equal(bots.length, BOTS);
    await anna.locator('.challenge-details summary').click();
    assert.equal(await anna.locator('.challenge-scroll tbody tr').count(), ROUNDS + 1);
    await checkAccess(anna, 'turn by turn');
    await anna.goto(await copyChallenge(anna));
    await anna.getByRole('heading', { name: `You got ${mine.points}, and Anna claims as many.` }).waitFor();
    assert.deepEqual((await bars(anna)).slice(-BOTS), bots);
    await done(anna);
  });
});
