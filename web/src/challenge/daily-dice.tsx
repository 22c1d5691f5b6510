/* daily-dice.tsx: today's dice on the home page: one tap plays them, alone, as everyone gets them. */
import { useState } from "preact/hooks";
import { TicketFace } from "../shelf/lids";
import { hasBoard, openRoom, title } from "../shelf/games";
import { Icon } from "../ui/icons";
import { Inside } from "../ui/topbar";
import { go } from "../ui/navigation";
import { intend } from "../room/intent";
import { keepRoom, keptRoom } from "../ui/storage";
import { sameGames } from "../shelf/about";
import { notice } from "../ui/notice";
import { firstResult, keepTry, score, today, triesOf, type Dice } from "./tries";
import { whyNot } from "../ui/refusals";
import { _, number } from "../ui/words";

const FIRST_MATCH = 1; // of a room

/** The try that was begun and not finished, if its room is still known. */
function unfinished(dice: Dice): string | null {
    const begun = triesOf(dice).find(({ result, room }) => result === null && keptRoom(room));
    return begun?.room ?? null;
}

/** The salt that ties the match to this device, for the board; null if it cannot be had. */
const tieOf = (dice: Dice) =>
    import("../board/key").then(({ personOf }) => personOf(dice).tie).catch(() => null);

/** Play these dice alone: in the room where that was begun, or in a new one. No hints: results are compared. */
export async function playSame(dice: Dice, options: Record<string, string | number> = {}): Promise<void> {
    const { game, name } = dice;
    const begun = unfinished(dice);
    if (begun) return go(`/t/${begun}`);
    try {
        const request = { game, options, dice: "same", same: name, hints: false };
        const [{ room, token, here }, tie] = await Promise.all([openRoom(request), tieOf(dice)]);
        keepRoom(room, { token, game, here, tie });
        keepTry({ game, name, room, match: FIRST_MATCH, result: null });
        intend({ room, game, bots: true, alone: true });
        go(`/t/${room}`);
    } catch (error) {
        notice(whyNot((error as Error).message));
    }
}

function words(dice: Dice): string {
    const result = firstResult(dice);
    if (result) return _("You: {points}", { points: number(score(dice.game, result)) });
    return unfinished(dice) ? _("Continue") : _("Play alone");
}

export function Daily() {
    const [busy, setBusy] = useState(false);
    const name = today();
    const play = (game: string) => {
        setBusy(true);
        void playSame({ game, name }).finally(() => setBusy(false));
    };
    return (
        <section class="goon daily" aria-label={_("Today's dice")}>
            <div class="daily-head">
                <h2>{_("Today's dice")}</h2>
                {/* It has its place before the server has said whether there is a board. */}
                <Inside to="/board" class={`button quiet small ${hasBoard() ? "" : "unseen"}`}>
                    <Icon name="list" />
                    {_("Board of the day")}
                </Inside>
            </div>
            <p class="small daily-words">
                {_("Everyone gets the same throws. Who can make the most of them?")}
            </p>
            <ul class="daily-list">
                {sameGames.map((game) => (
                    <li class="ticket">
                        <button type="button" disabled={busy} onClick={() => play(game)}>
                            <TicketFace game={game}>
                                <b>{title(game)}</b>
                                <span class="soft small">{words({ game, name })}</span>
                            </TicketFace>
                        </button>
                    </li>
                ))}
            </ul>
        </section>
    );
}
