/* actions.tsx: the controls of Crane's table except the grab: close your eyes, bet, call out, and with real
 * cards enter the face-up card and how many were lifted. */
import { useState } from "preact/hooks";
import { _, _n } from "page/ui/words";
import {
    barred,
    betMeaning,
    betName,
    BETS,
    BetSign,
    CRANE_FINGERS,
    withoutFinger,
    type Bet,
    type CraneFinger,
} from "./art";
import { keysText } from "./closed-eyes";
import { CountField, useCount } from "./count";
import { challenging, forTwo, onScreen, type Props } from "./view";
import { Banker, isBanker } from "./banker";
import { Palm } from "page/table/parts/palm";
import { FirstIn } from "page/table/parts/dice-entry";

const LOWEST = 4;

const HIGHEST = 20;

/** In UTF-8, as the house counts. */
const CALL_BYTES = 80;

function BetFace({ bet }: { bet: Bet }) {
    return (
        <>
            <BetSign bet={bet} />
            <b>{betName(bet)}</b>
            <small>{betMeaning(bet)}</small>
        </>
    );
}

/** The room that the bet cards will take: when they come, the deck stays where it is. Nobody sees it. */
export function BetRoom({ question }: { question: string }) {
    return (
        <div class="crane-doing crane-bet-room" aria-hidden="true">
            <p class="crane-hint">{question}</p>
            <div class="crane-bet-row">
                {BETS.map((bet) => (
                    <span key={bet} class="crane-bet-card">
                        <BetFace bet={bet} />
                    </span>
                ))}
            </div>
            <span class="button">{_("Place the bet face down")}</span>
        </div>
    );
}

function BetCards({ props }: { props: Props }) {
    const [chosen, choose] = useState<Bet | null>(null);
    const one = props.view.seats[props.seat! - 1]!;
    const place = (bet: Bet) => (chosen === bet ? props.play(`bet ${bet}`) : choose(bet));
    return (
        <>
            <div class="crane-bets crane-bet-row" role="group" aria-label={_("Your bet")}>
                {BETS.map((bet) => (
                    <button
                        key={bet}
                        type="button"
                        class="crane-bet crane-bet-card"
                        aria-pressed={chosen === bet}
                        disabled={!props.moves.includes(`bet ${bet}`)}
                        onClick={() => place(bet)}
                    >
                        <BetFace bet={bet} />
                        {forTwo(props) && one.bet_cards[bet] > 1 && (
                            <span class="crane-bet-copies digits">×{one.bet_cards[bet]}</span>
                        )}
                    </button>
                ))}
            </div>
            <button
                type="button"
                class="button main"
                disabled={!chosen}
                onClick={() => chosen && props.play(`bet ${chosen}`)}
            >
                {_("Place the bet face down")}
            </button>
        </>
    );
}

/** As long as the house accepts it. */
function fitting(text: string): string {
    const encoder = new TextEncoder();
    let signs = [...text.trim()];
    while (encoder.encode(signs.join("")).length > CALL_BYTES) signs = signs.slice(0, -1);
    return signs.join("").trimEnd();
}

function Calling({ props }: { props: Props }) {
    const [text, setText] = useState("");
    const say = (event: Event) => {
        event.preventDefault();
        if (fitting(text)) props.call(null, fitting(text));
        setText("");
    };
    return (
        <div class="crane-calling">
            <div class="crane-call-words">
                <button type="button" class="button" onClick={() => props.call("more")}>
                    {_("More!")}
                </button>
                <button type="button" class="button" onClick={() => props.call("less")}>
                    {_("Less!")}
                </button>
                <button type="button" class="button" onClick={() => props.call("stop")}>
                    {_("Stop!")}
                </button>
            </div>
            <form class="crane-call-text" onSubmit={say}>
                <input
                    class="field"
                    value={text}
                    maxLength={CALL_BYTES}
                    aria-label={_("Call out something else")}
                    placeholder={_("Something else…")}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
                <button type="submit" class="button" disabled={!fitting(text)}>
                    {_("Call")}
                </button>
            </form>
        </div>
    );
}

/** With real cards: how many were lifted. */
function CountEntry({ props }: { props: Props }) {
    const [count, set] = useCount(props);
    const most = props.view.deck;
    return (
        <div class="crane-entry">
            <div class="crane-stepper">
                <button
                    type="button"
                    class="button round"
                    aria-label={_("One less")}
                    disabled={count <= 1}
                    onClick={() => set(count - 1)}
                >
                    −
                </button>
                <CountField most={most} count={count} set={set} />
                <button
                    type="button"
                    class="button round"
                    aria-label={_("One more")}
                    disabled={count >= most}
                    onClick={() => set(count + 1)}
                >
                    +
                </button>
            </div>
            <button type="button" class="button main" onClick={() => props.play(`count ${count}`)}>
                {_n("Lifted: one card", "Lifted: {n} cards", count)}
            </button>
            <button type="button" class="button small" onClick={() => props.play("open")}>
                {_("Eyes opened: no result")}
            </button>
        </div>
    );
}

/** A real card was turned up: its number and its finger, two taps. */
function CardEntry({ props }: { props: Props }) {
    const [cards, setCards] = useState<number | null>(null);
    const [finger, setFinger] = useState<CraneFinger | null>(null);
    // Told once: a tap too many is not for the next card.
    const [told, setTold] = useState(false);
    const tell = (one: number | null, spared: CraneFinger | null) => {
        if (one === null || spared === null) return;
        setTold(true);
        void props.declare(`${one} ${spared}`).then(() => setTold(false));
    };
    const numbers = Array.from({ length: HIGHEST - LOWEST + 1 }, (_number, at) => LOWEST + at);
    return (
        <div class="crane-entry">
            <div class="crane-numbers" role="group" aria-label={_("The number on the card")}>
                {numbers.map((one) => (
                    <button
                        key={one}
                        type="button"
                        class="digits"
                        aria-pressed={cards === one}
                        disabled={told}
                        onClick={() => {
                            setCards(one);
                            tell(one, finger);
                        }}
                    >
                        {one}
                    </button>
                ))}
            </div>
            <div class="crane-fingers" role="group" aria-label={_("The finger on the card")}>
                {CRANE_FINGERS.map((one) => (
                    <button
                        key={one}
                        type="button"
                        aria-pressed={finger === one}
                        disabled={told}
                        aria-label={withoutFinger(one)}
                        onClick={() => {
                            setFinger(one);
                            tell(cards, one);
                        }}
                    >
                        <Palm fingers={barred(one)} />
                    </button>
                ))}
            </div>
        </div>
    );
}

function howText(props: Props): string {
    if (!onScreen(props))
        return _(
            "Close your eyes and say so. The others bet and turn their bets up. When they tell you, lift the real cards; then open your eyes and enter how many you lifted.",
        );
    return _(
        "In the dark, press and pull down as if sliding your finger down the edge of the deck: about 2 mm per card. Slide back up to let cards go; lifting your finger is final.",
    );
}

function EyesAction({ props }: { props: Props }) {
    return (
        <>
            <p class="crane-how">{howText(props)}</p>
            {onScreen(props) && <p class="crane-how crane-how-keys">{keysText()}</p>}
            <button type="button" class="button main" onClick={() => props.play("close")}>
                {_("Close my eyes")}
            </button>
        </>
    );
}

export function Action({ props }: { props: Props }) {
    const { view } = props;
    const may = (move: string) => props.moves.includes(move);
    if (props.ours && props.seat !== null && view.phase === "draw_first")
        return <FirstIn names={props.names} declare={props.declare} />;
    if (props.ours && props.seat !== null && view.phase === "flip") return <CardEntry props={props} />;
    if (isBanker(props) && ["eyes", "bets", "grab"].includes(view.phase))
        return <Banker key={`${view.turns} ${view.card!.number}`} props={props} />;
    if (may("close")) return <EyesAction props={props} />;
    if (view.phase === "eyes" && props.seat !== null && !challenging(props))
        return (
            <p class="crane-how">
                {_("Next, you bet: will it be too many cards, too few, or exactly right?")}
            </p>
        );
    if (view.phase === "bets" && props.moves.length > 0) return <BetCards key={view.turns} props={props} />;
    if (view.phase === "grab" && challenging(props) && !onScreen(props) && props.moves.length > 0)
        return <CountEntry props={props} />;
    if (view.phase === "grab" && !challenging(props) && onScreen(props)) return <Calling props={props} />;
    return null;
}
