// webdriver.mjs: other browsers than Chromium, for tests of the page: Debian's Firefox, which is asked through Marionette, and
// WebKitGTK's small browser, which is asked through WebKitWebDriver. Both speak W3C's WebDriver; of it only this is needed:
// go, run a script, move and press, take a picture. A page here can be used like one of playwright's, as far as play.mjs
// uses those, so that the same hands play in every browser.
import { execFileSync, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS } from '../server/websocket.mjs';

const START_MS = 60_000; // a browser that has not answered by then will not
const POLL_MS = 50;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Ask again until there is an answer; what it was that failed last.
async function until(ask, ms, what) {
  for (const end = Date.now() + ms; ; await wait(POLL_MS)) {
    let why;
    const answer = await ask().catch((error) => {
      why = error;
    });
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`${what}: ${why?.message ?? 'in vain'}`);
  }
}

async function stop(child) {
  const ended = new Promise((resolve) => child.once('close', resolve));
  if (child.exitCode !== null || child.signalCode) return;
  child.kill();
  await ended;
}

// ---- Firefox: Marionette is lines of `LENGTH:[type, id, command, parameters]` ----

class Marionette {
  #socket;
  #heard = Buffer.alloc(0);
  #waiting = new Map();
  #last = 0;

  static open(port) {
    return new Promise((resolve, reject) => {
      const line = new Marionette();
      line.#socket = connect(port, '127.0.0.1', () => resolve(line));
      line.#socket.on('error', reject);
      line.#socket.on('data', (bytes) => line.#hear(bytes));
    });
  }

  #hear(bytes) {
    this.#heard = Buffer.concat([this.#heard, bytes]);
    for (let colon; (colon = this.#heard.indexOf(':')) > 0;) {
      const end = colon + 1 + Number(this.#heard.subarray(0, colon));
      if (this.#heard.length < end) return;
      const message = JSON.parse(this.#heard.subarray(colon + 1, end));
      this.#heard = this.#heard.subarray(end);
      if (Array.isArray(message)) this.#answer(message); // the first is a greeting
    }
  }

  #answer([, id, error, result]) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    error ? reject(new Error(`${error.error}: ${error.message}`)) : resolve(result);
  }

  ask(command, parameters = {}) {
    const text = JSON.stringify([0, ++this.#last, `WebDriver:${command}`, parameters]);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.#waiting.set(this.#last, { resolve, reject }));
  }

  close() {
    this.#socket.destroy();
  }
}

// What a new profile would ask, fetch or show by itself.
const QUIET = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.server': '',
  'services.settings.server': 'data:,',
  'browser.startup.homepage_override.mstone': 'ignore',
  'intl.accept_languages': 'en-GB',
  'dom.min_background_timeout_value': 4,
};

export async function openFirefox({ port = 20_000 + (process.pid % 20_000), prefs = {} } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'knobel-firefox-'));
  const lines = Object.entries({ ...QUIET, ...prefs, 'marionette.port': port }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(
    process.env.FIREFOX || '/usr/bin/firefox-esr',
    ['--headless', '--marionette', '--no-remote', '--profile', profile],
    { stdio: 'ignore', env: { ...process.env, HOME: profile } },
  );
  const close = async () => {
    await stop(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const line = await until(() => Marionette.open(port), START_MS, 'Firefox');
    await line.ask('NewSession');
    return new Page(
      (command, parameters) => line.ask(command, parameters),
      async () => {
        line.close();
        await close();
      },
    );
  } catch (error) {
    await close();
    throw error;
  }
}

// ---- WebKit: WebKitWebDriver listens on HTTP, and its browser wants a screen ----

const PATHS = {
  Navigate: 'url',
  ExecuteScript: 'execute/sync',
  PerformActions: 'actions',
  SetWindowRect: 'window/rect',
  TakeScreenshot: 'screenshot',
};

async function post(address, body) {
  const method = body ? 'POST' : 'GET';
  const answer = await fetch(address, { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(START_MS) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

// A screen that nobody looks at: the number of a free one is what Xvfb writes down.
async function openScreen() {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  await until(async () => said.endsWith('\n'), START_MS, 'Xvfb');
  return { name: `:${said.trim()}`, close: () => stop(child) };
}

export async function openWebKit({ port = 40_000 + (process.pid % 20_000), onSay = () => {} } = {}) {
  const screen = await openScreen();
  const home = mkdtempSync(join(tmpdir(), 'knobel-webkit-'));
  const env = {
    ...process.env,
    DISPLAY: screen.name,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    LIBGL_ALWAYS_SOFTWARE: '1',
    LANG: 'en_GB.UTF-8',
    LC_ALL: 'en_GB.UTF-8',
  }; // without a language some scripts do not begin
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => onSay(String(text)));
  const close = async () => {
    await stop(child);
    await screen.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const at = `http://127.0.0.1:${port}`;
    await until(() => post(`${at}/status`), START_MS, 'WebKitWebDriver');
    const binary =
      process.env.WEBKIT_BROWSER ??
      execFileSync('sh', ['-c', 'ls -d /usr/lib/*/webkit2gtk-4.*/MiniBrowser'], { encoding: 'utf8' }).split('\n')[0];
    const browser = { binary, args: ['--automation', '--enable-write-console-messages-to-stdout=true'] };
    const { sessionId } = await post(`${at}/session`, { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } } });
    const ask = async (command, parameters) => {
      if (command === 'TakeScreenshot') return { value: await post(`${at}/session/${sessionId}/screenshot`) };
      return { value: await post(`${at}/session/${sessionId}/${PATHS[command]}`, parameters) };
    };
    return new Page(ask, async () => {
      await fetch(`${at}/session/${sessionId}`, { method: 'DELETE', signal: AbortSignal.timeout(5000) }).catch(() => {});
      await close();
    });
  } catch (error) {
    await close();
    throw error;
  }
}

// ---- what is found in a page ----

// Runs there: all elements that a description names. `:visible` is playwright's word, not CSS.
function found({ css, name, exact, role, label, text, pick }) {
  const visible = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden';
  const called = (one) => (one.getAttribute('aria-label') ?? one.textContent).replace(/\s+/g, ' ').trim();
  const fits = (said, wish, whole) =>
    typeof wish === 'object'
      ? new RegExp(wish.source, wish.flags).test(said)
      : whole
        ? said === wish
        : said.toLowerCase().includes(wish.toLowerCase());
  let all;
  if (label !== undefined)
    all = [...document.querySelectorAll('label, [aria-label]')]
      .filter((one) => fits(called(one), label, exact))
      .map((one) => (one.localName === 'label' ? (one.control ?? one.querySelector('input, select, textarea')) : one))
      .filter(Boolean);
  else {
    const wanted = css ?? (role === 'button' ? 'button, [role=button], summary' : `[role=${role}]`);
    all = [...document.querySelectorAll(wanted.replaceAll(':visible', ''))];
    if (wanted.includes(':visible') || role) all = all.filter(visible);
  }
  if (name !== undefined) all = all.filter((one) => fits(called(one), name, exact));
  if (text !== undefined) all = all.filter((one) => fits(one.textContent, text));
  return pick === undefined ? all : all.slice(pick, pick + 1);
}

// Runs there: where a finger would press the first one, or null if it cannot be pressed (yet). What is out of view or lies under
// something else is brought to the middle first.
function whereToPress([one]) {
  if (!one || one.disabled || one.getClientRects().length === 0) return null;
  const middle = () => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  };
  const free = ({ x, y }) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (one.contains(hit) || one.closest('label')?.contains(hit));
  };
  if (!free(middle())) one.scrollIntoView({ block: 'center', inline: 'center' });
  return free(middle()) ? middle() : null;
}

// Runs there: what is pressed next is written down: is it this one?
function noteHit([one]) {
  const { dataset } = document.documentElement;
  const label = one?.closest('label');
  delete dataset.hit;
  addEventListener(
    'pointerdown',
    ({ target }) => {
      dataset.hit = !one || one.contains(target) || label?.contains(target) ? 'yes' : 'no';
    },
    { capture: true, once: true },
  );
}

class Locator {
  constructor(page, wish) {
    Object.assign(this, { page, wish });
  }

  first() {
    return new Locator(this.page, { ...this.wish, pick: 0 });
  }
  nth(pick) {
    return new Locator(this.page, { ...this.wish, pick });
  }
  evaluateAll(doing, more) {
    return this.page.inPage(this.wish, doing, more);
  }
  count() {
    return this.evaluateAll((all) => all.length);
  }
  innerText() {
    return this.evaluateAll(([one]) => one.innerText);
  }
  boundingBox() {
    return this.evaluateAll(([one]) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x, y, width, height };
    });
  }

  #told() {
    return JSON.stringify(this.wish, (_, value) => (value instanceof RegExp ? String(value) : value));
  }

  waitFor({ state = 'visible', timeout = this.page.timeout } = {}) {
    const holds = {
      visible: (all) => all.some((one) => one.getClientRects().length > 0),
      attached: (all) => all.length > 0,
      detached: (all) => all.length === 0,
    }[state];
    return until(() => this.evaluateAll(holds), timeout, `${this.#told()} is not ${state}`);
  }

  // Where it lies when it lies still: the same twice.
  async #atRest(timeout) {
    let last;
    const look = async () => {
      const before = last;
      last = await this.evaluateAll(whereToPress);
      return last && before && last.x === before.x && last.y === before.y && last;
    };
    return until(look, timeout, `${this.#told()} cannot be pressed`);
  }

  // Press it; once more if it moved away just then and something else was hit.
  async #press(pointerType, timeout = this.page.timeout) {
    const end = Date.now() + timeout;
    do {
      const { x, y } = await this.#atRest(end - Date.now());
      await this.evaluateAll(noteHit);
      const taps = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await this.page.point(taps, pointerType);
    } while ((await this.page.evaluate(() => document.documentElement.dataset.hit)) === 'no');
  }

  click({ timeout } = {}) {
    return this.#press('mouse', timeout);
  }
  tap({ timeout } = {}) {
    return this.#press('touch', timeout);
  }
  focus() {
    return this.evaluateAll(([one]) => one.focus());
  }

  async fill(text) {
    await this.waitFor();
    await this.evaluateAll(([one], value) => {
      if (!one) return;
      one.focus();
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), 'value').set.call(one, value);
      one.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
  }

  async selectOption(value) {
    await this.waitFor({ state: 'attached' });
    await this.evaluateAll(([one], wish) => {
      one.value = [...one.options].find((option) => option.value === wish || option.label === wish).value;
      for (const kind of ['input', 'change']) one.dispatchEvent(new Event(kind, { bubbles: true }));
    }, value);
  }
}

// ---- a page ----

const KEYS = {
  Space: ' ',
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Home: '\uE011',
  End: '\uE010',
};

export class Page {
  timeout = PATIENCE_MS;
  #ask;

  constructor(ask, close) {
    this.#ask = ask;
    this.close = close;
    const key = (type, value) =>
      this.#ask('PerformActions', { actions: [{ type: 'key', id: 'keys', actions: [{ type, value: KEYS[value] ?? value }] }] });
    this.keyboard = {
      down: (value) => key('keyDown', value),
      up: (value) => key('keyUp', value),
      press: async (value) => {
        await key('keyDown', value);
        await key('keyUp', value);
      },
    };
    this.mouse = {
      move: (x, y) => this.point([{ type: 'pointerMove', x: Math.round(x), y: Math.round(y) }]),
      down: () => this.point([{ type: 'pointerDown', button: 0 }]),
      up: () => this.point([{ type: 'pointerUp', button: 0 }]),
    };
  }

  point(actions, pointerType = 'mouse') {
    return this.#ask('PerformActions', { actions: [{ type: 'pointer', id: pointerType, parameters: { pointerType }, actions }] });
  }

  // A function of this file, or its text, run there; what it answers.
  async evaluate(doing, ...more) {
    return (await this.#ask('ExecuteScript', { script: `return (${doing})(...arguments);`, args: more })).value;
  }

  async inPage(wish, doing, more = null) {
    const patterns = (_, value) => (value instanceof RegExp ? { source: value.source, flags: value.flags } : value);
    const plain = JSON.parse(JSON.stringify(wish, patterns));
    const script = `${found}; return (${doing})(found(arguments[0]), arguments[1]);`;
    return (await this.#ask('ExecuteScript', { script, args: [plain, more] })).value;
  }

  locator(css, { hasText } = {}) {
    return new Locator(this, { css, text: hasText });
  }
  getByRole(role, { name, exact } = {}) {
    return new Locator(this, { role, name, exact });
  }
  getByLabel(label, { exact } = {}) {
    return new Locator(this, { label, exact });
  }
  waitForTimeout(ms) {
    return wait(ms);
  }
  goto(url) {
    return this.#ask('Navigate', { url });
  }
  async reload() {
    await this.evaluate(() => {
      document.documentElement.dataset.before = 'yes';
      location.reload();
    });
    await this.wait(() => !document.documentElement.dataset.before && document.readyState === 'complete');
  }
  url() {
    return this.evaluate(() => location.href);
  }
  wait(doing, ...more) {
    return until(() => this.evaluate(doing, ...more), this.timeout, String(doing));
  }

  // A window whose page has this size: whatever the browser has around it is added.
  async resize({ width, height }) {
    for (let tries = 0; tries < 3; tries++) {
      const [outer, inner] = await this.evaluate(() => [
        [outerWidth, outerHeight],
        [innerWidth, innerHeight],
      ]);
      if (inner[0] === width && inner[1] === height) return;
      await this.#ask('SetWindowRect', { x: 0, y: 0, width: outer[0] + width - inner[0], height: outer[1] + height - inner[1] });
    }
  }

  async screenshot({ path }) {
    const { value } = await this.#ask('TakeScreenshot', { full: false });
    writeFileSync(path, Buffer.from(value, 'base64'));
  }
}
