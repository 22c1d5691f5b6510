"""The environments against the contracts that their libraries have written down.

PettingZoo: https://pettingzoo.farama.org/api/aec/ and its api_test. OpenSpiel: docs/api_reference.md and the texts
of spiel.h. Neither library is needed here: the tests state what they ask for.
"""

import random
import subprocess
import sys

import numpy
import pytest
from conftest import KEYS
from hypothesis import given
from hypothesis import strategies as st

import knobel

starts = st.sampled_from([f"{key} seats={max(2, knobel.game(key).seats_min)}" for key in KEYS])


def test_they_are_loaded_only_if_asked_for():
    said = subprocess.run(
        [sys.executable, "-c", "import knobel, sys; print([m for m in sys.modules if 'spiel' in m or 'zoo' in m or m == 'numpy'])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "[]\n"


# ---- PettingZoo ----


def zoo(start, **options):
    from knobel.pettingzoo import env

    return env(start, **options)


@given(starts, st.integers(0, 2**31), st.sampled_from(["wins", "points"]))
def test_an_aec_match(start, seed, reward):
    env, chance = zoo(start, reward=reward), random.Random(seed)
    env.reset(seed=seed)
    assert env.agents == env.possible_agents and env.num_agents == env.max_num_agents == len(env.agents) > 0
    assert not any(env.terminations.values()) and not any(env.truncations.values())
    assert env.last(observe=False)[0] is None
    live, finished = list(env.agents), set()
    owed = {agent: 0 for agent in env.agents}
    for agent in env.agent_iter():
        assert agent == env.agent_selection and agent in env.agents
        observation, reward_since, termination, truncation, info = env.last()
        assert reward_since == pytest.approx(owed[agent]), "last() gives what has gathered since its last step"
        assert isinstance(termination, bool) and isinstance(truncation, bool) and isinstance(info, dict)
        assert termination == env.terminations[agent] and info is env.infos[agent]
        assert env.observation_space(agent).contains(observation)
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        mask = observation["action_mask"]
        if termination:
            assert not mask.any()
            with pytest.raises(ValueError):
                env.step(0)
            action = None
        else:
            action = chance.choice(numpy.flatnonzero(mask))  # a NumPy number, as policies give
            assert env.action_space(agent).contains(action)
            others = [other for other in env.agents if other != agent]
            assert all(not env.observe(other)["action_mask"].any() for other in others)
        assert env.step(action) is None
        owed[agent] = 0
        if termination:
            live.remove(agent)
            finished.add(agent)
        for other, gained in env.rewards.items():
            owed[other] += gained
        assert env.agents == live
        for kept in (env.rewards, env.terminations, env.truncations, env.infos):
            assert set(kept) == set(env.agents)
        if finished:
            assert all(env.terminations.values())
    assert finished == set(env.possible_agents) and env.num_agents == 0


def test_an_aec_match_again():
    """The same seed, the same match; and a reset in the middle begins anew."""
    records = []
    for _ in range(2):
        env = zoo("crane seats=3")
        env.reset(seed=11)
        env.step(int(env.last()[0]["action_mask"].argmax()))
        env.reset(seed=12)
        record = []
        for agent in env.agent_iter(200):
            observation, reward, over, _, _ = env.last()
            record.append((agent, reward, observation["observation"].tolist()))
            env.step(None if over else int(observation["action_mask"].argmax()))
        records.append(record)
    assert records[0] == records[1]


def test_the_rest_of_aec():
    env = zoo("yatzi seats=2", render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("yatzi ") and env.unwrapped is env and str(env) == env.metadata["name"]
    assert {"name", "render_modes"} <= env.metadata.keys()
    env.close()
    with pytest.raises(ValueError):
        env.step(None)
    with pytest.raises(ValueError):
        env.step(10_000)
    with pytest.raises(ValueError):
        zoo("yatzi", reward="fame")


# ---- OpenSpiel ----


def spiel(start, **options):
    from knobel.openspiel import load_game

    return load_game(start, **options)


@given(starts, st.integers(0, 2**31), st.sampled_from(["wins", "points"]))
def test_an_openspiel_match(start, seed, reward):
    game, chance = spiel(start, reward=reward), random.Random(seed)
    state = game.new_initial_state()
    total = [0.0] * game.num_players()
    assert state.is_initial_state() and state.history() == []
    for n in range(game.max_game_length()):
        if state.is_terminal():
            break
        player = state.current_player()
        assert state.is_chance_node() + state.is_player_node() == 1 and not state.is_simultaneous_node()
        legal = state.legal_actions()
        assert legal and legal == sorted(set(legal))
        if state.is_chance_node():
            assert player == -1
            outcomes = state.chance_outcomes()
            assert [a for a, _ in outcomes] == legal and sum(p for _, p in outcomes) == pytest.approx(1)
            assert all(0 <= a < game.max_chance_outcomes() and p > 0 for a, p in outcomes)
        else:
            assert 0 <= player < game.num_players()
            assert all(0 <= a < game.num_distinct_actions() for a in legal)
            with pytest.raises(ValueError):
                state.chance_outcomes()
            assert state.legal_actions((player + 1) % game.num_players()) == []
            assert len(state.observation_tensor()) == game.observation_tensor_size()
        mask = state.legal_actions_mask()
        assert [a for a, on in enumerate(mask) if on] == legal
        action = chance.choice(legal)
        assert state.string_to_action(player, state.action_to_string(player, action)) == action or n > 3
        if n < 5:
            child, before = state.child(action), str(state)
            assert str(state) == before
            state.apply_action(action)
            assert str(child) == str(state) and child.history() == state.history()
        else:
            state.apply_action(action)
        assert state.history()[-1] == action and state.full_history()[-1] == (player, action)
        total = [t + r for t, r in zip(total, state.rewards())]
        assert total == pytest.approx(state.returns()), "returns are the sum of all rewards"
    assert state.is_terminal() and state.current_player() == -4 and state.legal_actions() == []
    assert all(game.min_utility() <= r <= game.max_utility() for r in state.returns())
    if game.utility_sum() is not None:
        assert sum(state.returns()) == pytest.approx(game.utility_sum())
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state) and again.returns() == state.returns()
    with pytest.raises(ValueError):
        state.apply_action(0)


def test_information_states():
    """Two states have the same one for a player exactly if that player has seen and done the same."""
    game = spiel("bossa")

    def after(tiles):
        state, n = game.new_initial_state(), 0
        while not state.is_player_node():
            legal = state.legal_actions()
            state.apply_action(legal[0] if n < 2 or n - 2 >= len(tiles) else legal[tiles[n - 2] % len(legal)])
            n += 1
        return state

    one, other = after([0, 1, 2, 3, 4, 5, 6]), after([0, 1, 2, 3, 4, 5, 7])
    same = [one.information_state_string(p) == other.information_state_string(p) for p in (0, 1)]
    assert one.information_state_string(0) == one.clone().information_state_string(0)
    assert not all(same) or str(one) == str(other)
    assert len({one.information_state_string(0), one.information_state_string(1)}) == 2
