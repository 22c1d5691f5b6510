/* advice.tsx: at the table of a game that is new on this device: one offer of the guided match, then a short tip at the
 * first of each kind of decision, until the first match is over. It lies over the names of the players, so nothing moves
 * and nothing that can be done is covered. */
import tips from "built:tips";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Tips } from "./lesson";
import { hasLesson, keepLearned, learned } from "./progress";
import { learn } from "./way";
import { title } from "../shelf/games";
import { Icon } from "../ui/icons";
import { useLazy } from "../ui/hooks";
import { _ } from "../ui/words";
import "./advice.css";

export interface AdviceProps {
    game: string;
    view: unknown;
    /** The seat of this device that is shown; null: someone watches. */
    seat: number | null;
    /** Its moves, if it is to move. */
    moves: string[];
    /** It has acted in this match. */
    acted: boolean;
    over: boolean;
    /** With the real game there are other things to do. */
    real: boolean;
    /** Nobody else waits: the others are bots. */
    alone: boolean;
    /** Whether something lies over the names now. */
    onShown: (shown: boolean) => void;
}

const noTips: Tips = { kind: () => null, texts: {} };

async function fetchTips(game: string): Promise<Tips> {
    return Object.hasOwn(tips, game) ? (await tips[game]!()).default : noTips;
}

/** The kind of decision that a tip is shown for; it is seen once the decision is made. No tips while `busy`. */
function useTip(
    { game, view, seat, moves, real }: AdviceProps,
    all: Tips | null,
    busy: boolean,
): string | null {
    const decides = seat !== null && moves.length > 0 && !real && !busy;
    const asked = all && decides ? all.kind({ view, seat, moves }) : null;
    const { tips: seen = [], played } = learned(game);
    const [shown, show] = useState<string | null>(null);
    useLayoutEffect(() => {
        if (shown !== null && shown !== asked) keepLearned(game, { tips: [...seen, shown] });
        show(asked !== null && !played && !seen.includes(asked) ? asked : null);
    }, [asked]);
    return shown === asked ? shown : null;
}

function Line({ text, onShow, onClose }: { text: string; onShow?: () => void; onClose: () => void }) {
    return (
        <div class="advice">
            <p role="status">{text}</p>
            {onShow && (
                <button type="button" class="button small" onClick={onShow}>
                    {_("Show me")}
                </button>
            )}
            <button type="button" class="button quiet round" aria-label={_("Dismiss")} onClick={onClose}>
                <Icon name="close" />
            </button>
        </div>
    );
}

export function Advice(props: AdviceProps) {
    const { game, seat, acted, over, alone, real, onShown } = props;
    const all = useLazy(() => fetchTips(game));
    // Whoever goes away to learn leaves nobody waiting.
    const [offers, setOffers] = useState(() => alone && !real && hasLesson(game) && !learned(game).offered);
    const tip = useTip(props, all, offers);
    const [closed, close] = useState<string | null>(null);
    const stop = () => {
        keepLearned(game, { offered: true });
        setOffers(false);
    };
    useEffect(() => keepLearned(game, {}), []); // from now on this device has met the game
    useLayoutEffect(() => {
        if (offers && seat !== null && (acted || over)) stop();
        if (over && seat !== null) keepLearned(game, { played: true });
    }, [acted, over]);
    const shown = all !== null && seat !== null && !over && (offers || (tip !== null && tip !== closed));
    useLayoutEffect(() => onShown(shown), [shown]);
    if (!shown) return null;
    if (offers)
        return (
            <Line
                text={_("New to {game}? Learn it by playing.", { game: title(game) })}
                onShow={() => learn(game)}
                onClose={stop}
            />
        );
    return <Line text={all.texts[tip!]!()} onClose={() => close(tip)} />;
}
