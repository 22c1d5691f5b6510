"""Batches over NumPy arrays, and single matches by number, which do the same."""

import random
import threading

import numpy
import pytest
from conftest import KEYS
from hypothesis import given
from hypothesis import strategies as st

import knobel

starts = st.sampled_from([f"{key} seats={n}" for key in KEYS for n in {knobel.game(key).seats_min, knobel.game(key).seats_max}])


@given(starts, st.integers(0, 2**64 - 1))
def test_a_batch_plays_legal_moves(start, seed):
    batch = knobel.Batch(start, 5, seed=seed)
    twin = knobel.Batch(start, 5, seed=seed)
    for n in range(60):
        batch.choose_random(n)
        assert batch.legal()[numpy.arange(5), batch.actions].all()
        twin.actions[:] = batch.actions
        batch.step()
        for first in range(5):  # in pieces it is the same
            twin.step(first, first + 1)
        assert not batch.answers.any()
        for name in ("due", "masks", "observations", "rewards", "done"):
            assert (getattr(batch, name) == getattr(twin, name)).all(), name
        for table in numpy.flatnonzero(batch.done):
            winners = [seat for seat in range(batch.shape.seats) if batch.winners[table] >> seat & 1]
            assert batch.rewards[table].sum() == pytest.approx(1)
            assert all(batch.rewards[table][seat] > 0 for seat in winners)


@given(starts, st.integers(0, 2**32))
def test_a_match_goes_as_a_batch_does(start, seed):
    """The same decisions and dice: `Match` in Python and the library in C agree on everything."""
    batch = knobel.Batch(start, 1, given_dice=True, seed=1)
    match, chance = knobel.Match(start), random.Random(seed)
    for _ in range(150):
        if match.due == knobel.NOBODY:
            break
        assert match.due == batch.due[0]
        who = match.due if match.due < knobel.CHANCE else knobel.WATCHER
        assert (match.position.observe(who) == batch.observations[0]).all()
        legal = match.actions()
        mask = [n for n in range(64 * batch.shape.mask_words) if int(batch.masks[0][n // 64]) >> (n % 64) & 1]
        assert legal == mask
        if match.due == knobel.CHANCE:
            odds = dict(match.chances())
            weights = batch.weights(0)
            assert odds == {n: w / weights.sum() for n, w in enumerate(weights.tolist()) if w}
        action = chance.choice(legal)
        batch.actions[0] = action
        match.act(action)
        batch.step()
        assert bool(batch.done[0]) == (match.due == knobel.NOBODY)
        if batch.done[0]:
            assert tuple(batch.scores[0]) == match.position.scores
            assert batch.winners[0] == sum(1 << seat for seat in match.position.winners)


def test_the_arrays_are_the_callers():
    shape = knobel.Position("yatzi seats=2").shape
    mine = {
        "actions": numpy.zeros(8, numpy.int32),
        "observations": numpy.full((8, shape.observed), -7, numpy.int16),
        "done": numpy.zeros(8, numpy.uint8),
        "rewards": None,
    }
    batch = knobel.Batch("yatzi seats=2", 8, arrays=mine)
    assert batch.observations is mine["observations"] and batch.rewards is None
    assert (mine["observations"] != -7).all(axis=1).any() or (mine["observations"] != -7).any()
    before = mine["observations"].copy()
    batch.choose_random(1)
    batch.step()
    assert mine["actions"] is batch.actions and (before != mine["observations"]).any()
    big = numpy.zeros((16, shape.observed), numpy.int16)
    batch.bind("observations", big[4:12])  # a part of a larger array
    batch.reset()
    assert big[4:12].any() and not big[:4].any() and not big[12:].any()
    with pytest.raises(ValueError):
        mine["actions"].resize(100)  # it is in use


@pytest.mark.parametrize(
    "name, wrong",
    [
        ("actions", numpy.zeros(8, numpy.int64)),
        ("actions", numpy.zeros(7, numpy.int32)),
        ("actions", numpy.zeros(16, numpy.int32)[::2]),
        ("actions", numpy.zeros(8, numpy.dtype(">i4"))),
        ("done", numpy.zeros(8, numpy.int8)),
        ("masks", numpy.zeros((8, 1), numpy.uint64)),
        ("due", bytearray(8)),
        ("due", numpy.frombuffer(bytes(8), numpy.int8)),
        ("rewards", numpy.frombuffer(bytearray(8 * 8 + 1), numpy.uint8)[1:].view(numpy.float32)),
        ("actions", "text"),
        ("nothing", numpy.zeros(8)),
    ],
)
def test_wrong_arrays_are_refused(name, wrong):
    batch = knobel.Batch("yatzi seats=2", 8)
    kept = batch.actions
    with pytest.raises(ValueError):
        batch.bind(name, wrong)
    assert batch.actions is kept
    batch.choose_random(0)
    batch.step()


def test_illegal_actions_are_refused_for_their_table_alone():
    batch = knobel.Batch("yucatan seats=2", 4)
    batch.choose_random(3)
    batch.actions[2] = 99
    seen = batch.observations.copy()
    with pytest.raises(knobel.Refused) as refused:
        batch.step()
    assert refused.value.key == "illegal"
    assert batch.answers.tolist() == [0, 0, refused.value.answer, 0]
    assert (batch.observations[2] == seen[2]).all() and (batch.observations[0] != seen[0]).any()


@given(st.integers(-(2**65), 2**65), st.integers(-(2**65), 2**65))
def test_ranges_are_checked(first, last):
    batch = knobel.Batch("yucatan seats=2", 4)
    good = 0 <= first <= last <= 4
    for call in (batch.step, batch.reset, lambda a, b: batch.choose_random(1, a, b)):
        batch.choose_random(1)
        if good:
            call(first, last)
        else:
            with pytest.raises((IndexError, OverflowError)):
                call(first, last)
    with pytest.raises((IndexError, OverflowError)):
        batch.view(4 + abs(first), 0)


@pytest.mark.parametrize("arguments", [("chess", 4), ("yatzi", 0), ("yatzi", -1), ("yatzi", 1 << 25), ("yatzi seats=9", 1)])
def test_wrong_plans(arguments):
    with pytest.raises(knobel.Refused):
        knobel.Batch(*arguments)
    with pytest.raises(ValueError):
        knobel.Batch("yatzi", 1, reward="fame")
    with pytest.raises(OverflowError):
        knobel.Batch("yatzi", 1, seed=-1)


def test_points():
    batch = knobel.Batch("yatzi seats=1", 20, reward="points", seed=3)
    total = numpy.zeros(20)
    for n in range(120):
        batch.choose_random(n)
        batch.step()
        total += batch.rewards[:, 0]
        for table in numpy.flatnonzero(batch.done):
            assert total[table] == batch.scores[table, 0]
            total[table] = 0


def test_threads_and_ranges():
    """Two threads at their own tables do what one does; at the same tables one of them is refused."""
    alone = knobel.Batch("bossa", 64, seed=9)
    shared = knobel.Batch("bossa", 64, seed=9)
    for n in range(50):
        alone.choose_random(n)
        alone.step()

    def half(first, last):
        for n in range(50):
            shared.choose_random(n, first, last)
            shared.step(first, last)

    threads = [threading.Thread(target=half, args=pair) for pair in ((0, 32), (32, 64))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (alone.observations == shared.observations).all()

    refused, stop = [], threading.Event()
    large = knobel.Batch("bossa", 20_000)
    large.choose_random(1)

    def always():
        while not stop.is_set():
            try:
                large.reset()
            except RuntimeError as error:
                refused.append(error)

    threads = [threading.Thread(target=always) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(600):
        if refused:
            break
        threads[0].join(0.1)
    stop.set()
    for thread in threads:
        thread.join()
    assert refused  # so the lock was released, too


def test_views_of_a_table():
    batch = knobel.Batch("bossa", 2, seed=1)
    view = batch.view(1, int(batch.due[1]))
    assert (view.observe(int(batch.due[1])) == batch.observations[1]).all()
    assert set(view.actions(int(batch.due[1]))) == set(numpy.flatnonzero(batch.legal()[1]).tolist())
