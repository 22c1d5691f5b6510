/* calls.ts: notifications of the browser while the page lies in the background: it is one's turn, a match begins, a friend has
 * written. They say no more than that: others may see the screen. While reaction counts there are none, since they would
 * come too late, and never because of what others do in secret. */
import type { ChatLine } from "../connection/messages";
import type { RoomConnection, Snapshot } from "../connection/room-connection";
import { title } from "../shelf/games";
import { settings } from "../ui/storage";
import { _ } from "../ui/words";

type Kind = "turn" | "match" | "chat";

/** Is it our turn, as far as one may be called for it? */
function isDue({ table, you }: Snapshot): boolean {
    return (
        table !== null &&
        !table.over &&
        table.alarm === null &&
        you.seats.some((seat) => table.due.includes(seat))
    );
}

const last = ({ chat }: Snapshot): ChatLine | undefined => chat[chat.length - 1];

function isFromFriend(now: Snapshot, line: ChatLine): boolean {
    const key = `${now.room!.room}:${line.person ?? line.from}`;
    return line.person !== now.you.person && !settings().muted.includes(key);
}

/** What has happened that is worth a call; null: nothing. */
export function worthACall(before: Snapshot, now: Snapshot): { kind: Kind; text: string } | null {
    if (!now.room || !before.room || before.link !== "open" || now.link !== "open") return null;
    const game = title(now.room.game);
    const begins = now.room.status === "playing" && before.room.status !== "playing";
    if (begins && now.you.seats.length > 0)
        return { kind: "match", text: _("{game}: the match starts.", { game }) };
    if (isDue(now) && !isDue(before)) return { kind: "turn", text: _("{game}: it's your turn.", { game }) };
    const line = last(now);
    if (line && line.number > (last(before)?.number ?? 0) && isFromFriend(now, line))
        return { kind: "chat", text: _("{name} sent a message.", { name: line.from || _("A spectator") }) };
    return null;
}

async function show(text: string, tag: string): Promise<() => void> {
    const options = { body: text, tag, data: location.pathname };
    // Phones show those of a service worker only.
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    if (worker?.active) {
        await worker.showNotification("Knobel", options);
        const shown = await worker.getNotifications({ tag });
        return () => shown.forEach((one) => one.close());
    }
    const one = new Notification("Knobel", options);
    one.onclick = () => {
        focus();
        one.close();
    };
    return () => one.close();
}

/** Call whoever plays here, until the function that is returned is called. */
export function watchFor(connection: RoomConnection): () => void {
    let before = connection.now;
    let shown: (() => void)[] = [];
    const look = () => {
        const call = worthACall(before, connection.now);
        before = connection.now;
        if (!call || !document.hidden || !("Notification" in window) || Notification.permission !== "granted")
            return;
        void show(call.text, `${connection.code}-${call.kind}`).then(
            (close) => shown.push(close),
            () => undefined,
        );
    };
    // Whoever is back needs no call any more.
    const back = () => {
        if (document.hidden) return;
        for (const close of shown) close();
        shown = [];
    };
    document.addEventListener("visibilitychange", back);
    const end = connection.onChange(look);
    return () => {
        end();
        document.removeEventListener("visibilitychange", back);
        for (const close of shown) close();
    };
}
