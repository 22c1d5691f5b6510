/* status.ts: the sentence that says how Bossa's table stands and who must do what. */
import { _, _n } from "page/ui/words";
import type { Choice } from "./choice";
import { chippedPips, pipsOf, type Colour } from "./tile";
import { nearSeat, type BossaView, type Props } from "./view";

const DEALT = 4;

/** Is it this seat's turn, after its draw? */
export const isActing = ({ view, seat, due, moves }: Props): boolean =>
    view.phase === "acting" && seat !== null && due.includes(seat) && moves.length > 0;

export const opponentName = (props: Props): string => props.names[2 - nearSeat(props)]!;

function hintFor(choice: Choice, props: Props): string {
    const { picked, mode } = choice;
    if (mode === "redraw") return _("Which tile do you discard?");
    if (mode === "exchange")
        return _("Swap one of your tiles for one of {name}'s.", {
            name: opponentName(props),
        });
    if (mode === "stack" && picked.length === 0) return _("Which position do you stack on?");
    if (picked.length === 0)
        return choice.may.put
            ? _("Your turn: pick tiles, or tap a place.")
            : _("Nothing fits: use a marker.");
    const chip = props.view.seats[nearSeat(props) - 1]!.chip;
    const sum = (colour: Colour) =>
        picked.reduce(
            (all, tile) =>
                all +
                (choice.put?.chipped === tile && chip
                    ? chippedPips(tile, colour, chip)
                    : pipsOf(tile, colour)),
            0,
        );
    const worth = _n(
        "One tile: white {white}, black {black}",
        "{n} tiles: white {white}, black {black}",
        picked.length,
        {
            white: sum("white"),
            black: sum("black"),
        },
    );
    if (choice.lights.size && [...choice.lights.values()].some((light) => light !== "open")) return worth;
    if (!choice.goesOn) return _("{worth}; no place takes them", { worth });
    return _("{worth}; nowhere to play them yet", { worth });
}

export function dueText(props: Props, choice: Choice): string {
    switch (props.view.phase) {
        case "choosing":
            return props.moves.includes("start")
                ? _("Your die is higher: take a colour or go first.")
                : _("Take a colour.");
        case "keeping":
            return _("Which chip do you keep?");
        default:
            return hintFor(choice, props);
    }
}

/** What the match was won by. */
export function endingText({ ending, winners, turn }: BossaView, names: string[]): string {
    const winner = names[(winners[0] ?? 1) - 1]!;
    const loser = names[(turn ?? 1) - 1]!;
    switch (ending) {
        case "a":
            return _("{name} has laid their last tile.", { name: winner });
        case "b":
            return _("{name}'s line has six positions.", { name: winner });
        case "c":
            return _("{name} has laid their last tiles as the sixth position of the opponent's line.", {
                name: winner,
            });
        case "d":
            return _("{name} has no move left.", { name: loser });
        case "e":
            return winners.length > 1
                ? _("The pile is empty and the hands are equal: a draw.")
                : _("The pile is empty; {name} has fewer tiles.", { name: winner });
        default:
            return "";
    }
}

export function waitingText(props: Props): string {
    const { view, names } = props;
    const name = names[(view.turn ?? 1) - 1]!;
    switch (view.phase) {
        case "throwing":
            return view.tie
                ? _("Both dice show {value}: throw again.", { value: view.tie })
                : _("Both players throw; the higher die chooses.");
        case "looking":
        case "choosing":
            return _("{name} looks at their tiles and chooses.", { name });
        case "opening":
            return _("Both hands are turned face up.");
        case "keeping":
            return _("Both players secretly keep a chip.");
        case "over":
            return endingText(view, names);
        default:
            return _("{name} to move.", { name });
    }
}

/** What has to be entered, and whether the viewer may see it. */
export interface Wanted {
    sentence: string;
    mayLook: boolean;
}

/** Null: nothing has to be tapped in. */
export function wanted(props: Props): Wanted | null {
    const { view, names } = props;
    if (!props.ours || props.over || props.seat === null) return null;
    const seat =
        view.phase === "opening"
            ? view.seats.findIndex(({ hand }) => (hand?.length ?? 0) < DEALT) + 1
            : (view.turn ?? 0);
    const name = names[seat - 1] ?? "";
    switch (view.phase) {
        case "throwing":
            return {
                sentence: view.lines[0]!.die
                    ? _("What does the black die show?")
                    : _("What does the white die show?"),
                mayLook: true,
            };
        case "looking":
            return seat === props.seat || props.mine.includes(seat)
                ? {
                      sentence: _("Enter your tiles, {name}, without your opponent seeing.", { name }),
                      mayLook: true,
                  }
                : {
                      sentence: _("{name} is entering tiles. Don't look.", { name }),
                      mayLook: false,
                  };
        case "opening":
            return { sentence: _("Enter {name}'s tiles.", { name }), mayLook: true };
        case "drawing":
        case "redrawing":
            return { sentence: _("{name} draws: which tile?", { name }), mayLook: true };
        default:
            return null;
    }
}
