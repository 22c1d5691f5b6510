/* lid.tsx: the picture on the box of Crane. */
import { INK, IVORY } from "page/shelf/lid-art";

export default function Lid() {
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
