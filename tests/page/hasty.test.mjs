// hasty.test.mjs: whoever taps or types as soon as something is seen is heard. On a busy device the page does what it does after
// drawing (effects) much later: here it does so only when it is let. Run with `node --test`; KNOBEL names the program.
// Needs the games: yatzi yubitsume
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { button, closeBrowser, openBrowser, openRoom, person, withPeopleAt } from './browser.mjs';
import { settled } from './type.mjs';
import { House } from '../server/serving.mjs';

const SALT = '0123456789abcdef';

let house;
before(async () => {
  house = await House.open(['--rooms-per-hour', '1000']);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

// Runs inside the page: Preact's effects wait while `isHeld`. They are known by the two timers of which the first stops the other.
function holdable(isHeld) {
  const waiting = [];
  globalThis.effects = {
    isHeld,
    letGo() {
      this.isHeld = false;
      for (const doing of waiting.splice(0)) doing();
    },
  };
  for (const name of ['setTimeout', 'requestAnimationFrame']) {
    const plain = globalThis[name];
    globalThis[name] = (doing, ...rest) => {
      const isEffect = /clearTimeout\(.*cancelAnimationFrame\(/s.test(String(doing));
      if (!isEffect || !globalThis.effects.isHeld) return plain(doing, ...rest);
      if (name === 'setTimeout') waiting.push(doing);
      return -1;
    };
  }
}

const hold = (page) => page.evaluate(() => (globalThis.effects.isHeld = true));
async function letGo(page) {
  await page.evaluate(() => globalThis.effects.letGo());
  await settled(page);
}

async function slowPerson(options, isHeld = false) {
  const page = await person(house, options);
  await page.addInitScript(holdable, isHeld);
  await page.goto(house.url);
  return page;
}

const DRAWN = { table: 'drawn', name: 'Anna' };

describe('as soon as it is seen', () => {
  test('a link on the home page leads there', async () => {
    const page = await slowPerson({}, true);
    await page.getByRole('link', { name: 'My matches' }).click();
    await letGo(page);
    await page.getByText('No matches yet').waitFor();
    await page.context().close();
  });

  test('who sits down in a new room sits once', async () => {
    const page = await slowPerson();
    await hold(page);
    await button(page, 'With friends: open a room for Yatzi').click();
    await page.getByLabel('Your name').fill('Anna');
    await button(page, 'Sit down').click();
    await page.locator('.place.mine').waitFor();
    await letGo(page);
    await button(page, 'Add a bot').click();
    await page.locator('.place select').waitFor();
    assert.equal(await page.locator('.place.mine').count(), 1);
    await page.context().close();
  });

  test('a key strikes', async () => {
    const page = await slowPerson({ settings: DRAWN });
    const room = await house.room({ game: 'yubitsume' });
    const host = await house.enter(room);
    await host.ask({ type: 'set', options: { window_ms: 30_000 } });
    await host.ask({ type: 'sit', seat: 2, name: 'Ben', salt: SALT });
    await page.goto(`${house.url}/t/${room.room}`);
    await button(page, 'Sit down').click();
    await page.locator('.place.mine').waitFor();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/face-yubitsume-.*js$/.test(name)),
    );
    await settled(page);
    await hold(page);
    await host.ask({ type: 'start' });
    await page.locator('.yubi-throw').waitFor();
    await page.keyboard.press('Space');
    await letGo(page);
    await page.locator('.yubi-throw').waitFor({ state: 'detached' });
    await page.context().close();
    host.close();
  });

  test('what is typed while a message is sent stays', async () => {
    await withPeopleAt(house, [{}], async (page) => {
      await openRoom(page, 'Yatzi', 'Anna');
      await page.evaluate(() => {
        const field = document.querySelector('.chat-form input');
        const type = (text) => {
          field.value = text;
          field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        };
        type('Hello');
        return new Promise(requestAnimationFrame).then(() => {
          field.form.requestSubmit();
          type('and more');
        });
      });
      await page.locator('.said-text', { hasText: 'Hello' }).waitFor();
      await settled(page);
      assert.equal(await page.locator('.chat-form input').inputValue(), 'and more');
    });
  });
});
