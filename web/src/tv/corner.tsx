/* corner.tsx: how to join, always in a corner: the QR code, the address, the code of the room. */
import type { Link } from "../connection/room-connection";
import { spoken } from "../ui/navigation";
import { _ } from "../ui/words";

export function Corner({ code, link, large }: { code: string; link: Link; large?: boolean }) {
    return (
        <aside class={large ? "tv-corner tv-large" : "tv-corner"} aria-label={_("Join in")}>
            {/* Asked for again when the house is back: it may have been away when the screen was switched on. */}
            <img key={link} src={`/api/rooms/${code}/qr`} alt={_("QR code of the link")} />
            <p class="tv-join">
                <span>{_("Join in")}</span>
                <b class="tv-code">{spoken(code)}</b>
                <span class="tv-host">{location.host}</span>
            </p>
        </aside>
    );
}
