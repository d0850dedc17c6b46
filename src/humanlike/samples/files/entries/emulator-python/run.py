#!/usr/bin/env python3
"""run.py GAME SUBJECTS LENGTHS SEED OUTPUT: noisy best replies, standard library only."""

import random
import sys

NOISE = 0.2  # how often a subject does anything at all instead


def read_game(path):
    """Payoffs as payoffs[player][own action][other's action]."""
    with open(path) as file:
        numbers = [float(word) for line in file if not line.startswith("#") for word in line.split()]
    rows, columns = int(numbers[0]), int(numbers[1])
    cells = iter(numbers[2:])
    table = [[(next(cells), next(cells)) for _ in range(columns)] for _ in range(rows)]
    row_player = [[table[m][k][0] for k in range(columns)] for m in range(rows)]
    column_player = [[table[m][k][1] for m in range(rows)] for k in range(columns)]
    return row_player, column_player


def choose(dice, payoffs, others_last):
    """The best reply to the other's last move, or anything."""
    if others_last is None or dice.random() < NOISE:
        return dice.randrange(len(payoffs))
    return max(range(len(payoffs)), key=lambda action: payoffs[action][others_last])


def play_match(dice, payoffs, rounds, longest):
    """Two lines of the dataset, actions counted from 1."""
    moves = ([], [])
    last = (None, None)
    for _ in range(rounds):
        last = (choose(dice, payoffs[0], last[1]), choose(dice, payoffs[1], last[0]))
        moves[0].append(last[0] + 1)
        moves[1].append(last[1] + 1)
    return [line + [0] * (longest - rounds) for line in moves]


def main(game, subjects, lengths, seed, output):
    """Write the dataset."""
    payoffs = read_game(game)
    with open(lengths) as file:
        rounds = [int(line) for line in file]
    assert int(subjects) == 2 * len(rounds)
    dice = random.Random(int(seed))
    with open(output, "w") as file:
        for length in rounds:
            for line in play_match(dice, payoffs, length, max(rounds)):
                print(*line, file=file)


main(*sys.argv[1:])
