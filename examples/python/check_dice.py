#!/usr/bin/python3
"""check_dice.py [LOG] [--picture FILE] [--short]: checks the dice of a match.

Every roll must follow from the secret that was sealed before the match and from the salts of the players. This
script recomputes every roll of a log with Python's own hashlib and hmac, as docs/log-format.md describes it,
and compares it with what the library finds. Without a LOG it plays matches of its own, and counts
how often each face fell. Logs in which something was taken back are left to the library.
"""
# Needs the games: yatzi
import argparse
import hashlib
import hmac
import random
import re
import sys

import knobel

LINE = re.compile(r"\d+ (\S+) (seat(\d)|dice|ours|clock)(?: acted=(\S+))?(?: error=(\d+))?(?: claimed=\S+)?(?: salt=(\w+))?: (.*)")
ACTORS = {"dice": knobel.CHANCE, "ours": knobel.CHANCE, "clock": knobel.CLOCK}


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def milliseconds(text):
    return int(text.replace(".", ""))


def drawn(secret, block, outcomes):
    """The outcome that a block of 32 bytes selects, each with its weight."""
    total = sum(outcome.weight for outcome in outcomes)
    while True:
        for k in range(0, 32, 8):
            number = int.from_bytes(block[k : k + 8], "big")
            if number < 2**64 // total * total:
                number %= total
                for outcome in outcomes:
                    if number < outcome.weight:
                        return outcome.move
                    number -= outcome.weight
        block = mac(secret, block)


def recompute(log):
    """Yields for every roll what the log says and what follows from the secret."""
    head, events = log.split("\nevents\n")
    if "\ndice house\n" not in head or " back by=" in events:
        sys.exit("only logs with the house's dice, in which nothing was taken back")
    secret = bytes.fromhex(re.search(r"^secret (\w+)$", events, re.M)[1])
    seal = re.search(r"^seal (\w+)$", head, re.M)[1]
    if hashlib.sha256(secret).hexdigest() != seal:
        sys.exit("the secret is not the one that was sealed")
    root = hashlib.sha256((head[: head.index(seal)] + seal + "\n").encode()).digest()
    salts = re.findall(r"^seat (\d) \S+ (\S+) ", head, re.M)
    chains = [mac(root, f"seat {seat} {salt}".encode()) for seat, salt in salts]
    game, options = re.search(r"^game (\w+)", head, re.M)[1], re.search(r"^options(.*)$", head, re.M)[1]
    position, rolls = knobel.Position(f"{game} seats={len(salts)}{options}"), 0
    for at, who, seat, acted, error, salt, move in LINE.findall(events):
        if who in ("dice", "ours"):
            rolls += 1
            block = mac(secret, f"roll {rolls}\n".encode() + b"".join(chains))
            yield move, drawn(secret, block, position.outcomes())
        elif seat and salt:
            chains[int(seat) - 1] = mac(chains[int(seat) - 1], f"{move} {salt}".encode())
        times = {"at_ms": milliseconds(at), "acted_ms": milliseconds(acted or at), "error_ms": int(error or 0)}
        position.play(ACTORS[who] if who in ACTORS else int(seat) - 1, move, **times)


def play(seed):
    """The log of a match of Yatzi between two people who play at random."""
    table, chance = knobel.Table("yatzi seats=2", ["Anna", "Bob"]), random.Random(seed)
    while not table.over:
        seat = table.to_act[0]
        table.play(seat, chance.choice(table.view(seat).moves(seat)), salt=chance.getrandbits(64) or 1)
    return table.save()


def check(log, name, faces):
    """Compares the three: the log, our own recomputation, the library. Returns the number of rolls."""
    rolls = 0
    for said, follows in recompute(log):
        rolls += 1
        if said != follows:
            sys.exit(f"{name}: roll {rolls} says {said}, but {follows} follows from the secret")
        faces[said] = faces.get(said, 0) + 1
    report = knobel.verify(log)
    if not report.good or report.rolls != rolls:
        sys.exit(f"{name}: {report.text} (line {report.line})")
    return rolls


def draw_picture(path, faces):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 2.4), dpi=100)
    rolls = sum(faces.values())
    band = 1.96 * (rolls * (1 / 6) * (5 / 6)) ** 0.5
    axes.bar(sorted(faces), [faces[face] for face in sorted(faces)], color="#3b6ea5")
    axes.axhspan(rolls / 6 - band, rolls / 6 + band, color="#d08a2e", alpha=0.5)
    axes.set_ylim(rolls / 6 - 6 * band, rolls / 6 + 6 * band)
    axes.set_title(f"{rolls:,d} rolls, all as sealed; the band holds 95 % of fair counts", fontsize=9)
    figure.tight_layout()
    figure.savefig(path)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("log", nargs="?", help="a file with the log of a match that is over")
    arguments.add_argument("--picture", help="write a picture to this file (needs matplotlib)")
    arguments.add_argument("--short", action="store_true", help="one match, to see that it works")
    given = arguments.parse_args()
    faces = {}
    if given.log:
        rolls = check(open(given.log, encoding="utf-8").read(), given.log, faces)
        print(f"all {rolls} rolls follow from the secret")
        return
    matches = 1 if given.short else 200
    rolls = sum(check(play(seed), f"match {seed}", faces) for seed in range(matches))
    print(f"{matches} matches: all {rolls:,d} rolls follow from their secrets")
    expected = rolls / 6
    chi = sum((count - expected) ** 2 / expected for count in faces.values())
    print(f"chi-square of the faces: {chi:.1f} (fair dice stay below 11.1 in 95 % of such counts)")
    if given.picture:
        draw_picture(given.picture, faces)


if __name__ == "__main__":
    main()
