/* statistics.tsx: charts of my matches: wins by colour, by who went first and by chip; how they end. */
import type { ComponentChildren } from "preact";
import { chipName, type Chip, type Colour } from "./tile";
import { _, _key, _n, number } from "page/ui/words";
import { Bars, Figures, Picture, withError, type Bar } from "page/history/charts";
import { groupBy, meanOf, shareOf } from "page/history/sums";
import type { Played } from "page/history/match";
import type { BossaFacts } from "./facts";
import { wonOf } from "page/history/opponents";

type Mine = Played<BossaFacts>;

const COLOURS: Colour[] = ["white", "black"];
const CHIPS: Chip[] = ["doubler", "converter"];
const turnName = (first: boolean) => (first ? _("first turn") : _("second turn"));

/** A bar for each kind that there is. */
function barsBy<K>(
    played: Mine[],
    kinds: K[],
    key: (one: Mine) => K | null,
    name: (key: K) => string,
): Bar[] {
    const groups = groupBy(played, key);
    return kinds.filter((kind) => groups.has(kind)).map((kind) => wonOf(name(kind), groups.get(kind)!));
}

function endingName(ending: string): string {
    switch (ending) {
        case "a":
            return _("the last tile was laid");
        case "b":
            return _("six positions");
        case "c":
            return _("the last tile was the sixth position");
        case "d":
            return _("a player had no move");
        default:
            return _("the pile was empty");
    }
}

function Endings({ played }: { played: Mine[] }) {
    const bars = [...groupBy(played, ({ facts }) => facts!.ending)]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([ending, group]) => {
            const { k, n, share } = shareOf(group.length, played.length);
            const won = group.filter((one) => one.won).length;
            return {
                label: endingName(ending),
                value: share,
                text: _("{k} of {n}, won {won}", { k, n, won }),
            };
        });
    return (
        <Picture title={_("How it ended")}>
            <Bars bars={bars} head={[_("End"), _("Matches")]} />
        </Picture>
    );
}

interface Props {
    played: Mine[];
    /** Drawn after the first chart. */
    children: ComponentChildren;
}

export default function Statistics({ played, children }: Props) {
    const length = meanOf(played.map(({ facts }) => facts!.turns))!;
    return (
        <>
            <Figures
                figures={[
                    [
                        _n("turns in one match", "average turns in {n} matches", length.n),
                        withError(length.mean, length.error),
                    ],
                    [_("won"), number(played.filter(({ won }) => won).length)],
                ]}
            />
            <Picture title={_("Wins")}>
                <Bars
                    bars={[
                        ...barsBy(
                            played,
                            COLOURS,
                            ({ facts }) => facts!.colour,
                            (colour) => _key("bossa", colour),
                        ),
                        ...barsBy(played, [true, false], ({ facts }) => facts!.first, turnName),
                        ...barsBy(played, CHIPS, ({ facts }) => facts!.chip, chipName),
                    ]}
                    head={[_("With"), _("Won")]}
                    mark={_("if all played equally well")}
                />
            </Picture>
            {children}
            <Endings played={played} />
        </>
    );
}
