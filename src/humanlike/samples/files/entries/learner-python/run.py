#!/usr/bin/env python3
"""run.py train MATERIAL MODEL, then run.py judge GAME DATASET OUTPUT MODEL: logistic regression, nothing installed."""

import json
import math
import sys
from pathlib import Path

RIDGE, STEPS, PACE = 0.05, 400, 0.5
FURTHEST = 2.0  # log odds: a few dozen plays cannot make anybody surer


def read_game(path):
    """The payoffs of both seats, each with the earner's action first."""
    numbers = [float(word) for word in Path(path).read_text().split()]
    rows, columns = int(numbers[0]), int(numbers[1])
    cells = [numbers[2 + 2 * cell : 4 + 2 * cell] for cell in range(rows * columns)]
    own = [[cells[row * columns + column][0] for column in range(columns)] for row in range(rows)]
    other = [[cells[row * columns + column][1] for row in range(rows)] for column in range(columns)]
    return own, other


def read_dataset(path):
    """Lines of moves counted from 0, -1 for none; neighbours play each other."""
    return [[int(word) - 1 for word in line.split()] for line in Path(path).read_text().splitlines()]


def share(events):
    """How often, with one half added on each side: rare things say little."""
    return (sum(events) + 0.5) / (len(events) + 1)


def features(game, rows):
    """Repeating, staying after good and after bad payoffs, answering the other's last move, earning, settling."""
    stayed, after_good, after_bad, replied, earned, early, late = [], [], [], [], [], [], []
    for number, moves in enumerate(rows):
        payoffs, others = game[number % 2], rows[number ^ 1]
        every = [pay for row in payoffs for pay in row]
        least, spread, middle = min(every), max(every) - min(every) or 1, sum(every) / len(every)
        for now in range(1, len(moves)):
            before, other = moves[now - 1], others[now - 1]
            if min(before, other, moves[now]) < 0:
                continue
            same, pay = moves[now] == before, payoffs[before][other]
            stayed.append(same)
            (after_good if pay > middle else after_bad).append(same)
            best = max(row[other] for row in payoffs)
            replied.append(payoffs[moves[now]][other] == best)
            earned.append((pay - least) / spread)
            (early if 2 * now < len(moves) else late).append(same)
    return [
        share(stayed),
        share(after_good),
        share(after_bad),
        share(replied),
        share(earned),
        share(late) - share(early),
    ]


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
        examples.append((int(label), features(read_game(folder / game), read_dataset(folder / dataset))))
    (Path(model) / "model.json").write_text(json.dumps(learned(examples)))


def judge(game, dataset, output, model):
    """Write one probability."""
    weights = json.loads((Path(model) / "model.json").read_text())
    found = log_odds(weights, features(read_game(game), read_dataset(dataset)))
    chance = 1 / (1 + math.exp(-min(max(found, -FURTHEST), FURTHEST)))
    Path(output).write_text(f"{chance:.6f}\n")


{"train": train, "judge": judge}[sys.argv[1]](*sys.argv[2:])
