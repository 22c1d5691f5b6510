/* handover.tsx: hides the table until the device is in the right hands. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../ui/icons";
import { _ } from "../ui/words";

/** Between two people at one device. */
export function HandOver({ name, onOpen }: { name: string; onOpen: () => void }) {
    const button = useRef<HTMLButtonElement>(null);
    useLayoutEffect(() => button.current?.focus(), [name]);
    return (
        <section class="handover" aria-label={_("For {name}'s eyes only", { name })}>
            <div class="sheet stack">
                <Icon name="eye" />
                <h2>{_("For {name}'s eyes only", { name })}</h2>
                <p class="soft">{_("Hand over the device; everyone else, look away.")}</p>
                <button ref={button} type="button" class="button main" onClick={onOpen}>
                    {_("I am {name}", { name })}
                </button>
            </div>
        </section>
    );
}
