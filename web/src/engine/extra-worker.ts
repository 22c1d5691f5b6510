/* extra-worker.ts: one more worker with the engine, for as long as there is a review to be made. Answers one question at a
 * time. */
import script from "built:engine-worker";
import { Unanswered } from "./engine";
import type { FromEngine, Question } from "./questions";

export interface Helper {
    busy: boolean;
    ask(question: Question): Promise<Uint8Array>;
    dismiss(): void;
}

export function openHelper(): Helper {
    if (!script) throw new Unanswered("lost");
    const worker = new Worker(script);
    let resolve: (answer: Uint8Array) => void = () => undefined;
    let reject: (why: Unanswered) => void = () => undefined;
    const helper: Helper = {
        busy: false,
        ask(question) {
            helper.busy = true;
            worker.postMessage(question);
            return new Promise((answered, refused) => ([resolve, reject] = [answered, refused]));
        },
        dismiss: () => worker.terminate(),
    };
    worker.onerror = () => reject(new Unanswered("lost"));
    worker.onmessage = ({ data }: MessageEvent<FromEngine>) => {
        if (data === "broken") return reject(new Unanswered("lost"));
        if ("why" in data) return reject(new Unanswered(data.why, data.line));
        if (!("answer" in data)) return;
        helper.busy = false;
        resolve(data.answer as Uint8Array);
    };
    return helper;
}
