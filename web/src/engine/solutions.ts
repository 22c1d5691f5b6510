/* solutions.ts: stores the solutions of games in this browser, so that a game is learnt at the first visit and not at
 * every one. A worker opens the store before it needs a solution, because the engine waits for no promise. */
import engine from "built:engine";
import { simd } from "knobel/simd";
import type { Solutions } from "knobel/solutions";
import { answer, done, openDatabase } from "../history/database";

const KEPT = 4; // solutions, of 4 MB at most

interface Kept {
    /** The engine of this build, the game and the setup. */
    key: string;
    solved: Uint8Array<ArrayBuffer>;
    sum: string;
    since: number;
}

const bytesToHex = (bytes: Uint8Array) =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The address of a module contains its hash. */
const version = engine ? (simd ? engine.simd : engine.plain) : "";
const keyOf = (game: string, setup: Uint8Array) => `${version} ${game} ${bytesToHex(setup)}`;

const mix = (sum: number, word: number) => Math.imul(((sum << 13) | (sum >>> 19)) ^ word, 0x9e3779b1);

/** For damage alone: whoever writes here on purpose can write the sum, too. A cryptographic hash would take longer than all
 * the rest of a second visit. */
function sumOf(solved: Uint8Array<ArrayBuffer>): string {
    const words = new Uint32Array(solved.buffer, solved.byteOffset, solved.length >> 2);
    let even = 0;
    let odd = 0;
    for (let at = 0; at < words.length; at += 2) {
        even = mix(even, words[at]!);
        odd = mix(odd, words[at + 1]!); // after the last one there is none, which counts as 0
    }
    return [even, odd, ...solved.subarray(words.byteLength)].join(" ");
}

const STORE = "solutions";
const open = () =>
    openDatabase("knobel.solutions", (empty) => empty.createObjectStore(STORE, { keyPath: "key" }));

const readAll = (database: IDBDatabase, keys?: IDBKeyRange): Promise<Kept[]> =>
    answer(database.transaction(STORE).objectStore(STORE).getAll(keys));

/** Those of this build. */
function readOurs(database: IDBDatabase): Promise<Kept[]> {
    const ours = IDBKeyRange.bound(`${version} `, `${version}!`, false, true); // "!" is next to the space
    return readAll(database, ours);
}

async function change(database: IDBDatabase, how: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = database.transaction(STORE, "readwrite");
    how(transaction.objectStore(STORE));
    await done(transaction);
}

/** Store one; only the newest ones stay. */
async function write(database: IDBDatabase, key: string, solved: Uint8Array<ArrayBuffer>): Promise<void> {
    const kept: Kept = { key, solved, sum: sumOf(solved), since: Date.now() };
    const others = (await readAll(database)).filter((one) => one.key !== key);
    const gone = others.sort((a, b) => b.since - a.since).slice(KEPT - 1);
    await change(database, (store) => {
        for (const one of gone) store.delete(one.key);
        store.put(kept);
    });
}

/** The store; undefined where the browser has none. A solution that is not stored, or damaged, is learnt again. */
export async function openSolutions(): Promise<Solutions | undefined> {
    try {
        const database = await open();
        const read = new Map((await readOurs(database)).map((kept) => [kept.key, kept]));
        return {
            recall(game, setup, solved) {
                const kept = read.get(keyOf(game, setup));
                if (kept?.solved.length !== solved.length || sumOf(kept.solved) !== kept.sum) return false;
                solved.set(kept.solved);
                read.delete(kept.key); // the module has it for now; it need not be here twice
                return true;
            },
            keep(game, setup, solved) {
                write(database, keyOf(game, setup), solved.slice()).catch(() => undefined);
            },
        };
    } catch {
        return undefined;
    }
}
