"""Fitting's speed, as ratios measured in one run.

- EWA on all of ipd-lab (16 games, 4 starts each) against scipy's L-BFGS-B with numerical gradients on a plain
  NumPy likelihood of the same model, from the same starts; and by how much the optima differ.
- All rules on all 266 subjects of df2011 in batched calls against a Python loop over the subjects.

`python -m bench.fitting` prints them. Needs the human data (HUMANLIKE_DATA or ../shared/data).
"""

import json
import os
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from humanlike.datasets import read_plays
from humanlike.fitting import applicable, fit_groups
from humanlike.fitting.losses import Losses
from humanlike.fitting.maximum_likelihood import STREAM, bounds_of, grouped, starts_of
from humanlike.fitting.seats import seats_of
from humanlike.players import RULES

N_STARTS = 4
LOOP_SUBJECTS = 4  # the loop is timed on some subjects of every rule and scaled up to all


def plain_nats(point, payoffs, actions, situations):
    """Negative log-likelihood of EWA in plain NumPy: payoffs [2, 2], records [subjects, rounds]."""
    experience, rho, phi, delta, sensitivity = point
    attractions = np.repeat(payoffs.mean(axis=1)[None], len(actions), axis=0)
    strength = np.full(len(actions), experience)
    total = 0.0
    for round_ in range(actions.shape[1]):
        action, situation = actions[:, round_], situations[:, round_]
        made = action >= 0
        weights = sensitivity * attractions
        weights = weights - weights.max(axis=1, keepdims=True)
        logs = weights - np.log(np.exp(weights).sum(axis=1, keepdims=True))
        total -= np.maximum(logs[np.arange(len(action)), np.maximum(action, 0)], np.log(1e-10))[made].sum()
        known = made & (situation >= 0)
        foregone = payoffs[:, np.maximum(situation, 0)].T
        weight = delta + (1 - delta) * (np.arange(2) == action[:, None])
        after = rho * strength + 1.0
        moved = (phi * strength[:, None] * attractions + weight * foregone) / after[:, None]
        attractions = np.where(known[:, None], moved, attractions)
        strength = np.where(known, after, strength)
    return total


def by_scipy(plays):
    """The same fits with L-BFGS-B and numerical gradients, game by game and start by start."""
    total = 0.0
    for play in plays:
        seats = seats_of(play, RULES["ewa"])
        losses = Losses(seats, RULES["ewa"], grouped(seats, "game").problem, np.arange(len(seats.row)))
        lower, upper = (bound[0] for bound in bounds_of(losses))
        starts = starts_of(STREAM, losses, lower[None], upper[None], N_STARTS)[:, 0]
        payoffs, count = play.game.tables[0], (play.actions >= 0).sum()

        def nats(point, play=play, payoffs=payoffs, count=count):
            return plain_nats(point, payoffs, play.actions, play.situations) / count

        bounds = list(zip(lower, upper, strict=True))
        found = [minimize(nats, start, method="L-BFGS-B", bounds=bounds) for start in starts]
        total += min(each.fun for each in found) * count
    return total


def data(name):
    root = Path(os.environ.get("HUMANLIKE_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
    return read_plays(root / name) if (root / name).is_dir() else None


def measure():
    """Ratios and times by name; empty where the human data are absent."""
    plays = data("ipd-lab")
    if plays is None:
        return {}
    fit_groups(plays, RULES["ewa"], by="game", n_starts=N_STARTS)  # compiled once, kept on disk
    begun = time.perf_counter()
    ours = fit_groups(plays, RULES["ewa"], by="game", n_starts=N_STARTS)
    batched = time.perf_counter() - begun
    begun = time.perf_counter()
    theirs = by_scipy(plays)
    plain = time.perf_counter() - begun
    return {
        "EWA on ipd-lab, seconds": batched,
        "EWA on ipd-lab by scipy and NumPy, seconds": plain,
        "fitting speed-up over scipy (at least 20)": plain / batched,
        "nats per choice, ours minus scipy's (at most 1e-4)": (-ours.log_likelihood - theirs)
        / ours.n_choices,
        **subjects(),
    }


def subjects():
    """All rules x all subjects of df2011, batched against a loop."""
    plays = data("df2011")
    rules = applicable(plays, RULES.values())[0]
    names = list(dict.fromkeys(label for play in plays for label in play.subjects))
    few = [restricted(plays, name) for name in names[:: len(names) // LOOP_SUBJECTS][:LOOP_SUBJECTS]]
    batched = looped = 0.0
    for rule in rules:
        fit_groups(plays, rule, by="subject", n_starts=2)
        for each in few:
            fit_groups(each, rule, n_starts=2)
        begun = time.perf_counter()
        fit_groups(plays, rule, by="subject", n_starts=2)
        batched += time.perf_counter() - begun
        begun = time.perf_counter()
        for each in few:
            fit_groups(each, rule, n_starts=2)
        looped += (time.perf_counter() - begun) * len(names) / len(few)
    return {
        "all rules x df2011 subjects in batches, seconds": batched,
        "the same in a loop, seconds (scaled up)": looped,
        "batched speed-up over a loop over subjects (at least 10)": looped / batched,
    }


def restricted(plays, subject):
    """The plays with only one subject under study."""
    found = []
    for play in plays:
        studied = np.array([label == subject for label in play.subjects])
        if studied.any():
            found.append(replace(play, studied=studied))
    return found


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
