// review.test.mjs: the review of a match in the page, with a network and without: its numbers are those of `knobel review`, the
// sums close, keys step, matches and positions travel in links, and what comes in that way may be anything. Run with
// `node --test`; KNOBEL names the program, built with its page (web/build).
// Needs the games: yatzi yucatan bossa yubitsume
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { deflateRawSync } from 'node:zlib';
import { recorded } from '../logs.mjs';
import {
  DESK,
  PHONE,
  button,
  checkAccess,
  closeBrowser,
  firstOf,
  forgetNotices,
  move,
  noticed,
  openBrowser,
  openRoom,
  person,
  startAlone,
  watched,
} from './browser.mjs';
import { House, knobel } from '../server/serving.mjs';
import { isThere } from './titles.mjs';

const JUDGED_MS = 180_000; // Yatzi is solved first, on a machine that may be busy
const UNITS = { points: 10, wins: 1000 };
// Judges that search take long over a whole match: so many events of it. That the engine of the page says the same as the
// program, to the last byte, is shown in tests/wasm.
const CUT = { bossa: 8 };

before(openBrowser);
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

// The first so many events of a log, as a log of its own.
function cutAfter(log, events) {
  const lines = log.split('\n');
  const head = lines.slice(0, lines.indexOf('events') + 1 + events);
  return [...head, lines.find((line) => line.startsWith('secret ')), `end ${events}`, ''].join('\n');
}

const native = (words, input) => JSON.parse(execFileSync(knobel, words, { input, maxBuffer: 2 ** 26 }));

// Whether there is a network makes no difference to a review: one device has none, the other has.
async function withoutNetwork() {
  const house = await House.open();
  const page = await person(house, { stays: true });
  page.house = house;
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await house.close('SIGKILL');
  await page.context().setOffline(true);
  return page;
}

async function withNetwork() {
  const house = await House.open();
  const page = await person(house);
  page.house = house;
  return page;
}

// The page loaded anew, in a window of this size and with these settings.
let loads = 0;
async function load(page, { path = '/review', fragment = '', size = PHONE, settings = {} } = {}) {
  await page.setViewportSize(size);
  const kept = { table: 'plain', motion: 'off', sound: false, ...settings };
  await page.evaluate((text) => {
    localStorage.setItem('knobel.settings', text);
    sessionStorage.clear();
  }, JSON.stringify(kept));
  await page.goto(`${page.house.url}${path}?${loads++}${fragment}`);
}

async function bring(page, log) {
  await page.getByLabel('Log text').fill(log);
  await button(page, 'Review log').click();
}

const judged = (page) => page.locator('.review-accounts[aria-busy=false]').waitFor({ timeout: JUDGED_MS });

// What the page shows of each account, in tenths.
const shownAccounts = (page) =>
  page
    .locator('.review-account')
    .evaluateAll((all) =>
      all.map((one) =>
        Object.fromEntries(
          [...one.querySelectorAll('.review-term')].map((term) => [term.dataset.part, Number(term.dataset.units)]),
        ),
      ),
    );

function checkAccounts(shown, { meaning, seats }) {
  assert.equal(shown.length, seats.length);
  shown.forEach((one, at) => {
    const { start, luck, errors, gifts, end } = seats[at];
    for (const [part, value] of Object.entries({ start, luck, errors: -errors, gifts, end }))
      assert.ok(Math.abs(one[part] - value * UNITS[meaning]) <= 1, `${part}: ${one[part]} for ${value}`);
    assert.equal(one.start + one.luck + one.errors + one.gifts, one.end, 'the sum closes');
  });
}

const stepShown = async (page) => {
  const [, step, last] = /Step (\d+) of (\d+)/.exec(await page.locator('.review-now').innerText());
  return { step: Number(step), last: Number(last) };
};

async function press(page, key, until) {
  await page.keyboard.press(key);
  await page.waitForFunction((step) => document.querySelector('.review-now').innerText.includes(`Step ${step} of`), until);
}

async function linkShown(page, name) {
  await page.locator('.notice').waitFor({ state: 'detached' }); // of the link before
  await forgetNotices(page);
  await button(page, name).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  // Said where it can be seen and heard: all below the sheet is out of reach. The sheet is closed before the notice goes.
  const close = await button(page, 'Close').elementHandle();
  const closed = page.evaluate(async (it) => {
    while (!globalThis.noticed.some(({ isInSheet }) => isInSheet)) await new Promise(requestAnimationFrame);
    it.click();
  }, close);
  await button(page, 'Copy link').click();
  await closed;
  for (const isInSheet of [true, false]) await noticed(page, 'Link copied.', { isInSheet });
  return link;
}

const fragmentOf = (text) => `#m=${deflateRawSync(text).toString('base64url')}`;

describe('the review of a match, without a network', () => {
  let page;
  before(async () => {
    page = await withoutNetwork();
  });
  after(() => page.context().close());
  const going = (name, doing) => test(name, () => watched([page], doing));

  const drawn = { table: 'drawn' };
  const evening = { light: 'evening', table: 'drawn' };
  const cases = [
    ...firstOf(['yatzi', { size: PHONE }], ['yatzi-taken-back', { size: DESK, settings: drawn, isNext: true }]),
    ['yucatan', { size: DESK, settings: evening }],
    ['bossa', { size: PHONE, settings: evening }],
    ...firstOf(['crane', { size: PHONE, settings: drawn }], ['crane-real-cards', { size: DESK, settings: evening }]),
  ].filter(([name]) => isThere(name.split('-')[0]));

  // Another log in the same page: what was learnt for the one before need not be learnt again.
  async function goOn({ size }, fragment) {
    await page.setViewportSize(size);
    await button(page, 'Settings').click();
    await page.getByRole('group', { name: 'Table view' }).getByText('Graphics').click();
    await button(page, 'Close').click();
    await page.goto(new URL(fragment, page.url()).href);
    await page.locator('.review-waiting').waitFor();
  }

  for (const [name, { isNext, ...options }] of cases)
    going(`${name}: the numbers of the program, sums that close, for everyone`, async () => {
      const log = CUT[name] ? cutAfter(recorded(name), CUT[name]) : recorded(name);
      const report = native(['review', '--json', '-'], log);
      if (isNext) await goOn(options, fragmentOf(log));
      else await load(page, { ...options, fragment: fragmentOf(log) });
      await judged(page);
      checkAccounts(await shownAccounts(page), report);
      // Coloured is what is worse beyond doubt, and nothing else.
      while (await page.getByRole('button', { name: /^Show \d+ more$/ }).count())
        await page.getByRole('button', { name: /^Show \d+ more$/ }).click();
      const costly = report.events.filter(({ error }) => error >= (report.meaning === 'wins' ? 0.0005 : 0.05)); // as shown
      const tenths = (value) => Math.round(value * UNITS[report.meaning]);
      const worse = costly.filter(({ best, error, doubt }) => best !== undefined && tenths(error) > tenths(doubt));
      assert.equal(await page.locator('.review-decision').count(), costly.length);
      assert.equal(await page.locator('.review-cost.bad').count(), worse.length);
      for (const { error, doubt } of worse) assert.ok(error > doubt);
      await checkAccess(page, `the review of ${name}`);
    });

  if (isThere('yubitsume'))
    for (const options of firstOf({ size: PHONE, settings: evening }, { size: DESK, settings: drawn }))
      going(`yubitsume: reactions and misses, nothing of luck and gifts: ${options.size.width} pixels`, async () => {
        const log = recorded('yubitsume');
        await load(page, { ...options, fragment: fragmentOf(log) });
        await page.getByRole('heading', { name: 'Reactions and misses' }).waitFor();
        assert.equal(await page.locator('.review-waiting').count(), 0, 'nothing has to be analysed');
        const text = await page.locator('main').innerText();
        assert.doesNotMatch(text, /[Gg]ifts?|[Ll]uck|mistake|chance of winning|[{}]|undefined|NaN/);
        const hands = await page.locator('.review-account').allInnerTexts();
        assert.equal(hands.length, 3);
        for (const hand of hands) assert.match(hand, /Safe\s+\d+ of \d+ throws.*median\s+[\d,]+ ms.*Misses\s+\D+ \d/s);
        const miss = page.locator('.review-decision').first();
        await miss.click();
        await page.locator('.review-decision[aria-current=step]').first().waitFor();
        assert.notEqual((await stepShown(page)).step, 0);
        const counted = hands.flatMap((hand) => [.../Misses\s+(.*)/.exec(hand)[1].matchAll(/\d+/g)].map(Number));
        const more = page.getByRole('button', { name: /^Show \d+ more$/ });
        if (await more.count()) await more.click();
        const all = counted.reduce((sum, one) => sum + one, 0);
        assert.equal(await page.locator('.review-decision').count(), all, 'every miss is in the list');
        await page.evaluate(() => scrollTo(0, 0)); // nothing is half behind the bar
        await checkAccess(page, 'the review of Yubitsume');
      });

  going('keys go through it, and a decision leads to the table as it was', async () => {
    await load(page, { size: DESK, settings: drawn, fragment: fragmentOf(recorded('yucatan')) });
    await judged(page);
    const { step, last } = await stepShown(page);
    assert.equal(step, 0);
    await press(page, 'ArrowRight', 1);
    await press(page, 'ArrowRight', 2);
    await press(page, 'ArrowLeft', 1);
    await press(page, 'End', last);
    await page.getByText('The end of the match.').waitFor();
    await press(page, 'Home', 0);
    await page.keyboard.press('n');
    await page.getByText('Better moves:').waitFor();
    const first = await stepShown(page);
    await page.keyboard.press('n');
    await page.waitForFunction((was) => !document.querySelector('.review-now').innerText.includes(`Step ${was} of`), first.step);
    await press(page, 'p', first.step);
    const decision = page.locator('.review-decision').first();
    await decision.click();
    assert.equal(await decision.getAttribute('aria-current'), 'step');
    assert.match(await page.locator('.review-now').innerText(), /costs/);
    await page.locator('.review-plot .u-over').click();
    assert.notDeepEqual(await stepShown(page), first);
  });
});

describe('the review of a match, with a network', () => {
  let page;
  before(async () => {
    page = await withNetwork();
  });
  after(() => page.context().close());
  const going = (name, doing) => test(name, () => watched([page], doing));

  going('a match and a position in a link', async () => {
    await load(page);
    const log = recorded('yucatan');
    await bring(page, log);
    await judged(page);
    await page.keyboard.press('n');
    await page.getByText('Better moves:').waitFor();
    const shown = await shownAccounts(page);
    const match = await linkShown(page, 'Link to this match');
    const place = await linkShown(page, 'Link to this position');
    assert.ok(match.length < 8000, `${match.length} characters`);
    await page.goto(match); // the same screen: only what is behind the # changes
    await page.reload();
    await judged(page);
    assert.deepEqual(await shownAccounts(page), shown);

    await page.goto(place);
    await page.locator('.look-values li').first().waitFor({ timeout: JUDGED_MS });
    const { moves } = native(['hint', 'yucatan', '--json', new URLSearchParams(new URL(place).hash.slice(1)).get('p')]);
    const listed = await page.locator('.look-values li').evaluateAll((all) => all.map((one) => one.dataset.move));
    assert.deepEqual(
      listed,
      moves.map(({ move }) => move),
    );
    const best = await page.locator('.look-values li b').first().innerText();
    assert.equal(best.trim(), moves[0].value.toFixed(1));
    await checkAccess(page, 'a position');
  });

  going('whatever else comes in is refused in a clear sentence', async () => {
    await load(page);
    const complaint = page.getByRole('alert');
    const log = cutAfter(recorded('yatzi'), 20);
    const lines = log.split('\n');
    const die = lines.findIndex((line) => / dice: /.test(line));
    lines[die] = lines[die].replace(/\d$/, (face) => String((Number(face) % 6) + 1));
    for (const [text, words] of [
      ['hello', /Line 1: this is not a Knobel log/],
      [lines.join('\n'), new RegExp(`Line ${die + 1}: this does not match the sealed secret`)],
      [log.slice(0, log.length / 2), /cut off|not a valid line/],
      [log.replace('game yatzi 1', 'game chess 1'), /Line 2: there is no such game/],
    ]) {
      await bring(page, text);
      await complaint.filter({ hasText: words }).waitFor();
    }
    await checkAccess(page, 'a log that does not hold');

    const broken = [
      '#m=',
      '#m=!!!',
      '#m=AAAA',
      `#m=${'A'.repeat(100_000)}`,
      fragmentOf(Buffer.from([0xff, 0xfe, 0xfd])),
      fragmentOf(Buffer.alloc(24 << 20)), // little that becomes very much
    ];
    for (const fragment of broken) {
      await load(page, { fragment });
      await complaint.filter({ hasText: /link is broken/ }).waitFor();
    }
    await load(page, { fragment: fragmentOf('knobel log 1\nrubbish\n') });
    await complaint.filter({ hasText: /Line 2/ }).waitFor();
    // A good link in the same window, and a broken one after it.
    await page.goto(new URL(fragmentOf(recorded('yucatan')), page.url()).href);
    await page.getByText('Step 0 of').waitFor();
    await page.goto(new URL('#m=AAAA', page.url()).href);
    await complaint.filter({ hasText: /link is broken/ }).waitFor();

    for (const [fragment, words] of [
      ['', /link is broken/],
      [`#g=yatzi&p=${'x'.repeat(9000)}`, /link is broken/],
      ['#g=chess&p=seats%3D2', /there is no such game/],
      ['#g=yatzi&p=dice%3D9%2C9', /can't be read|no match can reach/],
    ]) {
      await load(page, { path: '/look', fragment });
      await complaint.filter({ hasText: words }).waitFor();
    }
  });

  if (isThere('bossa'))
    going('where judges take long, a few workers share it, and what they find is shown as it comes', async () => {
      await load(page);
      await page.evaluate(() => {
        window.shown = [];
        new MutationObserver(() => {
          const accounts = document.querySelector('.review-accounts');
          const plot = document.querySelector('.review-plot')?.getBoundingClientRect();
          if (accounts) window.shown.push([accounts.ariaBusy, accounts.innerText, plot.top + scrollY, plot.height].join());
        }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      });
      const before = page.workers().length;
      const most = await page.evaluate(() => Math.min(4, navigator.hardwareConcurrency));
      const opened = [];
      page.on('worker', (worker) => opened.push(worker));
      await bring(page, cutAfter(recorded('bossa'), 4));
      await judged(page);
      assert.equal(opened.length, most);
      while (page.workers().length > before) await new Promise((resolve) => setTimeout(resolve, 50)); // they leave
      const shown = [...new Set(await page.evaluate(() => window.shown))];
      assert.match(shown[0], /^true/, 'something is shown before all is there');
      assert.match(shown.at(-1), /^false/);
      const places = new Set(shown.map((one) => one.split(',').slice(-2).join()));
      assert.equal(places.size, 1, `nothing moves: ${[...places]}`);
    });

  going('it can be stopped, and begun again', async () => {
    await load(page);
    await bring(page, recorded('bossa'));
    await page.getByText('Analysing every move').waitFor();
    await button(page, 'Stop').click();
    await page.getByText('Analysis stopped.').waitFor();
    await press(page, 'ArrowRight', 1);
    await button(page, 'Analyse the match').click();
    await page.getByText('Analysing every move').waitFor({ timeout: JUDGED_MS });
  });

  going('one tap from the end of a match; it lasts when the page is loaded again', async () => {
    await load(page, { path: '/' });
    await openRoom(page, 'Yu-C-A-Tan', 'Anna');
    await page.locator('summary', { hasText: 'Game and options' }).click();
    await page.getByLabel('Rounds').selectOption('1');
    await startAlone(page);
    await move(page, 'pick odd').click();
    await move(page, 'stop').or(button(page, 'Review the match')).first().click(); // none may fit: then it is over
    await button(page, 'Review the match').or(page.locator('.review-accounts')).first().waitFor();
    if (await button(page, 'Review the match').count()) await button(page, 'Review the match').click();
    await judged(page);
    const shown = await shownAccounts(page);
    assert.equal(shown.length, 1);
    await page.reload();
    await judged(page);
    assert.deepEqual(await shownAccounts(page), shown);
    await page.getByRole('link', { name: 'Back to the room' }).click();
    await button(page, 'Play again').waitFor();
  });
});
