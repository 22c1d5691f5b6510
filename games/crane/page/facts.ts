/* facts.ts: what statistics read from a match for one seat: every grab with its task, every bet. */
import type { Bet, CraneFinger } from "./art";
import type { LastGrab } from "./view";
import type { LogText, Look } from "page/connection/log";
import type { FactsOfGame } from "page/history/match";

export interface CraneFacts {
    cards: number;
    /** What was asked for, without which finger, and what was lifted. */
    grabs: { asked: number; finger: CraneFinger; count: number }[];
    /** Turns that ended because the eyes were opened. */
    opened: number;
    bets: { bet: Bet; right: boolean; got: number }[];
}

/** Where each counted turn is settled: with the choice of a jackpot, if there is one. */
function settled(log: LogText): number[] {
    return log.standing.flatMap(({ number, move }, at) => {
        if (!/^(grab|count) /.test(move ?? "")) return [];
        const next = log.standing[at + 1];
        return [next?.move?.startsWith("jackpot ") ? next.number : number];
    });
}

function read(log: LogText, seat: number, look: Look): CraneFacts {
    const turns = settled(log).map((event) => look(event).last as LastGrab);
    const grabs = turns
        .filter((turn) => turn.seat === seat)
        .map(({ card, count }) => ({ asked: card.number, finger: card.finger, count }));
    const bets = turns
        .filter((turn) => turn.seat !== seat)
        .map((turn) => turn.seats[seat - 1]!)
        .flatMap(({ bet, right, got }) => (bet ? [{ bet, right, got }] : []));
    const opened = log.standing.filter(({ who, move }) => who === seat && move === "open").length;
    return { cards: look(log.events.length).seats[seat - 1].total, grabs, opened, bets };
}

const facts: FactsOfGame<CraneFacts> = {
    read,
    columns: ["what", "finger", "asked", "lifted", "bet", "right", "got"],
    rows: ({ grabs, bets }) => [
        ...grabs.map(({ finger, asked, count }) => ["grab", finger, asked, count, null, null, null]),
        ...bets.map(({ bet, right, got }) => ["bet", null, null, null, bet, right, got]),
    ],
    hand: { kind: "steady", values: ({ grabs }) => grabs.map(({ asked, count }) => Math.abs(asked - count)) },
};
export default facts;
