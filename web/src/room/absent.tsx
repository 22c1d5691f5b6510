/* absent.tsx: someone is away during a match: those who are there decide what happens. */
import { useState } from "preact/hooks";
import type { Room, You } from "../connection/messages";
import type { Act } from "./room";
import { useConfirmation } from "../ui/confirmation";
import { _, _n, locale, number } from "../ui/words";

type Vote = "bot" | "wait" | "stop";

/** `folded`: one line, as long as nobody opens it. */
export function AbsentVote(props: { room: Room; you: You; names: string[]; folded: boolean; act: Act }) {
    const { room, you, act } = props;
    const [opened, setOpened] = useState(false);
    const { ask, asked } = useConfirmation();
    const { seats, votes } = room.absent!;
    const mine = votes[String(you.person)];
    if (mine === undefined) return null; // only looks on
    const voters = Object.values(votes);
    const names = new Intl.ListFormat(locale()).format(seats.map((seat) => props.names[seat - 1] ?? "?"));
    const choose = (vote: Vote) => () => {
        setOpened(false);
        void act({ type: "vote", for: vote });
    };
    const askToStop = () =>
        ask({
            text: _("The match ends without a result."),
            yes: _("Stop the match"),
            then: choose("stop"),
        });
    const way = (vote: Vote, text: string, onClick: () => void) => {
        const count = voters.filter((one) => one === vote).length;
        return (
            <button
                type="button"
                class={mine === vote ? "button small main" : "button small"}
                aria-pressed={mine === vote}
                onClick={onClick}
            >
                {count > 0 && voters.length > 1 ? `${text} (${number(count)})` : text}
            </button>
        );
    };
    const folded = !opened && (mine === "wait" || (mine === null && props.folded));
    return (
        <div class={folded ? "banner wish waiting" : "banner wish"} role="status">
            <span>{_n("{names} is away.", "{names} are away.", seats.length, { names })}</span>
            {folded ? (
                <button type="button" class="button small" onClick={() => setOpened(true)}>
                    {_("Decide what happens")}
                </button>
            ) : (
                <span class="row">
                    {way("bot", _("Let a bot play"), choose("bot"))}
                    {way("wait", _("Keep waiting"), choose("wait"))}
                    {way("stop", _("Stop the match"), askToStop)}
                </span>
            )}
            {!folded && voters.length > 1 && (
                <span class="soft small">
                    {_("More than half of those present decide. After a minute, those who have voted do.")}
                </span>
            )}
            {asked}
        </div>
    );
}
