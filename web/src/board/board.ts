/* board.ts: the board of a day as the server tells it, and why a result is not on it. */
import type { Dice } from "../challenge/tries";
import { whyNot } from "../ui/refusals";
import { N_, words } from "../ui/words";

export interface Entry {
    place: number;
    entry: string;
    name: string;
    points: number;
    /** Played on the server, not on a device. */
    live: boolean;
}

export interface Board {
    /** Can results still be sent? */
    open: boolean;
    count: number;
    /** How many have got so much: the best first. */
    spread: [points: number, count: number][];
    /** The best. */
    entries: Entry[];
    mine?: Entry;
}

export async function fetchBoard({ game, name }: Dice, entry: string): Promise<Board> {
    const answer = await fetch(`/api/board?${new URLSearchParams({ game, day: name, entry })}`);
    if (answer.ok) return (await answer.json()) as Board;
    throw new Error(((await answer.json().catch(() => ({}))) as { why?: string }).why ?? "lost");
}

const reasons: Record<string, string> = {
    lost: N_("The server can't be reached right now."),
    no_board: N_("This server keeps no board."),
    day_over: N_("That day is over everywhere, so its board is closed."),
    not_yet: N_("The day of these dice has not begun yet."),
    not_yours: N_("This match was not started on this device from today's dice."),
    not_first: N_("Only a first try counts, and a match was stopped in this room before."),
    on_board: N_("This match is already on the board."),
    board_full: N_("The board is full today."),
    slow_down: N_("Too many results came from your network today."),
    impossible_time: N_("The times of this match can't be right. Check the clock of this device."),
    false_signature: N_("The signature of this match is false."),
};

export function whyNotOnBoard(why: string): string {
    const reason = reasons[why];
    return reason ? words(reason) : whyNot(why);
}
