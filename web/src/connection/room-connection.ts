/* room-connection.ts: the connection to one room (docs/protocol.md). It reconnects by itself after sleep, a
 * change of network or a restart of the server, fetches what was missed, and never makes a move twice. What
 * it knows is one snapshot, `now`, replaced at every change; screens draw that. */
import { HouseClock } from "./clock";
import { isHere, keepRoom, keptRoom } from "../ui/storage";
import type { Heard, Room, Said, You } from "./messages";
import { dialServer, enterAsMyself, type Dialled } from "./dial";
import { NearSocket, type Socket } from "../offline/house";
import { Salts } from "./salts";
import {
    nothingYet,
    withCall,
    withChat,
    withReaction,
    withTable,
    type Link,
    type Snapshot,
} from "./snapshot";

export type { Link, Snapshot } from "./snapshot";

const ANSWER_MS = 12_000; // after that, stop waiting for an answer
const DISK_MS = 1_000; // pause before asking again a server that could not write
const PROBE_MS = 5_000; // no answer to a sync for so long: the connection is dead
const BEAT_MS = 15_000;
/** A server is back, or another has taken over, after some seconds: until then, about one try a second. */
const WAITS_MS = [200, 400, 600, 800, 1_000, 1_000, 1_000, 1_500, 3_000, 5_000, 8_000, 12_000];
const SPREAD_MOST_MS = 60_000;
const SYNCS_AT_ONCE = 5;

/** The house has refused something; `why` is a key of docs/protocol.md, or `lost`: no answer came. */
export class Refused extends Error {
    constructor(
        readonly why: string,
        /** The later entry that a correction would have made impossible. */
        readonly event?: number,
    ) {
        super(why);
    }
}

interface Waiting {
    resolve: () => void;
    reject: (error: Refused) => void;
    timer: number;
}

/** A connection to the house that has the room: over the network, or on this device. */
function dial(code: string): Dialled<Socket> {
    return isHere(code) ? { socket: new NearSocket(), heard: [] } : dialServer(code);
}

/** Is this a reason why we shall not come in? */
const isEnd = (why: string): why is Link => ["full", "damaged", "moved", "bad_key", "seated"].includes(why);

/** How a big screen enters: as nobody, and with a key where the host has to let it in. */
export interface AsScreen {
    key: string | null;
}

/** A move that is on its way. With the same event it cannot happen twice, so it may be said again. */
interface Moving {
    match: number;
    message: Said & { seat: number; move: string; event: number; salt: string };
    /** Does the house move for those whose time is up? */
    timed: boolean;
}

export class RoomConnection {
    now: Snapshot = nothingYet;
    readonly clock = new HouseClock();
    #socket: Socket | null = null;
    #listeners = new Set<() => void>();
    #waiting = new Map<number, Waiting>();
    #moving = new Map<number, Moving>();
    #nextId = 1;
    #tries = 0;
    #retry = 0;
    #beat = 0;
    #probe = 0;
    #disk = 0;
    #heardAt = 0;
    /** Over how many milliseconds the guests of the server should come back, if it goes. */
    #spread = 0;
    #callKey = 0;
    #closed = false;
    readonly salts: Salts;

    constructor(
        readonly code: string,
        readonly name: string,
        /** Moves someone's seats to this device, once. */
        private seatKey: string | null = null,
        readonly screen: AsScreen | null = null,
    ) {
        this.salts = new Salts(code, screen !== null);
        addEventListener("online", this.#hurry);
        addEventListener("pageshow", this.#hurry);
        document.addEventListener("visibilitychange", this.#hurry);
        (navigator as { connection?: EventTarget }).connection?.addEventListener("change", this.#hurry);
        this.#connect();
    }

    /** Leave for good. */
    close(): void {
        this.#closed = true;
        removeEventListener("online", this.#hurry);
        removeEventListener("pageshow", this.#hurry);
        document.removeEventListener("visibilitychange", this.#hurry);
        (navigator as { connection?: EventTarget }).connection?.removeEventListener("change", this.#hurry);
        this.#stopTimers();
        this.#drop();
    }

    onChange(listener: () => void): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    // ---- saying ----

    /** Send a message; resolves when the house confirms it. */
    say(message: Said): Promise<void> {
        const id = this.#nextId++;
        return this.#put({ ...message, id }) ? this.#wait(id) : Promise.reject(new Refused("lost"));
    }

    /** For the answer to a message that was sent. */
    #wait(id: number): Promise<void> {
        return new Promise((resolve, reject) => {
            const timer = window.setTimeout(() => this.#answer(id, "lost"), ANSWER_MS);
            this.#waiting.set(id, { resolve, reject, timer });
        });
    }

    /** Send a message whose answer does not matter (grips). */
    tell(message: Said): void {
        this.#put(message);
    }

    /** Make a move. Nothing happens while the last one of that seat is still on its way. */
    async play(seat: number, move: string, afterMs?: number): Promise<void> {
        const table = this.now.table;
        if (!table || this.#moving.has(seat)) return;
        const { room, lines } = this.now;
        const made = lines.filter(({ who }) => who === seat).length;
        const salt = this.salts.forMove(table.match, seat, move, made, room?.dice === "same");
        const message = {
            type: "play",
            seat,
            move,
            salt,
            event: table.event,
            ...(afterMs !== undefined && { after_ms: afterMs }),
        };
        this.#moving.set(seat, { match: table.match, message, timed: table.turn_ends !== null });
        this.#change({ moving: [...this.#moving.keys()] });
        const sending = this.#sendMove(seat);
        this.salts.store(table.match);
        await sending;
    }

    async #sendMove(seat: number): Promise<void> {
        const moving = this.#moving.get(seat);
        if (!moving) return;
        try {
            await this.say(moving.message);
            this.salts.note(moving.match, moving.message, { taken: true });
            if (this.now.why) this.#change({ why: null });
        } catch (error) {
            // Without an answer the outcome is unknown: the state after reconnecting decides. If still connected, the
            // house was only slow and may be asked again.
            if ((error as Refused).why === "lost") {
                if (this.#isOpen()) this.#sayAgain();
                return;
            }
            if ((error as Refused).why === "disk") return this.#waitForDisk();
            this.#settle(seat);
            if ((error as Refused).why !== "outdated") throw error;
            this.#noteOutdated(moving);
        }
        this.#settle(seat);
    }

    /** The seat has moved between these events. If it is not because a bot stood in, it was with this move. */
    #noteOutdated({ match, message, timed }: Moving): void {
        const { room, table } = this.now;
        const bot = timed || room?.turn_s || room?.seats[message.seat - 1]?.standin;
        if (!bot && table?.match === match)
            this.salts.note(match, message, { outdated: [message.event, table.event] });
    }

    /** The server cannot store the move: send it again until it can. */
    #waitForDisk(): void {
        this.#change({ why: "disk" });
        clearTimeout(this.#disk);
        this.#disk = window.setTimeout(() => this.#sayAgain(), DISK_MS);
    }

    #settle(seat: number): void {
        if (this.#moving.delete(seat)) this.#change({ moving: [...this.#moving.keys()] });
    }

    /** After coming back: moves that have not arrived are said again, all others are over. */
    #sayAgain(): void {
        const { table, you } = this.now;
        for (const [seat, moving] of [...this.#moving]) {
            const still =
                table &&
                !table.over &&
                table.match === moving.match &&
                table.event === moving.message.event &&
                table.due.includes(seat) &&
                you.seats.includes(seat);
            if (still) void this.#sendMove(seat).catch(() => undefined);
            else this.#settle(seat); // it may have arrived
        }
        if (this.#moving.size === 0 && this.#isOpen() && this.now.why) this.#change({ why: null });
    }

    /** This device's own part in the dice of the next match: a salt for each seat, after the seal was seen. */
    #saltSeats(): void {
        const { room, you } = this.now;
        if (!room || room.status === "playing") return;
        for (const { seat, person, salted } of room.seats) {
            if (person === undefined || person !== you.person || salted) continue;
            const salt = this.salts.forSeat(room.match + 1, seat, room.seal);
            if (salt === null) continue;
            const own = { seat, move: null, salt };
            const taken = () => this.salts.note(room.match + 1, own, { taken: true });
            const missed = () => this.salts.missed(room.seal, seat);
            void this.say({ type: "salt", seat, salt, seal: room.seal }).then(taken, missed);
            this.salts.store(room.match + 1);
        }
    }

    #isOpen(): boolean {
        return this.#socket?.readyState === WebSocket.OPEN;
    }

    #put(message: Said): boolean {
        if (!this.#isOpen()) return false;
        this.#socket!.send(JSON.stringify(message));
        return true;
    }

    // ---- coming and going ----

    #connect(): void {
        this.#stopTimers();
        this.#drop();
        if (this.#closed) return;
        const { socket, entering, heard } = dial(this.code);
        this.#socket = socket;
        socket.onopen = () => this.#enter();
        socket.onmessage = (event) => this.#hear(String(event.data));
        socket.onclose = (event) => this.#lost(event.code);
        this.#probe = this.#watch(() => this.#lost(0), PROBE_MS * 2);
        if (typeof entering === "number") this.#whenEntered(this.#wait(entering));
        else if (socket.readyState === WebSocket.OPEN) this.#enter();
        for (const [text, at] of heard) this.#hear(text, at);
    }

    /** Forget a socket without hearing of it again. */
    #drop(): void {
        const socket = this.#socket;
        this.#socket = null;
        if (!socket) return;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
    }

    #enter(): void {
        const { table, chat } = this.now;
        const { code, name, screen, seatKey } = this;
        const said = this.say({
            ...(screen ? this.#asScreen(screen) : enterAsMyself(code, name, seatKey)),
            ...(table && { since: { match: table.match, event: table.event } }),
            ...(chat.length > 0 && { chat: chat[chat.length - 1]!.number }),
        });
        this.#whenEntered(said);
    }

    #whenEntered(said: Promise<void>): void {
        said.then(
            () => this.#entered(),
            (error: Refused) => {
                if (error.why === "no_such_room") this.#end("gone");
                else if (isEnd(error.why)) this.#end(error.why);
                else this.#lost(0, error.why);
            },
        );
    }

    #asScreen({ key }: AsScreen) {
        return { type: "enter", room: this.code, screen: true, ...(key && { key }) };
    }

    #entered(): void {
        clearTimeout(this.#probe);
        this.#tries = 0;
        this.#change({ link: "open", why: null });
        for (let n = 0; n < SYNCS_AT_ONCE; n++) window.setTimeout(() => this.#sync(), n * 150);
        this.#beat = window.setInterval(() => this.#sync(), BEAT_MS);
        this.#sayAgain();
    }

    #lost(code: number, why: string | null = null): void {
        if (code === 4001) return this.#end("removed");
        if (code === 4002) return this.#end("moved");
        if (code === 4009) return this.#end("elsewhere");
        const reason =
            why ?? (code === 1001 ? "draining" : code === 1013 ? "disk" : code === 1008 ? "slow_down" : null);
        this.#stopTimers();
        this.#drop();
        this.#loseAnswers();
        // Whoever was cut off by the other end was perhaps not the only one: each waits another while.
        const more =
            code !== 0 && this.now.link === "open"
                ? Math.random() * Math.min(this.#spread, SPREAD_MOST_MS)
                : 0;
        const wait =
            WAITS_MS[Math.min(this.#tries++, WAITS_MS.length - 1)]! * (0.75 + Math.random() / 2) + more;
        this.#retry = window.setTimeout(() => this.#connect(), wait);
        const link = this.now.guest === null ? "connecting" : "lost";
        // The server's last message stays in force until it is back.
        this.#change({ link, why: reason ?? this.now.why });
    }

    #end(link: Link): void {
        this.#stopTimers();
        this.#drop();
        this.#loseAnswers();
        this.#change({ link });
        this.#closed = true;
    }

    #loseAnswers(): void {
        for (const id of [...this.#waiting.keys()]) this.#answer(id, "lost");
    }

    /** The network may have changed: check whether the server is still there. */
    #hurry = (): void => {
        if (this.#closed || document.visibilityState === "hidden") return;
        if (this.#isOpen()) {
            this.clock.forget();
            this.#sync();
        } else if (this.#socket?.readyState !== WebSocket.CONNECTING || this.#tries > 0) {
            this.#tries = 0;
            this.#connect();
        }
    };

    #stopTimers(): void {
        clearTimeout(this.#disk);
        clearTimeout(this.#retry);
        clearInterval(this.#beat);
        clearTimeout(this.#probe);
        this.#probe = 0;
    }

    /** Set the clock, and at the same time check that the server answers. */
    #sync(): void {
        if (!this.#put({ type: "sync", client: performance.now() })) return;
        const asked = performance.now();
        clearTimeout(this.#probe);
        this.#probe = this.#watch(() => {
            if (this.#heardAt < asked) this.#lost(0);
        }, PROBE_MS);
    }

    /** A house on this device cannot be disconnected; it may only be busy thinking. */
    #watch(doing: () => void, ms: number): number {
        return this.#socket instanceof NearSocket ? 0 : window.setTimeout(doing, ms);
    }

    // ---- hearing ----

    #answer(id: number, why: string | null, event?: number): void {
        const waiting = this.#waiting.get(id);
        if (!waiting) return;
        this.#waiting.delete(id);
        clearTimeout(waiting.timer);
        if (why) waiting.reject(new Refused(why, event));
        else waiting.resolve();
    }

    #hear(text: string, at = performance.now()): void {
        this.#heardAt = at;
        let heard: Heard;
        try {
            heard = JSON.parse(text) as Heard;
        } catch {
            return;
        }
        switch (heard.type) {
            case "done":
                return this.#answer(heard.id, null);
            case "refused":
                return heard.id === undefined ? undefined : this.#answer(heard.id, heard.why, heard.event);
            case "sync":
                return this.clock.synced(heard.client, at, heard.house);
            case "spread":
                this.#spread = heard.ms;
                return;
            case "entered":
                this.#spread = heard.spread_ms ?? 0;
                return this.#change({ guest: heard.guest, phrases: heard.phrases ?? [] });
            case "you":
                return this.#hearYou(heard);
            case "room":
                return this.#hearRoom(heard);
            case "table":
                this.clock.heardTable(heard.opened, heard.now, at);
                this.salts.noteLines(heard.match, heard.lines);
                if (!heard.over) this.salts.holds(heard.match, this.now.you.seats, heard.event);
                return this.#change(withTable(this.now, heard));
            case "chat":
                return this.#change(withChat(this.now, heard));
            case "call":
                return this.#change(withCall(this.now, heard, this.#callKey++));
            case "reaction":
                return this.#change(withReaction(this.now, heard.seat, heard.what, at));
            case "seat_key":
                this.salts.share(this.now.room?.match ?? 0);
                return this.#change({ seatKey: heard });
            case "grip":
                return this.#change({ grip: { seat: heard.seat, um: heard.um } });
            case "correctable":
                return this.#change({ correctable: heard });
            case "opinions":
                return this.#change({ opinions: heard });
            case "screen":
                return this.#change({ screenKey: heard.key });
        }
    }

    #hearYou(you: You): void {
        if (you.token) {
            keepRoom(this.code, { token: you.token });
            this.seatKey = null;
        }
        this.#change({ you });
        this.#saltSeats();
    }

    #hearRoom(room: Room): void {
        const before = this.now.link === "open" ? this.now.room : null; // else others may have been shown more
        const begins = room.status === "playing" && before && before.status !== "playing";
        // A change of `watching` makes the key void.
        const screenKey = room.watching === this.now.room?.watching ? this.now.screenKey : null;
        // The evening is told when it has changed.
        this.#change({ screenKey, room: { ...room, evening: room.evening ?? this.now.room?.evening } });
        if (begins) this.salts.begin(room, this.now.you.seats);
        const names = room.seats
            .filter(({ seat }) => this.now.you.seats.includes(seat))
            .map(({ name }) => name ?? "");
        if (keptRoom(this.code)) keepRoom(this.code, { game: room.game, names });
        if (room.status !== "playing") this.salts.noteSeal(room);
        this.#saltSeats();
    }

    #change(change: Partial<Snapshot>): void {
        this.now = { ...this.now, ...change };
        for (const listener of this.#listeners) listener();
    }
}
