"""Games and positions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _knobel

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

CHANCE = 8
"""The actor that dice, tiles and cards belong to."""
CLOCK = 9
"""The actor that lets time run out."""
WATCHER = 10
"""Looks, without a seat."""
NOBODY = -1
"""No actor: nobody is due."""

_NEVER = -1
ANY_GAME = _knobel.game_keys()[0]
"""For positions that will become others."""


class Shape(NamedTuple):
    """How many numbers a game has for moves and views; they keep their meaning as long as `version` is the same."""

    version: int
    """Of the meaning of the numbers."""
    seats: int
    """Seats at the table."""
    actions: int
    """Actions of seats are numbered from 0 up to this."""
    chances: int
    """Outcomes of chance are numbered from 0 up to this."""
    mask_words: int
    """Words of 64 bits that hold a bit for each action and for each outcome."""
    observed: int
    """Numbers in an observation."""
    still: int
    """The action that lets the time pass, which is no move; or -1."""


class Field(NamedTuple):
    """A run of numbers in an observation."""

    key: str
    """Its name."""
    place: int
    """Where it begins; if there is one for each seat, that of the seat that looks."""
    count: int  # type: ignore[assignment] # tuples have a method of that name
    """How many numbers it has."""
    each_seat: bool
    """Is there one for each seat?"""
    stride: int
    """From one seat to the next, clockwise; 0 if there is only one."""
    min: int
    """The smallest value."""
    max: int
    """The largest value."""


class Outcome(NamedTuple):
    """One thing that chance can bring."""

    move: str
    """As text."""
    probability: float
    """From 0 to 1."""
    weight: int
    """A whole number; the probability is this part of the sum of all."""


class Game:
    """A game: its key, seats and options. `games` and `game` give them.

    >>> knobel.game("yatzi").seats_max
    8
    """

    __slots__ = ("fewest_win", "key", "seats_max", "seats_min", "version")

    key: str
    """Its name in texts."""
    version: int
    """Of its rules: raised when the same events could lead to something else."""
    seats_min: int
    """The fewest seats it can have."""
    seats_max: int
    """The most seats it can have."""
    fewest_win: bool
    """Do the fewest points win, and not the most?"""

    def __init__(self, key: str) -> None:
        """The game with this key."""
        self.version, self.seats_min, self.seats_max, self.fewest_win = _knobel.game_facts(key)
        self.key = key

    def __repr__(self) -> str:
        return f"knobel.game({self.key!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def describe(self) -> dict[str, Any]:
        """The key, version and seats, and the options with their values.

        >>> [option["key"] for option in knobel.game("bossa").describe()["options"]]
        ['chips']
        """
        description: dict[str, Any] = json.loads(_knobel.game_description(self.key))
        return description

    def start(self, seats: int | None = None, **options: object) -> Position:
        """The start of a match with these options; without `seats`, with the usual number of them.

        >>> knobel.game("bossa").start(chips="on").seats
        2
        """
        words = [self.key] + ([f"seats={seats}"] if seats is not None else [])
        return Position(" ".join(words + [f"{key}={value}" for key, value in options.items()]))

    def fingerprint(self, seed: int = 1, matches: int = 100) -> int:
        """One number for the behaviour of the rules on so many random matches: the same on every machine."""
        return _knobel.game_fingerprint(self.key, seed, matches)


def games() -> list[Game]:
    """All games.

    >>> [game.key for game in knobel.games()]
    ['yatzi', 'yucatan', 'bossa', 'yubitsume', 'crane']
    """
    return [Game(key) for key in _knobel.game_keys()]


def game(key: str) -> Game:
    """The game with this key."""
    return Game(key)


class Position(_knobel.Position):
    """A situation in a match: the whole truth, or what one seat may know of it (a view).

    It is made from text: the key of a game and `key=value …`, in the form that the README of each game
    describes. What is left out is as at the start. Copies and pickles are by value.

    >>> start = knobel.Position("yucatan seats=2 first=1")
    >>> start.to_act
    (0,)
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Position:
        return super().__new__(cls, text)

    def __repr__(self) -> str:
        return f"Position({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.text == other.text

    __hash__ = None  # type: ignore[assignment] # it can change

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text,)

    def __copy__(self) -> Position:
        return self._copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self._copy()

    def copy(self) -> Position:
        """An equal position that goes its own way."""
        return self._copy()

    # ---- texts ----

    @property
    def text(self) -> str:
        """The position as text; `Position` reads it."""
        return self._text()

    @property
    def options(self) -> dict[str, str]:
        """All options, as texts.

        >>> knobel.Position("yucatan seats=2").options
        {'rounds': '4', 'first': '1'}
        """
        return dict(word.split("=", 1) for word in self._options().split())

    def describe(self) -> dict[str, Any]:
        """All that is needed to draw it; what is hidden in a view is None."""
        description: dict[str, Any] = json.loads(self._describe())
        return description

    # ---- looking ----

    @property
    def game(self) -> Game:
        """Its game."""
        return Game(self._game())

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._seats()

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who may act now: seats, `CHANCE`, `CLOCK`; nobody if the match is over."""
        return self._to_act()

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return not self._to_act()

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won, one or several; nobody until the match is over."""
        return self._result()

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of all seats."""
        return tuple(self._score(seat) for seat in range(self._seats()))

    @property
    def alarm_ms(self) -> int | None:
        """When the clock may act, in milliseconds since the match began; None: never."""
        alarm = self._alarm()
        return None if alarm == _NEVER else alarm

    def score(self, seat: int) -> int:
        """The points of a seat."""
        return self._score(seat)

    def view(self, who: int) -> Position:
        """What a seat or `WATCHER` may know.

        >>> knobel.Position("bossa").view(knobel.WATCHER).seats
        2
        """
        view = self._copy()
        view._become_view(who)
        return view

    def guess(self, who: int, seed: int) -> Position:
        """In the view of `who`: what is hidden replaced by one possible assignment, the same for the same seed."""
        guess = self._copy()
        guess._guess(who, seed)
        return guess

    def count(self, depth: int) -> int:
        """How many sequences of `depth` events follow; a match that ends earlier counts once.

        >>> knobel.Position("yatzi seats=1").count(2)
        6
        """
        return self._count(depth)

    # ---- moves as texts ----

    def moves(self, who: int) -> list[str]:
        """The legal moves of a seat or of `CLOCK`; none if it may not act.

        Moves on a continuous scale are listed by representatives; `play` takes others, too.

        >>> knobel.Position("yatzi seats=1").moves(0)
        ['throw']
        """
        return [self._write_move(who, move) for move in self._moves(who)]

    def outcomes(self) -> list[Outcome]:
        """Everything that chance can bring now; nothing if it is not to act.

        >>> position = knobel.Position("yatzi seats=1")
        >>> position.play(0, "throw")
        >>> position.outcomes()[0].move
        '1'
        """
        found = self._outcomes()
        total = sum(weight for _, weight in found)
        return [Outcome(self._write_move(CHANCE, move), weight / total, weight) for move, weight in found]

    def play(
        self, who: int, move: str, *, at_ms: int | None = None, acted_ms: int | None = None, error_ms: int = 0
    ) -> None:
        """Let something happen: a move of a seat, of `CHANCE` or of `CLOCK`.

        Times matter only where reaction counts: `at_ms` is when it arrived, `acted_ms` when it was done
        (without it: on arrival), within `error_ms`. Without `at_ms` it happens when the clock may act, or at 0.
        """
        at = _NEVER if at_ms is None else at_ms
        self._play(who, self._read_move(who, move), at, at if acted_ms is None else acted_ms, error_ms)

    # ---- moves and views as numbers ----

    @property
    def shape(self) -> Shape:
        """How many numbers there are.

        >>> knobel.Position("yatzi seats=2").shape.actions > 13
        True
        """
        return Shape(*self._shape())

    def fields(self) -> list[Field]:
        """The fields of an observation, in their order."""
        return [
            Field(f["key"], f["place"], f["count"], f["each_seat"], f.get("stride", 0), f["min"], f["max"])
            for f in json.loads(self._fields())
        ]

    def actions(self, who: int) -> list[int]:
        """The numbers of all legal actions of a seat that is due, or of all outcomes if `who` is `CHANCE`.

        >>> knobel.Position("yucatan seats=1").actions(0)
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
        """
        return self._legal(who)

    def action(self, who: int, move: str) -> int:
        """The number of a legal move of a seat, or of an outcome if `who` is `CHANCE`."""
        return self._action(who, self._read_move(who, move))

    def action_text(self, who: int, action: int) -> str:
        """The move that a number means here.

        >>> knobel.Position("yucatan seats=1").action_text(0, 3)
        'pick circle'
        """
        return self._write_move(who, self._action_move(who, action))

    def act(self, who: int, action: int) -> None:
        """Play by number. Keeping still (`shape.still`) is no move and cannot be played: see `Match`."""
        self._act(who, action)

    def observe(self, who: int, out: NDArray[numpy.int16] | None = None) -> NDArray[numpy.int16]:
        """What a seat or `WATCHER` may know, as numbers: an array of `shape.observed` int16, `out` if it is given."""
        if out is None:
            import numpy

            out = numpy.empty(self._shape()[5], numpy.int16)
        self._observe(who, out)
        return out

    def mask(self, who: int) -> NDArray[numpy.bool_]:
        """An array of bools: which actions are legal for a seat that is due, or which outcomes `CHANCE` has."""
        import numpy

        shape = self._shape()
        mask = numpy.zeros(shape[3] if who == CHANCE else shape[2], numpy.bool_)
        mask[self._legal(who)] = True
        return mask
