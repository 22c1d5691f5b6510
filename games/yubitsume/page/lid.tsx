/* lid.tsx: the picture on the box of Yubitsume. */
import { Die, INK, IVORY } from "page/shelf/lid-art";

export default function Lid() {
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
