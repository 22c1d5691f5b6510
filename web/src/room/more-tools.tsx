/* more-tools.tsx: buttons and settings that nobody waits for: being called in the background, going on with another
 * device, reactions. */
import { useState } from "preact/hooks";
import { choose, isHere, settings, type Settings } from "../ui/storage";
import { Choice } from "../ui/settings";
import { Icon } from "../ui/icons";
import { lazy } from "../ui/lazy-part";
import { notice } from "../ui/notice";
import { mayReact, type Open } from "../table/menu";
import type { RoomConnection, Snapshot } from "../connection/room-connection";
import { _ } from "../ui/words";

const MoveSheet = lazy(() => import("./moving").then((part) => part.MoveSheet));

const canCall = () => "Notification" in window;

/** Asks the browser, which asks the person; only ever after a tap. */
async function agree(): Promise<void> {
    const answer = await Notification.requestPermission().catch(() => "denied");
    if (answer === "granted") choose({ calls: "on" });
    notice(
        answer === "granted"
            ? _("You'll get notifications while this page is in the background.")
            : _("Your browser does not allow notifications from this page."),
    );
}

/** Offered until someone has agreed. */
export function CallMe() {
    if (!canCall() || settings().calls === "on") return null;
    return (
        <button type="button" class="button" onClick={() => void agree()}>
            <Icon name="bell" />
            {_("Notify me of my turn, a match or a message")}
        </button>
    );
}

/** In the menu of the table. */
export function MoreMenu({ now, onOpen }: { now: Snapshot; onOpen: (what: Open) => void }) {
    return (
        <>
            {mayReact(now) && (
                <button type="button" class="button" onClick={() => onOpen("react")}>
                    <Icon name="smile" />
                    {_("Reactions")}
                </button>
            )}
            {now.you.seats.length > 0 && !isHere(now.room!.room) && (
                <button type="button" class="button" onClick={() => onOpen("move")}>
                    <Icon name="phone" />
                    {_("Continue on another device")}
                </button>
            )}
            {now.you.seats.length > 0 && !isHere(now.room!.room) && <CallMe />}
        </>
    );
}

/** Below the settings of a room. */
export function RoomTools({ connection, now }: { connection: RoomConnection; now: Snapshot }) {
    const [moving, setMoving] = useState(false);
    if (now.you.seats.length === 0 || isHere(connection.code)) return null;
    return (
        <>
            <CallMe />
            <button type="button" class="button" onClick={() => setMoving(true)}>
                <Icon name="phone" />
                {_("Continue on another device")}
            </button>
            {moving && <MoveSheet connection={connection} now={now} onClose={() => setMoving(false)} />}
        </>
    );
}

const ON_OFF = (): ["on" | "off", string][] => [
    ["on", _("On")],
    ["off", _("Off")],
];

/** What the settings of the page have besides. */
export function MoreSettings() {
    const now = settings();
    const set = (key: "reactions" | "vibration") => (value: Settings["reactions"]) =>
        choose({ [key]: value });
    const call = (value: Settings["calls"]) => (value === "on" ? void agree() : choose({ calls: "off" }));
    return (
        <>
            <Choice
                label={_("Reactions")}
                value={now.reactions}
                onChoose={set("reactions")}
                options={ON_OFF()}
            />
            {"vibrate" in navigator && (
                <Choice
                    label={_("Vibration")}
                    value={now.vibration}
                    onChoose={set("vibration")}
                    options={ON_OFF()}
                />
            )}
            {canCall() && (
                <Choice
                    label={_("Notifications when it's your turn, a match starts or someone writes")}
                    value={now.calls}
                    onChoose={call}
                    options={ON_OFF()}
                />
            )}
        </>
    );
}
