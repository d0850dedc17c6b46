"""Agreement with print: what counts, what agrees, and the line that sums it up."""

import numpy as np
import pytest

from humanlike.tournament import Plan, run_tournament
from humanlike.tournament.agreement import PrintedCell, agreement, range_of_a_trial
from humanlike.tournament.replication import comparisons


def cell(kind, ours, theirs, **more):
    return PrintedCell(4, "row", kind, ours, theirs, **more)


def test_without_chance_the_last_printed_digit_decides():
    assert cell("exact", 2.045, 2.05).agrees and not cell("exact", 2.044, 2.05).agrees
    assert cell("exact", -0.69315, -0.693, digits=3).agrees
    assert not cell("exact", -0.6942, -0.693, digits=3).agrees


def test_a_printed_draw_agrees_if_a_further_trial_could_give_it():
    """Trials 1, 2, 3: mean 2, s = 1, t(.995; 2) = 9.925, reach 9.925 * sqrt(4/3) = 11.46."""
    lower, upper = range_of_a_trial(np.array([1.0, 2.0, 3.0]))
    assert (lower, upper) == (pytest.approx(2 - 11.4604, abs=1e-3), pytest.approx(2 + 11.4604, abs=1e-3))
    inside = cell("drawn", 2.0, 13.46, lower=lower, upper=upper)
    assert inside.agrees and not inside._replace(theirs=13.47).agrees
    assert cell("drawn", 5.5, 5.49, lower=5.5, upper=5.5).agrees is False, (
        "trials that never vary leave no room"
    )


def test_the_range_covers_a_further_trial_in_99_of_100():
    draws = np.random.default_rng(1).normal(size=(2000, 13))
    ends = np.array([range_of_a_trial(row[:12]) for row in draws])
    missed = np.mean((draws[:, 12] < ends[:, 0]) | (draws[:, 12] > ends[:, 1]))
    assert 0.004 < missed < 0.016


def test_what_we_made_or_cannot_know_is_not_counted():
    for kind in ("constructed", "unrecorded"):
        assert cell(kind, 1.0, 1.0).agrees is None and cell(kind, 1.0, 2.0).agrees is None
    assert cell("drawn", 1.0, 1.0).agrees is None, "one trial has no range"
    assert cell("exact", 1.0, None).agrees is None and cell("exact", float("nan"), 1.0).agrees is None


def test_the_line_adds_up():
    known = [
        cell("exact", 1.0, 1.0),
        cell("exact", 1.0, 2.0),
        cell("drawn", 1.0, 1.5, lower=0.0, upper=2.0),
        cell("constructed", 1.0, 1.0),
        cell("unrecorded", 1.0, 1.0),
        cell("exact", 1.0, None),
    ]
    found = agreement(known)
    assert found == (6, (1, 2), (1, 1), 1, 1, 1, ((4, 1),))
    assert found.sentence.startswith("Of 6 printed numbers 3 can be compared: 2 agree (1 of 2 without chance")
    assert "and 1 differ (Table 4: 1)" in found.sentence and agreement([]).sentence == ""


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    return comparisons(
        run_tournament(Plan(trials=3, until="fixed", crown="published"), tmp_path_factory.mktemp("run"))
    )


def test_every_shown_number_is_a_cell_and_what_differs_is_marked(tables):
    for table in tables[1:]:  # Table 3 is shown and not counted
        texts = [str(text) for row in table.rows for text in row[1:]]
        assert [text for cell in table.cells for text in [cell.text]] == [
            part for text in texts for part in text.split(", rank ")
        ]
        assert all(("≠" in cell.text) == (cell.agrees is False) for cell in table.cells)


def test_in_the_published_design_people_never_count_and_rules_without_chance_do(tables):
    payoffs = [cell for table in tables[1:9] for cell in table.cells]
    assert len(payoffs) == 8 * 10 * 4
    assert {cell.kind for cell in payoffs if cell.place.startswith(("CIT", "PCC"))} == {"constructed"}
    exact = [cell for cell in payoffs if cell.kind == "exact"]
    assert len(exact) == 64 and sum(bool(cell.agrees) for cell in exact) == 60, "four are printed .01 low"
    scores = [cell for table in tables[9:] for cell in table.cells]
    assert {cell.kind for cell in scores if cell.table == 16} == {"constructed"}, (
        "a rank depends on everybody"
    )
    assert all(cell.kind == "unrecorded" for cell in scores if cell.place.endswith("Dates"))
