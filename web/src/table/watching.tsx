/* watching.tsx: tells those who came too late for a match that they watch it, and how they get into the next. */
import { isTaken } from "../room/people";
import type { Snapshot } from "../connection/room-connection";
import { _ } from "../ui/words";

/** Could someone who has no seat get one for the next match? */
export function maySit({ room, you }: Snapshot): boolean {
    const shut = room!.locked && room!.host !== null && you.person === null;
    return !shut && room!.seats.some((seat) => !isTaken(seat));
}

/** Those who make room while a game has too few seats get theirs back. */
export function sitsOut({ room, you }: Snapshot): boolean {
    return room!.evening?.bench.some(({ person }) => person !== undefined && person === you.person) ?? false;
}

export function Watching({ now, onSit }: { now: Snapshot; onSit: () => void }) {
    return (
        <p class="strip-note small">
            {now.you.seats.length > 0 ? (
                _("You are watching. You play in the next match.")
            ) : sitsOut(now) ? (
                _("You are sitting this game out: it has too few seats.")
            ) : maySit(now) ? (
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
