"""Tables, logs, bots and reviews."""

import random
import threading

import pytest
from conftest import KEYS
from hypothesis import given
from hypothesis import strategies as st

import knobel


def play_out(table, seed=1):
    """Random moves to the end."""
    chance, now = random.Random(seed), 0
    while not table.over:
        seats = [who for who in table.to_act if who < knobel.CHANCE]
        if seats:
            now += 400
            table.play(seats[0], chance.choice(table.view(seats[0]).moves(seats[0])), now_ms=now, salt=chance.getrandbits(64))
        else:
            now = max(now, table.alarm_ms or 0)
            table.tick(now)
    return table


@pytest.mark.parametrize("key", KEYS)
def test_a_match_and_its_log(key):
    game = knobel.game(key)
    seats = max(2, game.seats_min)
    table = knobel.Table(f"{key} seats={seats}", ["Anna", knobel.Seat("Bob", salt=5)], secret=bytes(range(32)), opened_ms=7)
    assert len(table.seal) == 32 and table.seal.hex() in table.save()
    play_out(table)
    log = table.save()
    report = knobel.verify(log)
    assert report.good and report.over and report.rolls > 0 and report.line == 0
    again = knobel.Table.load(log)
    assert again.save() == log and again.events == table.events
    assert again.view(knobel.WATCHER) == table.view(knobel.WATCHER)
    assert table.view(0, after=0).text.startswith(key)
    lines, last = table.since(0)
    assert lines and last == table.events and table.since(0, last) == ([], last)


@given(st.integers(0, 10_000), st.characters(min_codepoint=33, max_codepoint=126))
def test_a_changed_log_is_found(place, letter):
    log = play_out(knobel.Table("yucatan seats=2", ["A", "B"], secret=b"x" * 32, opened_ms=0)).save()
    place %= len(log)
    changed = log[:place] + letter + log[place + 1 :]
    report = knobel.verify(changed)
    if report.good:  # what is for people to read may be otherwise: names, the day
        assert changed == log or log[:place].count("\n") < 8
    else:
        assert report.text
        with pytest.raises(knobel.Refused) as refused:
            knobel.Table.load(changed)
        assert refused.value.key == report.key


def test_taking_back_and_real_dice():
    table = knobel.Table("yatzi seats=1", ["Anna"], dice="ours")
    table.play(0, "throw")
    for face in "12345":
        table.declare(face)
    assert table.view(0).text.find("dice=1,2,3,4,5") > 0
    assert table.correct(0, table.events, "6") == 0
    assert table.view(0).text.find("dice=1,2,3,4,6") > 0
    table.ask_back(0, table.before_last_move(0))
    assert table.view(0).moves(0) == ["throw"]
    same = [knobel.Table("yatzi seats=1", ["A"], dice="same:tuesday") for _ in range(2)]
    for each in same:
        each.play(0, "throw")
    assert same[0].view(0) == same[1].view(0)


def test_what_a_table_refuses():
    for arguments in (("yatzi seats=2", ["A"]), ("yatzi seats=1", ["A" * 50]), ("nothing", ["A"]), ("yatzi seats=1", [""])):
        with pytest.raises(knobel.Refused):
            knobel.Table(*arguments)
    with pytest.raises(ValueError):
        knobel.Table("yatzi seats=1", ["A"], dice="loaded")
    with pytest.raises(knobel.Refused):
        knobel.Table("yatzi seats=1", ["A"], secret=b"short")
    table = knobel.Table("yatzi seats=2", ["A", "B"])
    for seat in (-1, 1, 2, 8):
        with pytest.raises(knobel.Refused):
            table.play(seat, "throw")


def test_bots_and_solutions(yucatan):
    start = knobel.Position("yucatan seats=1")
    with pytest.raises(knobel.Refused) as refused:
        knobel.Bot(start)
    assert refused.value.key == "no_solution"
    best = knobel.Bot(start, solution=yucatan)
    opinions = best.judge(start)
    assert best.meaning == "points" and len(opinions) == len(start.moves(0))
    assert [o.value for o in opinions] == sorted((o.value for o in opinions), reverse=True)
    assert best.value(start).value == pytest.approx(opinions[0].value)
    assert best.choose(start).move in [o.move for o in opinions if o.value == opinions[0].value]
    one, same = (knobel.Bot(start, seed=4, solution=yucatan) for _ in range(2))
    assert start.action_text(0, one.act(start)) == same.choose(start).move
    assert best.explain(start)[0]["move"] == opinions[0].move
    with pytest.raises(knobel.Refused):
        best.choose(knobel.Position("yucatan seats=2"))
    with pytest.raises(TypeError):
        best.choose("yucatan seats=1")
    with pytest.raises(knobel.Refused):
        knobel.Bot(start, 0, "genius")
    assert yucatan.bytes > 0


def test_progress_can_stop_a_solver():
    told = []

    def stop(part):
        told.append(part)
        if part > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        knobel.solve(knobel.Position("yucatan seats=2"), progress=stop)
    assert told == sorted(told) and told[-1] < 1


def test_a_review_adds_up(yucatan):
    table = play_out(knobel.Table("yucatan seats=1", ["Anna"], secret=b"r" * 32, opened_ms=0))
    review = table.review(yucatan)
    assert review and knobel.Table.load(table.save()).review(yucatan, threads=2) == review
    with pytest.raises(TypeError):
        table.review("solution")


def test_other_threads_go_on_and_nothing_is_shared_by_accident():
    start = knobel.Position("bossa")
    chance = random.Random(3)
    match = knobel.Match(start, dice=chance)
    bot = knobel.Bot(match.position, match.due, "best")
    refused, moves = [], []

    def think():
        try:
            moves.append(bot.choose(match.position).move)
        except RuntimeError as error:
            refused.append(error)

    threads = [threading.Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert moves and len(moves) + len(refused) == 4
    assert all(move in match.position.moves(match.due) for move in moves)
