/* module.ts: fetches the WebAssembly module that this browser can run. */
import { simd } from "knobel/simd";

/** The addresses of a module: built for all browsers, and for those with SIMD. */
export interface Built {
    plain: string;
    simd: string;
}

export async function fetchModule(built: Built | null): Promise<WebAssembly.Module> {
    if (!built) throw new Error("the page was built without it");
    const answer = await fetch(simd ? built.simd : built.plain);
    if (!answer.ok) throw new Error(String(answer.status));
    return WebAssembly.compile(await answer.arrayBuffer());
}
