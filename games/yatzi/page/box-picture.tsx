/* box-picture.tsx: the pictures of the boxes of the sheet. */
import type { JSX } from "preact";
import { FlatDie } from "page/table/parts/dice";
import { lowerBoxes, upperBoxes, type Box } from "./box-names";

export { lowerBoxes, upperBoxes, type Box };

/** A little square for each die: equal ones look equal. */
type Little = [x: number, y: number, look: "same" | "other" | "any"];

const row = (looks: Little[2][], y: number): Little[] =>
    looks.map((look, i) => [12 + (i - (looks.length - 1) / 2) * 8, y, look]);
/** Little enough that five of them stay in the picture. */
const STREET = { size: 5.2, step: 4.4 };
const street = (many: number): Little[] =>
    Array.from({ length: many }, (_, i) => [
        12 + (i - (many - 1) / 2) * STREET.step,
        17.5 - i * (11 / (many - 1)),
        "other",
    ]);

const pictures: Record<(typeof lowerBoxes)[number], Little[]> = {
    three_of_a_kind: [...row(["same", "same"], 8), ...row(["same"], 16)],
    four_of_a_kind: [...row(["same", "same"], 8), ...row(["same", "same"], 16)],
    full_house: [...row(["same", "same", "same"], 8), ...row(["other", "other"], 16)],
    small_street: street(4),
    large_street: street(5),
    yatzi: [...row(["same", "same"], 4.5), ...row(["same"], 12), ...row(["same", "same"], 19.5)],
    chance: [],
};

function LowerPicture({ box }: { box: (typeof lowerBoxes)[number] }): JSX.Element {
    const size = box === "small_street" || box === "large_street" ? STREET.size : 6.6;
    return (
        <svg class="yatzi-picture" viewBox="0 0 24 24" aria-hidden="true">
            {pictures[box].map(([x, y, look]) => (
                <rect
                    class={`yatzi-little ${look}`}
                    x={x - size / 2}
                    y={y - size / 2}
                    width={size}
                    height={size}
                    rx="1.6"
                />
            ))}
            {box === "chance" && (
                <>
                    <rect class="yatzi-little other" x="2" y="2" width="20" height="20" rx="4.5" />
                    <text class="yatzi-question" x="12" y="17.4">
                        ?
                    </text>
                </>
            )}
        </svg>
    );
}

export function BoxPicture({ box }: { box: Box }): JSX.Element {
    const number = upperBoxes.indexOf(box as (typeof upperBoxes)[number]) + 1;
    return number > 0 ? (
        <FlatDie face={number} look="yatzi-picture" />
    ) : (
        <LowerPicture box={box as (typeof lowerBoxes)[number]} />
    );
}
