/* hash.ts: the hash that the engine asks for. Not that of the browser, which there is not on plain HTTP and which does
 * not answer at once. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** The input lies in the engine's memory; copy it first. */
export const hash = (key: Uint8Array | null, message: Uint8Array) =>
    key ? hmac(sha256, key.slice(), message.slice()) : sha256(message.slice());
