// one_match.mjs URL [ROOM]: plays a match of Yatzi against a bot on a server that is already running, to its end; its log
// must verify. Prints the room. With ROOM nothing is played: that room must still have its match, as after a restart.
// packaging/image/build uses it, and it is of use with any server. KNOBEL names the program that verifies.
// Needs the games: yatzi
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { House, knobel, playOn } from './serving.mjs';

const [url, room] = process.argv.slice(2);
const house = Object.assign(new House(), { url: new URL(url).origin, port: Number(new URL(url).port) });

async function play() {
  const opened = await house.room({ pace_ms: 0 });
  const anna = await house.enter(opened, { moves: true }, { path: `/ws/${opened.room}` });
  await anna.ask({ type: 'sit', name: 'Anna', salt: '0123456789abcdef' });
  await anna.ask({ type: 'bot', seat: 2, level: 'child' });
  assert.equal((await anna.ask({ type: 'start' })).type, 'done');
  await playOn(anna, 1, await anna.next('table'));
  anna.close();
  return opened.room;
}

const code = room ?? (await play());
const answer = await house.get(`/api/rooms/${code}/log?match=1`);
assert.equal(answer.status, 200, `the log of ${code}`);
execFileSync(knobel, ['verify', '-'], { input: await answer.text(), stdio: ['pipe', 'ignore', 'inherit'] });
console.log(code);
