/* glide.ts: animates things from their old place to their new one. Mark what moves with `data-glide="NAME"`;
 * a new thing with `data-glide-from="PLACE"` comes from the element marked `data-glide-home="PLACE"`. Only
 * transforms are animated, and nothing waits for them: a tap always meets the thing at its goal. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export type Motion = "off" | "fast" | "normal";

const GLIDE_MS = { off: 0, fast: 170, normal: 420 };
const STAGGER_MS = { off: 0, fast: 25, normal: 70 };
const LEAST_PX = 1;
const EASE = "cubic-bezier(0.22, 0.9, 0.3, 1)";

interface Spot {
    x: number;
    y: number;
    width: number;
}

/** Where something is inside the root, so that scrolling moves nothing. */
function spotOf(element: Element, root: DOMRect): Spot {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left - root.left + width / 2, y: top - root.top + height / 2, width };
}

/** The glide that is still under way on this element, if any. */
function underWay(element: Element): Animation | undefined {
    return element.getAnimations?.().find((animation) => animation.id === "glide");
}

function glide(element: Element, from: Spot, to: Spot, motion: Motion, order: number): void {
    const [dx, dy, scale] = [from.x - to.x, from.y - to.y, to.width ? from.width / to.width : 1];
    if (Math.hypot(dx, dy) < LEAST_PX || !element.animate) return;
    const start = `translate(${dx}px, ${dy}px) scale(${scale || 1})`;
    element.animate(
        [
            { transform: start, zIndex: 5 },
            { transform: "none", zIndex: 5 },
        ],
        {
            id: "glide",
            duration: GLIDE_MS[motion],
            delay: order * STAGGER_MS[motion],
            easing: EASE,
            fill: "backwards",
        },
    );
}

/** Let everything marked inside `root` glide whenever a drawing has moved it. */
export function useGlide(root: RefObject<HTMLElement | null>, motion: Motion): void {
    const before = useRef(new Map<string, Spot>());
    useLayoutEffect(() => {
        const frame = root.current;
        if (!frame) return;
        const box = frame.getBoundingClientRect();
        const now = new Map<string, Spot>();
        const first = before.current.size === 0;
        let order = 0;
        for (const home of frame.querySelectorAll("[data-glide-home]"))
            now.set(`home ${home.getAttribute("data-glide-home")}`, spotOf(home, box));
        for (const element of frame.querySelectorAll("[data-glide]")) {
            const name = element.getAttribute("data-glide")!;
            const moving = underWay(element);
            const seen = moving ? spotOf(element, box) : undefined;
            moving?.cancel();
            const to = spotOf(element, box);
            const home = `home ${element.getAttribute("data-glide-from")}`;
            const from = seen ?? before.current.get(name) ?? now.get(home) ?? before.current.get(home);
            now.set(name, to);
            if (motion !== "off" && !first && from)
                glide(element, from, to, motion, before.current.has(name) ? 0 : order++);
        }
        before.current = now;
    });
}
