/* match-log.ts: fetches the log of a finished match from its house, and offers it as a file. */
import { logHere } from "../offline/house";
import { isHere } from "../ui/storage";

export async function fetchLog(code: string, match: number): Promise<string> {
    if (isHere(code)) return logHere(code, match);
    const answer = await fetch(`/api/rooms/${code}/log?match=${match}`);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
}

/** Hand someone a text as a file. */
export function download(text: string, name: string, type = "text/plain"): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
