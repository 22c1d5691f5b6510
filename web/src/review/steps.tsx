/* steps.tsx: stepping through a match: buttons, a slider and keys (← → Home End, n and p for mistakes). */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../ui/icons";
import { _ } from "../ui/words";

interface StepsProps {
    step: number;
    /** The last one: the end of the match. */
    last: number;
    /** Steps with a mistake in them, in order. */
    mistakes: number[];
    onStep(step: number): void;
}

/** Where each key leads. */
function stepFor(key: string, { step, last, mistakes }: StepsProps): number | null {
    switch (key) {
        case "ArrowLeft":
            return Math.max(0, step - 1);
        case "ArrowRight":
            return Math.min(last, step + 1);
        case "Home":
            return 0;
        case "End":
            return last;
        case "n":
            return mistakes.find((one) => one > step) ?? null;
        case "p":
            return mistakes.filter((one) => one < step).at(-1) ?? null;
        default:
            return null;
    }
}

/** Ignore keys meant for a text field or a list. */
function isTaken(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement;
    const busy = target.closest?.("input, textarea, select, dialog, [tabindex]:not(button)") !== null;
    return (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        busy ||
        document.querySelector("dialog[open]") !== null
    );
}

export function Steps(props: StepsProps) {
    const { step, last, mistakes, onStep } = props;
    // Keys that come faster than frames go on from the step before.
    const latest = useRef(props);
    latest.current = props;
    useLayoutEffect(() => {
        const press = (event: KeyboardEvent) => {
            const to = isTaken(event) ? null : stepFor(event.key, latest.current);
            if (to === null) return;
            event.preventDefault();
            latest.current.onStep(to);
        };
        addEventListener("keydown", press);
        return () => removeEventListener("keydown", press);
    }, []);
    const leads = (key: string) => stepFor(key, props);
    const tool = (key: string, label: string, icon: "start" | "back" | "on" | "end") => (
        <button
            type="button"
            class="button quiet round"
            aria-label={label}
            disabled={leads(key) === step}
            onClick={() => onStep(leads(key)!)}
        >
            <Icon name={icon} />
        </button>
    );
    const mistake = (key: "n" | "p", text: string) => (
        <button
            type="button"
            class="button small"
            disabled={leads(key) === null}
            onClick={() => onStep(leads(key)!)}
        >
            {text}
        </button>
    );
    return (
        <div class="review-steps" role="group" aria-label={_("Step through the match")}>
            {tool("Home", _("To the start"), "start")}
            {tool("ArrowLeft", _("One step back"), "back")}
            <input
                type="range"
                min={0}
                max={last}
                value={step}
                aria-label={_("Step")}
                onInput={(event) => onStep(Number(event.currentTarget.value))}
            />
            {tool("ArrowRight", _("One step forward"), "on")}
            {tool("End", _("To the end"), "end")}
            {mistakes.length > 0 && (
                <div class="row review-mistakes">
                    {mistake("p", _("Previous mistake"))}
                    {mistake("n", _("Next mistake"))}
                </div>
            )}
        </div>
    );
}
