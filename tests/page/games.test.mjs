// games.test.mjs: every game played to its end at its drawn table, by people at browsers against a real house; the page in
// all its languages; marks that need no colour; what axe says of every screen on the way. Run with `node --test`;
// KNOBEL names the program, built with its page (web/build). That nothing is asked of anyone but the house, and that the
// policy of the page is never broken, is among the complaints which browser.mjs gathers.
// Needs the games: yatzi yucatan bossa yubitsume
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  DESK,
  PHONE,
  allowHints,
  button,
  checkAccess,
  checkInBothLights,
  checkWidth,
  closeBrowser,
  firstOf,
  openBrowser,
  openRoom,
  person,
  withPeopleAt,
} from './browser.mjs';
import { insides, playInside, playOn, sitTogether, steps } from './play.mjs';
import { inEveryType, inHugeType, unreachable } from './type.mjs';
import { House } from '../server/serving.mjs';
import { TITLES, only } from './titles.mjs';

const FLAGS = ['--rooms-per-hour', '1000', '--requests-per-second', '500'];
const GAMES = Object.keys(TITLES);

let house;
before(async () => {
  house = await House.open(FLAGS);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

const drawn = (more = {}) => ({ table: 'drawn', ...more });
const phone = (more = {}, context = {}) => ({ size: PHONE, settings: drawn({ light: 'day', ...more }), ...context });
const desk = (more = {}, context = {}) => ({ size: DESK, settings: drawn({ light: 'evening', ...more }), ...context });
const SIDE = { width: 740, height: 360 }; // a phone on its side
const TOUCH = { hasTouch: true, isMobile: true };

const withPeople = (options, doing) => withPeopleAt(house, options, doing);

// Everyone sees the result; each opens the envelope for themselves, and every roll checks.
async function openEnvelopes(people) {
  for (const page of people) {
    await page.locator('.ranking li').nth(1).waitFor();
    await button(page, 'Open the envelope').click();
    await page.getByText(/All \d+ rolls check out\./).waitFor();
    await page.getByText('The seal is the one you saw before the match.').waitFor();
  }
}

const accessOfAll = async (people, what) => {
  for (const [at, page] of people.entries()) await checkAccess(page, `${what}, page ${at + 1}`);
};

const widthInEveryType = (page, what) => inEveryType(page, (type) => checkWidth(page, `${what}, ${type}`));

// At least so many presses of everyone are by finger, more than a turn of any game takes; a hand inside the page does the rest.
const FINGERS = 7;
const playToEnd = async (people, step, inside) => {
  const presses = people.map(() => 0);
  const counted = async (page) => {
    const done = await step(page);
    if (done) presses[people.indexOf(page)] += 1;
    return done;
  };
  const isEnough = async (page) => Math.min(...presses) >= FINGERS || isOver(page);
  await playOn(people, [counted], isEnough);
  await playInside(people, [inside]);
};

const seen = (css) => (page) => page.evaluate((one) => document.querySelector(one) !== null, css);
const isOver = seen('.outcome');

// Without colours: white pips are rings, black ones diamonds, and every tile says which.
async function checkPips(page) {
  const tiles = await page.locator('.bossa-hand-tile').evaluateAll((all) =>
    all.map((tile) => ({
      label: tile.getAttribute('aria-label'),
      white: tile.querySelectorAll('circle.bossa-pip-white').length,
      black: tile.querySelectorAll('path.bossa-pip-black').length,
    })),
  );
  assert.ok(tiles.length > 4);
  for (const { label, white, black } of tiles) {
    if (white) assert.match(label, new RegExp(`white ${white}`));
    if (black) assert.match(label, new RegExp(`black ${black}`));
    assert.ok(white + black > 0 || /face down/.test(label), label);
  }
}

describe('a whole match at the drawn table', { concurrency: 3 }, () => {
  test('Yatzi: a phone and a desk', async () => {
    await withPeople([phone(), desk()], async (...people) => {
      await sitTogether(people, TITLES.yatzi);
      await playOn(people, [steps.yatzi], seen('.picked'));
      await accessOfAll(people, 'Yatzi, a box picked');
      await widthInEveryType(people[0], 'Yatzi, a box picked');
      await playToEnd(people, steps.yatzi, insides.yatzi);
      await openEnvelopes(people);
      await accessOfAll(people, 'Yatzi, result and envelope');
    });
  });

  test('Yu-C-A-Tan: a phone, a desk and a bot', async () => {
    await withPeople([phone({ light: 'evening' }), desk({ light: 'day' })], async (...people) => {
      await sitTogether(people, TITLES.yucatan, { options: { Rounds: '2' }, bots: 1 });
      await playOn(people, [steps.yucatan], seen('.yucatan-card.used'));
      await accessOfAll(people, 'Yu-C-A-Tan, dice on cards');
      await widthInEveryType(people[0], 'Yu-C-A-Tan, dice on cards');
      await playOn(people, [steps.yucatan]);
      await openEnvelopes(people);
      await accessOfAll(people, 'Yu-C-A-Tan, result and envelope');
    });
  });

  test('Bossa with chips: a phone and a desk; pips and tiles need no colours', async () => {
    // One's own side never lies over the lines, the lines not over anything else, and all of it has room on the screen.
    const nothingCovered = async (people, what) => {
      for (const page of people)
        await inEveryType(page, async (type) => {
          const { over, apart, more, word } = await page.evaluate(() => {
            const box = (css) => document.querySelector(css).getBoundingClientRect();
            const tiles = [...document.querySelectorAll('.bossa-places > li > *')].map((one) => one.getBoundingClientRect());
            const [far, near] = [box('.bossa-far'), box('.bossa-near')];
            const words = [...document.querySelectorAll('.bossa-laid > .bossa-new-tag')].map((tag) => {
              const [word, tile] = [tag, tag.parentElement.firstElementChild].map((one) => one.getBoundingClientRect());
              return Math.min(word.bottom, tile.bottom) - Math.max(word.top, tile.top);
            });
            return {
              word: Math.max(0, ...words),
              over:
                Math.max(box('.bossa-felt').bottom, near.bottom, ...tiles.map(({ bottom }) => bottom)) - box('.bossa-own').top,
              apart: Math.max(far.bottom - box('.bossa-middle').top, box('.bossa-middle').bottom - near.top),
              more: box('.bossa-own').bottom - box('.bossa-felt').top - (innerHeight - box('.strip').bottom),
            };
          });
          assert.ok(over < 1, `${what}, ${type}: ${over} pixels of the table are covered`);
          assert.ok(apart < 1, `${what}, ${type}: the lines lie ${apart} pixels over the middle`);
          assert.ok(word < 4, `${what}, ${type}: ${word} pixels of a new tile lie under a word`);
          assert.ok(more < 1, `${what}, ${type}: ${more} pixels do not fit on the screen`);
          await checkWidth(page, `Bossa, ${what}, ${type}`);
        });
    };
    await withPeople([phone(), desk()], async (...people) => {
      await sitTogether(people, TITLES.bossa, { pills: ['With chips'] });
      await playOn(people, [steps.bossa], seen('.bossa-option, .bossa-laid')); // perhaps the other had all the choice
      await accessOfAll(people, 'Bossa, choosing');
      await nothingCovered(people, 'choosing');
      await playOn(people, [steps.bossa], seen('.bossa-laid'));
      await accessOfAll(people, 'Bossa, tiles laid');
      await nothingCovered(people, 'tiles laid');
      for (const page of people) await checkPips(page);
      await playToEnd(people, steps.bossa, insides.bossa);
      await nothingCovered(people, 'the end');
      await openEnvelopes(people);
      await accessOfAll(people, 'Bossa, result and envelope');
    });
  });

  test('Yubitsume: slaps by mouse and keys against a finger', async () => {
    await withPeople([desk({ light: 'day' }), phone({ light: 'evening' }, TOUCH)], async (...people) => {
      const STRIKES = 2; // so many of each kind; a hand inside the page does the rest
      const struck = { mouse: 0, keys: 0, touch: 0 };
      const looked = () => ({
        open: document.querySelector('.yubi-tray[data-shown] button.yubi-target:not(:disabled)') !== null,
        before: window.strikes,
      });
      // What was struck is drawn soon, perhaps only for a moment; or the strike came too late.
      const countStrikes = () => {
        window.strikes = 0;
        new MutationObserver((changes) => {
          const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.nodeType === 1);
          window.strikes += added.filter((node) => node.matches('.yubi-struck') || node.querySelector('.yubi-struck')).length;
        }).observe(document, { subtree: true, childList: true });
      };
      const struckOrLate = (before) =>
        (window.strikes > before && 'struck') ||
        (document.querySelector('.yubi-tray[data-shown] button.yubi-target:not(:disabled)') ? null : 'late');
      const counted = (name, step) => async (page) => {
        const { open, before } = await page.evaluate(looked);
        const done = await step(page);
        if (!open || !done) return done;
        const found = await page.waitForFunction(struckOrLate, before);
        if ((await found.jsonValue()) === 'struck') struck[name] += 1;
        return done;
      };
      const mouse = counted('mouse', steps.slapper('click', true));
      const keys = counted('keys', steps.slapper('press', true));
      const anna = (page) => (struck.mouse <= struck.keys ? mouse : keys)(page);
      const ben = counted('touch', steps.slapper('tap', false));
      await sitTogether(people, TITLES.yubitsume, { options: { 'Time to hit': '4000' } });
      for (const page of people) await page.evaluate(countStrikes);
      await playOn(people, [anna, ben], seen('.yubi-was-right, .yubi-past'));
      await accessOfAll(people, 'Yubitsume, a throw settled');
      await widthInEveryType(people[1], 'Yubitsume, a throw settled');
      const isEnough = async (page) => Object.values(struck).every((times) => times >= STRIKES) || isOver(page);
      await playOn(people, [anna, ben], isEnough);
      // The dice may have ended the match before there was much to hit.
      while (Object.values(struck).some((times) => times === 0)) {
        await button(people[0], 'Play again').click();
        for (const page of people) await page.locator('.ranking').waitFor({ state: 'detached' });
        await playOn(people, [anna, ben], isEnough);
      }
      await playInside(people, [insides.slapper(true), insides.slapper(false)]);
      await people[1].locator('.ranking li.won', { hasText: 'Anna' }).waitFor();
      await openEnvelopes(people);
      await accessOfAll(people, 'Yubitsume, result and envelope');
    });
  });

  test('Crane: pull and key in the dark; the audience sees the grip and calls', only('crane'), async () => {
    await withPeople([phone(), desk()], async (...people) => {
      const [anna, ben] = people;
      const held = { anna: 0, ben: 0 };
      // While one of them holds the cards: the other sees a hand at the deck, and calls; the call comes through.
      const callFrom = (other, name) => async (page) => {
        if (held[name]++ > 0) return;
        await checkAccess(page, 'Crane, in the dark');
        await other.waitForFunction(() => {
          const held = document.querySelector('.crane-deck-held');
          return held && Number(held.getAttribute('height')) > 60;
        });
        await checkAccess(other, 'Crane, the audience');
        await button(other, 'More!').click();
        await page.locator('.crane-captions li', { hasText: 'More!' }).waitFor();
        await other.locator('.crane-bubbles li', { hasText: 'More!' }).waitFor();
      };
      const hands = [steps.grabber('mouse', 'HIGH', callFrom(ben, 'anna')), steps.grabber('key', 'LOW', callFrom(anna, 'ben'))];
      await sitTogether(people, TITLES.crane, { bots: 1 });
      await playOn(people, hands, (page) => seen('.crane-bets')(page));
      await accessOfAll(people, 'Crane, bets');
      await widthInEveryType(people[0], 'Crane, bets');
      await playOn(people, hands);
      assert.ok(held.anna > 0 && held.ben > 0, 'both have grabbed');
      await Promise.all(people.map((page) => page.locator('.end-by', { hasText: 'The match is over' }).waitFor()));
      await openEnvelopes(people);
      await accessOfAll(people, 'Crane, result and envelope');
    });
  });
});

describe('twice the size of text', { concurrency: false }, () => {
  const everythingReached = (page, what) =>
    inHugeType(page, [PHONE, SIDE, DESK], async (where) => assert.deepEqual(await unreachable(page), [], `${what}, ${where}`));

  test('Bossa: everything can be reached, with chips, and with the real game', async () => {
    await withPeople([phone()], async (page) => {
      await sitTogether([page], TITLES.bossa, { pills: ['With chips'], bots: 1 });
      await page.locator('.bossa-own').waitFor();
      await everythingReached(page, 'the start');
      for (const [what, css] of [
        ['choosing', '.bossa-option'],
        ['a turn', 'button.bossa-place'],
        ['tiles picked', '.bossa-own button.bossa-hand-tile[aria-pressed=true]'],
        ['tiles laid', '.bossa-laid'],
      ]) {
        await playOn([page], [steps.bossa], seen(css));
        await everythingReached(page, what);
      }
      // Whoever has a place for the chip is asked where it goes; not every match has one.
      await playOn([page], [steps.bossa], (one) => seen('.bossa-ways, .outcome')(one));
      await everythingReached(page, 'the chip');

      await page.goto(house.url);
      await button(page, `With the real game: ${TITLES.bossa}`).click();
      for (const [at, name] of ['Anna', 'Ben'].entries()) await page.getByLabel(`Name of player ${at + 1}`).fill(name);
      await button(page, 'Start').click();
      await page.locator('.bossa-declare-die').first().waitFor();
      await everythingReached(page, 'dice to tap in');
      for (const face of [2, 5]) {
        const before = await page.locator('.bossa-hint').innerText();
        await page.locator(`.bossa-declare-die:nth-child(${face})`).click();
        await page.waitForFunction((text) => document.querySelector('.bossa-hint')?.innerText !== text, before);
      }
      await page.locator('.handover .button, .bossa-declare-tile').first().waitFor();
      if (await seen('.handover')(page)) await page.locator('.handover .button').click();
      await page.locator('.bossa-declare-tile').first().waitFor();
      await everythingReached(page, 'tiles to tap in');
    });
  });
});

describe('Bossa explains itself', () => {
  const hint = (page) => page.locator('.bossa-hint').innerText();
  const isInHand = (page) => page.waitForFunction(() => document.activeElement?.closest('.bossa-own .bossa-hand') !== null);

  for (const [where, guest] of firstOf(['phone', phone], ['desk', desk]))
    test(`actions have words, places differ, taps are answered, news is marked, focus stays: ${where}`, async () => {
      await withPeople([guest()], async (page) => {
        await sitTogether([page], TITLES.bossa, { bots: 1 });
        await page.locator('.bossa-own').waitFor();
        await button(page, 'Rules').click();
        await page.locator('.rules .figure').first().waitFor();
        await button(page, 'Close').click();
        await playOn([page], [steps.bossa], seen('.bossa-go'));
        // The turn may have come between two looks: then the hand has begun to pick.
        const picked = page.locator('.bossa-own button.bossa-hand-tile[aria-pressed=true]');
        while (await picked.count()) await picked.first().click();

        assert.deepEqual(
          await page
            .locator('.bossa-bar .bossa-marker-name')
            .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent)),
          ['Redraw', 'Exchange', 'Stack'],
        );
        const styles = (css) =>
          page.locator(`${css} .bossa-slot`).evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopStyle));
        assert.ok((await styles('.bossa-open')).every((style) => style === 'solid'));
        assert.ok((await styles('.bossa-closed')).every((style) => style === 'dotted'));

        const before = await hint(page);
        for (const [css, answer] of [
          ['.bossa-start', /die stays/],
          ['.bossa-other .bossa-hand-tile', /tap Exchange first/],
          ['.bossa-go-place', /[Pp]ick/],
          ['.bossa-stock', /new tile/],
        ]) {
          await page.locator(css).first().click();
          assert.match(await hint(page), answer);
        }
        const closed = page.locator('.bossa-end.bossa-closed').first();
        if (await closed.count()) {
          await closed.click();
          // Who had nothing to lay has chosen to redraw by now.
          assert.match(await hint(page), /takes .* that add up to|again if you want to lay tiles/);
        }
        await page.locator('.bossa-own button.bossa-hand-tile').first().click();
        assert.notEqual(await hint(page), before);
        await page.locator('.bossa-own button.bossa-hand-tile').first().click();

        // By keyboard: the move is made, and the hand has the focus until the next turn, and then too.
        await playOn([page], [steps.bossa], seen('.bossa-go:enabled'));
        await page.locator('.bossa-go').focus();
        await page.keyboard.press('Enter');
        await page.locator('.bossa-go:enabled').waitFor({ state: 'detached' });
        await isInHand(page);
        await page.locator('.bossa-go, .outcome').first().waitFor();
        if (await page.locator('.outcome').count()) return;
        await isInHand(page);
        const news = '.bossa-new, .bossa-gone .bossa-fresh, .bossa-other .bossa-fresh';
        assert.ok((await page.locator(news).count()) > 0, 'what the bot did is marked');
      });
    });
});

describe('what lies over the table', () => {
  test('axe finds nothing by day and in the evening: hand-over, hint, settings, rules of every game', async () => {
    await withPeople([phone({ light: 'system' }, { colorScheme: 'light' })], async (anna) => {
      for (const game of GAMES) {
        await button(anna, `Rules: ${TITLES[game]}`).click();
        await anna.locator('.rules .figure').first().waitFor();
        await checkInBothLights(anna, `rules of ${game}`);
        await button(anna, 'Close').click();
      }
      await openRoom(anna, TITLES.bossa, 'Anna');
      await button(anna, 'Add a player on this device').click();
      await anna.getByLabel('Name of another player on this device').fill('Ben');
      await button(anna, 'Sit down').click();
      await anna.locator('.place.mine').nth(1).waitFor();
      await allowHints(anna);
      await button(anna, 'Start the match').click();
      await anna.getByText(/For (Anna|Ben)'s eyes only/).waitFor();
      await checkInBothLights(anna, 'hand-over');
      await button(anna, /^I am (Anna|Ben)$/).click();
      await button(anna, 'Table menu').click();
      await checkInBothLights(anna, 'menu');
      await button(anna, 'Hint').click();
      await button(anna, 'Show the best moves').click();
      await anna.locator('.hints li').first().waitFor();
      await checkInBothLights(anna, 'hint');
      await button(anna, 'Close').click();
      await button(anna, 'Settings').click();
      await checkInBothLights(anna, 'settings over a table');
    });
  });
});

describe('languages', () => {
  // Everything that can be read or heard on a page.
  const wordsOn = (page) =>
    page.evaluate(() => {
      const found = new Set();
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) if (!walk.currentNode.parentElement.closest('noscript')) found.add(walk.currentNode.data.trim());
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        for (const element of document.querySelectorAll(`[${name}]`)) found.add(element.getAttribute(name).trim());
      return [...found].filter((text) => /\p{L}{2}/u.test(text));
    });

  // As one goes back and forth in a browser: without loading anything anew.
  const visit = (page, path) =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);

  // The start page, the settings, the rules, a room and a table. What is pressed has no name here: names differ.
  async function tour(page) {
    const all = new Set();
    const look = async () => {
      for (const text of await wordsOn(page)) all.add(text);
    };
    await page
      .locator('.lid')
      .nth(GAMES.length - 1)
      .waitFor();
    await look();
    await page.locator('.topbar-tools .button').last().click();
    await page.locator('.choice').nth(4).waitFor();
    await look();
    await page.keyboard.press('Escape');
    await page.locator('.choice').first().waitFor({ state: 'detached' });
    for (const game of GAMES) {
      const room = await house.room({ game });
      await visit(page, room.link);
      await page.locator('.place').first().waitFor();
      await page.evaluate(() =>
        document.querySelectorAll('details').forEach((fold) => {
          fold.open = true;
        }),
      );
      await look();
      await sitAndStart(room, game);
      await page.locator('.strip-seat').first().waitFor();
      await look();
    }
    return all;
  }

  // Someone else, whose page we do not see, begins with a bot.
  async function sitAndStart(room, game) {
    const guest = await house.enter(room);
    await guest.ask({ type: 'sit', name: 'Zoë' });
    await guest.ask({ type: 'bot', seat: 2, level: 'regular' });
    if (game === 'crane') await guest.ask({ type: 'bot', seat: 3, level: 'regular' });
    await guest.ask({ type: 'start' });
    guests.push(guest);
  }
  const guests = [];
  after(() => guests.forEach((guest) => guest.close()));

  let page;
  let english;
  before(async () => {
    page = await person(house, desk());
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    english = await tour(page);
    assert.ok(english.size > 150, `${english.size} texts`);
  });
  after(() => page.context().close());

  // Names of games, of their makers, of people and of languages are nobody's words to translate.
  const isName = (text) =>
    /^(Zoë|Knobel|English|Deutsch|Nederlands|日本語|[0-9A-Z]{6}|https?:.*|127\.0\.0\.1.*)$/.test(text) ||
    Object.values(TITLES).includes(text) ||
    /Ravensburger|Verlag|Banana Moon|Heldbergs|SUKI|^Crane$/.test(text);

  // Some words are the same in both languages: the catalogue says so. With places for names and numbers, as patterns.
  function wordsAlike(language) {
    const text = readFileSync(new URL(`../../po/${language}.po`, import.meta.url), 'utf8');
    return [...text.matchAll(/^msgid "(.+)"\n(?:msgid_plural .*\n)?msgstr(?:\[0\])? "(.+)"$/gm)]
      .filter(([, key, words]) => key.replaceAll('_', ' ') === words)
      .map(
        ([, , words]) =>
          new RegExp(
            `^${words
              .split(/\{\w+\}/)
              .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
              .join('.+')}$`,
            'iu',
          ),
      )
      .filter((pattern) => /\p{L}{2}/u.test(pattern.source));
  }

  for (const [language, name] of [
    ['de', 'Deutsch'],
    ['nl', 'Nederlands'],
    ['ja', '日本語'],
  ])
    test(`${name}: nothing is left in English; the choice is kept`, async () => {
      await visit(page, '/');
      await page
        .locator('.lid')
        .nth(GAMES.length - 1)
        .waitFor();
      await page.locator('.topbar-tools .button').last().click();
      await page.locator('.pill', { hasText: name }).click();
      await page.locator(`html[lang=${language}]`).waitFor();
      await page.reload();
      await page.locator(`html[lang=${language}]`).waitFor();
      const alike = wordsAlike(language);
      const left = [...(await tour(page))].filter(
        (text) => english.has(text) && !isName(text) && !alike.some((one) => one.test(text)),
      );
      assert.deepEqual(left, []);
      assert.deepEqual(page.complaints, []);
    });
});

describe('without colours', () => {
  test('Yu-C-A-Tan: dice and cards have shapes, numbers and names', async () => {
    await withPeople([phone()], async (anna) => {
      await button(anna, 'Play now: Yu-C-A-Tan, against bots').click();
      await playOn([anna], [steps.yucatan], seen('.die-still, .die-button'));
      const dice = await anna.locator('.die-still, .die-button').evaluateAll((all) =>
        all.map((die) => ({
          label: die.getAttribute('aria-label'),
          marks: new Set([...die.querySelectorAll('.die-top .die-mark *')].map((part) => part.tagName)).size,
        })),
      );
      assert.ok(dice.length > 0);
      for (const { label, marks } of dice) {
        assert.match(label, /\d.*(circle|square|cross)/);
        assert.ok(marks > 0, 'a die without a mark');
      }
      const cards = await anna.locator('.yucatan-card').evaluateAll((all) => all.map((card) => card.textContent));
      assert.equal(cards.length, 14);
      for (const text of cards) assert.match(text, /[\p{L}\d]/u);
      for (const colour of ['blue', 'red', 'orange'])
        assert.ok(
          cards.some((text) => text.includes(colour)),
          colour,
        );
    });
  });
});
