"""Train the detector that `humanlike judge` uses, from people's play and the emulators of the catalogue.

People: ipd-lab (each experiment a source), bos-conventions, rps-dyads, found through HUMANLIKE_DATA or
../shared/data; cut into groups of eight matches. Machines: every emulator that can play the game, in the shape of
a human group beside it. Written to src/humanlike/detectors/data/judge.json: coefficients only, no play.

    python scripts/train_judge.py [--out FILE] [--seed 1]

The data sets on which the judge is tested (akata-human-vs-gpt4, pennies-vs-bots) are never read here.
"""

import argparse
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from humanlike.core import MISSING, Game, HumanlikeError, Play, Streams
from humanlike.datasets import read_plays
from humanlike.detectors import logistic, train
from humanlike.detectors.features import studied_features
from humanlike.detectors.held_out import TrainingRows, held_out_scores, training_rows
from humanlike.detectors.linear import LinearModel, fit_linear
from humanlike.detectors.logistic_model import LogisticModel
from humanlike.detectors.regression import CalibratedRegression
from humanlike.detectors.trained import SHIPPED
from humanlike.emulators import EMULATORS, Emulator, PlayShape
from humanlike.statistics import unit_draws

ROOT = Path(__file__).resolve().parent.parent
DATA_SETS = ("bos-conventions", "ipd-lab", "rps-dyads")
MATCHES = 8  # in a play, as in the published tournament
HUMAN_PLAYS = 12  # of a game at most: large experiments would only repeat themselves
MACHINE_PLAYS = 2  # of each emulator in each game
LONGEST = {2: 60, 3: 300}  # one length for each size of game, so that each emulator is compiled once


def data_folder() -> Path:
    return Path(os.environ.get("HUMANLIKE_DATA") or ROOT.parent / "shared" / "data")


def human_groups(play: Play, stream: Streams) -> list[Play]:
    """Disjoint groups of whole matches."""
    groups = play.groups()
    order = stream.generator().permutation(len(groups))
    count = min(HUMAN_PLAYS, len(groups) // MATCHES)
    return [play.rows(groups[order[k * MATCHES : (k + 1) * MATCHES]]).shortened() for k in range(count)]


def machine_groups(emulator: Emulator, game: Game, beside: list[Play], stream: Streams) -> Iterator[Play]:
    """Plays of an emulator in the shapes of human groups."""
    n_subjects = MATCHES * game.n_players
    longest = LONGEST.get(max(game.n_actions), max(play.n_rounds for play in beside))
    shape = PlayShape.full(n_subjects * MACHINE_PLAYS, longest)
    actions = np.asarray(emulator.produce(stream, game, shape, 0))
    for number in range(MACHINE_PLAYS):
        people = beside[number % len(beside)]
        block = actions[number * n_subjects : (number + 1) * n_subjects, : people.n_rounds]
        yield Play(game, np.where(people.actions >= 0, block, MISSING))


def material(folder: Path, seed: int) -> tuple[list[Play], list[bool], list[str]]:
    plays: list[Play] = []
    human: list[bool] = []
    sources: list[str] = []
    for name in DATA_SETS:
        for play in read_plays(folder / name):
            people = human_groups(play, Streams(seed)["people"][name][play.game.name])
            source = f"{name} {play.sessions[0]}" if name == "ipd-lab" else name
            plays += people
            human += [True] * len(people)
            sources += [source] * len(people)
            for emulator in EMULATORS.values() if people else ():
                try:
                    made = list(machine_groups(emulator, play.game, people, Streams(seed)[emulator.name]))
                except HumanlikeError as error:
                    print(f"left out: {error}", flush=True)
                    continue
                plays += made
                human += [False] * len(made)
                sources += [emulator.name] * len(made)
            print(f"{name} {play.game.name}: {len(plays)} plays", flush=True)
    return plays, human, sources


def report_held_out(plays: list[Play], human: np.ndarray, sources: list[str], model: LogisticModel) -> None:
    """Balanced scores on sources and games the scoring models never saw, redrawing sources for the interval."""
    kinds: list[tuple[str, Callable[[Play], np.ndarray], CalibratedRegression, float]] = [
        ("single seats", studied_features, model.seats, logistic.SEAT_STRENGTH),
        ("whole plays", _summary, model.plays, logistic.PLAY_STRENGTH),
    ]
    for name, features, part, strength in kinds:
        rows = training_rows(plays, human, features, sources)
        found = held_out_scores(rows, partial(_fit, strength=strength))
        count = len(rows.plays)
        if not np.array_equal(found.is_human[:count], rows.is_human):
            print(f"held-out {name}: some could not be scored")
            continue
        answers = part.calibration.probabilities(found.scores[:count], np.ones(count))
        log_z = np.log(np.where(rows.is_human, answers, 1 - answers))
        means = [
            np.array([log_z[rows.sources == source].mean() for source in np.unique(rows.sources[mine])])
            for mine in (rows.is_human, ~rows.is_human)
        ]
        draws = [
            each[unit_draws(Streams(1)["held out"][str(k)], len(each), 2000)].mean(axis=1)
            for k, each in enumerate(means)
        ]
        low, high = np.quantile((draws[0] + draws[1]) / 2, [0.025, 0.975])
        score = (means[0].mean() + means[1].mean()) / 2
        print(
            f"held-out {name}: balanced score {score:.3f} [{low:.3f}, {high:.3f}], "
            f"people {means[0].mean():.3f} ({len(means[0])} sources), machines {means[1].mean():.3f} "
            f"({len(means[1])} sources)"
        )


def _summary(play: Play) -> np.ndarray:
    return logistic.summary_of(studied_features(play))


def _fit(rows: TrainingRows, strength: float) -> LinearModel:
    return fit_linear(rows.features, rows.is_human, rows.groups, strength=strength)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ROOT / "src/humanlike/detectors/data" / SHIPPED)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    plays, human, sources = material(data_folder(), options.seed)
    trained = train(logistic.DETECTOR, plays, human, sources)
    made_by = f"scripts/train_judge.py --seed {options.seed}"
    replace(trained, trained_on=replace(trained.trained_on, script=made_by)).save(options.out)
    model = trained.model
    with threadpool_limits(limits=1):
        report_held_out(plays, np.array(human), sources, model)
    print(f"seats {model.seats.calibration}\nplays {model.plays.calibration}\nwritten to {options.out}")


if __name__ == "__main__":
    main()
