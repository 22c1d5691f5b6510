/* lid.tsx: the picture on the box of Yu-C-A-Tan. */
import { Die } from "page/shelf/lid-art";

export default function Lid() {
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
