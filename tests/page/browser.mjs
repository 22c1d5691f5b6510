// browser.mjs: people at browsers, for tests of the page: Debian's chromium, driven by playwright-core. People see tables
// in words unless the test says otherwise, so that a test does not depend on how a game is drawn.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { PATIENCE_MS } from '../server/websocket.mjs';
import { setScale, settled } from './type.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const PHONE = { width: 360, height: 640 };
export const DESK = { width: 1280, height: 800 };
export { PATIENCE_MS };

// All of these with LONG=1, else the first: for what is seen again in another window.
export const firstOf = (...all) => (process.env.LONG === '1' ? all : all.slice(0, 1));

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

let browser;

// A name for this machine as others in a network have: plain HTTP there is no safe place for a browser.
export const LAN_NAME = 'knobel.example';

// How it is started, with arguments of its own if wished.
function launching(more = []) {
  const args = ['--no-sandbox', `--host-resolver-rules=MAP ${LAN_NAME} 127.0.0.1`, ...more];
  // Fonts of the tests' own; what the browser remembers of them goes where everything built goes.
  const env = { ...process.env, FONTCONFIG_FILE: at('fonts.conf'), XDG_CACHE_HOME: at('../../build/cache') };
  return { executablePath: process.env.CHROMIUM || '/usr/bin/chromium-headless-shell', args, env };
}

export async function openBrowser() {
  browser = await chromium.launch(launching());
  return browser;
}

// A browser that keeps everything in a folder for the next time, with one page open. It is closed by who opened it.
export const openProfile = (folder, args) => chromium.launchPersistentContext(folder, launching(args));

// Whoever is still here when the browser closes did not get through a test.
export async function closeBrowser() {
  for (const context of browser?.contexts() ?? [])
    for (const page of context.pages()) if (!left.includes(page)) await tellOf(page);
  await browser?.close();
  left.length = 0;
}

// What a page shows, in one line: a test that failed is read by someone who was not there.
async function tellOf(page) {
  const look = page.evaluate(() => ({
    text: document.body.innerText.replace(/\s+/g, ' ').slice(0, 600),
    fields: [...document.querySelectorAll('input')].map(({ value }) => value).filter(Boolean),
    focus: document.activeElement?.outerHTML.slice(0, 100),
  }));
  const nothing = new Promise((resolve) => setTimeout(resolve, 5000, 'nothing: it does not answer').unref());
  const seen = await Promise.race([look, nothing]).catch((error) => error.message);
  console.log(`${page.url()} shows ${JSON.stringify(seen)}, complaints ${JSON.stringify(page.complaints)}`);
}

// What the oldest browsers of the build (web/bundle.mjs) do not have, and newer ones do: people here do not have it either.
function growOld() {
  delete CanvasRenderingContext2D.prototype.roundRect;
  for (const name of ['with', 'toSpliced', 'toSorted', 'toReversed', 'findLast', 'findLastIndex']) delete Array.prototype[name];
  for (const one of [Object, Map]) delete one.groupBy;
  delete Promise.withResolvers;
  for (const name of ['any', 'timeout']) delete AbortSignal[name];
}

// Preact does what comes after painting (effects) when the browser has time. With LATE_EFFECTS_MS it has none for so long, as
// on a busy device: who uses what is there, or looks at it, must not notice. Runs inside the page.
export function delayEffects(ms) {
  for (const name of ['setTimeout', 'requestAnimationFrame']) {
    const plain = globalThis[name];
    globalThis[name] = (doing, ...rest) => {
      // They are known by the two timers of which the first stops the other.
      if (!/clearTimeout\(.*cancelAnimationFrame\(/s.test(String(doing))) return plain(doing, ...rest);
      return name === 'setTimeout' ? plain(doing, ms) : -1;
    };
  }
}
const LATE_EFFECTS_MS = Number(process.env.LATE_EFFECTS_MS ?? 0);

// ---- people ----

// Who leaves hands the browser on to the next one of the same kind, with nothing in it: a new one takes a process and reads
// all of the page anew, which costs as much as a short test. No more than these wait.
const left = [];
const MOST_LEFT = 4;

// What cannot be undone: after one of these nobody gets the page.
const LASTING = ['addInitScript', 'addLocatorHandler', 'close', 'context', 'exposeBinding', 'exposeFunction', 'route'];
const LASTING_TOO = ['routeFromHAR', 'routeWebSocket', 'setExtraHTTPHeaders'];

function noteWear(page) {
  for (const name of [...LASTING, ...LASTING_TOO]) {
    const doing = page[name]?.bind(page);
    page[name] = (...given) => {
      page.isWorn = true;
      return doing?.(...given);
    };
  }
}

// A notice goes after five seconds, a look from outside may come later: this notes what each one says and whether it lies in a
// sheet. Runs inside the page, before anything else.
function noteNotices() {
  globalThis.noticed = [];
  const note = (one) => globalThis.noticed.push({ text: one.textContent, isInSheet: one.closest('dialog[open]') !== null });
  const look = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    if (node.matches('.notice')) note(node);
    else node.querySelectorAll('.notice').forEach(note);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(look);
  }).observe(document, { subtree: true, childList: true });
}

// Until a notice has said this since the page was loaded or since they were last forgotten.
export const noticed = (page, words, { isInSheet } = {}) =>
  page.waitForFunction(
    ([source, where]) =>
      globalThis.noticed.some((one) => new RegExp(source).test(one.text) && (where ?? one.isInSheet) === one.isInSheet),
    [words instanceof RegExp ? words.source : words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), isInSheet],
  );
export const forgetNotices = (page) => page.evaluate(() => globalThis.noticed.splice(0));

// People live where it was noon when the test began: for none of them a day ends meanwhile.
const AHEAD_H = 12 - new Date().getUTCHours();
const NOON_ZONE = `Etc/GMT${AHEAD_H > 0 ? '-' : '+'}${Math.abs(AHEAD_H)}`; // these count the other way round

async function openPage(house, { size, settings, host, stays, ...context }) {
  const serviceWorkers = stays ? 'allow' : 'block';
  const usual = { viewport: size, locale: 'en-GB', timezoneId: NOON_ZONE, serviceWorkers };
  const own = await browser.newContext({ ...usual, ...context });
  const page = await own.newPage();
  await page.addInitScript(growOld);
  await page.addInitScript(noteNotices);
  if (LATE_EFFECTS_MS) await page.addInitScript(delayEffects, LATE_EFFECTS_MS);
  const kept = { table: 'plain', motion: 'off', sound: false, ...settings };
  await page.addInitScript((text) => {
    if (!localStorage.getItem('knobel.settings')) localStorage.setItem('knobel.settings', text);
  }, JSON.stringify(kept));
  page.on('pageerror', (error) => page.complaints.push(error.message));
  page.on('console', (message) => {
    // That a house is down, or a room is not there, is for the page to handle; the browser says it anyway.
    const expected =
      /WebSocket connection|Failed to load resource|ERR_CONNECTION|when fetching the script|Opener-Policy header has been ignored/;
    if (message.type() === 'error' && !expected.test(message.text())) page.complaints.push(message.text());
  });
  // Everything comes from the house, and from nowhere else.
  const isHome = (address) => /^(blob|data):/.test(address) || new URL(address).host === `${host}:${house.port}`;
  const asked = (address) => isHome(address) || page.complaints.push(`asks for ${address}`);
  page.on('request', (request) => asked(request.url()));
  page.on('websocket', (socket) => asked(socket.url()));
  page.setDefaultTimeout(PATIENCE_MS);
  page.cdp = await own.newCDPSession(page);
  page.home = `http://${host}:${house.port}`;
  page.asNew = { size, colorScheme: context.colorScheme ?? 'light' };
  if (!stays) noteWear(page);
  else page.isWorn = true;
  return page;
}

// Someone with a browser of their own. `complaints` gathers what the page should not have said; `host`: what they call the
// machine of the house. `stays`: the page stays on the device, for when there is no network; its service worker then fetches
// and unpacks every file of the page, which most tests do not need.
export async function person(house, { size = PHONE, settings = {}, host = '127.0.0.1', stays = false, ...context } = {}) {
  const wish = { size, settings, host, stays, ...context };
  const kind = JSON.stringify([house.port, wish]);
  const at = left.findIndex((one) => one.kind === kind);
  const page = at >= 0 ? left.splice(at, 1)[0] : Object.assign(await openPage(house, wish), { kind });
  page.complaints = [];
  await page.goto(`${page.home}/`);
  return page;
}

// As it was when it was new: nothing kept, nowhere been, nothing under the mouse.
async function clean(page) {
  const { cdp, home, asNew } = page;
  await page.goto(`${home}/healthz`); // of the same house: anywhere else would take another process
  await cdp.send('Storage.clearDataForOrigin', { origin: home, storageTypes: 'all' });
  await cdp.send('Page.resetNavigationHistory');
  await page.mouse.move(0, 0);
  await page.emulateMedia({ media: null, colorScheme: asNew.colorScheme });
  await page.setViewportSize(asNew.size);
  await setScale(page, 1);
  for (const name of ['huge', 'thrown', 'pressMs']) delete page[name]; // notes of type.mjs and play.mjs
}

export async function leave(page) {
  const isHandedOn = !page.isWorn && left.length < MOST_LEFT;
  if (isHandedOn)
    try {
      await clean(page);
      left.push(page);
      return;
    } catch {} // it hangs, or its house is gone
  await page.context().close();
}

// What people do in pages that are there already; they must not hear the page complain.
export async function watched(people, doing) {
  try {
    await doing(...people);
    for (const page of people) assert.deepEqual(page.complaints, []);
  } catch (error) {
    for (const page of people) {
      await tellOf(page);
      page.isWorn = true;
    }
    throw error;
  }
}

// Several people on a server, who leave afterwards.
export async function withPeopleAt(house, options, doing) {
  const people = await Promise.all(options.map((one) => person(house, one)));
  try {
    await watched(people, doing);
  } finally {
    await Promise.all(people.map(leave));
  }
}

export const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' });

// Open a room for friends and sit down; the link of the room.
export async function openRoom(page, game, name) {
  await button(page, `With friends: open a room for ${game}`).click();
  await sitDown(page, name);
  return page.url();
}

export async function sitDown(page, name) {
  // Who has a seat already is not asked for a name.
  await page.locator('.place.mine, .sit').first().waitFor();
  if ((await page.locator('.place.mine').count()) === 0) {
    await page.getByLabel('Your name').fill(name);
    await button(page, 'Sit down').click();
  }
  await page.locator('.place.mine').first().waitFor();
}

// Start a match alone in a room for friends: the page asks first.
export async function startAlone(page) {
  await page.locator('.start').click();
  await page.getByText('Nobody else is at the table yet.').waitFor();
  await button(page, 'Start alone').click();
}

// Among people there are hints only if the host allows them.
export async function allowHints(page) {
  await page.locator('summary', { hasText: 'This room' }).click();
  await page.getByRole('group', { name: 'Hints' }).getByText('Allowed', { exact: true }).click();
}

// The move that this text begins, in the list of moves.
export const move = (page, text) => page.locator(`[data-move^="${text}"]`).first();

// One turn of Yatzi: throw once, fill the first free box.
export async function yatziTurn(page) {
  await move(page, 'throw').click();
  await move(page, 'fill').click();
  await move(page, 'fill').waitFor({ state: 'detached' });
}

// So many turns of Yatzi, played inside the page, without fingers: for tests of what comes of a match. It looks when something
// has changed, not all the time, and what nobody looks at has no place meanwhile, which saves half of the work.
export const yatziTurns = (page, turns, { words = ['throw', 'fill'], ms = PATIENCE_MS } = {}) =>
  page.evaluate(
    async ([left, all, patience]) => {
      const ALL = { subtree: true, childList: true, attributes: true, characterData: true };
      const change = () =>
        new Promise((next) => {
          const observer = new MutationObserver(() => next(observer));
          observer.observe(document.body, ALL);
          setTimeout(next, 100, observer);
        }).then((observer) => observer.disconnect());
      const until = async (isSo) => {
        for (const end = performance.now() + patience; !isSo(); await change())
          if (performance.now() > end) throw new Error(`the match does not go on: ${document.body.textContent}`);
      };
      const table = () => document.querySelector('.table-main')?.textContent;
      const { style } = document.documentElement;
      style.display = 'none';
      for (; left > 0; left--)
        for (const word of all) {
          let before = null;
          await until(() => {
            before = table();
            const button = document.querySelector(`[data-move^="${word}"]`);
            button?.click();
            return button;
          });
          await until(() => table() !== before);
        }
      style.display = '';
    },
    [turns, words, ms],
  );

// Everything axe knows about pages for everyone, but for what W3C calls advice.
export async function checkAccess(page, what) {
  await checkRules(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], what);
  await checkWidth(page, what);
}

// In the light that is on by all rules; in the other, which stays on, by those on colours: nothing else changes with the light.
// For someone whose page follows the system.
export async function checkInBothLights(page, what) {
  const light = await page.evaluate(() => document.documentElement.dataset.light);
  await checkAccess(page, `${what}, ${light}`);
  const [other, colorScheme] = light === 'day' ? ['evening', 'dark'] : ['day', 'light'];
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-light=${other}]`).waitFor();
  await settled(page);
  await checkRules(page, ['color-contrast', 'link-in-text-block'], `${what}, ${other}`);
}

async function checkRules(page, rules, what) {
  // Through the debugger, not as a script of the page: its policy would not let that in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.cdp.send('Runtime.evaluate', { expression: `${axe};0` });
  const { violations } = await page.evaluate(
    // Nothing to fetch first: the page has no sound or film that axe could look into.
    (runOnly) => globalThis.axe.run(document, { runOnly, resultTypes: ['violations'], iframes: false, preload: false }),
    rules,
  );
  const told = violations.map(
    ({ id, nodes }) => `${id}, ${nodes.length} times, at ${nodes[0].target}: ${nodes[0].failureSummary}`,
  );
  assert.deepEqual(told, [], `axe: ${what}`);
}

export async function checkWidth(page, what) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${what} is ${over} pixels too wide`);
}
