/* apart.tsx: while a big screen shows the table, a phone shows what its player needs: the faces hide the rest (`.apart` in
 * their styles, with `.idle` while others are to move). */
import { useEffect } from "preact/hooks";
import type { Snapshot } from "../connection/room-connection";
import { choose, settings } from "../ui/storage";
import { hush } from "./parts/sound";
import { Icon } from "../ui/icons";
import { _ } from "../ui/words";

/** Is the table elsewhere? Who only watches, and a match that is over, have it here. */
export function isApart({ room, table, you }: Snapshot): boolean {
    const screens = room?.screens ?? 0;
    return screens > 0 && you.seats.length > 0 && !table!.over && settings().beside === "hand";
}

/** The big screen is heard, and this device is not. */
export function useQuiet(apart: boolean): void {
    useEffect(() => {
        hush(apart);
        return () => hush(false);
    }, [apart]);
}

/** In place of the names, which the big screen shows. */
export function Apart({ onReact }: { onReact: (() => void) | undefined }) {
    return (
        <p class="strip-note strip-apart small">
            {onReact && (
                <button type="button" class="strip-react" aria-label={_("Reactions")} onClick={onReact}>
                    <Icon name="smile" />
                </button>
            )}
            <span>{_("The table is on the big screen.")}</span>
            <button type="button" class="button small" onClick={() => choose({ beside: "whole" })}>
                {_("Show it here")}
            </button>
        </p>
    );
}
