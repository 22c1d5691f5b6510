/* lid.tsx: the picture on the box of Yatzi. */
import { Die, RED } from "page/shelf/lid-art";

export default function Lid() {
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
