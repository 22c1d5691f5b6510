/* lids.tsx: the lids of the boxes: each game draws its own (games/GAME/page/lid.tsx). */
import lids from "built:lids";
import type { ComponentChildren } from "preact";
import { Die } from "./lid-art";

function PlainBox() {
    return (
        <>
            <rect width="240" height="240" fill="#6b5a46" />
            <Die x={120} y={124} turn={-8} size={96} pips={5} />
        </>
    );
}

/** The lid of a box, without its title. */
export function Lid({ game }: { game: string }) {
    const Picture = lids[game] ?? PlainBox;
    return (
        <svg class="lid" viewBox="0 0 240 240" aria-hidden="true">
            <Picture />
        </svg>
    );
}

/** What a ticket shows: the lid of its game, and words. */
export function TicketFace({ game, children }: { game: string; children: ComponentChildren }) {
    return (
        <>
            <span class="ticket-lid">
                <Lid game={game} />
            </span>
            <span class="ticket-words">{children}</span>
        </>
    );
}
