"""Adaptive agents of the Social Ultimatum Game, one player after the other: the yardstick.

The same rules and the same uniform numbers as the bulk simulation, written as one would write them first;
the tests demand the same moves from both.
"""

import math


def ceiling(value, setting):
    return math.ceil((value - setting.epsilon) / setting.step) * setting.step


class Player:
    def __init__(self, number, fairness, reactivity, exploration, setting):
        self.number, self.setting = number, setting
        self.alpha, self.beta, self.gamma = fairness, reactivity, exploration
        self.others = [other for other in range(setting.n_players) if other != number]
        self.estimate = {other: fairness for other in self.others}
        self.lower = {other: 0.0 for other in self.others}
        self.upper = {other: float(setting.endowment) for other in self.others}
        self.history = []  # senders of the last rounds

    def propose(self, deviate, target):
        setting = self.setting
        prices = {
            other: min(max(ceiling(self.estimate[other], setting), setting.step), setting.endowment)
            for other in self.others
        }
        best = min(prices.values())
        if best > setting.step and deviate < self.gamma:
            return self.others[int(target * len(self.others))], best - setting.step
        cheapest = [other for other in self.others if prices[other] == best]
        return self.choose(cheapest, target), best

    def choose(self, cheapest, target):
        counts = [sum(other in senders for senders in self.history) for other in cheapest]
        if self.setting.targeting == "most":
            return cheapest[counts.index(max(counts))]
        if not any(counts):
            counts = [1] * len(cheapest)
        mark, running = target * sum(counts), 0
        for other, count in zip(cheapest, counts, strict=True):
            running += count
            if running > mark:
                return other
        return cheapest[-1]

    def accepts(self, offer):
        return offer >= ceiling(self.alpha, self.setting)

    def hear(self, other, offer, accepted):
        beta, estimate = self.beta, self.estimate[other]
        if accepted:
            self.upper[other] = min(self.upper[other], offer)
            if self.lower[other] >= self.upper[other]:
                self.lower[other] = 0.0
            moved = min(beta * self.lower[other] + (1 - beta) * estimate, self.upper[other])
        else:
            self.lower[other] = max(self.lower[other], offer)
            if self.lower[other] >= self.upper[other]:
                self.upper[other] = float(self.setting.endowment)
            floor = self.lower[other] + 2 * self.setting.epsilon
            moved = max(beta * self.upper[other] + (1 - beta) * estimate, floor)
        self.estimate[other] = moved

    def receive(self, offers):
        """`offers` by sender."""
        amounts = [offer for offer in offers.values() if offer > 0]
        if amounts:
            stay = 1.0
            for _ in amounts:
                stay *= 1 - self.beta
            self.alpha = stay * self.alpha + (1 - stay) / len(amounts) * sum(amounts)
        self.history.append(set(offers))
        if len(self.history) > self.setting.window:
            self.history.pop(0)


def play_game(setting, fairness, reactivity, exploration, deviates, targets):
    """One game; uniform numbers [rounds, players] as lists. Returns rounds of (recipient, offer, accepted)."""
    players = [
        Player(number, *traits, setting)
        for number, traits in enumerate(zip(fairness, reactivity, exploration, strict=True))
    ]
    rounds = []
    for deviates_now, targets_now in zip(deviates, targets, strict=True):
        moves = []
        for player, deviate, target in zip(players, deviates_now, targets_now, strict=True):
            recipient, offer = player.propose(deviate, target)
            moves.append((recipient, offer, players[recipient].accepts(offer)))
        for player, (recipient, offer, accepted) in zip(players, moves, strict=True):
            player.hear(recipient, offer, accepted)
        for player in players:
            player.receive({n: offer for n, (to, offer, _) in enumerate(moves) if to == player.number})
        rounds.append(moves)
    return rounds
