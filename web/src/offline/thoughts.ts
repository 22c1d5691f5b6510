/* thoughts.ts: carries the thoughts of bots from the house (house-worker.ts) to the worker that thinks them
 * (thinker-worker.ts) and back. The page connects the two; if the thinker breaks, the page starts another
 * one, and open questions are asked again. */

/** To the thinker: the house's own module once, then thoughts. */
export type ToThinker = { module: WebAssembly.Module } | { number: number; thought: Uint8Array };
export interface FromThinker {
    number: number;
    thought: Uint8Array;
}

interface Thought {
    bytes: Uint8Array;
    resolve: (answer: Uint8Array) => void;
    reject: (why: Error) => void;
}

export class Thoughts {
    #module: WebAssembly.Module;
    #want: () => void;
    #port: MessagePort | null = null;
    #hopeless = false;
    #waiting = new Map<number, Thought>();
    #last = 0;

    /** `want`: ask the page for a thinker. */
    constructor(module: WebAssembly.Module, want: () => void) {
        this.#module = module;
        this.#want = want;
    }

    /** Have a thought computed. Fails if there is no thinker. */
    think(bytes: Uint8Array): Promise<Uint8Array> {
        if (this.#hopeless) return Promise.reject(new Error("no thinker"));
        return new Promise((resolve, reject) => {
            const number = ++this.#last;
            this.#waiting.set(number, { bytes, resolve, reject });
            if (this.#port) this.#send(number, bytes);
            else if (this.#waiting.size === 1) this.#want();
        });
    }

    /** A thinker, or another one in place of the last; null: there will be none. */
    meet(port: MessagePort | null): void {
        this.#port?.close();
        this.#port = port;
        this.#hopeless = !port;
        if (!port) return this.#giveUp();
        port.onmessage = ({ data }: MessageEvent<FromThinker>) => this.#hear(data);
        port.postMessage({ module: this.#module } satisfies ToThinker);
        for (const [number, { bytes }] of this.#waiting) this.#send(number, bytes);
    }

    #send(number: number, thought: Uint8Array): void {
        this.#port!.postMessage({ number, thought } satisfies ToThinker);
    }

    #hear({ number, thought }: FromThinker): void {
        this.#waiting.get(number)?.resolve(thought);
        this.#waiting.delete(number);
    }

    #giveUp(): void {
        for (const { reject } of this.#waiting.values()) reject(new Error("no thinker"));
        this.#waiting.clear();
    }
}
