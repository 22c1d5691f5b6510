/* figure-frame.tsx: the frame of figures in the rules: things in a row, and a sentence for screen readers. */
import type { ComponentChildren } from "preact";
import "./figure-frame.css";

/** A picture; `label` describes it. */
export function Figure({ label, children }: { label: string; children: ComponentChildren }) {
    return (
        <div class="figure" role="img" aria-label={label}>
            {children}
        </div>
    );
}

/** Things side by side, with words below. */
export function Group({
    words,
    look = "",
    children,
}: {
    words?: ComponentChildren;
    look?: string;
    children: ComponentChildren;
}) {
    return (
        <div class={`figure-group ${look}`}>
            <div class="figure-things">{children}</div>
            {words !== undefined && <span class="figure-words">{words}</span>}
        </div>
    );
}

/** A die among the things of a figure. */
export function Thing({ children, look = "" }: { children: ComponentChildren; look?: string }) {
    return <span class={`figure-thing ${look}`}>{children}</span>;
}
