#!/usr/bin/env python3
"""run.py GAME DATASET OUTPUT: the less even the moves of each subject, the more human."""

import math
import sys
from collections import Counter


def unevenness(moves, n_actions):
    """0 if all actions are equally frequent, 1 if there is only one."""
    if not moves or n_actions < 2:
        return 0.5
    shares = [count / len(moves) for count in Counter(moves).values()]
    return 1 + sum(share * math.log(share) for share in shares) / math.log(n_actions)


def main(game, dataset, output):
    """Write one probability."""
    with open(game) as file:
        n_actions = [int(word) for word in file.readline().split()]
    with open(dataset) as file:
        rows = [[int(word) for word in line.split()] for line in file]
    values = [unevenness([move for move in row if move], n_actions[q % 2]) for q, row in enumerate(rows)]
    probability = 0.25 + 0.5 * sum(values) / len(values)
    with open(output, "w") as file:
        print(f"{min(max(probability, 0.01), 0.99):.6f}", file=file)


main(*sys.argv[1:])
