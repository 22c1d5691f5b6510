/* sheet.tsx: shares a result: as a picture that was drawn here, and as text. Nothing is sent anywhere before someone chooses
 * where. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { copy } from "../ui/clipboard";
import { Icon } from "../ui/icons";
import { notice } from "../ui/notice";
import { Sheet } from "../ui/sheet";
import { _ } from "../ui/words";
import { SIDE, drawResult, pictureOf, type SharedResult } from "./picture";
import "./share.css";

function save(picture: Blob): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(picture);
    link.download = "knobel.png";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const asFile = (picture: Blob) => new File([picture], "knobel.png", { type: "image/png" });

/** Can the system send pictures? */
function canShare(picture: Blob | null): boolean {
    return picture !== null && navigator.canShare?.({ files: [asFile(picture)] }) === true;
}

export function ShareSheet({
    result,
    text,
    onClose,
}: {
    result: SharedResult;
    text: string;
    onClose: () => void;
}) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const [picture, setPicture] = useState<Blob | null>(null);
    useLayoutEffect(() => {
        drawResult(canvas.current!, result);
        // At hand when it is wanted: a browser shares only right after a tap.
        void pictureOf(canvas.current!).then(setPicture, () => undefined);
    }, []);
    const send = () =>
        void navigator
            .share({ text, files: [asFile(picture!)] })
            .catch(() => undefined /* not wanted after all */);
    const copyText = async () => notice((await copy(text)) ? _("Text copied.") : text);
    return (
        <Sheet title={_("Share the result")} onClose={onClose}>
            <div class="stack">
                <canvas
                    ref={canvas}
                    class="share-picture"
                    width={SIDE}
                    height={SIDE}
                    role="img"
                    aria-label={text}
                />
                <div class="row share-ways">
                    {canShare(picture) && (
                        <button type="button" class="button main" onClick={send}>
                            <Icon name="share" />
                            {_("Share")}
                        </button>
                    )}
                    <button type="button" class="button" disabled={!picture} onClick={() => save(picture!)}>
                        <Icon name="down" />
                        {_("Save picture")}
                    </button>
                    <button type="button" class="button" onClick={() => void copyText()}>
                        <Icon name="copy" />
                        {_("Copy as text")}
                    </button>
                </div>
            </div>
        </Sheet>
    );
}
