"""Games and positions."""

import copy
import pickle
import random

import numpy
import pytest
from conftest import KEYS
from hypothesis import given
from hypothesis import strategies as st

import knobel


def wander(key, seed, events):
    """A position of a random match, after so many events."""
    position, chance = knobel.Position(key), random.Random(seed)
    for _ in range(events):
        actors = position.to_act
        if not actors:
            break
        who = chance.choice([a for a in actors if a != knobel.CLOCK] or list(actors))
        if who == knobel.CHANCE:
            outcomes = position.outcomes()
            position.play(who, chance.choices([o.move for o in outcomes], [o.probability for o in outcomes])[0])
        else:
            position.play(who, chance.choice(position.moves(who)))
    return position


somewhere = st.builds(wander, st.sampled_from(KEYS), st.integers(0, 2**32), st.integers(0, 40))


def test_games():
    for game in knobel.games():
        assert game == knobel.game(game.key)
        assert 1 <= game.seats_min <= game.seats_max <= 8
        assert game.describe()["game"] == game.key
        assert game.start(game.seats_max).seats == game.seats_max
        assert game.fingerprint(1, 2) == game.fingerprint(1, 2) != game.fingerprint(2, 2)
    with pytest.raises(knobel.Refused) as refused:
        knobel.game("chess")
    assert refused.value.key == "no_such_game"
    assert isinstance(refused.value, ValueError)


@given(somewhere)
def test_texts_come_back(position):
    again = knobel.Position(position.text)
    assert again == position
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin == position and twin is not position
    assert position.describe()
    assert "seats" not in position.options


@given(somewhere)
def test_moves_and_numbers_agree(position):
    for who in position.to_act:
        if who == knobel.CHANCE:
            texts = [outcome.move for outcome in position.outcomes()]
            assert sum(outcome.probability for outcome in position.outcomes()) == pytest.approx(1)
        elif who == knobel.CLOCK:
            continue
        else:
            texts = position.moves(who)
        numbers = [position.action(who, text) for text in texts]
        still = position.shape.still
        timed = still >= 0 and knobel.CLOCK in position.to_act
        assert set(position.actions(who)) == set(numbers) | ({still} if timed else set())
        assert numpy.flatnonzero(position.mask(who)).tolist() == position.actions(who)
        assert [position.action_text(who, number) for number in numbers] == texts
        by_text, by_number = position.copy(), position.copy()
        by_text.play(who, texts[0])
        by_number.act(who, numbers[0])
        assert by_text == by_number != position


@given(somewhere)
def test_a_view_is_all_that_an_observation_knows(position):
    for who in [*range(position.seats), knobel.WATCHER]:
        view = position.view(who)
        seen = position.observe(who)
        assert seen.dtype == numpy.int16 and seen.shape == (position.shape.observed,)
        assert (view.observe(who) == seen).all()
        assert (view.guess(who, 3).observe(who) == seen).all()
        for field in position.fields():
            for seat in range(position.seats if field.each_seat else 1):
                numbers = seen[field.place + seat * field.stride :][: field.count]
                assert (numbers >= field.min).all() and (numbers <= field.max).all(), field


def test_observations_go_into_the_callers_array():
    position = knobel.Position("yatzi")
    out = numpy.empty(position.shape.observed, numpy.int16)
    assert position.observe(0, out) is out
    locked = out.copy()
    locked.flags.writeable = False
    for wrong in (out[:-1], out.astype(numpy.int32), numpy.empty(2 * out.size, numpy.int16)[::2], locked, [1], None):
        if wrong is not None:
            with pytest.raises(ValueError):
                position.observe(0, wrong)


def test_a_match_to_its_end():
    position = wander("yucatan", 5, 10_000)
    assert position.over and position.winners
    best = max(position.scores)
    assert position.winners == tuple(seat for seat, score in enumerate(position.scores) if score == best)
    with pytest.raises(knobel.Refused) as refused:
        position.play(0, "stop")
    assert refused.value.key == "over"


@given(st.text())
def test_no_text_does_harm(text):
    for read in (knobel.Position, knobel.game, lambda t: knobel.Position("yatzi").play(0, t)):
        try:
            read(text)
        except (knobel.Refused, ValueError):
            pass


@given(st.integers(-(2**70), 2**70), st.integers(-(2**70), 2**70))
def test_no_number_does_harm(who, number):
    position = knobel.Position("bossa")
    before = position.text
    for call in (position.moves, position.score, position.view, position.actions, position.observe):
        try:
            call(who)
        except (knobel.Refused, OverflowError):
            pass
    for call in (position.act, position.action_text, position.guess):
        try:
            call(who, number)
        except (knobel.Refused, OverflowError):
            pass
    assert knobel.Position(before) == position or who == knobel.CHANCE


def test_reactions():
    position = knobel.Position("yubitsume seats=2")
    while position.alarm_ms is None:
        who = position.to_act[0]
        move = position.outcomes()[0].move if who == knobel.CHANCE else position.moves(who)[0]
        position.play(who, move, at_ms=1000)
    late = position.alarm_ms + 10_000
    with pytest.raises(knobel.Refused):
        position.play(position.to_act[0], position.moves(position.to_act[0])[0], at_ms=late, acted_ms=late)
    with pytest.raises(knobel.Refused):
        position.play(0, position.moves(0)[0], at_ms=0, error_ms=-1)
