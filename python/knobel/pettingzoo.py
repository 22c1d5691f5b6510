"""Environments in the shape of PettingZoo's AEC interface.

    >>> from knobel.pettingzoo import env
    >>> game = env("yucatan seats=2")
    >>> game.reset(seed=3)
    >>> for agent in game.agent_iter():
    ...     observation, reward, termination, truncation, info = game.last()
    ...     mask = None if termination else observation["action_mask"]
    ...     game.step(None if mask is None else int(mask.argmax()))
    >>> game.agents
    []

Where PettingZoo and Gymnasium are installed, the class is a `pettingzoo.AECEnv` and its spaces are
Gymnasium's; without them it has the same methods and small spaces of its own. Observations are dicts of
`observation` and `action_mask`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Iterator

import numpy

from ._match import Match
from ._rules import NOBODY, Position

if TYPE_CHECKING:
    from numpy.typing import NDArray

try:
    from pettingzoo import AECEnv as _Base
except ImportError:

    class _Base:  # type: ignore[no-redef]
        """What stands in for pettingzoo.AECEnv where it is not installed."""


try:
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError:

    class Box:  # type: ignore[no-redef]
        """Arrays between two bounds, as in Gymnasium."""

        def __init__(self, low: Any, high: Any, shape: tuple[int, ...] | None = None, dtype: Any = numpy.float32):
            """All arrays of this shape and type from `low` to `high`."""
            self.dtype = numpy.dtype(dtype)
            self.shape = numpy.shape(low) if shape is None else shape
            self.low = numpy.full(self.shape, low, self.dtype)
            self.high = numpy.full(self.shape, high, self.dtype)

        def contains(self, x: Any) -> bool:
            """Is it one of them?"""
            return (
                isinstance(x, numpy.ndarray)
                and x.shape == self.shape
                and bool(numpy.can_cast(x.dtype, self.dtype))
                and bool(numpy.all(x >= self.low) and numpy.all(x <= self.high))
            )

    class Discrete:  # type: ignore[no-redef]
        """Whole numbers below a bound, as in Gymnasium."""

        def __init__(self, n: int):
            """The numbers from 0 up to `n`."""
            self.n = n
            self._random = random.Random()

        def seed(self, seed: int) -> None:
            """Begin a known sequence of samples."""
            self._random.seed(seed)

        def contains(self, x: Any) -> bool:
            """Is it one of them?"""
            return isinstance(x, (int, numpy.integer)) and 0 <= int(x) < self.n

        def sample(self, mask: Any = None) -> int:
            """One of them, of those that a mask allows."""
            return int(self._random.choice(range(self.n) if mask is None else numpy.flatnonzero(mask).tolist() or [0]))

    class Dict(dict):  # type: ignore[no-redef, type-arg]
        """Several spaces with names, as in Gymnasium."""

        def contains(self, x: Any) -> bool:
            """Does every part belong to its space?"""
            return isinstance(x, dict) and x.keys() == self.keys() and all(self[key].contains(x[key]) for key in self)


class KnobelEnv(_Base):
    """One match of a game for agents `player_0`, `player_1` and so on; see `env`."""

    def __init__(self, start: str, *, reward: str = "wins", render_mode: str | None = None) -> None:
        """As for `env`."""
        if reward not in ("wins", "points"):
            raise ValueError("reward is wins or points")
        self._start = Position(start)
        self._points = reward == "points"
        self.render_mode = render_mode
        game, shape = self._start.game, self._start.shape
        self.metadata: dict[str, Any] = {
            "name": f"knobel_{game.key}_v{game.version}",
            "is_parallelizable": False,
            "render_modes": ["ansi"],
        }
        self.possible_agents = [f"player_{seat}" for seat in range(shape.seats)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        low, high = self._bounds()
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(low=low, high=high, dtype=numpy.int16),
                    "action_mask": Box(low=0, high=1, shape=(shape.actions,), dtype=numpy.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(shape.actions) for agent in self.possible_agents}
        self._dice = random.Random()

    def _bounds(self) -> tuple[NDArray[numpy.int16], NDArray[numpy.int16]]:
        shape = self._start.shape
        low, high = numpy.zeros(shape.observed, numpy.int16), numpy.zeros(shape.observed, numpy.int16)
        for field in self._start.fields():
            for seat in range(shape.seats if field.each_seat else 1):
                place = field.place + seat * field.stride
                low[place : place + field.count] = field.min
                high[place : place + field.count] = field.max
        return low, high

    def observation_space(self, agent: str) -> Any:
        """The space of its observations: the same object with every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of its actions: the same object with every call."""
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        """How many agents still take part."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """How many agents there can be."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> KnobelEnv:
        """Itself."""
        return self

    # ---- playing ----

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match; with the same seed the dice fall the same."""
        if seed is not None:
            self._dice.seed(seed)
        self._match = Match(self._start, dice=self._dice)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._scores = self._match.position.scores
        self._select()

    def _select(self) -> None:
        """The agent that decides next; when the match is over, everybody has to leave."""
        if self._match.due != NOBODY:
            self.agent_selection = self.possible_agents[self._match.due]
            return
        self.terminations = {agent: True for agent in self.agents}
        self.agent_selection = self.agents[0]

    def _leave(self, action: Any) -> None:
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        kept: list[dict[str, Any]] = [self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos]
        for facts in kept:
            del facts[agent]
        self.agents.remove(agent)
        self.rewards = {other: 0.0 for other in self.agents}
        if self.agents:
            self.agent_selection = self.agents[0]

    def _gained(self) -> list[float]:
        """What each seat gets for the last step."""
        position = self._match.position
        if self._points:
            before, self._scores = self._scores, position.scores
            sign = -1.0 if position.game.fewest_win else 1.0
            return [sign * (now - then) for now, then in zip(self._scores, before)]
        winners = position.winners
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(position.seats)]

    def step(self, action: int | None) -> None:
        """The selected agent does this; one that has terminated takes part no longer after `step(None)`."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(action)
            return
        if action is None:
            raise ValueError("an action is needed")
        self._match.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        for other, gained in zip(self.possible_agents, self._gained()):
            self.rewards[other] = gained
            self._cumulative_rewards[other] += gained
        self._select()

    # ---- looking ----

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent may know and do now; one that is not selected may do nothing."""
        seat = self._seat[agent]
        mask = numpy.zeros(self._match.shape.actions, numpy.int8)
        if self._match.due == seat:
            mask[self._match.actions()] = 1
        return {"observation": self._match.position.observe(seat), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last step, termination, truncation and info of the selected agent."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agents, one after the other, until none is left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> str | None:
        """The position as text, with `render_mode="ansi"`."""
        return self._match.position.text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that would have to be given back."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def env(start: str, *, reward: str = "wins", render_mode: str | None = None) -> KnobelEnv:
    """An environment for matches that begin in the position `start`, such as `yatzi seats=2`.

    `reward` is `wins` (1 at the end, shared by all winners) or `points` (those gained with each step; lost,
    where the fewest win).
    """
    return KnobelEnv(start, reward=reward, render_mode=render_mode)
