// daily.mjs: someone who plays the dice of a day over the network, for the board of the day, as docs/protocol.md says.
// Needs the games: yatzi
import { createHash, randomBytes } from 'node:crypto';

const MOVE_MS = 25; // a little slower than anyone could

export const newKey = () => randomBytes(16).toString('hex');

// The day as it was in Greenwich when the test began, so many days from then: the same at every call, also around midnight.
const begun = Date.now();
export const day = (from = 0) => new Date(begun + from * 86_400_000).toISOString().slice(0, 10);

// What follows from a key: the salt of all moves, and the entry on the board.
export function personOf(key, game, name) {
  const hash = createHash('sha256').update(`knobel board ${name} ${game} ${key}`).digest('hex');
  return { tie: hash.slice(0, 16), entry: hash.slice(16, 48) };
}

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// A whole match of a room of its own, at random; its log.
export async function playDaily(house, { key, game = 'yatzi', name = 'Anna', of = day(), moveMs = MOVE_MS }) {
  const room = await house.room({ game, dice: 'same', same: of, hints: false });
  const guest = await house.enter(room, { moves: true });
  await guest.ask({ type: 'sit', seat: 1, name });
  await guest.ask({ type: 'start' });
  const { tie: salt } = personOf(key, game, of);
  let table = await guest.next('table');
  while (!table.over) {
    const moves = table.eyes?.[1]?.moves;
    if (moves?.length) {
      const move = moves[Math.floor(Math.random() * moves.length)];
      await rest(moveMs);
      await guest.ask({ type: 'play', seat: 1, move, salt, event: table.event });
    }
    table = await guest.next('table');
  }
  const log = await (await house.get(`/api/rooms/${room.room}/log?match=1`)).text();
  guest.close();
  return log;
}

// The same log as nobody has signed it, and without the check of its lines: anyone can write one.
export const unsigned = (log) =>
  log.replace(/^house .*\nsealed .*\nbefore .*\nsigned .*\n/m, '').replace(/^(end \d+) .*\n[\s\S]*/m, '$1\n');

// Made to look like somebody else's.
export const asOther = (log, key, name, game = 'yatzi', of = day()) =>
  unsigned(log)
    .replace(/^(seat 1 person \S+) .*$/m, `$1 ${name}`)
    .replace(/ salt=[0-9a-f]{16}:/g, ` salt=${personOf(key, game, of).tie}:`);

export const send = (house, key, log, options = {}) =>
  house.json('/api/board', { method: 'POST', body: JSON.stringify({ key, log }), ...options });

export const board = (house, { game = 'yatzi', of = day(), entry = '' } = {}) =>
  house.json(`/api/board?game=${game}&day=${of}&entry=${entry}`);
