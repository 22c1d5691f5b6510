/* log.tsx: the match so far, a sentence an event, newest at the end. */
import { useEffect, useRef } from "preact/hooks";
import { SeatMark } from "./seat";
import type { Told } from "./told";
import { _ } from "./words";

/** `now`: lines dated ahead are not told yet. */
export function Log({ told, now }: { told: Told[]; now: number }) {
    const list = useRef<HTMLOListElement>(null);
    const shown = told.filter((one) => one.at <= now);
    useEffect(() => {
        list.current?.scrollTo({ top: list.current.scrollHeight });
    }, [shown.length]);
    return (
        <ol class="match-log" ref={list} tabIndex={0} aria-label={_("The match so far")}>
            {shown.length === 0 && <li class="soft small">{_("Nothing has happened yet.")}</li>}
            {shown.map((one) => (
                <li key={one.number} class={one.gone ? "log-line gone" : "log-line"}>
                    <span class="log-mark">
                        {typeof one.who === "number" && <SeatMark seat={one.who} size={12} />}
                    </span>
                    {one.gone ? <s>{one.text}</s> : <span>{one.text}</span>}
                </li>
            ))}
        </ol>
    );
}
