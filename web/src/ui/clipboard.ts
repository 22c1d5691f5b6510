/* clipboard.ts: copies text to the clipboard. */

/** Copy a text; the old way too, because a page on plain HTTP has no clipboard. */
export async function copy(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const before = document.activeElement as HTMLElement | null;
        const field = document.createElement("textarea");
        field.value = text;
        field.setAttribute("readonly", "");
        field.className = "ears";
        // Inside an open dialog nothing outside of it can be chosen.
        (document.querySelector("dialog[open]") ?? document.body).append(field);
        field.select();
        const done = document.execCommand("copy");
        field.remove();
        before?.focus(); // keyboard users continue where they were
        return done;
    }
}
