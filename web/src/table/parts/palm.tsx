/* palm.tsx: a left hand on the table, seen from above: fingers can be gone, wear a ring, or be barred. For
 * games that are played for fingers, and for cards that forbid one. */
import { _ } from "../../ui/words";
import "./palm.css";

export type Finger = "little" | "ring" | "middle" | "index" | "thumb";
export type FingerState = "whole" | "lost" | "ring" | "barred";

/** From the one that goes first. */
export const FINGERS: Finger[] = ["little", "ring", "middle", "index", "thumb"];

interface Bone {
    base: [number, number];
    tip: [number, number];
    wide: number;
}

/** In a box of 110 by 130. */
const BONES: Record<Finger, Bone> = {
    little: { base: [24, 68], tip: [11, 37], wide: 13 },
    ring: { base: [38, 60], tip: [31, 20], wide: 14.5 },
    middle: { base: [53, 57], tip: [53, 12], wide: 15 },
    index: { base: [68, 60], tip: [75, 21], wide: 14.5 },
    thumb: { base: [74, 88], tip: [99, 60], wide: 15.5 },
};

const BACK = "M17 70Q17 60 30 58L70 57Q81 58 82 72L83 90Q80 104 71 111V134H34V111Q19 98 17 70Z";
const STUMP = 0.3;
const OUTLINE = 4.4;

export function fingerName(finger: Finger): string {
    switch (finger) {
        case "little":
            return _("little finger");
        case "ring":
            return _("ring finger");
        case "middle":
            return _("middle finger");
        case "index":
            return _("index finger");
        case "thumb":
            return _("thumb");
    }
}

function along({ base, tip }: Bone, part: number): [number, number] {
    return [base[0] + (tip[0] - base[0]) * part, base[1] + (tip[1] - base[1]) * part];
}

function lineTo(bone: Bone, part: number): string {
    const [x, y] = along(bone, part);
    return `M${bone.base[0]} ${bone.base[1]}L${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** What lies across a finger: drawn upright in its middle, turned with it. */
function across(bone: Bone, part: number): string {
    const [x, y] = along(bone, part);
    const angle = (Math.atan2(bone.tip[0] - bone.base[0], bone.base[1] - bone.tip[1]) * 180) / Math.PI;
    return `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(1)})`;
}

function Nail({ bone }: { bone: Bone }) {
    const wide = bone.wide * 0.5;
    return (
        <rect
            class="palm-nail"
            transform={across(bone, 0.99)}
            x={-wide / 2}
            y={-wide * 0.55}
            width={wide}
            height={wide}
            rx={wide * 0.42}
        />
    );
}

function Ring({ bone }: { bone: Bone }) {
    const wide = bone.wide + 3.5;
    return (
        <g class="palm-ring" transform={across(bone, 0.46)}>
            <rect x={-wide / 2} y="-3.4" width={wide} height="6.8" rx="3.2" />
            <path d="M0-6.6L4.6-1.8L0 4L-4.6-1.8z" />
        </g>
    );
}

function Bandage({ bone }: { bone: Bone }) {
    const wide = bone.wide + 1;
    return (
        <g class="palm-bandage" transform={across(bone, STUMP)}>
            <path d={`M${-wide / 2} 5V-1A${wide / 2} ${wide / 2} 0 0 1 ${wide / 2}-1V5z`} />
            <path
                class="palm-bandage-fold"
                d={`M${-wide / 2 + 1} 1.5L${wide / 2 - 1}-2.5M${-wide / 2 + 2}-3L${wide / 2 - 2} 3.5`}
            />
        </g>
    );
}

function Bar({ bone }: { bone: Bone }) {
    return <path class="palm-bar" transform={across(bone, 0.72)} d="M-9-9L9 9M9-9L-9 9" />;
}

interface PalmProps {
    /** From the little finger to the thumb. */
    fingers: FingerState[];
    /** Whose sleeve. */
    seat?: number;
    /** Fingers that can be tapped; the same must be offered by real buttons. */
    tap?: (finger: Finger) => void;
    tappable?: Finger[];
}

interface Drawn {
    finger: Finger;
    bone: Bone;
    state: FingerState;
}

/** All fingers as thick lines; drawn first in ink, then a little thinner in skin. */
function Bones({ fingers, more }: { fingers: Drawn[]; more: number }) {
    return (
        <>
            {fingers.map(({ finger, bone, state }) => (
                <path
                    key={finger}
                    class={`palm-bone ${state === "barred" ? "palm-barred" : ""}`}
                    d={lineTo(bone, state === "lost" ? STUMP : 1)}
                    stroke-width={bone.wide + more}
                />
            ))}
        </>
    );
}

/** What is on a finger: its nail, a bandage, a ring, a bar. */
function OnFinger({ bone, state }: Drawn) {
    if (state === "lost") return <Bandage bone={bone} />;
    return (
        <>
            <Nail bone={bone} />
            {state === "ring" && <Ring bone={bone} />}
            {state === "barred" && <Bar bone={bone} />}
        </>
    );
}

export function Palm({ fingers, seat, tap, tappable = [] }: PalmProps) {
    const drawn = FINGERS.map((finger, at) => ({
        finger,
        bone: BONES[finger],
        state: fingers[at]!,
    }));
    const touched = drawn.filter(({ finger }) => tappable.includes(finger));
    const sleeve = seat && { fill: `var(--seat-${seat})` };
    return (
        <svg class="palm" viewBox="0 0 110 132" aria-hidden="true">
            <g class="palm-outline">
                <path d={BACK} stroke-width={OUTLINE} />
                <Bones fingers={drawn} more={OUTLINE} />
            </g>
            <g class="palm-skin">
                <Bones fingers={drawn} more={0} />
                <path d={BACK} />
            </g>
            <path class="palm-crease" d="M38 66l1 7M53 64v7M67 66l-1 7" />
            {drawn.map((one) => (
                <OnFinger key={one.finger} {...one} />
            ))}
            {sleeve && <path class="palm-cuff" style={sleeve} d="M29 118Q52 112 76 118V132H29z" />}
            {touched.map(({ finger, bone }) => (
                <path
                    key={finger}
                    class="palm-touch"
                    d={lineTo(bone, 1)}
                    stroke-width={bone.wide + 8}
                    onClick={() => tap?.(finger)}
                />
            ))}
        </svg>
    );
}
