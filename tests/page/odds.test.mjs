// odds.test.mjs: the perfect player's points in the page's statistics (games/yatzi/page/odds.mjs) are those that the program solves. Run with
// `node --test`; KNOBEL names the program. With LONG the whole distribution of one sheet, too, which takes about a minute.
// Needs the games: yatzi
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { sheets, solve } from '../../games/yatzi/page/odds.mjs';
import { knobel } from '../server/serving.mjs';

const { width, sheets: shipped } = JSON.parse(readFileSync(new URL('../../games/yatzi/page/odds.json', import.meta.url), 'utf8'));

describe('the perfect player of Yatzi', () => {
  test('every sheet is there, its shares are whole, and fit its mean and spread', () => {
    assert.deepEqual(Object.keys(shipped), Object.keys(sheets));
    for (const [sheet, { mean, spread, share }] of Object.entries(shipped)) {
      const sum = (value) => share.reduce((all, one, at) => all + one * value((at + 0.5) * width - 0.5), 0);
      assert.ok(Math.abs(sum(() => 1) - 1) < 1e-3, sheet);
      assert.ok(Math.abs(sum((points) => points) - mean) < width / 4, sheet);
      assert.ok(Math.abs(Math.sqrt(sum((points) => (points - mean) ** 2)) - spread) < width / 4, sheet);
    }
  });

  for (const [sheet, options] of Object.entries(sheets))
    test(`the mean of the sheet ${sheet}`, () => {
      const said = execFileSync(knobel, ['solve', 'yatzi', ...options.flatMap((one) => ['--option', one]), '--json'], {
        encoding: 'utf8',
      });
      assert.ok(Math.abs(JSON.parse(said).value - shipped[sheet].mean) < 1e-4);
    });

  test('the whole distribution of the usual sheet', { skip: process.env.LONG ? false : 'for make test-long' }, () => {
    assert.deepEqual(solve(knobel, sheets.rolled), shipped.rolled);
  });
});
