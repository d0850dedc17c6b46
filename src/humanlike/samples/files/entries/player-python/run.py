#!/usr/bin/env python3
"""One JSON document a line in and out: smooth fictitious play, standard library only."""

import json
import math
import sys

PRECISION = 2.0  # how sharply better actions are preferred, in units of the game's payoff range


def reply(payoffs, counts):
    """Logit probabilities of the own actions, given how often the other took each of his."""
    total = sum(counts)
    values = [sum(pay * count for pay, count in zip(row, counts, strict=True)) / total for row in payoffs]
    spread = max(map(max, payoffs)) - min(map(min, payoffs)) or 1.0
    best = max(values)
    weights = [math.exp(PRECISION * 5 * (value - best) / spread) for value in values]
    return [weight / sum(weights) for weight in weights]


payoffs, counts = [], []
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        payoffs = message["payoffs"]
        counts = [1] * message["other_actions"]
    elif message["type"] == "round":
        if message["last"] is not None:
            counts[message["last"]["other_action"]] += 1
        print(json.dumps({"probabilities": reply(payoffs, counts)}), flush=True)
    else:
        break
