/* dial.ts: a connection to the server. The first one is dialled by boot.ts, before the rest of the page has arrived, and
 * waits in the window for the page to take it. */
import { isHere } from "../ui/storage";

declare global {
    interface Window {
        /** Null: the page has started, and dials for itself. */
        knobelSocket?: WebSocket | null;
    }
}

function dial(): WebSocket {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}/ws`, "knobel.1");
}

export function dialEarly(code: string): void {
    if (!isHere(code) && window.knobelSocket === undefined) window.knobelSocket = dial();
}

/** The early connection, if it is still good, or another one. */
export function dialServer(): WebSocket {
    const early = window.knobelSocket;
    window.knobelSocket = null;
    return early && early.readyState <= WebSocket.OPEN ? early : dial();
}
