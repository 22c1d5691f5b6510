/* notice.tsx: short words at the edge of the screen that go away by themselves. */
import { useEffect, useState } from "preact/hooks";

interface Notice {
    key: number;
    text: string;
}

const SHOWN_MS = 5_000;
let notices: Notice[] = [];
let nextKey = 1;
let redraw: (() => void) | null = null;

function change(next: Notice[]): void {
    notices = next;
    redraw?.();
}

/** Say something to whoever looks at the page. The same words are not said twice at once. */
export function notice(text: string): void {
    if (notices.some((one) => one.text === text)) return;
    const key = nextKey++;
    change([...notices, { key, text }].slice(-3));
    setTimeout(() => change(notices.filter((one) => one.key !== key)), SHOWN_MS);
}

export function Notices() {
    const [, setCount] = useState(0);
    useEffect(() => {
        redraw = () => setCount((count) => count + 1);
        return () => {
            redraw = null;
        };
    }, []);
    return (
        <div class="notices" role="status">
            {notices.map(({ key, text }) => (
                <p key={key} class="notice">
                    {text}
                </p>
            ))}
        </div>
    );
}
