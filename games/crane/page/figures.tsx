/* figures.tsx: the figures in the rules of Crane. */
import { AskCard, BETS, BetSign, SidePile, betMeaning, betName } from "./art";
import { _, _n } from "page/ui/words";
import { Figure, Group, Thing } from "page/ui/figure-frame";

function Table() {
    return (
        <Figure
            label={_(
                "The deck with its top card face up, between two jackpots of three cards each, and the three bet cards.",
            )}
        >
            <Group words={_("jackpot")}>
                <Thing look="pile">
                    <SidePile cards={3} />
                </Thing>
            </Group>
            <Group words={_("the deck")}>
                <Thing look="pile">
                    <SidePile cards={24} />
                </Thing>
            </Group>
            <Group words={_("jackpot")}>
                <Thing look="pile">
                    <SidePile cards={3} />
                </Thing>
            </Group>
            <Group>
                {BETS.map((bet) => (
                    <span class="figure-card">
                        <BetSign bet={bet} />
                        {betName(bet)}
                        <small>{betMeaning(bet)}</small>
                    </span>
                ))}
            </Group>
        </Figure>
    );
}

/** What ten asked cards bring, for three grabs. */
function Grab() {
    const grabs: [number, string][] = [
        [8, _("2 to a jackpot, 6 kept")],
        [10, _("10 kept, and a whole jackpot")],
        [12, _("2 to a jackpot, 10 go back")],
    ];
    return (
        <Figure
            label={_(
                "Ten cards are asked for. Eight: two go to a jackpot. Ten: all are kept, with a jackpot. Twelve: nothing is kept.",
            )}
        >
            <Group>
                <AskCard asked={{ number: 10, finger: "ring" }} />
            </Group>
            {grabs.map(([cards, words]) => (
                <Group words={words}>
                    <Thing look="pile">
                        <SidePile cards={cards} />
                        {_n("{n} card", "{n} cards", cards)}
                    </Thing>
                </Group>
            ))}
        </Figure>
    );
}

/** The challenger's screen: dark, with a finger that pulls down. */
function Hand() {
    return (
        <Figure label={_("On the dark screen a finger is pressed and pulled down; lifting it is final.")}>
            <Group words={_("press, pull, lift")}>
                <div class="figure-dark">
                    <svg viewBox="0 0 100 140">
                        <path
                            d="M50 26v70m-12 -14l12 14 12 -14"
                            fill="none"
                            stroke="#f0e5d2"
                            stroke-width="4"
                            stroke-linecap="round"
                            stroke-dasharray="2 9"
                        />
                        <circle cx="50" cy="24" r="9" fill="none" stroke="#f0e5d2" stroke-width="3" />
                        <circle cx="50" cy="112" r="13" fill="#e2876a" />
                    </svg>
                </div>
            </Group>
        </Figure>
    );
}

export default { table: Table, grab: Grab, hand: Hand };
