/* loader.ts: loads the styles of lazy parts of the page. A part imports its .css; the build turns that into a
 * call of `fetchStyle`. Wait for `stylesReady` before drawing the part, so that nothing jumps. */
import faceStyles from "built:face-styles";
import { addStyle, hasContainers, isSettled } from "./links";

const measured = new Set<string>();

/** `old` is the same style without container queries, which ask whether containers are so wide. */
export function fetchStyle(modern: string, old = modern, widths: number[] = []): void {
    addStyle(modern, old);
    if (old === modern || hasContainers() || measured.has(old)) return;
    measured.add(old);
    void import("./containers").then(({ measure }) => measure(widths));
}

/** Ask for the style of a face together with its script, which would ask for it only when it has arrived. */
export function fetchFaceStyle(game: string): void {
    const style = faceStyles[game];
    if (style) fetchStyle(...style);
}

/** Better drawn plainly than not at all. */
const settled = (link: HTMLLinkElement) =>
    new Promise<unknown>((resolve) => {
        link.addEventListener("load", resolve);
        link.addEventListener("error", resolve);
    });

export async function stylesReady(): Promise<void> {
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    await Promise.all(links.filter((link) => !isSettled(link)).map(settled));
}
