"""Matches with their logs and sealed dice."""

from __future__ import annotations

import json
import time
from typing import Any, NamedTuple, Sequence

from . import _knobel
from ._bots import Solution
from ._rules import ANY_GAME, Position

_NEVER = -1
_DICE = {"sealed": 0, "ours": 1, "same": 2}


class Seat(NamedTuple):
    """Someone at a table."""

    name: str
    """1 to 39 bytes of UTF-8."""
    bot: str | None = None
    """The level of the bot that plays; None: a person."""
    salt: int = 0
    """Brought along for the dice; 0: none."""


class Report(NamedTuple):
    """How a log was found to be."""

    answer: int
    """0 if nothing is wrong with it."""
    key: str
    """The answer as a word, such as `wrong_dice`."""
    text: str
    """The answer as a sentence."""
    line: int
    """Of the complaint; 0: there is none."""
    events: int
    """Events that count."""
    rolls: int
    """Rolls recomputed from the secret and found equal."""
    unchecked: int
    """Rolls thrown by the table, but there is no secret to check them by."""
    declared: int
    """Rolls thrown with real dice."""
    salted: int
    """Moves of seats that brought a salt."""
    unsalted: int
    """Moves of seats that did not."""
    over: bool
    """Has the match ended?"""
    hash: bytes
    """SHA-256 of the log up to its end."""

    @property
    def good(self) -> bool:
        """Is nothing wrong with the log?"""
        return self.answer == 0


def verify(log: str) -> Report:
    """Check a log: every line, every move and, where the secret is there, every roll.

    >>> knobel.verify("nonsense").key
    'not_a_log'
    """
    return Report(*_knobel.Table._verify(log))


class Table(_knobel.Table):
    """A match with its log, as on a server: every roll follows from a secret that was sealed before.

    Whoever holds the object is the house and knows the secret. Give a seat only its view and the seal.

    >>> table = knobel.Table("yatzi seats=1", ["Anna"])
    >>> table.play(0, "throw", salt=815)
    >>> knobel.verify(table.save()).rolls
    5
    """

    __slots__ = ()

    def __new__(
        cls,
        setup: str,
        seats: Sequence[str | Seat],
        *,
        dice: str = "sealed",
        secret: bytes | None = None,
        opened_ms: int | None = None,
    ) -> Table:
        """`setup` is the start of a match, `seats` has a name or a `Seat` for each seat.

        `dice` is `sealed` (the table throws), `ours` (people throw and say what fell) or `same:NAME` (the dice
        of a name, the same for everybody). The `secret` has 32 bytes; None: the system draws it. `opened_ms`
        is Unix time in milliseconds; None: now.
        """
        kind, _, name = dice.partition(":")
        if kind not in _DICE:
            raise ValueError("dice are sealed, ours or same:NAME")
        places = [Seat(seat) if isinstance(seat, str) else Seat(*seat) for seat in seats]
        now = time.time_ns() // 1_000_000 if opened_ms is None else opened_ms
        return super().__new__(cls, setup, places, _DICE[kind], name or None, secret, now)

    @classmethod
    def load(cls, log: str) -> Table:
        """The table of a log, which is checked as by `verify`."""
        return cls._load(log)

    # ---- playing ----

    def play(
        self,
        seat: int,
        move: str,
        *,
        now_ms: int = 0,
        acted_ms: int | None = None,
        claimed_ms: int | None = None,
        error_ms: int = 0,
        salt: int = 0,
    ) -> None:
        """A seat makes a move; dice and deadlines that follow are carried out.

        Times are milliseconds since the match began: of the arrival, and if they are known, when the move was
        done, as judged within `error_ms`, and when the device says it was. `salt` goes into the dice that follow.
        """
        acted = _NEVER if acted_ms is None else acted_ms
        self._play(seat, move, now_ms, acted, _NEVER if claimed_ms is None else claimed_ms, error_ms, salt)

    def tick(self, now_ms: int) -> None:
        """Carry out what is due by now."""
        self._tick(now_ms)

    def declare(self, shown: str, now_ms: int = 0) -> None:
        """With our own dice: say what one die, tile or card shows."""
        self._declare(shown, now_ms)

    def roll(self, now_ms: int = 0) -> None:
        """With our own dice: let the table throw this one."""
        self._roll(now_ms)

    # ---- looking ----

    @property
    def alarm_ms(self) -> int | None:
        """When to `tick` next; None: never."""
        alarm = self._alarm()
        return None if alarm == _NEVER else alarm

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return self._over()

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who may act now."""
        return self._to_act()

    @property
    def events(self) -> int:
        """The number of events in the log."""
        return self._events()

    @property
    def seal(self) -> bytes:
        """The SHA-256 of the secret, for everybody to see before the match."""
        return self._seal()

    def view(self, who: int, after: int | None = None) -> Position:
        """What a seat or `WATCHER` may know now, or as it was after event number `after` (0: before the first)."""
        into = Position(ANY_GAME)
        self._view(who, after, into)
        return into

    def since(self, who: int, after: int = 0) -> tuple[list[str], int]:
        """The events behind number `after` as `who` may see them, a line each, and the `after` of the next call."""
        lines: list[str] = []
        while True:
            text, last = self._since(who, after)
            lines += text.splitlines()
            if last == after or last >= self._events():
                return lines, last
            after = last

    def save(self) -> str:
        """The whole log with the secret: for the house's own keeping, and for everybody once the match is over."""
        return self._save()

    # ---- taking back and correcting ----

    def before_last_move(self, seat: int) -> int:
        """The number of the event before the last move of a seat that counts, to be taken back to."""
        return self._before_last_move(seat)

    def ask_back(self, seat: int, to: int, now_ms: int = 0) -> None:
        """A seat wishes to take back all events behind number `to`; done when every person at the table agrees."""
        self._ask_back(seat, to, now_ms)

    def agree_back(self, seat: int, now_ms: int = 0) -> None:
        """A seat agrees to the wish."""
        self._agree_back(seat, now_ms)

    def refuse_back(self) -> None:
        """Somebody does not agree: the wish is forgotten."""
        self._refuse_back()

    def correct(self, seat: int, number: int, right: str, now_ms: int = 0) -> int:
        """With our own dice: event `number` should have said `right`; all that came after happens again.

        If some of it no longer can, nothing changes, and the number of that event is returned; otherwise 0.
        """
        return self._correct(seat, number, right, now_ms)

    # ---- reviews ----

    def review(self, solution: Solution | None = None, *, threads: int = 1) -> dict[str, Any]:
        """What was luck and what was a mistake: the change of every seat's value with every event.

        Yatzi and Yu-C-A-Tan need their `solution`. Other threads of Python go on meanwhile.
        """
        review: dict[str, Any] = json.loads(self._review(solution, threads))
        return review
