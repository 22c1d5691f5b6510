/* house.ts: the house on this device, for playing without a network: the same house (C, as WebAssembly) in a
 * worker (house-worker.ts), behind an object that is used like a WebSocket. Its bots think in another worker
 * (thinker-worker.ts). Nothing of it is fetched before it is needed. */
import script from "built:house-worker";
import thinkerScript from "built:thinker-worker";
import { learnt, stoppedLearning } from "../engine/learning";
import type { GameFacts } from "../connection/messages";
import type { Asked, FromHouse, LineNews, ToHouse } from "./messages";
import type { ThinkerNews } from "./thinker-worker";

/** What the connection uses of a WebSocket. */
export interface Socket {
    onopen: ((event: any) => void) | null;
    onmessage: ((event: any) => void) | null;
    onclose: ((event: any) => void) | null;
    readonly readyState: number;
    send(text: string): void;
    close(): void;
}

const CUT_OFF = 1006; // the code browsers give to a connection that just ended
const THINKERS_MAX = 3; // thinkers for one house: if they keep failing, it thinks by itself

// ---- who thinks for the bots ----

let thinker: Worker | null = null;
let thinkers = 0;

function dismissThinker(): void {
    thinker?.terminate();
    thinker = null;
    stoppedLearning();
}

/** The house needs a worker for bots, or the last one failed. */
function bringThinker(): void {
    dismissThinker();
    if (!worker) return;
    if (!thinkerScript || thinkers++ === THINKERS_MAX) return tell({ thinker: null });
    const { port1, port2 } = new MessageChannel();
    thinker = new Worker(thinkerScript);
    thinker.onmessage = ({ data }: MessageEvent<ThinkerNews>) =>
        data === "broken" ? bringThinker() : learnt(data.game, data.learnt);
    thinker.onerror = bringThinker;
    thinker.postMessage(port2, [port2]);
    worker.postMessage({ thinker: port1 } satisfies ToHouse, [port1]);
}

// ---- the worker ----

let worker: Worker | null = null;
const lines = new Map<number, NearSocket>();
const asked = new Map<number, { resolve: (answer: any) => void; reject: (why: Error) => void }>();
let lastNumber = 0;

function hear(message: FromHouse): void {
    if ("line" in message) lines.get(message.line)?.hear(message);
    else if ("wants" in message) bringThinker();
    else {
        const waiting = asked.get(message.ask);
        asked.delete(message.ask);
        if (message.why) waiting?.reject(new Error(message.why));
        else waiting?.resolve(message.answer);
    }
}

/** It could not be fetched, or it failed: the next caller gets a new one. */
function fail(): void {
    worker?.terminate();
    worker = null;
    dismissThinker();
    thinkers = 0;
    for (const line of [...lines.keys()]) hear({ line, closed: CUT_OFF });
    for (const ask of [...asked.keys()]) hear({ ask, why: "lost" });
}

/** Without a service worker nothing can be fetched once the network is gone: fetch what a match on this device will
 * need. */
async function prepare(): Promise<void> {
    bringThinker();
    await import("../table/opened").catch(() => undefined);
    await import("../evening/evening").catch(() => undefined);
    await import("../evening/result").catch(() => undefined);
    await import("../engine/engine").then(({ prepareEngine }) => prepareEngine()).catch(() => undefined);
}

function tell(message: ToHouse): void {
    if (!script) return void setTimeout(fail);
    if (!worker) {
        worker = new Worker(script);
        worker.onmessage = ({ data }) => (data === "broken" ? fail() : hear(data as FromHouse));
        worker.onerror = fail;
        if (!("serviceWorker" in navigator)) void prepare();
    }
    worker.postMessage(message);
}

function ask<T>(question: Asked): Promise<T> {
    return new Promise((resolve, reject) => {
        const number = ++lastNumber;
        asked.set(number, { resolve, reject });
        tell({ ask: number, ...question });
    });
}

// ---- what it answers ----

export class NearSocket implements Socket {
    onopen: Socket["onopen"] = null;
    onmessage: Socket["onmessage"] = null;
    onclose: Socket["onclose"] = null;
    readyState: number = WebSocket.CONNECTING;
    #line = ++lastNumber;

    constructor() {
        lines.set(this.#line, this);
        tell({ line: this.#line, dial: true });
    }

    hear(message: LineNews): void {
        if ("text" in message) this.onmessage?.({ data: message.text });
        else if ("open" in message) {
            this.readyState = WebSocket.OPEN;
            this.onopen?.({});
        } else {
            this.readyState = WebSocket.CLOSED;
            lines.delete(this.#line);
            this.onclose?.({ code: message.closed });
        }
    }

    send(text: string): void {
        tell({ line: this.#line, text });
    }

    close(): void {
        if (!lines.delete(this.#line)) return;
        this.readyState = WebSocket.CLOSED;
        if (worker) tell({ line: this.#line, hangUp: true });
    }
}

export function gamesHere(): Promise<GameFacts[]> {
    return ask({ what: "games" });
}

export function openRoomHere(request: Record<string, unknown>): Promise<{ room: string; token: string }> {
    return ask({ what: "open", request });
}

export function logHere(room: string, match: number): Promise<string> {
    return ask({ what: "log", room, match });
}
