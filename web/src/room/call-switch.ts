/* call-switch.ts: watches over a room for someone who wants to be called while the page lies in the background. */
import { useEffect } from "preact/hooks";
import type { RoomConnection } from "../connection/room-connection";
import { settings } from "../ui/storage";

/** What does it is fetched only where it was agreed to. */
export function useCalls(connection: RoomConnection): void {
    const on = settings().calls === "on";
    useEffect(() => {
        if (!on) return;
        let end: (() => void) | null = null;
        let wanted = true;
        void import("./calls").then(
            ({ watchFor }) => {
                if (wanted) end = watchFor(connection);
            },
            () => undefined,
        );
        return () => {
            wanted = false;
            end?.();
        };
    }, [connection, on]);
}
