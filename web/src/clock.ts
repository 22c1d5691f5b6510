/* clock.ts: the clock of the house and the clock of the table, on this device. Times in milliseconds; what the device
 * itself counts by is performance.now(), which nobody can set back. */

const SAMPLES_KEPT = 12;

interface Sample {
    trip: number;
    /** The house's clock minus this device's, at the middle of the trip. */
    offset: number;
}

export class HouseClock {
    #samples: Sample[] = [];
    #match = -1;
    #openedAt = 0;

    /** After a sleep the device's own clock may have stood still. */
    forget(): void {
        this.#samples = [];
        this.#match = -1;
    }

    /** One answer to `sync`: sent and come back by this device's clock, and the house's time in between. */
    synced(sent: number, back: number, house: number): void {
        this.#samples.push({ trip: back - sent, offset: house - (sent + back) / 2 });
        if (this.#samples.length > SAMPLES_KEPT) this.#samples.shift();
    }

    /** The quickest trip has the least room for error. */
    #best(): Sample | undefined {
        return this.#samples.reduce<Sample | undefined>(
            (best, sample) => (best && best.trip <= sample.trip ? best : sample),
            undefined,
        );
    }

    /** The smallest round trip lately, or null. */
    trip(): number | null {
        return this.#best()?.trip ?? null;
    }

    /** The house's time, Unix milliseconds; before the first sync as this device believes. */
    house(at = performance.now()): number {
        return at + (this.#best()?.offset ?? Date.now() - performance.now());
    }

    /** A message of the table said `now` when it left the house, and came at `at`. The earliest sight of the
     * table's opening is the least delayed one. */
    heardTable(match: number, now: number, at: number): void {
        const seen = at - now - (this.trip() ?? 0) / 2;
        if (match !== this.#match || seen < this.#openedAt) this.#openedAt = seen;
        this.#match = match;
    }

    /** The time of the table. */
    table(at = performance.now()): number {
        return at - this.#openedAt;
    }
}
