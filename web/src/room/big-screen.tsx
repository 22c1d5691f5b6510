/* big-screen.tsx: how to show a room on a television or a projector: the address, its QR code, and what phones show
 * then. */
import { useEffect, useState } from "preact/hooks";
import type { RoomConnection } from "../connection/room-connection";
import type { Snapshot } from "../connection/snapshot";
import { choose, settings } from "../ui/storage";
import { Choice } from "../ui/settings";
import { Icon } from "../ui/icons";
import { Sheet } from "../ui/sheet";
import { copyOrShow } from "./invitation";
import type { Act } from "./room";
import { _ } from "../ui/words";

/** The key that lets a screen in; an empty one where none is needed, null while there is none. */
function useKey({ room, you, screenKey }: Snapshot, act: Act): string | null {
    const open = room!.watching === "all";
    useEffect(() => {
        if (!open && you.host && !screenKey) void act({ type: "screen" });
    }, [open, you.host, screenKey]); // refused during a match: then nothing changes, and nobody asks again
    return open ? "" : screenKey;
}

function Way({ code, secret }: { code: string; secret: string }) {
    const [sound, setSound] = useState(true);
    const path = [code, secret].filter(Boolean).join("/");
    const link = `${location.origin}/tv/${path}${sound ? "" : "#quiet"}`;
    return (
        <>
            <p>
                {_(
                    "Open this address in the browser of the television, or on a computer that is connected to it. It needs no account, and nobody has to touch it.",
                )}
            </p>
            <p class="big-screen-link">{link.replace(/^https?:\/\//, "")}</p>
            <div class="row">
                <button type="button" class="button" onClick={() => void copyOrShow(link)}>
                    <Icon name="copy" />
                    {_("Copy link")}
                </button>
                <a class="button" href={link} target="_blank" rel="noreferrer">
                    <Icon name="screen" />
                    {_("Open it here")}
                </a>
            </div>
            {/* The code has the address with sound. */}
            {sound && (
                <img
                    class="big-screen-code"
                    src={`/api/rooms/${code}/qr/screen${secret && `/${secret}`}`}
                    width="148"
                    height="148"
                    alt={_("QR code of the link")}
                />
            )}
            <Choice
                label={_("Sound from the big screen")}
                value={sound ? "on" : "off"}
                onChoose={(value) => setSound(value === "on")}
                options={[
                    ["on", _("On")],
                    ["off", _("Off")],
                ]}
            />
        </>
    );
}

/** What this device shows while a big screen shows the table. */
export function BesideScreen() {
    return (
        <Choice
            label={_("While a big screen is on, this device shows")}
            value={settings().beside}
            onChoose={(beside) => choose({ beside })}
            options={[
                ["hand", _("My hand")],
                ["whole", _("The whole table")],
            ]}
        />
    );
}

export default function BigScreenSheet({
    connection,
    now,
    act,
    onClose,
}: {
    connection: RoomConnection;
    now: Snapshot;
    act: Act;
    onClose: () => void;
}) {
    const key = useKey(now, act);
    return (
        <Sheet title={_("Show on a big screen")} onClose={onClose}>
            <div class="stack">
                {key !== null ? (
                    <Way code={connection.code} secret={key} />
                ) : (
                    <p>
                        {now.you.host
                            ? _(
                                  "In this room not everyone may watch. Let a big screen in before a match starts.",
                              )
                            : _("In this room not everyone may watch. The host can let a big screen in.")}
                    </p>
                )}
                {key && (
                    <p class="soft small">
                        {_("Anyone with this address sees the match live, as a spectator.")}
                    </p>
                )}
                <BesideScreen />
            </div>
        </Sheet>
    );
}
