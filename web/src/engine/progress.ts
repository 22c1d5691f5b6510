/* progress.ts: how far something is, told as often as somebody who looks at it could notice. */

type Tell = (game: string, part: number) => void;

/** Tells the beginning, every whole per cent, and the end. */
export function byPercent(tell: Tell): Tell {
    let told = -1;
    return (game, part) => {
        const percent = Math.floor(part * 100);
        if (percent === told) return;
        told = percent;
        tell(game, part);
    };
}
