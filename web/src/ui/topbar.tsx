/* topbar.tsx: the bar above every screen: the link to the home page, the title, the settings, always in the same place.
 */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { go } from "./navigation";
import { Icon } from "./icons";
import { SettingsSheet } from "./settings";
import { useHeight } from "./hooks";
import { _ } from "./words";

/** So many letters fit below a title on a phone. */
const SHORT = 14;

/** A link inside the page. */
export function Inside(props: { to: string; class?: string; label?: string; children: ComponentChildren }) {
    const follow = (event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(props.to);
    };
    return (
        <a href={props.to} class={props.class} aria-label={props.label} onClick={follow}>
            {props.children}
        </a>
    );
}

export function TopBar({
    title,
    sub,
    children,
    main,
    room,
}: {
    title: string;
    /** A line below the title, for eyes only. */
    sub?: string | null;
    children?: ComponentChildren;
    main?: boolean;
    /** Back leads to this room instead of the shelf. */
    room?: string | null;
}) {
    const [open, setOpen] = useState(false);
    const bar = useRef<HTMLElement>(null);
    useHeight(bar, "--bar");
    return (
        <>
            <header class={main ? "topbar main" : "topbar"} ref={bar}>
                {main ? (
                    <span class="topbar-mark" aria-hidden="true">
                        <Mark />
                    </span>
                ) : (
                    <Inside
                        to={room ?? "/"}
                        class="topbar-home"
                        label={room ? _("Back to the room") : _("Home")}
                    >
                        <Icon name="back" />
                    </Inside>
                )}
                <h1 class="topbar-title">
                    {title}
                    {sub && (
                        <span
                            class={sub.length > SHORT ? "topbar-sub long" : "topbar-sub"}
                            aria-hidden="true"
                        >
                            {sub}
                        </span>
                    )}
                </h1>
                <div class="topbar-tools">
                    {children}
                    <button
                        type="button"
                        class="button quiet round"
                        aria-label={_("Settings")}
                        onClick={() => setOpen(true)}
                    >
                        <Icon name="gear" />
                    </button>
                </div>
            </header>
            {open && <SettingsSheet onClose={() => setOpen(false)} />}
        </>
    );
}

/** The logo: a red die. */
export function Mark() {
    return (
        <svg viewBox="0 0 64 64" width="36" height="36" aria-hidden="true">
            <g transform="rotate(-8 32 32)">
                <rect x="6" y="9" width="52" height="52" rx="13" fill="#6f2413" />
                <rect x="6" y="5" width="52" height="52" rx="13" fill="#a63d24" />
                {[
                    [20, 19],
                    [44, 19],
                    [32, 31],
                    [20, 43],
                    [44, 43],
                ].map(([x, y]) => (
                    <circle cx={x} cy={y} r="5.4" fill="#fff8ee" />
                ))}
            </g>
        </svg>
    );
}
