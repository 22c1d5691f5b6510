/* menu.tsx: the menu of the table: everything except playing. */
import { mayTakeBack } from "./entries";
import { Icon } from "../ui/icons";
import type { Act } from "../room/room";
import { Sheet } from "../ui/sheet";
import { isHere, settings } from "../ui/storage";
import { lazy } from "../ui/lazy-part";
import type { Snapshot } from "../connection/room-connection";
import { _ } from "../ui/words";

const MoreMenu = lazy(() => import("../room/more-tools").then((part) => part.MoreMenu));

/** Is there someone to react to, and may we? */
export function mayReact({ room, you }: Snapshot): boolean {
    const others = room!.watchers > 0 || room!.seats.some(({ person }) => person && person !== you.person);
    return you.seats.length > 0 && others && room!.reactions !== false && settings().reactions === "on";
}

/** What lies over the table. */
export type Open =
    | "none"
    | "menu"
    | "log"
    | "chat"
    | "people"
    | "rules"
    | "hint"
    | "few"
    | "invite"
    | "react"
    | "move"
    | "screen";

export function Menu({
    now,
    act,
    seat,
    onCorrect,
    onOpen,
    onStop,
    onLobby,
}: {
    now: Snapshot;
    act: Act;
    seat: number | null;
    /** With the real game: correct the last entry. */
    onCorrect: (() => void) | undefined;
    onOpen: (what: Open) => void;
    onStop: () => void;
    onLobby: () => void;
}) {
    const { room, table, you } = now;
    const playing = room!.status === "playing";
    const due = seat !== null && table!.due.includes(seat);
    const back = () => {
        onOpen("none");
        void act({ type: "back", seat: seat! });
    };
    return (
        <Sheet title={_("Table")} onClose={() => onOpen("none")}>
            <div class="table-menu">
                {room!.hints && due && table!.alarm === null && (
                    <button type="button" class="button" onClick={() => onOpen("hint")}>
                        <Icon name="bulb" />
                        {_("Hint")}
                    </button>
                )}
                {onCorrect && (
                    <button type="button" class="button" onClick={onCorrect}>
                        <Icon name="pencil" />
                        {_("Correct the last entry")}
                    </button>
                )}
                {playing && seat !== null && room!.dice === "house" && mayTakeBack(now.lines, seat) && (
                    <button type="button" class="button" onClick={back}>
                        <Icon name="undo" />
                        {_("Take back my last move")}
                    </button>
                )}
                <button type="button" class="button" onClick={() => onOpen("people")}>
                    <Icon name="people" />
                    {_("Players and bots")}
                </button>
                <button type="button" class="button" onClick={() => onOpen("invite")}>
                    <Icon name="share" />
                    {_("Invite friends")}
                </button>
                <MoreMenu now={now} onOpen={onOpen} />
                {!isHere(room!.room) && (
                    <button type="button" class="button" onClick={() => onOpen("screen")}>
                        <Icon name="screen" />
                        {_("Show on a big screen")}
                    </button>
                )}
                {!playing && (
                    <button type="button" class="button" onClick={onLobby}>
                        <Icon name="dice" />
                        {_("Change game or options")}
                    </button>
                )}
                {playing && you.host && (
                    <button type="button" class="button" onClick={onStop}>
                        <Icon name="close" />
                        {_("Stop the match")}
                    </button>
                )}
            </div>
        </Sheet>
    );
}
