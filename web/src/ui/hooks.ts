/* hooks.ts: hooks that several screens use. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { fetchPart } from "./part-loader";
import type { Snapshot, RoomConnection } from "../connection/room-connection";

/** What the connection knows, drawn again whenever that changes. */
export function useConnection(connection: RoomConnection): Snapshot {
    const [now, setNow] = useState(connection.now);
    useLayoutEffect(() => {
        setNow(connection.now);
        return connection.onChange(() => setNow(connection.now));
    }, [connection]);
    return now;
}

/** The result of a promise, or null until it is there. */
export function usePromise<T>(make: () => Promise<T>, on: unknown[]): T | null {
    const [value, setValue] = useState<T | null>(null);
    useEffect(() => {
        let wanted = true;
        make().then(
            (made) => wanted && setValue(() => made),
            () => undefined,
        );
        return () => {
            wanted = false;
        };
    }, on);
    return value;
}

/** A part of the page that is fetched when it is wanted; null until then. */
export function useLazy<T>(load: () => Promise<T>): T | null {
    return usePromise(() => fetchPart(load()), []);
}

/** Draw again every `ms` milliseconds while `on`. */
export function useTicks(ms: number, on: boolean): void {
    const [, setTick] = useState(0);
    useEffect(() => {
        if (!on) return;
        const timer = setInterval(() => setTick((tick) => tick + 1), ms);
        return () => clearInterval(timer);
    }, [ms, on]);
}

/** Is there a network, as far as the browser knows? */
export function useOnline(): boolean {
    const [online, setOnline] = useState(navigator.onLine);
    useLayoutEffect(() => {
        const follow = () => setOnline(navigator.onLine);
        const events = ["online", "offline"];
        events.forEach((name) => addEventListener(name, follow));
        return () => events.forEach((name) => removeEventListener(name, follow));
    }, []);
    return online;
}

/** Keep the height of an element in a CSS variable, for styles of elements that lie below it or end above it. */
export function useHeight(element: RefObject<HTMLElement | null>, name: `--${string}`): void {
    useLayoutEffect(() => {
        const { style } = document.documentElement;
        // Written when everyone has measured: whoever measures in between lets the browser lay out everything again.
        const tell = () => {
            const { height } = element.current!.getBoundingClientRect();
            queueMicrotask(() => element.current && style.setProperty(name, `${height}px`));
        };
        tell();
        const observer = new ResizeObserver(tell);
        observer.observe(element.current!);
        return () => {
            observer.disconnect();
            style.removeProperty(name);
        };
    }, []);
}

/** Does a media query hold? */
export function useMedia(query: string): boolean {
    const [holds, setHolds] = useState(() => matchMedia(query).matches);
    useLayoutEffect(() => {
        const list = matchMedia(query);
        const follow = () => setHolds(list.matches);
        list.addEventListener("change", follow);
        follow();
        return () => list.removeEventListener("change", follow);
    }, [query]);
    return holds;
}
