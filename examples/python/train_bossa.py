#!/usr/bin/python3
"""train_bossa.py [--minutes M] [--picture FILE] [--short]: trains a player for Bossa in minutes, with NumPy alone.

A small network sees what a seat sees and which actions are legal, and plays both seats of many matches at
once. Its policy is made a little better after every round (PPO: clipped policy gradients), its second
output learns who will win. Then it plays against the bots of the house. docs/python.md shows what came of it.
"""
# Needs the games: bossa
import argparse
import time

import numpy as np

import knobel

TABLES, STEPS = 512, 40  # of a round: about 1,500 matches
HIDDEN = 160
CLIP, RATE, ENTROPY, EPOCHS, PIECES = 0.2, 1.5e-3, 0.01, 2, 8
TRACE = 0.97  # how far a value trusts what came later, and not the network's own guess


class Eyes:
    """What the network gets to see: every number of an observation between 0 and 1, the pips of all tiles in
    both hands, and the legal actions."""

    def __init__(self, start):
        fields = {field.key: field for field in start.fields()}
        self.scale = np.ones(start.shape.observed, np.float32)
        for field in fields.values():
            for seat in range(2 if field.each_seat else 1):
                place = field.place + seat * field.stride
                self.scale[place : place + field.count] = 1 / max(field.max, 1)
        hand = fields["hand"]
        self.hands = [hand.place + seat * hand.stride + k for seat in (0, 1) for k in range(hand.count)]
        # Tile 0 is none; then white 0 black 1, 0 2, … 0 6, 1 0, 1 1, … 6 0.
        tiles = [(w, b) for w in range(7) for b in range(7) if 1 <= w + b <= 6]
        self.pips = np.array([(0, 0), *tiles], np.float32) / 6
        self.size = start.shape.observed + 2 * len(self.hands) + start.shape.actions

    def see(self, observations, legal):
        pips = self.pips[observations[:, self.hands]].reshape(len(observations), -1)
        return np.concatenate([observations * self.scale, pips, legal.astype(np.float32)], axis=1)


class Network:
    """One hidden layer, a policy and a value; Adam makes the steps."""

    def __init__(self, inputs, actions, random):
        def layer(rows, columns, size):
            return (random.standard_normal((rows, columns)) * size / np.sqrt(rows)).astype(np.float32)

        self.weights = [layer(inputs, HIDDEN, 1.4), np.zeros(HIDDEN, np.float32), layer(HIDDEN, actions, 0.1),
                        np.zeros(actions, np.float32), layer(HIDDEN, 1, 0.1), np.zeros(1, np.float32)]
        self.first = [np.zeros_like(w) for w in self.weights]
        self.second = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def look(self, seen, legal):
        """The hidden layer, the probabilities of all actions, and the value."""
        w1, b1, w2, b2, w3, b3 = self.weights
        hidden = np.maximum(seen @ w1 + b1, 0)
        scores = np.where(legal, hidden @ w2 + b2, np.float32(-1e9))
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        return hidden, odds, np.tanh(hidden @ w3 + b3)[:, 0]

    def learn(self, seen, legal, actions, old, gains, goals, rate):
        """One step of the clipped policy gradient; returns the mean entropy."""
        w1, b1, w2, b2, w3, b3 = self.weights
        rows = np.arange(len(actions))
        hidden, odds, values = self.look(seen, legal)
        chosen = odds[rows, actions]
        ratio = chosen / old
        held = ((ratio > 1 + CLIP) & (gains > 0)) | ((ratio < 1 - CLIP) & (gains < 0))
        push = np.where(held, 0, ratio * gains)[:, None]
        logs = np.log(odds + 1e-12)
        entropy = -(odds * logs).sum(axis=1, keepdims=True)
        by_scores = odds * push + ENTROPY * odds * (logs + entropy)
        by_scores[rows, actions] -= push[:, 0]
        by_values = ((values - goals) * (1 - values**2))[:, None]
        by_scores /= len(rows)
        by_values /= len(rows)
        by_hidden = (by_scores @ w2.T + by_values @ w3.T) * (hidden > 0)
        slopes = [seen.T @ by_hidden, by_hidden.sum(0), hidden.T @ by_scores, by_scores.sum(0),
                  hidden.T @ by_values, by_values.sum(0)]
        self.steps += 1
        for w, slope, first, second in zip(self.weights, slopes, self.first, self.second):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            w -= rate * (first / (1 - 0.9**self.steps)) / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)
        return float(entropy.mean())


def draw(odds, random):
    """One action for each row, with these odds. The random number is above 0, or it could choose what has none."""
    sums = odds.cumsum(axis=1)
    return (sums < (1 - random.random((len(odds), 1), np.float32)) * sums[:, -1:]).sum(axis=1)


def play_round(batch, eyes, network, random):
    """STEPS decisions at every table: what was seen, done, and what came of it for who decided."""
    seen, legal, actions, old, values, sides, ends = [], [], [], [], [], [], []
    for _ in range(STEPS):
        seen.append(eyes.see(batch.observations, batch.legal()))
        legal.append(batch.legal().copy())
        _, odds, value = network.look(seen[-1], legal[-1])
        actions.append(draw(odds, random))
        old.append(odds[np.arange(TABLES), actions[-1]])
        sides.append(np.where(batch.due == 0, 1, -1))
        values.append(value * sides[-1])  # all from the first seat's side
        batch.actions[:] = actions[-1]
        batch.step()
        ends.append((batch.done.copy(), batch.rewards[:, 0] - batch.rewards[:, 1]))
    _, _, ahead = network.look(eyes.see(batch.observations, batch.legal()), batch.legal())
    ahead = ahead * np.where(batch.due == 0, 1, -1)
    goal, goals = ahead, []
    for step in reversed(range(STEPS)):
        done, result = ends[step]
        goal = np.where(done, result, TRACE * goal + (1 - TRACE) * ahead)
        goals.insert(0, goal * sides[step])
        ahead = values[step]
    mine = np.concatenate([value * side for value, side in zip(values, sides)])
    goals = np.concatenate(goals).astype(np.float32)
    matches = sum(int(done.sum()) for done, _ in ends)
    return [np.concatenate(x) for x in (seen, legal, actions, old)], goals, (goals - mine).astype(np.float32), matches


def train(seconds, network, eyes, random, say):
    """Plays and learns for so many seconds of the processor; returns the matches played."""
    batch = knobel.Batch("bossa", TABLES, seed=1)
    began, matches, rounds = time.process_time(), 0, 0
    while (part := (time.process_time() - began) / seconds) < 1:
        (seen, legal, actions, old), goals, gains, played = play_round(batch, eyes, network, random)
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        for _ in range(EPOCHS):
            order = random.permutation(len(actions))
            for piece in np.array_split(order, PIECES):
                entropy = network.learn(seen[piece], legal[piece], actions[piece], old[piece], gains[piece],
                                        goals[piece], RATE * max(1 - part, 0.05))
        matches += played
        rounds += 1
        if say and rounds % 20 == 0:
            print(f"{100 * part:3.0f} %  {matches:8,d} matches  entropy {entropy:.2f}", flush=True)
    return matches


def against(network, eyes, level, matches):
    """The share of matches that the network wins against a bot, and half of a 95 % interval."""
    tables = min(matches, 100)
    batch = knobel.Batch("bossa", tables, seed=99)
    start = knobel.Position("bossa")
    bots = [[knobel.Bot(start, seat, level, seed=1 + table) for seat in (0, 1)] for table in range(tables)]
    ours, won, played = np.arange(tables) % 2, 0.0, 0  # the seat of the network
    while played < matches:
        _, odds, _ = network.look(eyes.see(batch.observations, batch.legal()), batch.legal())
        batch.actions[:] = odds.argmax(axis=1)
        for table in np.flatnonzero(batch.due != ours):
            seat = int(batch.due[table])
            batch.actions[table] = bots[table][seat].act(batch.view(int(table), seat))
        batch.step()
        for table in np.flatnonzero(batch.done):
            won += batch.rewards[table, ours[table]]
            played += 1
            ours[table] = 1 - ours[table]
    share = won / played
    return share, 1.96 * np.sqrt(share * (1 - share) / played)


def draw_picture(path, results, minutes, matches):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 2.6), dpi=100)
    names = [level for level, *_ in results]
    shares = [100 * share for _, share, _ in results]
    axes.barh(names, shares, xerr=[100 * error for *_, error in results], color="#3b6ea5", ecolor="#222222")
    axes.axvline(50, color="#888888", linewidth=1)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("matches won, %")
    axes.set_title(f"Bossa: after {minutes:g} minutes and {matches:,d} matches against itself", fontsize=10)
    figure.tight_layout()
    figure.savefig(path)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--minutes", type=float, default=4)
    arguments.add_argument("--picture", help="write a picture to this file (needs matplotlib)")
    arguments.add_argument("--short", action="store_true", help="a few seconds, to see that it works")
    given = arguments.parse_args()
    random = np.random.default_rng(1)
    start = knobel.Position("bossa")
    eyes = Eyes(start)
    network = Network(eyes.size, start.shape.actions, random)
    minutes = 0.03 if given.short else given.minutes
    levels = {"random": 50} if given.short else {"random": 1000, "child": 1000, "beginner": 1000, "regular": 500, "strong": 200}
    matches = train(60 * minutes, network, eyes, random, say=not given.short)
    print(f"{matches:,d} matches against itself in {minutes:g} minutes")
    results = []
    for level, count in levels.items():
        share, error = against(network, eyes, level, count)
        results.append((level, share, error))
        print(f"against {level:9s} {100 * share:5.1f} ± {100 * error:.1f} % won", flush=True)
    if given.picture:
        draw_picture(given.picture, results, minutes, matches)


if __name__ == "__main__":
    main()
