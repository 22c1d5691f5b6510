/* middle.tsx: the text in the middle of the ring: the points so far, the result of a throw. */
import type { JSX } from "preact";
import { _, _n, number } from "page/ui/words";
import { nameOf } from "page/table/parts/throws";
import { cardName, worthOf } from "./dice";
import type { Picture, YucatanView } from "./picture";
import type { Turn } from "./turn";

interface MiddleProps {
    picture: Picture;
    view: YucatanView;
    names: readonly string[];
    picked: string | null;
}

export function Middle({ picture, view, names, picked }: MiddleProps): JSX.Element | null {
    const { stage, turn } = picture;
    if (stage === "rolling") return <Rolling card={turn!.card} />;
    if (stage === "judged") return <Verdict turn={turn!} />;
    if (picked !== null) return <Picked card={picked} points={view.points} />;
    if (view.phase === "deciding") return <Collected points={view.points} />;
    if (view.phase === "ready" && turn === null) return <Begins name={nameOf(names, view.turn)} />;
    return view.phase === "ready" || view.phase === "over" ? <LastTurn turn={turn} names={names} /> : null;
}

function Begins({ name }: { name: string }): JSX.Element {
    const text = _("{name} goes first.", { name });
    return (
        <p class="yucatan-head">
            <span class="yucatan-begins" style={{ "--letters": text.length }}>
                {text}
            </span>
        </p>
    );
}

/** No number before the dice lie still. */
function Rolling({ card }: { card: string }): JSX.Element {
    return (
        <p class="yucatan-head">
            <span class="yucatan-small">{cardName(card)}</span>
        </p>
    );
}

function Picked({ card, points }: { card: string; points: number }): JSX.Element {
    return (
        <p class="yucatan-head">
            {points > 0 && <span class="yucatan-small">{_n("one point", "{n} points", points)}</span>}
            <span class="yucatan-word">{cardName(card)}</span>
            <span class="yucatan-small">{_n("one point per die", "{n} points per die", worthOf(card))}</span>
        </p>
    );
}

function Collected({ points }: { points: number }): JSX.Element {
    return (
        <p class="yucatan-head yucatan-collected">
            <span class="yucatan-points">{number(points)}</span>
            <span class="yucatan-small">{_n("point on the cards", "points on the cards", points)}</span>
        </p>
    );
}

function verdictText(turn: Turn): string {
    if (turn.ended === "dash") return _("None fits");
    return turn.ended === "full" ? _("All fit!") : _n("One fits", "{n} fit", turn.fits);
}

function Verdict({ turn }: { turn: Turn }): JSX.Element {
    const lost = turn.ended === "dash";
    const won = turn.fits * worthOf(turn.card);
    return (
        <p class={`yucatan-head yucatan-verdict ${lost ? "bad" : ""}`}>
            <span class="yucatan-word">{verdictText(turn)}</span>
            <span class="yucatan-small">
                {lost ? _("All points lost.") : _n("+ one point", "+ {n} points", won)}
            </span>
        </p>
    );
}

/** What the last turn came to, while the next one has not begun. */
function LastTurn({ turn, names }: { turn: Turn | null; names: readonly string[] }): JSX.Element | null {
    if (!turn?.whole || turn.ended === null) return null;
    const name = nameOf(names, turn.seat);
    return (
        <p class="yucatan-head">
            <span class="yucatan-small">{name}</span>
            <span class="yucatan-word">{turn.ended === "dash" ? "–" : number(turn.points)}</span>
            <span class="yucatan-small">
                {turn.ended === "dash"
                    ? _("none fit {card}", { card: cardName(turn.card) })
                    : _n("point scored", "points scored", turn.points)}
            </span>
        </p>
    );
}
