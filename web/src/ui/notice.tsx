/* notice.tsx: short notices at the edge of the screen that disappear by themselves. */
import { useEffect, useState } from "preact/hooks";

interface Notice {
    key: number;
    text: string;
}

/** Draws its place again. */
type Redraw = () => void;

const SHOWN_MS = 5_000;
/** Where notices can be drawn; the last of these places is used, since what a sheet covers cannot be seen or heard. */
let places: Redraw[] = [];
let notices: Notice[] = [];
let nextKey = 1;

function redrawAll(): void {
    for (const redraw of places) redraw();
}

function change(next: Notice[]): void {
    notices = next;
    redrawAll();
}

/** Show a notice; the same text is not shown twice at a time. Returns a function that removes it. */
export function notice(text: string): () => void {
    const drop = () => change(notices.filter((one) => one.text !== text));
    if (notices.some((one) => one.text === text)) return drop;
    const key = nextKey++;
    change([...notices, { key, text }].slice(-3));
    setTimeout(() => change(notices.filter((one) => one.key !== key)), SHOWN_MS);
    return drop;
}

/** `page`: below all sheets. */
export function Notices({ page = false }: { page?: boolean }) {
    const [own, setOwn] = useState<{ redraw: Redraw } | null>(null);
    useEffect(() => {
        const redraw = () => setOwn({ redraw });
        places = page ? [redraw, ...places] : [...places, redraw];
        redrawAll();
        return () => {
            places = places.filter((other) => other !== redraw);
            redrawAll();
        };
    }, []);
    const shown = own && places.at(-1) === own.redraw ? notices : [];
    return (
        <div class="notices" role="status">
            {shown.map(({ key, text }) => (
                <p key={key} class="notice">
                    {text}
                </p>
            ))}
        </div>
    );
}
