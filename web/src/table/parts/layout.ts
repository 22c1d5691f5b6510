/* layout.ts: layouts that depend on both width and height, which CSS alone cannot query. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** The layout that suits the width of the face and the height it may have: that of the window below the page's head, which
 * is the least height of the root. */
export function useLayout<Name>(
    root: RefObject<HTMLElement | null>,
    first: Name,
    choose: (width: number, height: number) => Name,
): Name {
    const [layout, setLayout] = useState<Name>(first);
    const chosen = useRef(choose); // what it depends on besides may have changed
    chosen.current = choose;
    useLayoutEffect(() => {
        const element = root.current;
        if (!element) return;
        const look = () =>
            setLayout(() =>
                chosen.current(element.clientWidth, parseFloat(getComputedStyle(element).minHeight)),
            );
        look();
        const again = requestAnimationFrame(look); // when the page's head has told its height
        const observer = new ResizeObserver(look);
        observer.observe(element);
        addEventListener("resize", look);
        return () => {
            cancelAnimationFrame(again);
            observer.disconnect();
            removeEventListener("resize", look);
        };
    }, []);
    return layout;
}
