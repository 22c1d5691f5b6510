// matches.mjs: matches for tests of "my games": played by bots, but in the name of persons, from a seed. KNOBEL_WASM names
// the engine.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CHANCE, CLOCK, Knobel, LEVELS, NEVER } from '../../npm/engine.mjs';

const hash = (key, message) => (key ? createHmac('sha256', key) : createHash('sha256')).update(message).digest();

export const openEngine = () => Knobel.load(readFileSync(process.env.KNOBEL_WASM || 'build/knobel.wasm'), { hash });

// In place of a level: someone who makes any move. Nothing has to be learnt for that.
export const ANY = 'any';

function anyMove(view, who, seed) {
  const moves = view.moves(who);
  return { delay: 0, move: moves[Number((seed * 48271n) % 0x7fffffffn) % moves.length] };
}

// Everyone who is due decides, the quickest acts first; who keeps still waits for the clock.
function step(table, levels, now, seed) {
  const due = table.toAct().filter((who) => who < CHANCE);
  const wishes = due
    .map((who) => {
      const [view, own] = [table.view(who), seed + BigInt(who)];
      return { who, ...(levels[who] === ANY ? anyMove(view, who, own) : view.choose(who, LEVELS[levels[who]], own)) };
    })
    .filter(({ delay, move }) => delay !== NEVER && move !== '')
    .sort((a, b) => a.delay - b.delay);
  const alarm = table.alarm();
  if (wishes.length === 0 || (alarm !== NEVER && now + wishes[0].delay > alarm)) {
    if (alarm === NEVER && !table.toAct().includes(CLOCK)) throw new Error('nobody goes on');
    table.tick(alarm);
    return alarm;
  }
  const at = now + wishes[0].delay;
  table.play(wishes[0].who, wishes[0].move, { now: at, salt: seed * 16n + BigInt(wishes[0].who) + 1n });
  return at;
}

// The log of one match. `seats`: [{name, level, bot}], level 0 to 5 or ANY is how it is played, bot the key in the log.
export function playMatch(knobel, { game, seats, options = {}, seed, opened }) {
  const secret = createHash('sha256').update(`${game} ${seed}`).digest();
  const table = knobel.open({
    game,
    options,
    secret,
    opened,
    seats: seats.map(({ name, bot }, at) => ({ name, bot, salt: bot ? 0n : BigInt(seed) * 8n + BigInt(at) + 1n })),
  });
  const levels = seats.map(({ level }) => level);
  for (let now = 0, n = 1n; !table.over(); n++) now = step(table, levels, now, BigInt(seed) * 100_000n + n * 10n);
  const log = table.save();
  table.close();
  return log;
}
