/* log-form.tsx: the form for a log to review: pasted, dropped or chosen as a file. */
import { useLayoutEffect, useState } from "preact/hooks";
import { _ } from "../ui/words";
import { LOG_MAX } from "./limits";
import { wrongWords } from "./log-errors";

/** The text of a file, or why it is not read. */
async function readFile(file: File): Promise<{ text: string } | { wrong: string }> {
    if (file.size > LOG_MAX) return { wrong: wrongWords("too_long", 0) };
    try {
        return { text: await file.text() };
    } catch {
        return { wrong: wrongWords("unreadable", 0) };
    }
}

export function Bring({ wrong, onLog }: { wrong: string | null; onLog: (log: string) => void }) {
    const [text, setText] = useState("");
    const [unread, setUnread] = useState<string | null>(null);
    const take = async (file: File | undefined) => {
        if (!file) return;
        setUnread(null);
        const found = await readFile(file);
        if ("text" in found) onLog(found.text);
        else setUnread(found.wrong);
    };
    useLayoutEffect(() => {
        const over = (event: DragEvent) => event.preventDefault();
        const drop = (event: DragEvent) => {
            event.preventDefault();
            const dropped = event.dataTransfer?.getData("text/plain");
            setUnread(null);
            if (dropped) onLog(dropped);
            else void take(event.dataTransfer?.files[0]);
        };
        addEventListener("dragover", over);
        addEventListener("drop", drop);
        return () => {
            removeEventListener("dragover", over);
            removeEventListener("drop", drop);
        };
    });
    const said = unread ?? wrong;
    return (
        <section class="sheet stack review-bring" aria-label={_("Review a log")}>
            <h2>{_("Review a log")}</h2>
            <p>
                {_("Every match has a log, a text you can read. Paste one here, drop it, or choose a file.")}
            </p>
            {said && (
                <p class="fails" role="alert">
                    {said}
                </p>
            )}
            <form
                class="stack"
                onSubmit={(event) => {
                    event.preventDefault();
                    setUnread(null);
                    onLog(text);
                }}
            >
                <textarea
                    class="field review-paste"
                    rows={8}
                    aria-label={_("Log text")}
                    placeholder="knobel log 2"
                    spellcheck={false}
                    value={text}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
                <div class="row">
                    <button class="button main" disabled={text.trim() === ""}>
                        {_("Review log")}
                    </button>
                    <label class="button">
                        {_("Choose a file")}
                        <input
                            type="file"
                            class="ears"
                            accept=".log,.txt,text/plain"
                            onChange={(event) => {
                                void take(event.currentTarget.files?.[0]);
                                event.currentTarget.value = ""; // the same file, mended, is a new one
                            }}
                        />
                    </label>
                </div>
            </form>
        </section>
    );
}
