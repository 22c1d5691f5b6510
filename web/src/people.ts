/* people.ts: what those at a table are called. */
import type { Level, Room, RoomSeat } from "./messages";
import { N_, _, words } from "./words";

const levelNames: Record<Level, string> = {
    child: N_("Child"),
    beginner: N_("Beginner"),
    regular: N_("Regular"),
    strong: N_("Strong"),
    best: N_("Best"),
    random: N_("Random"),
};

const levelTexts: Record<Level, string> = {
    child: N_("plays like a child in its first game"),
    beginner: N_("knows the rules, sees what is near"),
    regular: N_("plays well, and errs"),
    strong: N_("hardly errs"),
    best: N_("the best there is"),
    random: N_("any move, without a thought"),
};

export const levelName = (level: Level): string => words(levelNames[level] ?? level);
export const levelText = (level: Level): string => words(levelTexts[level] ?? "");

export function isTaken(seat: RoomSeat): boolean {
    return seat.person !== undefined || seat.bot !== undefined;
}

/** The names by seat, as faces want them. Bots of one level are told apart by a number. */
export function seatNames(room: Room): string[] {
    const met = new Map<string, number>();
    return room.seats.map((seat) => {
        if (!seat.bot) return seat.name ?? _("Seat {seat}", { seat: seat.seat });
        const name = levelName(seat.bot);
        const count = (met.get(name) ?? 0) + 1;
        met.set(name, count);
        return count > 1 ? `${name} ${count}` : name;
    });
}
