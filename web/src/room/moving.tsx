/* moving.tsx: going on with another device: a link and its QR code that move one's seats there, once. */
import { useEffect, useRef, useState } from "preact/hooks";
import { copyOrShow } from "./invitation";
import { Icon } from "../ui/icons";
import { notice } from "../ui/notice";
import { Sheet } from "../ui/sheet";
import { whyNot } from "../ui/refusals";
import { usePromise, useTicks } from "../ui/hooks";
import type { Refused, RoomConnection, Snapshot } from "../connection/room-connection";
import { _, dateLocale } from "../ui/words";
import "./moving.css";

/** Drawn by the server. The key goes there in the body of a request, because addresses end up in logs. */
async function fetchPicture(room: string, key: string): Promise<Element> {
    const answer = await fetch("/api/qr", { method: "POST", body: JSON.stringify({ room, seat_key: key }) });
    if (!answer.ok) throw new Error(String(answer.status));
    return new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
}

function Picture({ room, link }: { room: string; link: string }) {
    const place = useRef<HTMLDivElement>(null);
    const picture = usePromise(() => fetchPicture(room, link.split("=")[1]!), [link]);
    useEffect(() => {
        if (picture) place.current!.replaceChildren(document.importNode(picture, true));
    }, [picture]);
    return <div class="move-picture" ref={place} role="img" aria-label={_("QR code of the link")} />;
}

export function MoveSheet(props: { connection: RoomConnection; now: Snapshot; onClose: () => void }) {
    const { connection, now } = props;
    const asked = useRef(false);
    const [old] = useState(now.seatKey?.key); // void as soon as there is another one
    useEffect(() => {
        if (asked.current) return;
        asked.current = true;
        connection.say({ type: "seat_key" }).catch((error: Refused) => {
            if (connection.now.link !== "open") return; // the screen says why
            notice(whyNot(error.why));
            if (connection.now.seatKey?.key === old) props.onClose();
        });
    }, []);
    const fresh = now.seatKey && now.seatKey.key !== old ? now.seatKey : null;
    const expired = fresh !== null && connection.clock.house() > fresh.until;
    useTicks(1000, fresh !== null && !expired);
    const seatKey = expired ? null : fresh;
    const link = seatKey && `${location.origin}/t/${connection.code}#seat=${seatKey.key}`;
    const until =
        seatKey && new Intl.DateTimeFormat(dateLocale(), { timeStyle: "short" }).format(seatKey.until);
    return (
        <Sheet title={_("Continue on another device")} onClose={props.onClose}>
            <div class="stack">
                <p>
                    {_(
                        "Scan the code or open the link on the other device. Your seat moves there, and this device gives it up.",
                    )}
                </p>
                {link && <Picture room={connection.code} link={link} />}
                <p role="status">
                    {expired && _("This link no longer works")}
                    {until && (
                        <>
                            <b>{_("Works once, until {time}.", { time: until })}</b>{" "}
                            {_("Don't share it: the first to open it gets your seat.")}
                        </>
                    )}
                </p>
                {link && (
                    <div class="row">
                        <button type="button" class="button" onClick={() => void copyOrShow(link)}>
                            <Icon name="copy" />
                            {_("Copy link")}
                        </button>
                    </div>
                )}
            </div>
        </Sheet>
    );
}
