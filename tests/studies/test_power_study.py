"""Power from Python: any of the four is solved for, told, tabulated and drawn."""

import pytest

import humanlike as hl

FOUR = {"effect": 0.5, "games": 40, "alpha": 0.05, "power": 0.8}


def test_games_needed_are_the_books():
    """Cohen (1988): a medium effect takes 64 a group, or 34 pairs."""
    result = hl.power(effect=0.5, alpha=0.05, power=0.8)
    assert result.document() == {
        "independent": 64, "paired": 34, "solved_for": "n", "effect": 0.5, "alpha": 0.05, "power": 0.8,
    }  # fmt: skip
    assert result.frame()["n"].tolist() == [64, 34]
    assert repr(result) == "<PowerResult: Solved for n: 64 (independent), 34 (paired)>"


@pytest.mark.parametrize("missing", FOUR)
def test_whatever_is_left_out_is_told_and_drawn(missing):
    result = hl.power(**{name: value for name, value in FOUR.items() if name != missing})
    assert result.solved_for == {"games": "n"}.get(missing, missing)
    assert "paired" in str(result) and "<table>" in result._repr_html_()
    (axis,) = result.plot().axes
    for line in axis.lines[:2]:
        assert all(0 <= value <= 1 for value in line.get_ydata())
