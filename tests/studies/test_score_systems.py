"""Several scoring systems side by side: comparable scales, ranks that differ, and whether that can be told."""

from io import StringIO

import numpy as np
import pandas as pd
import pytest

import humanlike as hl
from humanlike.core import BadRequest, UnknownName
from humanlike.naming.scoring_systems import find_scores
from humanlike.scoring import LOGARITHMIC, QUADRATIC, SPHERICAL

BOLD = [0.999] * 19 + [0.001]  # what bold said of what happened: right 19 times, then sure of the wrong thing
CAREFUL = [0.75] * 20


def frames(**said):
    """Forecasts of what happened ('yes') by name, and the outcomes."""
    text = "forecaster,question,alternative,probability\n"
    for name, chances in said.items():
        for place, p in enumerate(chances):
            text += f"{name},q{place},yes,{p}\n{name},q{place},no,{1 - p}\n"
    questions = [f"q{place}" for place in range(len(next(iter(said.values()))))]
    return pd.read_csv(StringIO(text)), pd.DataFrame({"question": questions, "alternative": "yes"})


def standings(result):
    return {(row.forecaster, row.system): row for row in result.standings}


def test_means_ranks_and_the_common_scale_by_hand():
    result = hl.score(*frames(bold=BOLD, careful=CAREFUL), system="quadratic,logarithmic,spherical")
    rows = standings(result)
    for name, said in (("bold", BOLD), ("careful", CAREFUL)):
        p = np.array(said)
        assert rows[name, "logarithmic"].comparable == pytest.approx(1 + np.log2(p).mean())
        assert rows[name, "quadratic"].comparable == pytest.approx((1 - 4 * (1 - p) ** 2).mean())  # C.13
        length = np.sqrt(p**2 + (1 - p) ** 2)
        assert rows[name, "spherical"].comparable == pytest.approx(
            ((p / length - 0.5**0.5) / (1 - 0.5**0.5)).mean()
        )
    assert [rows[name, "quadratic"].rank for name in ("bold", "careful")] == [1, 2]
    alone = hl.score(*frames(bold=BOLD, careful=CAREFUL), system="logarithmic")
    assert rows["bold", "logarithmic"].mean == pytest.approx(alone.means["bold"])


def test_an_order_that_depends_on_the_system_is_named_and_not_called_sure():
    """log: 19 log 1.998 + log .002 = 6.9 < 20 log 1.5 = 8.1; quadratic: 1 - 4(.001)^2 and so on, bold is ahead."""
    forecasts, outcomes = frames(bold=BOLD, careful=CAREFUL, silent=[0.5] * 20)
    result = hl.score(forecasts, outcomes, system=[QUADRATIC, LOGARITHMIC])
    (pair,) = result.reversals
    assert (pair.first, pair.second) == ("bold", "careful")
    assert pair.leads["quadratic"] > 0 > pair.leads["logarithmic"]
    assert not any(pair.told_apart.values()) and "none of them told apart" in result.headline()
    (alike,) = result.agreements
    assert alike.reversed_pairs == 1 and alike.correlation == pytest.approx(0.5)  # ranks 1 2 3 against 2 1 3
    assert "bold" in str(result) and result.plot().axes[0].lines


def test_with_many_questions_the_reversal_is_told():
    forecasts, outcomes = frames(bold=BOLD * 50, careful=[0.72] * 1000)
    result = hl.score(forecasts, outcomes, system="quadratic,logarithmic")
    (pair,) = result.reversals
    assert pair.told_apart == {"quadratic": True, "logarithmic": False}
    assert "1 of them told apart" in result.headline()


def test_a_loss_and_its_score_agree_and_every_system_appears_once():
    result = hl.score(*frames(bold=BOLD, careful=CAREFUL), system="quadratic,brier,quadratic")
    assert result.systems == ["quadratic", "brier"] and not result.reversals
    rows = standings(result)
    assert rows["bold", "brier"].comparable == pytest.approx(rows["bold", "quadratic"].comparable)
    assert rows["bold", "brier"].rank == rows["bold", "quadratic"].rank == 1


def test_an_infinite_score_ranks_last_and_is_drawn():
    result = hl.score(*frames(sure=[1.0, 0.0, 1.0], careful=[0.6] * 3), system="logarithmic,quadratic")
    assert standings(result)["sure", "logarithmic"].comparable == -np.inf
    assert result.plot().axes and result.frame().shape == (4, 7)


def test_commas_of_parameters_are_not_commas_of_the_list():
    assert [score.name for score in find_scores("power:exponent=2,factor=3,spherical")] == [
        "power:exponent=2,factor=3",
        "spherical",
    ]
    assert [score.name for score in find_scores(SPHERICAL)] == ["spherical"]


def test_unknown_systems_and_quantities_are_refused():
    forecasts, outcomes = frames(bold=BOLD, careful=CAREFUL)
    with pytest.raises(UnknownName, match="quadratik"):
        hl.score(forecasts, outcomes, system="logarithmic,quadratik")
    with pytest.raises(BadRequest, match="No scoring system is named"):
        hl.score(forecasts, outcomes, system=",")
    seats = pd.DataFrame(
        {"forecaster": "a", "question": "seats", "percentile": [200, 210], "probability": [0.1, 0.9]}
    )
    with pytest.raises(BadRequest, match="share no scale"):
        hl.score(seats, pd.DataFrame({"question": ["seats"], "value": [205]}), system="quadratic,crps")
