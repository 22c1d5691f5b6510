/* wake-lock.ts: keeps the screen on during a match, where the browser can (not on plain HTTP). */
import { useEffect } from "preact/hooks";

export function useAwake(on: boolean): void {
    useEffect(() => {
        if (!on || !("wakeLock" in navigator)) return;
        let lock: WakeLockSentinel | null = null;
        let wanted = true;
        // The lock is lost whenever the page is hidden.
        const ask = async () => {
            if (!wanted || document.visibilityState === "hidden") return;
            lock = await navigator.wakeLock.request("screen").catch(() => null);
            if (!wanted) void lock?.release();
        };
        void ask();
        document.addEventListener("visibilitychange", ask);
        return () => {
            wanted = false;
            document.removeEventListener("visibilitychange", ask);
            void lock?.release();
        };
    }, [on]);
}
