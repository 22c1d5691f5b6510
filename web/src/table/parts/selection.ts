/* selection.ts: one tap selects, a second tap does it, so that a slip of the finger costs nothing. */
import { useLayoutEffect, useState } from "preact/hooks";

/** What is picked; nothing any more as soon as `at` changes, or with Escape. */
export function usePicked<What>(at: string): [What | null, (what: What) => void] {
    const [picked, setPicked] = useState<{ at: string; what: What } | null>(null);
    useLayoutEffect(() => {
        if (picked === null) return;
        const listener = (event: KeyboardEvent) => event.key === "Escape" && setPicked(null);
        addEventListener("keydown", listener);
        return () => removeEventListener("keydown", listener);
    }, [picked]);
    return [picked?.at === at ? picked.what : null, (what) => setPicked({ at, what })];
}
