/* service-worker.ts: the service worker: keeps the page on the device, so that it opens without a network.
 * Where browsers allow none (plain HTTP), the page does without. The files of one build belong together: they
 * are stored under its version, and older ones are deleted when no window uses them any more. */

import { simd } from "knobel/simd";

/** Made by web/bundle.mjs: every file of this build, and a name that changes with them. */
declare const FILES: string[];
declare const VERSION: string;

const PAGE = "/index.html";
const CACHE = `knobel-${VERSION}`;
const SCREENS = /^\/($|t\/|(mine|review|look|same|learn)$)/; // the addresses that are all the page (ui/navigation.ts)
const NETWORK_MS = 3_000; // do not wait longer for the server

interface Lasting extends Event {
    waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
    request: Request;
    respondWith(answer: Promise<Response>): void;
}

/** Of the modules for WebAssembly those that this browser will ask for; styles without container queries only where
 * SIMD is missing, too: all that have it know those, and a worker cannot ask. */
function isWanted(file: string): boolean {
    if (file.endsWith(".wasm")) return file.includes("-simd-") === simd;
    return !file.includes("-old-") || !simd;
}

/** A file with a hash in its name never changes: an older cache may have it already. */
async function fill(cache: Cache, file: string): Promise<void> {
    const had = file === PAGE ? undefined : await caches.match(file);
    const answer = had ?? (await fetch(file, { cache: file === PAGE ? "no-cache" : "default" }));
    if (!answer.ok) throw new Error(file);
    await cache.put(file, answer);
}

async function install(): Promise<void> {
    const cache = await caches.open(CACHE);
    await Promise.all(FILES.filter(isWanted).map((file) => fill(cache, file)));
}

async function clearAway(): Promise<void> {
    const old = (await caches.keys()).filter((name) => name.startsWith("knobel-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await (self as unknown as { clients: { claim(): Promise<void> } }).clients.claim();
}

/** The page from the server, or the stored one if the server does not answer. */
async function openPage(request: Request): Promise<Response> {
    const answer = await fetch(request, { signal: AbortSignal.timeout?.(NETWORK_MS) }).catch(() => null);
    if (answer && answer.status < 500) return answer;
    return (await caches.match(PAGE, { cacheName: CACHE })) ?? answer ?? Response.error();
}

async function openFile(request: Request): Promise<Response> {
    return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/** Windows, as far as we need them. */
interface Windows {
    matchAll(options: { type: "window" }): Promise<{ url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
}
interface Clicked extends Lasting {
    notification: { data: string; close(): void };
}

/** A call was answered (room/calls.ts): the room comes to the front, or opens again. */
async function answer(path: string): Promise<void> {
    const { clients } = self as unknown as { clients: Windows };
    const open = await clients.matchAll({ type: "window" });
    const room = open.find(({ url }) => new URL(url).pathname === path);
    await (room ? room.focus() : clients.openWindow(path));
}

addEventListener("notificationclick", (event) => {
    const { notification } = event as Clicked;
    notification.close();
    (event as Clicked).waitUntil(answer(notification.data));
});
addEventListener("install", (event) => (event as Lasting).waitUntil(install()));
addEventListener("activate", (event) => (event as Lasting).waitUntil(clearAway()));
addEventListener("fetch", (event) => {
    const { request } = event as Fetching;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate" && SCREENS.test(pathname))
        (event as Fetching).respondWith(openPage(request));
    else if (FILES.includes(pathname)) (event as Fetching).respondWith(openFile(request));
});
