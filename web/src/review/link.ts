/* link.ts: links with a finished match or a position in the part that never leaves the device (behind the #).
 * They may come from anyone: their size is checked before and while they are unpacked. */
import { Inflate, deflateSync } from "fflate";
import { LOG_MAX, PACKED_MAX, POSITION_MAX } from "./limits";
import { lengthen, shorten } from "./log-packing";

/** Unpacked in pieces, so that a small link cannot grow beyond the limit. */
const PIECE = 256;

function toText(bytes: Uint8Array): string {
    const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function toBytes(text: string): Uint8Array {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function inflate(bytes: Uint8Array): Uint8Array {
    const parts: Uint8Array[] = [];
    let length = 0;
    const stream = new Inflate((part) => {
        length += part.length;
        if (length > LOG_MAX) throw new Error("too long");
        parts.push(part);
    });
    for (let at = 0; at < bytes.length; at += PIECE)
        stream.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
    const whole = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}

/** `m=…` */
export function packLog(log: string): string {
    return `m=${toText(deflateSync(new TextEncoder().encode(shorten(log)), { level: 9, mem: 12 }))}`;
}

/** The log in a fragment; null: there is none; throws if it is broken or too much. */
export function unpackLog(fragment: string): string | null {
    const packed = /^#m=(.*)$/s.exec(fragment)?.[1];
    if (packed === undefined) return null;
    if (packed.length > PACKED_MAX || !/^[\w-]+$/.test(packed)) throw new Error("not a match");
    return lengthen(new TextDecoder("utf-8", { fatal: true }).decode(inflate(toBytes(packed))));
}

export interface Place {
    game: string;
    position: string;
}

/** `g=GAME&p=seats%3D2+…` */
export function packPlace({ game, position }: Place): string {
    return new URLSearchParams({ g: game, p: position }).toString();
}

/** The position in a fragment; null: there is none, or it is too much. */
export function unpackPlace(fragment: string): Place | null {
    if (fragment.length > POSITION_MAX) return null;
    const found = new URLSearchParams(fragment.slice(1));
    const [game, position] = [found.get("g"), found.get("p")];
    return game && /^[a-z]{1,20}$/.test(game) && position !== null && !/[\n\r]/.test(position)
        ? { game, position }
        : null;
}
