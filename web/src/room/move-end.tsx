/* move-end.tsx: what a device says whose seat is at another one, or that has come with a link to move one in vain. */
import { useLayoutEffect } from "preact/hooks";
import type { Link } from "../connection/room-connection";
import { forgetRoom } from "../ui/storage";
import { TopBar } from "../ui/topbar";
import { _ } from "../ui/words";

function endText(link: Link): [string, string] {
    if (link === "moved")
        return [
            _("You are playing on another device now"),
            _("Your seat was moved there with a link. This device can still watch."),
        ];
    if (link === "bad_key")
        return [
            _("This link no longer works"),
            _(
                "A link like this works once, within ten minutes. Make a new one on the device that has the seat.",
            ),
        ];
    return [
        _("This device already has a seat here"),
        _("Open the link on a device without a seat in this room, or stand up first."),
    ];
}

export function MoveEnd({ link, code }: { link: Link; code: string }) {
    const [head, text] = endText(link);
    useLayoutEffect(() => {
        if (link === "moved") forgetRoom(code); // its token is void
    }, [link]);
    return (
        <>
            <TopBar title="Knobel" />
            <main class="narrow">
                <section class="sheet stack nobody" role="status">
                    <h2>{head}</h2>
                    <p>{text}</p>
                    <button type="button" class="button main" onClick={() => location.reload()}>
                        {link === "moved" ? _("Watch from here") : _("Back to the room")}
                    </button>
                </section>
            </main>
        </>
    );
}
