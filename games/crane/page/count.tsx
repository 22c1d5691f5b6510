/* count.tsx: the field for how many real cards were lifted. */
import { useState } from "preact/hooks";
import { _ } from "page/ui/words";
import type { Props } from "./view";

/** The count, at first what was asked for, and how to change it: never more than there are. */
export function useCount({ view }: Props): [number, (value: number) => void] {
    const [count, setCount] = useState(view.card!.number);
    return [count, (value) => setCount(Math.min(view.deck, Math.max(1, Math.round(value) || 1)))];
}

export function CountField({
    most,
    count,
    set,
}: {
    most: number;
    count: number;
    set: (value: number) => void;
}) {
    return (
        <input
            class="field digits"
            type="number"
            inputMode="numeric"
            min={1}
            max={most}
            value={count}
            aria-label={_("Cards lifted")}
            onInput={(event) => set(event.currentTarget.valueAsNumber)}
        />
    );
}
