/* course.ts: plays a lesson on a table of the engine: the learner's moves, what the others do, the given dice. It knows
 * no page and no clock: the time comes with every call. */
import type { Knobel, Table } from "knobel/engine";
import type { Call, Line } from "../table/face";
import type { Lesson, Step } from "./lesson";
import { readLine } from "../connection/log-line";
import { readPairs } from "../connection/log";

const SEATS_MAX = 8;
/** Nobody acts sooner: it would be a false start. */
const SOONEST_MS = 150;
/** A slow learner is still in time. */
const SPARE_MS = 500;
/** Between events that nobody watches. */
const SOON_MS = 300;

export class Course {
    readonly table: Table;
    readonly names: string[];
    /** The number of the step; after the last one: how many there are. */
    at = 0;
    /** What is still to happen before the step can be done. */
    pending: string[];
    /** The time of the table, in milliseconds. */
    time = 0;
    lines: Line[] = [];
    calls: Call[] = [];
    grip: { seat: number; um: number } | null = null;

    constructor(
        knobel: Knobel,
        readonly game: string,
        readonly lesson: Lesson,
        name: string,
    ) {
        this.names = [name, ...lesson.others];
        const seats = this.names.map((one) => ({ name: one }));
        const secret = new Uint8Array(32); // the dice are given: nothing is drawn from it
        this.table = knobel.open({ game, seats, options: lesson.options, secret, ours: true });
        this.pending = [...(lesson.before ?? [])];
        this.#read();
    }

    close(): void {
        this.table.close();
    }

    get step(): Step | null {
        return this.lesson.steps[this.at] ?? null;
    }

    get options(): Record<string, string | number> {
        const all = Object.entries(readPairs(this.table.view(0).options().trim()));
        return Object.fromEntries(all.map(([key, one]) => [key, /^\d+$/.test(one) ? Number(one) : one]));
    }

    view(): any {
        return this.table.view(0).describe();
    }

    /** Seats from 1 on. */
    due(): number[] {
        return this.table
            .toAct()
            .filter((who) => who < SEATS_MAX)
            .map((who) => who + 1);
    }

    /** What the learner may do by the rules. */
    moves(): string[] {
        return this.due().includes(1) ? this.table.view(0).moves(0) : [];
    }

    won(): number[] {
        return this.table
            .view(0)
            .result()
            .map((who) => who + 1);
    }

    /** When the time to act is over; null: there is none. */
    alarm(): number | null {
        const alarm = this.table.alarm();
        return alarm < 0 ? null : alarm;
    }

    /** The time of the table at which it waits for the learner; null: it goes on. */
    stops(): number | null {
        const waits = this.pending.length === 0 && !this.step?.awaits?.includes("clock");
        return waits ? (this.lesson.stops?.(this.view()) ?? null) : null;
    }

    isAwaited(move: string): boolean {
        const fits = (one: string) => (one.endsWith("*") ? move.startsWith(one.slice(0, -1)) : move === one);
        return this.pending.length === 0 && (this.step?.awaits ?? []).some(fits);
    }

    /** The learner does what is awaited; throws a Refusal if the rules do not let them. */
    act(move: string, now: number): void {
        this.#happen(move, 1, now);
        this.#goOn();
    }

    /** The learner has read a step without anything to do. */
    read(): void {
        this.#goOn();
    }

    /** The next thing that happens. */
    next(now: number): void {
        const event = this.pending.shift();
        if (event === undefined) return;
        const [, who, move] = /^(dice|clock|soon|\d) ?(.*)$/.exec(event) ?? [];
        if (who === "soon") while (this.pending.length > 0) this.next(this.time + SOON_MS);
        else if (who === "dice") this.#fall(move!, now);
        else if (who === "clock") this.#happen("clock", 0, now);
        else if (who) this.#happen(move!, Number(who), now);
        else throw new Error(`not an event of a lesson: ${event}`);
    }

    #goOn(): void {
        this.pending = [...(this.step?.then ?? [])];
        this.at += 1;
    }

    #pass(now: number): number {
        this.time = Math.max(this.time, Math.round(now));
        return this.time;
    }

    /** Dice, cards, tiles: one after the other. */
    #fall(shown: string, now: number): void {
        const at = this.#pass(now + (this.lesson.lead ?? 0));
        // A card has a number and a word; dice and tiles are single words.
        const each = /[a-z]{3}/.test(shown) ? [shown] : shown.split(" ");
        for (const one of each) this.table.declare(one, at);
        this.#read();
    }

    #happen(move: string, seat: number, now: number): void {
        const [what, ...rest] = move.split(" ");
        if (what === "clock") this.table.tick(this.#pass(this.alarm() ?? now));
        else if (what === "call") this.#call(seat, rest.join(" "));
        else if (what === "grip") this.grip = { seat, um: Number(rest[0]) };
        else this.#play(seat, move, now);
        this.#read();
    }

    #play(seat: number, move: string, now: number): void {
        const alarm = this.alarm();
        const stop = this.lesson.stops?.(this.view()) ?? null;
        const soonest = stop === null ? now : Math.max(now, stop + SOONEST_MS);
        const at = this.#pass(alarm === null ? soonest : Math.min(soonest, alarm - SPARE_MS));
        this.table.play(seat - 1, move, alarm === null ? { now: at } : { now: at, acted: at });
    }

    #call(seat: number, said: string): void {
        const word = (["more", "less", "stop"] as const).find((one) => one === said) ?? null;
        const call = { from: this.names[seat - 1]!, seat, word, text: word ? null : said };
        this.calls = [...this.calls, { ...call, key: this.calls.length }];
    }

    /** Given dice look like those of the house. */
    #read(): void {
        const told = this.table.since(0).lines.map(readLine);
        const lines = told.filter((line): line is Line => line !== null);
        if (lines.length !== this.lines.length)
            this.lines = lines.map((line) => (line.who === "ours" ? { ...line, who: "dice" } : line));
    }
}
