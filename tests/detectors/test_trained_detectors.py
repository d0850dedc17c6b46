"""Detectors that need training: what they see, what they never see, what they may claim."""

import numpy as np
import pytest
from simulated_sources import best_reply, blind, played, sticky, turn_taker

from humanlike.core import BadRequest, Play, Streams
from humanlike.detectors import DETECTORS, Detector, logistic, shape_only, train_without
from humanlike.detectors.calibration import HeldOutScores, ScoreCalibration, calibrate_scores
from humanlike.detectors.features import own_features
from humanlike.games import GAMES

NAMES = ("battle-of-the-sexes", "chicken", "prisoners-dilemma", "stag-hunt-2")
PEOPLE = {"lab 1": sticky(0.75), "lab 2": sticky(0.85), "lab 3": sticky(0.8)}
MACHINES = {"reply 1": best_reply(0.05), "reply 2": best_reply(0.2), "turns": turn_taker(0.1), "blind": blind}


def material(n_subjects: int = 12, n_rounds: int = 30):
    plays, human, sources = [], [], []
    for game in NAMES:
        for source, player in {**PEOPLE, **MACHINES}.items():
            stream = Streams(5)[game][source]
            plays.append(played(GAMES[game], player, stream, n_subjects=n_subjects, n_rounds=n_rounds))
            human.append(source in PEOPLE)
            sources.append(source)
    return plays, np.array(human), sources


def balanced_score(answers: np.ndarray, human: np.ndarray) -> float:
    return (np.log(answers[human]).mean() + np.log(1 - answers[~human]).mean()) / 2


def leave_one_out(detector: Detector, plays, human, sources) -> np.ndarray:
    answers = []
    for play, source in zip(plays, sources, strict=True):
        model = train_without(detector, plays, human, sources, game=play.game, source=source)
        answers.append(detector.probabilities(model, play.game, [play])[0])
    return np.array(answers)


def test_logistic_tells_sources_apart_that_it_never_saw():
    plays, human, sources = material()
    answers = leave_one_out(DETECTORS["logistic"], plays, human, sources)
    assert balanced_score(answers, human) > np.log(0.5) + 0.2
    assert (answers[human] > 0.5).mean() > 0.8


def test_shape_only_earns_nothing_on_matched_shapes():
    plays, human, sources = material()
    answers = leave_one_out(DETECTORS["shape-only"], plays, human, sources)
    assert balanced_score(answers, human) == pytest.approx(np.log(0.5), abs=1e-3)


def test_shape_only_catches_a_leak_of_lengths():
    plays, human, sources = material()
    leaky = [
        Play(play.game, play.actions[:, :20] if is_human else play.actions)
        for play, is_human in zip(plays, human, strict=True)
    ]
    answers = leave_one_out(DETECTORS["shape-only"], leaky, human, sources)
    assert balanced_score(answers, human) > np.log(0.5) + 0.2


def test_nothing_is_learned_where_there_is_nothing_to_learn():
    """The same player under both labels: held-out calibration keeps answers near one half."""
    plays, human, sources = [], [], []
    for game in NAMES:
        for number in range(6):
            plays.append(played(GAMES[game], sticky(0.8), Streams(6)[game][str(number)]))
            human.append(number % 2 == 0)
            sources.append(str(number))
    answers = leave_one_out(DETECTORS["logistic"], plays, np.array(human), sources)
    assert balanced_score(answers, np.array(human)) > np.log(0.5) - 0.1


def test_the_tested_game_and_source_are_left_out():
    seen = []

    def fit(plays, is_human):
        seen.append((plays, is_human))
        return 0.5

    spy = Detector("spy", lambda model, game, plays: np.full(len(plays), model), fit)
    plays, human, sources = material()
    train_without(spy, plays, human, sources, game=GAMES["chicken"], source="lab 2")
    train_without(spy, plays, human, sources, game=GAMES["chicken"], source="lab 2")
    assert len(seen) == 1, "the second model comes from the first"
    kept = [(play.game.name, play.provenance["source"]) for play in seen[0][0]]
    assert len(kept) == 3 * 6
    assert not [each for each in kept if each[0] == "chicken" or each[1] == "lab 2"]


def test_the_tested_game_is_known_by_its_payoffs_too():
    plays, human, sources = material()
    row, column = GAMES["chicken"].matrices
    renamed = type(GAMES["chicken"]).from_matrices("other name", 2 * row + 1, column)
    fitted = []
    spy = Detector("payoff spy", lambda *_: np.empty(0), lambda plays, _: fitted.extend(plays))
    train_without(spy, plays, human, sources, game=renamed, source=None)
    assert {play.game.name for play in fitted} == set(NAMES) - {"chicken"}


def test_untrained_detectors_need_no_model():
    assert train_without(DETECTORS["random"], [], [], [], game=None, source=None) is None


def test_nothing_left_to_train_on_is_refused():
    play = played(GAMES["chicken"], blind, Streams(1)["x"])
    with pytest.raises(BadRequest, match="0 plays by people"):
        train_without(logistic.DETECTOR, [play, play], [True, False], ["a", "b"], game="pd", source="a")
    with pytest.raises(BadRequest, match="at least 2 plays"):
        logistic.fit([play, play], [True, False])
    with pytest.raises(BadRequest, match="must be trained"):
        logistic.DETECTOR.probabilities(None, play.game, [play])


def test_seats_of_one_data_set_are_not_independent_evidence():
    alike = ScoreCalibration(0.0, 1.0, 1.0)
    apart = ScoreCalibration(0.0, 1.0, 0.01)
    assert alike.probabilities(1.0, 16) == alike.probabilities(1.0, 1)
    assert apart.probabilities(0.1, 16) > alike.probabilities(0.1, 16)
    assert apart.probabilities(9.0, 16) == 0.99


def test_calibration_recovers_the_slope_of_single_seats():
    """Scores that overstate their case four times over are brought down to what they are worth."""
    generator = Streams(3)["calibration"].generator()
    log_odds = generator.normal(0, 1.5, size=4000)
    human = generator.random(4000) < 1 / (1 + np.exp(-log_odds))
    found = calibrate_scores(HeldOutScores(4 * log_odds, np.ones(4000, np.int64), human, np.ones(4000)))
    assert found.slope == pytest.approx(0.25, rel=0.1)
    assert found.offset == pytest.approx(0.0, abs=0.1)


def test_terms_add_up_to_the_verdict():
    plays, human, _ = material()
    model = logistic.fit(plays, human)
    together, alone, verdict = logistic.judge_seats(
        model, plays[0], [np.arange(plays[0].n_subjects), np.array([3]), np.array([0, 1])]
    )
    for found, seats in ((together, slice(None)), (alone, [3])):
        single = logistic.verdict(model, own_features(plays[0])[seats])
        assert found.probability == pytest.approx(single.probability, rel=1e-13)
        assert found.terms == pytest.approx(single.terms, rel=1e-12, abs=1e-14)
    part = model.seats
    evidence = float(part.calibration.evidence(2))
    rest = (part.calibration.offset + part.calibration.slope * part.linear.intercept) * evidence
    log_odds = sum(verdict.terms.values()) + rest
    assert verdict.probability == pytest.approx(np.clip(1 / (1 + np.exp(-log_odds)), 0.01, 0.99))


def test_shape_only_sees_no_moves():
    one = played(GAMES["chicken"], blind, Streams(1)["x"])
    other = played(GAMES["stag-hunt-2"], sticky(1.0), Streams(1)["x"])
    np.testing.assert_array_equal(shape_only.shape_features(one), shape_only.shape_features(other))
