// learn.test.mjs: learning by playing: every lesson through the engine in all languages and in a browser, the offer and the
// tips of a first match, the rules one tap away, and the practice of Yubitsume. Run with `node --test`; KNOBEL names the
// program, built with its page (web/build), and KNOBEL_WASM the engine.
// Needs the games: yatzi yucatan bossa yubitsume
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DESK, PHONE, button, checkAccess, checkInBothLights, closeBrowser, openBrowser, withPeopleAt } from './browser.mjs';
import { hands } from './lessons.mjs';
import { load, loadTogether } from './load.mjs';
import { rightHit } from './play.mjs';
import { inHugeType, unreachable } from './type.mjs';
import { House } from '../server/serving.mjs';
import { TITLES, only } from './titles.mjs';
import { Knobel } from '../../npm/engine.mjs';
import { filesOfGames } from '../../web/games.mjs';
import { catalogue, languages } from '../../web/words.mjs';

const FLAGS = ['--rooms-per-hour', '1000', '--requests-per-second', '500'];
const LESSONS = filesOfGames('lesson.ts').map(([game]) => game);

const hash = (key, message) => new Uint8Array((key ? createHmac('sha256', key) : createHash('sha256')).update(message).digest());

// A lesson and what plays it, in a language.
async function lessonIn(game, language) {
  const words = `export default {${language}: async () => ({default: ${JSON.stringify(catalogue(language))}})};`;
  const parts = await loadTogether(
    { lesson: `games/${game}/page/lesson.ts`, course: 'learn/course.ts', words: 'ui/words.ts' },
    { 'built:words': words },
  );
  globalThis.document ??= { documentElement: {} };
  await parts.words.setLanguage(language);
  return { lesson: parts.lesson.default, Course: parts.course.Course };
}

const LATER_MS = 700;

function settle(course) {
  while (course.pending.length > 0) course.next(course.time + LATER_MS);
}

// What the learner may do at a step: every move of a family that is to be tried, or every move that is awaited.
const triesAt = ({ awaits, like }) => like ?? awaits;

// Plays a lesson to its end; `choose` picks among what may be done. Every text, and every explanation of another move, is
// told to `hear`.
function playLesson(course, choose, hear) {
  for (settle(course); course.step; settle(course)) {
    const { step } = course;
    hear(step.text(course.view()));
    if (!step.awaits) {
      course.read();
      continue;
    }
    const move = choose(triesAt(step));
    assert.ok(course.isAwaited(move), `step ${course.at + 1} awaits ${step.awaits}, not ${move}`);
    for (const other of course.moves().filter((one) => !course.isAwaited(one)))
      if (step.other) hear(step.other(other, course.view()) ?? 'nothing special');
    course.act(move, course.time + LATER_MS); // throws if the rules do not let them
  }
  assert.deepEqual(course.pending, []);
}

describe('lessons through the engine', () => {
  let knobel;
  before(async () => {
    knobel = await Knobel.load(readFileSync(process.env.KNOBEL_WASM ?? 'build/knobel.wasm'), { hash });
  });

  test('every game on the shelf has one', () => {
    assert.deepEqual([...LESSONS].sort(), Object.keys(TITLES).sort());
  });

  for (const game of LESSONS)
    test(`${game}: every step is legal, in all languages`, async () => {
      const told = {};
      for (const language of languages) {
        const { lesson, Course } = await lessonIn(game, language);
        assert.ok(lesson.steps.length >= 5 && lesson.steps.length <= 10, `${lesson.steps.length} steps`);
        told[language] = [];
        // Once for each of the ways that a family of moves is to be tried.
        const ways = Math.max(...lesson.steps.map((step) => triesAt(step)?.length ?? 1));
        for (let way = 0; way < ways; way++) {
          const course = new Course(knobel, game, lesson, 'Anna');
          playLesson(
            course,
            (tries) => tries[way % tries.length],
            (text) => told[language].push(text),
          );
          course.close();
        }
      }
      for (const [language, texts] of Object.entries(told)) {
        assert.equal(texts.length, told.en.length);
        for (const [at, text] of texts.entries()) {
          assert.ok(text.length > 10 && !/[{}]|undefined|NaN/.test(text), text);
          if (language !== 'en' && text !== 'nothing special')
            assert.notEqual(text, told.en[at], `${language} says it in English`);
        }
      }
    });

  test('a step that the rules do not allow is found out', async () => {
    const { lesson, Course } = await lessonIn('yatzi', 'en');
    const steps = lesson.steps.map((step, at) => (at === 1 ? { ...step, awaits: ['keep 4 4'], like: undefined } : step));
    const course = new Course(knobel, 'yatzi', { ...lesson, steps }, 'Anna');
    assert.throws(
      () =>
        playLesson(
          course,
          ([move]) => move,
          () => undefined,
        ),
      /illegal/,
    );
    course.close();
  });
});

describe('the figures of the practice', () => {
  const thrown = (verdict, hit, reaction_ms) => ({ seats: [{ verdict, hit, reaction_ms }] });

  test('correct hits are timed, everything else is counted', async () => {
    const { added, median, none } = await load('games/yubitsume/page/practice-times.ts');
    let all = none;
    assert.equal(median(all.times), null);
    for (const one of [
      thrown('safe', '1', 500),
      thrown('wrong', '2', 300),
      thrown('false_start', '2', 20),
      thrown('nothing', null, null),
      thrown('safe', null, null), // kept still, and rightly
      thrown('safe', 'knife', 400),
    ])
      all = added(all, one);
    assert.deepEqual(all, { times: [500, 400], best: 400, throws: 6, misses: 2, falseStarts: 1 });
    assert.equal(median(all.times), 450);
    for (let ms = 1000; ms > 0; ms -= 50) all = added(all, thrown('safe', '1', ms));
    assert.deepEqual(all.times, [500, 450, 400, 350, 300, 250, 200, 150, 100, 50], 'the last ten');
    assert.equal(median(all.times), 275);
    assert.equal(all.best, 50);
  });
});

// ---- in a browser ----

const SIDE = { width: 740, height: 360 }; // a phone on its side

let house;
before(async () => {
  house = await House.open(FLAGS);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

const withPerson = (options, doing) =>
  withPeopleAt(house, [{ ...options, settings: { table: 'drawn', light: 'system', ...options.settings } }], doing);

const openLesson = (page, game) => page.goto(new URL(`/learn#${game}`, page.url()).href);
const atStep = (page, at) => page.locator(`.coach[data-step="${at}"]:not([aria-busy=true])`).waitFor();

// At least one ring, around something that is seen.
const isMarked = (page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('.learn-marks i')].some((ring) => {
      const { bottom, top } = ring.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    }),
  );

// The whole lesson by hand, from step `from` on.
async function playByHand(page, game, { from = 0, look = async () => undefined } = {}) {
  const { default: lesson } = await load(`games/${game}/page/lesson.ts`);
  for (const [at, step] of [...lesson.steps.entries()].slice(from)) {
    await atStep(page, at + 1);
    if (step.mark) await isMarked(page);
    await look(at + 1);
    if (step.awaits) await hands[game](page, triesAt(step)[0]);
    else await page.locator('.coach-next').click();
  }
  await atStep(page, 'end');
}

const WAYS = {
  yatzi: { size: PHONE, settings: { language: 'en' } },
  yucatan: { size: DESK, settings: { language: 'de' } },
  bossa: { size: PHONE, settings: { language: 'ja' } },
  yubitsume: { size: PHONE, settings: { language: 'nl' } },
  crane: { size: PHONE, settings: { language: 'de' } },
};

describe('lessons by hand', { concurrency: 3 }, () => {
  for (const [game, options] of Object.entries(WAYS))
    test(`${game}: to its end, ${options.size.width} pixels, ${options.settings.language}`, only(game), async () => {
      await withPerson(options, async (page) => {
        await openLesson(page, game);
        const look = (at) => (at === 2 ? checkInBothLights(page, `a lesson of ${game}`) : undefined);
        await playByHand(page, game, { look });
        await checkAccess(page, `the end of a lesson of ${game}`);
        assert.equal(await page.evaluate((one) => JSON.parse(localStorage['knobel.learn'])[one].done, game), true);
      });
    });

  test('another move is explained; a reload goes on where it was; it can be left, started over and played', async () => {
    await withPerson({ size: PHONE }, async (page) => {
      await openLesson(page, 'yatzi');
      await atStep(page, 1);
      const said = page.locator('.coach [role=status]');
      const first = await said.innerText();
      await hands.yatzi(page, 'throw');
      await atStep(page, 2);
      assert.notEqual(await said.innerText(), first, 'screen readers hear the step');
      await hands.yatzi(page, 'fill chance');
      await page.getByText(/two throws are left\. Keep the two threes/).waitFor();
      assert.equal(await page.locator('.coach').getAttribute('data-step'), '2');
      // The table begins anew; who plays by keyboard is still at it.
      await page.waitForFunction(() => document.activeElement.closest('.table-main') !== null);
      await hands.yatzi(page, 'keep 3 3');
      await atStep(page, 3);
      assert.equal(await page.locator('.coach-why').count(), 0);
      await page.reload();
      await atStep(page, 3);
      await page.getByRole('link', { name: 'Home' }).click();
      await button(page, 'Rules and how to play: Yatzi').click();
      await button(page, 'Learn by playing').click();
      await atStep(page, 3);
      await playByHand(page, 'yatzi', { from: 2 });
      await button(page, 'Start over').click();
      await atStep(page, 1);
    });
  });

  test('by keyboard alone', async () => {
    await withPerson({ size: DESK }, async (page) => {
      await openLesson(page, 'yucatan');
      await atStep(page, 1);
      await page.locator('button[data-card="4"]').focus();
      await page.keyboard.press('Enter');
      await page.locator('button[data-card="4"].picked').waitFor();
      await page.keyboard.press('Enter');
      await atStep(page, 2);
      await playByHand(page, 'yucatan', { from: 1, look: (at) => at === 5 && page.locator('.coach-next:focus').waitFor() });
    });
  });

  test('a game without a lesson has none', async () => {
    await withPerson({ size: PHONE }, async (page) => {
      await openLesson(page, 'nothing');
      await page.getByText('There is no lesson here').waitFor();
      await button(page, 'Home').click();
      await page.locator('.game-box').first().waitFor();
    });
  });
});

// ---- a first match ----

const advice = (page) => page.locator('.advice');

// Nothing that can be pressed at the table lies under the line.
async function coversNothing(page, what) {
  const covered = await page.evaluate(() => {
    const line = document.querySelector('.advice').getBoundingClientRect();
    return [...document.querySelectorAll('.face-place button, .face-place input, .topbar button')]
      .filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 0 && box.left < line.right && box.right > line.left && box.top < line.bottom && box.bottom > line.top;
      })
      .map((one) => one.outerHTML.slice(0, 80));
  });
  assert.deepEqual(covered, [], what);
}

const playNow = (page, game) => button(page, `Play now: ${TITLES[game]}, against bots`).click();

describe('a first match', { concurrency: 3 }, () => {
  test('offers the lesson once, and the match is still there afterwards', async () => {
    await withPerson({ size: PHONE }, async (page) => {
      await playNow(page, 'yatzi');
      await page.getByText('New to Yatzi? Learn it by playing.').waitFor();
      const room = page.url();
      await coversNothing(page, 'the offer');
      await button(page, 'Show me').click();
      await atStep(page, 1);
      await page.getByRole('link', { name: 'Back to the room' }).click();
      await page.waitForURL(room);
      await page.getByText('You have up to three throws. Then one box must be filled.').waitFor();
      assert.equal(await button(page, 'Show me').count(), 0);
    });
  });

  test('has a tip at the first of each kind of decision, until it is switched off', async () => {
    await withPerson({ size: DESK }, async (page) => {
      await playNow(page, 'yatzi');
      await page.getByText('New to Yatzi?').waitFor();
      await hands.yatzi(page, 'throw'); // whoever plays does not want it
      await page.getByText('Tap the dice you want to keep').waitFor();
      await coversNothing(page, 'a tip');
      await checkInBothLights(page, 'a tip');
      await button(page, 'Dismiss').click();
      await advice(page).waitFor({ state: 'detached' });
      await hands.yatzi(page, 'fill chance');
      await page.getByText('You have up to three throws.').waitFor();
      await page.reload();
      await page.getByText('You have up to three throws.').waitFor();
      await hands.yatzi(page, 'throw');
      await page.locator('.die-button').first().waitFor();
      assert.equal(await advice(page).count(), 0, 'a tip is given once');
      const seen = await page.evaluate(() => JSON.parse(localStorage['knobel.learn']).yatzi);
      assert.deepEqual(seen.tips, ['keep', 'throw']);
      await button(page, 'Settings').click();
      await page.getByRole('group', { name: 'Tips in the first match' }).getByText('Off').click();
      await button(page, 'Close').click();
      await page.getByRole('link', { name: 'Home' }).click();
      await playNow(page, 'yucatan');
      await page.locator('button[data-card="4"]').waitFor();
      await hands.yucatan(page, 'pick 4');
      await page.locator('.yucatan-card.used').first().waitFor();
      assert.equal(await advice(page).count(), 0);
    });
  });

  for (const [game, size, table] of [
    ['bossa', PHONE, '.bossa-own'],
    ['crane', PHONE, '.crane-action'],
    ['yucatan', PHONE, '.yucatan'],
    ['yubitsume', PHONE, '.yubi'],
  ])
    test(`${game}: the line covers nothing that can be pressed`, only(game), async () => {
      await withPerson({ size }, async (page) => {
        await playNow(page, game);
        await page.locator(table).waitFor();
        await advice(page).waitFor();
        await coversNothing(page, `the offer of ${game}`);
      });
    });
});

describe('the rules', () => {
  test('are one tap away at home, at the table and at a challenge, and end with a button to play', async () => {
    await withPerson({ size: PHONE }, async (page) => {
      const rules = page.getByRole('dialog', { name: 'Rules: Yatzi' });
      const challenge = '/same#game=yatzi&dice=abc&who=Eva&boxes=3.6.9.12.15.18.20.0.25.30.40.50.30';
      await button(page, 'Rules and how to play: Yatzi').click();
      await rules.locator('h3').first().waitFor();
      await rules.getByRole('button', { name: 'Play now' }).click();
      await page.locator('.strip-seat').first().waitFor();
      await button(page, 'Rules').click();
      await rules.locator('h3').first().waitFor();
      await rules.getByRole('button', { name: 'Back to the table' }).click();
      await rules.waitFor({ state: 'detached' });
      await page.goto(new URL(challenge, page.url()).href);
      await page.getByLabel('Your name').fill('Anna');
      await button(page, 'Rules').click();
      await rules.locator('h3').first().waitFor();
      await rules.getByRole('button', { name: 'Play these dice' }).click();
      await page.locator('.strip-seat').first().waitFor();
    });
  });
});

// ---- the practice ----

// Runs inside the page, where nothing comes between seeing and pressing: a throw, and a key as soon as the dice are covered, or
// a hit once they are seen: what is right if that is wanted and there is such a thing, else a miss. Tells which it was, or that
// the page was so late that the moment had gone.
function practiseOnce(rightHit, wish) {
  const EYES_MS = 150; // sooner would be a false start
  const first = (css) => document.querySelector(css);
  const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }));
  const faces = () =>
    [...document.querySelectorAll('.yubi-die')]
      .map((die) => /(\d) ([a-z]+?)s?$/.exec(die.parentElement.ariaLabel))
      .map(([, number, symbol]) => ({ number, symbol }));
  const hit = () => {
    const right = rightHit(faces());
    const isRight = wish === 'right' && right !== null;
    const target = first(`button.yubi-at-${isRight ? right : right === '1' ? '2' : '1'}:not(:disabled)`);
    target?.click();
    return target ? (isRight ? 'right' : 'wrong') : 'late';
  };
  return new Promise((told) => {
    let hasBegun = false;
    const watching = new MutationObserver(() => {
      const isTime = wish === 'soon' ? first('.yubi-covered') : first('.yubi-tray[data-shown]');
      const isOver = hasBegun && first('.yubi-throw');
      hasBegun ||= !first('.yubi-throw');
      if (!isTime && !isOver) return;
      watching.disconnect();
      if (!isTime) told('late');
      else if (wish === 'soon') told(press());
      else setTimeout(() => told(hit()), EYES_MS);
    });
    watching.observe(document.body, { subtree: true, childList: true, attributes: true });
    first('.yubi-throw').click();
  });
}

const figures = (page) =>
  page.locator('.practice-figures > div').evaluateAll((all) => all.map((one) => one.querySelector('dd').textContent));

test('the practice of Yubitsume: times of correct hits, misses and false starts, kept on the device', async () => {
  await withPerson({ size: PHONE }, async (page) => {
    await button(page, 'Rules and how to play: Yubitsume').click();
    await button(page, 'Practise throws').click();
    const once = async (wish) => {
      await page.locator('.yubi-throw').waitFor();
      const what = await page.evaluate(`(${practiseOnce})(${rightHit}, '${wish}')`);
      await page.locator('.yubi-throw').waitFor();
      return what;
    };
    // Too soon, whatever was hit; then what is right, if something is; else a miss. Null: the page was late, and the figures are
    // not those of what was pressed.
    const practise = async () => {
      const [told, seen] = [await once('soon'), await figures(page)];
      if (told === 'late' || seen[5] !== '1') return null;
      assert.deepEqual(seen, ['–', '–', '–', '1', '0', '1']);
      const counts = { right: 0, wrong: 0, late: 0 };
      while (counts.late === 0 && (counts.right === 0 || counts.wrong === 0))
        counts[await once(counts.right === 0 ? 'right' : 'wrong')] += 1;
      const [last, , , throws, misses] = await figures(page);
      const isCounted = throws === String(1 + counts.right + counts.wrong) && misses === String(counts.wrong);
      return counts.late === 0 && isCounted && last !== '–' ? counts : null;
    };
    let done = await practise();
    for (let tries = 1; !done && tries < 10; tries++) {
      await page.evaluate(() => localStorage.removeItem('knobel.practice.yubitsume'));
      await page.reload();
      done = await practise();
    }
    assert.ok(done, `what was pressed is counted: ${await figures(page)}`);
    const [last, best, median, , , falseStarts] = await figures(page);
    assert.match(last, /^[\d,]+ ms$/);
    assert.deepEqual([best, median, falseStarts], [last, last, '1']);
    await checkInBothLights(page, 'the practice');
    await page.reload();
    await page.locator('.yubi-throw').waitFor();
    assert.equal((await figures(page))[0], last);
    await inHugeType(page, [PHONE, SIDE, DESK], async (where) => assert.deepEqual(await unreachable(page), [], where));
  });
});
