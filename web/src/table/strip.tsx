/* strip.tsx: the players in one line above the table. */
import { useEffect, useRef } from "preact/hooks";
import type { Face } from "./face";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../ui/icons";
import { Learner } from "./learning-bar";
import type { Room, RoomSeat, TableMessage } from "../connection/messages";
import { SeatMark } from "../ui/seat-mark";
import { useHeight, useTicks } from "../ui/hooks";
import type { RoomConnection } from "../connection/room-connection";
import { _, _n, locale, number } from "../ui/words";

/** Seconds left of a turn, or null. */
function secondsLeft(table: TableMessage, connection: RoomConnection): number | null {
    return table.turn_ends === null || table.over
        ? null
        : Math.max(0, Math.ceil((table.turn_ends - connection.clock.table()) / 1000));
}

export const HOUR_S = 3600;
const TWO_DAYS_S = 48 * HOUR_S;

/** The time that is left where a turn may take days: `23 h`. */
export function longText(seconds: number): string {
    const [unit, length] = seconds < TWO_DAYS_S ? ["hour", HOUR_S] : ["day", 24 * HOUR_S];
    const written = new Intl.NumberFormat(locale(), { style: "unit", unit: unit as string });
    return written.format(Math.floor(seconds / (length as number)));
}

/** Whose turn it is, for those at this device. */
export function turnText({ due, over }: TableMessage, mine: number[], names: string[]): string | null {
    if (over || due.length === 0) return null;
    const own = due.find((seat) => mine.includes(seat));
    if (own !== undefined && mine.length === 1) return _("Your turn");
    const [name] = [names[(own ?? due[0]!) - 1] ?? "?"];
    if (own !== undefined || due.length === 1) return _("{name}'s turn", { name });
    return _("Waiting for {names}…", {
        names: new Intl.ListFormat(locale()).format(due.map((seat) => names[seat - 1] ?? "?")),
    });
}

/** Signs behind a name: away, played for by a bot, hints. */
function Signs({ seat, name, alone }: { seat: RoomSeat | undefined; name: string; alone: boolean }) {
    const sign = (icon: IconName, text: string, count = 1) => (
        <span class="strip-away" title={text}>
            <Icon name={icon} />
            {count > 1 && <span aria-hidden="true">{number(count)}</span>}
            <span class="ears">{text}</span>
        </span>
    );
    return (
        <>
            {seat?.away && sign("moon", _("away"))}
            {seat?.standin && sign("robot", _("A bot plays for {name}.", { name }))}
            {!alone && seat?.hints && sign("bulb", _n("{n} hint", "{n} hints", seat.hints), seat.hints)}
        </>
    );
}

/** As wide as a digit. */
const PLACE_OF_A_SCORE = "\u2007";

/** The seats of a match above the table: name, points, who is to move, and the time left. */
export function Strip({
    room,
    table,
    names,
    face,
    connection,
    eyes,
    held,
    mine,
    onReact,
    children,
}: {
    room: Room;
    table: TableMessage;
    names: string[];
    /** Null until it is there; the strip keeps its place meanwhile. */
    face: Face | null;
    connection: RoomConnection;
    eyes: number | null;
    /** What to show instead of scores that are still hidden. */
    held: Record<number, string> | null;
    /** The seats at this device. */
    mine: number[];
    /** One's own name opens the reactions. */
    onReact?: () => void;
    /** What lies over the names for a while. */
    children?: ComponentChildren;
}) {
    useTicks(500, table.turn_ends !== null);
    const strip = useRef<HTMLOListElement>(null);
    const section = useRef<HTMLElement>(null);
    useHeight(section, "--strip");
    const left = secondsLeft(table, connection);
    const view = (table.eyes[String(eyes)] ?? Object.values(table.eyes)[0])!.view;
    const firstDue = table.due[0];
    const alone = room.seats.filter(({ person }) => person !== undefined).length < 2;
    const isYou = (seat: number) => mine.length === 1 && mine[0] === seat && names.length > 1;
    useEffect(() => {
        const item = strip.current?.querySelector<HTMLElement>(".due");
        if (item) strip.current!.scrollTo({ left: item.offsetLeft - 24, behavior: "smooth" });
    }, [firstDue]);
    return (
        <section aria-label={_("Players")} class="strip" ref={section}>
            <ol class={names.length > 2 ? "strip-seats several" : "strip-seats"} ref={strip} tabIndex={0}>
                {names.map((name, at) => {
                    const due = table.due.includes(at + 1);
                    const reached = table.scores
                        ? number(table.scores[at] ?? 0)
                        : face?.score?.(view, at + 1);
                    const score = held?.[at + 1] ?? (face ? reached : PLACE_OF_A_SCORE);
                    return (
                        <li
                            class={due ? "strip-seat due" : "strip-seat"}
                            aria-current={due ? "step" : undefined}
                        >
                            <SeatMark seat={at + 1} size={16} />
                            {onReact && mine[0] === at + 1 ? (
                                <button type="button" class="strip-react" onClick={onReact}>
                                    <Icon name="smile" />
                                    <span class="strip-name">{isYou(at + 1) ? _("You") : name}</span>{" "}
                                    <span class="ears">{_("Reactions")}</span>
                                </button>
                            ) : (
                                <span class="strip-name">{isYou(at + 1) ? _("You") : name}</span>
                            )}
                            <Signs seat={room.seats[at]} name={name} alone={alone} />
                            {score != null && <b class="digits">{score}</b>}
                            {due && left !== null && (
                                <span
                                    class="strip-clock digits"
                                    aria-label={
                                        left < HOUR_S
                                            ? _("{seconds} seconds left", { seconds: left })
                                            : _("{time} left", { time: longText(left) })
                                    }
                                >
                                    {left < HOUR_S ? left : longText(left)}
                                </span>
                            )}
                            {due && <span class="ears">{isYou(at + 1) ? _("Your turn") : _("to play")}</span>}
                        </li>
                    );
                })}
            </ol>
            <Learner room={room} table={table} names={names} />
            {children}
        </section>
    );
}
