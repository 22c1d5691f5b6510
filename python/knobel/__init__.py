"""The games of Knobel for Python: rules, tables, bots, exact values and batches of simulated matches.

    >>> import knobel
    >>> position = knobel.Position("yatzi seats=1 phase=deciding throws=2 dice=3,3,4,4,4")
    >>> "fill full_house" in position.moves(0)
    True
    >>> position.play(0, "fill full_house")
    >>> position.score(0)
    25

One situation of a match is a `Position`, a match with its log and sealed dice is a `Table`, many simulated
matches at once are a `Batch`. Seats count from 0 here and from 1 in texts. What the rules or the library
refuse raises `Refused` and has changed nothing.

Only `Batch` and observations need NumPy. `knobel.pettingzoo` and `knobel.openspiel` have environments in the
shape of those libraries; they are loaded only if you import them.
"""

from ._batches import Batch
from ._bots import Bot, Choice, Opinion, Solution, solve
from ._knobel import Refused
from ._knobel import version as __version__
from ._match import Match
from ._rules import CHANCE, CLOCK, NOBODY, WATCHER, Field, Game, Outcome, Position, Shape, game, games
from ._tables import Report, Seat, Table, verify

__all__ = [
    "Batch",
    "Bot",
    "CHANCE",
    "CLOCK",
    "Choice",
    "Field",
    "Game",
    "Match",
    "NOBODY",
    "Opinion",
    "Outcome",
    "Position",
    "Refused",
    "Report",
    "Seat",
    "Shape",
    "Solution",
    "Table",
    "WATCHER",
    "game",
    "games",
    "solve",
    "verify",
]
