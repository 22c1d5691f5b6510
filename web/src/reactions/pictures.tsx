/* pictures.tsx: the eight reactions, drawn, with their words for those who do not see them. */
import type { JSX } from "preact";
import { N_, words } from "../ui/words";

const INK = "#2b211a";
const RED = "#a63d24";
const GREEN = "#3a7862";
const SUN = "#f0c154";
const IVORY = "#fbf3df";

const line = { fill: "none", stroke: INK, "stroke-width": 2.6, "stroke-linecap": "round" as const };

function Face({ children }: { children: JSX.Element | JSX.Element[] }) {
    return (
        <>
            <circle cx="24" cy="25" r="20" fill="#c9922f" />
            <circle cx="24" cy="23" r="20" fill={SUN} />
            {children}
        </>
    );
}

const Eyes = ({ y }: { y: number }) => (
    <g fill={INK}>
        <circle cx="17" cy={y} r="2.9" />
        <circle cx="31" cy={y} r="2.9" />
    </g>
);

const pictures: Record<string, { label: string; draw: () => JSX.Element }> = {
    bravo: {
        label: N_("Bravo!"),
        draw: () => (
            <>
                <rect x="5" y="21" width="10" height="22" rx="2.5" fill="#1f5f93" />
                <path
                    d="M15 23h4l5 -14c1 -5 8 -4 7 2l-2 9h9c4 0 5 3 4 6l-3 13c-1 3 -2 4 -5 4H15z"
                    fill={IVORY}
                    stroke={INK}
                    stroke-width="2.4"
                    stroke-linejoin="round"
                />
                <path d="M31 27h9M30 33h9M29 38h8" {...line} stroke-width={1.8} />
            </>
        ),
    },
    laugh: {
        label: N_("Haha!"),
        draw: () => (
            <Face>
                <path d="M11 19c2 -5 7 -5 9 0M28 19c2 -5 7 -5 9 0" {...line} />
                <path d="M12 25h24a12 12 0 0 1 -24 0z" fill="#6d1d1a" />
                <path d="M17 34a8 6 0 0 1 14 0a12 12 0 0 1 -14 0z" fill="#d9694f" />
            </Face>
        ),
    },
    wow: {
        label: N_("Wow!"),
        draw: () => (
            <Face>
                <path d="M12 12c2 -2 5 -2 7 0M29 12c2 -2 5 -2 7 0" {...line} />
                <Eyes y={19} />
                <ellipse cx="24" cy="33" rx="5.5" ry="7" fill="#6d1d1a" />
            </Face>
        ),
    },
    oh_no: {
        label: N_("Oh no!"),
        draw: () => (
            <Face>
                <path d="M12 16l7 -3M36 16l-7 -3" {...line} />
                <Eyes y={21} />
                <path d="M15 36c3 -6 15 -6 18 0" {...line} />
                <path d="M37 24c3 5 4 7 4 9a4 4 0 0 1 -8 0c0 -2 1 -4 4 -9z" fill="#4b93c4" />
            </Face>
        ),
    },
    heart: {
        label: N_("I like that!"),
        draw: () => (
            <>
                <path
                    d="M24 43C10 33 4 26 4 17C4 7 18 3 24 13C30 3 44 7 44 17C44 26 38 33 24 43z"
                    fill="#8a2f1a"
                />
                <path
                    d="M24 40C11 31 5 24 5 16C5 7 18 4 24 13C30 4 43 7 43 16C43 24 37 31 24 40z"
                    fill={RED}
                />
                <path d="M11 17c0 -4 3 -6 6 -6" {...line} stroke="#f2d9cc" />
            </>
        ),
    },
    luck: {
        label: N_("Good luck!"),
        draw: () => (
            <>
                <path d="M25 24c1 8 4 14 9 20" {...line} stroke="#315a4a" stroke-width={3} />
                <g fill={GREEN} stroke="#315a4a" stroke-width="1.6">
                    {[0, 90, 180, 270].map((turn) => (
                        <path
                            d="M0 0C-14 -5 -12 -19 -4 -17C-2 -16 0 -14 0 -12C0 -14 2 -16 4 -17C12 -19 14 -5 0 0z"
                            transform={`translate(24 21) rotate(${turn + 45})`}
                        />
                    ))}
                </g>
            </>
        ),
    },
    hmm: {
        label: N_("Hmm…"),
        draw: () => (
            <Face>
                <path d="M11 15h8M29 12c2 -2 5 -2 8 1" {...line} />
                <Eyes y={20} />
                <path d="M16 34c5 -3 10 1 17 -3" {...line} />
            </Face>
        ),
    },
    party: {
        label: N_("Hurray!"),
        draw: () => (
            <>
                <path
                    d="M5 43L15 17L31 33z"
                    fill={SUN}
                    stroke={INK}
                    stroke-width="2.2"
                    stroke-linejoin="round"
                />
                <path d="M11 28l9 9M8 36l5 5" {...line} stroke={RED} />
                <path
                    d="M22 18c-2 -5 1 -8 4 -12M30 26c5 2 8 -1 12 -4M27 21c4 -3 5 -6 12 -9"
                    {...line}
                    stroke="#1f5f93"
                />
                <g>
                    <circle cx="35" cy="6" r="2.6" fill={RED} />
                    <circle cx="43" cy="15" r="2.2" fill={GREEN} />
                    <circle cx="42" cy="30" r="2.6" fill="#6a4796" />
                    <circle cx="17" cy="8" r="2.4" fill={GREEN} />
                </g>
            </>
        ),
    },
};

/** In the order of the palette. */
export const reactions = Object.keys(pictures);

/** What a reaction says; its key if this page does not know it. */
export const reactionText = (what: string): string =>
    pictures[what] ? words(pictures[what].label) : what.replaceAll("_", " ");

export function Picture({ what }: { what: string }) {
    return (
        <svg class="reaction" viewBox="0 0 48 48" aria-hidden="true">
            {pictures[what]?.draw()}
        </svg>
    );
}
