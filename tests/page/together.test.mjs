// together.test.mjs: an evening with several devices: a seat that moves to another one, reactions at the seats, calls while
// the page lies in the background, a result that is shared. Run with `node --test`; KNOBEL names the program.
// Needs the games: yatzi
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  DESK,
  PATIENCE_MS,
  button,
  checkAccess,
  closeBrowser,
  move,
  noticed,
  openBrowser,
  openRoom,
  person,
  sitDown,
  watched,
} from './browser.mjs';
import { House, playOn } from '../server/serving.mjs';

let house;
before(async () => {
  house = await House.open(['--rooms-per-hour', '1000', '--requests-per-second', '500']);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

// A browser with notifications that are noted instead of shown, and a page that can be sent to the background.
function noteCalls() {
  globalThis.calls = [];
  globalThis.asked = 0;
  let permission = 'default';
  globalThis.Notification = class {
    static get permission() {
      return permission;
    }
    static async requestPermission() {
      globalThis.asked++;
      permission = 'granted';
      return permission;
    }
    constructor(title, { body, tag }) {
      globalThis.calls.push({ title, body, tag });
    }
    close() {}
  };
  let hidden = false;
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  globalThis.hide = (now) => {
    hidden = now;
    document.dispatchEvent(new Event('visibilitychange'));
  };
}

// The same in a browser that shares what it is given.
function noteShares() {
  globalThis.shared = [];
  Object.defineProperty(navigator, 'clipboard', {
    value: {
      writeText: async (text) => {
        globalThis.copied = text;
      },
    },
  });
  Object.defineProperty(navigator, 'canShare', { value: () => true });
  Object.defineProperty(navigator, 'share', {
    value: async ({ text, url, files }) => {
      const [file] = files ?? [];
      const bytes = file ? [...new Uint8Array(await file.arrayBuffer())].slice(0, 24) : null;
      globalThis.shared.push({ text, url, type: file?.type, bytes, size: file?.size });
    },
  });
}

// A reaction is seen for two seconds, a look from outside may take longer: this notes where the first one lies at the second
// seat, how the table lies before and meanwhile, and whether `words` are read out.
function noteReaction(words) {
  const box = (css, at = 0) => {
    const { x, y, width, height } = document.querySelectorAll(css)[at].getBoundingClientRect();
    return { x, y, width, height };
  };
  const note = (globalThis.reacted = { before: box('.table-main') });
  new MutationObserver(() => {
    if (!note.at && document.querySelector('.reaction-place'))
      Object.assign(note, { at: box('.reaction-place'), seat: box('.strip-seat', 1), after: box('.table-main') });
    note.said ||= [...document.querySelectorAll('.ears')].some((one) => one.textContent === words);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

const visit = (page, url) => page.goto(url);

test('reactions, a seat on another device, and calls', async () => {
  const anna = await person(house, { settings: { name: 'Anna', tips: 'off' } });
  const ben = await person(house, { settings: { name: 'Ben', tips: 'off' } });
  const other = await person(house, { size: DESK, settings: { tips: 'off' } });
  try {
    await watched([anna, ben, other], async () => {
      for (const page of [anna, ben, other]) {
        await page.addInitScript(noteCalls);
        await page.addInitScript(noteShares);
        await page.reload();
      }
      await openRoom(anna, 'Yatzi', 'Anna');
      const link = anna.url();

      // The invitation is a sentence with the link.
      await button(anna, 'Share').click();
      const [invitation] = await anna.evaluate(() => globalThis.shared);
      assert.deepEqual([invitation.text, invitation.url], ['Anna invites you to Yatzi', link]);

      await visit(ben, link);
      await sitDown(ben, 'Ben');
      // Nobody is asked for anything by the page itself.
      assert.equal(await ben.evaluate(() => globalThis.asked), 0);
      await button(ben, 'Notify me of my turn, a match or a message').click();
      await ben.getByText("You'll get notifications").waitFor();
      assert.equal(await ben.evaluate(() => globalThis.asked), 1);

      // A match over days says how long is left.
      await anna.locator('summary', { hasText: 'This room' }).click();
      await anna.getByLabel('Time limit per decision').selectOption('86400');
      await ben.evaluate(() => globalThis.hide(true));
      await anna.locator('.start:not([disabled])').click();
      await move(anna, 'throw').waitFor();
      assert.match(await anna.locator('.strip-clock').textContent(), /^2[34] hrs?$/);
      await ben.waitForFunction(() => globalThis.calls.length === 1);
      await move(anna, 'throw').click();
      await move(anna, 'fill').click();
      await ben.waitForFunction(() => globalThis.calls.length === 2);
      const calls = await ben.evaluate(() => globalThis.calls.map(({ body }) => body));
      assert.deepEqual(calls, ['Yatzi: the match starts.', "Yatzi: it's your turn."]);
      await ben.evaluate(() => globalThis.hide(false));

      // A reaction is seen at its seat by everyone, and goes.
      await button(ben, 'You Reactions').click();
      const palette = ben.getByRole('group', { name: 'Reactions' });
      await palette.waitFor();
      assert.equal(await palette.getByRole('button').count(), 8);
      await checkAccess(ben, 'the palette of reactions');
      await anna.evaluate(noteReaction, 'Ben: Wow!');
      await palette.getByRole('button', { name: 'Wow!' }).click();
      await anna.waitForFunction(() => globalThis.reacted.said && globalThis.reacted.at);
      const { at, seat, before, after: then } = await anna.evaluate(() => globalThis.reacted);
      assert.ok(
        Math.abs(at.x - seat.x) < 8 && Math.abs(at.y + at.height / 2 - seat.y - seat.height / 2) < 8,
        JSON.stringify([at, seat]),
      );
      assert.deepEqual(then, before, 'nothing moves');
      await anna.locator('.reaction-place').waitFor({ state: 'detached' });
      assert.equal(await palette.count(), 0);

      // Ben's battery dies: he goes on with another device.
      await button(ben, 'Table menu').click();
      await button(ben, 'Continue on another device').click();
      await ben.locator('.move-picture > svg').waitFor();
      await checkAccess(ben, 'the link for another device');
      await button(ben, 'Copy link').click();
      await noticed(ben, 'Link copied.');
      const key = await ben.evaluate(() => globalThis.copied);
      assert.match(key, /#seat=[0-9a-f]{32}$/);
      await visit(other, key);
      await move(other, 'throw').waitFor();
      assert.doesNotMatch(other.url(), /seat=/, 'the key does not stay in the address');
      await ben.getByText('You are playing on another device now').waitFor();
      await button(ben, 'Watch from here').click();
      await ben.locator('.table-main').waitFor();
      assert.equal(await move(ben, 'throw').count(), 0);
      // The link was good once.
      await visit(anna, key);
      await anna.getByText('This link no longer works').waitFor();
    });
  } finally {
    await Promise.all([anna, ben, other].map((page) => page.context().close()));
  }
});

test('the result of a match is shared as a picture and as text', async () => {
  const room = await house.room({ game: 'yatzi', pace_ms: 0 });
  const host = await house.enter(room, { moves: true });
  await host.ask({ type: 'sit', name: 'Anna <3 & a long name that must fit' });
  await host.ask({ type: 'bot', seat: 2, level: 'random' });
  await host.ask({ type: 'start' });
  await playOn(host, 1, await host.next('table'));
  host.close();
  const anna = await person(house);
  try {
    await watched([anna], async () => {
      await anna.addInitScript(noteShares);
      await anna.addInitScript(
        (stored) => localStorage.setItem('knobel.rooms', stored),
        JSON.stringify([{ room: room.room, token: room.token, game: 'yatzi', names: ['Anna'], seen: 1 }]),
      );
      await visit(anna, `${house.url}/t/${room.room}`);
      await button(anna, 'Share the result').click();
      const share = anna.getByRole('dialog').getByRole('button', { name: 'Share', exact: true });
      await share.waitFor({ timeout: PATIENCE_MS });
      await checkAccess(anna, 'a result to share');
      await share.click();
      await anna.waitForFunction(() => globalThis.shared.length === 1);
      const [{ text, type, bytes, size }] = await anna.evaluate(() => globalThis.shared);
      assert.equal(type, 'image/png');
      const head = Buffer.from(bytes);
      assert.deepEqual([head.readUInt32BE(16), head.readUInt32BE(20)], [1080, 1080]);
      assert.ok(size > 10_000, `${size} bytes: something is drawn`);
      assert.match(text, /^Yatzi: .+\n[★·] .+: \d+\n[★·] .+: \d+\nhttp:\/\//);
      assert.doesNotMatch(text, /You won/);
    });
  } finally {
    await anna.context().close();
  }
});
