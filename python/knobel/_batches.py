"""Many matches at once, over NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

from . import _knobel
from ._rules import ANY_GAME, Position, Shape

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_KINDS = {
    "actions": ("int32", None),
    "reaction_ms": ("int16", None),
    "due": ("int8", None),
    "masks": ("uint64", "mask_words"),
    "observations": ("int16", "observed"),
    "rewards": ("float32", "seats"),
    "done": ("bool", None),
    "scores": ("int32", "seats"),
    "winners": ("uint8", None),
    "answers": ("uint8", None),
}
_USUAL = ("actions", "due", "masks", "observations", "rewards", "done", "scores", "winners", "answers")


class Batch(_knobel.Batch):
    """Many tables of one game, without logs. Each step plays one decision at every table; dice and clocks follow.

    The arrays are yours or are made for you, with one row for each table; the library works on them in place:

    - `actions` (in, int32): the action of who is due.
    - `reaction_ms` (in, int16, not made unless you bring it): for hits, how long after the dice were shown.
    - `due` (int8): who decides next: a seat, or `CHANCE` with given dice.
    - `masks` (uint64, `shape.mask_words` a table): the legal actions; action `a` is bit `a % 64` of word `a // 64`.
    - `observations` (int16, `shape.observed` a table): what the seat that is due may know.
    - `rewards` (float32, `shape.seats` a table) and `done` (bool): of this step. When a match ends, the next one
      has begun already: `due`, `masks` and `observations` are its.
    - `scores` (int32, `shape.seats` a table) and `winners` (uint8, a bit for each seat): written when a match ends.
    - `answers` (uint8): 0, or why the action of a table was refused.

    >>> batch = knobel.Batch("yatzi seats=2", 100, seed=7)
    >>> for n in range(200):
    ...     batch.choose_random(n)
    ...     batch.step()
    >>> batch.observations.shape[0]
    100

    Threads may call with ranges of tables that do not overlap; the interpreter's lock is released meanwhile.
    """

    __slots__ = ("_legal_bytes", "shape", "tables")

    shape: Shape
    """The shape of its numbers."""
    tables: int
    """How many tables it has."""

    def __new__(
        cls,
        start: str,
        tables: int,
        *,
        seed: int = 0,
        given_dice: bool = False,
        reward: str = "wins",
        arrays: Mapping[str, NDArray[Any] | None] | None = None,
    ) -> Batch:
        """Every match begins in the position `start`. Each table has dice of its own, from the seed and its number.

        `reward` is `wins` (1 at the end, shared by all winners) or `points` (those gained with each step). With
        `given_dice` you bring the dice: chance is due like a seat, and `weights` has the odds. `arrays` are those
        that you bring, by name; None instead of an array: it is not filled in at all.
        """
        if reward not in ("wins", "points"):
            raise ValueError("reward is wins or points")
        return super().__new__(cls, start, tables, seed, given_dice, reward == "points")

    def __init__(
        self,
        start: str,
        tables: int,
        *,
        seed: int = 0,
        given_dice: bool = False,
        reward: str = "wins",
        arrays: Mapping[str, NDArray[Any] | None] | None = None,
    ) -> None:
        import numpy

        self.tables = tables
        self.shape = Shape(*self._shape())
        self._legal_bytes: NDArray[numpy.bool_] | None = None
        given = dict(arrays or {})
        for name in _USUAL:
            if name not in given:
                kind, columns = _KINDS[name]
                shape = (tables, getattr(self.shape, columns)) if columns else (tables,)
                given[name] = numpy.zeros(shape, kind)
        for name, array in given.items():
            self._bind(name, array)
        self._reset(0, tables)

    def bind(self, name: str, array: NDArray[Any] | None) -> None:
        """From now on work on this array, of the type and size given above; None: without it. Nothing is copied."""
        self._bind(name, array)

    @property
    def actions(self) -> NDArray[numpy.int32]:
        """In: the action of who is due at each table."""
        return self._bound("actions")

    @property
    def reaction_ms(self) -> NDArray[numpy.int16]:
        """In: for hits; None: 300 ms."""
        return self._bound("reaction_ms")

    @property
    def due(self) -> NDArray[numpy.int8]:
        """Who decides next at each table."""
        return self._bound("due")

    @property
    def masks(self) -> NDArray[numpy.uint64]:
        """The legal actions, a bit each."""
        return self._bound("masks")

    @property
    def observations(self) -> NDArray[numpy.int16]:
        """What who is due may know."""
        return self._bound("observations")

    @property
    def rewards(self) -> NDArray[numpy.float32]:
        """Of the last step, for each seat."""
        return self._bound("rewards")

    @property
    def done(self) -> NDArray[numpy.bool_]:
        """Has the last step ended a match?"""
        return self._bound("done")

    @property
    def scores(self) -> NDArray[numpy.int32]:
        """The points of the match that ended last."""
        return self._bound("scores")

    @property
    def winners(self) -> NDArray[numpy.uint8]:
        """The winners of the match that ended last."""
        return self._bound("winners")

    @property
    def answers(self) -> NDArray[numpy.uint8]:
        """0, or why an action was refused."""
        return self._bound("answers")

    def reset(self, first: int = 0, last: int | None = None) -> None:
        """Begin new matches at tables `first` up to (not including) `last` and fill in the arrays."""
        self._reset(first, self.tables if last is None else last)

    def step(self, first: int = 0, last: int | None = None) -> None:
        """At each of these tables who is due acts; then dice and clock, until somebody is due again.

        If actions are illegal, the other tables still go on, and `Refused` is raised for the first of them;
        `answers` says which they are.
        """
        self._step(first, self.tables if last is None else last)

    def choose_random(self, seed: int, first: int = 0, last: int | None = None) -> None:
        """A legal action for each of these tables into `actions`, each equally likely; the same for the same seed."""
        self._choose_random(first, self.tables if last is None else last, seed)

    def legal(self) -> NDArray[numpy.bool_]:
        """The masks as bools, one for each action of each table; the same array with every call.

        >>> batch = knobel.Batch("yucatan seats=1", 3)
        >>> int(batch.legal()[0].sum())
        14
        """
        if self._legal_bytes is None:
            import numpy

            columns = max(self.shape.actions, self.shape.chances)
            self._legal_bytes = numpy.zeros((self.tables, columns), numpy.bool_)
        self._unpack(self._legal_bytes)
        return self._legal_bytes[:, : self.shape.actions] if self.shape.actions else self._legal_bytes

    def weights(self, table: int) -> NDArray[numpy.uint32]:
        """With given dice: the weight of every outcome of chance at a table, 0 for those that cannot be."""
        import numpy

        weights = numpy.zeros(self.shape.chances, numpy.uint32)
        self._weights(table, weights)
        return weights

    def view(self, table: int, who: int) -> Position:
        """What a seat or `WATCHER` may know at a table."""
        into = Position(ANY_GAME)
        self._view(table, who, into)
        return into
