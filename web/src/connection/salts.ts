/* salts.ts: this device's part in the dice: the seals that it was shown before a match, and every salt that it sent.
 * At the end the log is compared with them (table/envelope.ts), so they are stored to outlive a reload. */
import { keepPart, keepRoom, keptPart, keptRoom } from "../ui/storage";
import type { OwnPart, OwnSalt, Remembered, ShownSeal } from "../table/envelope";
import type { Room } from "./messages";

const SEALS_KEPT = 12;
/** A key that moves seats to another device is good for ten minutes. */
const KEY_MS = 600_000;
/** So many moves of others, and of the device that had the seat before, may still be hidden. */
const HIDDEN_MOST = 16;

/** 16 hexadecimal digits; never all zero, which would mean none. getRandomValues also works on plain HTTP. */
function newSalt(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return /^0+$/.test(text) ? newSalt() : text;
}

export class Salts {
    #parts = new Map<number, OwnPart>();
    #shown: ShownSeal[];
    /** Salts for seats that are on their way. */
    #asked = new Set<string>();
    /** Until when another device may take these seats. */
    #sharedUntil = 0;
    /** Lines shown during a match, and of which one. */
    #lines: string[] = [];
    #linesOf = 0;

    constructor(
        readonly room: string,
        /** A big screen, perhaps in the browser of someone who plays: it has no part in anything. */
        readonly screen: boolean,
    ) {
        this.#shown = keptRoom(room)?.shown ?? [];
    }

    #part(match: number): OwnPart {
        const { room } = this;
        const known = this.#parts.get(match) ?? keptPart(room, match) ?? { room, match, since: {}, sent: [] };
        const shared = known.shared || Date.now() < this.#sharedUntil;
        return { ...known, ...(shared && { shared }) };
    }

    #keep(part: OwnPart): void {
        this.#parts.set(part.match, this.screen ? part : keepPart(part));
    }

    #send(match: number, own: OwnSalt): void {
        const part = this.#part(match);
        this.#parts.set(match, { ...part, sent: [...part.sent, own] });
    }

    /** To be called as soon as a salt is under way: nothing that is sent waits for the browser's storage. */
    store(match: number): void {
        this.#keep(this.#part(match));
    }

    // ---- before a match ----

    /** The seal of the next match, shown before it begins. */
    noteSeal({ match, seal, seals, stopped_matches: stopped, vouched }: Room): void {
        const shown = { match: match + 1, seal, seals, stopped, vouched };
        this.#shown = [...this.#shown.filter((one) => one.seal !== seal), shown].slice(-SEALS_KEPT);
        if (!this.screen && keptRoom(this.room)) keepRoom(this.room, { shown: this.#shown });
    }

    /** The salt of a seat for a match under this seal; null while it is on its way. If the house refuses it, the same one
     * is sent again: a house that could have another one could choose. */
    forSeat(match: number, seat: number, seal: string): string | null {
        const key = `${seal}:${seat}`;
        if (this.#asked.has(key)) return null;
        this.#asked.add(key);
        const { sent } = this.#part(match);
        const salt = sent.find((one) => one.at === seal && one.seat === seat)?.salt ?? newSalt();
        this.#send(match, { seat, move: null, salt, at: seal });
        return salt;
    }

    /** It may be asked for again. */
    missed(seal: string, seat: number): void {
        this.#asked.delete(`${seal}:${seat}`);
    }

    /** The match begins before the eyes of this device, which has these seats. Someone who only watches, or plays with dice
     * that are the same for everyone, may be shown a new seal as it begins: nobody waits for their salts. */
    begin({ match, seal, dice }: Room, seats: readonly number[]): void {
        const since = Object.fromEntries(seats.map((seat) => [seat, 0]));
        const salts = seats.length > 0 && dice !== "same";
        const begun = salts || this.#shown[this.#shown.length - 1]?.seal === seal;
        this.#keep({ ...this.#part(match), since, begun });
    }

    // ---- during a match ----

    /** The seats of this device after an event of a match. Who made the earlier moves of a new one is not known here. */
    holds(match: number, seats: readonly number[], event: number): void {
        const part = this.#part(match);
        if (String(Object.keys(part.since)) === String(seats)) return;
        const since = seats.map((seat) => [seat, part.since[seat] ?? event + HIDDEN_MOST]);
        this.#keep({ ...part, since: Object.fromEntries(since) });
    }

    /** From now on these seats may be on another device. */
    share(match: number): void {
        this.#sharedUntil = Date.now() + KEY_MS;
        for (const each of [match, match + 1]) this.#keep(this.#part(each));
    }

    /** The salt of a move that this device sends after so many lines of its seat. Until another one of them is shown, the
     * salt is the same: nobody can have another one, and with it other dice, by refusing. With the same dice for everyone
     * it changes nothing, and may say whose match it is: then `tied`. */
    forMove(match: number, seat: number, move: string, at: number, tied: boolean): string {
        const pending = (one: OwnSalt) => one.seat === seat && one.at === at && !one.taken;
        const tie = tied ? keptRoom(this.room)?.tie : null;
        const salt = this.#part(match).sent.find(pending)?.salt ?? tie ?? newSalt();
        this.#send(match, { seat, move, salt, at });
        return salt;
    }

    /** What the house answered: it has taken the salt, or refused the move though it came in time. */
    note(match: number, { seat, move, salt }: Omit<OwnSalt, "at">, answer: Partial<OwnSalt>): void {
        const part = this.#part(match);
        const isIt = (one: OwnSalt) => one.seat === seat && one.salt === salt && one.move === move;
        this.#keep({ ...part, sent: part.sent.map((one) => (isIt(one) ? { ...one, ...answer } : one)) });
    }

    /** Lines as the house shows them. */
    noteLines(match: number, lines: readonly string[]): void {
        if (match !== this.#linesOf) this.#lines = [];
        this.#linesOf = match;
        this.#lines.push(...lines);
    }

    /** All that this device knows of a match. */
    remembered(match: number): Remembered {
        const lines = match === this.#linesOf ? this.#lines : [];
        const part = this.#part(match);
        return { shown: this.#shown, part: this.screen ? part : keepPart(part), lines };
    }
}
