/* engine.ts: the page's interface to the engine (C, as WebAssembly) in a worker (worker.ts): the values of
 * moves, whether a log is valid. The worker is started by the first question, answers one at a time, and is
 * replaced if it breaks. learning.ts has the progress of learning a game. */
import script from "built:engine-worker";
import { learnt, stoppedLearning } from "./learning";
import type { Alone, FromEngine, Question, Questions, Topic } from "./questions";

const WAITING_MAX = 32; // questions
const PATIENCE_MS = 3_000; // how long an unwanted answer may delay others

/** Why there is no answer: `why` is a key (ui/refusals.ts has words for it). If it was the engine that refused, `line` is where
 * in a log, from 1 on, or 0. */
export class Unanswered extends Error {
    constructor(
        readonly why: string,
        readonly line: number | null = null,
    ) {
        super(why);
    }
}

interface Asked {
    question: Question;
    resolve: (answer: any) => void;
    reject: (why: Unanswered) => void;
    /** Progress from 0 to 1, if it is reported. */
    onDone: ((done: number) => void) | undefined;
}

let worker: Worker | null = null;
const asked: Asked[] = []; // the first one is being answered
let impatience = 0;

function dismiss(): void {
    worker?.terminate();
    worker = null;
    stoppedLearning();
}

/** The first question is done with; on to the next. */
function next(): void {
    clearTimeout(impatience);
    asked.shift();
    if (asked.length > 0) tell(asked[0]!.question);
}

/** The worker could not be fetched, or it broke over this question. */
function fail(): void {
    dismiss();
    asked[0]?.reject(new Unanswered("lost"));
    next();
}

function hear(message: FromEngine): void {
    if (message === "broken") return fail();
    if ("learnt" in message) return learnt(message.game, message.learnt);
    if ("done" in message) return asked[0]?.onDone?.(message.done);
    if ("why" in message) asked[0]?.reject(new Unanswered(message.why, message.line));
    else asked[0]?.resolve(message.answer);
    next();
}

function open(address: string): Worker {
    const opened = new Worker(address);
    opened.onmessage = ({ data }) => hear(data as FromEngine);
    opened.onerror = fail;
    return opened;
}

function tell(question: Question): void {
    if (!script) return void setTimeout(fail);
    worker ??= open(script);
    worker.postMessage(question);
}

/** The engine will be wanted later, when it may not be possible to fetch it. */
export function prepareEngine(): void {
    if (script) worker ??= open(script);
}

/** This answer is no longer wanted. A computation cannot be stopped, only abandoned. */
function abandon(one: Asked): void {
    const at = asked.indexOf(one);
    if (at < 0) return;
    one.reject(new Unanswered("abandoned"));
    if (at > 0) asked.splice(at, 1);
    else
        impatience = self.setTimeout(() => {
            dismiss();
            next();
        }, PATIENCE_MS);
}

function ask<T extends Topic>(
    topic: T,
    about: Questions[T][0],
    signal?: AbortSignal,
    onDone?: (done: number) => void,
): Promise<Questions[T][1]> {
    return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new Unanswered("abandoned"));
        if (asked.length >= WAITING_MAX) return reject(new Unanswered("busy"));
        const one: Asked = { question: { topic, about }, resolve, reject, onDone };
        signal?.addEventListener("abort", () => abandon(one), { once: true });
        if (asked.push(one) === 1) tell(one.question);
    });
}

/** Every move of a seat (from 1 on) with its value, best first. */
export function judge(game: string, position: string, seat: number, signal?: AbortSignal) {
    return ask("judge", { game, position, seat }, signal);
}

/** A bot plays the same dice as everyone; resolves to its final score sheet. */
export function playAlone(about: Alone, signal?: AbortSignal) {
    return ask("alone", about, signal);
}

/** Play a log again: are all its moves legal and all its rolls those of the secret? */
export function check(log: string, signal?: AbortSignal) {
    return ask("check", { log }, signal);
}

/** The same, and what the match tells about the players of these seats (from 1 on): history/match.ts. */
export function read(log: string, seats: number[], signal?: AbortSignal) {
    return ask("read", { log, seats }, signal);
}

/** The review of a match by this one worker; engine/review.ts may have several. */
export function reviewAlone(log: string, onDone: (done: number) => void, signal?: AbortSignal) {
    return ask("review", { log }, signal, onDone);
}
