/* log.ts: parses a log (docs/log-format.md). The engine has checked it before; nothing is checked here. */
import type { Line } from "../table/face";
import { readLine, standing } from "./log-line";

export interface LogSeat {
    name: string;
    /** Its level, or the name of a program. */
    bot: string | null;
}

export interface LogText {
    game: string;
    options: Record<string, string>;
    /** `house`; `ours`: real dice or cards; `same NAME`: the same for everyone. */
    dice: string;
    seal: string;
    /** Unix time in milliseconds; 0: unknown. */
    opened: number;
    seats: LogSeat[];
    /** Every event, and those that were not taken back. */
    events: Line[];
    standing: Line[];
    /** How long it took, in milliseconds. */
    lasted: number;
}

const seatPattern = /^seat \d (person|bot:([\w-]+)) \S+ (.*)$/;

function readSeat(line: string): LogSeat {
    const [, kind, level, name] = seatPattern.exec(line) ?? [];
    return { name: name ?? "", bot: kind === "person" ? null : (level ?? "random") };
}

/** `key=value …` */
export const readPairs = (text: string): Record<string, string> =>
    Object.fromEntries(
        text
            .split(" ")
            .filter(Boolean)
            .map((pair) => pair.split("=") as [string, string]),
    );

export function readLog(text: string): LogText {
    const lines = text.split("\n");
    const begin = lines.indexOf("events");
    const header = lines.slice(0, begin);
    const value = (key: string) =>
        header.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? "";
    const events = lines
        .slice(begin + 1)
        .map(readLine)
        .filter((line): line is Line => line !== null);
    return {
        game: value("game").split(" ")[0]!,
        options: readPairs(value("options")),
        dice: value("dice"),
        seal: value("seal"),
        opened: Number(value("opened")),
        seats: header.filter((line) => seatPattern.test(line)).map(readSeat),
        events,
        standing: standing(events),
        lasted: events.at(-1)?.at ?? 0,
    };
}

/** What a watcher saw after an event that counts, as the game describes it. */
export type Look = (event: number) => any;
