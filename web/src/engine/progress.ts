/* progress.ts: reports progress, no more often than a viewer can notice. */

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
