/* storage.ts: what this browser stores: the settings of the page, and the rooms a person is in, each with the
 * token that identifies them there. A browser that stores nothing (private mode) only forgets sooner. */
import type { Room, RoomSeat } from "../connection/messages";
import type { OwnPart, ShownSeal } from "../table/envelope";
import type { Language } from "./language";

// ---- settings ----

export interface Settings {
    sound: boolean;
    motion: "system" | "off" | "fast" | "normal";
    light: "system" | "day" | "evening";
    language: "system" | Language;
    /** Tables drawn, or plain: in words, with all moves as a list. */
    table: "drawn" | "plain";
    /** Where rooms are opened: on the server, if it can be reached, or on this device. */
    house: "far" | "here";
    /** Ask before moves that cost much, in rooms with hints. */
    tutor: "off" | "costly";
    /** In the first match of a game: an offer to learn it, and tips. */
    tips: "on" | "off";
    /** Reactions of the others are shown, with a short vibration; one's own can be sent. */
    reactions: "on" | "off";
    vibration: "on" | "off";
    /** Notifications of the browser while the page lies in the background. */
    calls: "on" | "off";
    /** While a big screen shows the table: only what is needed to play, or all of it. */
    beside: "hand" | "whole";
    /** The name last used, offered again. */
    name: string;
    /** People whose chat is muted, as `CODE:person`. */
    muted: string[];
}

const initial: Settings = {
    sound: true,
    motion: "system",
    light: "system",
    language: "system",
    table: "drawn",
    house: "far",
    tutor: "off",
    tips: "on",
    reactions: "on",
    vibration: "on",
    calls: "off",
    beside: "hand",
    name: "",
    muted: [],
};

/** Values that could not be stored, because storage is full or forbidden; they override the stored ones. */
const memory = new Map<string, string>();

export function read<T>(key: string, otherwise: T): T {
    try {
        const text = memory.get(key) ?? localStorage.getItem(key);
        return text ? (JSON.parse(text) as T) : otherwise;
    } catch {
        return otherwise;
    }
}

export function write(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
        localStorage.setItem(key, text);
        memory.delete(key);
    } catch {
        memory.set(key, text);
    }
}

let chosen: Settings = { ...initial, ...read<Partial<Settings>>("knobel.settings", {}) };
const listeners = new Set<(settings: Settings) => void>();

export function settings(): Settings {
    return chosen;
}

export function choose(change: Partial<Settings>): void {
    chosen = { ...chosen, ...change };
    write("knobel.settings", chosen);
    for (const listener of listeners) listener(chosen);
}

/** Call the listener when a setting changes. */
export function onSettings(listener: (settings: Settings) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** Animation according to the settings of the page and the system. */
export function motion(): "off" | "fast" | "normal" {
    if (chosen.motion !== "system") return chosen.motion;
    return matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal";
}

// ---- results for the board of the day (board/outbox.ts) ----

export const OUTBOX = "knobel.board.sent";

/** Does one wait to be sent? */
export const resultsWait = (): boolean =>
    read<{ state: string }[]>(OUTBOX, []).some(({ state }) => state === "waiting");

// ---- the rooms one is in ----

/** A match, and the seats from 1 on that this device had in it. */
interface PlayedHere {
    match: number;
    seats: number[];
    over?: boolean;
}

/** A player of a room, for the list on the home page. */
export type KeptPlayer = Pick<RoomSeat, "seat" | "name" | "bot"> & { due?: boolean };

/** How a room stood when it was last heard of; `gone`: it is no longer there. */
export interface Standing {
    status: Room["status"] | "gone";
    players: KeptPlayer[];
}

export interface KeptRoom {
    room: string;
    token: string;
    game: string;
    /** Whose seats, for the list on the shelf. */
    names: string[];
    /** The last seals that were shown before their matches, in that order. */
    shown?: ShownSeal[];
    /** In the house on this device (offline/house.ts). */
    here?: boolean;
    /** The salt of all moves with the dice of a day (board/key.ts). */
    tie?: string | null;
    /** Matches that were played from here and are not among my games yet (history/recorder.ts). */
    played?: PlayedHere[];
    standing?: Standing;
    /** When it was last looked into, Unix time in milliseconds. */
    seen: number;
}

const ROOMS_KEPT = 20;
const PLAYED_KEPT = 5; // matches of a room
const PARTS_KEPT = 10;
/** More than eight people at one device can send to a match. */
const SALTS_KEPT = 600;

/** The rooms, last seen first. */
export function keptRooms(): KeptRoom[] {
    return read<KeptRoom[]>("knobel.rooms", []).sort((a, b) => b.seen - a.seen);
}

export function keptRoom(room: string): KeptRoom | undefined {
    return keptRooms().find((kept) => kept.room === room);
}

/** Is this room in the house on this device? */
export function isHere(code: string): boolean {
    return keptRoom(code)?.here === true;
}

export function keepRoom(room: string, change: Partial<KeptRoom>): void {
    const others = keptRooms().filter((kept) => kept.room !== room);
    const before = keptRoom(room) ?? { room, token: "", game: "", names: [], seen: 0 };
    const now = { ...before, ...change, seen: Date.now() };
    write("knobel.rooms", [now, ...others].slice(0, ROOMS_KEPT));
}

/** Does not count as a visit to the room. */
function changeKept(room: string, change: (kept: KeptRoom) => KeptRoom): void {
    write(
        "knobel.rooms",
        keptRooms().map((kept) => (kept.room === room ? change(kept) : kept)),
    );
}

export function noteStanding(room: string, standing: Standing): void {
    changeKept(room, (kept) => ({ ...kept, standing }));
}

/** Remember the seats of a match, or with none that it is not to be stored. */
export function notePlayed(room: string, match: number, seats: number[], over = false): void {
    changeKept(room, (kept) => {
        const others = (kept.played ?? []).filter((one) => one.match !== match);
        const played = seats.length > 0 ? [...others, { match, seats, over }] : others;
        return { ...kept, played: played.slice(-PLAYED_KEPT) };
    });
}

// ---- one's own part in the dice ----

const PARTS = "knobel.parts";

const isOf = (room: string, match: number) => (part: OwnPart) => part.room === room && part.match === match;

export function keptPart(room: string, match: number): OwnPart | undefined {
    return read<OwnPart[]>(PARTS, []).find(isOf(room, match));
}

/** Another window may play at the same seats: what each of them knows stays. */
function withSent(part: OwnPart, before: OwnPart | undefined): OwnPart {
    const all = new Map<string, OwnPart["sent"][0]>();
    for (const one of [...(before?.sent ?? []), ...part.sent]) {
        const key = [one.seat, one.salt, one.move].join();
        all.set(key, { ...all.get(key), ...one });
    }
    return { ...before, ...part, sent: [...all.values()].slice(-SALTS_KEPT) };
}

/** Answers it with all that is known of it. */
export function keepPart(part: OwnPart): OwnPart {
    const { room, match } = part;
    const whole = withSent(part, keptPart(room, match));
    const others = read<OwnPart[]>(PARTS, []).filter((one) => !isOf(room, match)(one));
    write(PARTS, [...others, whole].slice(-PARTS_KEPT));
    return whole;
}

export function forgetRoom(room: string): void {
    write(
        "knobel.rooms",
        keptRooms().filter((kept) => kept.room !== room),
    );
    write(
        PARTS,
        read<OwnPart[]>(PARTS, []).filter((part) => part.room !== room),
    );
}
