/* games.ts: what the shelf tells about each game, and the facts the house gives. A game that is not listed here still
 * appears, under its key. */
import { settings } from "../ui/storage";
import type { GameFacts, ListedRoom } from "../connection/messages";
import { gamesHere, openRoomHere } from "../offline/house";
import { N_, _, _key, _n, words } from "../ui/words";

interface Told {
    /** Where it is the same in all languages. */
    title?: string;
    /** Where there is little room. */
    short?: string;
    /** In one sentence. */
    about: string;
    by: string;
    minutes: string;
    /** How many bots to play against at once. */
    bots: number;
}

const told: Record<string, Told> = {
    yatzi: {
        title: "Yatzi",
        about: N_(
            "Five dice, three throws, thirteen boxes. Luck comes and goes; what counts is where you score it.",
        ),
        by: "Ravensburger",
        minutes: "30",
        bots: 1,
    },
    yucatan: {
        title: "Yu-C-A-Tan",
        about: N_(
            "Say what you will throw, then throw it. Again, or stop? Push your luck too far and you lose everything.",
        ),
        by: "Carlo Emanuele Lanzavecchia · moses. Verlag",
        minutes: "15",
        bots: 1,
    },
    bossa: {
        title: "Bossa 坊茶",
        about: N_(
            "Two lines of tiles grow from two dice. Keep a move open when your opponent has none left.",
        ),
        by: "Banana Moon Studio Sapporo",
        minutes: "5–10",
        bots: 1,
    },
    yubitsume: {
        title: "Yubitsume",
        about: N_("Everyone sees the dice at once. Be first to hit the right one, or lose a finger."),
        by: "Thade Precht · Heldbergs",
        minutes: "15",
        bots: 2,
    },
    crane: {
        short: N_("Crane"),
        about: N_(
            "Eyes closed and one finger short, lift exactly the right number of cards while the others bet and mislead you.",
        ),
        by: "Tentsuku Shimizu · SUKI Games",
        minutes: "15",
        bots: 2,
    },
};

/** The order of the shelf. */
export const order = Object.keys(told);

export function title(game: string): string {
    return told[game]?.title ?? _key("game", game);
}

export function shortTitle(game: string): string {
    const short = told[game]?.short;
    return short ? words(short) : title(game);
}

export function about(game: string): string {
    return told[game] ? words(told[game].about) : "";
}

export function credit(game: string): string {
    return told[game]?.by ?? "";
}

export function minutes(game: string): string {
    return told[game]?.minutes ?? "";
}

/** `2–5 players` */
export function playersText({ seats_min, seats_max }: GameFacts): string {
    return seats_min === seats_max
        ? _n("{n} player", "{n} players", seats_max)
        : _("{min}–{max} players", { min: seats_min, max: seats_max });
}

export function botsAtOnce(game: string): number {
    return told[game]?.bots ?? 1;
}

// ---- what the house answers over HTTP ----

const FAR_MS = 6_000; // a house that does not answer for so long cannot be reached

let coming: Promise<GameFacts[]> | null = null;

/** The games of the house, in the order of the shelf. Asked once. */
export function games(): Promise<GameFacts[]> {
    coming ??= fetchGames().catch((error) => {
        coming = null;
        throw error;
    });
    return coming;
}

/** What the house says of this game; null if it says nothing. */
export async function factsOf(game: string): Promise<GameFacts | null> {
    const all = await games().catch(() => []);
    return all.find((facts) => facts.game === game) ?? null;
}

async function gamesFar(): Promise<GameFacts[]> {
    const answer = await fetch("/api/games");
    if (!answer.ok) throw new Error("games");
    return ((await answer.json()) as { games: GameFacts[] }).games;
}

async function fetchGames(): Promise<GameFacts[]> {
    const all = await gamesFar().catch(gamesHere);
    const place = (game: string) => (order.includes(game) ? order.indexOf(game) : order.length);
    return all.sort((a, b) => place(a.game) - place(b.game));
}

export interface Opened {
    room: string;
    token: string;
    /** In the house on this device. */
    here: boolean;
}

/** Open a room; answers its code and the host's token, or throws why not. Without a network, or if that is wished, the
 * room is on this device. */
export async function openRoom(wish: Record<string, unknown>, here = false): Promise<Opened> {
    const far = here || settings().house === "here" ? null : await openRoomFar(wish);
    return far ? { ...far, here: false } : { ...(await openRoomHere(wish)), here: true };
}

/** Null if the house cannot be reached. */
async function openRoomFar(wish: Record<string, unknown>): Promise<{ room: string; token: string } | null> {
    const answer = await fetch("/api/rooms", {
        method: "POST",
        body: JSON.stringify(wish),
        signal: AbortSignal.timeout?.(FAR_MS),
    }).catch(() => null);
    if (!answer) return null;
    const said = (await answer.json().catch(() => ({}))) as { room?: string; token?: string; why?: string };
    if (!answer.ok || !said.room) throw new Error(said.why ?? "busy");
    return { room: said.room, token: said.token! };
}

export async function listedRooms(): Promise<ListedRoom[]> {
    const answer = await fetch("/api/rooms");
    return answer.ok ? ((await answer.json()) as { rooms: ListedRoom[] }).rooms : [];
}
