/* screen.tsx: the big screen of a room, /tv/CODE: what everyone may see, for a television or a projector. It enters the
 * room as nobody, needs no hand, and finds its way back by itself. */
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { RoomConnection, type Link } from "../connection/room-connection";
import type { Snapshot } from "../connection/snapshot";
import { useConnection } from "../ui/hooks";
import { readCode, screenHere, spoken } from "../ui/navigation";
import { useAwake } from "../table/wake-lock";
import { Between } from "./between";
import { Corner } from "./corner";
import { Match } from "./match";
import { useNewVersion } from "./version";
import { useSpeakers } from "./speakers";
import { _ } from "../ui/words";
import "./screen.css";

/** When there is nothing to show: how long until it is tried again. */
const AGAIN_MS = 20_000;

const ENDS: Link[] = ["gone", "damaged", "removed", "full", "elsewhere"];

/** The whole page is drawn for a screen that is far away. */
function useFarAway(): void {
    useLayoutEffect(() => {
        document.documentElement.classList.add("tv");
        return () => document.documentElement.classList.remove("tv");
    }, []);
}

function endText(link: Link, code: string): string {
    if (link === "full") return _("This room is full");
    if (link === "damaged") return _("This room can't be read");
    return _("There is no room {code}", { code: readCode(code) ? spoken(code) : code.slice(0, 24) });
}

/** Nothing to show: a sentence, in the middle. */
function Alone({ text }: { text: string }) {
    return (
        <main class="tv-alone">
            <h1>{text}</h1>
        </main>
    );
}

/** What is wrong with the connection, if it has been for a while. */
function Trouble({ now }: { now: Snapshot }) {
    const [late, setLate] = useState(false);
    useLayoutEffect(() => {
        setLate(false);
        const timer = setTimeout(() => setLate(true), 1500);
        return () => clearTimeout(timer);
    }, [now.link]);
    if (now.link === "open" || !late) return null;
    return (
        <p class="tv-trouble" role="status">
            {now.why === "draining"
                ? _("The server is restarting. Nothing is lost; play continues in a moment.")
                : _("Connection lost. Reconnecting…")}
        </p>
    );
}

function Shown({ connection, now }: { connection: RoomConnection; now: Snapshot }) {
    const { room, table } = now;
    useEffect(() => {
        document.title = `${spoken(connection.code)} – Knobel`;
    }, []);
    const current = table !== null && table.match === room!.match && room!.status !== "waiting";
    const shut = room!.status === "playing" && !current;
    return (
        <>
            {current ? (
                <Match key={table.match} connection={connection} now={now} />
            ) : shut ? (
                <div class="tv-page">
                    <main class="tv-alone">
                        <h1>{_("A match is in progress. Only the players can see it.")}</h1>
                        <p>
                            {_("To show matches here, the host must let this screen in before the next one.")}
                        </p>
                    </main>
                    <Corner code={connection.code} link={now.link} />
                </div>
            ) : (
                <Between connection={connection} now={now} />
            )}
            <Trouble now={now} />
        </>
    );
}

function Visit({ code, secret, onEnd }: { code: string; secret: string | null; onEnd: () => void }) {
    const connection = useMemo(() => new RoomConnection(code, "", null, { key: secret }), []);
    useEffect(() => () => connection.close(), []);
    const now = useConnection(connection);
    const ended = ENDS.includes(now.link);
    useNewVersion(now.link);
    useEffect(() => {
        if (!ended) return;
        const timer = setTimeout(onEnd, AGAIN_MS);
        return () => clearTimeout(timer);
    }, [ended]);
    if (ended) return <Alone text={endText(now.link, code)} />;
    if (!now.room) return <Alone text={_("Finding room {code}…", { code: spoken(code) })} />;
    return <Shown connection={connection} now={now} />;
}

export default function BigScreen() {
    const here = screenHere()!;
    const [visits, setVisits] = useState(0);
    useFarAway();
    useAwake(true);
    useSpeakers();
    if (!readCode(here.code)) return <Alone text={endText("gone", here.code)} />;
    return (
        <Visit
            key={`${here.code} ${here.key} ${visits}`}
            code={here.code}
            secret={here.key}
            onEnd={() => setVisits((before) => before + 1)}
        />
    );
}
