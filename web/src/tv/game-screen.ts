/* game-screen.ts: how a game looks on a big screen: games/GAME/page/screen.tsx exports one `GameScreen`. It draws what a
 * watcher sees, to be read from four metres; nobody touches it. Without one the game's face is shown, as large as fits. */
import type { ComponentType, JSX } from "preact";
import type { FaceProps } from "../table/face";

/** One of the pictures that explain a game in passing. */
export interface RulePicture {
    Picture: () => JSX.Element;
    /** One short sentence. */
    words(): string;
}

export interface GameScreen<View = Record<string, unknown>> {
    /** The table, in whatever room there is for it. Sizes are in rem: 1rem is a thirty-sixth of the shorter side. */
    Stage: ComponentType<FaceProps<View>>;
    /** Optional: the rules in three pictures, for the time between two matches. */
    pictures?: RulePicture[];
    /** Optional: so much later than on the phones everything is told here, in milliseconds; where reaction counts. */
    laterMs?: number;
}
