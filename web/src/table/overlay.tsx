/* overlay.tsx: what covers the table: menu, log and chat on a phone, rules, hints, the tutor's question. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Doubts } from "./doubts";
import { title } from "../shelf/games";
import type { Show } from "./hint";
import { Invite } from "../room/invitation";
import { isAmongOurselves } from "../room/people";
import { lazy } from "../ui/lazy-part";
import { Menu, type Open } from "./menu";
import type { TableMessage } from "../connection/messages";
import type { Act } from "../room/room";
import { RulesSheet } from "../ui/rules";
import { Seats } from "../room/seats";
import { Sheet } from "../ui/sheet";
import { useConfirmation } from "../ui/confirmation";
import type { Snapshot, RoomConnection } from "../connection/room-connection";
import { _ } from "../ui/words";

// Fetched only when they are wanted.
const BigScreenSheet = lazy(() => import("../room/big-screen").then((part) => part.default));
const HintSheet = lazy(() => import("./hint").then((part) => part.HintSheet));
const MoveSheet = lazy(() => import("../room/moving").then((part) => part.MoveSheet));
const TutorSheet = lazy(() => import("./tutor").then((part) => part.TutorSheet));

/** A move that the tutor holds back. */
function Doubted({ game, doubt, settle, onOpen }: DoubtedProps) {
    const { opinions, one, play } = doubt!;
    const then = (what: () => void) => () => {
        settle();
        what();
    };
    return (
        <TutorSheet
            game={game}
            opinions={opinions}
            one={one}
            onPlay={then(play)}
            onAgain={settle}
            onShow={then(() => onOpen("few"))}
        />
    );
}

interface DoubtedProps extends Doubts {
    game: string;
    onOpen: (what: Open) => void;
}

/** While a hint is open, ask the judge about the current decision; close it when there is none. */
export function useHint(
    open: Open,
    table: TableMessage,
    seat: number | null,
    { judge }: Doubts,
    onClose: () => void,
): void {
    const hinting = open === "hint" || open === "few";
    const due = seat !== null && table.due.includes(seat);
    useEffect(() => {
        if (hinting && !due) onClose();
        else if (hinting) void judge().then((done) => !done && onClose());
    }, [hinting, due, table.event]);
}

interface OverlayProps {
    open: Open;
    doubts: Doubts;
    connection: RoomConnection;
    now: Snapshot;
    act: Act;
    seat: number | null;
    log: JSX.Element;
    chat: JSX.Element;
    /** What the table can lay out of a hint. */
    show: Show | undefined;
    /** With the real game: correct the last entry. */
    onCorrect: (() => void) | undefined;
    onOpen: (what: Open) => void;
    onLobby: () => void;
}

/** Whatever lies over the table. */
export function Overlay(props: OverlayProps) {
    const { open, doubts, connection, now, act, seat, log, chat, show, onCorrect, onOpen, onLobby } = props;
    const { ask, asked } = useConfirmation();
    const game = now.room!.game;
    const close = () => onOpen("none");
    const layAndClose = (move: string) => {
        close();
        show?.lay(move);
    };
    const stop = () => {
        close();
        ask({
            text: _("The match ends without a result."),
            yes: _("Stop the match"),
            then: () => void act({ type: "stop" }),
        });
    };
    switch (open) {
        case "menu":
            return (
                <Menu
                    now={now}
                    act={act}
                    seat={seat}
                    onCorrect={onCorrect}
                    onOpen={onOpen}
                    onStop={stop}
                    onLobby={onLobby}
                />
            );
        case "log":
            return (
                <Sheet title={_("History")} onClose={close}>
                    {log}
                </Sheet>
            );
        case "chat":
            return (
                <Sheet title={_("Chat")} onClose={close}>
                    {chat}
                </Sheet>
            );
        case "people":
            return (
                <Sheet title={_("Players and bots")} onClose={close}>
                    <Seats room={now.room!} you={now.you} act={act} />
                </Sheet>
            );
        case "rules":
            return (
                <RulesSheet
                    game={game}
                    ways={isAmongOurselves(now.room!, now.you.seats)}
                    onClose={close}
                    play={{ text: _("Back to the table"), on: close }}
                />
            );
        case "hint":
        case "few":
            return (
                <HintSheet
                    game={game}
                    opinions={now.opinions}
                    first={open === "few" ? "few" : "nudge"}
                    show={show && { ...show, lay: layAndClose }}
                    onClose={close}
                />
            );
        case "invite":
            return (
                <Sheet title={_("Invite friends")} onClose={close}>
                    <Invite code={connection.code} game={title(game)} bare />
                </Sheet>
            );
        case "screen":
            return <BigScreenSheet connection={connection} now={now} act={act} onClose={close} />;
        case "move":
            return <MoveSheet connection={connection} now={now} onClose={close} />;
        case "react": // lies over the names (table.tsx)
        case "none":
            return doubts.doubt ? <Doubted game={game} {...doubts} onOpen={onOpen} /> : asked;
    }
}
