/* key.ts: the key of this device for the board of the day. It stays here: what others see follows from it, but
 * differs from day to day and from game to game (docs/protocol.md). */
import { sha256 } from "knobel/sha256";
import type { Dice } from "../challenge/tries";
import { read, write } from "../ui/storage";

const KEY = "knobel.board.key";
const KEY_BYTES = 16;
const TIE_DIGITS = 16;
const ENTRY_DIGITS = 32;

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function deviceKey(): string {
    const known = read<unknown>(KEY, null);
    if (typeof known === "string" && /^[0-9a-f]{32}$/.test(known)) return known;
    const made = hex(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
    write(KEY, made);
    return made;
}

/** The salt of all moves with these dice, which ties the match to this device; and its entry on the board. */
export function personOf({ game, name }: Dice): { tie: string; entry: string } {
    const text = `knobel board ${name} ${game} ${deviceKey()}`;
    const hash = hex(sha256(new TextEncoder().encode(text)));
    return { tie: hash.slice(0, TIE_DIGITS), entry: hash.slice(TIE_DIGITS, TIE_DIGITS + ENTRY_DIGITS) };
}
