/* loader.ts: loads the styles of lazy parts of the page. A part imports its .css; the build turns that into a
 * call of `fetchStyle`. Wait for `stylesReady` before drawing the part, so that nothing jumps. */
import faceStyles from "built:face-styles";

const coming = new Map<string, Promise<void>>();

/** Asked only where a style is wanted: parts of the page are also read where there is no browser. */
const hasContainers = () => CSS.supports("width: 1cqw");

/** `old` is the same style without container queries, which ask whether containers are so wide. */
export function fetchStyle(modern: string, old = modern, widths: number[] = []): void {
    const address = hasContainers() ? modern : old;
    if (coming.has(address)) return;
    if (address !== modern) void import("./containers").then(({ measure }) => measure(widths));
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    const loaded = new Promise<void>((resolve) => {
        link.onload = () => resolve();
        // Better drawn plainly than not at all.
        link.onerror = () => resolve();
    });
    coming.set(address, loaded);
    document.head.append(link);
}

/** Ask for the style of a face together with its script, which would ask for it only when it has arrived. */
export function fetchFaceStyle(game: string): void {
    const style = faceStyles[game];
    if (style) fetchStyle(...style);
}

export async function stylesReady(): Promise<void> {
    await Promise.all(coming.values());
}
