/* board.tsx: the table at one step, drawn by the game's own face, for viewing only. */
import type { Face, FaceProps, Line } from "../table/face";
import type { Look } from "./match";

/** What a face wants to know of the match besides the view. */
export interface About {
    game: string;
    names: string[];
    bots: boolean[];
    options: Record<string, string | number>;
    ours: boolean;
}

const nothing = () => undefined;

function propsFor(about: About, look: Look, lines: Line[], won: number[]): FaceProps {
    // Of a position by itself nobody knows the time; what is to be seen in it has been shown.
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
            {/* A face keeps what it has seen: one that goes back in time must begin anew. */}
            <face.Table key={`${lines.at(-1)?.number ?? 0}`} {...propsFor(about, look, lines, won)} />
        </div>
    );
}
