/* banners.tsx: banners across the screen: the connection is lost, someone wants to take back. They lie over
 * the page, so that nothing below moves. */
import { useLayoutEffect, useState } from "preact/hooks";
import { keptRoom } from "../ui/storage";
import type { TableMessage } from "../connection/messages";
import { isHere } from "../ui/storage";
import { openAndGo, type Act } from "./room";
import { useTicks } from "../ui/hooks";
import type { Snapshot } from "../connection/room-connection";
import { _ } from "../ui/words";

/** Nothing more can be kept in this browser, and what cannot be kept does not count. */
export function fullText(): string {
    return _(
        "This device has no space left to save the match. Free up some space: the match waits, and nothing is lost.",
    );
}

function linkText(now: Snapshot, here: boolean): string {
    if (here) return now.why === "disk" ? fullText() : _("Setting up the table…");
    if (now.why === "draining")
        return _("The server is restarting. Nothing is lost; play continues in a moment.");
    if (now.why === "disk")
        return _(
            "The server is having trouble saving. Everything you have seen is safe; play continues as soon as it recovers.",
        );
    if (now.why === "slow_down") return _("The server asked us to slow down. One moment…");
    if (!navigator.onLine) return _("This device is offline.");
    return _("Connection lost. Reconnecting…");
}

/** If the server cannot be reached, offer the house on this device. */
export function LinkBanner({ now, code }: { now: Snapshot; code: string }) {
    const [late, setLate] = useState(false);
    // Do not show a short gap.
    useLayoutEffect(() => {
        setLate(false);
        const timer = setTimeout(() => setLate(true), 700);
        return () => clearTimeout(timer);
    }, [now.link, now.why]);
    useTicks(1000, now.link !== "open");
    if ((now.link === "open" && !now.why) || !late) return null;
    const here = isHere(code);
    const game = here || now.why ? undefined : (now.room?.game ?? keptRoom(code)?.game);
    return (
        <div class="banner link" role="status">
            <span>{linkText(now, here)}</span>
            {game && (
                <button type="button" class="button small" onClick={() => void openAndGo(game, true, true)}>
                    {_("Play against bots meanwhile")}
                </button>
            )}
        </div>
    );
}

export function BackWish({
    table,
    names,
    mine,
    act,
}: {
    table: TableMessage;
    names: string[];
    mine: number[];
    act: Act;
}) {
    const request = table.back;
    if (!request) return null;
    const open = mine.filter((seat) => !request.agreed.includes(seat));
    const answer = (type: "agree" | "disagree") => open.forEach((seat) => void act({ type, seat }));
    return (
        <div class={open.length > 0 ? "banner wish" : "banner wish waiting"} role="status">
            <span>{_("{name} wants to take back a move.", { name: names[request.by - 1] ?? "?" })}</span>
            {open.length > 0 ? (
                <span class="row">
                    <button type="button" class="button small main" onClick={() => answer("agree")}>
                        {_("Allow")}
                    </button>
                    <button type="button" class="button small" onClick={() => answer("disagree")}>
                        {_("Decline")}
                    </button>
                </span>
            ) : (
                <span class="soft">{_("Waiting for the others.")}</span>
            )}
        </div>
    );
}
