/* log.tsx: the history of the match, one sentence per event, newest last. */
import { useEffect, useRef } from "preact/hooks";
import { standing } from "../connection/log-line";
import { entriesOf } from "./entries";
import type { Line } from "./face";
import { Icon } from "../ui/icons";
import { SeatMark } from "../ui/seat-mark";
import type { Told } from "./sentences";
import { _ } from "../ui/words";

interface LogProps {
    told: Told[];
    /** Lines dated ahead are not shown yet. */
    now: number;
    /** Real dice: entries can be corrected. Then entries that no longer count are left out: after a correction
     * everything after it is listed again. */
    correct?: { lines: Line[]; open: (one: Told, entries: Line[]) => void };
}

export function Log({ told, now, correct }: LogProps) {
    const list = useRef<HTMLOListElement>(null);
    const shown = told.filter((one) => one.at <= now && !(correct && one.gone));
    const counting = correct ? standing(correct.lines) : [];
    useEffect(() => {
        list.current?.scrollTo({ top: list.current.scrollHeight });
    }, [shown.length]);
    return (
        <ol class="match-log" ref={list} tabIndex={0} aria-label={_("History")}>
            {shown.length === 0 && <li class="soft small">{_("Nothing has happened yet.")}</li>}
            {shown.map((one, at) => {
                const entries =
                    correct && one.who !== "back" && one.who !== "dice"
                        ? entriesOf(counting, shown[at - 1]?.number ?? 0, one)
                        : [];
                return (
                    <li key={one.number} class={one.gone ? "log-line gone" : "log-line"}>
                        <span class="log-mark">
                            {typeof one.who === "number" && <SeatMark seat={one.who} size={12} />}
                        </span>
                        {one.gone ? <s>{one.text}</s> : <span>{one.text}</span>}
                        {entries.length > 0 && (
                            <button
                                type="button"
                                class="button quiet round log-correct"
                                aria-label={_("Correct: {sentence}", { sentence: one.text })}
                                onClick={() => correct!.open(one, entries)}
                            >
                                <Icon name="pencil" />
                            </button>
                        )}
                    </li>
                );
            })}
        </ol>
    );
}
