// answer_times.mjs: does the time of an answer tell what is hidden? A real server on loopback with a real disk. In half
// of the rounds, chosen at random, Ben slaps in secret while Cara may still slap, too; Cara then asks something, at
// once or a little later, and measures how long the answer takes. Without a leak the two halves look alike.
// KNOBEL names the program. Usage: node tests/server/answer_times.mjs [ROUNDS]
// Needs the games: yubitsume
import { setTimeout as sleep } from 'node:timers/promises';
import { House } from './serving.mjs';

const rounds = Number(process.argv[2] ?? 600);
const LATER_MS = 40;

const questions = {
  'the clock': (cara) => {
    cara.send({ type: 'sync', client: 1 });
    return cara.next('sync');
  },
  'something refused': (cara) => cara.ask({ type: 'correctable', event: 999 }),
  'a line of chat': (cara) => cara.ask({ type: 'chat', text: 'x' }),
};

async function must(asked) {
  const answer = await asked;
  if (answer.type === 'refused') throw new Error(`refused: ${answer.why}`);
}

// Three at a table, the dice thrown, the window open.
async function inTheWindow(house) {
  const room = await house.room({ game: 'yubitsume', pace_ms: 0 });
  const people = [];
  const address = [10, ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 256))].join('.'); // a limit for each
  for (const name of ['Anna', 'Ben', 'Cara']) {
    const guest = await house.enter(people.length ? room.room : room, {}, { headers: { 'X-Forwarded-For': address } });
    await must(guest.ask({ type: 'sit', name, salt: '00000000000000aa' }));
    people.push(guest);
  }
  await must(people[0].ask({ type: 'set', options: { window_ms: 4000, first: 1 } }));
  await must(people[0].ask({ type: 'start' }));
  await must(people[0].ask({ type: 'play', seat: 1, move: 'throw', salt: '00000000000000aa' }));
  return people;
}

async function round(house, question, later, slapped) {
  const people = await inTheWindow(house);
  const [, ben, cara] = people;
  await sleep(5);
  const slap = slapped ? ben.ask({ type: 'play', seat: 2, move: 'hit knife' }) : null;
  if (later) await sleep(LATER_MS);
  const asked = performance.now();
  await question(cara);
  const took = performance.now() - asked;
  if (slap) await must(slap);
  for (const guest of people) guest.close();
  return took;
}

const sorted = (list) => [...list].sort((a, b) => a - b);
const median = (list) => sorted(list)[Math.floor(list.length / 2)];

// How often a guess by the time alone is right: 0.5 is chance, 1 is certainty; and 95 % of that.
function rightGuesses([without, slapped]) {
  const all = [...without.map((t) => [t, 0]), ...slapped.map((t) => [t, 1])].sort((a, b) => a[0] - b[0]);
  const ranks = all.reduce((sum, [, kind], i) => sum + kind * (i + 1), 0);
  const [m, n] = [without.length, slapped.length];
  const area = (ranks - (n * (n + 1)) / 2) / (m * n);
  const [q1, q2] = [area / (2 - area), (2 * area * area) / (1 + area)]; // Hanley and McNeil, 1982
  const variance = (area * (1 - area) + (n - 1) * (q1 - area * area) + (m - 1) * (q2 - area * area)) / (m * n);
  return [area, 1.96 * Math.sqrt(Math.max(0, variance))];
}

const house = await House.open(['--rooms-per-hour', '1000000', '--behind-proxy']);
const cases = Object.keys(questions).flatMap((name) => [false, true].map((later) => ({ name, later, took: [[], []] })));
for (let i = 0; i < rounds * cases.length; i++) {
  const one = cases[Math.floor(Math.random() * cases.length)];
  const slapped = Number(Math.random() < 0.5);
  one.took[slapped].push(await round(house, questions[one.name], one.later, slapped));
}
for (const { name, later, took } of cases) {
  const [area, error] = rightGuesses(took);
  console.log(
    `${name}, ${later ? `${LATER_MS} ms after` : 'with'} the slap: ${took[0].length} without, ${took[1].length} with; ` +
      `median ${median(took[0]).toFixed(3)} and ${median(took[1]).toFixed(3)} ms; ` +
      `told apart ${area.toFixed(3)} ± ${error.toFixed(3)}`,
  );
}
await house.close();
