// boardgame_game.mjs: rules.mjs as a game of boardgame.io, for its server and its clients.
import { mayScore, mayThrow, newSheet, points, thrown } from './rules.mjs';

const INVALID = 'INVALID_MOVE';
const begin = () => ({ throws: 0, dice: [1, 1, 1, 1, 1], sheets: [newSheet(), newSheet()] });

export const game = {
  name: 'table',
  disableUndo: true,
  setup: () => ({ moves: 0, ...begin() }),
  moves: {
    throwDice: {
      client: false, // dice are thrown by the server alone
      move: ({ G, random }, keep) => {
        if (!mayThrow(G.throws)) return INVALID;
        G.dice = thrown(G.dice, keep, () => random.D6());
        G.throws++;
        G.moves++;
      },
    },
    score: ({ G, playerID, events }, box) => {
      const sheet = G.sheets[Number(playerID)];
      if (!mayScore(G.throws, sheet, box)) return INVALID;
      sheet[box] = points(box, G.dice);
      G.throws = 0;
      G.moves++;
      if (!G.sheets.flat().includes(-1)) G.sheets = begin().sheets;
      events.endTurn();
    },
  },
};
