/* navigation.ts: which screen: `/` is the home page, `/t/CODE` a room, `/mine` my matches, `/review` the review of a
 * match, `/look` a position, `/same` a challenge, `/board` the board of a day, `/learn` a guided match, `/tv/CODE` the big screen of a room. */

const listeners = new Set<() => void>();

function tell(): void {
    for (const listener of listeners) listener();
}
addEventListener("popstate", tell);
addEventListener("hashchange", tell);

export function go(path: string): void {
    if (path !== location.pathname) history.pushState(null, "", path);
    scrollTo(0, 0);
    tell();
}

export function onGo(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** The characters that codes of rooms are made of. */
const CODE_LENGTH = 6;
const IN_CODES = /^[34679ACDEFGHJKMNPQRTWXY]+$/;

/** Normalise a code as typed; null if it cannot be one. */
export function readCode(typed: string): string | null {
    const code = typed.toUpperCase().replace(/[\s-]/g, "");
    return code.length === CODE_LENGTH && IN_CODES.test(code) ? code : null;
}

/** A link may be cut off in the middle of a character. */
function decoded(typed: string): string {
    try {
        return decodeURIComponent(typed);
    } catch {
        return typed;
    }
}

/** The room that the address names; a link that is no code is kept, so that it can be said. */
export function roomHere(): string | null {
    const found = /^\/t\/([^/]+)\/?$/.exec(location.pathname);
    if (!found) return null;
    const typed = decoded(found[1]!);
    return readCode(typed) ?? typed;
}

/** The key behind a link that moves someone's seats to this device. */
export function seatKeyHere(): string | null {
    return /^#seat=([0-9a-f]{32})$/.exec(location.hash)?.[1] ?? null;
}

/** The room that a big screen shows, and the key that lets it in. */
export function screenHere(): { code: string; key: string | null } | null {
    const found = /^\/tv\/([^/]+)(?:\/([^/]+))?\/?$/.exec(location.pathname);
    if (!found) return null;
    const [code, key] = [decoded(found[1]!), found[2] && decoded(found[2])];
    return { code: readCode(code) ?? code, key: key ? readCode(key) : null };
}

/** Do the games of this device belong here? */
export function mineHere(): boolean {
    return /^\/mine\/?$/.test(location.pathname);
}

/** The review of a match, or a position to look at? */
export function reviewHere(): "review" | "look" | null {
    const found = /^\/(review|look)\/?$/.exec(location.pathname)?.[1];
    return (found as "review" | "look" | undefined) ?? null;
}

/** Does a link with a challenge lead here? */
export function sameHere(): boolean {
    return /^\/same\/?$/.test(location.pathname);
}

/** Is the board of a day wanted? */
export function boardHere(): boolean {
    return /^\/board\/?$/.test(location.pathname);
}

/** Is a guided match or a practice wanted? */
export function learnHere(): boolean {
    return /^\/learn\/?$/.test(location.pathname);
}

/** Is this the home page? What is neither this nor any of the above leads nowhere. */
export function homeHere(): boolean {
    return /^\/(index\.html)?$/.test(location.pathname);
}

/** Easier to read out: `K7Q M3T`. */
export function spoken(code: string): string {
    return `${code.slice(0, 3)} ${code.slice(3)}`;
}
