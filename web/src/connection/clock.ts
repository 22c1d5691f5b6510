/* clock.ts: the clocks of the house and the table, on this device. Times are milliseconds; the device counts
 * by performance.now(), which nobody can set back. */

const SAMPLES_KEPT = 12;

interface Sample {
    trip: number;
    /** The server's clock minus this device's, at the middle of the round trip. */
    offset: number;
}

export class HouseClock {
    #samples: Sample[] = [];
    /** When the table opened, by the server's clock. */
    #opened = 0;
    /** The same by this device's, as its last message had it: until the clock is set. */
    #openedHere = 0;

    /** After a sleep the device's own clock may have stood still. */
    forget(): void {
        this.#samples = [];
    }

    /** One answer to `sync`: sent and received by this device's clock, and the server's time in between. */
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

    /** The server's time, in Unix milliseconds; before the first sync, this device's own. */
    house(at = performance.now()): number {
        return at + (this.#best()?.offset ?? Date.now() - performance.now());
    }

    /** A message of the table, written at its time `now`, has come at `at`. */
    heardTable(opened: number, now: number, at: number): void {
        this.#opened = opened;
        this.#openedHere = at - now;
    }

    /** The time of the table. */
    table(at = performance.now()): number {
        return this.#samples.length > 0 ? this.house(at) - this.#opened : at - this.#openedHere;
    }
}
