// match.test.mjs: the page as people use it: browsers against a real house. Run with `node --test`; KNOBEL names the
// program, built with its page (web/build).
// Needs the games: yatzi yucatan bossa yubitsume
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DESK,
  PHONE,
  allowHints,
  button,
  checkInBothLights,
  closeBrowser,
  move,
  noticed,
  openBrowser,
  openRoom,
  sitDown,
  yatziTurn,
  yatziTurns,
  withPeopleAt,
} from './browser.mjs';
import { House } from '../server/serving.mjs';
import { TITLES } from './titles.mjs';

const FLAGS = ['--rooms-per-hour', '1000', '--requests-per-second', '500'];

let house;
const folder = mkdtempSync(join(tmpdir(), 'knobel-page-'));
const file = join(folder, 'house.db');

before(async () => {
  house = await House.open(FLAGS, { file });
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
  rmSync(folder, { recursive: true, force: true });
});

const withPeople = (options, doing) => withPeopleAt(house, options, doing);

/** Whatever is last among the legal moves, without random numbers. */
async function playBare(guest) {
  for (;;) {
    const table = guest.messages.findLast(({ type }) => type === 'table');
    if (table?.over) return;
    const move = table?.eyes['2']?.moves?.at(-1);
    if (move) await guest.ask({ type: 'play', seat: 2, move, event: table.event });
    if (guest.messages.findLast(({ type }) => type === 'table') === table) await guest.next('table');
  }
}

describe('a match', () => {
  test('two play a whole one in front of a watcher: reload in mid-turn, check the dice, play again', async () => {
    await withPeople([{}, { size: DESK }, {}], async (anna, ben, cleo) => {
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      await ben.goto(link);
      await sitDown(ben, 'Ben');
      await cleo.goto(link);
      await cleo.locator('.place', { hasText: 'Ben' }).waitFor();
      await button(anna, 'Start the match').click();
      const bens = yatziTurns(ben, 13);
      await yatziTurns(anna, 3);
      await move(anna, 'throw').click();
      await move(anna, 'fill').waitFor();
      await anna.reload();
      await move(anna, 'fill').click();
      await Promise.all([bens, yatziTurns(anna, 9)]);
      for (const page of [anna, ben, cleo]) await page.locator('.ranking li').nth(1).waitFor();
      assert.equal(await cleo.locator('[data-move]').count(), 0, 'a watcher has no moves');
      await button(ben, 'Open the envelope').click();
      await ben.getByText(/All \d+ rolls check/).waitFor();
      await ben.getByText('The seal is the one you saw before the match.').waitFor();
      await ben.getByText('It includes all 27 random numbers from your device.').waitFor();
      await ben.getByText('every device added random numbers of its own').waitFor();
      await ben.getByText('Each device only knows its own').waitFor();
      await ben.getByText(/By then the server had sealed \d+ secrets in this room/).waitFor();
      const [download] = await Promise.all([ben.waitForEvent('download'), button(ben, 'Download log').click()]);
      assert.match(download.suggestedFilename(), /^knobel-[0-9A-Z]{6}-1\.log$/);
      // Who watched may sit down for the next match; anyone who sits there may propose it; another one goes first.
      await cleo.getByText('Sit down to play in the next match.').waitFor();
      await button(ben, 'Play again').click();
      await ben.getByText('Waiting for Anna').waitFor();
      await anna.getByText('Ben wants to play again.').waitFor();
      await button(anna, 'Play again').click();
      await yatziTurn(ben);
      await move(anna, 'throw').waitFor();
    });
  });

  test('the house is killed and comes back: everyone continues without doing anything', async () => {
    await withPeople([{}, {}], async (anna, ben) => {
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      await ben.goto(link);
      await sitDown(ben, 'Ben');
      await button(anna, 'Start the match').click();
      await yatziTurn(anna);
      await move(ben, 'throw').waitFor();
      const { port } = house;
      await house.close('SIGKILL');
      await anna.getByText('Connection lost').waitFor();
      await move(ben, 'throw').click(); // into the void
      house = await House.open([...FLAGS, '--port', String(port)], { file });
      await move(ben, 'fill').click();
      await yatziTurn(anna);
      await yatziTurn(ben);
      await anna.getByText('Connection lost').waitFor({ state: 'detached' });
      await house.close();
      await anna.getByText('The server is restarting').waitFor();
      house = await House.open([...FLAGS, '--port', String(port)], { file });
      await yatziTurn(anna);
    });
  });

  test('a move whose answer is lost is made once', async () => {
    await withPeople([{}], async (anna) => {
      let cut = true;
      await anna.routeWebSocket('**/ws/*', (socket) => {
        const server = socket.connectToServer();
        let lost = null; // the number of the move whose answer does not arrive
        socket.onMessage((message) => {
          server.send(message);
          const { type, id } = JSON.parse(String(message));
          if (!cut || type !== 'play') return;
          cut = false;
          lost = id;
        });
        server.onMessage((message) => {
          if (lost === null) return socket.send(message);
          const { type, id } = JSON.parse(String(message));
          if (type === 'done' && id === lost) socket.close({ code: 3000 }); // the house has heard it
        });
      });
      await anna.reload(); // pages that are open already are not routed
      await button(anna, 'Play now: Yatzi, against bots').click();
      await move(anna, 'throw').click();
      await move(anna, 'fill').waitFor();
      assert.equal(cut, false);
      await button(anna, 'History').click();
      assert.equal(await anna.locator('.log-line', { hasText: 'throw' }).count(), 1);
    });
  });

  test('hidden things at one device are shown to one after the other', async () => {
    await withPeople([{}], async (anna) => {
      await openRoom(anna, 'Bossa 坊茶', 'Anna');
      await button(anna, 'Add a player on this device').click();
      await anna.getByLabel('Name of another player on this device').fill('Ben');
      await button(anna, 'Sit down').click();
      await anna.locator('.place.mine').nth(1).waitFor();
      await button(anna, 'Start the match').click();
      await anna.getByText(/For (Anna|Ben)'s eyes only/).waitFor();
      assert.equal(await anna.locator('[data-move]').count(), 0);
      await button(anna, /^I am (Anna|Ben)$/).click();
      await move(anna, 'start').waitFor();
    });
  });

  test('taking back needs the other; hints are there for the player to move', async () => {
    await withPeople([{}, {}], async (anna, ben) => {
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      await ben.goto(link);
      await sitDown(ben, 'Ben');
      await allowHints(anna);
      await button(anna, 'Start the match').click();
      await move(anna, 'throw').click();
      await move(anna, 'fill ones').waitFor();
      assert.equal(await ben.getByText('1 hint').count(), 0);
      await button(anna, 'Table menu').click();
      await button(anna, 'Hint').click();
      await button(anna, 'Show the best moves').click();
      await anna.locator('.hints li').first().waitFor();
      await ben.locator('.strip-seat', { hasText: '1 hint' }).waitFor(); // everyone knows
      await button(anna, 'Close').click();
      await move(anna, 'fill ones').click();
      await move(ben, 'throw').waitFor();
      await button(anna, 'Table menu').click();
      await button(anna, 'Take back my last move').click();
      await button(ben, 'Allow').click();
      await move(anna, 'fill ones').waitFor();
      await button(anna, 'History').click();
      await anna.locator('.log-line.gone', { hasText: 'ones' }).waitFor();
      await button(anna, 'Close').click();
      // To the end: what was taken back is no reason to doubt the dice.
      await move(anna, 'fill').click();
      await Promise.all([yatziTurns(anna, 12), yatziTurns(ben, 13)]);
      await button(anna, 'Open the envelope').click();
      await anna.getByText(/All \d+ rolls check/).waitFor();
    });
  });

  test('the envelope says where random numbers are missing: someone plays with a program that sends none', async () => {
    await withPeople([{}], async (anna) => {
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      const ben = await house.enter(link.split('/').pop(), { moves: true });
      await ben.ask({ type: 'sit', name: 'Ben' });
      await anna.locator('.place', { hasText: 'Ben' }).waitFor();
      await button(anna, 'Start the match').click();
      await Promise.all([playBare(ben), yatziTurns(anna, 13)]);
      await button(anna, 'Open the envelope').click();
      await anna.getByText('But not all of them do:').waitFor();
      await anna.getByText('1 seat has no random number from before the match.').waitFor();
      await anna.getByText(/^\d+ moves have none/).waitFor();
      await anna.getByText('It includes all 27 random numbers from your device.').waitFor();
      assert.equal(await anna.getByText('every device added').count(), 0);
      assert.equal(await anna.getByText('made at your seat').count(), 0);
    });
  });
});

describe('a room', () => {
  test('the host sets the game, its options and bots; hands over; removes', async () => {
    await withPeople([{ size: DESK }, { size: DESK }], async (anna, ben) => {
      const link = await openRoom(anna, 'Yu-C-A-Tan', 'Anna');
      await ben.goto(link);
      await sitDown(ben, 'Ben');
      await anna.locator('summary', { hasText: 'Game and options' }).click();
      await anna.getByLabel('Rounds').selectOption('2');
      await ben.getByText('Rounds: 2').waitFor();
      await anna.getByRole('combobox', { name: 'Game', exact: true }).selectOption('yubitsume');
      await ben.getByRole('heading', { name: TITLES.yubitsume, level: 2 }).waitFor();
      await button(anna, 'Add a bot').click();
      await anna.getByLabel('Level of the bot Regular').selectOption('child');
      await ben.locator('.place', { hasText: 'Child' }).waitFor();
      await button(anna, 'Remove the bot Child').click();
      await anna.locator('summary', { hasText: 'This room' }).click();
      await anna.getByText('A bot stands in').click();
      await anna.getByLabel('after').selectOption('10');
      await button(anna, 'More options for Ben').click();
      await button(anna, 'Make host').click();
      await button(ben, 'More options for Anna').click();
      await button(ben, 'Remove').click();
      await ben.getByText('Anna can then watch, but not sit down again.').waitFor();
      await button(ben.getByRole('dialog'), 'Remove').click();
      await anna.getByText('You were removed from this room').waitFor();
      await anna.reload();
      await anna.locator('.sit input').fill('Anna');
      await anna.locator('.sit button').click();
      await anna.getByText('The host has removed you').first().waitFor();
      await anna.goto(link.replace(/\/t\/.*/, '/'));
      await button(anna, `Play now: ${TITLES.yatzi}, against bots`).waitFor();
    });
  });

  test("talk: text, phrases in the reader's language, mute", async () => {
    const people = [{ size: DESK }, { size: DESK, settings: { language: 'de' } }, { size: PHONE }];
    await withPeople(people, async (anna, ben, carla) => {
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      await ben.goto(link);
      await carla.goto(link);
      await carla.getByText('Anna', { exact: true }).first().waitFor();
      await anna.locator('summary', { hasText: 'Chat' }).click();
      await anna.getByLabel('Say something').fill('<b>Good</b> morning');
      await button(anna, 'Send').click();
      // The talk of a room is below what a phone shows: it is said at the edge.
      await noticed(carla, 'morning');
      await ben.getByText('<b>Good</b> morning').waitFor();
      await button(anna, 'Good luck!').click();
      await ben.locator('.said').nth(1).waitFor();
      assert.equal(await ben.locator('html').getAttribute('lang'), 'de');
      await ben.locator('.said-mute').first().click();
      await ben.locator('.said-text', { hasText: '…' }).first().waitFor();
    });
  });

  test('a link that leads nowhere says so, and offers a new room; a returning player is offered to continue', async () => {
    await withPeople([{}], async (anna) => {
      for (const path of ['/t/K7QM3T', '/t/nonsense!']) {
        await anna.goto(house.url + path);
        await anna.getByText('There is no room').waitFor();
        await button(anna, 'Open a new room').waitFor();
      }
      await checkInBothLights(anna, 'no room');
      await anna.goto(house.url);
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      await anna.goto(house.url);
      await anna.getByRole('region', { name: 'Continue' }).getByRole('link').click();
      await anna.locator('.place.mine').waitFor();
      assert.equal(anna.url(), link);
      await anna.goto(house.url);
      await anna.getByLabel('Room code').fill(link.split('/').pop().toLowerCase());
      await button(anna, 'Join').click();
      await anna.locator('.place.mine').waitFor();
    });
  });
});

describe('for everyone', () => {
  // Press Tab until something of that name has the focus.
  async function tabTo(page, name) {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      if (name.test(focused)) return;
    }
    assert.fail(`${name} is not reached by Tab`);
  }

  for (const table of ['plain', 'drawn'])
    test(`a match is opened and played by keyboard alone: ${table}`, async () => {
      await withPeople([{ settings: { table } }], async (anna) => {
        await button(anna, 'Play now: Yatzi, against bots').waitFor();
        await tabTo(anna, /Play now: Yatzi/);
        await anna.keyboard.press('Enter');
        await anna.getByRole('button', { name: /throw/i }).first().waitFor();
        await tabTo(anna, /throw/i);
        await anna.keyboard.press('Enter');
        await anna.locator('[role=log]', { hasText: /throw/i }).waitFor({ state: 'attached' });
      });
    });

  test('axe finds nothing on any screen, by day and in the evening', async () => {
    await withPeople([{}, { size: DESK }], async (anna, desk) => {
      await button(anna, `Play now: ${TITLES.yatzi}, against bots`).waitFor();
      await checkInBothLights(anna, 'shelf');
      await button(anna, 'Settings').click();
      await checkInBothLights(anna, 'settings');
      await button(anna, 'Close').click();
      await button(anna, 'Rules: Yatzi').click();
      await anna.locator('.rules h3').first().waitFor();
      await checkInBothLights(anna, 'rules');
      await button(anna, 'Close').click();
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      await button(anna, 'Add a bot').click();
      for (const fold of ['Game and options', 'This room', 'Chat']) await anna.locator('summary', { hasText: fold }).click();
      await checkInBothLights(anna, 'lobby');
      await desk.goto(link);
      await desk.locator('.place', { hasText: 'Anna' }).waitFor();
      await checkInBothLights(desk, 'lobby, from a desk');
      await button(anna, 'Start the match').click();
      await move(anna, 'throw').click();
      await move(anna, 'fill').waitFor();
      await checkInBothLights(anna, 'table in words');
      await desk.locator('.log-line').first().waitFor();
      await checkInBothLights(desk, 'table, from a desk');
      await button(anna, 'Table menu').click();
      await checkInBothLights(anna, 'menu');
      await button(anna, 'Stop the match').click();
      await checkInBothLights(anna, 'a question');
      await button(anna, 'Stop the match').click();
      await button(anna, 'Play again').waitFor();
    });
  });
});
