/*
 * recipe.test.mjs: the dice of recorded matches, recomputed from docs/log-format.md alone: no code of the
 * engine is used here, so that the page and the program are held to each other.
 * Needs the games: yatzi yucatan */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';

import { recorded } from '../logs.mjs';

const sha256 = (...parts) => parts.reduce((h, p) => h.update(p), createHash('sha256')).digest();
const hmac = (key, ...parts) => parts.reduce((h, p) => h.update(p), createHmac('sha256', key)).digest();

function parse(text) {
  const lines = text.split('\n');
  const value = (word) => lines.find((line) => line.startsWith(`${word} `)).slice(word.length + 1);
  return {
    format: Number(lines[0].split(' ')[2]),
    about: `${lines
      .slice(
        0,
        lines.findIndex((line) => line.startsWith('opened ')),
      )
      .join('\n')}\n`,
    seal: value('seal'),
    secret: Buffer.from(value('secret'), 'hex'),
    salts: lines.filter((line) => line.startsWith('seat ')).map((line) => line.split(' ')[3]),
    events: lines
      .slice(
        lines.indexOf('events') + 1,
        lines.findIndex((line) => line.startsWith('secret ')),
      )
      .map((line) => {
        const [head, move] = [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)];
        const [number, , who, ...attributes] = head.split(' ');
        const salt = attributes.find((one) => one.startsWith('salt='))?.slice(5) ?? '-';
        return { number: Number(number), who, salt, move };
      }),
  };
}

/* The events that count: a `back` line keeps those up to its number. */
function standing(events) {
  let live = [];
  for (const event of events) {
    if (event.who === 'back') live = live.filter((one) => one.number <= Number(event.move));
    else live.push(event);
  }
  return live;
}

/* A number below `bound`: the first 64-bit word that does not favour any. */
function below(secret, digest, bound) {
  const limit = (1n << 64n) - ((1n << 64n) % bound);
  for (;;) {
    for (let at = 0; at < 32; at += 8) {
      const word = digest.readBigUInt64BE(at);
      if (word < limit) return word % bound;
    }
    digest = hmac(secret, digest);
  }
}

/* Six equally likely faces, `first` the text of the lowest one: dice of Yatzi and Yu-C-A-Tan. */
function checkSixSided(name) {
  const log = parse(recorded(name));
  assert.equal(sha256(log.secret).toString('hex'), log.seal);
  const root = sha256(log.about);
  const chains = log.salts.map((salt, i) => hmac(root, `seat ${i + 1} ${salt}`));
  let rolls = 0;
  for (const { who, salt, move } of standing(log.events)) {
    if (who.startsWith('seat')) {
      const seat = Number(who.slice(4)) - 1;
      // In format 1 moves without a salt had a part in the dice, too.
      if (salt !== '-' || log.format === 1) chains[seat] = hmac(chains[seat], `${move} ${salt}`);
      continue;
    }
    rolls++;
    if (who !== 'dice') continue;
    const sides = move.startsWith('first ') ? BigInt(chains.length) : 6n;
    const digest = hmac(log.secret, `roll ${rolls}\n`, ...chains);
    assert.equal(move.replace('first ', ''), String(below(log.secret, digest, sides) + 1n), `roll ${rolls}`);
  }
  return rolls;
}

/* ---- the same dice for everyone ---- */

const FACES = { 1: 'blue circle odd', 2: 'red square even', 3: 'orange cross odd', 4: 'red circle even' };
Object.assign(FACES, { 5: 'orange square odd', 6: 'blue cross even' });
const fits = (card, face) => card === String(face) || FACES[face].split(' ').includes(card);

/* Someone's dice in one turn: `faces` by their numbers, 0 where one has to be thrown. */
const newTurn = (dice) => ({ toss: 0, faces: Array(dice).fill(0), lie: Array(dice).fill(false) });

/* What a move does to them; true: the turn is over. */
const act = {
  yatzi(turn, move) {
    const [word, ...kept] = move.split(' ');
    if (word === 'fill') return true;
    turn.toss++;
    turn.faces = turn.faces.map((face) => {
      const at = kept.indexOf(String(face));
      return at < 0 ? 0 : Number(kept.splice(at, 1)[0]);
    });
    return false;
  },
  yucatan(turn, move) {
    if (move === 'stop') return true;
    turn.card = move.replace('pick ', '');
    turn.toss++;
    turn.faces = turn.faces.map((face, i) => (turn.lie[i] ? face : 0));
    return false;
  },
};

/* Yu-C-A-Tan ends a turn by itself: no die fits, or none is left. */
function settled(turn) {
  if (!turn.card || turn.faces.includes(0)) return false;
  const before = turn.lie.filter(Boolean).length;
  turn.lie = turn.lie.map((lies, i) => lies || fits(turn.card, turn.faces[i]));
  const after = turn.lie.filter(Boolean).length;
  return after === before || after === turn.lie.length;
}

/* Dice with a place: nothing but the name, the game and the moves. */
function checkPlaces(file, game, dice) {
  const text = recorded(file);
  const log = parse(text);
  const name = /^dice same ([a-z0-9-]{1,32})$/m.exec(text)[1];
  assert.deepEqual(sha256(`knobel same dice ${game} ${name}`), log.secret);
  assert.equal(sha256(log.secret).toString('hex'), log.seal);
  const seats = log.salts.map(() => ({ number: 1, turn: newTurn(dice) }));
  const next = (seat) => Object.assign(seat, { number: seat.number + 1, turn: newTurn(dice) });
  let [rolls, seat] = [0, seats[0]];
  for (const { who, move } of standing(log.events)) {
    if (who.startsWith('seat')) {
      seat = seats[Number(who.slice(4)) - 1];
      if (act[game](seat.turn, move)) next(seat);
      continue;
    }
    rolls++;
    const die = seat.turn.faces.indexOf(0);
    const digest = hmac(log.secret, `turn ${seat.number} throw ${seat.turn.toss} die ${die + 1}`);
    assert.equal(move, String(below(log.secret, digest, 6n) + 1n), `roll ${rolls}`);
    seat.turn.faces[die] = Number(move);
    if (settled(seat.turn)) next(seat);
  }
  return rolls;
}

test('the recipe gives the same dice to everyone in yatzi', () => assert.ok(checkPlaces('yatzi-same-dice', 'yatzi', 5) > 150));
test('the recipe gives the same dice to everyone in yucatan', () =>
  assert.ok(checkPlaces('yucatan-same-dice', 'yucatan', 12) > 100));

for (const name of ['yatzi', 'yatzi-taken-back', 'yatzi-real-dice', 'yatzi-signed', 'yucatan'])
  test(`the recipe gives the dice of ${name}`, () => assert.ok(checkSixSided(name) > 50));
