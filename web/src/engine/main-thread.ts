/* main-thread.ts: the engine in the page itself, to step through the tables of a match: the worker may be
 * busy with a review. Everything else is asked of the worker (engine.ts). */
import engine from "built:engine";
import { Knobel, Refusal } from "knobel/engine";
import { Unanswered } from "./engine";
import { fetchModule } from "./module";

export type { Knobel, Table } from "knobel/engine";

let loading: Promise<Knobel> | null = null;

function load(): Promise<Knobel> {
    loading ??= fetchModule(engine).then((module) => Knobel.load(module));
    loading.catch(() => (loading = null));
    return loading;
}

/** Throws Unanswered if the engine refuses, as the worker does. One that stopped half way is not asked again: nothing in
 * it can be trusted. */
export async function askEngine<T>(ask: (knobel: Knobel) => T): Promise<T> {
    const knobel = await load();
    try {
        return ask(knobel);
    } catch (error) {
        if (error instanceof Refusal) throw new Unanswered(error.reason, error.report?.line ?? 0);
        loading = null;
        throw error;
    }
}
