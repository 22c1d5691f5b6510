/* log.tsx: the history of the match, one sentence per event, newest last. */
import { useEffect, useRef } from "preact/hooks";
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

/** The entries of a sentence: the dice of a throw share one. A bare `throw` before them is no entry. */
function entriesOf(lines: Line[], after: number, { number, who: teller }: Told): Line[] {
    const isEntry = ({ who, move }: Line) =>
        move !== null &&
        (who === "ours" || (typeof who === "number" && (who === teller || move.includes(" "))));
    return lines.filter((line) => line.number > after && line.number <= number && isEntry(line));
}

export function Log({ told, now, correct }: LogProps) {
    const list = useRef<HTMLOListElement>(null);
    const shown = told.filter((one) => one.at <= now && !(correct && one.gone));
    useEffect(() => {
        list.current?.scrollTo({ top: list.current.scrollHeight });
    }, [shown.length]);
    return (
        <ol class="match-log" ref={list} tabIndex={0} aria-label={_("History")}>
            {shown.length === 0 && <li class="soft small">{_("Nothing has happened yet.")}</li>}
            {shown.map((one, at) => (
                <li key={one.number} class={one.gone ? "log-line gone" : "log-line"}>
                    <span class="log-mark">
                        {typeof one.who === "number" && <SeatMark seat={one.who} size={12} />}
                    </span>
                    {one.gone ? <s>{one.text}</s> : <span>{one.text}</span>}
                    {correct && one.who !== "back" && one.who !== "dice" && (
                        <button
                            type="button"
                            class="button quiet round log-correct"
                            aria-label={_("Correct: {sentence}", { sentence: one.text })}
                            onClick={() =>
                                correct.open(one, entriesOf(correct.lines, shown[at - 1]?.number ?? 0, one))
                            }
                        >
                            <Icon name="pencil" />
                        </button>
                    )}
                </li>
            ))}
        </ol>
    );
}
