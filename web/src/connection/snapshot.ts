/* snapshot.ts: all that is known of a room at one moment, and how a message of the house changes it. */
import type { Call, Line } from "../table/face";
import { readLine } from "./log-line";
import type { ChatLine, Correctable, Opinions, Room, SeatKey, TableMessage, You } from "./messages";

const CALLS_KEPT = 8;
const REACTIONS_KEPT = 16;
const CHAT_KEPT = 200;

/** The state of the connection. `gone`: no such room; `damaged`: it cannot be read; `removed`: the host has removed us;
 * `elsewhere`: another window of this browser has opened the room; `moved`: our seats are at another device; `bad_key`,
 * `seated`: they cannot be moved to this one. */
export type Link =
    | "connecting"
    | "open"
    | "lost"
    | "gone"
    | "damaged"
    | "removed"
    | "full"
    | "elsewhere"
    | "moved"
    | "bad_key"
    | "seated";

/** A reaction at a seat; `key` tells it from all others, `at` is when it came, by the clock of the page. */
export interface Reaction {
    key: number;
    seat: number;
    what: string;
    at: number;
}

export interface Snapshot {
    link: Link;
    /** Why the connection was lost, as far as the house said: `draining`, `disk`, `slow_down`. */
    why: string | null;
    guest: number | null;
    you: You;
    room: Room | null;
    table: TableMessage | null;
    lines: Line[];
    chat: ChatLine[];
    phrases: string[];
    calls: Call[];
    grip: { seat: number; um: number } | null;
    opinions: Opinions | null;
    correctable: Correctable | null;
    reactions: Reaction[];
    seatKey: SeatKey | null;
    /** What lets a big screen in, once the host has asked. */
    screenKey: string | null;
    /** Moves on their way, by seat. */
    moving: number[];
}

export const nobody: You = { person: null, host: false, seats: [] };

/** Before the first message. */
export const nothingYet: Snapshot = {
    link: "connecting",
    why: null,
    guest: null,
    you: nobody,
    room: null,
    table: null,
    lines: [],
    chat: [],
    phrases: [],
    calls: [],
    grip: null,
    opinions: null,
    correctable: null,
    reactions: [],
    seatKey: null,
    screenKey: null,
    moving: [],
};

/** What changes with a message. */
type Change = Partial<Snapshot>;

const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value);
const isListOfObjects = (value: unknown): value is Record<string, unknown>[] =>
    Array.isArray(value) && value.length > 0 && value.every(isObject);

/** A value of which only is there what differs from another one. */
function completed(value: unknown, from: unknown): unknown {
    if (isListOfObjects(value) && isListOfObjects(from) && value.length === from.length)
        return value.map((one, at) => completed(one, from[at]));
    if (!isObject(value) || !isObject(from)) return value;
    const own = Object.entries(value).map(([key, one]) => [key, completed(one, from[key])]);
    return { ...from, ...Object.fromEntries(own) };
}

/** What several seats of this device see is told once, with the first of them. */
export function withWholeViews(table: TableMessage): TableMessage {
    const all = Object.entries(table.eyes);
    const first = all[0]?.[1].view;
    const whole = all.map(([seat, eyes]) => [
        seat,
        eyes.like_first ? { ...eyes, view: completed(eyes.view, first) } : eyes,
    ]);
    return { ...table, eyes: Object.fromEntries(whole) };
}

/** A table message has the new lines; what belonged to the previous event is dropped with it. */
export function withTable(now: Snapshot, message: TableMessage): Change {
    const table = withWholeViews(message);
    const before = now.table;
    const same = before?.match === table.match && !table.skipped;
    const known = same ? now.lines : [];
    const last = known[known.length - 1]?.number ?? 0;
    const added = table.lines
        .map(readLine)
        .filter((line): line is Line => line !== null && line.number > last);
    for (const upshot of table.upshots ?? []) {
        const line = added.find(({ number }) => number === upshot.event);
        if (line) line.upshot = upshot;
    }
    return {
        table,
        lines: added.length > 0 || !same ? [...known, ...added] : known,
        grip: table.event === before?.event ? now.grip : null,
        calls: same ? now.calls : [],
        opinions: table.event === now.opinions?.event ? now.opinions : null,
    };
}

/** A line of talk, unless it is known. */
export function withChat({ chat }: Snapshot, line: ChatLine): Change {
    const last = chat[chat.length - 1]?.number ?? 0;
    return line.number > last ? { chat: [...chat, line].slice(-CHAT_KEPT) } : {};
}

export function withReaction({ reactions }: Snapshot, seat: number, what: string, at: number): Change {
    const key = (reactions[reactions.length - 1]?.key ?? 0) + 1;
    return { reactions: [...reactions, { key, seat, what, at }].slice(-REACTIONS_KEPT) };
}

type HeardCall = { from: string; seat?: number; word?: "more" | "less" | "stop"; text?: string };

/** A call to the hand at work; `key` tells it from all others. */
export function withCall({ calls }: Snapshot, heard: HeardCall, key: number): Change {
    const call: Call = {
        from: heard.from,
        seat: heard.seat ?? null,
        word: heard.word ?? null,
        text: heard.text ?? null,
        key,
    };
    return { calls: [...calls, call].slice(-CALLS_KEPT) };
}
