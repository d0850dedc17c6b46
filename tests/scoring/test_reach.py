"""By how much one forecaster can beat another on a question: what was said bounds it, before outcomes are known."""

import io

import numpy as np
import pandas as pd
import pytest

import humanlike as hl
from humanlike.core import Streams
from humanlike.naming.panels import find_outcomes, find_panel
from humanlike.scoring import LOGARITHMIC, QUADRATIC
from humanlike.scoring.panels import score_matrix, score_panel, score_reach
from humanlike.statistics import ASSUMED, BOUNDED

STREAM = Streams(15)["reach"]
HEAD = "forecaster,question,alternative,probability\n"


def frame_of(text):
    return pd.read_csv(io.StringIO(text))


def panel_of(said, n_questions=1):
    """`said` by forecaster: P(yes) of every question."""
    rows = [
        f"{name},q{number},{word},{chance:.12g}\n"
        for name, chances in said.items()
        for number, yes in enumerate(np.broadcast_to(chances, n_questions))
        for word, chance in (("yes", yes), ("no", 1 - yes))
    ]
    return frame_of(HEAD + "".join(rows))


def outcomes_of(happened):
    rows = [f"q{number},{'yes' if yes else 'no'}\n" for number, yes in enumerate(happened)]
    return frame_of("question,alternative\n" + "".join(rows))


def scored(said, n_questions, system):
    panel, facts = find_panel(panel_of(said, n_questions)), find_outcomes(outcomes_of([True] * n_questions))
    return score_panel(panel, facts, system.score)


def test_the_reach_is_what_the_worst_outcome_costs():
    """By hand: .98 beats .999 by log(.02/.001) if it fails, .999 beats .98 by log(.999/.98) if it happens."""
    found = scored({"honest": 0.98, "over": 0.999}, 2, LOGARITHMIC)
    assert score_matrix(found)[0] == ("honest", "over")
    reach = score_reach(found, LOGARITHMIC.score)
    assert reach[0, 1] == pytest.approx(np.log(0.02 / 0.001))
    assert reach[1, 0] == pytest.approx(np.log(0.999 / 0.98))


def test_no_score_ever_differs_by_more_than_the_reach():
    generator = STREAM.generator()
    said = {name: generator.uniform(0.01, 0.99, 30) for name in "abcd"}
    happened = generator.random(30) < 0.5
    panel, facts = find_panel(panel_of(said, 30)), find_outcomes(outcomes_of(happened))
    for system in (LOGARITHMIC, QUADRATIC):
        found = score_panel(panel, facts, system.score)
        matrix, reach = score_matrix(found)[2], score_reach(found, system.score)
        most = (matrix[:, None] - matrix).max(axis=-1)
        assert np.all(most <= reach + 1e-12)
        assert np.all(reach <= 2 * np.abs(reach).max())


def test_who_calls_something_impossible_can_lose_without_limit():
    reach = score_reach(scored({"sure": 1.0, "unsure": 0.5}, 1, LOGARITHMIC), LOGARITHMIC.score)
    assert reach[1, 0] == np.inf and reach[0, 1] == pytest.approx(np.log(2))
    result = hl.score(
        panel_of({"sure": 1.0, "unsure": 0.5}, 60), outcomes_of([True] * 60), system="logarithmic"
    )
    told = result.document()["comparison"]
    assert told["leader"] == "sure" and told["established_after"] == -1 and told["lower"] == -np.inf


def test_the_overconfident_do_not_win_a_file_without_failures():
    """A hundred questions, all happen: .999 is ahead of .98, and a t-sequence calls that established."""
    said = {"honest": 0.98, "over": 0.999}
    result = hl.score(panel_of(said, 100), outcomes_of([True] * 100), system="logarithmic")
    told = result.document()
    assert told["comparison"]["leader"] == "over" and told["comparison"]["established_after"] == -1
    assert told["comparison"]["rests_on"] == told["ranks_rest_on"] == BOUNDED
    assert {(row["rank_lower"], row["rank_upper"]) for row in told["ranks"]} == {(1, 2)}
    assert "not established" in result.headline() and "bounded" in result.headline()


def test_a_better_forecaster_is_established_and_ranked_first_alone():
    generator = STREAM["better"].generator()
    truth = generator.uniform(0.05, 0.95, 400)
    said = {"good": truth, "coin": 0.5, "wrong": 1 - truth}
    told = hl.score(panel_of(said, 400), outcomes_of(generator.random(400) < truth)).document()
    assert told["comparison"]["leader"] == "good" and 0 < told["comparison"]["established_after"] <= 400
    assert [(row["forecaster"], row["rank_lower"], row["rank_upper"]) for row in told["ranks"]] == [
        ("good", 1, 1),
        ("coin", 2, 2),
        ("wrong", 3, 3),
    ]
    assert all(rival["ahead_after"] > 0 for rival in told["rivals"])


def test_two_questions_rank_no_expert():
    """Three equal experts: with percentiles of bootstrapped ranks somebody stood "rank 1 to 1" in 31 % of panels."""
    generator = STREAM["experts"].generator()
    claimed = 0
    for _ in range(30):
        said = {name: generator.choice([0.1, 0.3, 0.5, 0.7, 0.9], 2) for name in "abc"}
        rows = panel_of(said, 2).rename(columns={"forecaster": "expert"}).assign(round=1)
        told = hl.delphi(rows, outcomes_of(generator.random(2) < 0.5)).document()
        claimed += any(row["rank_lower"] == row["rank_upper"] for row in told["ranking"])
        assert told["ranks_rest_on"] == BOUNDED
    assert claimed == 0


def test_quantities_have_no_reach_and_say_so():
    rows = [
        f"{who},q{number},{middle + step},{level}"
        for who, middle in (("a", 10), ("b", 14))
        for number in range(3)
        for step, level in ((-2, 0.1), (0, 0.5), (2, 0.9))
    ]
    said = frame_of("\n".join(["expert,question,percentile,probability", *rows]))
    told = hl.delphi(said, frame_of("question,value\nq0,11\nq1,9\nq2,10\n")).document()
    assert told["ranks_rest_on"] == ASSUMED
