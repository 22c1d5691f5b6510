/* worker.ts: the worker with the engine: judges moves, plays and checks logs while the page goes on. */
import engine from "built:engine";
import { Knobel, Refusal, type Table } from "knobel/engine";
import { readMatch } from "../history/match";
import { hash } from "knobel/sha256";
import { fetchModule } from "./module";
import { byPercent } from "./progress";
import { openSolutions } from "./solutions";
import type { FromEngine, Question, Questions, Topic } from "./questions";

const say = (message: FromEngine) => postMessage(message);

async function open(): Promise<Knobel> {
    const [module, solutions] = await Promise.all([fetchModule(engine), openSolutions()]);
    const tell = byPercent((game, learnt) => say({ game, learnt }));
    return Knobel.load(module, { learnt: tell, solutions });
}

/** The table that pieces of a review are asked about; it stays open for the next piece. */
let reviewed: { log: string; table: Table } | null = null;

function tableOf(knobel: Knobel, log: string): Table {
    if (reviewed?.log !== log) {
        reviewed?.table.close();
        reviewed = { log, table: knobel.table(log) };
        if (!reviewed.table.thinkApart()) throw new Refusal("no_judge");
    }
    return reviewed.table;
}

/** How each question is answered. */
const answers: { [T in Topic]: (knobel: Knobel, about: Questions[T][0]) => Questions[T][1] } = {
    judge(knobel, { game, position, seat }) {
        const here = knobel.position(`${game} ${position}`);
        const meaning = here.meaning();
        if (!meaning) throw new Refusal("no_hints");
        if (!here.toAct().includes(seat - 1)) throw new Refusal("not_due");
        return { meaning, moves: here.judge(seat - 1) };
    },
    review(knobel, { log }) {
        const table = knobel.table(log);
        try {
            const steps = table.review();
            for (;;) {
                const { done, value } = steps.next();
                if (done) return JSON.parse(value);
                say({ done: value });
            }
        } finally {
            table.close();
        }
    },
    values: (knobel, { log, number }) => tableOf(knobel, log).thinkOf(number),
    verdict: (knobel, { log, number }) => tableOf(knobel, log).judgeMove(number),
    alone(knobel, { game, name, options, level }) {
        const table = knobel.open({ game, options, seats: [{ name: "Bot", bot: level }], same: name });
        try {
            for (let seed = 1n; !table.over(); seed++)
                table.play(0, table.view(0).choose(0, level, seed).move, { now: 0 });
            const [sheet] = table.view(0).describe().seats;
            return sheet;
        } finally {
            table.close();
        }
    },
    check(knobel, { log }) {
        const table = knobel.table(log);
        table.close();
        return table.report;
    },
    read(knobel, { log, seats }) {
        const table = knobel.table(log);
        try {
            return readMatch(table, log, seats, hash);
        } finally {
            table.close();
        }
    },
};

function answer<T extends Topic>(knobel: Knobel, { topic, about }: Question<T>): FromEngine {
    try {
        return { answer: answers[topic](knobel, about) };
    } catch (error) {
        if (error instanceof Refusal) return { why: error.reason, line: error.report?.line ?? 0 };
        return "broken"; // the engine stopped half way: nothing in it can be trusted any more
    }
}

const opening = open();

self.onmessage = ({ data }: MessageEvent<Question>) => {
    opening.then(
        (knobel) => say(answer(knobel, data)),
        () => say("broken"),
    );
};
