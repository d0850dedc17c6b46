"""The likelihood-ratio detector and rules fitted to people, on play whose makers are known."""

from dataclasses import replace

import numpy as np
import pytest

from humanlike.core import BadRequest, Game, Play, Streams
from humanlike.detectors import DETECTORS, train_without
from humanlike.detectors.likelihood_ratio import FittedSource, evidence
from humanlike.emulators import EMULATORS, PlayShape
from humanlike.emulators.fitted import fitted_emulator
from humanlike.engine import everybody, simulate
from humanlike.games import GAMES
from humanlike.players import RULES

NAMES = ("prisoners-dilemma", "battle-of-the-sexes", "chicken", "stag-hunt-2")
EWA = RULES["ewa"]


def stand_in_people(experiment: int, name: str) -> Play:
    """Learners with sharp choices; every experiment its own sensitivity."""
    parameters = EWA.with_parameters({"sensitivity": 1.0 + 0.2 * experiment, "delta": 0.8})
    game = GAMES[name]
    stream = Streams(11)[f"people {experiment}"][name]
    return simulate(stream, game, everybody(game, [(EWA, parameters)], 8), n_rounds=40)


@pytest.mark.slow
def test_what_explains_a_play_better_decides() -> None:
    plays, human, sources = [], [], []
    for name in NAMES:
        for experiment in range(4):
            plays.append(stand_in_people(experiment, name))
            human.append(True)
            sources.append(f"people {experiment}")
        for machine in ("random", "cournot", "win-stay-lose-randomise", "adjusted-reinforcement"):
            shape = PlayShape.full(16, 40)
            plays.append(EMULATORS[machine].play(Streams(5)[machine][name], GAMES[name], shape))
            human.append(False)
            sources.append(machine)
    detector = DETECTORS["likelihood-ratio"]
    chances = {True: [], False: []}
    for play, is_human, source in zip(plays, human, sources, strict=True):
        if play.game.name == "chicken":
            model = train_without(detector, plays, human, sources, game=play.game, source=source)
            assert source not in model.sources
            chances[is_human].append(float(detector.probabilities(model, play.game, [play])[0]))
    balanced = (np.log(chances[True]).mean() + np.log1p(-np.array(chances[False])).mean()) / 2
    assert balanced > np.log(0.5)


@pytest.mark.slow
def test_the_unit_of_payoffs_is_not_lost_in_what_is_remembered() -> None:
    """Under EWA with one sensitivity, payoffs a hundred times larger make other choices likely."""
    sources = {
        "people": FittedSource(True, (tuple(EWA.default), (0.5, 0.5))),
        "machines": FittedSource(False, (tuple(EWA.with_parameters({"sensitivity": 0.0})), (0.5, 0.5))),
    }
    play = stand_in_people(0, "chicken")
    row, column = GAMES["chicken"].matrices
    large = Play(Game.from_matrices("large", 100 * row, 100 * column), play.actions)
    assert evidence(sources, play)[0, 0] != evidence(sources, large)[0, 0]


@pytest.mark.slow
def test_a_fitted_rule_has_not_seen_the_game_it_plays() -> None:
    people = [(name, stand_in_people(0, name)) for name in NAMES[:3]]
    emulator = fitted_emulator(RULES["ewa"], people)
    before = emulator.produce.players["chicken"][1]
    people[2] = ("chicken", Play(GAMES["chicken"], 1 - people[2][1].actions))
    after = fitted_emulator(RULES["ewa"], people).produce.players
    assert after["chicken"][1] == before
    assert after["prisoners-dilemma"][1] != emulator.produce.players["prisoners-dilemma"][1]
    play = emulator.play(Streams(1)["x"], GAMES["chicken"], PlayShape.full(6, 9))
    assert play.actions.shape == (6, 9)


@pytest.mark.slow
def test_a_fitted_rule_has_not_seen_the_experiment_it_stands_beside() -> None:
    people = [("here", stand_in_people(0, "chicken")), ("there", stand_in_people(1, "battle-of-the-sexes"))]
    before = fitted_emulator(RULES["bush-mosteller"], people).produce.players["chicken"][1]
    others = [*people, ("here", stand_in_people(0, "stag-hunt-2"))]
    emulator = fitted_emulator(RULES["bush-mosteller"], others)
    assert emulator.produce.players["chicken"][1] == before
    assert "in other games and studies" in emulator.description


@pytest.mark.slow
def test_where_every_experiment_used_the_game_its_other_games_are_fitted_and_it_is_said() -> None:
    people = [("here", stand_in_people(0, "chicken")), ("here", stand_in_people(0, "stag-hunt-2"))]
    emulator = fitted_emulator(RULES["bush-mosteller"], people)
    alone = fitted_emulator(RULES["bush-mosteller"], [people[0], ("there", people[1][1])])
    assert emulator.produce.players["chicken"][1] == alone.produce.players["chicken"][1]
    assert "same studies" in emulator.description


@pytest.mark.slow
def test_a_fitted_rule_has_not_seen_other_treatments_of_the_study_it_stands_beside() -> None:
    """Two data sets under two names, both of the study of the tested people."""
    people = [
        ("one", replace(stand_in_people(0, "chicken"), studies=["s"] * 16)),
        ("two", replace(stand_in_people(1, "stag-hunt-2"), studies=["s"] * 16)),
        ("three", stand_in_people(1, "battle-of-the-sexes")),
    ]
    found = fitted_emulator(RULES["bush-mosteller"], people).produce.players["chicken"][1]
    without = fitted_emulator(RULES["bush-mosteller"], [people[0], people[2]]).produce.players["chicken"][1]
    assert found == without


def test_what_cannot_be_fitted_is_refused() -> None:
    people = [("here", stand_in_people(0, "chicken")), ("there", stand_in_people(1, "chicken"))]
    with pytest.raises(BadRequest, match="other games, but there are none"):
        fitted_emulator(RULES["ewa"], people)
    with pytest.raises(BadRequest, match="no parameters"):
        fitted_emulator(RULES["cournot"], people)
