/* messages.ts: the messages between the page and the worker with its house. A line is one connection. */

export type Asked =
    | { what: "games" }
    | { what: "open"; request: Record<string, unknown> }
    | { what: "log"; room: string; match: number };

export type ToHouse =
    | { line: number; dial: true }
    | { line: number; text: string }
    | { line: number; hangUp: true }
    /** The port to the thinker; null: there is none. */
    | { thinker: MessagePort | null }
    | ({ ask: number } & Asked);

export type LineNews =
    { line: number; open: true } | { line: number; text: string } | { line: number; closed: number };

export type FromHouse = LineNews | { ask: number; answer?: unknown; why?: string } | { wants: "thinker" };
