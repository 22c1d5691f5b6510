/* layer.tsx: reactions over the names of the players: for two seconds at the seat they come from, and the palette to send
 * one. Nothing below moves. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Refused, RoomConnection, Snapshot } from "../connection/room-connection";
import { notice } from "../ui/notice";
import { SeatMark } from "../ui/seat-mark";
import { whyNot } from "../ui/refusals";
import { settings } from "../ui/storage";
import { _ } from "../ui/words";
import { Picture, reactions, reactionText } from "./pictures";
import { useShown } from "./shown";
import "./reactions.css";

const VIBRATES_MS = 25;
const EDGE_PX = 8;
/** From one to the next, where there are no names to lie over. */
const APART_PX = 48;

/** A reaction over the mark of its seat, wherever that lies now; at the edge if it is scrolled away. While a big screen
 * shows the names, it brings the mark with it. */
function AtSeat({ seat, what }: { seat: number; what: string }) {
    const place = useRef<HTMLSpanElement>(null);
    useLayoutEffect(() => {
        const own = place.current!;
        const strip = own.closest(".strip")!;
        const item = strip.querySelectorAll(".strip-seat")[seat - 1];
        const [around, box] = [strip.getBoundingClientRect(), item?.getBoundingClientRect()];
        const hidden = !box || box.width === 0;
        own.classList.toggle("reaction-apart", hidden);
        if (hidden) {
            const end = around.width - own.offsetWidth;
            own.style.setProperty("--left", `${Math.min(EDGE_PX + (seat - 1) * APART_PX, end)}px`);
            own.style.setProperty("--top", "0px");
            return;
        }
        const left = Math.min(Math.max(box.left - around.left, 0), around.width - own.offsetWidth);
        own.style.setProperty("--left", `${left}px`);
        own.style.setProperty("--top", `${box.top - around.top + (box.height - own.offsetHeight) / 2}px`);
    });
    return (
        <span class="reaction-place" ref={place}>
            <Picture what={what} />
            <SeatMark seat={seat} size={16} />
        </span>
    );
}

function Palette({
    seat,
    connection,
    onClose,
}: {
    seat: number;
    connection: RoomConnection;
    onClose: () => void;
}) {
    const palette = useRef<HTMLDivElement>(null);
    // Below one's own name, as far as there is space.
    useLayoutEffect(() => {
        const own = palette.current!;
        const strip = own.closest(".strip")!.getBoundingClientRect();
        const name = document.querySelector(".strip-react")?.getBoundingClientRect().left ?? 0;
        const left = Math.min(name - strip.left - EDGE_PX, strip.width - own.offsetWidth - EDGE_PX);
        own.style.setProperty("--left", `${Math.max(EDGE_PX, left)}px`);
    });
    useLayoutEffect(() => {
        const before = document.activeElement;
        const own = palette.current!;
        own.querySelector("button")!.focus();
        const outside = (event: Event) => {
            const target = event.target as Element;
            if (!own.contains(target) && !target.closest(".strip-react")) onClose();
        };
        const key = (event: KeyboardEvent) => event.key === "Escape" && onClose();
        addEventListener("pointerdown", outside);
        addEventListener("keydown", key);
        return () => {
            removeEventListener("pointerdown", outside);
            removeEventListener("keydown", key);
            const now = document.activeElement;
            if (!now || now === document.body || own.contains(now)) (before as HTMLElement | null)?.focus();
        };
    }, []);
    const send = (what: string) => {
        onClose();
        connection.say({ type: "react", what, seat }).catch(({ why }: Refused) => {
            if (why === "quiet_now") notice(_("No reactions while everyone is deciding."));
            else if (why === "no_reactions") notice(_("Reactions are switched off in this room."));
            else notice(whyNot(why));
        });
    };
    return (
        <div class="reaction-palette" role="group" aria-label={_("Reactions")} ref={palette}>
            {reactions.map((what) => (
                <button
                    type="button"
                    class="reaction-button"
                    title={reactionText(what)}
                    aria-label={reactionText(what)}
                    onClick={() => send(what)}
                >
                    <Picture what={what} />
                </button>
            ))}
        </div>
    );
}

export function Reactions({
    now,
    names,
    palette,
    connection,
    onClose,
}: {
    now: Snapshot;
    names: string[];
    palette: boolean;
    connection: RoomConnection;
    onClose: () => void;
}) {
    const shown = useShown(now);
    const last = shown[shown.length - 1];
    const mine = now.you.seats;
    useEffect(() => {
        if (last && !mine.includes(last.seat) && settings().vibration === "on")
            navigator.vibrate?.(VIBRATES_MS);
    }, [last?.key]);
    // What is said must come into an element that is there already, or it is not read out.
    const [said, setSaid] = useState("");
    useEffect(
        () => setSaid(last ? `${names[last.seat - 1] ?? ""}: ${reactionText(last.what)}` : ""),
        [last?.key],
    );
    return (
        <>
            {shown.map(({ key, seat, what }) => (
                <AtSeat key={key} seat={seat} what={what} />
            ))}
            <span class="ears" role="status">
                {said}
            </span>
            {palette && mine.length > 0 && (
                <Palette seat={mine[0]!} connection={connection} onClose={onClose} />
            )}
        </>
    );
}
