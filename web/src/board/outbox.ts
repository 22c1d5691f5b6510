/* outbox.ts: results that somebody has agreed to send to the board of the day. They are stored until the server
 * has them, so one without a network is sent later. */
import { fetchLog } from "../connection/match-log";
import type { Dice } from "../challenge/tries";
import { OUTBOX, read, write } from "../ui/storage";
import { deviceKey } from "./key";

/** A result on its way to the board, and what has become of it. */
export interface Sent extends Dice {
    room: string;
    match: number;
    /** As it will be shown. */
    who: string;
    /** Null as long as it could not be fetched. */
    log: string | null;
    state: "waiting" | "sent" | "refused";
    /** Why it was refused. */
    why?: string;
}

const KEPT = 30;
const FAR_MS = 20_000;

const isOf =
    ({ game, name }: Dice) =>
    (one: Sent) =>
        one.game === game && one.name === name;

const all = () => read<Sent[]>(OUTBOX, []);
const listeners = new Set<() => void>();

function keep(one: Sent): void {
    write(OUTBOX, [...all().filter((other) => !isOf(one)(other)), one].slice(-KEPT));
    for (const listener of listeners) listener();
}

export function onOutbox(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** What has been sent with these dice; null if nobody has agreed yet. */
export function sentWith(dice: Dice): Sent | null {
    return all().find(isOf(dice)) ?? null;
}

/** Reasons that may pass: everything else is final. */
const passes = (status: number) => status === 429 || status >= 500;

async function send(one: Sent): Promise<Sent> {
    const log = one.log ?? (await fetchLog(one.room, one.match));
    const answer = await fetch("/api/board", {
        method: "POST",
        body: JSON.stringify({ key: deviceKey(), name: one.who, log }),
        signal: AbortSignal.timeout?.(FAR_MS) ?? null,
    });
    if (answer.ok) return { ...one, log: null, state: "sent" };
    const { why = "lost" } = (await answer.json().catch(() => ({}))) as { why?: string };
    if (passes(answer.status)) return { ...one, log, why };
    return { ...one, log: null, state: "refused", why };
}

let sending: Promise<void> | null = null;

async function sendAll(): Promise<void> {
    for (const one of all().filter(({ state }) => state === "waiting"))
        keep(await send(one).catch(() => ({ ...one, why: "lost" }))); // no network: later
}

/** Send what waits. */
export function sendWaiting(): Promise<void> {
    sending ??= sendAll().finally(() => {
        sending = null;
    });
    return sending;
}

/** Somebody agrees to show this result. The log of a match on this device is at hand even without a network. */
export async function agree(result: Omit<Sent, "log" | "state">): Promise<void> {
    const log = await fetchLog(result.room, result.match).catch(() => null);
    keep({ ...result, log, state: "waiting" });
    await sendWaiting();
}

addEventListener("online", () => void sendWaiting());
