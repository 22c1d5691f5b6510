"""Exact values, bots and judges."""

from __future__ import annotations

import json
from typing import Any, Callable, NamedTuple

from . import _knobel
from ._rules import Position

_MEANINGS = ("points", "wins", "minus_points")
_NEVER = -1


class Choice(NamedTuple):
    """What a bot does."""

    move: str | None
    """As text; None: it keeps still."""
    delay_ms: int | None
    """How long a person of that level would take; None: it keeps still until the time is over."""


class Opinion(NamedTuple):
    """What a move, or a position, is worth to a seat. More is always better."""

    move: str | None
    """As text; None for a position."""
    value: float
    """In what `Bot.meaning` says."""
    error: float
    """Half of a 95 % interval; 0: exact."""


class Solution(_knobel.Solution):
    """What was computed for a game under its options; made by `solve`. Any number of bots and threads may use it."""

    __slots__ = ()

    @property
    def bytes(self) -> int:
        """The memory it takes."""
        return self._bytes()


def solve(
    position: Position, *, threads: int = 1, progress: Callable[[float], object] | None = None
) -> Solution:
    """Solve the game under the options of a position. Only Yatzi and Yu-C-A-Tan have, and need, a solution.

    `progress` is called with a number from 0 to 1, with one thread as it goes on; what it raises ends the work.
    Other threads of Python go on meanwhile.

    >>> start = knobel.Position("yucatan seats=1")
    >>> judge = knobel.Bot(start, solution=knobel.solve(start))
    >>> round(judge.value(start).value, 2)
    62.93
    """
    return Solution(position, threads, progress)


class Bot(_knobel.Bot):
    """Somebody who plays or judges for one seat, in matches with the options of a position.

    Levels are `child`, `beginner`, `regular`, `strong`, `best` and `random`. Strong bots and all judges of
    Yatzi and Yu-C-A-Tan need the `solution`. With the same seed a bot plays the same everywhere, unless it has
    a `budget_ms` for each answer. Bots look only at what their seat may know.

    >>> start = knobel.Position("bossa")
    >>> knobel.Bot(start, 0, "beginner").meaning
    'wins'
    """

    __slots__ = ()

    def __new__(
        cls,
        position: Position,
        seat: int = 0,
        level: str = "best",
        *,
        seed: int = 1,
        solution: Solution | None = None,
        threads: int = 1,
        budget_ms: int = 0,
    ) -> Bot:
        return super().__new__(cls, position, seat, level, seed, solution, threads, budget_ms)

    def choose(self, position: Position) -> Choice:
        """The move of the bot, whose seat must be due."""
        move, delay_ms = self._choose(position)
        seat = self._seat()
        if delay_ms == _NEVER and position.shape.still >= 0 and position.alarm_ms is not None:
            return Choice(None, None)
        return Choice(position._write_move(seat, move), None if delay_ms == _NEVER else delay_ms)

    def act(self, position: Position) -> int:
        """The number of its move; `shape.still` if it keeps still."""
        move, delay_ms = self._choose(position)
        still = position._shape()[6]
        if delay_ms == _NEVER and still >= 0 and position.alarm_ms is not None:
            return still
        return position._action(self._seat(), move)

    def watch(self, position: Position) -> None:
        """Show the bot the position after an event, for bots that remember."""
        self._watch(position)

    def judge(self, position: Position) -> list[Opinion]:
        """Every legal move with its value as the strongest bot sees it, best first. The seat must be due."""
        seat = self._seat()
        return [
            Opinion(position._write_move(seat, move), value, error) for move, value, error in self._judge(position)
        ]

    def explain(self, position: Position) -> list[dict[str, Any]]:
        """The same with reasons: for every move `move`, `value`, `error` and reasons."""
        opinions: list[dict[str, Any]] = json.loads(self._explain(position))
        return opinions

    def value(self, position: Position) -> Opinion:
        """The value of a position for the seat under best play, whoever is to act."""
        _, value, error = self._value(position)
        return Opinion(None, value, error)

    @property
    def meaning(self) -> str:
        """What the values count: `points`, `wins` (the chance to win) or `minus_points` (where the fewest win)."""
        return _MEANINGS[self._meaning()]
