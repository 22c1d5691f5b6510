// rules_speed.mjs KNOBEL: moves per second of the rules of Yatzi alone, without a server: here, as rules.mjs has them in plain
// JavaScript, and by the local client of boardgame.io, if `make peers` has installed it. Two players at random, in turns.
// Needs the games: yatzi
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { choose, mayScore, mayThrow, newSheet, points, thrown } from './rules.mjs';

const [, , knobel, peers = 'build/peers'] = process.argv;
const TURNS = 5;
const SLICE_MS = 500;

// Of random matches one after the other, a throw being one move.
function ours() {
  const [it] = JSON.parse(execFileSync(knobel, ['bench', 'yatzi', '--json'], { encoding: 'utf8' }));
  return it.matches_per_second * it.moves_per_match;
}

const roll = () => 1 + Math.floor(Math.random() * 6);

function repeat(move) {
  const began = performance.now();
  let moves = 0;
  for (; performance.now() - began < SLICE_MS; moves++) move();
  return (moves * 1000) / (performance.now() - began);
}

function plain() {
  let sheets, turn, throws, dice;
  const begin = () => ([sheets, turn, throws, dice] = [[newSheet(), newSheet()], 0, 0, [1, 1, 1, 1, 1]]);
  begin();
  return repeat(() => {
    const sheet = sheets[turn];
    const { keep, box } = choose(throws, sheet);
    if (keep && mayThrow(throws)) {
      dice = thrown(dice, keep, roll);
      throws++;
    } else if (mayScore(throws, sheet, box)) {
      sheet[box] = points(box, dice);
      [throws, turn] = [0, 1 - turn];
      if (!sheets.flat().includes(-1)) begin();
    }
  });
}

async function boardgame() {
  process.env.PEERS = join(process.cwd(), peers);
  const { fromPeers } = await import('./packages.mjs');
  const { Client } = fromPeers('boardgame.io/client');
  const { game } = await import('./boardgame_game.mjs');
  const client = Client({
    game: { ...game, moves: { ...game.moves, throwDice: game.moves.throwDice.move } },
    numPlayers: 2,
    debug: false,
  });
  client.start();
  const speed = repeat(() => {
    const { G, ctx } = client.getState();
    const { keep, box } = choose(G.throws, G.sheets[Number(ctx.currentPlayer)]);
    if (keep) client.moves.throwDice(keep);
    else client.moves.score(box);
  });
  const { G } = client.getState();
  if (G.moves < 10) throw new Error('boardgame.io makes no moves');
  client.stop();
  return speed;
}

const kinds = { 'Knobel, in C': ours, 'plain JavaScript': plain };
if (existsSync(join(peers, 'node_modules'))) kinds['boardgame.io'] = boardgame;
const found = Object.values(kinds).map(() => []);
for (let turn = 0; turn < TURNS; turn++) for (const [i, kind] of Object.values(kinds).entries()) found[i].push(await kind());
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
console.log(`the rules alone, moves per second, median of ${TURNS} runs in turns`);
for (const [i, name] of Object.keys(kinds).entries()) {
  const times = found[0].map((one, turn) => one / found[i][turn]);
  const beside = `; Knobel makes ${median(times).toFixed(1)} times as many (${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)})`;
  console.log(`  ${name.padEnd(18)} ${median(found[i]).toFixed(0).padStart(10)}${i === 0 ? '' : beside}`);
}
