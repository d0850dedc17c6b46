"""The published tournament on 200 reconstructions: which places in its table are construction.

Machines play the same in every member (their streams do not know people), so all that differs is the order of
people's moves. The range is stored in the package as well, for `humanlike run` to print beside its table.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import humanlike
from humanlike.core import write_atomically
from humanlike.emulators.catalogue import PUBLISHED
from humanlike.tournament.ensemble import MEMBERS, SEED, STORED, ensemble_member
from humanlike.tournament.failures import scored
from humanlike.tournament.humans import HumanPlay
from humanlike.tournament.material import Material, gather
from humanlike.tournament.plan import Plan
from humanlike.tournament.published import PUBLISHED_GAMES
from humanlike.tournament.records import record_of, together
from humanlike.tournament.standings import detector_standings, emulator_standings
from humanlike.tournament.trial import run_trial
from results.study import EVERY, Desk, Needs, Study

TRIALS = 10
QUANTILES = (0.0, 0.05, 0.5, 0.95, 1.0)
QUARTERS = 4
CHANCE, ROUNDING = float(np.log(0.5)), 1e-9


def compute(part: str, desk: Desk) -> Any:
    """The standings of every member, their ranges, and what is stored in the package."""
    material = gather(Plan(crown="published"))
    rows, firsts = [], []
    for number in range(MEMBERS):
        desk.progress("tournaments on reordered people", number, MEMBERS)
        detectors, emulators = standings_of(material, number, TRIALS)
        rows.append(detectors.assign(member=number, kept=number / (MEMBERS - 1)))
        firsts.append(str(emulators["name"].iloc[0]))
    table = pd.concat(rows, ignore_index=True)
    stored = {
        "seed": SEED,
        "members": MEMBERS,
        "trials": TRIALS,
        "version": humanlike.__version__,
        "detectors": detector_ranges(table),
        "emulators_first": shares(firsts),
    }
    write_atomically(Path(str(STORED)), json.dumps(stored, indent=1) + "\n")
    return stored | {"by_share_kept": by_share_kept(table)}


def standings_of(material: Material, number: int, trials: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Both standings of the published tournament on one member."""
    plays = ensemble_member(number)
    humans = {
        name: [each._replace(play=plays[_experiment(each)][name]) for each in known]
        for name, known in material.humans.items()
    }
    own = replace(material, humans=humans)
    played = [record_of(run_trial(own, trial, {}), trial) for trial in range(1, trials + 1)]
    scores = scored(*together(played), material.plan, material.system)
    detectors = detector_standings(scores)
    return detectors, emulator_standings(scores, detectors)


def _experiment(human: HumanPlay) -> str:
    return human.experiment.split(" ")[0]


def detector_ranges(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Least, 5 %, median, 95 % and most of score, balanced score and rank; best median first."""
    found = [
        {
            "name": str(name),
            "score": spread(rows["score"]),
            "balanced": spread(rows["balanced_score"]),
            "rank": spread(rows["rank mean"]),
            "first": float((rows["rank mean"] == 1).mean()),
            "above_chance": float((rows["balanced_score"] > CHANCE + ROUNDING).mean()),
        }
        for name, rows in table.groupby("name", sort=False)
    ]
    return sorted(found, key=lambda row: -row["score"][2])


def spread(values: "pd.Series[float]") -> list[float]:
    """Five numbers that say where members lie; ranks stay ranks."""
    numbers = np.quantile(values.to_numpy(dtype=float), QUANTILES, method="closest_observation")
    return [round(float(number), 6) for number in numbers]


def shares(names: Sequence[str]) -> dict[str, float]:
    """How often each came first."""
    return {name: names.count(name) / len(names) for name in sorted(set(names))}


def by_share_kept(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Mean score and the ranks of every detector by the share of rounds that kept their place, in quarters."""
    quarters = np.minimum((table["kept"] * QUARTERS).astype(int), QUARTERS - 1)
    return [
        {
            "name": str(name),
            "quarter": quarter,
            "score": float(here["score"].mean()),
            "ranks": sorted({int(rank) for rank in here["rank mean"]}),
        }
        for quarter in range(QUARTERS)
        for name, here in table[quarters == quarter].groupby("name", sort=False)
    ]


STUDY = Study(
    title="The reconstruction as an ensemble",
    command="humanlike run",
    parts={"ensemble": Needs(rules=PUBLISHED, games=PUBLISHED_GAMES, detectors=EVERY)},
    compute=compute,
)
