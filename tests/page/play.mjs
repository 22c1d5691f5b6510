// play.mjs: hands for tests of the page: how someone at a browser plays each game at its drawn table. Every game has a
// `step`: it does one thing if there is something to do just now, and answers whether it did. Nobody plays well.
import { PATIENCE_MS, button, openRoom, sitDown } from './browser.mjs';

const MATCH_MS = 90_000; // so long nothing goes unanswered at any table
const PAUSE_MS = 100; // every look costs more than the wait

// Press something that may have disappeared meanwhile: the table changes by itself. After giving up, the press may
// still have come through. So every step looks at the table afresh and relies on none before it. On a busy machine a
// press may take longer than one waits for what has gone: then the next one has twice the time.
const PRESS_MS = 1500;
async function press(page, what, how = 'click') {
  const target = typeof what === 'string' ? page.locator(what).first() : what.first();
  const timeout = page.pressMs ?? PRESS_MS;
  return target[how]({ timeout }).then(
    () => {
      page.pressMs = PRESS_MS;
      return true;
    },
    () => {
      page.pressMs = Math.min(2 * timeout, PATIENCE_MS);
      return false;
    },
  );
}

const has = (page, css) => page.evaluate((one) => document.querySelector(one) !== null, css);
const isOver = (page) => has(page, '.outcome');
// Of several that look alike, the one that a phone or a desk really shows.
const shown = (page, css) => page.locator(`:is(${css}):visible`);

// ---- Yatzi: one throw, a die kept, another throw, then the first box that is free ----

async function yatzi(page) {
  const can = await page.evaluate(() => ({
    ready: document.querySelector('.actions .button:not([aria-disabled=true])') !== null,
    dice: document.querySelectorAll('.die-button').length,
    kept: document.querySelectorAll('.die-button[aria-pressed=true]').length,
    box: document.querySelector('.yatzi-row.open, .yatzi-cell') !== null,
    picked: document.querySelector('.picked') !== null,
  }));
  if (!can.ready && !can.box) return false;
  if (can.picked) return press(page, shown(page, '.actions .button.main'));
  if (can.box && page.thrown) {
    page.thrown = await press(page, shown(page, '.yatzi-row.open, .yatzi-cell')).then((done) => !done);
    return true;
  }
  if (can.dice > 0 && can.kept === 0) return press(page, '.die-button');
  if (can.dice > 0) page.thrown = true; // the second throw is the last
  return press(page, shown(page, '.actions .button:not([aria-disabled=true])'));
}

// ---- Yu-C-A-Tan: a card tapped twice, or the card and then the button; two throws, then stop ----

async function yucatan(page) {
  const can = await page.evaluate(() => ({
    cards: document.querySelectorAll('button.yucatan-card').length,
    used: document.querySelectorAll('.yucatan-card.used').length,
    picked: document.querySelector('button.yucatan-card.picked') !== null,
    buttons: document.querySelectorAll('.actions .button').length,
  }));
  if (can.cards === 0) return false;
  if (can.picked) return press(page, can.used % 2 ? 'button.yucatan-card.picked' : '.actions .button:last-child');
  if (can.buttons === 2 && can.used > 1) return press(page, '.actions .button:first-child');
  return press(page, can.used ? 'button[data-card=even], button[data-card=odd]' : 'button[data-card=odd]');
}

// ---- Bossa: any place that takes something; else a marker ----

async function bossa(page) {
  if (await has(page, '.bossa-option')) return press(page, '.bossa-option');
  if (await has(page, '.bossa-go:not(:disabled)')) return press(page, '.bossa-go');
  if (await has(page, '.bossa-ways button[aria-pressed=false]')) return press(page, '.bossa-ways button');
  if (await has(page, 'button.bossa-place')) return press(page, shown(page, 'button.bossa-place'));
  const marker = 'button.bossa-marker';
  if (!(await has(page, marker))) return false;
  if (!(await has(page, `${marker}[aria-pressed=true]`))) return press(page, marker);
  // The tile to give, and with an exchange one of the other hand to take.
  for (const hand of ['.bossa-own', '.bossa-other'])
    if (!(await has(page, `${hand} button.bossa-hand-tile[aria-pressed=true]`)))
      if (await press(page, `${hand} button.bossa-hand-tile`)) return true;
  return false;
}

// ---- Yubitsume: someone who knows what to hit, or someone who hits anything ----

// What is right at the basic level, as the table tells screen readers; null: keep still.
export function rightHit(faces) {
  const alone = faces.map(({ symbol, number }, at) =>
    faces.every((other, k) => k === at || (other.symbol !== symbol && other.number !== number)),
  );
  const count = alone.filter(Boolean).length;
  if (count === faces.length) return 'knife';
  return count === 1 ? String(alone.indexOf(true) + 1) : null;
}

const faceOf = (label) => {
  const [, number, symbol] = /(\d) ([a-z]+?)s?$/.exec(label);
  return { number, symbol };
};

const KEYS = { 1: '1', 2: '2', 3: '3', knife: ' ' };

// `how`: click, tap or press (a key); `knows`: hits only what is right.
const slapper = (how, knows) => async (page) => {
  const can = await page.evaluate(() => ({
    ring: document.querySelector('.yubi-ring-names button') !== null,
    throw: document.querySelector('.yubi-throw') !== null,
    open: document.querySelector('.yubi-tray[data-shown] button.yubi-target:not(:disabled)') !== null,
    dice: [...document.querySelectorAll('.yubi-die')].map((die) => die.parentElement.getAttribute('aria-label')),
  }));
  if (can.ring) return press(page, '.yubi-ring-names button');
  if (can.throw) return press(page, '.yubi-throw', how === 'tap' ? 'tap' : 'click');
  if (!can.open || can.dice.length < 3) return false;
  const faces = can.dice.map(faceOf);
  const right = rightHit(faces);
  const hit = knows ? right : right === '1' ? '2' : '1';
  if (hit === null) return false;
  if (how !== 'press') return press(page, `button.yubi-at-${hit}`, how);
  await page.keyboard.press(KEYS[hit]);
  return true;
};

// ---- Crane: close the eyes, bet, grab about as much as is asked for ----

async function pull(page, pixels) {
  const pad = await page.locator('.crane-pad').boundingBox();
  const x = pad.x + pad.width / 2;
  await page.mouse.move(x, pad.y + 40);
  await page.mouse.down();
  for (let part = 1; part <= 4; part++) await page.mouse.move(x, pad.y + 40 + (pixels * part) / 4);
}

async function holdKey(page, ms) {
  await page.locator('.crane-pad').focus();
  await page.keyboard.down('Space');
  await page.waitForTimeout(ms);
}

const lets = { mouse: (page) => page.mouse.up(), key: (page) => page.keyboard.up('Space') };

// `held` is called while the cards are held, before they are lifted.
const grabber =
  (hand, bet, held = async () => {}) =>
  async (page) => {
    const can = await page.evaluate(() => ({
      dark: document.querySelector('.crane-dark') !== null,
      ready: document.querySelector('.crane-open') !== null,
      lifting: document.querySelector('.crane-pad')?.textContent.includes('You lift'),
      jackpot: document.querySelector('.crane-choose') !== null,
      bets: document.querySelector('.crane-bet:not(:disabled)') !== null,
      eyes: document.querySelector('.crane-action .button.main') !== null,
    }));
    if (can.dark) {
      if (!can.ready || can.lifting) return false;
      await (hand === 'key' ? holdKey(page, 700) : pull(page, 60));
      await held(page);
      await lets[hand](page);
      return true;
    }
    if (can.jackpot) return press(page, '.crane-choose');
    if (can.bets) {
      const wish = page.locator('.crane-bet:not(:disabled)', { hasText: bet });
      await press(page, (await wish.count()) ? wish : '.crane-bet:not(:disabled)');
      return press(page, button(page, 'Place the bet face down'));
    }
    return can.eyes ? press(page, button(page, 'Close my eyes')) : false;
  };

export const steps = { yatzi, yucatan, bossa, slapper, grabber };

// ---- settings ----

// Other settings, such as a language; the page begins anew with them. `shown`: what is waited for.
export async function reloadWith(page, settings, shown) {
  await page.evaluate((more) => {
    const kept = JSON.parse(localStorage.getItem('knobel.settings'));
    localStorage.setItem('knobel.settings', JSON.stringify({ ...kept, ...more }));
  }, settings);
  await page.reload();
  await page.locator(shown).first().waitFor();
}

// ---- a whole match ----

// One sits down, the others follow the link. `options`: fields of the options, by their labels.
export async function sitTogether(people, game, { options = {}, pills = [], bots = 0 } = {}) {
  const [host, ...others] = people;
  const names = ['Anna', 'Ben', 'Cleo'];
  const link = await openRoom(host, game, names[0]);
  for (const [at, page] of others.entries()) {
    await page.goto(link);
    await sitDown(page, names[at + 1]);
  }
  if (Object.keys(options).length + pills.length > 0) await host.locator('summary', { hasText: 'Game and options' }).click();
  for (const [label, value] of Object.entries(options)) await host.getByLabel(label).selectOption(value);
  for (const pill of pills) await host.locator('.pill', { hasText: pill }).click();
  if (bots > 0) {
    await host.locator('summary', { hasText: 'This room' }).click();
    await host.getByLabel('Bots think for up to').selectOption('0');
  }
  for (let bot = 0; bot < bots; bot++) await button(host, 'Add a bot').click();
  await button(host, 'Start the match').click();
  for (const page of people) await page.locator('.strip-seat').first().waitFor();
  return link;
}

// Everyone does what they can, until `until` says so of the first page; without it: to the end. However long a match takes,
// it fails only when nobody has found anything to do for `ms`.
export async function playOn(people, hands, until = isOver, ms = MATCH_MS) {
  for (let last = Date.now(); Date.now() < last + ms;) {
    if (await until(people[0])) return;
    let done = false;
    for (const [at, page] of people.entries()) done = (await hands[at % hands.length](page)) || done;
    if (done) last = Date.now();
    else await people[0].waitForTimeout(PAUSE_MS);
  }
  const last = await Promise.all(people.map((page) => page.locator('.table-main').innerText()));
  throw new Error(`the match does not go on: ${last.join(' | ')}`);
}

// ---- the rest of a match, inside the page ----

// Fingers are slow, and so is every look from outside: once they have done enough, a hand inside the page goes on. It runs
// there, so it knows nothing but what it is given: `first` finds the first thing of a kind. It answers what to press now, or
// nothing.

const yatziInside = (first) =>
  first('.picked')
    ? first('.actions .button.main')
    : (first('.yatzi-row.open, .yatzi-cell') ?? first('.actions .button:not([aria-disabled=true])'));

const bossaInside = (first) => {
  const isPicked = (css) => first(`${css}[aria-pressed=true]`) !== undefined;
  const tile = (hand) => (isPicked(`${hand} button.bossa-hand-tile`) ? undefined : first(`${hand} button.bossa-hand-tile`));
  const ways = first('.bossa-ways button[aria-pressed=false]') && first('.bossa-ways button');
  const plain = first('.bossa-option') ?? first('.bossa-go:not(:disabled)') ?? ways ?? first('button.bossa-place');
  if (plain || !isPicked('button.bossa-marker')) return plain ?? first('button.bossa-marker');
  return tile('.bossa-own') ?? tile('.bossa-other');
};

const yubitsumeInside = (first, rightHit, knows) => {
  const plain = first('.yubi-ring-names button') ?? first('.yubi-throw');
  const isOpen = !plain && first('.yubi-tray[data-shown] button.yubi-target:not(:disabled)') !== undefined;
  globalThis.openSince = isOpen ? (globalThis.openSince ?? performance.now()) : undefined;
  if (!isOpen) return plain;
  if (performance.now() < globalThis.openSince + 300) return undefined; // nobody is as quick: a false start
  const faces = [...document.querySelectorAll('.yubi-die')]
    .map((die) => /(\d) ([a-z]+?)s?$/.exec(die.parentElement.ariaLabel))
    .map(([, number, symbol]) => ({ number, symbol }));
  const right = rightHit(faces);
  if (faces.length < 3) return undefined;
  return knows ? right && first(`button.yubi-at-${right}`) : first(`button.yubi-at-${right === '1' ? 2 : 1}`);
};

export const insides = {
  yatzi: String(yatziInside),
  bossa: String(bossaInside),
  slapper: (knows) => `(first) => (${yubitsumeInside})(first, ${rightHit}, ${knows})`,
};

// Runs inside the page: press until the match is over. What nobody looks at has no place meanwhile, which saves half of the work.
async function pressOn(hand, patience) {
  const ALL = { subtree: true, childList: true, attributes: true, characterData: true };
  const first = (css) => document.querySelector(css) ?? undefined;
  const { style } = document.documentElement;
  style.display = 'none';
  for (let last = performance.now(); !document.querySelector('.outcome');) {
    const target = hand(first);
    const changed = new Promise((next) => {
      new MutationObserver((_, observer) => next(observer.disconnect())).observe(document.body, ALL);
      setTimeout(next, target ? 1500 : 100);
    });
    if (target) last = performance.now();
    target?.click();
    if (performance.now() > last + patience) throw new Error(`the match does not go on: ${document.body.textContent}`);
    await changed;
    await new Promise((next) => setTimeout(next, 15)); // a change seldom comes alone
  }
  style.display = '';
}

// Everyone plays to the end, each by a hand of `insides`.
export const playInside = (people, hands) =>
  Promise.all(people.map((page, at) => page.evaluate(`(${pressOn})(${hands[at % hands.length]}, ${MATCH_MS})`)));
