/* people.ts: the names of those at a table, and of bot levels. */
import { levels, type Level, type Room, type RoomSeat } from "../connection/messages";
import { N_, _, words } from "../ui/words";

const levelNames: Record<Level, string> = {
    child: N_("Child"),
    beginner: N_("Beginner"),
    regular: N_("Regular"),
    strong: N_("Strong"),
    best: N_("Best"),
    random: N_("Random"),
};

const levelTexts: Record<Level, string> = {
    child: N_("plays like a child in their first game"),
    beginner: N_("knows the rules, sees only what is close"),
    regular: N_("plays well, but makes mistakes"),
    strong: N_("rarely makes a mistake"),
    best: N_("the best there is"),
    random: N_("plays any move, at random"),
};

const isLevel = (bot: string): bot is Level => (levels as readonly string[]).includes(bot);

/** A program of the server's is called by its name. */
export const levelName = (bot: string): string => (isLevel(bot) ? words(levelNames[bot]) : bot);

/** What the choice of a bot says. */
export const botText = (bot: string): string =>
    isLevel(bot)
        ? _("{level} bot: {text}", { level: levelName(bot), text: words(levelTexts[bot]) })
        : _("Bot {name}: a program on this server", { name: bot });

export function isTaken(seat: RoomSeat): boolean {
    return seat.person !== undefined || seat.bot !== undefined;
}

/** Bots of the same level get a number. */
function numbered(names: { name: string; bot: boolean }[]): string[] {
    const met = new Map<string, number>();
    return names.map(({ name, bot }) => {
        if (!bot) return name;
        const count = (met.get(name) ?? 0) + 1;
        met.set(name, count);
        return count > 1 ? `${name} ${count}` : name;
    });
}

/** Does everyone who plays sit at this device? */
export const isAmongOurselves = (room: Room, mine: number[]) =>
    room.seats.every(({ seat, person }) => person === undefined || mine.includes(seat));

export const botName = (bot: string) =>
    isLevel(bot) ? _("{level} bot", { level: levelName(bot) }) : _("Bot {name}", { name: bot });

/** The names by seat, for faces. `calledBot`: what a bot of this level is called. */
export function seatNames(room: Room, calledBot = botName): string[] {
    const nameOf = (seat: RoomSeat) => seat.name ?? _("Seat {seat}", { seat: seat.seat });
    return numbered(
        room.seats.map((seat) =>
            seat.bot ? { name: calledBot(seat.bot), bot: true } : { name: nameOf(seat), bot: false },
        ),
    );
}

/** The same names, out of a log: there a bot without a name of its own is called by the word of its level. */
export function loggedNames(seats: { name: string; bot: boolean }[]): string[] {
    return numbered(
        seats.map(({ name, bot }) => {
            const level = bot && levels.find((one) => one === name);
            return level ? { name: botName(level), bot: true } : { name, bot: false };
        }),
    );
}
