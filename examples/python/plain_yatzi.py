#!/usr/bin/python3
"""plain_yatzi.py [--short]: Yatzi in plain Python, as one would write it in an afternoon.

Written to compare with: python/bench measures how many random legal decisions a second it makes. It has the rules of
the usual sheet and the second Yatzi, lists legal moves and makes a small observation, but no views, logs or texts.
"""
# Needs the games: yatzi
import argparse
import random
import time
from itertools import combinations

UPPER, THREE, FOUR, FULL, SMALL, LARGE, YATZI, CHANCE = range(6), 6, 7, 8, 9, 10, 11, 12


def points(box, dice, second):
    """What a box brings for five dice; `second`: five equal dice may count 100 as a chance."""
    counts = [dice.count(face) for face in range(1, 7)]
    if box in UPPER:
        return counts[box] * (box + 1)
    if box == THREE:
        return sum(dice) if max(counts) >= 3 else 0
    if box == FOUR:
        return sum(dice) if max(counts) >= 4 else 0
    if box == FULL:
        return 25 if 3 in counts and 2 in counts else 0
    if box == SMALL:
        return 30 if any(all(counts[k : k + 4]) for k in range(3)) else 0
    if box == LARGE:
        return 40 if all(counts[:5]) or all(counts[1:]) else 0
    if box == YATZI:
        return 50 if 5 in counts else 0
    return 100 if second and 5 in counts else sum(dice)


class Match:
    """A match between some seats."""

    def __init__(self, seats, chance):
        self.chance, self.turn, self.throws, self.dice = chance, 0, 0, []
        self.boxes = [[None] * 13 for _ in range(seats)]
        self.yatzis = [0] * seats

    def over(self):
        return all(points is not None for sheet in self.boxes for points in sheet)

    def moves(self):
        """All legal moves: dice to keep, or a box to fill."""
        if self.throws == 0:
            return [("keep", ())]
        found = [("fill", box) for box, points in enumerate(self.boxes[self.turn]) if points is None]
        if self.throws < 3:
            found += [("keep", kept) for size in range(5) for kept in sorted(set(combinations(self.dice, size)))]
        return found

    def observe(self):
        """What there is to know, as numbers."""
        sheets = self.boxes[self.turn :] + self.boxes[: self.turn]
        faces = [self.dice.count(face) for face in range(1, 7)]
        return [self.turn, self.throws, *faces, *(-1 if p is None else p for sheet in sheets for p in sheet)]

    def play(self, move):
        kind, what = move
        if kind == "keep":
            self.dice = sorted([*what, *(self.chance.randrange(1, 7) for _ in range(5 - len(what)))])
            self.throws += 1
            return
        self.boxes[self.turn][what] = points(what, self.dice, self.yatzis[self.turn] > 0)
        self.yatzis[self.turn] += len(set(self.dice)) == 1
        self.turn, self.throws, self.dice = (self.turn + 1) % len(self.boxes), 0, []

    def scores(self):
        return [sum(sheet) + 35 * (sum(sheet[:6]) >= 63) for sheet in self.boxes]


def decisions_a_second(decisions):
    """Random legal moves, with everything listed and observed at every decision."""
    chance = random.Random(1)
    match, start = Match(2, chance), time.thread_time()
    for _ in range(decisions):
        match.observe()
        match.play(chance.choice(match.moves()))
        if match.over():
            match.scores()
            match = Match(2, chance)
    return decisions / (time.thread_time() - start)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--short", action="store_true", help="few decisions, to see that it works")
    given = arguments.parse_args()
    decisions = 2_000 if given.short else 20_000
    print(f"{max(decisions_a_second(decisions) for _ in range(3)):,.0f} decisions a second")


if __name__ == "__main__":
    main()
