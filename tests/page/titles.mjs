// titles.mjs: the games that are on the shelf, and what the page calls them. A test for one game alone is left out where
// there is no such game: `test(…, only('crane'), …)`.
import { gamesOnShelf } from '../logs.mjs';

const all = {
  yatzi: 'Yatzi',
  yucatan: 'Yu-C-A-Tan',
  bossa: 'Bossa 坊茶',
  yubitsume: 'Yubitsume',
  crane: 'Tactile Crane Championship',
};

export const isThere = (game) => gamesOnShelf.includes(game);
export const only = (game) => ({ skip: !isThere(game) });

export const TITLES = Object.fromEntries(Object.entries(all).filter(([game]) => isThere(game)));
