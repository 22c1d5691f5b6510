/* again.tsx: the next match: the host starts it, anyone else at the table proposes it. */
import type { Room, You } from "../connection/messages";
import type { Act } from "./room";
import { whyNot } from "../ui/refusals";
import { _, _n, locale } from "../ui/words";

/** Who wants it, except us; people who share a device are named together. */
function others(room: Room, you: You, wants: boolean): string[] {
    const asked = room.seats.filter(
        ({ person, away }) =>
            person !== undefined &&
            person !== you.person &&
            room.again!.includes(person) === wants &&
            (wants || !away),
    );
    return asked.map(({ name }) => name ?? "?");
}

/** For those who sit at the table. */
export function Again({ room, you, act }: { room: Room; you: You; act: Act }) {
    const list = (names: string[]) => new Intl.ListFormat(locale()).format(names);
    const mine = you.person !== null && (room.again ?? []).includes(you.person);
    const wanting = room.again ? others(room, you, true) : [];
    const waiting = room.again ? others(room, you, false) : [];
    const type = you.host ? "start" : "again";
    return (
        <>
            {room.not_started && <p role="status">{whyNot(room.not_started)}</p>}
            {wanting.length > 0 && (
                <p role="status">
                    {_n("{names} wants to play again.", "{names} want to play again.", wanting.length, {
                        names: list(wanting),
                    })}
                </p>
            )}
            {mine ? (
                <p role="status" class="soft">
                    {_("Waiting for {names}…", { names: list(waiting) })}
                </p>
            ) : (
                <button type="button" class="button main start" onClick={() => void act({ type })}>
                    {_("Play again")}
                </button>
            )}
        </>
    );
}
