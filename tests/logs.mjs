/* logs.mjs: the games there are, and their recorded matches: games/GAME/tests/logs/. `GAME` is its match.log, `GAME-KIND` its
 * KIND.log. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';

const games = new URL('../games/', import.meta.url);

/** The games of the shelf, in its order. */
export const gamesOnShelf = readdirSync(games)
  .filter((game) => existsSync(new URL(`${game}/shelf`, games)))
  .map((game) => [readFileSync(new URL(`${game}/shelf`, games), 'utf8').trim(), game])
  .filter(([place]) => place !== 'hidden')
  .sort(([a], [b]) => Number(a) - Number(b))
  .map(([, game]) => game);

/** The names of all of them. */
export const recordedNames = readdirSync(games)
  .filter((game) => existsSync(new URL(`${game}/tests/logs/`, games)))
  .flatMap((game) =>
    readdirSync(new URL(`${game}/tests/logs/`, games)).map((file) =>
      `${game}-${file.replace('.log', '')}`.replace(/-match$/, ''),
    ),
  )
  .sort();

/** The text of one. */
export function recorded(name) {
  const [game, ...kind] = name.split('-');
  return readFileSync(new URL(`${game}/tests/logs/${kind.join('-') || 'match'}.log`, games), 'utf8');
}
