// lessons.mjs: hands for the lessons: how someone does an awaited move of each game at its drawn table.
import { setTimeout as wait } from 'node:timers/promises';

const seen = (page, css) => page.locator(`:is(${css}):visible`).first();
const click = (page, css) => seen(page, css).click();

const MAIN = '.actions .button.main:not([aria-disabled=true])';

async function yatzi(page, move) {
  const [what, ...rest] = move.split(' ');
  if (what === 'throw') return click(page, MAIN);
  if (what === 'fill') {
    await click(page, `[data-box="${rest[0]}"]`);
    return click(page, MAIN);
  }
  // Some lie in the tray already.
  const kept = await page
    .locator('.die-button[aria-pressed=true]')
    .evaluateAll((dice) => dice.map((die) => die.ariaLabel.at(-1)));
  const wanted = rest.filter((face) => !kept.includes(face) || !kept.splice(kept.indexOf(face), 1));
  for (const face of wanted) await click(page, `.die-button[aria-pressed=false][aria-label$="${face}"]`);
  return click(page, '.actions .button:not([aria-disabled=true])');
}

async function yucatan(page, move) {
  if (move === 'stop') return click(page, '.actions .button:first-child');
  const card = `button[data-card="${move.split(' ')[1]}"]`;
  await click(page, card);
  await seen(page, `${card}.picked`).waitFor();
  return click(page, card);
}

const MARKERS = { redraw: 1, exchange: 2, stack: 3 };

async function bossa(page, move) {
  const [what, ...rest] = move.split(' ');
  if (!/^(lay|stack|redraw)$/.test(what))
    return click(page, `.bossa-option:nth-child(${{ white: 1, black: 2, start: 3 }[what]})`);
  if (MARKERS[what]) await click(page, `.bossa-bar-markers > :nth-child(${MARKERS[what]})`);
  const tiles = what === 'redraw' ? rest : rest.slice(2);
  for (const tile of tiles) await click(page, `.bossa-own button[data-glide="${tile}"][aria-pressed=false]`);
  const go = '.bossa-go:not(:disabled)';
  if (!(await seen(page, go).isVisible())) await click(page, 'button.bossa-place.bossa-lit');
  return click(page, go);
}

async function yubitsume(page, move) {
  const [what, which] = move.split(' ');
  if (move === 'clock') return undefined;
  if (what === 'throw') return click(page, '.yubi-throw');
  if (what === 'ring') return click(page, '.yubi-ring-names button');
  await seen(page, '.yubi-tray[data-shown]').waitFor();
  return click(page, `button.yubi-at-${which}`);
}

const BETS = { high: 1, low: 2, just: 3 };

async function crane(page, move) {
  const [what, which] = move.split(' ');
  if (what === 'close') return click(page, '.crane-action .button.main');
  if (what === 'jackpot') return click(page, '.crane-choose');
  if (what === 'call') return click(page, '.crane-call-words button');
  if (what === 'bet') {
    await click(page, `.crane-bet:nth-child(${BETS[which]})`);
    return click(page, '.crane-action .button.main:not(:disabled)');
  }
  await seen(page, '.crane-open').waitFor();
  const { x, y, width } = await seen(page, '.crane-pad').boundingBox();
  await page.mouse.move(x + width / 2, y + 30);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + 90, { steps: 4 });
  await wait(50);
  return page.mouse.up();
}

export const hands = { yatzi, yucatan, bossa, yubitsume, crane };
