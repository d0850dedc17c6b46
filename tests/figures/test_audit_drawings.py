"""Pictures of an audit: who stands where, in whose colour."""

import numpy as np

from humanlike.figures.audit import Curve, ScoreRow, draw_match, draw_scores, draw_unmasking
from humanlike.figures.style import MACHINES, NARROW, PEOPLE, heading_of

ROWS = [
    ScoreRow("verified people", np.array([-2.0, -1.0, 0.5]), "people"),
    ScoreRow("participants", np.array([-1.0, 3.0]), "participants"),
    ScoreRow("tit-for-tat", np.array([2.0, 4.0]), "machines"),
]


def test_everybody_has_a_row_in_the_colour_of_their_kind():
    figure = draw_scores(ROWS, 2.5, finding="5 % are machines", width=NARROW)
    axis = figure.axes[0]
    labels = {label.get_text(): label.get_color() for label in axis.get_yticklabels()}
    assert list(labels) == [row.name for row in ROWS]
    assert labels["verified people"] == PEOPLE.colour
    assert labels["tit-for-tat"] == MACHINES.colour
    dots = [line.get_xdata().tolist() for line in axis.lines if line.get_marker() == "."]
    assert dots == [row.scores.tolist() for row in ROWS]
    assert "flagged from here" in [text.get_text() for text in axis.texts]


def test_without_flags_no_line_says_where_they_begin():
    axis = draw_scores(ROWS, None, finding="none").axes[0]
    assert "flagged from here" not in [text.get_text() for text in axis.texts]


def test_more_suspects_than_fit_are_counted():
    many = [ScoreRow(f"s{number}", np.zeros(2), "machines") for number in range(20)]
    assert "4 suspects not drawn" in heading_of(draw_scores(many, None, finding="none"))


def test_a_round_that_speaks_for_a_machine_is_a_blue_bar_upwards():
    axis = draw_match(["C", "D"], ["D", ""], [1.5, -0.5], finding="p1").axes[0]
    heights = [bar.get_height() for bar in axis.patches]
    assert heights == [1.5, -0.5]
    words = [text.get_text() for text in axis.texts]
    assert words[:4] == ["C", "D", "D", "?"]


def test_a_suspect_has_one_colour_in_every_game():
    rounds = np.arange(1, 4)
    line = np.array([0.1, 0.5, 0.9])
    curves = {
        "pd": [Curve("a", line, line, line), Curve("b", line / 2, line / 2, line / 2)],
        "bos": [Curve("b", line, line, line)],
    }
    figure = draw_unmasking(rounds, curves, wanted=0.9, finding="f", measure="power")
    first, second = (
        [each for each in axis.lines if each.get_marker() not in ("None", "")] for axis in figure.axes[:2]
    )
    assert first[1].get_color() == second[0].get_color() != first[0].get_color()
