/* tutor.tsx: asks before a costly move, with the cost, a reason and the better move. */
import { useMoveWords, type Worded } from "./hint";
import type { Opinion, Opinions } from "../connection/messages";
import { reasonTexts } from "./reasons";
import { sizeText } from "../review/values";
import { Sheet } from "../ui/sheet";
import { _ } from "../ui/words";

function Told({ game, words, label, one }: { game: string; words: Worded; label: string; one: Opinion }) {
    return (
        <div class="tutor-told">
            <dt>{label}</dt>
            <dd>
                <b>{words(one.move)}</b>
                {reasonTexts(game, one.why).map((text) => (
                    <p class="small">{text}</p>
                ))}
            </dd>
        </div>
    );
}

export function TutorSheet({
    game,
    opinions,
    one,
    onPlay,
    onAgain,
    onShow,
}: {
    game: string;
    opinions: Opinions;
    /** The move that is doubted. */
    one: Opinion;
    onPlay: () => void;
    onAgain: () => void;
    onShow: () => void;
}) {
    const words = useMoveWords(game);
    const best = opinions.moves[0]!;
    const cost = sizeText(best.value - one.value, opinions.meaning);
    if (!words) return null; // all at once: no button moves under a finger
    return (
        <Sheet title={_("Are you sure?")} onClose={onAgain}>
            <div class="stack">
                <p role="status">
                    {opinions.meaning === "wins"
                        ? _("This costs {cost} of your chance of winning.", { cost })
                        : _("This costs {cost} points on average.", { cost })}
                </p>
                <dl class="tutor">
                    <Told game={game} words={words} label={_("Your move")} one={one} />
                    <Told game={game} words={words} label={_("Better")} one={best} />
                </dl>
                <div class="row tutor-answers">
                    <button type="button" class="button main" onClick={onAgain}>
                        {_("Choose again")}
                    </button>
                    <button type="button" class="button" onClick={onPlay}>
                        {_("Play it anyway")}
                    </button>
                    <button type="button" class="button quiet" onClick={onShow}>
                        {_("Show me")}
                    </button>
                </div>
            </div>
        </Sheet>
    );
}
