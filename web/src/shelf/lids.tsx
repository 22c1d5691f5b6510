/* lids.tsx: the pictures on the boxes, drawn in one hand: flat colours, one ink, no outline where a shadow does. They
 * are prints, so evening does not change their colours. */
import type { ComponentChildren, JSX } from "preact";
import { pipPlaces } from "../table/parts/pips";

const INK = "#2b211a";
const IVORY = "#fbf3df";
const SHADE = "#dccdac";
const RED = "#a63d24";

/** A die with its middle at x, y, turned by so many degrees. */
function Die({
    x,
    y,
    turn = 0,
    size = 44,
    pips,
    ink = INK,
    children,
}: {
    x: number;
    y: number;
    turn?: number;
    size?: number;
    pips?: number;
    ink?: string;
    children?: ComponentChildren;
}) {
    const half = size / 2;
    return (
        <g transform={`translate(${x} ${y}) rotate(${turn})`}>
            <rect
                x={-half + 2}
                y={-half + 4}
                width={size}
                height={size}
                rx={size / 5}
                fill="#000"
                opacity=".22"
            />
            <rect x={-half} y={-half} width={size} height={size} rx={size / 5} fill={SHADE} />
            <rect x={-half} y={-half} width={size} height={size - 4} rx={size / 5} fill={IVORY} />
            {pips &&
                pipPlaces[pips]!.map(([px, py]) => (
                    <circle cx={px * size * 0.27} cy={py * size * 0.27 - 2} r={size * 0.095} fill={ink} />
                ))}
            {children}
        </g>
    );
}

function YatziBox() {
    return (
        <>
            <rect width="240" height="240" fill="#2f6653" />
            <circle cx="120" cy="260" r="150" fill="#3a7862" />
            <g transform="translate(62 92) rotate(-38)">
                <path d="M-36 44L-28 -44h56l8 88z" fill="#7c2c19" />
                <path d="M-36 44L-28 -44h34l-2 88z" fill={RED} />
                <ellipse cx="0" cy="44" rx="36" ry="11" fill="#3d150b" />
                <path d="M-33 20h66M-31 -4h62" stroke="#e8c27a" stroke-width="4" />
            </g>
            <Die x={128} y={132} turn={18} pips={6} />
            <Die x={186} y={112} turn={-14} pips={6} />
            <Die x={170} y={176} turn={8} pips={6} />
            <Die x={104} y={192} turn={-9} pips={6} />
            <Die x={48} y={186} turn={24} pips={1} ink={RED} />
        </>
    );
}

function YucatanBox() {
    const step = (k: number) => (
        <path
            d={`M${34 + k * 20} ${206 - k * 22}h${172 - k * 40}v-22H${34 + k * 20}z`}
            fill={k % 2 ? "#b65f32" : "#c8713d"}
        />
    );
    return (
        <>
            <rect width="240" height="240" fill="#f0bf62" />
            <circle cx="120" cy="96" r="52" fill="#f8dc94" />
            {Array.from({ length: 16 }, (_ray, k) => (
                <path
                    d="M0 -60l5 -16h-10z"
                    fill="#f8dc94"
                    transform={`translate(120 96) rotate(${k * 22.5})`}
                />
            ))}
            {[0, 1, 2, 3].map(step)}
            <path d="M106 206V118h28v88z" fill="#8e4424" />
            <path
                d="M108 196h24M108 182h24M108 168h24M108 154h24M108 140h24"
                stroke="#e3a45c"
                stroke-width="3"
            />
            <path d="M0 206h240v34H0z" fill="#3d6b4a" />
            <path
                d="M0 206c24 -14 40 4 60 -2 24 -8 34 10 60 4 30 -8 44 8 66 0 22 -8 36 2 54 -2v20H0z"
                fill="#4d8059"
            />
            <Die x={52} y={176} turn={-12} size={48}>
                <circle r="12" cy="-2" fill="#23609a" />
            </Die>
            <Die x={120} y={196} turn={5} size={48}>
                <rect x="-11" y="-13" width="22" height="22" fill="#b3321f" />
            </Die>
            <Die x={190} y={174} turn={14} size={48}>
                <path d="M-4.5 -15h9v8.5h8.5v9h-8.5v8.5h-9v-8.5h-8.5v-9h8.5z" fill="#c46a00" />
            </Die>
        </>
    );
}

/** A tile of Bossa: white pips above, black ones below. */
function Tile({
    x,
    y,
    turn = 0,
    white,
    black,
}: {
    x: number;
    y: number;
    turn?: number;
    white: number;
    black: number;
}) {
    const spots = (count: number, top: number, fill: string) =>
        Array.from({ length: count }, (_spot, k) => (
            <circle
                cx={(k % 2 ? 8 : -8) * (count === 1 ? 0 : 1)}
                cy={top + Math.floor(k / 2) * 13}
                r="4.6"
                fill={fill}
                stroke={INK}
                stroke-width="1.6"
            />
        ));
    return (
        <g transform={`translate(${x} ${y}) rotate(${turn})`}>
            <rect x="-18" y="-28" width="38" height="60" rx="5" fill="#000" opacity=".2" />
            <rect x="-20" y="-32" width="40" height="62" rx="5" fill="#c69a61" />
            <rect x="-20" y="-32" width="40" height="58" rx="5" fill="#dcb47c" />
            {spots(white, -20, IVORY)}
            {spots(black, white > 2 ? 12 : 6, INK)}
        </g>
    );
}

function BossaBox() {
    return (
        <>
            <rect width="240" height="240" fill="#8fa07a" />
            <circle cx="120" cy="120" r="100" fill="#a3b28d" />
            <g fill="none" stroke="#f2eedc" stroke-width="5" stroke-linecap="round" opacity=".85">
                <path d="M104 76c-10 -10 10 -16 0 -28" />
                <path d="M122 72c-10 -10 10 -16 0 -28" />
                <path d="M140 76c-10 -10 10 -16 0 -28" />
            </g>
            <ellipse cx="122" cy="92" rx="52" ry="14" fill="#26332c" />
            <ellipse cx="122" cy="94" rx="44" ry="10" fill="#7f9a4a" />
            <path d="M70 92c0 44 20 58 36 60h32c16 -2 36 -16 36 -60 -8 12 -96 12 -104 0z" fill="#39483f" />
            <path d="M78 118c20 10 68 10 88 0" stroke="#c9a24f" stroke-width="4" fill="none" />
            <Tile x={42} y={196} turn={-6} white={1} black={0} />
            <Tile x={88} y={190} turn={3} white={2} black={1} />
            <Tile x={154} y={190} turn={-4} white={1} black={2} />
            <Tile x={200} y={196} turn={7} white={0} black={2} />
        </>
    );
}

function YubitsumeBox() {
    const finger = (x: number, y: number, length: number, turn: number) => (
        <rect
            x="-12"
            y={-length}
            width="24"
            height={length + 20}
            rx="12"
            fill={IVORY}
            transform={`translate(${x} ${y}) rotate(${turn})`}
        />
    );
    return (
        <>
            <rect width="240" height="240" fill="#6d1d1a" />
            <circle cx="120" cy="128" r="94" fill="#c03a2b" />
            <g transform="translate(-14 12)">
                {finger(84, 150, 30, -20)}
                {finger(104, 140, 66, -9)}
                {finger(130, 136, 76, 0)}
                {finger(155, 142, 64, 9)}
                <rect
                    x="-13"
                    y="-64"
                    width="26"
                    height="80"
                    rx="13"
                    fill={IVORY}
                    transform="translate(168 186) rotate(48)"
                />
                <path
                    d="M76 150c-4 30 -2 70 20 78h52c24 -10 30 -46 26 -84 -30 -12 -70 -10 -98 6z"
                    fill={IVORY}
                />
                <path d="M69 131l24 -9 4 13 -23 9z" fill="#f6dcc6" />
                <path d="M70 128l22 -8M73 140l22 -9" stroke="#b9a58c" stroke-width="2.5" />
                <rect x="116" y="92" width="28" height="10" rx="3" fill="#e2b23f" />
                <path d="M124 92l6 -10 6 10z" fill="#bfe0e8" />
            </g>
            <g transform="translate(206 60) rotate(38)">
                <path d="M-9 18V-20c0 -16 18 -26 18 -34 0 30 2 56 0 72z" fill="#cfd6d8" />
                <path d="M9 18V-54c-2 10 -6 14 -9 20V18z" fill="#aab4b8" />
                <rect x="-12" y="16" width="24" height="7" rx="2" fill={INK} />
                <rect x="-8" y="22" width="16" height="44" rx="6" fill="#5a371d" />
            </g>
            <Die x={42} y={60} turn={-14} size={46}>
                <path d="M0 -16a13 12 0 0 1 9 20v6h-18v-6a13 12 0 0 1 9 -20z" fill={INK} />
                <circle cx="-5" cy="-3" r="3.4" fill={IVORY} />
                <circle cx="5" cy="-3" r="3.4" fill={IVORY} />
            </Die>
        </>
    );
}

function CraneBox() {
    const card = (k: number) => (
        <rect
            x={72 + (k % 3) * 1.5}
            y={222 - k * 5}
            width="96"
            height="6"
            rx="2"
            fill={k % 2 ? IVORY : "#e7d7b4"}
            stroke={INK}
            stroke-width="1"
        />
    );
    return (
        <>
            <rect width="240" height="240" fill="#3b4f8f" />
            <path d="M24 240V66a96 60 0 0 1 192 0v174z" fill="#5468ae" />
            <path d="M24 240V66a96 60 0 0 1 192 0v174" fill="none" stroke="#f0c154" stroke-width="7" />
            {[36, 66, 96, 144, 174, 204].map((x, k) => (
                <circle
                    cx={x}
                    cy={k === 2 || k === 3 ? 13 : k === 1 || k === 4 ? 21 : 38}
                    r="5"
                    fill="#f8e3a4"
                />
            ))}
            <path d="M120 8v54" stroke={INK} stroke-width="7" />
            <rect x="102" y="58" width="36" height="22" rx="7" fill="#f0c154" />
            <g fill="none" stroke={IVORY} stroke-width="12" stroke-linecap="round" stroke-linejoin="round">
                <path d="M106 82c-34 8 -44 34 -36 62l14 6" />
                <path d="M134 82c34 8 44 34 36 62l-14 6" />
                <path d="M120 84v40" />
            </g>
            <g transform="translate(0 -6)">
                {[0, 1, 2, 3].map((k) => (
                    <rect
                        x="82"
                        y={142 + k * 6}
                        width="76"
                        height="7"
                        rx="2"
                        fill={k % 2 ? IVORY : "#e7d7b4"}
                        stroke={INK}
                        stroke-width="1"
                    />
                ))}
            </g>
            {[0, 1, 2, 3, 4, 5, 6].map(card)}
        </>
    );
}

const pictures: Record<string, () => JSX.Element> = {
    yatzi: YatziBox,
    yucatan: YucatanBox,
    bossa: BossaBox,
    yubitsume: YubitsumeBox,
    crane: CraneBox,
};

function PlainBox() {
    return (
        <>
            <rect width="240" height="240" fill="#6b5a46" />
            <Die x={120} y={124} turn={-8} size={96} pips={5} />
        </>
    );
}

/** The lid of a box, without its title. */
export function Lid({ game }: { game: string }) {
    const Picture = pictures[game] ?? PlainBox;
    return (
        <svg class="lid" viewBox="0 0 240 240" aria-hidden="true">
            <Picture />
        </svg>
    );
}
