/* lesson.ts: a guided first match of Bossa: a colour, laying one tile or several, a marker, a stack, and a win. Tiles are
 * written as their white and their black pips. */
import type { Lesson } from "page/learn/lesson";
import { _ } from "page/ui/words";

const tiles = (...all: string[]) => all.map((tile) => `.bossa-own [data-glide="${tile}"]`).join(", ");
const marker = (at: number) => `.bossa-bar-markers > :nth-child(${at})`;
const GO = ".bossa-go";

const lesson: Lesson = {
    others: ["Kiku"],
    before: ["dice 4", "dice 2", "dice 41 10 05 30"],
    steps: [
        {
            text: () =>
                _(
                    "Two dice, two lines: white starts at 4, black at 2. Your die is higher, so you choose. Your four tiles have more white pips (rings) than black ones (diamonds): take white.",
                ),
            awaits: ["white"],
            other: (move) =>
                move === "start"
                    ? _("You may go first; then Kiku takes a colour. But your tiles fit white: take white.")
                    : _("Your tiles have few black pips. Take white."),
            mark: ".bossa-option:first-child",
            then: ["dice 03 01 02 42", "dice 14", "2 lay black 3 03", "dice 21"],
        },
        {
            text: () =>
                _(
                    "Kiku laid black 3 next to the black 2. Both hands are open now, and you have drawn a tile. White can grow to 5: lay tiles whose white pips add up to exactly 5. Tap the tiles with 4 and 1, then Lay.",
                ),
            awaits: ["lay white 5 10 41"],
            other: (move) => legalButOther(move),
            mark: `${tiles("41", "10")}, ${GO}`,
            then: ["dice 15", "2 lay black 1 01", "dice 31"],
        },
        {
            text: () =>
                _(
                    "Two tiles gone: the first player without tiles wins. One of yours has no white pips. Everyone has three markers, each good for one use. Tap the first one, Redraw, then the tile with 5 black pips, and discard it.",
                ),
            awaits: ["redraw 05"],
            other: (move) =>
                move.startsWith("redraw ")
                    ? _("Discard the tile that fits white nowhere: 5 black pips, no white ones.")
                    : legalButOther(move),
            mark: `${marker(1)}, ${tiles("05")}, ${GO}`,
            then: ["dice 11", "dice 24", "2 lay black 4 02 42", "dice 20"],
        },
        {
            text: () =>
                _(
                    "A line also grows downwards. Next to the die a position has one or two tiles. Lay white 3 with two: the tiles with 2 and 1 white pips and one black pip each.",
                ),
            awaits: ["lay white 3 11 21"],
            other: (move) =>
                move.startsWith("lay white 3 ")
                    ? _("White 3 is right, but use the tiles with 2 and 1: two tiles leave your hand.")
                    : legalButOther(move),
            mark: `${tiles("21", "11")}, ${GO}`,
            then: ["dice 33", "2 lay black 5 15", "dice 22"],
        },
        {
            text: () =>
                _(
                    "The third marker, Stack, covers a position with as many tiles, worth as much. White 5 has two tiles. Tap Stack, then the tiles with 3 and 2 white pips and no black ones, and confirm.",
                ),
            awaits: ["stack white 5 20 30"],
            other: (move) => legalButOther(move),
            mark: `${marker(3)}, ${tiles("30", "20")}, ${GO}`,
            then: ["dice 40", "2 redraw 33", "dice 60", "dice 12"],
        },
        {
            text: () =>
                _(
                    "Further from the die, a position has one tile more or one less than the one before. White 5 has two, so white 6 takes one or three. Your last three tiles have 3, 2 and 1 white pips: lay them all!",
                ),
            awaits: ["lay white 6 12 22 31"],
            other: (move) => legalButOther(move),
            mark: `${tiles("12", "22", "31")}, ${GO}`,
        },
        {
            text: () =>
                _(
                    "Your hand is empty: you win! You also win when your own line has six positions, or when your opponent has no legal move. The second marker, Exchange, swaps one of your tiles for one of your opponent's.",
                ),
        },
    ],
};

function legalButOther(move: string): string {
    if (move.startsWith("redraw ") || move.startsWith("exchange ") || move.startsWith("stack "))
        return _("That marker would work, too, but only once. Keep it for now and do what the lesson says.");
    return _("That is a legal move, too. For now, follow the lesson: it leads to a win.");
}
export default lesson;
