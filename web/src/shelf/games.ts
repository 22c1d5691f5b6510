/* games.ts: what the home page says about each game (games/GAME/words.c), and the data from the server. A
 * game without words still appears, under its key. */
import shelf from "built:shelf";
import { read, settings, write } from "../ui/storage";
import type { GameFacts, ListedRoom } from "../connection/messages";
import { gamesHere, openRoomHere } from "../offline/house";
import { rangeText } from "../ui/range";
import { _, _key, _n, language, words } from "../ui/words";

/** The order of the shelf. */
export const order = Object.keys(shelf);

export function title(game: string): string {
    return shelf[game]?.title ?? _key("game", game);
}

export function shortTitle(game: string): string {
    const short = shelf[game]?.short;
    return short ? words(short) : title(game);
}

export function about(game: string): string {
    const text = shelf[game]?.about;
    return text ? words(text) : "";
}

export function credit(game: string): string {
    return shelf[game]?.by ?? "";
}

export function minutes(game: string): string {
    const [low = "", high] = (shelf[game]?.minutes ?? "").split("–");
    return high === undefined ? low : rangeText(low, high);
}

/** `2–5 players` */
export function playersText({ seats_min, seats_max }: GameFacts): string {
    return seats_min === seats_max
        ? _n("{n} player", "{n} players", seats_max)
        : _("{min}–{max} players", { min: seats_min, max: seats_max });
}

export function botsAtOnce(game: string): number {
    return shelf[game]?.bots ?? 1;
}

// ---- what the house answers over HTTP ----

const FAR_MS = 6_000; // how long to wait for the server

let coming: Promise<GameFacts[]> | null = null;

/** The games of the server, in the order of the home page. Fetched once. */
export function games(): Promise<GameFacts[]> {
    coming ??= fetchGames().catch((error) => {
        coming = null;
        throw error;
    });
    return coming;
}

/** The server's data about this game; null if there is none. */
export async function factsOf(game: string): Promise<GameFacts | null> {
    const all = await games().catch(() => []);
    return all.find((facts) => facts.game === game) ?? null;
}

async function gamesFar(): Promise<GameFacts[]> {
    const answer = await fetch("/api/games");
    if (!answer.ok) throw new Error("games");
    const { games, board } = (await answer.json()) as { games: GameFacts[]; board?: boolean };
    write("knobel.board", board === true);
    return games;
}

/** Does the server keep a board of the day, as far as was heard last? */
export const hasBoard = (): boolean => read("knobel.board", false);

async function fetchGames(): Promise<GameFacts[]> {
    const all = await gamesFar().catch(gamesHere);
    const place = (game: string) => (order.includes(game) ? order.indexOf(game) : order.length);
    return all.sort((a, b) => place(a.game) - place(b.game));
}

interface Opened {
    room: string;
    token: string;
    /** Is it on this device? */
    here: boolean;
}

/** Open a room; resolves to its code and the host's token, or throws the reason. Without a network, or if requested,
 * the room is on this device. */
export async function openRoom(wanted: Record<string, unknown>, here = false): Promise<Opened> {
    const request = { language: language(), ...wanted };
    const far = here || settings().house === "here" ? null : await openRoomFar(request);
    return far ? { ...far, here: false } : { ...(await openRoomHere(request)), here: true };
}

/** Null if the server cannot be reached. */
async function openRoomFar(
    request: Record<string, unknown>,
): Promise<{ room: string; token: string } | null> {
    const answer = await fetch("/api/rooms", {
        method: "POST",
        body: JSON.stringify(request),
        signal: AbortSignal.timeout?.(FAR_MS),
    }).catch(() => null);
    if (!answer) return null;
    const said = (await answer.json().catch(() => ({}))) as { room?: string; token?: string; why?: string };
    if (!answer.ok || !said.room) throw new Error(said.why ?? "busy");
    return { room: said.room, token: said.token! };
}

/** None if the server does not say. */
export function listedRooms(): Promise<ListedRoom[]> {
    return fetch("/api/rooms")
        .then((answer) => answer.json())
        .then(({ rooms }: { rooms?: ListedRoom[] }) => rooms ?? [])
        .catch(() => []);
}
