/* dial.ts: a connection to the server. The first one is dialled by boot.ts, before the rest of the page has arrived. It enters
 * the room, and waits in the window, with what it has heard, for the page to take it. */
import type { Said } from "./messages";
import { readCode, seatKeyHere } from "../ui/navigation";
import { isHere, keptRoom, settings } from "../ui/storage";

/** A connection, and what has happened on it. */
export interface Dialled<S> {
    socket: S;
    /** The number of the message that enters the room; null: it was not said yet; undefined: it is left to the page. */
    entering?: number | null;
    /** With the time at which it came. */
    heard: [text: string, at: number][];
}

declare global {
    interface Window {
        /** Null: the page has started, and dials for itself. */
        knobelSocket?: Dialled<WebSocket> | null;
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

/** How someone enters a room: who they are there, if this device knows, and what it understands. */
export function enterAsMyself(room: string, name: string, seatKey: string | null): Said {
    const token = keptRoom(room)?.token;
    return {
        type: "enter",
        room,
        moves: true,
        salts: true,
        once: true,
        ...(token && { token }),
        ...(seatKey && { seat_key: seatKey }),
        ...(name && { name }),
    };
}

/** `enters`: into the room, and not onto its big screen. A link that moves a seat does so once, and is left to the page. */
export function dialEarly(room: string, enters: boolean): void {
    if (isHere(room) || window.knobelSocket !== undefined) return;
    const early: Dialled<WebSocket> = { socket: dial(room), heard: [] };
    window.knobelSocket = early;
    early.socket.onmessage = ({ data }) => early.heard.push([String(data), performance.now()]);
    if (!enters || seatKeyHere()) return;
    early.entering = null;
    early.socket.onopen = () => {
        early.entering = 0;
        early.socket.send(JSON.stringify({ ...enterAsMyself(room, settings().name, null), id: 0 }));
    };
}

const EARLY_MS = 1_000; // is worth waiting for, and no longer

/** Until the early connection has entered the room, or will not soon. */
export function enteredEarly(): Promise<unknown> | null {
    const early = window.knobelSocket;
    if (!early || early.entering === undefined) return null;
    const { socket, heard } = early;
    const isIn = () => heard.some(([text]) => text.includes('"id":0'));
    return new Promise((resolve) => {
        const look = () => (isIn() || socket.readyState > WebSocket.OPEN) && resolve(null);
        for (const event of ["message", "close"]) socket.addEventListener(event, look);
        setTimeout(resolve, EARLY_MS);
        look();
    });
}

/** The early connection, if it is still good, or another one. */
export function dialServer(room: string): Dialled<WebSocket> {
    const early = window.knobelSocket;
    window.knobelSocket = null;
    if (early && early.socket.readyState <= WebSocket.OPEN && early.socket.url === address(room))
        return early;
    early?.socket.close();
    return { socket: dial(room), heard: [] };
}
