"""Games and states in the shape of OpenSpiel's Python interface.

    >>> from knobel.openspiel import load_game
    >>> state = load_game("yucatan seats=2").new_initial_state()
    >>> while not state.is_terminal():
    ...     actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
    ...     state.apply_action(actions[0])
    >>> sum(state.returns())
    1.0

They need no OpenSpiel. Dice are chance nodes; where several act at the same time they are asked one after
the other, without seeing what the others have chosen.
"""

from __future__ import annotations

import math
from typing import Any

from ._match import Match
from ._rules import CHANCE, NOBODY, WATCHER, Position

CHANCE_PLAYER = -1
"""`current_player` of a chance node, as pyspiel.PlayerId.CHANCE."""
TERMINAL_PLAYER = -4
"""`current_player` when the match is over, as pyspiel.PlayerId.TERMINAL."""
_LONG = 1 << 16


def load_game(start: str, *, reward: str = "wins") -> Game:
    """The game of matches that begin in the position `start`, such as `bossa` or `yatzi seats=2`.

    Returns are `wins` (1 at the end, shared by all winners) or `points` (less is better where the fewest win,
    so they are negative there).
    """
    return Game(start, reward)


class Game:
    """What is the same for all states; see `load_game`."""

    def __init__(self, start: str, reward: str = "wins") -> None:
        """As for `load_game`."""
        if reward not in ("wins", "points"):
            raise ValueError("reward is wins or points")
        self._start = Position(start)
        self._shape = self._start.shape
        self.points = reward == "points"

    def new_initial_state(self) -> State:
        """The beginning of a match, which may be a chance node."""
        return State(self)

    def num_players(self) -> int:
        """The number of seats."""
        return self._shape.seats

    def num_distinct_actions(self) -> int:
        """How many numbers there are for actions of players."""
        return self._shape.actions

    def max_chance_outcomes(self) -> int:
        """How many numbers there are for outcomes of chance."""
        return self._shape.chances

    def min_utility(self) -> float:
        """No return is less than this."""
        return -math.inf if self.points else 0.0

    def max_utility(self) -> float:
        """No return is more than this."""
        return math.inf if self.points else 1.0

    def utility_sum(self) -> float | None:
        """What all returns add up to; None: not always the same."""
        return None if self.points else 1.0

    def max_game_length(self) -> int:
        """Far above the number of decisions of any match."""
        return _LONG

    def observation_tensor_shape(self) -> list[int]:
        """The shape of observations."""
        return [self._shape.observed]

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return self._shape.observed

    def deserialize_state(self, text: str) -> State:
        """The state that `State.serialize` has written."""
        state = self.new_initial_state()
        for word in text.split():
            state.apply_action(int(word))
        return state

    def __str__(self) -> str:
        return self._start.text


class State:
    """A situation in a match; `Game.new_initial_state` makes the first."""

    def __init__(self, game: Game) -> None:
        """The beginning of a match."""
        self._game = game
        self._match = Match(game._start)
        self._history: list[tuple[int, int]] = []
        self._before = [0.0] * game.num_players()

    # ---- who is to act ----

    def current_player(self) -> int:
        """The seat that decides; `CHANCE_PLAYER` or `TERMINAL_PLAYER`."""
        due = self._match.due
        return CHANCE_PLAYER if due == CHANCE else TERMINAL_PLAYER if due == NOBODY else due

    def is_terminal(self) -> bool:
        """Is the match over?"""
        return self._match.due == NOBODY

    def is_chance_node(self) -> bool:
        """Is it up to chance?"""
        return self._match.due == CHANCE

    def is_player_node(self) -> bool:
        """Is it up to a seat?"""
        return self.current_player() >= 0

    def is_simultaneous_node(self) -> bool:
        """Never: seats are asked one after the other."""
        return False

    def is_initial_state(self) -> bool:
        """Has nothing happened yet?"""
        return not self._history

    def num_players(self) -> int:
        """The number of seats."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """How many numbers there are for actions of players."""
        return self._game.num_distinct_actions()

    def get_game(self) -> Game:
        """Its game."""
        return self._game

    # ---- actions ----

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of who is to act, in rising order; for any other player none."""
        mine = player is None or player == self.current_player()
        return sorted(self._match.actions()) if mine and not self.is_terminal() else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """The same as a list of 0 and 1."""
        chance = self.is_chance_node() and player in (None, CHANCE_PLAYER)
        count = self._game.max_chance_outcomes() if chance else self._game.num_distinct_actions()
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(count)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """At a chance node: the outcomes with their probabilities."""
        if not self.is_chance_node():
            raise ValueError("chance_outcomes called on a non-chance state")
        return self._match.chances()

    def legal_chance_outcomes(self) -> list[int]:
        """At a chance node: the outcomes alone."""
        return [action for action, _ in self.chance_outcomes()]

    def apply_action(self, action: int) -> None:
        """Who is to act does this."""
        if action not in self._match.actions():
            raise ValueError(f"action {action} is not legal here")
        player, before = self.current_player(), self.returns()
        self._match.act(int(action))
        self._history.append((player, int(action)))
        self._before = before

    def child(self, action: int) -> State:
        """The state after an action; this one stays as it is."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """An equal state that goes its own way."""
        state = State.__new__(State)
        state._game, state._match = self._game, self._match.copy()
        state._history, state._before = list(self._history), list(self._before)
        return state

    def action_to_string(self, *arguments: int) -> str:
        """(action), or (player, action): what who is to act means by a number."""
        return self._match.action_text(arguments[-1])

    def string_to_action(self, *arguments: Any) -> int:
        """(text), or (player, text): the number of an action."""
        for action in self.legal_actions():
            if self._match.action_text(action) == arguments[-1]:
                return action
        raise ValueError(f"{arguments[-1]!r} is no legal action")

    # ---- what it came to ----

    def returns(self) -> list[float]:
        """What each player has got since the beginning."""
        position = self._match.position
        if self._game.points:
            sign = -1.0 if position.game.fewest_win else 1.0
            return [sign * score for score in position.scores]
        winners = position.winners
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(position.seats)]

    def rewards(self) -> list[float]:
        """What each player has got for the last action."""
        return [now - then for now, then in zip(self.returns(), self._before)]

    def player_return(self, player: int) -> float:
        """What a player has got since the beginning."""
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """What a player has got for the last action."""
        return self.rewards()[player]

    # ---- looking ----

    def _who(self, player: int | None) -> int:
        who = self.current_player() if player is None else player
        return who if who >= 0 else WATCHER

    def observation_string(self, player: int | None = None) -> str:
        """What a player may know now, as text; without a player what who is to act may know."""
        return self._match.position.view(self._who(player)).text

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The same as numbers."""
        return [float(x) for x in self._match.position.observe(self._who(player))]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen and done since the beginning."""
        who = self._who(player)
        replay = self._game.new_initial_state()
        seen = [replay.observation_string(who)]
        for actor, action in self._history:
            own = f"{action} " if actor == who else ""
            replay.apply_action(action)
            now = own + replay.observation_string(who)
            if now != seen[-1]:
                seen.append(now)
        return "\n".join(seen)

    def history(self) -> list[int]:
        """All actions since the beginning, those of chance, too."""
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """All actions, each with its player."""
        return list(self._history)

    def history_str(self) -> str:
        """All actions as one text."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """How many actions there have been."""
        return len(self._history)

    def serialize(self) -> str:
        """A text from which `Game.deserialize_state` makes an equal state."""
        return "\n".join(map(str, self.history()))

    def __str__(self) -> str:
        return self._match.position.text
