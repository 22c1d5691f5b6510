/* version.ts: a screen that stays on for weeks does not stay with an old page: when the house is back after a restart and
 * has another one, the screen loads it. */
import { useEffect, useRef } from "preact/hooks";
import type { Link } from "../connection/room-connection";

const mainIn = (page: string) => /<script[^>]*src="(\/main-[^"]+)"/.exec(page)?.[1] ?? null;

async function isOutdated(): Promise<boolean> {
    const answer = await fetch("/", { cache: "no-store" });
    const theirs = answer.ok ? mainIn(await answer.text()) : null;
    const ours = document.querySelector<HTMLScriptElement>('script[src^="/main-"]')?.getAttribute("src");
    return theirs !== null && ours !== undefined && theirs !== ours;
}

export function useNewVersion(link: Link): void {
    const wasLost = useRef(false);
    useEffect(() => {
        if (link === "lost") wasLost.current = true;
        if (link !== "open" || !wasLost.current) return;
        wasLost.current = false;
        void isOutdated().then(
            (outdated) => outdated && location.reload(),
            () => undefined,
        );
    }, [link]);
}
