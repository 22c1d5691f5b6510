/* vouch.ts: who vouches for a log: checks the signatures of its house (docs/log-format.md, "Signatures") with
 * what the browser has for it. */

/** `log`: the house has signed the seal and the whole log; `seal`: only the seal; `nobody`: nothing is signed;
 * `false`: a signature does not match; `unknown`: this browser cannot tell. */
export type Vouch = "log" | "seal" | "nobody" | "false" | "unknown";

const encode = (text: string) => new TextEncoder().encode(text);
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const toHex = (bytes: ArrayBuffer) =>
    Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The text that was signed: the number of the line and the head of the list after it. */
async function claim(number: string, before: string, line: string): Promise<Uint8Array<ArrayBuffer>> {
    const start = fromHex(before);
    const text = encode(line);
    const joined = new Uint8Array(start.length + text.length);
    joined.set(start);
    joined.set(text, start.length);
    return encode(`knobel seals ${number} ${toHex(await crypto.subtle.digest("SHA-256", joined))}`);
}

const SEALED =
    /^house ([0-9a-f]{64})\nsealed (\d+) (\d+) ([0-9a-f]{16}) (\d+) (\d+)\nbefore ([0-9a-f]{64})\nsigned ([0-9a-f]{128})$/m;
const CLOSED = /^closed (\d+) (\d+)\nbefore ([0-9a-f]{64})\nsigned ([0-9a-f]{128})\n$/m;

/** Can this browser check signatures? Over plain HTTP it has no cryptography, and older ones have no Ed25519. */
async function canCheck(): Promise<boolean> {
    try {
        const point = fromHex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"); // of RFC 8032, 7.1
        await crypto.subtle.importKey("raw", point, "Ed25519", false, ["verify"]);
        return true;
    } catch {
        return false;
    }
}

/** The signature of the seal, to be compared with the one that was shown before the match. */
export const sealSignature = (log: string): string | undefined => SEALED.exec(log)?.[8];

/** How many seals the room had had, that of this match included, and how many of its matches were stopped. */
export interface Sealed {
    seals: number;
    stopped: number;
}

export function sealedIn(log: string): Sealed | null {
    const sealed = SEALED.exec(log);
    return sealed && { seals: Number(sealed[5]), stopped: Number(sealed[6]) };
}

/** Has the log the key that its server publishes? null: the server cannot be asked. */
export async function isPublished(log: string): Promise<boolean | null> {
    const house = SEALED.exec(log)?.[1];
    if (!house) return null;
    try {
        const answer = await fetch("/api/seals");
        const { key } = (await answer.json()) as { key?: string };
        return key ? key === house : null;
    } catch {
        return null;
    }
}

export async function vouched(log: string): Promise<Vouch> {
    const sealed = SEALED.exec(log);
    if (!sealed) return "nobody";
    if (!(await canCheck())) return "unknown";
    const [, house = "", number = "", at, room, seals, stopped, before = "", signature = ""] = sealed;
    const about = (kind: string, hash: string) => `${kind} ${room} ${seals} ${stopped} ${hash}`;
    try {
        const key = await crypto.subtle.importKey("raw", fromHex(house), "Ed25519", false, ["verify"]);
        const holds = (signed: string, text: Uint8Array<ArrayBuffer>) =>
            crypto.subtle.verify("Ed25519", key, fromHex(signed), text);
        const seal = /^seal ([0-9a-f]{64})$/m.exec(log)?.[1] ?? "";
        if (!(await holds(signature, await claim(number, before, `${number} ${at} ${about("seal", seal)}`))))
            return "false";
        const closed = CLOSED.exec(log);
        if (!closed) return "seal";
        const [, last = "", then, head = "", signed = ""] = closed;
        const hash = toHex(await crypto.subtle.digest("SHA-256", encode(log.slice(0, closed.index))));
        const text = await claim(last, head, `${last} ${then} ${about("end", hash)}`);
        return (await holds(signed, text)) ? "log" : "false";
    } catch {
        return "false"; // a key that is none
    }
}
