#!/usr/bin/env python3
"""run.py train MATERIAL MODEL, then run.py judge GAME DATASET OUTPUT MODEL: logistic regression, nothing installed."""

import json
import math
import sys
from pathlib import Path

RIDGE, STEPS, PACE = 0.1, 400, 0.5
FURTHEST = 2.0  # log odds: a few dozen plays cannot make anybody surer
WINDOW = 12  # rounds at the beginning and at the end that are compared


def levels(path):
    """By cell, row and column counted from 0: what both earn on average, 0 the least and 1 the most of each."""
    numbers = [float(word) for word in Path(path).read_text().split()]
    rows, columns = int(numbers[0]), int(numbers[1])
    scaled = []
    for seat in range(2):
        earned = numbers[2 + seat :: 2]
        scaled.append([(each - min(earned)) / (max(earned) - min(earned) or 1) for each in earned])
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    return {cell: (own + other) / 2 for cell, own, other in zip(cells, *scaled, strict=True)}


def read_dataset(path):
    """Matches: lists of cells, without the rounds in which somebody did not move."""
    lines = Path(path).read_text().splitlines()
    moves = [[int(word) - 1 for word in line.split()] for line in lines]
    pairs = zip(moves[0::2], moves[1::2], strict=True)
    return [[cell for cell in zip(*pair, strict=True) if min(cell) >= 0] for pair in pairs]


def features(level, matches):
    """People find their way: how much earnings change within a match, and how often a pair is where both do best."""
    most, changes, best = max(level.values()), [], []
    for cells in matches:
        earned = [level[cell] for cell in cells]
        window = min(WINDOW, len(earned) // 2)
        if window:
            changes.append(abs(sum(earned[-window:]) - sum(earned[:window])) / window)
        best += [each > most - 1e-9 for each in earned]
    return [sum(each) / max(len(each), 1) for each in (changes, best)]


def log_odds(model, values):
    """Of people against machines, at even odds."""
    scaled = [(v - m) / s for v, m, s in zip(values, model["means"], model["spreads"], strict=True)]
    return model["constant"] + sum(w * v for w, v in zip(model["weights"], scaled, strict=True))


def learned(examples):
    """Gradient ascent on the likelihood, both kinds weighing the same, however many there are of each."""
    labels, table = [label for label, _ in examples], [values for _, values in examples]
    columns = list(zip(*table, strict=True))
    means = [sum(column) / len(column) for column in columns]
    spreads = [
        math.sqrt(sum((value - mean) ** 2 for value in column) / len(column)) or 1.0
        for column, mean in zip(columns, means, strict=True)
    ]
    model = {"means": means, "spreads": spreads, "constant": 0.0, "weights": [0.0] * len(means)}
    weight = {label: 0.5 / max(labels.count(label), 1) for label in (0, 1)}
    for _ in range(STEPS):
        constant, slopes = 0.0, [-RIDGE * each for each in model["weights"]]
        for label, values in examples:
            gap = weight[label] * (label - 1 / (1 + math.exp(-log_odds(model, values))))
            constant += gap
            for place, (value, mean, spread) in enumerate(zip(values, means, spreads, strict=True)):
                slopes[place] += gap * (value - mean) / spread
        model["constant"] += PACE * constant
        model["weights"] = [each + PACE * slope for each, slope in zip(model["weights"], slopes, strict=True)]
    return model


def train(material, model):
    """Learn from labels.txt and the files it names."""
    folder, examples = Path(material), []
    for line in (folder / "labels.txt").read_text().splitlines():
        game, dataset, label = line.split()
        examples.append((int(label), features(levels(folder / game), read_dataset(folder / dataset))))
    (Path(model) / "model.json").write_text(json.dumps(learned(examples)))


def judge(game, dataset, output, model):
    """Write one probability."""
    weights = json.loads((Path(model) / "model.json").read_text())
    found = log_odds(weights, features(levels(game), read_dataset(dataset)))
    chance = 1 / (1 + math.exp(-min(max(found, -FURTHEST), FURTHEST)))
    Path(output).write_text(f"{chance:.6f}\n")


{"train": train, "judge": judge}[sys.argv[1]](*sys.argv[2:])
