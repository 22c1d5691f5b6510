/* tally.tsx: how often everyone at the table has won in this room. */
import type { Room } from "../connection/messages";
import { isTaken, seatNames } from "./people";
import { SeatMark } from "../ui/seat-mark";
import { _n, number } from "../ui/words";

export function Tally({ room }: { room: Room }) {
    const names = seatNames(room);
    const ended = room.ended ?? 0;
    if (ended === 0) return null;
    return (
        <div class="tally small">
            <span class="soft">
                {_n("Won so far, after {n} match:", "Won so far, after {n} matches:", ended)}
            </span>
            <ul>
                {room.seats.filter(isTaken).map(({ seat, wins = 0 }) => (
                    <li>
                        <SeatMark seat={seat} size={14} />
                        {names[seat - 1]} <b class="digits">{number(wins)}</b>
                    </li>
                ))}
            </ul>
        </div>
    );
}
