"""Groups that no question holds together, ties that rounding breaks, levels that are none."""

import itertools

import numpy as np
import pandas as pd
import pytest

import humanlike as hl
from humanlike.core import BadParameters
from humanlike.statistics import adjust_for_units, best_first, midranks

PAIRS = [("a", "q1", 0.9), ("b", "q1", 0.6), ("c", "q2", 0.8), ("d", "q2", 0.3)]


def forecasts(rows):
    cells = [(who, asked, text, p) for who, asked, yes in rows for text, p in (("yes", yes), ("no", 1 - yes))]
    return pd.DataFrame(cells, columns=["forecaster", "question", "alternative", "probability"])


def outcomes(rows):
    asked = sorted({question for _, question, _ in rows})
    return pd.DataFrame({"question": asked, "alternative": "yes"})


def studied(verb, rows, **settings):
    return verb(forecasts(rows), outcomes(rows), allow_missing=True, system="quadratic", **settings)


@pytest.mark.parametrize("rows", list(itertools.permutations(PAIRS))[::3])
def test_of_two_equal_groups_no_order_of_rows_ranks_one(rows):
    for verb in (hl.score, hl.delphi):
        result = studied(verb, rows)
        assert result.headline() == "None of the 4 can be ranked: no question compares a, b; c, d."
        assert result.document()["groups"] == [["a", "b"], ["c", "d"]]
    scored = studied(hl.score, rows)
    assert scored.document()["comparison"] is None and scored.document()["rivals"] == []
    assert np.isnan(scored.level.means).all()


@pytest.mark.parametrize("turn", [1, -1])
def test_the_largest_group_is_ranked_and_counted_alone(turn):
    rows = [*PAIRS, ("e", "q2", 0.1)][::turn]
    result = studied(hl.delphi, rows)
    assert result.headline().startswith("c ranks first of 3 ")
    assert "Not ranked, sharing no question with those ranked: a, b." in str(result)
    scored = studied(hl.score, rows)
    assert scored.best_first[:3] == ["c", "d", "e"]
    assert scored.headline().startswith("c against d, 1 question")
    assert "Not ranked, sharing no question with those ranked: a, b." in str(scored)


def test_who_is_alone_leads_nobody():
    rows = [("a", "q1", 0.9), ("b", "q2", 0.6)]
    for verb in (hl.score, hl.delphi):
        told = studied(verb, rows).headline()
        assert told == "None of the 2 shares a question with another: nobody can be ranked."


def test_an_infinite_score_alone_ranks_nobody():
    nan, low = np.nan, -np.inf
    assert np.isnan(adjust_for_units([[low, nan], [nan, 0.5]]).means).all()
    tied = [[1, nan, low], [0, nan, nan], [nan, 1, low], [nan, 0, nan]]
    assert np.isnan(adjust_for_units(tied).means).all()
    assert adjust_for_units([[low, 0.1, nan], [low, nan, 0.2]]).means.tolist() == [low, low]


def test_ties_that_rounding_breaks_share_their_rank():
    assert midranks([0.1 + 0.2, 0.3, 0.3 * (1 + 1e-9)]).tolist() == [2.5, 2.5, 1.0]
    assert midranks([-np.inf, -np.inf, 1.0, np.inf]).tolist() == [3.5, 3.5, 2.0, 1.0]
    assert best_first([0.3, 0.1 + 0.2]).tolist() == best_first([0.1 + 0.2, 0.3]).tolist() == [0, 1]


@pytest.mark.parametrize("alpha", [0.0, 1.0, -1.0, 5.0, float("nan")])
def test_alpha_is_checked_even_where_nothing_is_compared(alpha):
    with pytest.raises(BadParameters, match="between 0 and 1"):
        studied(hl.score, PAIRS[:1], alpha=alpha)
