/* score.tsx: who is at the table, with the points of the match, and the score of the evening. */
import type { Room, RoomSeat } from "../connection/messages";
import type { Reaction } from "../connection/snapshot";
import { playerName, seatOf } from "../evening/players";
import { Picture, reactionText } from "../reactions/pictures";
import { isTaken, seatNames } from "../room/people";
import { Icon } from "../ui/icons";
import { HOUR_S, longText } from "../table/strip";
import { lettersOf } from "./letters";
import { SeatMark } from "../ui/seat-mark";
import { _, number } from "../ui/words";

/** Letters of a name that fit. */
const LONG = 10;

/** With so few players there is room for the evening below them. */
const ROOMY = 4;

/** Someone in the score of the evening. */
export interface Placed {
    name: string;
    /** At the table now; null: not any more. */
    seat: number | null;
    /** Null: has not played yet. */
    place: number | null;
    points: number;
}

/** Who has sat down since the last match. */
function newcomers(room: Room, known: Placed[]): Placed[] {
    const names = seatNames(room);
    return room.seats
        .filter((one) => isTaken(one) && !known.some(({ seat }) => seat === one.seat))
        .map(({ seat }) => ({ name: names[seat - 1]!, seat, place: null, points: 0 }));
}

function byPoints(room: Room): Placed[] {
    const known = room.evening!.standings.map((one) => ({
        name: playerName(one),
        seat: seatOf(room, one),
        place: one.place,
        points: one.points,
    }));
    return [...known, ...newcomers(room, known)];
}

/** The score of the evening, best first; empty before the first match has ended. */
export function standingsOf(room: Room): Placed[] {
    return room.evening && room.evening.matches.length > 0 ? byPoints(room) : [];
}

/** A name in whatever room there is; a long one is smaller, and may take two lines. */
export function Name({ name }: { name: string }) {
    return <span class={lettersOf(name) > LONG ? "tv-name tv-long" : "tv-name"}>{name}</span>;
}

export function Standings({ room }: { room: Room }) {
    const isReady = (seat: number | null) => room.again?.includes(room.seats[(seat ?? 0) - 1]?.person ?? -1);
    return (
        <ol class="tv-standings">
            {standingsOf(room).map(({ name, seat, place, points }) => (
                <li class={place === 1 && points > 0 ? "tv-first" : ""}>
                    <span class="tv-place digits">{place === null ? "–" : number(place)}</span>
                    {seat !== null ? <SeatMark seat={seat} /> : <span class="tv-no-mark" />}
                    <Name name={name} />
                    {isReady(seat) && <Ready />}
                    <b class="digits">{number(points)}</b>
                </li>
            ))}
        </ol>
    );
}

/** Wants the next match. */
export function Ready() {
    return (
        <span class="tv-sign tv-ready">
            <Icon name="check" />
            <span class="ears">{_("ready")}</span>
        </span>
    );
}

function Signs({ seat }: { seat: RoomSeat | undefined }) {
    if (!seat?.away && !seat?.standin) return null;
    return (
        <span class="tv-sign">
            <Icon name={seat.standin ? "robot" : "moon"} />
            <span class="ears">{seat.standin ? _("a bot plays") : _("away")}</span>
        </span>
    );
}

/** The players of a match. */
export function Players({
    room,
    names,
    due,
    won,
    scores,
    left,
    reactions,
}: {
    room: Room;
    names: string[];
    due: number[];
    won: number[];
    /** By seat; null: nothing to say. */
    scores: (string | null)[];
    /** Seconds left of the turn; null: no clock. */
    left: number | null;
    /** Those to be seen now. */
    reactions: Reaction[];
}) {
    const evening = standingsOf(room);
    const roomy = names.length <= ROOMY && evening.length <= ROOMY + 1;
    const pointsOf = (seat: number) => evening.find((one) => one.seat === seat)?.points;
    return (
        <section class={`tv-players tv-of-${names.length}`} aria-label={_("Players")}>
            <ol>
                {names.map((name, at) => {
                    const seat = at + 1;
                    const points = pointsOf(seat);
                    const reaction = reactions.find((one) => one.seat === seat);
                    const look = due.includes(seat) ? "tv-due" : won.includes(seat) ? "tv-won" : "";
                    return (
                        <li class={look} style={{ "--seat": `var(--seat-${seat})` }}>
                            <SeatMark seat={seat} />
                            {reaction && (
                                <span class="tv-reaction" key={reaction.key}>
                                    <Picture what={reaction.what} />
                                    <span class="ears">{reactionText(reaction.what)}</span>
                                </span>
                            )}
                            <Name name={name} />
                            <Signs seat={room.seats[at]} />
                            {due.includes(seat) && left !== null && (
                                <span class="tv-clock digits">
                                    {left < HOUR_S ? number(left) : longText(left)}
                                </span>
                            )}
                            {scores[at] !== null && <b class="tv-score digits">{scores[at]}</b>}
                            {points !== undefined && !roomy && (
                                <span class="tv-evening digits">
                                    <span aria-hidden="true">★</span>
                                    <span class="ears">{_("this evening")} </span>
                                    {number(points)}
                                </span>
                            )}
                        </li>
                    );
                })}
            </ol>
            {roomy && evening.length > 0 && <EveningScore room={room} />}
        </section>
    );
}

/** The score of the evening under its title. */
export function EveningScore({ room }: { room: Room }) {
    return (
        <section class="tv-evening-score" aria-label={_("The evening so far")}>
            <h2>{_("The evening so far")}</h2>
            <Standings room={room} />
        </section>
    );
}
