/* doubts.ts: decides when the tutor asks: has the moves analysed while the player thinks, and holds back
 * costly ones. A move never waits for it: one that is not yet analysed is simply made. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { settings } from "../ui/storage";
import type { Opinion, Opinions } from "../connection/messages";
import { notice } from "../ui/notice";
import { whyNot } from "../ui/refusals";
import type { Refused, Snapshot, RoomConnection } from "../connection/room-connection";

/** What the tutor lets pass: points, and chances to win. */
const COSTLY = { points: 2, wins: 0.03, minus_points: 2 };

/** These are made by hand: asking afterwards would not help. */
const byHand = /^(grab|count|hit) /;

interface Doubt {
    opinions: Opinions;
    /** The move that is held back. */
    one: Opinion;
    play: () => void;
}

/** The opinion on a move that costs much, beyond what the judge may be wrong by. */
function costly(opinions: Opinions, move: string): Opinion | null {
    const best = opinions.moves[0];
    const one = opinions.moves.find((other) => other.move === move);
    if (!best || !one || byHand.test(move)) return null;
    const doubt = Math.hypot(best.error, one.error);
    return best.value - one.value > COSTLY[opinions.meaning] + doubt ? one : null;
}

export interface Doubts {
    doubt: Doubt | null;
    /** Make a move, or hold it back. */
    consider: (who: number, move: string, timed: boolean, play: () => void) => void;
    /** The question is answered. */
    settle: () => void;
    /** Have the moves of this seat judged, once for every place in the match; false if that is refused. */
    judge: () => Promise<boolean>;
}

/** Has the judge spoken about what this seat is to do now? */
function opinionsOn(now: Snapshot, seat: number): Opinions | null {
    const { opinions, table } = now;
    return opinions && opinions.seat === seat && opinions.event === table?.event ? opinions : null;
}

function useJudge(connection: RoomConnection, place: string, seat: number | null): Doubts["judge"] {
    const asked = useRef<{ place: string; answer: Promise<boolean> } | null>(null);
    return () => {
        if (asked.current?.place === place) return asked.current.answer;
        const answer = connection.say({ type: "judge", seat }).then(
            () => true,
            (error: Refused) => {
                asked.current = null;
                if (!opinionsOn(connection.now, seat!)) notice(whyNot(error.why));
                return false;
            },
        );
        asked.current = { place, answer };
        return answer;
    };
}

export function useDoubts(connection: RoomConnection, now: Snapshot, seat: number | null): Doubts {
    const [doubt, setDoubt] = useState<Doubt | null>(null);
    const table = now.table!;
    const room = now.room!;
    const place = `${table.match}.${table.event}.${seat}`;
    const judge = useJudge(connection, place, seat);
    const wanted = settings().tutor === "costly" && room.hints && room.status === "playing";
    const moves = seat === null ? 0 : (table.eyes[seat]?.moves?.length ?? 0);
    const due = wanted && seat !== null && table.due.includes(seat) && table.alarm === null && moves > 1;
    useEffect(() => {
        if (due) void judge();
    }, [due, place]);
    useLayoutEffect(() => setDoubt(null), [place]);

    const consider: Doubts["consider"] = (who, move, timed, play) => {
        const opinions = wanted && !timed ? opinionsOn(connection.now, who) : null;
        const one = opinions && costly(opinions, move);
        if (one) setDoubt({ opinions, one, play });
        else play();
    };
    return { doubt, consider, settle: () => setDoubt(null), judge };
}
