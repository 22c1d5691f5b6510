/* room-for.ts: layouts that depend on both width and height: what CSS alone cannot ask. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** What the page has above the face, in pixels. */
const ABOVE = 104;

/** Is there room for something, by the width of the face and the height of the window below the page's head? */
export function useRoom(root: RefObject<HTMLElement | null>, fits: (width: number, height: number) => boolean): boolean {
    const [room, setRoom] = useState(false);
    useLayoutEffect(() => {
        const element = root.current;
        if (!element) return;
        const look = () => setRoom(fits(element.clientWidth, innerHeight - ABOVE));
        look();
        const observer = new ResizeObserver(look);
        observer.observe(element);
        addEventListener("resize", look);
        return () => {
            observer.disconnect();
            removeEventListener("resize", look);
        };
    }, []);
    return room;
}
