// evening.test.mjs: an evening of three games on two devices and a program at the table: the host picks, the others vote,
// who has no seat sits out, a match is struck out, and at the end the evening is told, shared and saved. Two pages in one
// browser; their matches are played by programs that hold the same tokens. Run with `node --test`; KNOBEL names the program.
// Needs the games: yatzi yucatan bossa yubitsume crane
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DESK, button, checkAccess, checkWidth, closeBrowser, openBrowser, openRoom, sitDown, withPeopleAt } from './browser.mjs';
import { House, knobel } from '../server/serving.mjs';

const SHOTS = process.env.SHOTS; // a folder for pictures, to look at
let house;

before(async () => {
  house = await House.open(['--messages-per-second', '1000', '--messages-at-once', '2000']);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

async function shoot(page, name) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

// Whatever is due for these seats is done, to the end of the match; the hit comes as soon as it may.
async function play(guest, match) {
  for (;;) {
    const table = guest.messages.findLast((message) => message.type === 'table');
    if (table?.match === match && table.over) return;
    const [seat, eyes] = Object.entries(table?.eyes ?? {}).find(([, one]) => one.moves?.length) ?? [];
    if (table?.match === match && eyes) {
      // At Crane nobody gives up, and nobody lifts the whole deck.
      const able = eyes.moves.filter((one) => one !== 'open');
      const move = able[able[0]?.startsWith('grab ') ? 1 : able.length - 1] ?? 'open';
      await guest.ask({ type: 'play', seat: Number(seat), move, salt: '0123456789abcdef', event: table.event });
    }
    if (guest.messages.findLast((message) => message.type === 'table') === table) await guest.next('table');
  }
}

const tokenOf = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('knobel.rooms'))[0].token);
const standings = (page) =>
  page
    .locator('.evening-standings tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.trim())));

test('an evening of three games', async () => {
  await withPeopleAt(house, [{ size: { width: 390, height: 844 } }, { size: DESK }], async (anna, ben) => {
    const link = await openRoom(anna, 'Yu-C-A-Tan', 'Anna');
    const code = link.split('/').pop();
    await ben.goto(link);
    await sitDown(ben, 'Ben');
    const cara = await house.enter(code, { moves: true });
    await cara.ask({ type: 'sit', name: 'Cara' });
    await anna.locator('.place', { hasText: 'Cara' }).waitFor();
    const hands = [cara];
    for (const page of [anna, ben]) hands.push(await house.enter({ room: code, token: await tokenOf(page) }, { moves: true }));
    const playAll = (match) => Promise.all(hands.map((hand) => play(hand, match)));

    // ---- the first match, and a vote for the next game ----
    await button(anna, 'Start the match').click();
    await playAll(1);
    await button(anna, /^Bossa/).waitFor();
    assert.equal(await anna.locator('.evening-standings').count(), 0, 'after one match the points say nothing new');
    await button(ben, /^Bossa/).click();
    await anna.getByText('Ben wants to play Bossa').waitFor();
    await cara.ask({ type: 'pick', game: 'bossa' });
    await anna.getByText('Sitting out this game: Cara.').waitFor(); // two of three want it, and it has two seats
    await ben.getByText('Sitting out this game: Cara.').waitFor();
    await checkWidth(anna, 'the room between two matches');
    await shoot(anna, 'between-phone');
    await button(anna, 'Start the match').click();
    await playAll(2);

    // ---- the host picks: everyone is back ----
    await button(anna, 'Crane').click();
    await button(anna, /^Choose .*Crane/).click(); // the result goes from everyone's screen
    await anna.locator('.place', { hasText: 'Cara' }).waitFor();
    await button(anna, 'Start the match').click();
    await playAll(3);
    await ben.getByText('The evening so far').waitFor();
    const before = await standings(ben);
    assert.deepEqual(before.map(([, name]) => name).sort(), ['Anna', 'Ben', 'Cara']);
    assert.equal(
      before.reduce((sum, row) => sum + Number(row[3]), 0),
      6 + 2 + 6,
    );
    await shoot(ben, 'points-desk');

    // ---- striking out ----
    await anna.getByText('3 matches so far').click();
    await button(anna, /^Strike out match 2/).click();
    await button(anna, /^Count match 2/).waitFor();
    await ben.waitForFunction(
      () =>
        [...document.querySelectorAll('.evening-standings td:last-child')].reduce(
          (sum, one) => sum + Number(one.textContent),
          0,
        ) === 12,
    );
    assert.equal(await button(ben, /^Strike out/).count(), 0, 'only the host may');
    await shoot(anna, 'matches-phone');

    // ---- the end ----
    await button(anna, 'End the evening').click();
    for (const page of [anna, ben]) {
      await page.locator('.evening-head h2', { hasText: 'evening' }).waitFor();
      await page.locator('.evening-award', { hasText: 'Steadiest hand' }).waitFor();
      await page.locator('.evening-award', { hasText: 'Best throw' }).first().waitFor();
      await page.locator('.evening progress').waitFor({ state: 'detached' });
    }
    await checkAccess(anna, 'the end of an evening');
    await checkWidth(anna, 'the end of an evening');
    await shoot(anna, 'end-phone');
    await shoot(ben, 'end-desk');
    await ben.emulateMedia({ colorScheme: 'dark' });
    await shoot(ben, 'end-desk-dark');
    const told = Promise.all([anna, ben].map((page) => page.locator('.evening-awards').textContent()));
    const [hers, his] = await told;
    assert.equal(hers, his, 'every device finds the same');

    // ---- as a file that the program reads ----
    const [saved] = await Promise.all([ben.waitForEvent('download'), button(ben, 'Download all logs').click()]);
    const file = await saved.path();
    assert.match(readFileSync(file, 'utf8'), /^knobel evening 1\nroom [A-Z0-9]+\nplayer 1 person /);
    const read = JSON.parse(execFileSync(knobel, ['evening', file, '--json']));
    assert.deepEqual(
      read.players.map(({ name, points }) => [name, points]),
      (await standings(ben)).map((row) => [row[1], Number(row[3])]),
    );

    await button(anna, 'Keep playing').click();
    await button(anna, 'End the evening').waitFor();
  });
});

// All five games, with two, four and eight at the table, bots among them; once the house is killed in the middle, and
// everyone comes back. `LONG=1`.
const SEATS_MOST = { yatzi: 8, yucatan: 5, bossa: 2, yubitsume: 5, crane: 6 };

async function wholeEvening(names, bots, isKilled) {
  const folder = mkdtempSync(join(tmpdir(), 'knobel-evening-'));
  const file = join(folder, 'house.db');
  const flags = ['--messages-per-second', '1000', '--messages-at-once', '2000'];
  let home = await House.open(flags, { file });
  try {
    const { room, token } = await home.room({ game: 'yatzi', pace_ms: 0, begins: 'loser' });
    const people = names.map((name, at) => ({ name, token: at === 0 ? token : undefined }));
    const all = names.length + bots;
    const comeIn = async () => {
      for (const one of people) one.guest = await home.enter({ room, token: one.token }, { moves: true });
    };
    await comeIn();
    for (const one of people) {
      await one.guest.ask({ type: 'sit', name: one.name });
      one.token ??= one.guest.messages.findLast(({ type, token: given }) => type === 'you' && given).token;
    }
    const [anna] = people;
    for (let seat = names.length + 1; seat <= all; seat++) await anna.guest.ask({ type: 'bot', seat, level: 'child' });
    for (const [at, game] of Object.keys(SEATS_MOST).entries()) {
      if (isKilled && at === 3) {
        await home.close('SIGKILL');
        home = await House.open(flags, { file });
        await comeIn();
      }
      assert.equal((await anna.guest.ask({ type: 'pick', game })).type, 'done');
      assert.equal((await anna.guest.ask({ type: 'start' })).type, 'done');
      await Promise.all(people.map(({ guest }) => play(guest, at + 1)));
    }
    const look = await home.enter({ room });
    const { evening } = look.messages.find(({ type }) => type === 'room');
    const played = Object.entries(SEATS_MOST).map(([game, most]) => [game, Math.min(most, all)]);
    assert.deepEqual(
      evening.matches.map(({ game, seats }) => [game, seats.length]),
      played,
    );
    assert.equal(
      evening.standings.reduce((sum, { points }) => sum + points, 0),
      played.reduce((sum, [, seats]) => sum + seats * (seats - 1), 0),
    );
    await anna.guest.ask({ type: 'evening', over: true });
    await withPeopleAt(home, [{ size: DESK }], async (page) => {
      await page.goto(`${home.url}/t/${room}`);
      await page.locator('.evening-head h2', { hasText: 'evening' }).waitFor();
      await page.locator('.evening progress').waitFor({ state: 'detached', timeout: 600_000 });
      for (const label of ['Best throw', 'Steadiest hand'])
        await page.locator('.evening-award', { hasText: label }).first().waitFor();
      await shoot(page, 'whole-evening');
    });
  } finally {
    await home.close('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [names, bots, isKilled] of [
  [['Anna', 'Ben'], 0, false],
  [['Anna', 'Ben', 'Cara'], 1, false],
  [['Anna', 'Ben', 'Cara', 'Dora', 'Emil', 'Fritz'], 2, true],
])
  test(`a whole evening of ${names.length + bots}`, { skip: !process.env.LONG }, () => wholeEvening(names, bots, isKilled));
