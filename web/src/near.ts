/* near.ts: the house on this device, for those without a network: the same house (C, as WebAssembly) in a worker
 * (near/house.ts), behind a thing that is used like a WebSocket. Nothing of it is fetched before it is wanted. */
import script from "made:near";
import { keptRoom } from "./keep";
import type { GameFacts } from "./messages";
import type { Asked, FromHouse, LineNews, ToHouse } from "./near/messages";

/** What the wire uses of a WebSocket. */
export interface Socket {
    onopen: ((event: any) => void) | null;
    onmessage: ((event: any) => void) | null;
    onclose: ((event: any) => void) | null;
    readonly readyState: number;
    send(text: string): void;
    close(): void;
}

const CUT_OFF = 1006; // as browsers say of a connection that just ended

/** Is this room in the house on this device? */
export function isHere(code: string): boolean {
    return keptRoom(code)?.here === true;
}

// ---- the worker ----

let worker: Worker | null = null;
const lines = new Map<number, NearSocket>();
const asked = new Map<number, { resolve: (answer: any) => void; reject: (why: Error) => void }>();
let lastNumber = 0;

function hear(message: FromHouse): void {
    if ("line" in message) lines.get(message.line)?.hear(message);
    else {
        const waiting = asked.get(message.ask);
        asked.delete(message.ask);
        if (message.why) waiting?.reject(new Error(message.why));
        else waiting?.resolve(message.answer);
    }
}

/** It could not be fetched, or it broke: who wants it next gets a new one. */
function fail(): void {
    worker?.terminate();
    worker = null;
    for (const line of [...lines.keys()]) hear({ line, closed: CUT_OFF });
    for (const ask of [...asked.keys()]) hear({ ask, why: "lost" });
}

function tell(message: ToHouse): void {
    if (!script) return void setTimeout(fail);
    if (!worker) {
        worker = new Worker(script);
        worker.onmessage = ({ data }) => (data === "broken" ? fail() : hear(data as FromHouse));
        worker.onerror = fail;
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

export function openRoomHere(wish: Record<string, unknown>): Promise<{ room: string; token: string }> {
    return ask({ what: "open", wish });
}

export function logHere(room: string, match: number): Promise<string> {
    return ask({ what: "log", room, match });
}
