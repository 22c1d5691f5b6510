// rooms.test.mjs: what can be measured of the shelf and the room: nothing lies over anything else, what someone needs
// first is in sight, and nothing moves that need not. Run with `node --test`; KNOBEL names the program.
// Needs the games: yatzi
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DESK,
  PHONE,
  button,
  checkAccess,
  closeBrowser,
  move,
  noticed,
  openBrowser,
  openRoom,
  person,
  sitDown,
  startAlone,
  withPeopleAt,
  yatziTurns,
} from './browser.mjs';
import { reloadWith } from './play.mjs';
import { inEveryType } from './type.mjs';
import { House } from '../server/serving.mjs';

const FLAGS = ['--rooms-per-hour', '1000', '--requests-per-second', '500'];
const SIDEWAYS = { width: 740, height: 360 };

let house;

before(async () => {
  house = await House.open(FLAGS);
  await openBrowser();
});
after(async () => {
  await closeBrowser();
  await House.closeAll();
});

// Which of these elements reach out of the element that holds them, or over each other.
const faults = (page, within, css) =>
  page.evaluate(
    ([holder, what]) => {
      const found = [];
      for (const one of document.querySelectorAll(holder)) {
        const edge = one.getBoundingClientRect();
        const drawn = [...one.querySelectorAll(what)].filter((it) => it.getClientRects().length > 0);
        const inside = drawn.map((it) => [it.textContent.trim(), it.getBoundingClientRect()]);
        for (const [text, box] of inside)
          if (box.right > edge.right + 1 || box.left < edge.left - 1) found.push(`${text} reaches out`);
        inside.forEach(([text, a], at) =>
          inside.slice(at + 1).forEach(([other, b]) => {
            if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
              found.push(`${text} over ${other}`);
          }),
        );
      }
      return found;
    },
    [within, css],
  );

const top = (page, css) =>
  page
    .locator(css)
    .first()
    .evaluate((it) => it.getBoundingClientRect().top);
const isInSight = (locator) =>
  locator.evaluate((it) => {
    const box = it.getBoundingClientRect();
    const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.top >= 0 && box.bottom <= innerHeight && it.contains(seen);
  });

// A phone: the page is as wide as it is, however wide what is on it.
const overflow = (page, width) => page.evaluate((most) => document.documentElement.scrollWidth - most, width);

describe('the shelf', () => {
  let page;
  before(async () => {
    page = await person(house);
  });
  after(async () => {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

  test('what is no code is said beside the field', async () => {
    await page.getByLabel('Room code').fill('hello');
    await button(page, 'Join').click();
    const told = page.getByText('A room code has six letters and digits');
    await told.waitFor();
    await inEveryType(page, async (type) => {
      assert.ok((await told.boundingBox()).y - (await top(page, '#code')) < 80, type);
    });
  });

  for (const language of ['en', 'de', 'nl', 'ja'])
    test(`its words fit, ${language}`, async () => {
      await reloadWith(page, { language }, `html[lang=${language}]`);
      await page.locator('.box-buttons').last().waitFor();
      const look = async (type, { width }) => {
        assert.deepEqual(await faults(page, '.game-box', '.button, h2, .box-about'), [], `${width} wide, ${type}`);
        assert.ok((await overflow(page, width)) <= 0, `${width}: the page is wider than the window, ${type}`);
      };
      await inEveryType(page, look, [PHONE, SIDEWAYS, DESK]);
    });
});

describe('the room', () => {
  test('a newcomer sees the field for a name first; the table and the room are seen from their top; a wish moves nothing; however long a wrong link is, the way on stays in sight', async () => {
    await withPeopleAt(house, [{}, {}], async (anna, ben) => {
      const link = await openRoom(anna, 'Yatzi', 'Maximiliane-Charlotte');
      for (const name of ['Cleo', 'Dora', 'Emil', 'Fritz']) {
        const guest = await house.enter(link.split('/').pop());
        await guest.ask({ type: 'sit', name });
      }
      await ben.goto(link);
      await ben.locator('.place', { hasText: 'Fritz' }).waitFor();
      await inEveryType(ben, async (type) =>
        assert.ok(await isInSight(ben.getByLabel('Your name')), `the field for a name, ${type}`),
      );
      await sitDown(ben, 'Ben');
      await button(anna, 'Rename Maximiliane-Charlotte').click();
      await inEveryType(anna, async (type) => {
        assert.deepEqual(
          await faults(anna, '.place', '.rename, .seat-notes, .place > .button'),
          [],
          `a name that is changed, ${type}`,
        );
        assert.ok((await anna.getByLabel('Name', { exact: true }).boundingBox()).width > 100, type);
      });
      await anna.keyboard.press('Enter');
      await anna.locator('.rename').waitFor({ state: 'detached' });
      assert.equal(await anna.evaluate(() => document.activeElement.ariaLabel), 'Rename Maximiliane-Charlotte');
      await button(anna, 'More options for Ben').click();
      await inEveryType(anna, async (type) =>
        assert.deepEqual(await faults(anna, '.place', '.place-words, .button'), [], `the tools of the host, ${type}`),
      );

      await anna.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await anna.locator('.start').evaluate((it) => it.click());
      await move(anna, 'throw').waitFor();
      assert.equal(await anna.evaluate(() => scrollY), 0, 'the table is seen from its top');
      await move(anna, 'throw').click();
      await move(anna, 'fill').click();
      await move(anna, 'fill').waitFor({ state: 'detached' });

      const before = {};
      await inEveryType(ben, async (type) => {
        before[type] = await top(ben, '.face-place');
      });
      await button(anna, 'Table menu').click();
      await button(anna, 'Take back my last move').click();
      await button(ben, 'Allow').waitFor();
      await inEveryType(ben, async (type) =>
        assert.equal(await top(ben, '.face-place'), before[type], `what is below a wish stays, ${type}`),
      );

      await anna.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await button(anna, 'Table menu').click();
      await button(anna, 'Stop the match').click();
      await anna.getByText('The match ends without a result.').waitFor();
      await button(anna, 'Stop the match').click();
      await button(anna, 'Play again').waitFor();
      assert.equal(await anna.evaluate(() => scrollY), 0, 'the room is seen from its top');

      // However long a wrong link is, the way on stays in sight.
      await anna.goto(`${house.url}/t/${'x'.repeat(1000)}`);
      const way = button(anna, 'Open a new room');
      await way.waitFor();
      await inEveryType(anna, async (type) => assert.ok(await isInSight(way), type));
    });
  });

  test('the home page says whose turn it is and who plays, puts finished matches apart, and lets go', async () => {
    await withPeopleAt(house, [{ size: DESK }, {}], async (anna, ben) => {
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      await ben.goto(link);
      await sitDown(ben, 'Ben');
      await button(anna, 'Start the match').click();
      await move(anna, 'throw').waitFor();
      const ticket = (page) => page.locator('.ticket', { hasText: 'Anna, Ben' });
      await anna.goto(house.url);
      await ticket(anna).getByText('Your turn').waitFor();
      await checkAccess(anna, 'rooms to continue');
      // Meanwhile the match goes on: the server knows, not this browser.
      await ben.goto(house.url);
      await ticket(ben).getByText('To play: Anna').waitFor();
      await ticket(anna).getByRole('link').click();
      await move(anna, 'throw').click();
      await move(anna, 'fill').click();
      await move(anna, 'fill').waitFor({ state: 'detached' });
      await ben.reload();
      await ticket(ben).getByText('Your turn').waitFor();
      // Finished, it is listed apart; gone, too, until one tap lets go of it. Nothing moves when the server knows better.
      const finish = (page) =>
        page.evaluate(() => {
          const rooms = JSON.parse(localStorage.getItem('knobel.rooms'));
          rooms[0].standing.status = 'over';
          rooms.push({ ...rooms[0], room: 'K7QM3T', standing: { status: 'over', players: [] }, names: ['Anna'] });
          localStorage.setItem('knobel.rooms', JSON.stringify(rooms));
        });
      await finish(ben);
      await ben.reload();
      await ben.locator('summary', { hasText: '2 finished matches' }).getByText('Your turn').click();
      await ticket(ben).getByText('Your turn').waitFor();
      await anna.goto(house.url);
      await ticket(anna).getByText('To play: Ben').waitFor();
      await finish(anna);
      await anna.reload();
      await anna.getByText('2 finished matches').click();
      await anna.getByText('This room no longer exists').waitFor();
      await ticket(anna).getByText('To play: Ben').waitFor();
      await checkAccess(anna, 'finished matches');
      await anna.reload();
      await ticket(anna).getByText('To play: Ben').waitFor();
      await anna.getByText('One finished match').click();
      await button(anna, 'Forget the room K7Q M3T').click();
      await anna.getByText('One finished match').waitFor({ state: 'detached' });
    });
  });

  test('an address that leads nowhere, in the language of the reader; and a page without scripts', async () => {
    await withPeopleAt(house, [{ locale: 'de-DE' }, { javaScriptEnabled: false, size: DESK }], async (anna, ben) => {
      await anna.goto(`${house.url}/no/such/page`);
      await anna.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor();
      await checkAccess(anna, 'nowhere');
      await button(anna, 'Startseite').click();
      await anna.locator('.game-box').first().waitFor();
      const told = await ben.locator('body').innerText();
      for (const word of ['switched off', 'ausgeschaltet', 'uit staat', 'オフ']) assert.ok(told.includes(word), told);
    });
  });

  test('the rules on paper: all of them, and nothing besides', async () => {
    await withPeopleAt(house, [{ size: DESK, settings: { light: 'evening' } }], async (anna) => {
      await anna.locator('link[href^="/print-"]').waitFor({ state: 'attached' });
      await button(anna, 'Rules: Yatzi').click();
      await anna.locator('.rules h3').first().waitFor();
      await anna.emulateMedia({ media: 'print' });
      const last = anna.locator('.rules > :not(.button)').last();
      const cut = () =>
        last.evaluate((it) => it.getBoundingClientRect().bottom > it.closest('dialog').getBoundingClientRect().bottom + 1);
      assert.equal(await cut(), false);
      assert.equal(await anna.locator('.topbar:visible, .game-box:visible, .button:visible').count(), 0);
      assert.equal(await last.evaluate((it) => getComputedStyle(it).color), 'rgb(0, 0, 0)');
      assert.equal(await last.evaluate((it) => getComputedStyle(it.closest('dialog')).backgroundColor), 'rgb(255, 255, 255)');
    });
  });

  test('the code of a room stands in one line, also on a narrow desk', async () => {
    await withPeopleAt(house, [{ size: DESK }], async (anna) => {
      await openRoom(anna, 'Yatzi', 'Anna');
      const code = anna.locator('.invite-code');
      const check = async (type, { width }) => {
        const [high, line, over] = await code.evaluate((it) => [
          it.getBoundingClientRect().height,
          parseFloat(getComputedStyle(it).lineHeight),
          it.scrollWidth - it.clientWidth,
        ]);
        assert.ok(high < 1.5 * line && over <= 0, `${width} wide, ${type}: ${high} high, ${over} too wide`);
      };
      await inEveryType(anna, check, [{ width: 1000, height: 700 }, { width: 900, height: 1200 }, DESK]);
    });
  });

  test('a room that cannot be read is not one that is not there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'knobel-'));
    const file = join(folder, 'house.db');
    let other = await House.open(FLAGS, { file });
    const { room } = await other.room();
    await other.close();
    const bytes = readFileSync(file);
    bytes.write('x', bytes.lastIndexOf('away_bot'));
    writeFileSync(file, bytes);
    other = await House.open([...FLAGS, '--accept-loss'], { file });
    await withPeopleAt(other, [{}], async (anna) => {
      await anna.goto(`${other.url}/t/${room}`);
      await anna.getByText("This room can't be read").waitFor();
      await button(anna, 'Open a new room').waitFor();
    });
    await other.close();
    rmSync(folder, { recursive: true });
  });

  test('the host decides what spectators see; they are told, and see the result', async () => {
    await withPeopleAt(house, [{}, {}], async (anna, ben) => {
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      await ben.goto(link);
      await anna.getByText('This room', { exact: true }).click();
      await anna.getByText('Only the result', { exact: true }).click();
      await startAlone(anna);
      await move(anna, 'throw').waitFor();
      await ben.getByText('A match is in progress. Only the players can see it.').waitFor();
      assert.equal(await ben.locator('.face-place').count(), 0);
      assert.equal(await anna.getByText('A match is in progress.').count(), 0);
      await button(anna, 'Table menu').click();
      await button(anna, 'Stop the match').click();
      await button(anna, 'Stop the match').click();
      await ben.getByText('starts the match when everyone is here.').waitFor();
    });
  });

  test('who is away strands nobody: those present decide, and who is back takes over', async () => {
    await withPeopleAt(house, [{}, {}], async (anna, ben) => {
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      await ben.goto(link);
      await sitDown(ben, 'Ben');
      await anna.getByText('This room', { exact: true }).click();
      await anna.getByLabel('Bots think for up to').selectOption('0');
      await anna
        .locator('.option-line', { hasText: /^after/ })
        .locator('select')
        .selectOption('10');
      await button(anna, 'Start the match').click();
      await move(anna, 'throw').waitFor();
      await ben.locator('.topbar', { hasText: "Anna's turn" }).waitFor();
      await anna.goto(house.url); // on her own turn
      const offer = ben.locator('.banner', { hasText: 'Anna is away.' });
      await offer.waitFor();
      await inEveryType(ben, async (type) => {
        for (const name of ['Let a bot play', 'Keep waiting', 'Stop the match'])
          assert.ok(await isInSight(button(ben, name)), `${name}, ${type}`);
        assert.ok((await overflow(ben, PHONE.width)) <= 0, type);
      });
      await button(ben, 'Keep waiting').click();
      await button(ben, 'Decide what happens').click();
      await button(ben, 'Let a bot play').click();
      await ben.locator('.strip-seat', { hasText: 'A bot plays for Anna.' }).waitFor({ state: 'attached' });
      await move(ben, 'throw').waitFor();
      await ben.locator('.topbar', { hasText: 'Your turn' }).waitFor();
      await ben.locator('.strip-seat.due', { hasText: 'You' }).waitFor();
      await offer.waitFor({ state: 'detached' });
      await anna.goto(link);
      await anna.locator('.topbar', { hasText: "Ben's turn" }).waitFor();
      await yatziTurns(ben, 1);
      await move(anna, 'throw').click(); // her seat is hers again
      await move(anna, 'fill').waitFor();
    });
  });

  test('a latecomer is told that they watch and sits down for the next match; everyone is told', async () => {
    await withPeopleAt(house, [{}, {}], async (anna, cleo) => {
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      const ben = await house.enter(link.split('/').pop());
      await ben.ask({ type: 'sit', name: 'Ben' });
      await noticed(anna, 'Ben has sat down.');
      await button(anna, 'Start the match').click();
      await move(anna, 'throw').waitFor();
      await cleo.goto(link);
      await cleo.getByText('You are watching.').waitFor();
      await noticed(anna, 'Someone came in to watch.');
      await button(cleo, 'Sit down for the next match').click();
      await cleo.getByLabel('Your name').fill('Cleo');
      await button(cleo, 'Sit down').click();
      await noticed(anna, 'Cleo has sat down.');
      await button(cleo, 'Close').click();
      await cleo.getByText('You are watching. You play in the next match.').waitFor();
      await button(anna, 'Table menu').click();
      await button(anna, 'Stop the match').click();
      await button(anna, 'Stop the match').click();
      await button(cleo, 'Play again').waitFor(); // not only the host may
    });
  });

  test('a room for friends leads with inviting and asks before one starts alone; several at one device are not all host', async () => {
    await withPeopleAt(house, [{}], async (anna) => {
      await openRoom(anna, 'Yatzi', 'Anna');
      await inEveryType(anna, async (type) =>
        assert.ok((await top(anna, '.invite')) < (await top(anna, '.game-head')), `inviting comes first, ${type}`),
      );
      await anna.locator('.start').click();
      await anna.getByText('Nobody else is at the table yet.').waitFor();
      await button(anna, 'Cancel').click();
      await button(anna, 'Add a player on this device').click();
      await anna.getByLabel('Name of another player on this device').fill('Ben');
      await button(anna, 'Sit down').click();
      await anna.locator('.place', { hasText: 'Ben (this device)' }).waitFor();
      assert.equal(await anna.locator('.seat-note', { hasText: 'host' }).count(), 1);
      assert.equal(await anna.getByText('(you)').count(), 0);
      await button(anna, 'Start the match').click();
      await anna.locator('.topbar', { hasText: "Anna's turn" }).waitFor();
    });
  });

  test('time that ran out is told', async () => {
    await withPeopleAt(house, [{}], async (anna) => {
      const link = await openRoom(anna, 'Yatzi', 'Anna');
      const ben = await house.enter(link.split('/').pop());
      await ben.ask({ type: 'sit', name: 'Ben' });
      await anna.getByText('This room', { exact: true }).click();
      await anna.getByLabel('Time limit per decision').selectOption('15');
      await button(anna, 'Start the match').click();
      await noticed(anna, 'Your time ran out: a bot decided for you.');
      await button(anna, 'Table menu').click();
      await button(anna, 'Players and bots').click();
      await anna.locator('.place.mine', { hasText: 'time ran out' }).waitFor();
    });
  });

  test('on a phone on its side, a lost connection is told upon the bar', async () => {
    const other = await House.open(FLAGS);
    await withPeopleAt(other, [{ size: SIDEWAYS }], async (anna) => {
      await openRoom(anna, 'Yatzi', 'Anna');
      await other.close('SIGKILL');
      const banner = anna.locator('.banner');
      await banner.waitFor();
      await inEveryType(anna, async (type) => assert.ok(await isInSight(banner), type));
    });
  });
});
