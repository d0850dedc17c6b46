"""Weights of the weighted mean: the paper's formula, its warning, and weight only above a reference."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_tournament_schemes import SAID, sheet, table_of

from humanlike.tournament import Plan
from humanlike.tournament.hits import hits
from humanlike.tournament.standings import detector_standings, emulator_standings, strength_of
from humanlike.tournament.weights import weights_of

COIN, CONSTANT = float(np.log(0.5)), -0.423
PUBLISHED = {  # Table 12
    "random": -0.693,
    "dates": -0.969,
    "ninety-percent": -0.830,
    "payoff-change": -0.742,
    "high-payoffs": -0.908,
    "coordination": -0.684,
}


def weights(scores, above="worst"):
    return weights_of(pd.Series(scores), coin=COIN, constant=CONSTANT, above=above)


def test_the_published_scores_give_the_published_weights():
    found = weights(PUBLISHED)
    gains = {name: score + 0.969 for name, score in PUBLISHED.items()}
    assert found.shares == pytest.approx({name: gain / sum(gains.values()) for name, gain in gains.items()})
    assert next(iter(found.shares)) == "coordination" and found.shares["dates"] == 0
    # weighted mean of alg1 from Tables 12 and 13; Table 17 prints -.79
    alg1 = {"random": -0.69, "dates": -0.92, "ninety-percent": -0.40, "payoff-change": -0.02}
    alg1 |= {"high-payoffs": -4.40, "coordination": -1.96}
    assert sum(found.shares[name] * score for name, score in alg1.items()) == pytest.approx(-1.09, abs=0.005)


@given(
    best=st.floats(0.05, 0.5),
    poor=st.floats(0.001, 0.049),
    count=st.integers(1, 60),
)
def test_the_warning_comes_when_the_papers_inequality_holds(best, poor, count):
    """C > (v3 - vmin)/(v2 - vmin) detectors near the worst together outweigh the best."""
    worst = COIN - 0.1
    scores = {"worst": worst, "best": COIN + best}
    scores |= {f"poor {number}": worst + poor for number in range(count)}
    exact = (COIN + best - worst) / poor
    if abs(count - exact) < 1e-6:
        return
    found = weights(scores)
    assert found.is_poor == (count > exact)
    assert ("hold" in found.warning) == (count > exact)
    assert sum(found.shares.values()) == pytest.approx(1)


def test_weight_above_a_coin_leaves_out_who_knows_nothing():
    scores = {"knows": -0.5, "random": COIN, "dates": COIN, "harms": -0.9}
    worst, coin = weights(scores), weights(scores, "coin")
    assert set(worst.poor) == {"random", "dates", "harms"} and worst.of_poor > 0.5
    assert "random, dates, harms) hold 0.51 of the weight, more than knows, the best (0.49)" in worst.warning
    assert coin.shares == {"knows": 1, "random": 0, "dates": 0, "harms": 0} and coin.warning == ""
    none = weights(scores, "constant")
    assert (
        not none.any
        and none.warning == "No detector scores above the best constant: there is no weighted mean."
    )
    assert none.sentences() == [none.warning]


def test_where_the_best_knows_nothing_either_nobody_is_told_to_go_by_it():
    found = weights({"random": COIN, "harms": -0.9, "harms more": -1.2})
    assert found.warning.startswith("No detector scores above a coin") and "go by" not in found.warning


def test_standings_go_by_the_weights_they_are_given_and_have_no_scheme_without_any():
    table = sheet(table_of(SAID), Plan())
    detectors = detector_standings(table)
    strength = strength_of(detectors)
    first = emulator_standings(table, detectors).set_index("name")["weighted mean"]
    given_ = emulator_standings(table, detectors, None, weights_of(strength)).set_index("name")[
        "weighted mean"
    ]
    assert first.to_dict() == given_.to_dict()
    nobody = weights_of(strength, coin=COIN, constant=0.0, above="constant")
    assert "weighted mean" not in emulator_standings(table, detectors, None, nobody)


def test_hits_count_right_calls_and_half_of_what_is_no_call():
    chances = np.array([0.9, 0.5, 0.4, 0.51, 0.0])
    assert hits(chances, np.array([True, True, True, False, False])).tolist() == [1, 0.5, 0, 0, 1]
    standings = detector_standings(sheet(table_of(SAID), Plan())).set_index("name")["hits"]
    # A: three halves, .75 .25 .875 and the others one half: 3 wrong, 6 no call
    assert standings.to_dict() == pytest.approx({"A": 3 / 9, "B": 1 / 2, "C": 4 / 9})


def test_a_tournament_by_hits_scores_calls():
    table = sheet(table_of(SAID), Plan(system="hits"))
    scores = detector_standings(table).set_index("name")
    assert scores["score"].to_dict() == pytest.approx(scores["hits"].to_dict())
