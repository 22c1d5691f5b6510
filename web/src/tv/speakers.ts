/* speakers.ts: the sounds of the table come from the big screen, unless its address ends with #quiet. Browsers may want
 * a key pressed before; those on televisions and in kiosks often do not. */
import { useEffect, useState } from "preact/hooks";
import { hush, soundsRun, startSound } from "../table/parts/sound";

export const isQuiet = () => /(^#|&)quiet\b/.test(location.hash);

export function useSpeakers(): void {
    useEffect(() => {
        hush(isQuiet());
        if (!isQuiet()) startSound();
        return () => hush(false);
    }, []);
}

/** Does the browser wait for a key before it lets us be heard? */
export function useWaitsForKey(): boolean {
    const [waits, setWaits] = useState(false);
    useEffect(() => {
        if (isQuiet()) return;
        const look = () => setWaits(!soundsRun());
        const timer = setInterval(look, 2000);
        look();
        return () => clearInterval(timer);
    }, []);
    return waits;
}
