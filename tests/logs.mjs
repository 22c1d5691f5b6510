/* logs.mjs: the recorded matches of the games: games/GAME/tests/logs/. `GAME` is its match.log, `GAME-KIND` its
 * KIND.log. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';

const games = new URL('../games/', import.meta.url);

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
