/* board.tsx: the table at one step, drawn by the game's own face, for viewing only. */
import type { Face, FaceProps, Line } from "../table/face";
import type { Look } from "./match";

/** What a face needs to know about the match besides the view. */
export interface About {
    game: string;
    names: string[];
    bots: boolean[];
    options: Record<string, string | number>;
    ours: boolean;
}

const nothing = () => undefined;

function propsFor(about: About, look: Look, lines: Line[], won: number[]): FaceProps {
    // A single position has no time; everything in it counts as shown.
    const { shown_ms } = look.view as { shown_ms?: number | null };
    const at = lines.at(-1)?.at ?? shown_ms ?? 0;
    return {
        ...about,
        view: look.view,
        seat: null,
        mine: [],
        due: look.due,
        moves: [],
        fresh: [],
        lines,
        over: won.length > 0,
        won,
        now: () => at,
        alarm: null,
        play: nothing,
        declare: async () => nothing(),
        roll: nothing,
        grip: nothing,
        gripHeard: null,
        call: nothing,
        calls: [],
        motion: "off",
    };
}

export function Board({
    face,
    about,
    look,
    lines,
    won,
}: {
    face: Face;
    about: About;
    look: Look;
    lines: Line[];
    won: number[];
}) {
    return (
        <div class="review-board">
            {/* A face keeps state: one that goes back in time must start afresh. */}
            <face.Table key={`${lines.at(-1)?.number ?? 0}`} {...propsFor(about, look, lines, won)} />
        </div>
    );
}
