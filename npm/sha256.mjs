/**
 * sha256.mjs: SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104), answered at once. The hash of a browser is asynchronous,
 * and missing on plain HTTP; the engine waits for no promise.
 */

const BLOCK = 64;
const LENGTH = 8; // bytes of the length at the end

/** @param {number} n */
function isPrime(n) {
    for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
    return n > 1;
}

/** The first 64 primes; the constants are made from their roots. */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(isPrime);

/** The first 32 bits behind the point. @param {number} root */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);

const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)) | 0);
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The words of a block that is being added; nobody is interrupted. */
const words = new Int32Array(64);

/**
 * @param {Int32Array} state changed
 * @param {DataView} bytes
 * @param {number} at where the block begins
 */
function addBlock(state, bytes, at) {
    for (let i = 0; i < 16; i++) words[i] = bytes.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
        const near = words[i - 15];
        const far = words[i - 2];
        const small = turn(near, 7) ^ turn(near, 18) ^ (near >>> 3);
        const large = turn(far, 17) ^ turn(far, 19) ^ (far >>> 10);
        words[i] = words[i - 16] + small + words[i - 7] + large;
    }
    let [a, b, c, d] = [state[0], state[1], state[2], state[3]];
    let [e, f, g, h] = [state[4], state[5], state[6], state[7]];
    for (let i = 0; i < 64; i++) {
        const sum = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const one = (h + sum + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g;
        g = f;
        f = e;
        e = (d + one) | 0;
        d = c;
        c = b;
        b = a;
        a = (one + two) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** SHA-256 of these bytes, one part behind the other. @param {...Uint8Array} parts @returns {Uint8Array} */
export function sha256(...parts) {
    const state = Int32Array.from(START);
    const block = new Uint8Array(BLOCK);
    const view = viewOf(block);
    let length = 0;
    for (const part of parts) {
        const whole = viewOf(part);
        let at = 0;
        while (at < part.length) {
            const filled = length % BLOCK;
            const took = Math.min(BLOCK - filled, part.length - at);
            if (took === BLOCK) {
                addBlock(state, whole, at); // whole blocks are not copied
            } else {
                block.set(part.subarray(at, at + took), filled);
                if (filled + took === BLOCK) addBlock(state, view, 0);
            }
            at += took;
            length += took;
        }
    }
    const filled = length % BLOCK;
    block.fill(0, filled);
    block[filled] = 0x80;
    if (filled + 1 + LENGTH > BLOCK) {
        addBlock(state, view, 0);
        block.fill(0);
    }
    view.setBigUint64(BLOCK - LENGTH, BigInt(length) * 8n);
    addBlock(state, view, 0);
    const out = new DataView(new ArrayBuffer(4 * state.length));
    state.forEach((word, i) => out.setInt32(4 * i, word));
    return new Uint8Array(out.buffer);
}

/** HMAC-SHA-256 under a key of at most 64 bytes. @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} */
export function hmac(key, message) {
    const padded = (/** @type {number} */ pad) => {
        const bytes = new Uint8Array(BLOCK).fill(pad);
        key.forEach((byte, i) => (bytes[i] ^= byte));
        return bytes;
    };
    return sha256(padded(0x5c), sha256(padded(0x36), message));
}

/** What the engine asks for: HMAC-SHA-256 under a key, without one plain SHA-256. @type {import('./engine.mjs').Hash} */
export const hash = (key, message) => (key ? hmac(key, message) : sha256(message));
