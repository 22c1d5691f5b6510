"""One match by numbers, with the clock and hidden simultaneous moves taken care of."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ._rules import CHANCE, CLOCK, NOBODY, Position, Shape

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class Match:
    """One match in which decisions are made one after the other, by number, as in a `Batch` with one table.

    Where several may act at the same time they are asked from the lowest seat on; nobody sees what the others
    have chosen. Where the clock runs, keeping still is an action. With a `dice` generator the dice fall by
    themselves; without one `CHANCE` is due like a seat.

    >>> match = knobel.Match("bossa", dice=random.Random(5))
    >>> while match.due != knobel.NOBODY:
    ...     match.act(match.actions()[0])
    >>> len(match.position.winners) >= 1
    True
    """

    __slots__ = ("_asked", "_dice", "due", "position", "shape")

    position: Position
    """How it stands."""
    due: int
    """Who decides next: a seat, `CHANCE`, or `NOBODY` if the match is over."""
    shape: Shape
    """The shape of its numbers."""

    def __init__(self, start: str | Position, *, dice: random.Random | None = None) -> None:
        """A match that begins in this position, which stays as it is."""
        self.position = start.copy() if isinstance(start, Position) else Position(start)
        self.shape = self.position.shape
        self._asked: frozenset[int] = frozenset()
        self._dice = dice
        self.due = NOBODY
        self._go_on()

    def copy(self) -> Match:
        """An equal match that goes its own way; a generator of dice is shared."""
        twin = Match.__new__(Match)
        twin.position, twin.shape, twin.due = self.position.copy(), self.shape, self.due
        twin._asked, twin._dice = self._asked, self._dice
        return twin

    def _throw(self) -> None:
        outcomes = self.position._outcomes()
        moves, weights = [move for move, _ in outcomes], [weight for _, weight in outcomes]
        assert self._dice is not None
        self.position._play(CHANCE, self._dice.choices(moves, weights)[0], -1, -1, 0)

    def _go_on(self) -> None:
        """Dice and clock, until somebody has something to decide."""
        while True:
            actors = self.position._to_act()
            if CHANCE in actors and self._dice is not None:
                self._throw()
            elif CLOCK in actors and not (set(actors) - self._asked - {CLOCK}):
                self._asked = frozenset()
                self.position._play(CLOCK, self.position._moves(CLOCK)[0], -1, -1, 0)
            else:
                left = [who for who in actors if who != CLOCK and who not in self._asked]
                self.due = left[0] if left else NOBODY
                return

    def actions(self) -> list[int]:
        """The numbers of what who is due may do, or of the outcomes if `CHANCE` is due."""
        return [] if self.due == NOBODY else self.position._legal(self.due)

    def mask(self) -> NDArray[numpy.bool_]:
        """The same as an array of bools."""
        return self.position.mask(self.due)

    def chances(self) -> list[tuple[int, float]]:
        """If `CHANCE` is due: the number of every outcome with its probability."""
        outcomes = self.position._outcomes()
        total = sum(weight for _, weight in outcomes)
        return sorted((self.position._action(CHANCE, move), weight / total) for move, weight in outcomes)

    def act(self, action: int) -> None:
        """Who is due does this; then the clock, and the dice if they fall by themselves."""
        timed = CLOCK in self.position._to_act()
        if timed and self.due != CHANCE and action == self.shape.still:
            self._asked |= {self.due}
        else:
            self.position._act(self.due, action)
            if CLOCK not in self.position._to_act():
                self._asked = frozenset()
        self._go_on()

    def action_text(self, action: int) -> str:
        """What a number means for who is due; `still` for keeping still."""
        if self.due != CHANCE and action == self.shape.still and CLOCK in self.position._to_act():
            return "still"
        return self.position.action_text(self.due, action)
