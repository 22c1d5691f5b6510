/* hash.ts: the hash that the engine needs. The browser's own is asynchronous, and missing on plain HTTP. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** The input is in the engine's memory; copy it first. */
export const hash = (key: Uint8Array | null, message: Uint8Array) =>
    key ? hmac(sha256, key.slice(), message.slice()) : sha256(message.slice());
