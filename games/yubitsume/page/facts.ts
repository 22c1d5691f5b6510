/* facts.ts: what statistics read from a match for one seat: its throws, as the house judged them. */
import type { Hit, LastThrow, Verdict } from "./strip";
import type { LogText, Look } from "page/connection/log";
import type { FactsOfGame } from "page/history/match";

export interface Slap {
    /** Of the rules: what the dice asked for. */
    case: number;
    /** Something had to be hit; otherwise keeping still was right. */
    due: boolean;
    /** This seat had thrown the dice. */
    threw: boolean;
    hit: Hit | null;
    reaction: number | null;
    /** How far the time can be trusted, in milliseconds. */
    error: number | null;
    verdict: Exclude<Verdict, "not_in">;
}

export interface YubitsumeFacts {
    rings: number;
    slaps: Slap[];
}

function read(log: LogText, seat: number, look: Look): YubitsumeFacts {
    const slaps: Slap[] = [];
    let thrower: unknown = null;
    for (const { number, who, move } of log.standing) {
        if (move === "throw") thrower = who;
        if (who !== "clock" || move !== "close") continue;
        const last = look(number).last as LastThrow;
        const { hit, reaction_ms, error_ms, verdict } = last.seats[seat - 1]!;
        if (verdict === "not_in") continue;
        slaps.push({
            case: last.case,
            due: last.right.length > 0,
            threw: thrower === seat,
            hit,
            reaction: reaction_ms,
            error: error_ms,
            verdict,
        });
    }
    return { rings: look(log.events.length).seats[seat - 1].rings, slaps };
}

const facts: FactsOfGame<YubitsumeFacts> = {
    read,
    columns: ["throw", "case", "due", "threw", "hit", "reaction_ms", "error_ms", "verdict"],
    rows: ({ slaps }) =>
        slaps.map((one, at) => [
            at + 1,
            one.case,
            one.due,
            one.threw,
            one.hit,
            one.reaction,
            one.error,
            one.verdict,
        ]),
    hand: {
        kind: "fast",
        values: ({ slaps }) =>
            slaps.flatMap(({ hit, verdict, reaction }) =>
                hit !== null && (verdict === "safe" || verdict === "too_slow") && reaction !== null
                    ? [reaction]
                    : [],
            ),
    },
};
export default facts;
