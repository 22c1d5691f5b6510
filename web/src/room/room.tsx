/* room.tsx: one room: shows the lobby, the table, or why there is neither. */
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { fullText, LinkBanner } from "./banners";
import { openRoom, title } from "../shelf/games";
import { go, readCode, seatKeyHere, spoken } from "../ui/navigation";
import { actsOnEntering, carryOut, intend } from "./intent";
import { useRecorder } from "../history/recorder";
import { JoinByCode } from "./code-form";
import { forgetRoom, keepRoom, keptRoom, settings } from "../ui/storage";
import { Lobby } from "./lobby";
import type { Said } from "../connection/messages";
import { isHere } from "../ui/storage";
import { useRoomNews } from "./news";
import { useCalls } from "./call-switch";
import { notice } from "../ui/notice";
import { TableScreen, type AsideShown } from "../table/table";
import { TopBar } from "../ui/topbar";
import { useConnection } from "../ui/hooks";
import { lazy } from "../ui/lazy-part";
import { whyNot } from "../ui/refusals";
import { RoomConnection, type Link, type Refused, type Snapshot } from "../connection/room-connection";
import { _ } from "../ui/words";

/** Send a request to the house; a refusal is shown and returns false. */
export type Act = (message: Said) => Promise<boolean>;

function actOn(connection: RoomConnection): Act {
    return (message) =>
        connection.say(message).then(
            () => true,
            (error: Refused) => {
                notice(whyNot(error.why));
                return false;
            },
        );
}

// ---- no room ----

/** So much is said of a link that is no code. */
const SAID_MAX = 24;

function endText(link: Link, code: string): [string, string] {
    if (link === "removed") return [_("You were removed from this room"), _("The host has freed your seat.")];
    if (link === "elsewhere")
        return [
            _("This room is open in another window"),
            _("It is stored on this device and can only be open in one window at a time."),
        ];
    if (link === "damaged")
        return [
            _("This room can't be read"),
            _("Its data is damaged. The person who runs the server may have a backup."),
        ];
    if (link === "full") return [_("This room is full"), _("Nobody else can join right now.")];
    return [
        _("There is no room {code}", { code: readCode(code) ? spoken(code) : code.slice(0, SAID_MAX) }),
        _("The link may be mistyped, or the room was deleted because nobody had been there for a long time."),
    ];
}

function NoRoom({ link, code }: { link: Link; code: string }) {
    const [head, text] = endText(link, code);
    useLayoutEffect(() => {
        if (link === "gone") forgetRoom(code);
    }, [link]);
    return (
        <>
            <TopBar title="Knobel" />
            <main class="narrow">
                <section class="sheet stack nobody">
                    <h2>{head}</h2>
                    <p>{text}</p>
                    {link === "gone" && <JoinByCode />}
                    <button type="button" class="button main" onClick={() => go("/")}>
                        {_("Open a new room")}
                    </button>
                </section>
            </main>
        </>
    );
}

// ---- the room ----

const ENDS: Link[] = ["gone", "damaged", "removed", "full", "elsewhere"];
const MOVE_ENDS: Link[] = ["moved", "bad_key", "seated"];
const MoveEnd = lazy(() => import("./move-end").then((part) => part.MoveEnd));

/** A key is good once: it does not stay in the address. */
function takeSeatKey(): string | null {
    const key = seatKeyHere();
    if (key) history.replaceState(null, "", location.pathname);
    return key;
}

/** Another room of the same kind, when the old one is gone. `beside`: with the real game, and who sits around this
 * device. */
export async function openAndGo(
    game: string,
    bots: boolean,
    onThisDevice = false,
    beside?: { around: string[] | null },
): Promise<void> {
    try {
        const request = beside ? { game, dice: "ours" } : { game };
        const { room, token, here } = await openRoom(request, onThisDevice);
        keepRoom(room, { token, game, here });
        intend({ room, game, bots, around: beside?.around });
        go(`/t/${room}`);
    } catch (error) {
        notice(whyNot((error as Error).message));
    }
}

function useRoomTitle(now: Snapshot): void {
    const game = now.room ? title(now.room.game) : "";
    const mine = now.table && !now.table.over && now.you.seats.some((seat) => now.table!.due.includes(seat));
    useEffect(() => {
        document.title = game ? `${mine ? "● " : ""}${game} – Knobel` : "Knobel";
        return () => {
            document.title = "Knobel";
        };
    }, [game, mine]);
}

function OpenRoom({ code }: { code: string }) {
    const connection = useMemo(() => new RoomConnection(code, settings().name, takeSeatKey()), [code]);
    useEffect(() => () => connection.close(), [connection]);
    const now = useConnection(connection);
    const act = useMemo(() => actOn(connection), [connection]);
    const [inLobby, setInLobby] = useState(false);
    const [aside, setAside] = useState<AsideShown>("log"); // here, so that a rematch does not close the talk
    const [beginning, setBeginning] = useState(() => actsOnEntering(code));
    const entered = now.link === "open" && now.room !== null;
    const playing = now.room?.status === "playing";
    // Before anybody can sit down by hand: nobody sits twice.
    useLayoutEffect(() => {
        if (!entered) return;
        carryOut(connection)
            .catch((error: Refused) => notice(whyNot(error.why)))
            .finally(() => setBeginning(false));
    }, [entered]);
    useLayoutEffect(() => {
        if (entered && keptRoom(code)) keepRoom(code, {});
        if (playing) setInLobby(false);
    }, [entered, playing]);
    useRoomTitle(now);
    // The house on this device is back too quickly for a banner.
    const full = now.why === "disk" && isHere(code);
    useEffect(() => {
        if (full) notice(fullText());
    }, [full]);
    useRecorder(connection, now);
    useRoomNews(now);
    useCalls(connection);
    useSeatLinks();
    const hasTable =
        now.table !== null && now.table.match === now.room?.match && (playing || now.room.status === "over");
    const atTable = hasTable && !inLobby;
    // Another screen is read from its top.
    useLayoutEffect(() => scrollTo(0, 0), [atTable]);

    if (MOVE_ENDS.includes(now.link)) return <MoveEnd link={now.link} code={code} />;
    if (ENDS.includes(now.link)) return <NoRoom link={now.link} code={code} />;
    if (!now.room || (beginning && !hasTable))
        return (
            <>
                <TopBar title="Knobel" />
                <LinkBanner now={now} code={code} />
                <main class="narrow">
                    <p class="finding" role="status">
                        {_("Finding room {code}…", { code: spoken(code) })}
                    </p>
                </main>
            </>
        );
    return (
        <>
            <LinkBanner now={now} code={code} />
            {atTable ? (
                <TableScreen
                    connection={connection}
                    now={now}
                    act={act}
                    aside={aside}
                    onAside={setAside}
                    onLobby={() => setInLobby(true)}
                />
            ) : (
                <Lobby
                    connection={connection}
                    now={now}
                    act={act}
                    onBack={hasTable ? () => setInLobby(false) : null}
                />
            )}
        </>
    );
}

/** A link that moves a seat, opened in a window that is in the room already, only changes what stands behind the #. */
function useSeatLinks(): void {
    useLayoutEffect(() => {
        const follow = () => seatKeyHere() && location.reload();
        addEventListener("hashchange", follow);
        return () => removeEventListener("hashchange", follow);
    }, []);
}

/** Check the address for typing errors before asking a server. */
export function RoomPage({ code }: { code: string }) {
    return readCode(code) ? <OpenRoom key={code} code={code} /> : <NoRoom link="gone" code={code} />;
}
