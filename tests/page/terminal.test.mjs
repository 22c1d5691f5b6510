// terminal.test.mjs: a browser and a terminal at one table play a whole match of Yatzi in one room. Run with
// `node --test`; KNOBEL names the program, built with its page.
// Needs the games: yatzi
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PATIENCE_MS, button, closeBrowser, move, openBrowser, openRoom, person } from './browser.mjs';
import { House, knobel } from '../server/serving.mjs';

const TURNS = 13;
const folder = mkdtempSync(join(tmpdir(), 'knobel-table-'));
const tmux = (...words) =>
  execFileSync('tmux', ['-L', 'table', '-f', '/dev/null', ...words], { env: { ...process.env, TMUX_TMPDIR: folder } }).toString();
const screen = () => tmux('capture-pane', '-p', '-t', 'ben');
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function untilScreen(pattern) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) if (pattern.test(screen())) return;
  assert.fail(`the terminal never showed ${pattern}:\n${screen()}`);
}

test('a browser and a terminal finish a match in one room', async () => {
  const house = await House.open([], { file: join(folder, 'house.db') });
  await openBrowser();
  try {
    const anna = await person(house);
    const link = await openRoom(anna, 'Yatzi', 'Anna');
    const state = `XDG_STATE_HOME=${folder} LANGUAGE= LC_ALL=C.UTF-8`;
    tmux('new-session', '-d', '-s', 'ben', '-x', '80', '-y', '24', `env ${state} ${resolve(knobel)} join ${link} Ben`);
    await untilScreen(/Anna/);
    tmux('send-keys', '-t', 'ben', 'Enter'); // take the seat
    await untilScreen(/Ben/);
    tmux('send-keys', '-t', 'ben', 'Enter'); // under this name
    await anna.locator('.place', { hasText: 'Ben' }).waitFor();
    await button(anna, 'Start the match').click();
    for (let turn = 0; turn < TURNS; turn++) {
      await move(anna, 'throw').click();
      await move(anna, 'fill').click();
      // The terminal throws and writes with Enter, and a zero with a yes, until the browser is due again or all is over.
      const goesOn = () => anna.locator('[data-move="throw"], .ranking').count();
      for (const end = Date.now() + 2 * PATIENCE_MS; !(await goesOn());) {
        assert.ok(Date.now() < end, `the terminal does not go on:\n${screen()}`);
        const before = screen();
        tmux('send-keys', '-t', 'ben', before.includes('(y/n)') ? 'y' : 'Enter');
        // The next one when this one was answered; one that came too early is not answered at all.
        for (let looks = 0; looks < 20 && screen() === before && !(await goesOn()); looks++) await sleep(100);
      }
    }
    await anna.locator('.ranking li').nth(1).waitFor();
    await button(anna, 'Open the envelope').click();
    await anna.getByText(/All \d+ rolls check/).waitFor();
    await untilScreen(/The winner|The win is shared/);
    assert.deepEqual(anna.complaints, []);
  } finally {
    try {
      tmux('kill-server');
    } catch {
      // It has gone by itself.
    }
    await closeBrowser();
    await house.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
