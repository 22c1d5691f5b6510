/* marks.tsx: rings around what a step of a lesson is about. They lie over the table and let every touch through. */
import { useEffect, useState } from "preact/hooks";

const LOOK_MS = 150;
const EDGE = 4; // pixels around what is marked
const MOST = 8;

interface Box {
    left: number;
    top: number;
    width: number;
    height: number;
}

/** Where these elements are now, as far as they are seen. */
function boxesOf(selector: string): Box[] {
    return [...document.querySelectorAll<HTMLElement>(selector)]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && height > 0)
        .slice(0, MOST)
        .map(({ left, top, width, height }) => ({
            left: left - EDGE,
            top: top - EDGE,
            width: width + 2 * EDGE,
            height: height + 2 * EDGE,
        }));
}

/** On a small screen what is marked may be below its edge. Words that do not stay above stay in sight. */
function reveal(boxes: Box[]): void {
    const below = Math.max(0, ...boxes.map(({ top, height }) => top + height)) - innerHeight;
    const words = document.querySelector(".coach");
    const most = words && scrollsAway(words) ? words.getBoundingClientRect().top : Infinity;
    if (below > 0) scrollBy(0, Math.min(below + EDGE, Math.max(0, most)));
}

/** In large text the words of a step do. */
export const scrollsAway = (words: Element) => getComputedStyle(words).position === "static";

export function Marks({ selector }: { selector: string }) {
    const [boxes, setBoxes] = useState<Box[]>([]);
    useEffect(() => {
        const look = () =>
            setBoxes((before) => {
                const now = boxesOf(selector);
                return JSON.stringify(now) === JSON.stringify(before) ? before : now;
            });
        look();
        reveal(boxesOf(selector));
        const timer = setInterval(look, LOOK_MS);
        addEventListener("scroll", look, true);
        return () => {
            clearInterval(timer);
            removeEventListener("scroll", look, true);
        };
    }, [selector]);
    return (
        <div class="learn-marks" aria-hidden="true">
            {boxes.map(({ left, top, width, height }) => (
                <i
                    style={{ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }}
                />
            ))}
        </div>
    );
}
