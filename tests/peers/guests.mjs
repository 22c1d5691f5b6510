// guests.mjs KIND PORT ROOMS RATE: two guests in each room, who move as soon as they hear that it is their turn, as those of
// `knobel load` do; at most RATE moves per second in all rooms together, if it is not 0. Prints how many moves they have heard of, for every line that it reads.
import { createInterface } from 'node:readline';
import { choose } from './rules.mjs';
import { fromPeers } from './packages.mjs';

const [, , kind, port, rooms, rate] = process.argv;
const pauseMs = Number(rate) > 0 ? (1000 * Number(rooms)) / Number(rate) : 0;
let moves = 0;

// Calls what it is given at once, or at the room's pace; rooms do not move all at the same moment.
function pacer() {
  let due = performance.now() + Math.random() * pauseMs;
  return (move) => {
    if (pauseMs === 0) return move();
    const now = performance.now();
    due = Math.max(due + pauseMs, now - pauseMs);
    setTimeout(move, due - now);
  };
}

// A guest's own view of a room: moves when it is its turn and something has changed.
function player(seat, paced, play) {
  let seen = -1;
  return ({ count, turn, throws, sheets }) => {
    if (count === seen) return;
    if (seen >= 0 && seat === 0) moves += count - seen;
    seen = count;
    if (turn === seat) paced(() => play(choose(throws, sheets[seat])));
  };
}

const kinds = {
  async colyseus() {
    const { Client } = fromPeers('colyseus.js');
    const client = new Client(`ws://127.0.0.1:${port}`);
    for (let n = 0; n < Number(rooms); n++) {
      const first = await client.create('table');
      const both = [first, await client.joinById(first.roomId)];
      const paced = pacer();
      const players = both.map((room, seat) => player(seat, paced, (move) => room.send('move', move)));
      both.forEach((room, seat) =>
        room.onStateChange(({ moves: count, turn, throws, first: mine, second }) =>
          players[seat]({ count, turn, throws, sheets: [[...mine], [...second]] }),
        ),
      );
      players[0]({ count: 0, turn: 0, throws: 0, sheets: [] });
    }
  },
  async boardgame() {
    const { Client } = fromPeers('boardgame.io/client');
    const { SocketIO } = fromPeers('boardgame.io/multiplayer');
    const { game } = await import('./boardgame_game.mjs');
    for (let n = 0; n < Number(rooms); n++) {
      const matchID = `room${n}`; // it is there when the first one comes
      const paced = pacer();
      for (const seat of [0, 1]) {
        const multiplayer = SocketIO({
          server: `http://127.0.0.1:${port}`,
          socketOpts: { transports: ['websocket'], forceNew: true },
        });
        const client = Client({ game, multiplayer, matchID, numPlayers: 2, playerID: String(seat), debug: false });
        const hear = player(seat, paced, ({ keep, box }) => (keep ? client.moves.throwDice(keep) : client.moves.score(box)));
        client.subscribe((state) => {
          if (state?.isConnected)
            setImmediate(() => hear({ count: state.G.moves, turn: Number(state.ctx.currentPlayer), ...state.G }));
        });
        client.start();
      }
    }
  },
};

await kinds[kind]();
console.log(moves);
for await (const _ of createInterface({ input: process.stdin })) console.log(moves);
process.exit();
