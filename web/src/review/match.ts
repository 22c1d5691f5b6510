/* match.ts: a log, read: the engine checks it here and shows the table as it was before any event. */
import engine from "built:engine";
import { Knobel, Refusal } from "../../../wasm/knobel.mjs";
import type { Line } from "../table/face";
import { readLine } from "../connection/log-line";
import { hash } from "../engine/hash";
import { fetchModule } from "../engine/module";
import { standing } from "../table/parts/story";
import { loggedNames } from "../room/people";
import { Wrong } from "../table/envelope";
import { LOG_MAX, tidied } from "./limits";

/** What somebody sees. */
export interface Look {
    view: Record<string, unknown>;
    /** Seats that may act, from 1 on. */
    due: number[];
    /** As in a link: `seats=2 phase=deciding …`; through the eyes of `seat`. */
    position: string;
    seat: number;
}

export interface Match {
    log: string;
    game: string;
    names: string[];
    bots: boolean[];
    options: Record<string, string | number>;
    ours: boolean;
    over: boolean;
    won: number[];
    /** The events that count. */
    lines: Line[];
    /** The table after event `number`, through the eyes of whoever is to decide. */
    lookAfter(number: number): Look;
    close(): void;
}

let loading: Promise<Knobel> | null = null;

function loadEngine(): Promise<Knobel> {
    loading ??= fetchModule(engine).then((module) => Knobel.load(module, hash));
    loading.catch(() => (loading = null));
    return loading;
}

/** Throws Wrong if the engine refuses. One that stopped half way is not asked again: nothing in it can be trusted. */
export async function askEngine<T>(ask: (knobel: Knobel) => T): Promise<T> {
    const knobel = await loadEngine();
    try {
        return ask(knobel);
    } catch (error) {
        if (error instanceof Refusal) throw new Wrong(error.reason, error.report?.line ?? 0);
        loading = null;
        throw error;
    }
}

/** `key=value …` */
export function readOptions(text: string): Record<string, string | number> {
    const pairs = text
        .split(" ")
        .filter(Boolean)
        .map((pair) => pair.split("=") as [string, string]);
    return Object.fromEntries(
        pairs.map(([key, value]) => [key, /^\d+$/.test(value) ? Number(value) : value]),
    );
}

/** What the header says; the engine has found it right. */
function readHeader(log: string) {
    const value = (word: string) => new RegExp(`^${word} (.*)$`, "m").exec(log)?.[1] ?? "";
    const seats = [...log.split("\nevents\n", 1)[0]!.matchAll(/^seat \d (person|bot:\S+) \S+ (.*)$/gm)].map(
        ([, kind, name]) => ({ name: name!, bot: kind !== "person" }),
    );
    return {
        game: value("game").split(" ")[0]!,
        options: readOptions(value("options")),
        ours: value("dice") === "ours",
        names: loggedNames(seats),
        bots: seats.map(({ bot }) => bot),
    };
}

function readEvents(log: string): Line[] {
    const lines = log.slice(log.indexOf("\nevents\n") + "\nevents\n".length).split("\n");
    return standing(lines.map(readLine).filter((line) => line !== null));
}

const SEATS_MAX = 8;

/** Whose eyes: of those who are due the first; else whoever acted last. */
function eyesAt(due: number[], lines: Line[], number: number): number {
    if (due[0] !== undefined) return due[0];
    const last = lines.filter((line) => line.number <= number && typeof line.who === "number").at(-1);
    return typeof last?.who === "number" ? last.who : 1;
}

/** Throws Wrong if it does not hold. */
export async function readMatch(text: string): Promise<Match> {
    if (text.length > LOG_MAX) throw new Wrong("too_long", 0);
    const log = tidied(text);
    return askEngine((knobel) => {
        const table = knobel.table(log);
        const header = readHeader(log);
        const lines = readEvents(log);
        const seatsAmong = (actors: number[]) =>
            actors.filter((who) => who < SEATS_MAX).map((who) => who + 1);
        return {
            log,
            ...header,
            over: table.over(),
            won: seatsAmong(table.view(0).result()),
            lines,
            lookAfter(number) {
                const due = seatsAmong(table.viewAfter(0, number).toAct());
                const seat = eyesAt(due, lines, number);
                const here = table.viewAfter(seat - 1, number);
                const [, position = ""] = /^\S+ ?(.*)$/.exec(here.text()) ?? [];
                return { view: here.describe(), due, position, seat };
            },
            close: () => table.close(),
        };
    });
}
