/* dial.ts: a connection to the server. The first one is dialled by boot.ts, before the rest of the page has arrived, and
 * waits in the window for the page to take it. */
import { readCode } from "../ui/navigation";
import { isHere } from "../ui/storage";

declare global {
    interface Window {
        /** Null: the page has started, and dials for itself. */
        knobelSocket?: WebSocket | null;
    }
}

/** The address has the code of the room in it, so that a proxy can tell where the room is. */
function address(room: string): string {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const code = readCode(room);
    return `${scheme}://${location.host}/ws${code ? `/${code}` : ""}`;
}

function dial(room: string): WebSocket {
    return new WebSocket(address(room), "knobel.1");
}

export function dialEarly(room: string): void {
    if (!isHere(room) && window.knobelSocket === undefined) window.knobelSocket = dial(room);
}

/** The early connection, if it is still good, or another one. */
export function dialServer(room: string): WebSocket {
    const early = window.knobelSocket;
    window.knobelSocket = null;
    if (early && early.readyState <= WebSocket.OPEN && early.url === address(room)) return early;
    early?.close();
    return dial(room);
}
