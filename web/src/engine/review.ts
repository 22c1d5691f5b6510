/* review.ts: the review of a match. Where judges take long, a few workers think about its events at the same time, and
 * the engine in the page enters what they find, in order: so the first results are there at once, and in the end there
 * are the same bytes as with one worker. */
import type { Report } from "../review/report";
import { Unanswered, reviewAlone } from "./engine";
import { openHelper, type Helper } from "./extra-worker";
import { askEngine, type Table } from "./main-thread";

const HELPERS_MAX = 4;
const helpersWanted = () => Math.min(HELPERS_MAX, navigator.hardwareConcurrency || 2);

/** From 0 to 1; with the review so far, if there is something to show. */
export type OnDone = (done: number, soFar?: Report) => void;

/** A table if its events can be thought about apart from each other, else null. */
const openApart = (log: string): Promise<Table | null> =>
    askEngine((knobel) => {
        const table = knobel.table(log);
        if (table.thinkApart()) return table;
        table.close();
        return null;
    });

/** The pieces of one review: what is to be thought of next, and what has been. */
class Pieces {
    private review: ReturnType<Table["enterReview"]> | null = null;
    private readonly values = new Map<number, Uint8Array>();
    private next = 0; // whose values nobody has been asked for
    private wanted: number | null = null; // whose verdict is missing

    constructor(
        private readonly table: Table,
        private readonly log: string,
    ) {}

    /** The verdict without which nothing goes on comes first. How many events there are is known with the start. */
    take() {
        const { log, wanted } = this;
        this.wanted = null;
        if (wanted !== null) return { topic: "verdict", about: { log, number: wanted } } as const;
        const last = this.review ? this.review.count : 0;
        return this.next <= last ? ({ topic: "values", about: { log, number: this.next++ } } as const) : null;
    }

    /** Enter what can be entered now. */
    found(topic: "values" | "verdict", number: number, thought: Uint8Array): void {
        if (topic === "values") this.values.set(number, thought);
        const isNext = number === (this.review ? this.review.entered + 1 : 0);
        if (!isNext) return;
        if (!this.review) this.review = this.table.enterReview(thought);
        else if (topic === "verdict") this.enter(thought);
        this.enterAll();
    }

    private enter(verdict?: Uint8Array): boolean {
        const number = this.review!.entered + 1;
        const values = this.values.get(number);
        if (!values) return false;
        if (!this.review!.enter(values, verdict)) {
            this.wanted = number;
            return false;
        }
        this.values.delete(number);
        return true;
    }

    private enterAll(): void {
        while (this.enter());
    }

    get done(): number {
        return this.review ? this.review.entered / Math.max(1, this.review.count) : 0;
    }

    soFar(): Report | undefined {
        return this.review ? JSON.parse(this.review.json()) : undefined;
    }

    get complete(): boolean {
        return this.review !== null && this.review.entered === this.review.count;
    }
}

/** Keeps all helpers busy until the review is complete. */
function think(pieces: Pieces, helpers: Helper[], onDone: OnDone): Promise<void> {
    return new Promise((resolve, reject) => {
        const employ = () => {
            for (const helper of helpers) {
                const piece = helper.busy ? null : pieces.take();
                if (!piece) continue;
                helper
                    .ask(piece)
                    .then((thought) => {
                        const before = pieces.done;
                        pieces.found(piece.topic, piece.about.number, thought);
                        if (pieces.complete) return resolve();
                        employ();
                        if (pieces.done !== before) onDone(pieces.done, pieces.soFar());
                    })
                    .catch(reject);
            }
        };
        employ();
    });
}

async function reviewTogether(
    table: Table,
    log: string,
    onDone: OnDone,
    signal?: AbortSignal,
): Promise<Report> {
    const helpers = Array.from({ length: helpersWanted() }, openHelper);
    const pieces = new Pieces(table, log);
    try {
        const abandoned = new Promise<never>((_resolve, reject) => {
            signal?.addEventListener("abort", () => reject(new Unanswered("abandoned")), { once: true });
        });
        await Promise.race([think(pieces, helpers, onDone), abandoned]);
        return pieces.soFar()!;
    } finally {
        for (const helper of helpers) helper.dismiss();
        table.close();
    }
}

/** The review of a match: luck and mistakes. */
export async function review(log: string, onDone: OnDone, signal?: AbortSignal): Promise<Report> {
    const table = await openApart(log);
    if (signal?.aborted) {
        table?.close();
        throw new Unanswered("abandoned");
    }
    return table ? reviewTogether(table, log, onDone, signal) : reviewAlone(log, onDone, signal);
}
