/* news.ts: notices about people: someone came, became host, ran out of time. */
import { useEffect, useRef } from "preact/hooks";
import type { Room, RoomSeat } from "../connection/messages";
import type { Snapshot } from "../connection/room-connection";
import { notice } from "../ui/notice";
import { _ } from "../ui/words";

function lateText(seat: RoomSeat, mine: number[]): string {
    return mine.length === 1 && mine[0] === seat.seat
        ? _("Your time ran out: a bot decided for you.")
        : _("Time ran out: a bot decided for {name}.", { name: seat.name ?? "" });
}

function newsOf(before: Snapshot, now: Snapshot): string[] {
    const [old, room]: [Room, Room] = [before.room!, now.room!];
    const { you } = now;
    const known = new Set(old.seats.map(({ person }) => person));
    const texts: string[] = [];
    for (const seat of room.seats) {
        const came = seat.person !== undefined && !known.has(seat.person) && seat.person !== you.person;
        if (came) texts.push(_("{name} has sat down.", { name: seat.name ?? "" }));
        const earlier = old.match === room.match ? (old.seats[seat.seat - 1]?.late ?? 0) : 0;
        if ((seat.late ?? 0) > earlier) texts.push(lateText(seat, you.seats));
    }
    // Whoever gives up the last seat watches from then on.
    const seated = new Set(room.seats.map(({ person }) => person));
    const stoodUp = old.seats.some(({ person }) => person !== undefined && !seated.has(person));
    if (you.host && room.watchers > old.watchers && !stoodUp && before.you.person === you.person)
        texts.push(_("Someone came in to watch."));
    if ((room.screens ?? 0) > (old.screens ?? 0)) texts.push(_("The room is now on a big screen."));
    if (you.host && !before.you.host && before.you.person === you.person && before.room!.host !== null)
        texts.push(_("You are now the host of this room."));
    return texts;
}

/** Only what happens while we are here is news. */
export function useRoomNews(now: Snapshot): void {
    const before = useRef<Snapshot | null>(null);
    useEffect(() => {
        const { room, you, link } = now;
        const last = before.current;
        // What was missed while the connection was lost is for the room itself to show.
        before.current = link === "open" && room ? now : null;
        if (last && before.current && (last.room !== room || last.you !== you))
            for (const text of newsOf(last, now)) notice(text);
    }, [now.room, now.you, now.link]);
}
