#!/usr/bin/env python3
"""engine.py: a bot for Knobel in a few lines, over standard input and output (docs/engine-protocol.md).

    knobel arena yatzi exec:examples/engine.py child -n 100
    knobel serve --bot simple=examples/engine.py

It plays every game: `choose` takes any legal move. In Yatzi it is greedy: it keeps what there is most of, and fills the
box that gives the most. Replace `choose` to make it play better.

Needs the games: yatzi"""
import random
import sys
from collections import Counter


def fields(position):
    """A position is one line of key=value."""
    return dict(pair.split("=", 1) for pair in position.split() if "=" in pair)


def yatzi_points(box, dice):
    """What the dice give in a box, as far as this bot cares."""
    counts, kinds = Counter(dice), sorted(Counter(dice).values(), reverse=True)
    upper = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    longest = max((n for n in range(1, 6) for low in range(1, 7) if set(range(low, low + n)) <= set(dice)), default=0)
    if box in upper:
        face = upper.index(box) + 1
        return face * counts[face]
    return {
        "three_of_a_kind": sum(dice) if kinds[0] >= 3 else 0,
        "four_of_a_kind": sum(dice) if kinds[0] >= 4 else 0,
        "full_house": 25 if kinds[:2] == [3, 2] else 0,
        "small_street": 30 if longest >= 4 else 0,
        "large_street": 40 if longest >= 5 else 0,
        "yatzi": 50 if kinds[0] == 5 else 0,
        "chance": sum(dice) / 2,
    }.get(box, 0)


def choose(game, position, moves):
    """One of the legal moves."""
    dice = [int(die) for die in fields(position).get("dice", "").split(",") if die.isdigit()]
    fills = [move for move in moves if move.startswith("fill ")]
    if game != "yatzi" or not fills:
        return random.choice(moves)
    best = max(fills, key=lambda move: yatzi_points(move.split()[1], dice))
    face, count = max(Counter(dice).items(), key=lambda pair: (pair[1], pair[0]))
    keep = "keep " + " ".join([str(face)] * count)
    return keep if keep in moves and yatzi_points(best.split()[1], dice) < 25 else best


game, position, moves = "", "", []
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "knobel":
        print("ready", flush=True)
    elif word == "new":  # a match begins, or is told again from its beginning
        game = rest.split()[0]
    elif word == "seed":
        random.seed(int(rest))
    elif word == "position":  # what our seat sees now
        position, moves = rest, []
    elif word == "move":
        moves.append(rest)
    elif word == "go":  # our turn: an answer within so many milliseconds
        print("move", choose(game, position, moves), flush=True)
    elif word == "quit":
        break
