/* progress.ts: what this device remembers of learning a game: how far a lesson is, which tips were seen. */
import lessons from "built:lessons";
import practices from "built:practices";
import tips from "built:tips";
import { keptRooms, read, settings, write } from "../ui/storage";

export interface Learned {
    /** The guided match was offered once, and is not offered again. */
    offered?: boolean;
    /** The lesson was played to its end. */
    done?: boolean;
    /** What was done in a lesson that goes on, step by step; an empty text where something was read. */
    moves?: string[];
    /** The kinds of decisions whose tips were seen. */
    tips?: string[];
    /** The first match is over: no more tips. */
    played?: boolean;
}

const KEY = "knobel.learn";
type All = Record<string, Learned>;

export function learned(game: string): Learned {
    return read<All>(KEY, {})[game] ?? {};
}

export function keepLearned(game: string, change: Learned): void {
    write(KEY, { ...read<All>(KEY, {}), [game]: { ...learned(game), ...change } });
}

export const hasLesson = (game: string): boolean => Object.hasOwn(lessons, game);
export const hasPractice = (game: string): boolean => Object.hasOwn(practices, game);

/** A device that has had other rooms of this game, from before there were lessons, needs no advice. */
function isKnown(game: string): boolean {
    const rooms = keptRooms().filter((room) => room.game === game);
    return !Object.hasOwn(read<All>(KEY, {}), game) && rooms.length > 1;
}

/** Has this device something to say at a table of this game that it has not said yet? */
export function hasAdvice(game: string): boolean {
    const { offered, done, played } = learned(game);
    const offers = hasLesson(game) && !offered && !done;
    const tells = Object.hasOwn(tips, game) && !played;
    return settings().tips === "on" && (offers || tells) && !isKnown(game);
}
