/* result.tsx: the end of an evening: who won it, what stood out, and how to share or keep it. */
import { title } from "../shelf/games";
import { copy } from "../ui/clipboard";
import { download, fetchLog } from "../connection/match-log";
import type { Evening } from "../connection/messages";
import type { Snapshot, RoomConnection } from "../connection/room-connection";
import type { Act } from "../room/room";
import { useConfirmation } from "../ui/confirmation";
import { Icon } from "../ui/icons";
import { notice } from "../ui/notice";
import { _, _n } from "../ui/words";
import { Standings, ruleText } from "./evening";
import { eveningFile } from "./file";
import { Outstanding, useOutstanding, Working, type Told } from "./outstanding";
import { headline, list, playerName } from "./players";

// ---- in words ----

/** The evening as text, to be sent to friends. */
export function eveningText(evening: Evening, told: Told[]): string {
    const rows = evening.standings.map(
        (player) => `${player.place}. ${playerName(player)}: ${_n("{n} point", "{n} points", player.points)}`,
    );
    const matches = evening.matches
        .filter(({ struck }) => !struck)
        .map(({ game, seats }) => {
            const winners = seats.filter(({ place }) => place === 1).map(playerName);
            return `${title(game)}: ${list(winners)}`;
        });
    const lines = told.map(({ label, who, what }) => `${label}: ${who} (${what})`);
    const parts = [[headline(evening)], rows, matches, lines].filter((part) => part.length > 0);
    return parts.map((part) => part.join("\n")).join("\n\n");
}

// ---- all of it ----

async function send(text: string): Promise<void> {
    if ("share" in navigator) return navigator.share({ text }).catch(() => undefined); // not wanted after all
    notice((await copy(text)) ? _("Result copied.") : text);
}

async function save(code: string, evening: Evening): Promise<void> {
    const logs = new Map<number, string>();
    for (const { match } of evening.matches) {
        const log = await fetchLog(code, match).catch(() => null);
        if (log !== null) logs.set(match, log);
    }
    if (logs.size < evening.matches.length) notice(_("Some logs can't be loaded right now."));
    if (logs.size > 0) download(eveningFile(code, evening, logs), `knobel-${code}-evening.txt`);
}

export function EveningResult({
    connection,
    now,
    act,
}: {
    connection: RoomConnection;
    now: Snapshot;
    act: Act;
}) {
    const { ask, asked } = useConfirmation();
    const room = now.room!;
    const evening = room.evening!;
    const { told, search } = useOutstanding(connection.code, evening);
    const anew = () =>
        ask({
            text: _("All points of this evening will be deleted. The matches stay in everyone's list."),
            yes: _("Start a new evening"),
            then: () => void act({ type: "evening", new: true }),
        });
    return (
        <div class="evening">
            <div class="evening-head">
                <h2>{headline(evening)}</h2>
                <p class="soft small">{ruleText()}</p>
            </div>
            <Standings room={room} evening={evening} />
            <Outstanding told={told} />
            <Working {...search} />
            {/* Ways to share it, side by side. */}
            <div class="row evening-share">
                <button
                    type="button"
                    class="button main"
                    onClick={() => void send(eveningText(evening, told))}
                >
                    <Icon name="share" />
                    {_("Share the evening")}
                </button>
                <button type="button" class="button" onClick={() => void save(connection.code, evening)}>
                    <Icon name="down" />
                    {_("Download all logs")}
                </button>
            </div>
            {now.you.host && (
                <div class="row evening-share">
                    <button
                        type="button"
                        class="button"
                        onClick={() => void act({ type: "evening", over: false })}
                    >
                        {_("Keep playing")}
                    </button>
                    <button type="button" class="button" onClick={anew}>
                        {_("Start a new evening")}
                    </button>
                </div>
            )}
            {asked}
        </div>
    );
}
