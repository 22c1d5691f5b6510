/* messages.ts: the types of the messages and HTTP answers in docs/protocol.md. */
import type { Language } from "../ui/language";

export interface Option {
    key: string;
    values?: string[];
    min?: number;
    max?: number;
    initial: string | number;
}

/** A game of the house, from /api/games. */
export interface GameFacts {
    game: string;
    version: number;
    seats_min: number;
    seats_max: number;
    companion: string | null;
    /** Can everyone be given the same dice? */
    same_dice: boolean;
    /** The members of a view whose numbers are seats. */
    seat_keys?: string[];
    /** Whoever has the fewest points wins. */
    fewest_win?: boolean;
    options: Option[];
}

export const levels = ["child", "beginner", "regular", "strong", "best", "random"] as const;
export type Level = (typeof levels)[number];

export interface RoomSeat {
    seat: number;
    /** A seat without person and bot is free. */
    name?: string;
    person?: number;
    /** Its level, or the name of a program. */
    bot?: string;
    away?: boolean;
    lag?: number;
    salted?: boolean;
    standin?: boolean;
    /** In this match, hints asked for and how often time ran out. */
    hints?: number;
    late?: number;
}

/** Seats about which those who are there vote, and what each of them (by person) wants. */
export interface Absent {
    seats: number[];
    votes: Record<string, "bot" | "wait" | "stop" | null>;
}

/** Someone of an evening: a person by a name, or a bot; `number`: the second, third … bot of its level. */
export interface EveningPlayer {
    name: string;
    person: number | null;
    bot?: string;
    number?: number;
}

export interface EveningMatch {
    match: number;
    game: string;
    /** In the order of the seats; those who share a place skip the next. */
    seats: (EveningPlayer & { place: number; points: number })[];
    struck: boolean;
}

export type Begins = "rotate" | "loser" | "same";

export interface Evening {
    matches: EveningMatch[];
    /** Matches that are no longer listed, but counted. */
    earlier?: number;
    /** Best first. */
    standings: (EveningPlayer & { points: number; wins: number; place: number })[];
    /** What is played next; null during a match, and when the evening is over. */
    next: { game: string; options: Record<string, string | number> } | null;
    over: boolean;
    begins: Begins;
    /** Which game each person wants. */
    votes: Record<string, string>;
    /** Those for whom the game has no seat. */
    bench: EveningPlayer[];
}

export type Watching = "all" | "late" | "none";

export interface Room {
    room: string;
    game: string;
    options: Record<string, string | number>;
    dice: "house" | "ours" | "same";
    /** The name of dice that are the same for everyone; null: the house draws one for each match. */
    same?: string | null;
    listed: boolean;
    /** Nobody new may sit down. */
    locked: boolean;
    /** What those see of a match who do not play in it: all, the table once nothing is secret on it, or nothing. */
    watching: Watching;
    away: "ask" | "bot" | "wait";
    away_s: number;
    turn_s: number;
    pace_ms: number;
    standin: Level;
    hints: boolean;
    /** Of invitations: their language, and whether they name the host. */
    language?: Language;
    invite_names?: boolean;
    /** May people send reactions? */
    reactions?: boolean;
    status: "waiting" | "playing" | "over";
    match: number;
    /** The matches so far; the house tells it when it has changed, the connection keeps it. */
    evening?: Evening;
    absent?: Absent;
    /** Persons who want the next match. */
    again?: number[];
    /** Why the match that all wanted did not start. */
    not_started?: string;
    seal: string;
    /** How many seals the room has had, this one included, and how many matches were stopped. */
    seals?: number;
    stopped_matches?: number;
    /** Who vouches for the seal: a line of the house's list, and its signature. */
    vouched?: { key: string; number: number; at: number; room: string; before: string; signature: string };
    host: number | null;
    /** Programs that can be chosen as bots, by name. */
    bots?: string[];
    watchers: number;
    /** Big screens that show this room. */
    screens?: number;
    seats: RoomSeat[];
}

export interface You {
    person: number | null;
    host: boolean;
    seats: number[];
    token?: string;
}

interface Eyes {
    view: Record<string, unknown>;
    moves?: string[];
    /** The view has only what differs from the first one's. */
    like_first?: boolean;
}

export interface TableMessage {
    match: number;
    event: number;
    lines: string[];
    /** What came of some of them. */
    upshots?: { event: number }[];
    skipped?: boolean;
    /** When the table opened, by the clock of the house; its own time when this was written. */
    opened: number;
    now: number;
    due: number[];
    alarm: number | null;
    turn_ends: number | null;
    over: boolean;
    won?: number[];
    scores?: number[];
    stopped?: boolean;
    back?: { by: number; to: number; agreed: number[] };
    eyes: Record<string, Eyes>;
}

export interface ChatLine {
    number: number;
    at: number;
    from: string;
    person: number | null;
    text?: string;
    phrase?: string;
}

/** A fact about a move; which members there are is a matter of the key. */
export interface Reason {
    key: string;
    what?: string;
    than?: string;
    faces?: string;
    count?: number;
    of?: number;
    chance?: number;
    amount?: number;
    average?: number;
}

export interface Opinion {
    move: string;
    value: number;
    /** Half of a 95 % interval; 0: exact. */
    error: number;
    why?: Reason[];
}

/** What values count; more is always better, so points have a minus where the fewest win. */
export type Meaning = "points" | "wins" | "minus_points";

export interface Opinions {
    seat: number;
    event: number;
    /** What the seat sees, as links to positions have it. */
    position?: string;
    meaning: Meaning;
    /** Best first. */
    moves: Opinion[];
    /** The key of a direction that names no move. */
    nudge: string;
}

/** A key that moves one's seats to another device, once, until then. */
export interface SeatKey {
    key: string;
    until: number;
}

/** What an entry could have been. */
export interface Correctable {
    event: number;
    may: string[];
}

export interface ListedRoom {
    room: string;
    game: string;
    status: Room["status"];
    seated: number;
    seats: number;
    watchers: number;
}

/** All a guest may hear. */
export type Heard =
    | {
          type: "entered";
          protocol: number;
          room: string;
          guest: number;
          now: number;
          spread_ms?: number;
          phrases: string[];
      }
    | { type: "spread"; ms: number }
    | ({ type: "you" } & You)
    | ({ type: "room" } & Room)
    | ({ type: "table" } & TableMessage)
    | ({ type: "chat" } & ChatLine)
    | { type: "call"; from: string; seat?: number; word?: "more" | "less" | "stop"; text?: string }
    | { type: "grip"; seat: number; um: number }
    | { type: "reaction"; seat: number; what: string }
    | ({ type: "seat_key" } & SeatKey)
    | ({ type: "opinions" } & Opinions)
    | { type: "screen"; key: string }
    | { type: "sync"; client: number; house: number }
    | { type: "done"; id: number }
    | ({ type: "correctable" } & Correctable)
    /** `event`: the later entry that a correction would have made impossible. */
    | { type: "refused"; id?: number; why: string; event?: number };

/** Messages to the house; the connection adds the `id`. */
export type Said = { type: string; [member: string]: unknown };
