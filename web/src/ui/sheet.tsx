/* sheet.tsx: a sheet over the page: from below on a phone, in the middle on a desktop. A real <dialog>, so
 * that focus stays inside, Escape closes it, and focus returns to where it was. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icons";
import { Notices } from "./notice";
import { _ } from "./words";

export function Sheet(props: {
    title: string;
    onClose: () => void;
    children: ComponentChildren;
    wide?: boolean;
}) {
    const dialog = useRef<HTMLDialogElement>(null);
    // Before the next frame: the next tap or key must reach the sheet, not what is below it.
    useLayoutEffect(() => {
        const element = dialog.current!;
        element.showModal();
        return () => element.close();
    }, []);
    const onBackdrop = (event: MouseEvent) => {
        if (event.target === dialog.current) props.onClose();
    };
    return (
        <dialog
            ref={dialog}
            class={props.wide ? "overlay wide" : "overlay"}
            aria-label={props.title}
            onClick={onBackdrop}
            onCancel={(event) => {
                event.preventDefault();
                props.onClose();
            }}
        >
            <div class="over-paper">
                <div class="over-head">
                    <h2>{props.title}</h2>
                    <button
                        type="button"
                        class="button quiet round"
                        aria-label={_("Close")}
                        onClick={props.onClose}
                    >
                        <Icon name="close" />
                    </button>
                </div>
                <div class="over-body" tabIndex={0}>
                    {props.children}
                </div>
            </div>
            <Notices />
        </dialog>
    );
}
