/* dress.ts: applies light and motion, as the settings of the page and of the system want them. */
import { motion, settings } from "./storage";

export const dark = matchMedia("(prefers-color-scheme: dark)");
export const still = matchMedia("(prefers-reduced-motion: reduce)");

export function dress(): void {
    const { light } = settings();
    const evening = light === "evening" || (light === "system" && dark.matches);
    const root = document.documentElement;
    root.dataset.light = evening ? "evening" : "day";
    root.dataset.motion = motion();
    document
        .querySelector('meta[name="theme-color"]')
        ?.setAttribute("content", evening ? "#1c1713" : "#ece0cb");
}
