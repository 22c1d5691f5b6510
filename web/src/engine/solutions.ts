/* solutions.ts: stores the solutions of games in this browser, so that a game is learnt at the first visit and not at
 * every one. A worker opens the store before it needs a solution, because the engine waits for no promise. */
import engine from "built:engine";
import { sha256 } from "knobel/sha256";
import { simd } from "knobel/simd";
import type { Solutions } from "knobel/solutions";
import { answer, done, openDatabase } from "../history/database";

const KEPT = 4; // solutions, of 4 MB at most

interface Kept {
    /** The engine of this build, the game and the setup. */
    key: string;
    solved: Uint8Array<ArrayBuffer>;
    /** Its SHA-256. */
    sum: string;
    since: number;
}

const bytesToHex = (bytes: Uint8Array) =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The address of a module contains its hash. */
const version = engine ? (simd ? engine.simd : engine.plain) : "";
const keyOf = (game: string, setup: Uint8Array) => `${version} ${game} ${bytesToHex(setup)}`;

/** The browser's own hash is many times as fast as ours, but on plain HTTP there is none, and it has to be waited for. */
const ownHash = crypto.subtle as SubtleCrypto | undefined;
const slowSumOf = (solved: Uint8Array) => bytesToHex(sha256(solved));
const sumOf = async (solved: Uint8Array<ArrayBuffer>) =>
    ownHash ? bytesToHex(new Uint8Array(await ownHash.digest("SHA-256", solved))) : slowSumOf(solved);

const STORE = "solutions";
const open = () =>
    openDatabase("knobel.solutions", (empty) => empty.createObjectStore(STORE, { keyPath: "key" }));

const readAll = (database: IDBDatabase, keys?: IDBKeyRange): Promise<Kept[]> =>
    answer(database.transaction(STORE).objectStore(STORE).getAll(keys));

/** Those of this build. Damaged ones are left out where it is quick to see; elsewhere only the one that is wanted is checked,
 * by `recall`. */
async function readUsable(database: IDBDatabase): Promise<Kept[]> {
    const ours = IDBKeyRange.bound(`${version} `, `${version}!`, false, true); // "!" is next to the space
    const stored = await readAll(database, ours);
    if (!ownHash) return stored;
    const sums = await Promise.all(stored.map(({ solved }) => sumOf(solved)));
    return stored.filter(({ sum }, at) => sum === sums[at]);
}

async function change(database: IDBDatabase, how: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = database.transaction(STORE, "readwrite");
    how(transaction.objectStore(STORE));
    await done(transaction);
}

/** Store one; only the newest ones stay. */
async function write(database: IDBDatabase, key: string, solved: Uint8Array<ArrayBuffer>): Promise<void> {
    const kept: Kept = { key, solved, sum: await sumOf(solved), since: Date.now() };
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
        const read = new Map((await readUsable(database)).map((kept) => [kept.key, kept]));
        return {
            recall(game, setup, solved) {
                const kept = read.get(keyOf(game, setup));
                if (kept?.solved.length !== solved.length) return false;
                if (!ownHash && slowSumOf(kept.solved) !== kept.sum) return false;
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
