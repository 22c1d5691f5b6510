/* reveal.ts: shows something at one instant and knows when it was painted. The hidden element is in the page
 * already; one frame before its time it gets `data-shown`, and the time of the next frame is when it was
 * painted. This bypasses Preact, which might draw it a frame later. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** What is set in one frame is painted with the next. */
const FRAME_MS = 1000 / 60;

export interface Reveal {
    /** To be set on the element that gets `data-shown`. */
    frame: RefObject<HTMLDivElement | null>;
    shown: boolean;
    /** How long after the painted frame that was, in milliseconds; 0 if it was before. */
    after(event: Event): number;
}

/** Events are dated on the clock of `performance.now`; where they are not, now must do. */
function timeOf(event: Event): number {
    const now = performance.now();
    return event.timeStamp > 0 && event.timeStamp <= now ? event.timeStamp : now;
}

export function useReveal(at: number | null, now: () => number): Reveal {
    const frame = useRef<HTMLDivElement>(null);
    const painted = useRef<number | null>(null);
    const clock = useRef(now);
    const [shownAt, setShownAt] = useState<number | null>(null);
    clock.current = now;
    useLayoutEffect(() => {
        painted.current = null;
        frame.current?.removeAttribute("data-shown");
        if (at === null) return;
        let request = requestAnimationFrame(function wait() {
            if (clock.current() + FRAME_MS < at) {
                request = requestAnimationFrame(wait);
                return;
            }
            frame.current?.setAttribute("data-shown", "");
            request = requestAnimationFrame((time) => {
                painted.current = time;
                setShownAt(at);
            });
        });
        return () => cancelAnimationFrame(request);
    }, [at]);
    return {
        frame,
        shown: at !== null && shownAt === at,
        after: (event) => (painted.current === null ? 0 : Math.max(0, timeOf(event) - painted.current)),
    };
}
