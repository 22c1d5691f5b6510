/* cup.tsx: the leather cup. It stands, is shaken, and disappears when the dice have left it. 1em is the edge
 * of a die of its field. */
import type { JSX } from "preact";
import type { Place } from "./tumble";
import "./cup.css";

interface CupProps {
    at: Place;
    state: "standing" | "shaking" | "gone";
    /** What a tap does, if anything. A button beside the field does the same, for keyboards and screen readers. */
    onTap?: () => void;
}

export function Cup({ at, state, onTap }: CupProps): JSX.Element {
    return (
        <div class="cup-place" style={{ transform: `translate(${at.x}em, ${at.y}em)` }} aria-hidden="true">
            <svg
                class={`cup ${state}`}
                viewBox="0 0 120 132"
                onClick={state === "standing" ? onTap : undefined}
                data-tap={onTap ? "" : undefined}
            >
                <ellipse class="cup-shadow" cx="66" cy="118" rx="50" ry="13" />
                <path
                    class="cup-leather"
                    d="M12 24 C14 62 20 92 26 112 C34 124 86 124 94 112 C100 92 106 62 108 24 Z"
                />
                <path
                    class="cup-light"
                    d="M22 40 C24 66 29 92 34 110 C38 113 43 115 48 116 C41 92 38 64 37 43 Z"
                />
                <path class="cup-band" d="M17 60 C36 74 84 74 103 60 L101 75 C82 89 38 89 19 75 Z" />
                <path class="cup-stitch" d="M18 64 C38 78 82 78 102 64" />
                <path class="cup-stitch" d="M20 72 C40 86 80 86 100 72" />
                <ellipse class="cup-rim" cx="60" cy="24" rx="49" ry="19" />
                <ellipse class="cup-inside" cx="60" cy="25" rx="42" ry="14.5" />
                <path
                    class="cup-depth"
                    d="M20 30 C30 42 90 42 100 30 C94 21 78 33 60 33 C42 33 26 21 20 30 Z"
                />
            </svg>
        </div>
    );
}
