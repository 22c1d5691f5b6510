/* archive.ts: the matches of this device, in IndexedDB. Without it (private windows) they are kept in memory
 * and lost with the page. Logs are stored apart: lists and statistics do not need them. */
import { answer, done, openDatabase } from "./database";
import type { Match } from "./match";

export const MATCHES_KEPT = 2_000;
export const BYTES_KEPT = 50_000_000; // of logs

const NAME = "knobel-mine";
const SUMS = "sums"; // the one record of its store

export interface Archive {
    /** False: only in memory. */
    lasting: boolean;
    /** Newest first. */
    all(): Promise<Match[]>;
    log(id: string): Promise<string | null>;
    has(id: string): Promise<boolean>;
    /** Store a match, once: false if it is there already. The oldest are deleted when space runs out. */
    put(match: Match, log: string): Promise<boolean>;
    /** What was read in it has changed. */
    replace(match: Match): Promise<void>;
    remove(ids: string[]): Promise<void>;
    /** How many were deleted because space ran out. */
    gone(): Promise<number>;
}

interface Sums {
    bytes: number;
    gone: number;
}

const newestFirst = (a: Match, b: Match) => b.when - a.when;

const makeStores = (empty: IDBDatabase) => {
    empty.createObjectStore("matches", { keyPath: "id" }).createIndex("when", "when");
    empty.createObjectStore("logs"); // by id
    empty.createObjectStore(SUMS);
};

const STORES = ["matches", "logs", SUMS];

class Disk implements Archive {
    lasting = true;
    constructor(readonly database: IDBDatabase) {}

    async all(): Promise<Match[]> {
        const found = this.database.transaction("matches").objectStore("matches").getAll();
        return (await answer<Match[]>(found)).sort(newestFirst);
    }

    async log(id: string): Promise<string | null> {
        const found = this.database.transaction("logs").objectStore("logs").get(id);
        return (await answer<string | undefined>(found)) ?? null;
    }

    async has(id: string): Promise<boolean> {
        const found = this.database.transaction("matches").objectStore("matches").count(id);
        return (await answer(found)) > 0;
    }

    async put(match: Match, log: string): Promise<boolean> {
        const writing = this.database.transaction(STORES, "readwrite");
        const matches = writing.objectStore("matches");
        if ((await answer(matches.count(match.id))) > 0) return false;
        matches.put(match);
        writing.objectStore("logs").put(log, match.id);
        const sums = await this.#sums(writing);
        sums.bytes += match.bytes;
        await this.#makeRoom(writing, sums);
        writing.objectStore(SUMS).put(sums, SUMS);
        await done(writing);
        return true;
    }

    async replace(match: Match): Promise<void> {
        const writing = this.database.transaction("matches", "readwrite");
        const matches = writing.objectStore("matches");
        if ((await answer(matches.count(match.id))) > 0) matches.put(match);
        await done(writing);
    }

    async remove(ids: string[]): Promise<void> {
        const writing = this.database.transaction(STORES, "readwrite");
        const sums = await this.#sums(writing);
        for (const id of ids) {
            const match = await answer<Match | undefined>(writing.objectStore("matches").get(id));
            if (match) this.#drop(writing, match, sums);
        }
        writing.objectStore(SUMS).put(sums, SUMS);
        await done(writing);
    }

    async gone(): Promise<number> {
        return (await this.#sums(this.database.transaction(SUMS))).gone;
    }

    async #sums(within: IDBTransaction): Promise<Sums> {
        const kept = await answer<Sums | undefined>(within.objectStore(SUMS).get(SUMS));
        return kept ?? { bytes: 0, gone: 0 };
    }

    #drop(writing: IDBTransaction, { id, bytes }: Match, sums: Sums): void {
        writing.objectStore("matches").delete(id);
        writing.objectStore("logs").delete(id);
        sums.bytes -= bytes;
    }

    /** Oldest first. */
    async #makeRoom(writing: IDBTransaction, sums: Sums): Promise<void> {
        const matches = writing.objectStore("matches");
        let count = await answer(matches.count());
        while (count > MATCHES_KEPT || (sums.bytes > BYTES_KEPT && count > 1)) {
            const oldest = (await answer<Match[]>(matches.index("when").getAll(null, 1)))[0]!;
            this.#drop(writing, oldest, sums);
            sums.gone++;
            count--;
        }
    }
}

class Memory implements Archive {
    lasting = false;
    #kept = new Map<string, { match: Match; log: string }>();
    #gone = 0;

    async all(): Promise<Match[]> {
        return [...this.#kept.values()].map(({ match }) => match).sort(newestFirst);
    }

    async log(id: string): Promise<string | null> {
        return this.#kept.get(id)?.log ?? null;
    }

    async has(id: string): Promise<boolean> {
        return this.#kept.has(id);
    }

    async put(match: Match, log: string): Promise<boolean> {
        if (this.#kept.has(match.id)) return false;
        this.#kept.set(match.id, { match, log });
        while (this.#kept.size > MATCHES_KEPT || (this.#bytes() > BYTES_KEPT && this.#kept.size > 1)) {
            this.#kept.delete((await this.all()).at(-1)!.id);
            this.#gone++;
        }
        return true;
    }

    async replace(match: Match): Promise<void> {
        const kept = this.#kept.get(match.id);
        if (kept) kept.match = match;
    }

    async remove(ids: string[]): Promise<void> {
        for (const id of ids) this.#kept.delete(id);
    }

    async gone(): Promise<number> {
        return this.#gone;
    }

    #bytes(): number {
        return [...this.#kept.values()].reduce((sum, { match }) => sum + match.bytes, 0);
    }
}

let opening: Promise<Archive> | null = null;

export function openArchive(): Promise<Archive> {
    opening ??= openDatabase(NAME, makeStores).then(
        (database) => new Disk(database),
        () => new Memory(),
    );
    return opening;
}
