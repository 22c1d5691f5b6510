/* link-sheet.tsx: a sheet with a link: copied by a button where the browser allows it, by hand elsewhere. */
import { useRef } from "preact/hooks";
import { copy } from "../ui/clipboard";
import { Icon } from "../ui/icons";
import { notice } from "../ui/notice";
import { Sheet } from "../ui/sheet";
import { _ } from "../ui/words";

export function LinkSheet({ title, link, onClose }: { title: string; link: string; onClose: () => void }) {
    const field = useRef<HTMLTextAreaElement>(null);
    const copyIt = async () => {
        if (await copy(link)) notice(_("Link copied."));
        else field.current!.select();
    };
    return (
        <Sheet title={title} onClose={onClose}>
            <div class="stack">
                <p class="soft small">
                    {_(
                        "The link itself contains everything: nothing is stored anywhere, and no server sees it.",
                    )}
                </p>
                <textarea
                    ref={field}
                    class="field review-link"
                    readOnly
                    rows={4}
                    aria-label={_("Link")}
                    value={link}
                    onFocus={(event) => event.currentTarget.select()}
                />
                <button type="button" class="button main" onClick={() => void copyIt()}>
                    <Icon name="copy" />
                    {_("Copy link")}
                </button>
            </div>
        </Sheet>
    );
}
