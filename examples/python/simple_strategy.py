#!/usr/bin/python3
"""simple_strategy.py [--picture FILE] [--short]: how good is a simple strategy in Yatzi?

The strategy that many people start with: keep the face you have most of, throw the rest; at the end of a turn
fill the box that brings the most points, measured by what the box can bring at best. It plays many matches at
once, all decisions at all tables with a few lines of NumPy. Then come random moves and, from the
exact solution, the best there is.
"""
# Needs the games: yatzi
import argparse

import numpy as np

import knobel

FILL = 210  # actions below keep dice, those from here on fill boxes
BEST = np.array([5, 10, 15, 20, 25, 30, 30, 30, 25, 30, 40, 50, 30], np.float32)  # what a box can bring at best


def keep_numbers():
    """The number of the action that keeps `count` dice of a face, from the texts of the game."""
    numbers = np.zeros((6, 6), int)
    for face in range(1, 7):
        dice = ",".join([str(face)] * 4 + [str(face % 6 + 1)])
        position = knobel.Position(f"yatzi seats=1 phase=deciding throws=1 dice={dice}")
        for count in range(1, 5):
            numbers[face - 1, count] = position.action(0, "keep " + " ".join([str(face)] * count))
    return numbers


def points(faces):
    """What every box would bring, for each table with its counts of faces."""
    pips = np.arange(1, 7)
    total, most = faces @ pips, faces.max(axis=1)
    has = faces > 0
    run = [np.all(has[:, k : k + 4], axis=1) for k in range(3)]
    long_run = np.all(has[:, :5], axis=1) | np.all(has[:, 1:], axis=1)
    full = (faces == 3).any(axis=1) & (faces == 2).any(axis=1)
    lower = [(most >= 3) * total, (most >= 4) * total, full * 25, np.any(run, axis=0) * 30, long_run * 40,
             (most == 5) * 50, total]
    return np.concatenate([faces * pips, np.stack(lower, axis=1)], axis=1)


class Simple:
    """The strategy, for all tables at once."""

    def __init__(self, position):
        place = {field.key: field.place for field in position.fields()}
        self.throws, self.faces = place["throws"], slice(place["faces"], place["faces"] + 6)
        self.keep = keep_numbers()

    def choose(self, batch):
        seen, legal = batch.observations, batch.legal()
        faces = seen[:, self.faces].astype(int)
        face = 5 - faces[:, ::-1].argmax(axis=1)  # of equally many the higher one
        count = faces.max(axis=1)
        worth = np.where(legal[:, FILL:], points(faces) / BEST, -1)
        fill = FILL + worth.argmax(axis=1)
        again = (seen[:, self.throws] < 3) & (count < 5)
        return np.where(legal.sum(axis=1) == 1, legal.argmax(axis=1), np.where(again, self.keep[face, count], fill))


def results(matches, choose):
    """The points of so many matches."""
    batch = knobel.Batch("yatzi seats=1", min(matches, 1024), seed=5)
    found = []
    while len(found) < matches:
        batch.actions[:] = choose(batch)
        batch.step()
        found += batch.scores[batch.done, 0].tolist()
    return np.array(found[:matches])


def random_choice(batch, seeds=iter(range(1 << 62))):
    batch.choose_random(next(seeds))
    return batch.actions


def best_results(matches, solution):
    """The same for the best bot, table by table."""
    start, found = knobel.Position("yatzi seats=1"), []
    batch = knobel.Batch("yatzi seats=1", matches, seed=5)
    bot = knobel.Bot(start, solution=solution)
    seen = np.zeros(matches, bool)
    while not seen.all():
        for table in range(matches):
            batch.actions[table] = bot.act(batch.view(table, 0))
        batch.step()
        found += batch.scores[batch.done & ~seen, 0].tolist()
        seen |= batch.done
    return np.array(found)


def draw_picture(path, shown, value):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 2.8), dpi=100)
    for (name, scores), colour in zip(shown.items(), ("#b0b0b0", "#d08a2e", "#3b6ea5")):
        axes.hist(scores, bins=np.arange(0, 450, 10), density=True, alpha=0.75, label=f"{name}: {scores.mean():.0f}", color=colour)
    axes.axvline(value, color="#222222", linewidth=1)
    axes.set_xlabel("points in a match of Yatzi alone; the line is the exact value of best play", fontsize=8)
    axes.set_yticks([])
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--picture", help="write a picture to this file (needs matplotlib)")
    arguments.add_argument("--short", action="store_true", help="few matches, to see that it works")
    given = arguments.parse_args()
    many, few = (500, 20) if given.short else (50_000, 2_000)
    start = knobel.Position("yatzi seats=1")
    solution = knobel.solve(start)
    value = knobel.Bot(start, solution=solution).value(start).value
    shown = {"random": results(many, random_choice), "simple": results(many, Simple(start).choose),
             "best": best_results(few, solution)}
    for name, scores in shown.items():
        error = 1.96 * scores.std() / np.sqrt(len(scores))
        print(f"{name:8s} {scores.mean():6.1f} ± {error:.1f} points in {len(scores):,d} matches")
    print(f"exact    {value:6.2f} is what the best play brings on average")
    if given.picture:
        draw_picture(given.picture, shown, value)


if __name__ == "__main__":
    main()
