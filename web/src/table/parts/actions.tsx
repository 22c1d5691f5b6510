/* actions.tsx: the large buttons under a table, or a status line if there are none. Always the same height,
 * so that nothing jumps. */
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import "./actions.css";

/** The buttons; side by side. */
export function Actions({ children }: { children: ComponentChildren }): JSX.Element {
    return <div class="actions">{children}</div>;
}

/** Nothing to do here: says what the others do. Screen readers hear it from the page anyway. */
export function Status({ children }: { children: ComponentChildren }): JSX.Element {
    return <p class="actions actions-status">{children}</p>;
}

interface ActionProps {
    text: string;
    /** A second, smaller line. */
    more?: string;
    /** The one most likely wanted. */
    main: boolean;
    can: boolean;
    onPress: () => void;
    /** Gets the keyboard focus when the focused button has vanished. */
    focus?: RefObject<HTMLButtonElement>;
}

/** A disabled button keeps the focus: it will be needed again in a moment. */
export function Action({ text, more, main, can, onPress, focus }: ActionProps): JSX.Element {
    return (
        <button
            type="button"
            ref={focus}
            class={`button ${main && can ? "main" : ""}`}
            aria-disabled={!can}
            onClick={() => can && onPress()}
        >
            <span>{text}</span>
            {more !== undefined && <small>{more}</small>}
        </button>
    );
}

/** The button that gets the focus when `now` changes (null: not your turn) and nothing has the focus any more, because
 * the last move removed what had it. */
export function useFocus(now: string | null): RefObject<HTMLButtonElement> {
    const button = useRef<HTMLButtonElement>(null);
    const before = useRef(now);
    useLayoutEffect(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (now !== null && before.current !== now && lost) button.current?.focus({ preventScroll: true });
        before.current = now;
    }, [now]);
    return button as RefObject<HTMLButtonElement>;
}
