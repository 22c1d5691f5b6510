/* seat.ts: what a face needs to know to draw a table that is only in this page: a lesson, a practice. */
import type { FaceProps, Line } from "../table/face";
import { motion } from "../ui/storage";

/** A table of the engine, as the one at seat 1 sees it. */
export interface Seen {
    names: string[];
    options: FaceProps["options"];
    lines: Line[];
    view(): any;
    due(): number[];
    moves(): string[];
    won(): number[];
    alarm(): number | null;
}

type Given = Pick<FaceProps, "fresh" | "now" | "play"> & Partial<FaceProps>;

const nothing = () => undefined;

export function propsAt(seen: Seen, given: Given): FaceProps<any> {
    const won = seen.won();
    return {
        view: seen.view(),
        seat: 1,
        mine: [1],
        due: seen.due(),
        moves: seen.moves(),
        names: seen.names,
        bots: seen.names.map((_name, at) => at > 0),
        options: seen.options,
        lines: seen.lines,
        over: won.length > 0,
        won,
        ours: false,
        alarm: seen.alarm(),
        declare: async () => nothing(),
        roll: nothing,
        grip: nothing,
        gripHeard: null,
        call: nothing,
        calls: [],
        motion: motion(),
        ...given,
    };
}
