"""Ways of measuring that cannot tell rules apart: shown exactly, by walking through every history there is."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from humanlike.core import Play
from humanlike.engine.replay import FLOOR, replay
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.prediction import CAUTIONS, Criterion, blind_criteria, cautions_of
from humanlike.prediction.blindness import treats_names_alike
from humanlike.prediction.forecasts import Simulated
from humanlike.prediction.observations import ObservedRows
from humanlike.prediction.tallies import observe_rows, tally_rows
from humanlike.prediction.values import PredictedPart, Reweighted, value
from humanlike.scoring import outcome_categories

ROUNDS = 3
HISTORIES = np.array(list(product(range(2), repeat=2 * ROUNDS))).reshape(
    -1, 2, ROUNDS
)  # [histories, seats, rounds]
LINEAR = ("MAD", "POI", "KS", "SPH")  # of M(Y,Z); MAD is the square of MSD there
OF_SHARES = ("MSD", "MAD", "LOG", "SPH")
shares = st.floats(0.01, 0.99)


def chances_of_histories(rule, parameters, game):
    """The exact chance of each way a pair can play, if both follow the rule."""
    told = replay(Play(game, HISTORIES.reshape(-1, ROUNDS)), rule, parameters, floor=1e-300)
    return np.exp(told.chosen.reshape(len(HISTORIES), -1).sum(axis=1))


def paths(rule, parameters, game, level):
    """The exact chance of each category in each round, [positions, rounds, categories]."""
    chance = chances_of_histories(rule, parameters, game)
    assert chance.sum() == pytest.approx(1)
    if level == "actions":
        return np.stack([np.einsum("h,hst->st", chance, HISTORIES == action) for action in (0, 1)], axis=-1)
    cells = outcome_categories(np.moveaxis(HISTORIES, 1, 2), 2)
    return np.stack([np.einsum("h,ht->t", chance, cells == cell) for cell in range(4)], axis=-1)[None]


def expected(measure, method, seen, path, n_categories):
    """The expectation of a measure of what players 2 did, `seen` [players, rounds], with the exact path."""
    count = len(seen)
    position = np.full(count, len(path) - 1)
    rows = ObservedRows(np.asarray(seen), position, np.arange(count), n_categories, len(path))
    any_chances = np.full((count, ROUNDS, n_categories), 1 / n_categories)
    part = PredictedPart(
        observe_rows(rows, count),
        tally_rows(rows, any_chances, count, FLOOR),
        Simulated(np.zeros((1, len(path), ROUNDS), np.int16), path, path),
    )
    return value(measure, method, Reweighted((part,), (np.ones((1, count)),)), floor=FLOOR)[0]


@settings(deadline=None, max_examples=12, derandomize=True)
@given(alpha=shares, beta=shares, other=shares, seed=st.integers(0, 99))
@pytest.mark.parametrize(
    ("name", "level"),
    [("coordination", "actions"), ("matching-pennies", "actions"), ("matching-pennies", "outcomes")],
)
def test_excluded_cells_have_one_value_for_different_rules_whatever_was_observed(
    name, level, alpha, beta, other, seed
):
    game, n_categories = GAMES[name], 2 if level == "actions" else 4
    one = paths(RULES["bush-mosteller"], RULES["bush-mosteller"].parameters(alpha, beta), game, level)
    two = paths(RULES["cross"], RULES["cross"].parameters(other, (1 - other) / 2), game, level)
    np.testing.assert_allclose(one, 1 / n_categories, atol=1e-12)
    seen = np.random.default_rng(seed).integers(0, n_categories, (6, ROUNDS))
    seen[:, 0], seen[:, 1] = 0, 1  # everybody uses two, so that the Kuipers score is defined
    for method, measures in (("Y,Z", LINEAR), ("mY,mQ", OF_SHARES)):
        for measure in measures:
            if measure == "KS" and n_categories > 2:
                continue
            values = [expected(measure, method, seen, path, n_categories) for path in (one, two)]
            assert values[0] == pytest.approx(values[1], abs=1e-12), (measure, method)


def test_where_nothing_is_alike_the_same_rules_differ():
    game = GAMES["mutual-fate-control"]
    found = [paths(RULES[name], RULES[name].default, game, "actions") for name in ("bush-mosteller", "cross")]
    assert np.abs(found[0] - found[1]).max() > 1e-3
    coordination = GAMES["coordination"]  # outcomes: who coordinates more often is still told
    found = [paths(RULES[n], RULES[n].default, coordination, "outcomes") for n in ("bush-mosteller", "cross")]
    assert np.abs(found[0] - found[1]).max() > 1e-3


def test_what_is_excluded_is_what_symmetry_says():
    games = [GAMES["coordination"], GAMES["mutual-fate-control"]]
    players = [
        (RULES[name], RULES[name].default) for name in ("bush-mosteller", "cross", "mookherjee-sopher")
    ]
    asked = [
        Criterion("MAD", method, level, game)
        for method in ("Y,P", "Y,Z", "mY,mQ")
        for level in ("actions", "outcomes")
        for game in ("coordination", "mutual-fate-control", "all")
    ]
    found = blind_criteria(asked, games, players, (1,))
    assert {each[1:] for each in found} == {
        ("Y,Z", "actions", "coordination"),
        ("mY,mQ", "actions", "coordination"),
    }
    assert "all rules but mookherjee-sopher" in next(iter(found.values()))
    assert blind_criteria(asked, games[1:], players, (1,)) == {}
    two = [players[0], players[2]]  # one of them tells names apart: nothing is the same for both
    assert blind_criteria(asked, games, two, (1,)) == {}


def test_a_rule_with_a_parameter_for_each_action_tells_names_apart():
    rule, game = RULES["mookherjee-sopher"], GAMES["coordination"]
    assert not treats_names_alike(rule, rule.parameters(0.2, 0.3), game)
    assert treats_names_alike(rule, rule.parameters(0.25, 0.25), game)


def test_warnings_concern_what_the_paper_says_they_do():
    assert cautions_of(Criterion("POI", "mY,mP", "actions", "all")) == ("thresholds of shares",)
    assert cautions_of(Criterion("MSD", "Y,P", "outcomes", "all")) == ("deviations of chances", "spread mass")
    assert cautions_of(Criterion("SPH", "Y,X", "actions", "all")) == ()
    assert {key for m in ("LOG", "MSD", "POI") for way in ("Y,P", "Y,Z", "mY,mQ")
            for key in cautions_of(Criterion(m, way, "outcomes", "all"))} == set(CAUTIONS)  # fmt: skip
