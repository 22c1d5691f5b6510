/* sentences.ts: the events of a match as sentences, for the log and for screen readers. */
import { useRef } from "preact/hooks";
import type { Face, Line } from "./face";
import { takenBack } from "../connection/log-line";
import { _, language } from "../ui/words";

export interface Told {
    number: number;
    at: number;
    who: Line["who"];
    text: string;
    /** Taken back since. */
    gone: boolean;
}

/** Taken back and played again in the same instant: no hand is that quick, an entry was corrected. */
const isCorrection = (line: Line, next: Line | undefined) => line.who === "back" && next?.at === line.at;

/** Every sentence of these lines. One that begins with the one before takes its place: the dice of a throw. */
function tellAll(face: Face, lines: Line[], names: string[]): Told[] {
    const gone = takenBack(lines);
    const told: Told[] = [];
    lines.forEach((line, at) => {
        const text = isCorrection(line, lines[at + 1])
            ? _("An entry was corrected.")
            : face.tell(line, names, lines.slice(0, at));
        if (!text) return;
        const last = told[told.length - 1];
        if (last && last.who === line.who && text !== last.text && text.startsWith(last.text)) told.pop();
        told.push({ number: line.number, at: line.at, who: line.who, text, gone: gone.has(line.number) });
    });
    return told;
}

/** The same, worked out again only when something has changed. */
export function useSentences(face: Face | null, lines: Line[], names: string[]): Told[] {
    const kept = useRef<{ key: unknown[]; told: Told[] }>({ key: [], told: [] });
    const key = [face, lines, names.join("\n"), language()];
    if (key.some((part, at) => part !== kept.current.key[at]))
        kept.current = { key, told: face ? tellAll(face, lines, names) : [] };
    return kept.current.told;
}
