// offline.test.mjs: the page without a network: the house on this device, the page that stays. Run with `node --test`;
// KNOBEL names the program, built with its page (web/build).
// Needs the games: yatzi yucatan bossa
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DESK,
  PATIENCE_MS,
  button,
  checkAccess,
  closeBrowser,
  move,
  openBrowser,
  person,
  sitDown,
  yatziTurns,
} from './browser.mjs';
import { House, knobel } from '../server/serving.mjs';
import { TITLES } from './titles.mjs';

const FLAGS = ['--rooms-per-hour', '1000'];
const BOXES = 13;

const folder = mkdtempSync(join(tmpdir(), 'knobel-offline-'));

before(openBrowser);
after(async () => {
  await closeBrowser();
  await House.closeAll();
  rmSync(folder, { recursive: true, force: true });
});

// The page is on the device: its service worker is there and has all files.
const hasStayed = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return (await caches.keys()).length;
  });

// Someone whose page has stayed, without any house.
async function withoutHouse(options, doing) {
  const house = await House.open(FLAGS);
  const page = await person(house, { ...options, stays: true });
  try {
    assert.equal(await hasStayed(page), 1);
    await house.close('SIGKILL');
    await page.context().setOffline(true);
    await doing(page);
    assert.deepEqual(page.complaints, []);
  } finally {
    await page.context().close();
  }
}

// What the native program says of the log that the page hands out.
async function verifyDownload(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download log').click()]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return execFileSync(knobel, ['verify', file], { encoding: 'utf8', env: { ...process.env, LANGUAGE: 'en' } });
}

describe('without a network', () => {
  test('Yatzi to the end, checked; reload; a second match and a second game', async () => {
    await withoutHouse({}, async (anna) => {
      await anna.reload();
      await button(anna, 'With friends: open a room for Yatzi').click();
      await sitDown(anna, 'Anna');
      await button(anna, 'Add a bot').click();
      await anna.locator('summary', { hasText: 'This room' }).click();
      await anna.getByLabel('Bots think for up to').selectOption('0');
      await button(anna, 'Start the match').click();
      await yatziTurns(anna, 4);
      await move(anna, 'throw').click();
      await move(anna, 'fill').waitFor();
      await anna.reload();
      await move(anna, 'fill').click();
      await yatziTurns(anna, BOXES - 5);
      await anna.locator('.ranking li').nth(1).waitFor();
      await button(anna, 'Open the envelope').click();
      await anna.getByText(/All \d+ rolls check/).waitFor();
      await verifyDownload(anna);
      await button(anna, 'Play again').click();
      await yatziTurns(anna, BOXES);
      await anna.locator('.ranking li').nth(1).waitFor();
      await anna.reload();
      await button(anna, 'Open the envelope').click();
      await anna.getByText(/All \d+ rolls check/).waitFor();
      await verifyDownload(anna);
      await anna.goto(new URL('/', anna.url()).href);
      await anna.getByText('on this device').first().waitFor();
      await button(anna, 'Play now: Yu-C-A-Tan, against bots').click();
      await anna.locator('[data-move]').first().waitFor();
    });
  });

  test('every game twice, one after the other', async () => {
    const games = Object.values(TITLES);
    await withoutHouse({ size: DESK }, async (anna) => {
      for (let time = 0; time < 2; time++)
        for (const game of games) {
          await button(anna, `Play now: ${game}, against bots`).click();
          await anna.locator('.table-page, [data-move]').first().waitFor();
          await anna.locator('.place.mine, [data-move], [role=img]').first().waitFor();
          await anna.getByRole('link', { name: 'Home' }).click();
        }
      assert.equal(await anna.locator('.goon-list li:visible').count(), 6);
      await anna.getByText(`${2 * games.length - 6} more rooms`).click();
      assert.equal(await anna.locator('.goon-list li:visible').count(), 2 * games.length);
    });
  });

  test('friends at one device, to the end: a room, seats; nothing invites to a link that leads nowhere', async () => {
    await withoutHouse({}, async (anna) => {
      await button(anna, 'With friends: open a room for Yatzi').click();
      await sitDown(anna, 'Anna');
      await anna.getByText('This room works offline.').waitFor();
      assert.equal(await button(anna, 'Copy link').count(), 0);
      await button(anna, 'Add a player on this device').click();
      await anna.getByLabel('Name of another player on this device').fill('Ben');
      await button(anna, 'Sit down').click();
      await anna.locator('.place.mine').nth(1).waitFor();
      await checkAccess(anna, 'a room on this device');
      await button(anna, 'Start the match').click();
      await yatziTurns(anna, 2 * BOXES);
      await anna.locator('.ranking li').nth(1).waitFor();
      await button(anna, 'Open the envelope').click();
      await anna.getByText(/All \d+ rolls check/).waitFor();
    });
  });
});

describe('with a network', () => {
  test('a house that goes away: one plays on the device meanwhile, and goes back', async () => {
    const file = join(folder, 'house.db');
    let house = await House.open(FLAGS, { file });
    const anna = await person(house, { stays: true });
    await button(anna, 'Play now: Yatzi, against bots').click();
    await move(anna, 'throw').waitFor();
    await hasStayed(anna);
    const far = anna.url();
    await house.close('SIGKILL');
    await button(anna, 'Play against bots meanwhile').click();
    await anna.waitForURL((url) => url.href !== far);
    await yatziTurns(anna, 2);
    house = await House.open([...FLAGS, '--port', String(house.port)], { file });
    await anna.goto(far);
    await yatziTurns(anna, 2);
    assert.deepEqual(anna.complaints, []);
    await anna.context().close();
    await house.close();
  });

  test('rooms on this device, if that is wished, also without a service worker; one window at a time has them', async () => {
    const house = await House.open(FLAGS);
    const anna = await person(house, { settings: { house: 'here' } });
    await button(anna, 'Play now: Yatzi, against bots').click();
    await yatziTurns(anna, 2);
    const other = await anna.context().newPage();
    other.setDefaultTimeout(PATIENCE_MS);
    await other.goto(anna.url());
    await yatziTurns(other, 1);
    await anna.getByText('This room is open in another window').waitFor();
    const { rooms } = /** @type {any} */ (await house.json('/api/rooms'));
    assert.deepEqual(rooms, []);
    // There is no service worker: all else works.
    await anna.goto(house.url);
    await button(anna, `Play now: ${TITLES.bossa}, against bots`).click();
    await anna.locator('[data-move]').first().waitFor();
    assert.deepEqual(anna.complaints, []);
    await anna.context().close();
    await house.close();
  });

  test('what older builds have left goes, and the page can be installed', async () => {
    const house = await House.open(FLAGS);
    const anna = await person(house, { stays: true });
    await hasStayed(anna);
    const answer = await anna.evaluate(async () => {
      const link = document.querySelector('link[rel=manifest]').href;
      const manifest = await (await fetch(link)).json();
      const sizes = await Promise.all(manifest.icons.map(async ({ src }) => (await fetch(src)).headers.get('content-type')));
      return { sizes, start: manifest.start_url, display: manifest.display };
    });
    assert.deepEqual(answer, {
      sizes: ['image/svg+xml', 'image/png', 'image/png', 'image/png'],
      start: '/',
      display: 'standalone',
    });
    // An older build has left its files behind.
    const names = await anna.evaluate(async () => {
      await caches.open('knobel-older');
      await (await navigator.serviceWorker.ready).unregister();
      await caches.delete((await caches.keys()).find((name) => name !== 'knobel-older'));
      return caches.keys();
    });
    assert.deepEqual(names, ['knobel-older']);
    await anna.reload();
    await anna.waitForFunction(async () => {
      const now = await caches.keys();
      return now.length === 1 && now[0] !== 'knobel-older';
    });
    assert.deepEqual(anna.complaints, []);
    await anna.context().close();
    await house.close();
  });
});
