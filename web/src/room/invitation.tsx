/* invitation.tsx: how to invite friends into a room: a link, its QR code, the room code. */
import { useState } from "preact/hooks";
import { copy } from "../ui/clipboard";
import { spoken } from "../ui/navigation";
import { Icon } from "../ui/icons";
import { isHere, settings } from "../ui/storage";
import { notice } from "../ui/notice";
import { _ } from "../ui/words";

const linkTo = (code: string) => `${location.origin}/t/${code}`;

/** Copy a link; where that cannot be, show it. */
export async function copyOrShow(link: string): Promise<void> {
    notice((await copy(link)) ? _("Link copied.") : link);
}

/** A sentence with the link, by the system's own way to send something; where there is none, on the clipboard. */
async function share(code: string, game: string): Promise<void> {
    const { name } = settings();
    const text = name
        ? _("{name} invites you to {game}", { name, game })
        : _("You are invited to {game}", { game });
    if (!("share" in navigator)) {
        const both = `${text}\n${linkTo(code)}`;
        return void notice((await copy(both)) ? _("Invitation copied.") : both);
    }
    try {
        await (navigator as Navigator).share({ title: `Knobel: ${game}`, text, url: linkTo(code) });
    } catch {
        // not wanted after all
    }
}

/** `bare`: the sheet around it has a title and enough space for the picture. */
export function Invite({
    code,
    game,
    bare = false,
    onScreen,
}: {
    code: string;
    game: string;
    bare?: boolean;
    /** Offers to show the room on a big screen. */
    onScreen?: () => void;
}) {
    const [picture, setPicture] = useState(bare);
    if (isHere(code))
        return (
            <section class="sheet stack" aria-label={_("On this device")}>
                <h2>{_("On this device")}</h2>
                <p class="soft small">
                    {_(
                        "This room works offline. It is stored only in this browser: play against bots, or pass the device around.",
                    )}
                </p>
                {!("serviceWorker" in navigator) && (
                    <p class="soft small">
                        {_(
                            "Keep this page open: over plain HTTP it can't be reopened while you are offline.",
                        )}
                    </p>
                )}
            </section>
        );
    return (
        <section class="sheet invite" aria-label={_("Invite friends")}>
            <div class="invite-words">
                {!bare && <h2>{_("Invite friends")}</h2>}
                <p class="soft small">
                    {_("Anyone with the link or the code can sit down. No account needed.")}
                </p>
                <p class="invite-code" aria-label={_("Room code: {code}", { code: [...code].join(" ") })}>
                    {spoken(code)}
                </p>
                <div class="row">
                    <button type="button" class="button" onClick={() => void share(code, game)}>
                        <Icon name="share" />
                        {"share" in navigator ? _("Share") : _("Copy invitation")}
                    </button>
                    <button type="button" class="button" onClick={() => void copyOrShow(linkTo(code))}>
                        <Icon name="copy" />
                        {_("Copy link")}
                    </button>
                    <button
                        type="button"
                        class="button invite-ask"
                        aria-expanded={picture}
                        onClick={() => setPicture(!picture)}
                    >
                        {_("QR code")}
                    </button>
                    {onScreen && (
                        <button type="button" class="button" onClick={onScreen}>
                            <Icon name="screen" />
                            {_("Show on a big screen")}
                        </button>
                    )}
                </div>
            </div>
            <div class={picture ? "invite-picture open" : "invite-picture"}>
                <img
                    src={`/api/rooms/${code}/qr`}
                    width="148"
                    height="148"
                    alt={_("QR code of the link")}
                    loading="lazy"
                />
            </div>
        </section>
    );
}
