/* link.ts: the address of a board: `/board#game=GAME&day=2026-11-18`. */
import { today, type Dice } from "../challenge/tries";
import { sameGames } from "../shelf/about";

export const boardLink = ({ game, name }: Dice): string =>
    `/board#${new URLSearchParams({ game, day: name })}`;

/** Anything can stand there: what is no board is today's. */
export function readBoardLink(fragment: string): Dice {
    const words = new URLSearchParams(fragment.replace(/^#/, ""));
    const [game, day] = [words.get("game") ?? "", words.get("day") ?? ""];
    const name = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : today();
    return { game: sameGames.includes(game) ? game : sameGames[0]!, name };
}
