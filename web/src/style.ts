/* style.ts: styles that come with a lazy part of the page. A part imports its .css; the build turns that into
 * a call of `fetchStyle`. Whoever draws the part waits for `stylesReady` first, so nothing jumps. */

const coming = new Map<string, Promise<void>>();

export function fetchStyle(address: string): void {
    if (coming.has(address)) return;
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

export async function stylesReady(): Promise<void> {
    await Promise.all(coming.values());
}
