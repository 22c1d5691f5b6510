// rules.mjs: Yatzi for two, as small as it can be written, for the peers: up to three throws, then one of thirteen boxes. A
// match that is over begins again in the same room.
// Needs the games: yatzi
export const BOXES = 13;
const DICE = 5;
const THROWS = 3;

export const newSheet = () => Array(BOXES).fill(-1);

const sum = (dice) => dice.reduce((all, one) => all + one, 0);
const most = (dice) => Math.max(...dice.map((one) => dice.filter((other) => other === one).length));
const run = (dice, length) =>
  [1, 2, 3].some((low) => Array.from({ length }, (_, i) => low + i).every((one) => dice.includes(one)));

const UPPER = [1, 2, 3, 4, 5, 6].map((face) => (dice) => face * dice.filter((one) => one === face).length);
const LOWER = [
  (dice) => (most(dice) >= 3 ? sum(dice) : 0),
  (dice) => (most(dice) >= 4 ? sum(dice) : 0),
  (dice) => (new Set(dice).size === 2 && most(dice) === 3 ? 25 : 0),
  (dice) => (run(dice, 4) ? 30 : 0),
  (dice) => (run(dice, 5) ? 40 : 0),
  (dice) => (most(dice) === 5 ? 50 : 0),
  sum,
];
export const points = (box, dice) => [...UPPER, ...LOWER][box](dice);

export const mayThrow = (throws) => throws < THROWS;
export const mayScore = (throws, sheet, box) => throws > 0 && sheet[box] === -1;

// The dice after a throw that keeps some of them.
export const thrown = (dice, keep, roll) => Array.from({ length: DICE }, (_, at) => (keep.includes(at) ? dice[at] : roll()));

const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

// What someone does who plays at random: {keep} to throw, or {box}.
export function choose(throws, sheet) {
  if (throws === 0) return { keep: [] };
  if (mayThrow(throws) && Math.random() < 0.5) return { keep: [0, 1, 2, 3, 4].filter(() => Math.random() < 0.5) };
  return { box: anyOf(sheet.flatMap((value, box) => (value === -1 ? [box] : []))) };
}
