/* thinker-worker.ts: a worker that thinks for the bots of the house on this device, so that the house can go
 * on listening. What was learnt of a game stays here for the next thought. */
import { Thinker } from "../../../wasm/house.mjs";
import { byPercent } from "../engine/progress";
import { openSolutions } from "../engine/solutions";
import type { FromThinker, ToThinker } from "./thoughts";

/** To the page. */
export type ThinkerNews = { game: string; learnt: number } | "broken";

const say = (news: ThinkerNews) => postMessage(news);

let opening: Promise<Thinker> | null = null;

async function open(module: WebAssembly.Module): Promise<Thinker> {
    const tell = byPercent((game, learnt) => say({ game, learnt }));
    return Thinker.open(module, tell, await openSolutions());
}

async function hear(message: ToThinker, answer: (thought: FromThinker) => void): Promise<void> {
    if ("module" in message) {
        opening = open(message.module);
        await opening;
    } else {
        const { number, thought } = message;
        answer({ number, thought: (await opening!).think(thought) });
    }
}

/** The page hands over the line to the house. */
self.onmessage = ({ data: house }: MessageEvent<MessagePort>) => {
    house.onmessage = ({ data }: MessageEvent<ToThinker>) => {
        hear(data, (thought) => house.postMessage(thought)).catch(() => say("broken"));
    };
};
