/* links.ts: files that the page asks for by elements in its head, each once. */

/** Where a style lies, and the same style for browsers without container queries. */
export type Style = [modern: string, old?: string];

const present = (rel: string, address: string) =>
    document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"][href="${address}"]`);

function add(rel: string, address: string): HTMLLinkElement {
    const link = document.createElement("link");
    link.rel = rel;
    link.href = address;
    link.onerror = () => {
        link.dataset.failed = "";
    };
    document.head.append(link);
    return link;
}

/** Asked only where a style is wanted: parts of the page are also read where there is no browser. */
export const hasContainers = () => CSS.supports("width: 1cqw");

export function addStyle(modern: string, old = modern): HTMLLinkElement {
    const address = hasContainers() ? modern : old;
    return present("stylesheet", address) ?? add("stylesheet", address);
}

/** Has it come, or will it not? */
export const isSettled = (link: HTMLLinkElement) => link.sheet !== null || "failed" in link.dataset;

/** A script that will be imported. */
export function addModule(address: string): void {
    if (!present("modulepreload", address)) add("modulepreload", address);
}
