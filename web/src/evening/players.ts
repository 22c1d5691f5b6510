/* players.ts: those who play in an evening: what they are called, and who is who from match to match. */
import type { Evening, EveningPlayer, Room } from "../connection/messages";
import { botName } from "../room/people";
import { _, locale } from "../ui/words";

/** Bots of the same level get a number, as at the table. */
export function playerName({ name, bot, number = 1 }: EveningPlayer): string {
    if (!bot) return name;
    return number > 1 ? `${botName(bot)} ${number}` : botName(bot);
}

/** The same for the same player in every match. */
export const playerKey = ({ name, person, bot, number = 1 }: EveningPlayer): string =>
    `${person ?? bot ?? ""} ${number} ${name}`;

export const list = (names: string[]): string => new Intl.ListFormat(locale()).format(names);

/** The seat that someone has now; null: none. */
export function seatOf(room: Room, player: EveningPlayer): number | null {
    const met = new Map<string, number>();
    for (const { seat, name = "", person = null, bot } of room.seats) {
        const nth = bot ? (met.get(bot) ?? 0) + 1 : 1;
        if (bot) met.set(bot, nth);
        if (playerKey({ name, person, bot, number: nth }) === playerKey(player)) return seat;
    }
    return null;
}

/** Who has won the evening, in a few words. */
export function headline({ standings }: Evening): string {
    const first = standings.filter(({ place, points }) => place === 1 && points > 0).map(playerName);
    if (first.length === 0) return _("Nobody has won the evening");
    if (first.length > 1) return _("{names} win the evening", { names: list(first) });
    return _("{name} wins the evening", { name: first[0]! });
}
