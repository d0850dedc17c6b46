"""Identification as a study: rates that can be counted, blind ways left out, truths that cannot be found refused."""

import json

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest, Streams
from humanlike.naming.rules import find_cast
from humanlike.players import RULES
from humanlike.prediction import Criterion, Settings, assess, published_rules, samples_of
from humanlike.prediction.criteria import COMPLETE, LEVELS, MEASURES, METHODS
from humanlike.prediction.design import paper_games
from humanlike.prediction.estimators import estimators_named
from humanlike.prediction.identification import Design, Truth, _bodies, _experiments
from humanlike.studies.predict import settings_of

SMALL = {"experiments": 2, "pairs": 24, "rounds": 8, "simulations": 20, "starts": 1}


@pytest.fixture(scope="module")
def result():
    return hl.identify("bush-mosteller,random", estimators="likelihood,published", **SMALL)


def test_rates_are_counts_with_intervals_and_excluded_ways_have_reasons(result):
    told = result.document()
    assert told["truths"] == told["candidates"] == ["bush-mosteller", "random"]
    for each in told["rates"]:
        assert each["found"] == sum(each["by_truth"]) and each["trials"] == 4
        assert each["lower"] <= each["rate"] <= each["upper"]
    excluded = {(each["method"], each["level"], each["game"]) for each in told["excluded"]}
    assert ("Y,Z", "actions", "coordination") in excluded and (
        "mY,mQ",
        "outcomes",
        "matching-pennies",
    ) in excluded
    assert not excluded & {(each["method"], each["level"], each["game"]) for each in told["rates"]}
    assert all(each["why"] for each in told["excluded"] + told["undefined"])
    json.dumps(told, allow_nan=False)


def test_the_result_is_a_table_a_picture_and_a_story(result):
    assert set(result.frame()["estimator"]) == {"likelihood", "published"}
    assert set(result.plots()) == {"likelihood", "published"}
    said = str(result)
    assert "Renaming actions leaves coordination as it is" in said and "(6.3)" in said and "Regret" in said


def test_bodies_side_by_side_are_measured_as_each_alone():
    """The grid of `predict`, which knows one experiment at a time, gives the same values."""
    rule = RULES["bush-mosteller"]
    one_step = tuple(each for each in METHODS if each not in COMPLETE)
    settings = Settings(tuple(MEASURES), one_step, tuple(LEVELS), n_resamples=0, block=3)
    design = Design(tuple(paper_games()[:2]), tuple(estimators_named(["published"])), 2, 24, 8, 1, settings)
    truth = Truth("cross", ("cross",), find_cast("cross"))
    together = _experiments(Streams(1), truth, design, range(2))
    bodies = _bodies(Streams(1), together, design, 2)
    values = bodies.values(rule, np.tile(rule.default, (2, 1)))
    for number in range(2):
        alone = _experiments(Streams(1), truth, design, range(number, number + 1))
        samples = samples_of(alone, test_roles=[1])
        expected = assess(Streams(1), samples, [rule.name], published_rules([rule], alone), settings)
        assert expected.criteria == bodies.frame.criteria
        np.testing.assert_allclose(values[:, number], expected.values[:, 0], rtol=1e-4)


def test_a_rule_that_has_become_the_truth_counts_as_the_truth():
    """Bush and Mosteller's rule with both parameters at 1 is win-stay lose-change, choice by choice."""
    found = hl.identify(
        "bush-mosteller,win-stay-lose-change",
        truths="win-stay-lose-change",
        settings=settings_of(measures="LOG", methods="Y,P", levels="actions"),
        **SMALL,
    )
    assert found.identification.is_truth.all()
    assert found.main[0].criterion == Criterion("LOG", "Y,P", "actions", "all") and found.main[0].rate == 1


def test_rules_that_share_a_coarse_measure_by_chance_stay_two():
    """A tie in POI is no proof of equal chances: what else is measured does not change who is found."""
    how = SMALL | {"games": "mutual-fate-control", "experiments": 10, "pairs": 6, "estimators": "published"}
    alone, among = (
        hl.identify(
            "ewa,roth-erev", settings=settings_of(measures=each, methods="Y,P", levels="actions"), **how
        )
        for each in ("POI", "POI,LOG")
    )
    assert [each.by_truth for each in alone.main] == [
        each.by_truth for each in among.main if each.criterion.measure == "POI"
    ]
    tied = alone.identification.values.std(axis=-1) == 0
    assert tied.any() and not alone.identification.found[tied].any()


def test_a_way_without_a_value_in_any_experiment_is_undefined_and_does_not_count_as_never_right():
    one_block = settings_of(measures="all", methods="bY,bP bY,bQ Y,P", levels="all")
    told = hl.identify("cross,random", settings=one_block, estimators="published", **SMALL).document()
    ways = [
        {(each["measure"], each["method"], each["level"], each["game"]) for each in told[part]}
        for part in ("undefined", "rates")
    ]
    assert ("KS", "bY,bP", "actions", "all") in ways[0] and ("EQ", "bY,bQ", "actions", "all") in ways[0]
    assert not ways[0] & ways[1] and {"match", "outcomes"} <= {level for _, _, level, _ in ways[1]}


def test_of_a_mixture_the_largest_share_is_to_be_found():
    found = hl.identify(
        "cross,random",
        truths="mix(cross:.3,random:.7)",
        estimators="published",
        settings=settings_of(measures="LOG", methods="Y,P"),
        **SMALL,
    )
    assert found.identification.truths[0].right == ("random",)


@pytest.mark.parametrize(
    ("rules", "how", "said"),
    [
        ("cross", {}, "One rule alone"),
        ("cross,random", {"truths": "ewa"}, "ewa is not among the candidates"),
        ("cross,random", {"truths": "mix(cross:.5,random:.6)"}, "sum to 1, not 1.1"),
        ("cross,random", {"truths": "cross,cross"}, "named once"),
        ("cross,random", {"estimators": "vibes"}, "Nothing is estimated by 'vibes'"),
        ("cross,random", {"estimators": ""}, "No estimator"),
        ("cross,random", {"games": "public-goods"}, "games of two"),
        ("cross,random", {"settings": settings_of(measures="KS", levels="outcomes")}, "No way of measuring"),
    ],
)
def test_bad_input_gets_a_sentence(rules, how, said):
    with pytest.raises(BadRequest, match=said):
        hl.identify(rules, **(SMALL | {"experiments": 1} | how))
