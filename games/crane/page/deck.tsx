/* deck.tsx: the deck from the side, and the part of it in the challenger's grip, live. It shows no number,
 * and none can be derived: the audience has to estimate, as at a real table. */
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { CraneFinger } from "./art";
import { steady, type Motion } from "page/table/parts/motion";
import { _ } from "page/ui/words";
import "./deck.css";

/** How a hand moves without each finger, and how far one card is: as the rules have it, without the
 * slip. */
const GAIN: Record<CraneFinger, number> = { index: 1.12, middle: 1.06, ring: 0.95, little: 0.89 };
const THICKNESS_UM = 2000;

/** How many cards a travel seems to hold, in parts of cards. */
export function cardsSeen(um: number, finger: CraneFinger): number {
    return um > 0 ? 1 + (um * GAIN[finger]) / THICKNESS_UM : 0;
}

const TOP = 74;
const FLOOR = 222;
const LEFT = 88;
const WIDE = 124;
/** The least number of cards in view; a deeper grip zooms out. */
const SEEN_CARDS = 30;
const LIFT = 9;
const OPEN_TIP = 52;
/** The back of a hand that comes from above. */
const BACK = "M96 30Q90 6 108-10L112-40H188L192-10Q210 6 204 30Q176 40 150 40Q124 40 96 30Z";
/** How much of the way is made up in each frame. */
const FOLLOW = 0.35;

interface Parts {
    held: SVGRectElement;
    rest: SVGRectElement;
    lifted: SVGGElement;
    cards: SVGGElement;
    under: SVGGElement;
    fingers: NodeListOf<SVGPathElement>;
    nails: NodeListOf<SVGRectElement>;
}

function Edges({ count, seed }: { count: number; seed: number }) {
    const random = steady(seed);
    return (
        <>
            {Array.from({ length: count }, (_card, at) => (
                <rect
                    class="crane-deck-card"
                    x={LEFT + random() * 3 - 1.5}
                    y={TOP + at * 5}
                    width={WIDE}
                    height="5"
                    rx="0.8"
                />
            ))}
        </>
    );
}

/** Show a grip of this number of cards; only attributes change, nothing is redrawn. */
function pose(parts: Parts, cards: number, lifting: boolean): void {
    const scale = Math.min(1, SEEN_CARDS / Math.max(SEEN_CARDS, cards * 1.2));
    const depth = cards * 5 * scale;
    const shrink = `translate(0 ${TOP}) scale(1 ${scale}) translate(0 ${-TOP})`;
    parts.cards.setAttribute("transform", shrink);
    parts.under.setAttribute("transform", shrink);
    parts.held.setAttribute("height", String(TOP - 30 + depth));
    parts.rest.setAttribute("y", String(TOP + depth));
    parts.lifted.setAttribute("transform", `translate(0 ${lifting && cards > 0 ? -LIFT : 0})`);
    const closed = cards > 0 ? 1 : 0;
    const tip = closed ? TOP + depth - LIFT : OPEN_TIP;
    const [left, right] = closed ? [LEFT - 3, LEFT + WIDE + 3] : [LEFT - 18, LEFT + WIDE + 18];
    parts.fingers.forEach((finger, at) => {
        const thumb = at % 2 === 0;
        const [x, knuckle] = thumb ? [left, LEFT + 20] : [right, LEFT + WIDE - 20];
        const bend = thumb ? x - 20 : x + 20;
        finger.setAttribute("d", `M${knuckle} 24C${bend} 34 ${bend} ${tip - 30} ${x} ${tip}`);
        parts.nails[at % 2]!.setAttribute(
            "transform",
            `translate(${thumb ? x - 6 : x + 6} ${tip + 2}) rotate(${thumb ? -14 : 14})`,
        );
    });
}

/** Follows a number softly; without motion at once. */
function useFollow(target: number, motion: Motion, show: (value: number) => void): void {
    const shown = useRef(target);
    const latest = useRef(show);
    latest.current = show;
    useLayoutEffect(() => {
        let request = 0;
        const step = () => {
            const away = target - shown.current;
            shown.current =
                motion === "off" || Math.abs(away) < 0.02 ? target : shown.current + away * FOLLOW;
            latest.current(shown.current);
            if (shown.current !== target) request = requestAnimationFrame(step);
        };
        step();
        return () => cancelAnimationFrame(request);
    }, [target, motion]);
}

/** `cards`: how many the grip seems to hold; 0: the hand is open; null: no hand there. */
export function SideDeck({
    cards,
    deck,
    seat,
    motion,
}: {
    cards: number | null;
    deck: number;
    seat: number | null;
    motion: Motion;
}) {
    const root = useRef<SVGSVGElement>(null);
    const count = Math.min(deck, 80);
    const edges = useMemo(() => <Edges count={count} seed={7} />, [count]);
    useFollow(cards ?? 0, motion, (value) => {
        const svg = root.current;
        if (!svg) return;
        const part = <T extends Element>(name: string) => svg.querySelector<T>(`.crane-deck-${name}`)!;
        pose(
            {
                held: part("held"),
                rest: part("rest"),
                lifted: part("lifted"),
                cards: part("above"),
                under: part("under"),
                fingers: svg.querySelectorAll(".crane-deck-finger"),
                nails: svg.querySelectorAll(".crane-deck-nails rect"),
            },
            value,
            true,
        );
    });
    const label =
        cards === null
            ? _("The deck from the side")
            : _("The deck from the side, and the hand that grips it");
    return (
        <svg
            class="crane-deck"
            viewBox="36 -46 228 298"
            preserveAspectRatio="xMidYMax"
            ref={root}
            role="img"
            aria-label={label}
        >
            <defs>
                <clipPath id="crane-held">
                    <rect class="crane-deck-held" x="0" y="30" width="300" height="44" />
                </clipPath>
                <clipPath id="crane-rest">
                    <rect class="crane-deck-rest" x="0" y={TOP} width="300" height="400" />
                </clipPath>
                <clipPath id="crane-above">
                    <rect x="0" y="-20" width="300" height={FLOOR + 20} />
                </clipPath>
            </defs>
            <ellipse class="crane-deck-shadow" cx="158" cy={FLOOR} rx="96" ry="11" />
            <g clip-path="url(#crane-above)">
                <g clip-path="url(#crane-rest)">
                    <g class="crane-deck-under">{edges}</g>
                </g>
                <g class="crane-deck-lifted">
                    <g clip-path="url(#crane-held)">
                        <path
                            class="crane-deck-face"
                            d={`M${LEFT} ${TOP}L${LEFT + 15} ${TOP - 15}H${LEFT + WIDE - 15}L${LEFT + WIDE} ${TOP}Z`}
                        />
                        <g class="crane-deck-above">{edges}</g>
                    </g>
                </g>
            </g>
            <g class={cards === null ? "crane-deck-nobody" : ""}>
                <g class="crane-deck-outline">
                    <path class="crane-deck-finger" />
                    <path class="crane-deck-finger" />
                    <path class="crane-deck-back" d={BACK} />
                </g>
                <g class="crane-deck-skin">
                    <path class="crane-deck-finger" />
                    <path class="crane-deck-finger" />
                    <path class="crane-deck-back" d={BACK} />
                </g>
                <path class="crane-deck-crease" d="M116 26l-5 9M184 26l5 9" />
                <g class="crane-deck-nails">
                    <rect />
                    <rect />
                </g>
                <path
                    class="crane-deck-cuff"
                    style={{ fill: `var(--seat-${seat ?? 8})` }}
                    d="M106-60H194V-22Q150-12 106-22Z"
                />
            </g>
            <path class="crane-deck-rim" d={`M52 ${FLOOR - 4}H248L260 ${FLOOR + 14}H40Z`} />
            <path class="crane-deck-rim-front" d={`M40 ${FLOOR + 14}H260V${FLOOR + 28}H40Z`} />
        </svg>
    );
}
