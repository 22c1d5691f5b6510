/* invitation-art.tsx: the picture that messengers show with a link to a room: the box of the game on a table, our name and a
 * few dice. The build paints it (web/invitations.mjs); the page never fetches it. It has no words: it is for everyone. */
import { Die, INK, RED } from "./lid-art";
import { Lid } from "./lids";

export const WIDTH = 1200;
export const HEIGHT = 630;
const BOX = 460;

/** `Knobel`, drawn with a broad pen: each letter is so wide, and 120 high. */
const LETTERS: [number, string][] = [
    [78, "M0 0v120M70 0L6 64M26 44L74 120"],
    [92, "M0 120V0L78 120V0"],
    [104, "M48 0a48 60 0 0 1 0 120a48 60 0 0 1 0 -120z"],
    [82, "M0 0h34a28 28 0 0 1 0 56H0M0 56h40a32 32 0 0 1 0 64H0V0"],
    [72, "M60 0H0v120h60M0 58h48"],
    [56, "M0 0v120h54"],
];

function Name({ x, y, scale }: { x: number; y: number; scale: number }) {
    let along = 0;
    const placed = LETTERS.map(([width, path]) => {
        const at = along;
        along += width + 24;
        return <path d={path} transform={`translate(${at} 0)`} />;
    });
    return (
        <g
            transform={`translate(${x} ${y}) scale(${scale})`}
            fill="none"
            stroke={INK}
            stroke-width="17"
            stroke-linecap="round"
        >
            {placed}
        </g>
    );
}

export function InvitationArt({ game }: { game: string }) {
    return (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT}>
            <rect width={WIDTH} height={HEIGHT} fill="#ece0cb" />
            <circle cx="900" cy="250" r="420" fill="#f3ead8" />
            <path d={`M0 500h${WIDTH}v130H0z`} fill="#c89b6a" />
            <path d={`M0 500h${WIDTH}v10H0z`} fill="#a2754a" />
            <path
                d="M0 548h300M380 574h420M860 540h340M60 606h260M620 612h380"
                stroke="#b98b5b"
                stroke-width="4"
            />
            <ellipse cx="328" cy="574" rx="270" ry="26" fill="#8a6238" opacity=".45" />
            <rect x="84" y="80" width={BOX + 24} height={BOX + 38} rx="14" fill={INK} />
            <rect x="84" y="80" width={BOX + 24} height={BOX + 24} rx="14" fill="#fcf7ec" />
            <svg x="96" y="92" width={BOX} height={BOX} viewBox="0 0 240 240">
                <Lid game={game} />
            </svg>
            <Name x={648} y={150} scale={0.8} />
            <ellipse cx="860" cy="540" rx="250" ry="20" fill="#8a6238" opacity=".35" />
            <Die x={716} y={458} turn={-9} size={126} pips={5} ink={RED} />
            <Die x={872} y={466} turn={6} size={126} pips={3} />
            <Die x={1022} y={456} turn={-4} size={126} pips={6} />
        </svg>
    );
}
