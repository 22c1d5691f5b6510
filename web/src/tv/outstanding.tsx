/* outstanding.tsx: what stood out in an evening, beside its score. */
import type { Evening } from "../connection/messages";
import { Outstanding, useOutstanding } from "../evening/outstanding";
import "../evening/evening.css";

/** So many fit one below the other. */
const MOST = 6;

export function EveningOutstanding({ code, evening }: { code: string; evening: Evening }) {
    return (
        <aside class="tv-outstanding">
            <Outstanding told={useOutstanding(code, evening).told.slice(0, MOST)} />
        </aside>
    );
}
