"""A tournament against real people: every detector, the published machines, and rules fitted to other people."""

from collections.abc import Mapping
from math import hypot
from typing import Any

import numpy as np
from scipy import stats

import humanlike as hl
from humanlike.core import Streams
from humanlike.emulators.catalogue import PUBLISHED
from humanlike.figures.judgement import draw_passing
from humanlike.figures.tournament import draw_balanced
from humanlike.statistics import bootstrap
from humanlike.tournament import TournamentResult
from humanlike.tournament.standings import balanced_trials
from humanlike.tournament.verdicts import (
    RULES,
    beside_the_constant,
    population_of,
    redrawn_sentences,
    verdict_of,
)
from results.study import EVERY, Desk, Needs, Study

HUMANS = ("bos-conventions", "ipd-lab")
FITTED = ("ewa:fitted", "memory-one:fitted", "adjusted-reinforcement:fitted", "bush-mosteller:fitted")
TRIALS, TRAINED, RATIO = 20, "logistic", "likelihood-ratio"
CHANCE = float(np.log(0.5))
SCHEMES = ("winning detector", "sound detectors", "unweighted mean", "weighted mean", "median game")
Limits = Mapping[str, tuple[float, float]]


def compute(part: str, desk: Desk) -> Any:
    """Hold the tournament in a run directory, which continues after a kill, and say what the page needs."""
    result = hl.compete(
        humans=HUMANS,
        emulators=("published", *FITTED),
        detectors="all",
        trials=TRIALS,
        until="fixed",
        redraw_humans=True,
        **desk.effort,
    ).tournament
    sources = {name: over_sources(result, name) for name in result.detectors["name"]}
    draw(desk, result, sources)
    return {
        "setting": setting(result),
        "verdicts": {rule: verdict_of(result, result.crowned_by(rule)) for rule in RULES},
        "population": population_of(result),
        "constant": beside_the_constant(result),
        "redrawn": list(redrawn_sentences(result)),
        "best_constant": result.best_constant,
        "detectors": detector_rows(result, over_trials(result), sources),
        "emulators": emulator_rows(result),
        "fitting": fitting_rows(result),
        "games": game_rows(result),
        "experiments": experiment_rows(result),
        "overlaps": sum(each.pairs for each in result.overlaps),
    }


def over_trials(result: TournamentResult) -> Limits:
    """95 % t-intervals of the balanced score over trials: these experiments, games and emulators, other plays."""
    values = balanced_trials(result.table)
    half = stats.t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
    return {
        str(name): (values[name].mean() - half[name], values[name].mean() + half[name]) for name in values
    }


def over_sources(result: TournamentResult, detector: str) -> tuple[float, float]:
    """95 % bootstrap interval of the balanced score, experiments and emulators redrawn: other people, other rules."""
    own = result.table[result.table["detector"] == detector]
    sides = []
    for human in (True, False):
        sums = own[own["is_human"] == human].groupby("source")["score"].agg(["sum", "count"]).to_numpy()
        stream = Streams(1)["sources"][detector][str(human)]
        drawn = bootstrap(stream, sums, lambda rows: rows[:, 0].sum() / rows[:, 1].sum(), n_resamples=4000)
        sides.append(drawn)
    # the two sides are independent: their errors add up in squares around the balanced estimate
    centre = float(sides[0].estimate + sides[1].estimate) / 2
    below = hypot(*(float(side.estimate - side.lower) for side in sides)) / 2
    above = hypot(*(float(side.upper - side.estimate) for side in sides)) / 2
    return centre - below, centre + above


def setting(result: TournamentResult) -> dict[str, Any]:
    """Who took part, and how much of them was shown."""
    material = result.material
    shown = result.datasets[result.datasets["trial"] == 1]["is_human"]
    return {
        "seed": result.plan.seed,
        "trials": result.trials,
        "experiments": len({human.experiment for plays in material.humans.values() for human in plays}),
        "plays": sum(len(plays) for plays in material.humans.values()),
        "matches": result.plan.pairs,
        "humans_per_game": result.plan.humans_per_game,
        "games": [game.name for game in material.games],
        "emulators": len(material.emulators),
        "fitted": list(FITTED),
        "trained": [detector.name for detector in material.detectors if detector.fit is not None],
        "human_datasets": int(shown.sum()),
        "machine_datasets": int((~shown).sum()),
    }


def detector_rows(result: TournamentResult, trials: Limits, sources: Limits) -> list[dict[str, Any]]:
    """Scores, intervals of three kinds, three ranks, and those possible."""
    return [
        {
            "name": row["name"],
            "score": row["score"],
            "balanced": row["balanced_score"],
            "over_trials": trials[row["name"]],
            "over_sources": sources[row["name"]],
            "redrawn": result.redrawing.balanced[row["name"]],
            "rank_set": [row["rank_lower"], row["rank_upper"]],
            "minimax": row["minimax"],
            "median_game": row["median game"],
            "ranks": [row[f"rank {scheme}"] for scheme in ("mean", "minimax", "median game")],
        }
        for row in result.detectors.to_dict("records")
    ]


def emulator_rows(result: TournamentResult) -> list[dict[str, Any]]:
    """Scores by every scheme, their ranks, and the ranks possible by the crown's."""
    return [
        {
            "name": row["name"],
            "scores": [row.get(scheme) for scheme in SCHEMES],
            "ranks": [row.get(f"rank {scheme}", "-") for scheme in SCHEMES],
            "rank_set": [row["rank_lower"], row["rank_upper"]],
        }
        for row in result.emulators.to_dict("records")
    ]


def fitting_rows(result: TournamentResult) -> dict[str, list[float]]:
    """What fitting to other people brings: mean P(human) by the two detectors that learn most."""
    machines = result.table[~result.table["is_human"]]
    means = machines.groupby(["source", "detector"])["probability"].mean()
    names = [source for name in FITTED for source in (name.removesuffix(":fitted"), name)]
    rows = {
        source: [float(means[source, judge]) for judge in (TRAINED, RATIO)]
        for source in names
        if (source, TRAINED) in means.index
    }
    people = result.table[result.table["is_human"]].groupby("detector")["probability"].mean()
    return rows | {"people": [float(people[judge]) for judge in (TRAINED, RATIO)]}


def game_rows(result: TournamentResult) -> dict[str, list[float]]:
    """The trained detector's score on people and on machines, game by game."""
    own = result.table[result.table["detector"] == TRAINED]
    means = own.groupby(["game", "is_human"], sort=False)["score"].mean().unstack()
    return {str(game): [float(row[True]), float(row[False])] for game, row in means.iterrows()}


def experiment_rows(result: TournamentResult) -> dict[str, list[float]]:
    """Plays judged, mean P(human) and score of the trained detector, experiment by experiment."""
    own = result.table[(result.table["detector"] == TRAINED) & result.table["is_human"]]
    return {
        str(source): [len(rows), float(rows["probability"].mean()), float(rows["score"].mean())]
        for source, rows in own.groupby("source", sort=False)
    }


def draw(desk: Desk, result: TournamentResult, sources: Limits) -> None:
    """Balanced scores of all detectors; who passes for human with the trained one."""
    scores = result.detectors.set_index("name")["balanced_score"]
    ends = np.array([sources[name] for name in scores.index], dtype=float)
    names = [str(name) for name in scores.index]
    values = scores.to_numpy(dtype=float)
    interval = "95 % intervals over sources"
    desk.draw("detectors", draw_balanced(names, values, *ends.T, chance=CHANCE, interval=interval))

    own = result.table[result.table["detector"] == TRAINED]
    by_trial = own.groupby(["is_human", "source", "trial"])["probability"].mean()
    trials = by_trial.groupby(["is_human", "source"])
    means = trials.mean().to_numpy()
    half = (1.96 * trials.std(ddof=1) / trials.count() ** 0.5).to_numpy()
    humans, sources_shown = zip(*trials.mean().index, strict=True)
    data = f"the trained detector, intervals over {result.trials} trials"
    picture = draw_passing(
        sources_shown, humans, means, means - half, means + half, measure="mean P(human)", data=data
    )
    desk.draw("verdicts", picture)


STUDY = Study(
    title="A tournament against real people",
    command=f"humanlike tournament --humans {','.join(HUMANS)} --emulators published,{','.join(FITTED)} "
    f"--detectors all --trials {TRIALS} --fixed --redraw-humans",
    parts={
        "tournament": Needs(data=HUMANS, rules=(*PUBLISHED, "memory-one", "bush-mosteller"), detectors=EVERY)
    },
    compute=compute,
    draws=True,
)
