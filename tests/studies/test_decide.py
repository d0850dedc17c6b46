"""decide: actions, worths and references by hand, and payoffs that do not fit are named."""

from io import StringIO

import numpy as np
import pandas as pd
import pytest

import humanlike as hl
from humanlike.core import BadFile, BadParameters, BadRecord, BadRequest, UnknownName
from humanlike.scoring import QUADRATIC, decision_worth

FORECASTS = "forecaster,question,alternative,probability\n" + "".join(
    f"{name},{question},yes,{p}\n{name},{question},no,{1 - p}\n"
    for name, said in {"ann": (0.1, 0.4, 0.2, 0.6), "bob": (0.5, 0.1, 0.1, 0.1)}.items()
    for question, p in zip(("q1", "q2", "q3", "q4"), said, strict=True)
)
OUTCOMES = "question,alternative\nq1,no\nq2,yes\nq3,no\nq4,yes\n"
PAYOFFS = "action,alternative,payoff\nprotect,yes,-1\nprotect,no,-1\nwait,yes,-4\nwait,no,0\n"


def table(text):
    return pd.read_csv(StringIO(text))


def decided(payoffs=PAYOFFS, outcomes=OUTCOMES, forecasts=FORECASTS, **options):
    facts = None if outcomes is None else table(outcomes)
    return hl.decide(
        table(forecasts), table(payoffs), facts, **{"resamples": 200, "system": "quadratic", **options}
    )


def test_actions_and_worths_by_hand():
    """Protect from 1/4 on. Ann: wait, protect, wait, protect pays 0 -1 0 -1; bob: protect, wait thrice: -1 -4 0 -4."""
    result = decided()
    taken = {(one.forecaster, one.question): (one.action, one.payoff) for one in result.decisions}
    assert [taken["ann", q][0] for q in ("q1", "q2", "q3", "q4")] == ["wait", "protect", "wait", "protect"]
    assert [taken["bob", q][1] for q in ("q1", "q2", "q3", "q4")] == [-1, -4, 0, -4]
    ann, bob = result.worths
    assert (ann.forecaster, ann.worth, bob.worth) == ("ann", -0.5, -2.25)
    assert (ann.climatology, ann.perfect) == (-1.0, -0.5) and (ann.value, bob.value) == (1.0, -2.5)
    assert ann.worth_lower <= ann.worth <= ann.worth_upper
    assert result.single_actions() == {"protect": -1.0, "wait": -2.0}
    assert result.document()["worths"][0]["value"] == 1.0 and "ann" in result.headline()


def test_without_outcomes_there_are_actions_only():
    result = decided(outcomes=None)
    assert (
        result.worths == () and "No outcomes yet" in result.headline() and "on 3 of them" in result.headline()
    )
    assert result.document()["decisions"][0]["payoff"] is None and result.plot().axes


def test_the_value_curve_is_the_mean_of_elementary_decisions():
    curves = decided().curves
    said, truth = np.array([0.1, 0.4, 0.2, 0.6]), np.array([False, True, False, True])
    place = int(np.argmin(np.abs(curves.ratios - 0.3)))
    worth = decision_worth(said, truth, curves.ratios[place]).mean()
    climate, perfect = max(0.5 - curves.ratios[place], 0), 0.5 * (1 - curves.ratios[place])
    assert curves.values["ann"][place] == pytest.approx((worth - climate) / (perfect - climate))


def test_every_system_is_the_sum_of_its_decisions():
    result = decided(system="quadratic,logarithmic,spherical,truncated-logarithmic,beta:left=1,right=2")
    assert [one.system for one in result.systems][-1] == "beta:left=1,right=2"
    assert all(one.largest_gap < 1e-5 for one in result.systems)
    weights = {one.system: one.relative() for one in result.systems}
    np.testing.assert_allclose(weights["quadratic"], 1.0, rtol=1e-7)
    np.testing.assert_allclose(weights["logarithmic"][1], 0.25 / (0.05 * 0.95), rtol=1e-4)
    assert set(result.scores["quadratic"]) == {"ann", "bob"}
    assert decided(system=QUADRATIC).systems[0].system == "quadratic"


def test_a_question_may_have_payoffs_of_its_own_in_any_order_of_alternatives():
    own = "question,action,alternative,payoff\n" + "".join(f",{row}\n" for row in PAYOFFS.split("\n")[1:-1])
    own += "q4,sell,no,2\nq4,sell,yes,0\nq4,keep,no,0\nq4,keep,yes,1\n"
    taken = {(one.forecaster, one.question): one for one in decided(own).decisions}
    assert taken["ann", "q4"].action == "sell" and taken["ann", "q4"].payoff == 0.0  # .4 x 2 beats .6 x 1
    assert taken["ann", "q4"].expected == pytest.approx(0.8) and taken["ann", "q1"].action == "wait"
    worth = next(row for row in decided(own).worths if row.forecaster == "ann")
    assert worth.climatology == pytest.approx(
        (3 * -1 + 1) / 4
    )  # q4 alone: its best action is known in hindsight
    assert decided(own).single_actions() == {}


def test_gaps_are_judged_on_what_was_answered():
    fewer = "\n".join(line for line in FORECASTS.split("\n") if not line.startswith("bob,q2"))
    with pytest.raises(BadRecord, match="'bob' has no answer to question 'q2'"):
        decided(forecasts=fewer)
    bob = next(row for row in decided(forecasts=fewer, allow_missing=True).worths if row.forecaster == "bob")
    assert (bob.questions, bob.worth, bob.climatology) == (3, -5 / 3, -1.0)


@pytest.mark.parametrize(
    ("payoffs", "error", "sentence"),
    [
        (
            PAYOFFS.replace(",no,", ",dry,"),
            BadRecord,
            "question 'q1' can end in 'no', for which no action has a payoff",
        ),
        (PAYOFFS + "protect,snow,-1\nwait,snow,-9\n", BadRecord, "'snow' has payoffs but is no alternative"),
        (PAYOFFS.replace("wait,no,0\n", ""), BadRecord, "action 'wait' has no payoff if 'no' happens"),
        ("action,alternative,payoff\nwait,yes,1\nwait,no,0\n", BadRecord, "'wait' is the only action"),
        (PAYOFFS + "wait,no,3\n", BadRecord, "'wait' already has a payoff for 'no' in line 4"),
        (PAYOFFS.replace("-4", "much"), BadRecord, "payoff 'much' is not a number"),
        (PAYOFFS.replace("-4", "inf"), BadRecord, "not a finite number"),
        (PAYOFFS.replace("-4", "-1e308"), BadRecord, "too large to add up"),
        (PAYOFFS.replace("payoff", "pay"), BadFile, "column 'payoff' is missing"),
        ("question," + PAYOFFS.replace("\n", "\nq9,", 4), BadRecord, "nobody was asked question 'q9'"),
        ("question," + PAYOFFS.replace("\n", "\nq1,", 4), BadRecord, "no payoffs for question 'q2'"),
    ],
)
def test_payoffs_that_do_not_fit_are_named(payoffs, error, sentence):
    with pytest.raises(error, match=sentence):
        decided(payoffs)


def test_other_bad_input_is_named():
    with pytest.raises(UnknownName, match="quadratik"):
        decided(system="quadratic,quadratik")
    with pytest.raises(BadRecord, match="question 'q4' has no outcome"):
        decided(outcomes=OUTCOMES.replace("q4,yes\n", ""))
    with pytest.raises(BadParameters, match="resamples = 0"):
        decided(resamples=0)
    seats = "forecaster,question,percentile,probability\na,seats,200,0.1\na,seats,210,0.9\n"
    with pytest.raises(BadRequest, match="about a quantity"):
        decided(forecasts=seats, outcomes=None)


def test_one_question_has_no_interval_and_nothing_to_gain_over_hindsight():
    one = "\n".join(line for line in FORECASTS.split("\n") if ",q1," in line or line.startswith("forecaster"))
    result = decided(forecasts=one, outcomes="question,alternative\nq1,no\n")
    assert all(np.isnan(row.value) and np.isnan(row.worth_lower) for row in result.worths)
    assert "nothing to gain" in result.headline() and result.plot().axes
