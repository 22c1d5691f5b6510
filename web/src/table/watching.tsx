/* watching.tsx: tells those who came too late for a match that they watch it, and how they get into the next. */
import { isTaken } from "../room/people";
import type { Snapshot } from "../connection/room-connection";
import { _ } from "../ui/words";

export function Watching({ now, onSit }: { now: Snapshot; onSit: () => void }) {
    const { room, you } = now;
    const shut = room!.locked && room!.host !== null && you.person === null;
    const free = room!.seats.some((seat) => !isTaken(seat));
    return (
        <p class="strip-note small">
            {you.seats.length > 0 ? (
                _("You are watching. You play in the next match.")
            ) : free && !shut ? (
                <>
                    <span>{_("You are watching.")}</span>
                    <button type="button" class="button small" onClick={onSit}>
                        {_("Sit down for the next match")}
                    </button>
                </>
            ) : (
                _("You are watching.")
            )}
        </p>
    );
}
