/* house-worker.ts: the worker with the house of this device. It hears guests of this page, has another worker
 * think for bots, and stores everything in this browser before it says anything. */
import built from "built:house";
import { LocalHouse, Refusal, type Guest } from "../../../wasm/house.mjs";
import { hash } from "knobel/sha256";
import type { Asked, FromHouse, ToHouse } from "./messages";
import { fetchModule } from "../engine/module";
import { openRecords, type Rec, type Records } from "./records";
import { Thoughts } from "./thoughts";

const ELSEWHERE = 4009; // another window has taken the room
const LET_GO_MS = 60; // so long other windows have to let go of a room

/** A clock that never goes back. */
const now = () => Math.floor(performance.timeOrigin + performance.now());

const say = (message: FromHouse | "broken") => postMessage(message);

interface Place {
    house: LocalHouse;
    records: Records;
    thoughts: Thoughts;
    /** Rooms that were read and wait to be fetched by the house. */
    read: Map<string, Rec[]>;
}

// ---- time ----

let timer = 0;

/** Not from inside the house: it calls `wake` while it is being called. */
function lookAgain(house: LocalHouse): void {
    clearTimeout(timer);
    const wait = house.wait();
    if (wait !== null) timer = self.setTimeout(() => house.work(), Math.min(wait, 2 ** 31 - 1));
}

async function openPlace(): Promise<Place> {
    const [records, module] = await Promise.all([openRecords(), fetchModule(built)]);
    const read = new Map<string, Rec[]>();
    const thoughts = new Thoughts(module, () => say({ wants: "thinker" }));
    const house: LocalHouse = await LocalHouse.open(module, {
        hash,
        random: (bytes) => {
            const fresh = crypto.getRandomValues(new Uint8Array(bytes.length));
            bytes.set(fresh);
        },
        now,
        fetch: (room) => read.get(room) ?? null,
        keep: (kept) => records.keep(kept as Rec[]),
        wake: () => lookAgain(house),
        think: (thought) => thoughts.think(thought),
    });
    return { house, records, thoughts, read };
}

// ---- rooms ----

/* Several windows are several houses, but a room is in one of them at a time: the one that asked last. */
const windows = "BroadcastChannel" in self ? new BroadcastChannel("knobel.rooms") : null;

/** Read the stored records of a room, if it is not in memory. */
async function wake({ house, records, read }: Place, room: string): Promise<void> {
    if (house.has(room)) return;
    windows?.postMessage(room);
    if (windows) await new Promise((resolve) => setTimeout(resolve, LET_GO_MS));
    const kept = await records.load(room);
    if (kept) read.set(room, kept);
}

function roomToEnter(text: string): string | null {
    try {
        const { type, room } = JSON.parse(text);
        return type === "enter" && typeof room === "string" ? room : null;
    } catch {
        return null;
    }
}

// ---- the page ----

const guests = new Map<number, Guest>();

function letIn({ house }: Place, line: number): void {
    const guest = house.guest();
    guests.set(line, guest);
    guest.onmessage = ({ data }) => say({ line, text: data });
    guest.onclose = ({ code }) => {
        guests.delete(line);
        say({ line, closed: code });
    };
    say({ line, open: true });
}

async function tell(place: Place, line: number, text: string): Promise<void> {
    const room = roomToEnter(text);
    if (room) await wake(place, room);
    guests.get(line)?.send(text);
    if (room) place.read.delete(room);
}

async function answer(place: Place, question: Asked): Promise<unknown> {
    switch (question.what) {
        case "games":
            return place.house.games();
        case "open": {
            const opened = place.house.openRoom(question.request);
            await place.house.settled();
            if (!place.house.has(opened.room)) throw new Refusal("disk_full");
            return opened;
        }
        case "log": {
            const { room, match } = question;
            const parts = await place.records.parts(room, match);
            await wake(place, room);
            if (parts === "") throw new Refusal("not_playing");
            try {
                return place.house.log(room, match, parts);
            } finally {
                place.read.delete(room);
            }
        }
    }
}

async function hear(place: Place, message: ToHouse): Promise<void> {
    if ("ask" in message)
        await answer(place, message).then(
            (found) => say({ ask: message.ask, answer: found }),
            (error) => say({ ask: message.ask, why: error instanceof Refusal ? error.why : "busy" }),
        );
    else if ("thinker" in message) place.thoughts.meet(message.thinker);
    else if ("dial" in message) letIn(place, message.line);
    else if ("text" in message) await tell(place, message.line, message.text);
    else guests.get(message.line)?.close();
}

const opening = openPlace();
let last: Promise<unknown> = opening;

/** One after the other, in the order in which they came. */
self.onmessage = ({ data }: MessageEvent<ToHouse>) => {
    last = last.then(async () => hear(await opening, data)).catch(() => say("broken"));
};

if (windows)
    windows.onmessage = ({ data }: MessageEvent<string>) =>
        void opening
            .then(({ house }) => house.has(data) && house.letGo(data, ELSEWHERE))
            .catch(() => undefined);
