#!/usr/bin/env python3
"""run.py PLAYS OUTPUT: of what each game has to give people win much, but not all, and so in most games."""

import sys

MOST_HUMAN = 0.6  # of the way from blind play to the best cell, over all games


def won(game, dataset):
    """How far the pairs of a play came from blind play (0) to the cell with the largest sum (1); None if nowhere."""
    with open(game) as file:
        (rows, columns), *cells = [[float(word) for word in line.split()] for line in file if line.strip()]
    flat = [number for line in cells for number in line]
    sums = [flat[place] + flat[place + 1] for place in range(0, len(flat), 2)]
    with open(dataset) as file:
        moves = [[int(word) for word in line.split()] for line in file]
    earned = [
        sums[(row - 1) * int(columns) + column - 1]
        for first, second in zip(moves[::2], moves[1::2])
        for row, column in zip(first, second)
        if row and column
    ]
    blind, best = sum(sums) / len(sums), max(sums)
    if not earned or best == blind:
        return None
    return (sum(earned) / len(earned) - blind) / (best - blind)


def main(plays, output):
    """Write one probability for everything in the directory `plays`."""
    with open(f"{plays}/plays.txt") as file:
        pairs = [line.split() for line in file]
    shares = [won(f"{plays}/{game}", f"{plays}/{dataset}") for game, dataset in pairs]
    known = [share for share in shares if share is not None]
    probability = 0.5
    if known:
        distance = sum(abs(share - MOST_HUMAN) for share in known) / len(known)
        probability = 0.95 - 0.9 * min(distance, 1.0)
    with open(output, "w") as file:
        print(f"{probability:.6f}", file=file)


main(*sys.argv[1:])
