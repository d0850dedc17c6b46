"""Accuracy by round beside disagreement: worked by hand, and what one round, newcomers and infinities do."""

from io import StringIO

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import humanlike as hl

YES = {"q1": (0.5, 0.75), "q2": (0.5, 0.5), "q3": (0.75, 1.0), "q4": (0.25, 0.5)}  # of ann, by round


def frame(rows):
    text = "expert,round,question,alternative,probability\n"
    for expert, round_, question, p in rows:
        text += f"{expert},{round_},{question},yes,{p}\n{expert},{round_},{question},no,{1 - p}\n"
    return pd.read_csv(StringIO(text))


def outcomes(*questions):
    return pd.DataFrame({"question": questions, "alternative": "yes"})


def quadratic(p):
    """Of the probability of what happened, between two: 2p - p^2 - (1-p)^2 - 1/2."""
    return 2 * p - p**2 - (1 - p) ** 2 - 0.5


def two_rounds():
    """Ann moves as `YES` says, bob stays at 1/2 and does not answer again."""
    rows = [("ann", round_, q, YES[q][round_ - 1]) for round_ in (1, 2) for q in YES]
    return frame(rows + [("bob", 1, q, 0.5) for q in YES])


def test_scores_of_experts_and_consensus_by_hand():
    found = hl.delphi(two_rounds(), outcomes(*YES), system="quadratic").accuracy
    for row, place in zip(found.rounds, (0, 1), strict=True):
        ann = np.array([pair[place] for pair in YES.values()])
        assert row.questions == 4
        assert row.experts == pytest.approx(np.mean([(quadratic(p) + quadratic(0.5)) / 2 for p in ann]))
        assert row.consensus == pytest.approx(np.mean([quadratic((p + 0.5) / 2) for p in ann]))
        assert row.disagreement == pytest.approx(np.mean(np.abs(ann - 0.5) / 2))


def test_the_change_is_the_paired_t_test_over_questions():
    changes = {
        one.what: one for one in hl.delphi(two_rounds(), outcomes(*YES), system="quadratic").accuracy.changes
    }
    first, last = np.array(list(YES.values())).T
    for what, of in (
        ("experts", lambda p: (quadratic(p) + quadratic(0.5)) / 2),
        ("consensus", lambda p: quadratic((p + 0.5) / 2)),
        ("disagreement", lambda p: np.abs(p - 0.5) / 2),
    ):
        test = stats.ttest_rel(of(last), of(first))
        assert changes[what].change == pytest.approx(np.mean(of(last) - of(first)))
        assert changes[what].p_value == pytest.approx(test.pvalue)
        assert (changes[what].lower, changes[what].upper) == pytest.approx(tuple(test.confidence_interval()))


def test_a_newcomer_changes_the_consensus_but_not_what_members_gained():
    joined = pd.concat([two_rounds(), frame([("cyd", 2, q, 0.9) for q in YES])])
    alone, together = (
        {
            one.what: one.change
            for one in hl.delphi(table, outcomes(*YES), allow_missing=True).accuracy.changes
        }
        for table in (two_rounds(), joined)
    )
    assert together["experts"] == pytest.approx(alone["experts"])
    assert together["consensus"] > alone["consensus"]


def test_one_round_says_that_nothing_can_have_changed():
    result = hl.delphi(frame([("ann", 1, q, 0.75) for q in YES]), outcomes(*YES))
    assert result.accuracy.changes == () and "one round" in str(result)
    assert result.document()["accuracy_by_round"]["changes"] == []
    assert result.plot().axes


def test_two_questions_test_nothing_and_an_infinite_score_has_no_interval():
    panel = frame(
        [("ann", 1, "q1", 0.0), ("ann", 2, "q1", 0.5), ("ann", 1, "q2", 0.5), ("ann", 2, "q2", 0.5)]
    )
    result = hl.delphi(panel, outcomes("q1", "q2"), system="logarithmic")
    first, last = result.accuracy.rounds
    assert first.experts == -np.inf and last.experts == 0.0 and np.isnan(first.experts_lower)
    assert "fewer than 3 test nothing" in str(result) and result.plot().axes


def test_without_outcomes_there_is_no_accuracy_and_known_questions_do_not_count():
    assert hl.delphi(two_rounds()).accuracy is None
    counted = hl.delphi(two_rounds(), outcomes("q1", "q2", "q3"), rationality=["q4:yes=0.5"]).accuracy
    assert counted.rounds[-1].questions == 3


def test_the_picture_draws_the_scores_beside_the_disagreement():
    result = hl.delphi(two_rounds(), outcomes(*YES), system="quadratic")
    disagreement, accuracy, _ = result.plot().axes
    drawn = {tuple(line.get_ydata()) for line in accuracy.lines}
    assert {tuple(row[at] for row in result.accuracy.rounds) for at in (2, 5)} <= drawn
    assert "distance" in disagreement.get_ylabel()
