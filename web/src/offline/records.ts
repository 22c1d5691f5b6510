/* records.ts: the disk of the house on this device: IndexedDB. Without it (private windows) records are kept
 * in memory and lost with the page. */
import { Shelf } from "../../../wasm/house.mjs";
import { answer, done, openDatabase } from "../history/database";

/** As wasm/house.mjs has it. */
export interface Rec {
    what: "room" | "part" | "chat";
    room: string;
    match: number;
    number: number;
    text: string;
}

const NAME = "knobel";
const ROOMS_KEPT = 40; // more than the page itself remembers; the oldest go
const MATCHES_KEPT = 100; // of a room
const CHAT_KEPT = 200; // lines of a room

export interface Records {
    /** All that is wanted to wake a room; null if there is none. */
    load(room: string): Promise<Rec[] | null>;
    /** Done when it is kept. */
    keep(records: Rec[]): Promise<void>;
    /** The parts of one match, joined. */
    parts(room: string, match: number): Promise<string>;
}

interface KeptRoom {
    record: Rec;
    at: number;
}

/** Every key with this prefix: lists sort after all numbers. */
const beginning = (...key: (string | number)[]) => IDBKeyRange.bound(key, [...key, []]);

const makeStores = (empty: IDBDatabase) => {
    empty.createObjectStore("rooms"); // by code
    empty.createObjectStore("parts"); // by code, match, number
    empty.createObjectStore("chat"); // by code, number
};

class Disk implements Records {
    constructor(readonly database: IDBDatabase) {}

    async load(room: string): Promise<Rec[] | null> {
        const reading = this.database.transaction(["rooms", "parts", "chat"]);
        const kept = await answer<KeptRoom | undefined>(reading.objectStore("rooms").get(room));
        if (!kept) return null;
        const parts = reading.objectStore("parts").getAll(beginning(room, kept.record.match));
        const chat = reading.objectStore("chat").getAll(beginning(room));
        return [kept.record, ...(await answer<Rec[]>(parts)), ...(await answer<Rec[]>(chat))];
    }

    /** A database that was deleted meanwhile must not throw either: the promise is rejected. */
    async keep(records: Rec[]): Promise<void> {
        const writing = this.database.transaction(["rooms", "parts", "chat"], "readwrite");
        for (const record of records) this.#put(writing, record);
        await done(writing);
    }

    #put(writing: IDBTransaction, record: Rec): void {
        const { what, room, match, number } = record;
        if (what === "room") {
            writing.objectStore("rooms").put({ record, at: Date.now() } satisfies KeptRoom, room);
        } else if (what === "part") {
            writing.objectStore("parts").put(record, [room, match, number]);
            if (number === 0) writing.objectStore("parts").delete(beginning(room, match - MATCHES_KEPT));
        } else {
            writing.objectStore("chat").put(record, [room, number]);
            writing.objectStore("chat").delete([room, number - CHAT_KEPT]);
        }
    }

    async parts(room: string, match: number): Promise<string> {
        const reading = this.database.transaction("parts").objectStore("parts");
        const parts = await answer<Rec[]>(reading.getAll(beginning(room, match)));
        return parts.map(({ text }) => text).join("");
    }

    /** Rooms in which nothing has happened for the longest time. */
    async clearAway(): Promise<void> {
        const clearing = this.database.transaction(["rooms", "parts", "chat"], "readwrite");
        const rooms = await answer<KeptRoom[]>(clearing.objectStore("rooms").getAll());
        const old = rooms.sort((a, b) => b.at - a.at).slice(ROOMS_KEPT);
        for (const { record } of old) {
            clearing.objectStore("rooms").delete(record.room);
            clearing.objectStore("parts").delete(beginning(record.room));
            clearing.objectStore("chat").delete(beginning(record.room));
        }
        await done(clearing);
    }
}

class Memory implements Records {
    #shelf = new Shelf();

    async load(room: string): Promise<Rec[] | null> {
        return this.#shelf.fetch(room);
    }

    async keep(records: Rec[]): Promise<void> {
        this.#shelf.keep(records);
    }

    async parts(room: string, match: number): Promise<string> {
        return this.#shelf.parts(room, match);
    }
}

export async function openRecords(): Promise<Records> {
    try {
        const disk = new Disk(await openDatabase(NAME, makeStores));
        void disk.clearAway().catch(() => undefined);
        return disk;
    } catch {
        return new Memory();
    }
}
