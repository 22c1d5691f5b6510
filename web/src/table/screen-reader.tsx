/* screen-reader.tsx: announces a match to screen readers. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Told } from "./sentences";
import type { RoomConnection } from "../connection/room-connection";
import { _ } from "../ui/words";

/** Announces new events when they are due; a viewer who joins later hears only what is new. */
export function Ears({
    told,
    connection,
    yours,
}: {
    told: Told[];
    connection: RoomConnection;
    yours: boolean;
}) {
    const [said, setSaid] = useState("");
    const last = useRef(told[told.length - 1]?.number ?? 0);
    useEffect(() => {
        const fresh = told.filter((one) => one.number > last.current);
        if (fresh.length === 0) return;
        const wait = Math.max(0, Math.max(...fresh.map((one) => one.at)) - connection.clock.table());
        const timer = setTimeout(
            () => {
                last.current = fresh[fresh.length - 1]!.number;
                setSaid(fresh.map((one) => one.text).join(" ") + (yours ? ` ${_("It's your turn.")}` : ""));
            },
            Math.min(wait, 5_000),
        );
        return () => clearTimeout(timer);
    }, [told, yours]);
    return (
        <div class="ears" role="log" aria-live="polite">
            {said}
        </div>
    );
}
