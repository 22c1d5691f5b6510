/* salts.ts: the seals that this device saw before a match, and the salts it added to the dice. At the end all
 * of them must be in the log, so they are stored to outlive a reload. */
import { keepRoom, keepSalts, keptRoom, keptSalts } from "../ui/storage";
import type { OwnSalt } from "../table/envelope";

const SEALS_KEPT = 3;

/** 16 hexadecimal digits; never all zero, which would mean none. getRandomValues also works on plain HTTP. */
function newSalt(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return /^0+$/.test(text) ? newSalt() : text;
}

export class Salts {
    /** By match, sent with moves. */
    #moves = new Map<number, OwnSalt[]>();
    /** By `seal:seat`, sent before a match; those that the house has accepted; and the matches under their seals. */
    #seats = new Map<string, OwnSalt>();
    #taken = new Set<OwnSalt>();
    #unsent = new Set<OwnSalt>();
    /** By `match:seat`: the salt of the next move, until one is made with it. */
    #next = new Map<string, string>();
    #started = new Map<string, number>();
    /** By match: its seal, and the signature that came with it. */
    #seals: Map<number, string>;
    #signatures = new Map<number, string>();
    /** Lines shown during a match, and of which one. */
    #lines: string[] = [];
    #linesOf = 0;

    constructor(readonly room: string) {
        this.#seals = new Map(keptRoom(room)?.seals);
    }

    // ---- before a match ----

    /** The seal of a match, seen before it began. */
    noteSeal(match: number, seal: string, signature?: string): void {
        this.#seals.set(match, seal);
        if (signature) this.#signatures.set(match, signature);
        else this.#signatures.delete(match);
        if (keptRoom(this.room)) keepRoom(this.room, { seals: [...this.#seals].slice(-SEALS_KEPT) });
    }

    seal(match: number): string | undefined {
        return this.#seals.get(match);
    }

    signature(match: number): string | undefined {
        return this.#signatures.get(match);
    }

    /** A new salt for this seat, now that the seal is known; null if it has sent one. */
    bringUnder(seal: string, seat: number): string | null {
        const key = `${seal}:${seat}`;
        const own = this.#seats.get(key);
        if (own) return this.#unsent.delete(own) ? own.salt : null;
        const salt = newSalt();
        this.#seats.set(key, { seat, move: null, salt });
        return salt;
    }

    /** The house has accepted it: it counts. The match may have started with it. */
    takenUnder(seal: string, seat: number): void {
        const own = this.#seats.get(`${seal}:${seat}`);
        if (!own) return;
        this.#taken.add(own);
        const match = this.#started.get(seal);
        if (match !== undefined) keepSalts(this.room, match, [own]);
    }

    /** The house refused it: the same one is sent again. A house that could have another one could choose. */
    missedUnder(seal: string, seat: number): void {
        const own = this.#seats.get(`${seal}:${seat}`);
        if (own) this.#unsent.add(own);
    }

    #under(seal: string | undefined): OwnSalt[] {
        const brought = [...this.#seats].filter(([key]) => key.startsWith(`${seal}:`)).map(([, own]) => own);
        return brought.filter((own) => this.#taken.has(own));
    }

    /** The match begins, under this seal: the salts accepted until now count. */
    begin(match: number, seal: string): void {
        this.#started.set(seal, match);
        keepSalts(this.room, match, this.#under(seal));
    }

    // ---- during a match ----

    /** The salt for the next move of a seat. With the same dice for everyone it changes nothing, and may say whose
     * match it is: then `tied`. Otherwise it is random. A move that was refused and the one after it have the same: nobody can
     * have another salt, and with it other dice, by refusing. */
    forMove(match: number, seat: number, tied: boolean): string {
        const key = `${match}:${seat}`;
        const tie = tied ? keptRoom(this.room)?.tie : null;
        const salt = this.#next.get(key) ?? tie ?? newSalt();
        this.#next.set(key, salt);
        return salt;
    }

    /** A move was made, or may have been: the next one has a salt of its own. */
    usedUp(match: number, seat: number): void {
        this.#next.delete(`${match}:${seat}`);
    }

    bring(match: number, own: OwnSalt): void {
        this.#moves.set(match, [...(this.#moves.get(match) ?? []), own]);
    }

    /** The house has accepted the move: its salt must be in the log. */
    taken(match: number, salt: string): void {
        const own = this.#moves.get(match)?.find((one) => one.salt === salt);
        if (own) keepSalts(this.room, match, [own]);
    }

    /** It is unknown whether the move was made, so its salt proves nothing. */
    forget(match: number, salt: string): void {
        const others = (this.#moves.get(match) ?? []).filter((one) => one.salt !== salt);
        this.#moves.set(match, others);
    }

    /** Lines as the house shows them. */
    noteLines(match: number, lines: readonly string[]): void {
        if (match !== this.#linesOf) this.#lines = [];
        this.#linesOf = match;
        this.#lines.push(...lines);
    }

    /** All lines of a match that were shown. */
    lines(match: number): readonly string[] {
        return match === this.#linesOf ? this.#lines : [];
    }

    /** All salts that this device has sent to a match, for these seats. */
    brought(match: number, seats: number[]): OwnSalt[] {
        const moves = (this.#moves.get(match) ?? []).filter(({ seat }) => seats.includes(seat));
        const all = [...this.#under(this.seal(match)), ...moves, ...keptSalts(this.room, match)];
        return [...new Map(all.map((own) => [own.salt, own])).values()];
    }
}
