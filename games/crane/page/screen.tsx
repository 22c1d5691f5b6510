/* screen.tsx: Tactile Crane Championship on a big screen: the deck with the hand at it, for the whole audience; below it
 * everyone with their bets. */
import type { GameScreen } from "page/tv/game-screen";
import { _ } from "page/ui/words";
import { AskCard, BETS, betMeaning, BetSign, SidePile } from "./art";
import { SeatAt, useThisTurn } from "./face";
import { Scene } from "./scene";
import type { CraneView, Props } from "./view";
import "./screen.css";

function Stage(given: Props) {
    const props = { ...given, ...useThisTurn(given) };
    const { seats } = props.view;
    return (
        <div class="tv-crane crane">
            <Scene props={props} />
            <ul class={`crane-seats tv-crane-of-${seats.length}`}>
                {seats.map((_seat, at) => (
                    <SeatAt key={at} props={props} seat={at + 1} />
                ))}
            </ul>
        </div>
    );
}

const screen: GameScreen<CraneView> = {
    Stage,
    pictures: [
        {
            Picture: () => (
                <span class="tv-crane-asked">
                    <AskCard asked={{ number: 10, finger: "ring" }} />
                </span>
            ),
            words: () => _("Close your eyes and lift as many cards as asked, without one finger."),
        },
        {
            Picture: () => (
                <span class="tv-crane-bets">
                    {BETS.map((bet) => (
                        <span>
                            <BetSign bet={bet} />
                            {betMeaning(bet)}
                        </span>
                    ))}
                </span>
            ),
            words: () => _("The others bet on the result, and call out to you. They may lie."),
        },
        {
            Picture: () => (
                <>
                    <span class="tv-crane-pile">
                        <SidePile cards={10} />
                    </span>
                    <span class="tv-crane-pile">
                        <SidePile cards={5} />
                    </span>
                </>
            ),
            words: () => _("Exactly right, and you keep them all, with a jackpot. Most cards win."),
        },
    ],
};
export default screen;
