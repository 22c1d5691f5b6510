/* match.ts: a loaded log: the engine checks it here and shows the table before any event. */
import type { Line } from "../table/face";
import { readLog } from "../connection/log";
import { askEngine } from "../engine/main-thread";
import { loggedNames } from "../room/people";
import { orWrong, Wrong } from "../table/envelope";
import { LOG_MAX, tidied } from "./limits";

/** What someone sees. */
export interface Look {
    view: Record<string, unknown>;
    /** Seats that may act, from 1 on. */
    due: number[];
    /** As in a link: `seats=2 phase=deciding …`, as `seat` sees it. */
    position: string;
    seat: number;
}

export interface Match {
    log: string;
    game: string;
    names: string[];
    bots: boolean[];
    options: Record<string, string | number>;
    ours: boolean;
    over: boolean;
    won: number[];
    /** The events that count. */
    lines: Line[];
    /** The table after event `number`, as seen by the seat to move. */
    lookAfter(number: number): Look;
    close(): void;
}

/** Faces need numbers where the rules have them. */
export function withNumbers(options: Record<string, string>): Record<string, string | number> {
    return Object.fromEntries(
        Object.entries(options).map(([key, value]) => [key, /^\d+$/.test(value) ? Number(value) : value]),
    );
}

/** What the log says; the engine has found it right. */
function readText(log: string) {
    const { game, options, dice, seats, standing } = readLog(log);
    const bots = seats.map(({ bot }) => bot !== null);
    return {
        game,
        options: withNumbers(options),
        ours: dice === "ours",
        names: loggedNames(seats.map(({ name }, at) => ({ name, bot: bots[at]! }))),
        bots,
        /** The events that count. */
        lines: standing,
    };
}

const SEATS_MAX = 8;

/** Whose view to show: the first seat to move; otherwise the seat that acted last. */
function eyesAt(due: number[], lines: Line[], number: number): number {
    if (due[0] !== undefined) return due[0];
    const last = lines.filter((line) => line.number <= number && typeof line.who === "number").at(-1);
    return typeof last?.who === "number" ? last.who : 1;
}

/** Throws Wrong if it does not hold. */
export async function readMatch(text: string): Promise<Match> {
    if (text.length > LOG_MAX) throw new Wrong("too_long", 0);
    const log = tidied(text);
    const reading = askEngine((knobel): Match => {
        const table = knobel.table(log);
        const { lines, ...header } = readText(log);
        const seatsAmong = (actors: number[]) =>
            actors.filter((who) => who < SEATS_MAX).map((who) => who + 1);
        return {
            log,
            ...header,
            over: table.over(),
            won: seatsAmong(table.view(0).result()),
            lines,
            lookAfter(number) {
                const due = seatsAmong(table.viewAfter(0, number).toAct());
                const seat = eyesAt(due, lines, number);
                const here = table.viewAfter(seat - 1, number);
                const [, position = ""] = /^\S+ ?(.*)$/.exec(here.text()) ?? [];
                return { view: here.describe(), due, position, seat };
            },
            close: () => table.close(),
        };
    });
    return orWrong(reading);
}
