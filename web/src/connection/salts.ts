/* salts.ts: the seals that this device saw before a match, and the salts it added to the dice. At the end all
 * of them must be in the log, so they are stored to outlive a reload. */
import { keepRoom, keepSalts, keptRoom, keptSalts } from "../ui/storage";

const SEALS_KEPT = 3;

/** 16 hexadecimal digits; never all zero, which would mean none. getRandomValues also works on plain HTTP. */
export function newSalt(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return /^0+$/.test(text) ? newSalt() : text;
}

export class Salts {
    /** By `match:seat`, sent with moves. */
    #moves = new Map<string, string[]>();
    /** By `seal:seat`, sent before a match. */
    #seats = new Map<string, string>();
    #seals: Map<number, string>;

    constructor(readonly room: string) {
        this.#seals = new Map(keptRoom(room)?.seals);
    }

    // ---- before a match ----

    /** The seal of a match, seen before it began. */
    noteSeal(match: number, seal: string): void {
        this.#seals.set(match, seal);
        if (keptRoom(this.room)) keepRoom(this.room, { seals: [...this.#seals].slice(-SEALS_KEPT) });
    }

    seal(match: number): string | undefined {
        return this.#seals.get(match);
    }

    /** A new salt for this seat, now that the seal is known; null if it has sent one. */
    bringUnder(seal: string, seat: number): string | null {
        const key = `${seal}:${seat}`;
        if (this.#seats.has(key)) return null;
        const salt = newSalt();
        this.#seats.set(key, salt);
        return salt;
    }

    /** The house refused it. */
    missedUnder(seal: string, seat: number): void {
        this.#seats.delete(`${seal}:${seat}`);
    }

    /** Seats have moved: all of them send new ones. */
    forgetUnder(seal: string | undefined): void {
        for (const key of [...this.#seats.keys()]) if (key.startsWith(`${seal}:`)) this.#seats.delete(key);
    }

    #under(seal: string | undefined): string[] {
        return [...this.#seats].filter(([key]) => key.startsWith(`${seal}:`)).map(([, salt]) => salt);
    }

    /** The match begins under this seal: the salts sent until now count. */
    begin(match: number, seal: string): void {
        keepSalts(this.room, match, this.#under(seal));
    }

    // ---- during a match ----

    bring(match: number, seat: number, salt: string): void {
        const key = `${match}:${seat}`;
        this.#moves.set(key, [...(this.#moves.get(key) ?? []), salt]);
    }

    /** The house has accepted the move: its salt must be in the log. */
    taken(match: number, seat: number, salt: string): void {
        if (this.#moves.get(`${match}:${seat}`)?.includes(salt)) keepSalts(this.room, match, [salt]);
    }

    /** It is unknown whether the move was made, so its salt proves nothing. */
    forget(match: number, seat: number, salt: string): void {
        const key = `${match}:${seat}`;
        const others = (this.#moves.get(key) ?? []).filter((one) => one !== salt);
        this.#moves.set(key, others);
    }

    /** All salts that this device has sent to a match, for these seats. */
    brought(match: number, seats: number[]): string[] {
        const moves = seats.flatMap((seat) => this.#moves.get(`${match}:${seat}`) ?? []);
        return [...new Set([...this.#under(this.seal(match)), ...moves, ...keptSalts(this.room, match)])];
    }
}
