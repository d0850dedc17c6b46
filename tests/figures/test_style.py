"""The house style: what every figure promises, whoever draws it and whatever the user has set."""

import subprocess
import sys
import warnings
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest

from humanlike.core import BadFile
from humanlike.figures import figure_path, save, svg_text
from humanlike.figures.style import (
    MACHINES,
    PEOPLE,
    TALLEST,
    WIDE,
    estimate,
    heading_of,
    house_style,
    label_ends,
    look_of,
    name_rows,
    new_figure,
    reference_line,
    spread,
    width_of,
    wrapped,
)


@house_style()
def drawn(title="People are told apart", **options):
    figure, axes = new_figure(WIDE, 2.0, title=title, subtitle="n = 3", **options)
    axis = axes[0, 0]
    axis.set_xlim(0, 1)
    name_rows(axis, ["people", "<b>$x_1$</b>"])
    estimate(axis, 0.5, 0, (0.4, 0.6), PEOPLE)
    estimate(axis, 1.8, 1, (-0.5, 1.9), MACHINES)
    reference_line(axis, 0.5, "chance")
    return figure


def words(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_an_estimate_is_a_dot_with_its_interval_and_beyond_the_axis_an_arrow_with_its_number():
    people, dot, *rest = drawn().axes[0].lines
    assert people.get_xdata().tolist() == [0.4, 0.6] and dot.get_marker() == "o"
    assert dot.get_xdata() == [0.5] and dot.get_color() == PEOPLE.colour
    clipped = rest[0]
    assert clipped.get_xdata().tolist() == [0.0, 1.0], "the line ends where the axis does"
    assert not any(line.get_marker() == "s" for line in rest), "no dot where the value is not"
    assert "1.8 ▸" in words(drawn())


def test_an_estimate_without_interval_is_hollow_and_an_unknown_one_is_said_in_words():
    figure, axes = new_figure(WIDE, 1.0, title="")
    estimate(axes[0, 0], 0.5, 0, (np.nan, 0.6))
    estimate(axes[0, 0], np.nan, 1)
    (dot,) = axes[0, 0].lines
    assert dot.get_markerfacecolor() != dot.get_color() and words(figure) == ["unknown"]


def test_the_chance_line_says_what_it_is():
    figure = drawn()
    assert "chance" in words(figure) and figure.axes[0].lines[-1].get_xdata() == [0.5, 0.5]


def test_a_title_states_the_finding_at_the_left_and_is_never_cut():
    long = "word " * 60
    figure = drawn(title=long)
    assert heading_of(figure).split() == [*long.split(), "n", "=", "3"]
    assert all(text.get_ha() == "left" for text in figure.texts)
    assert all(
        width_of(text.get_text(), text.get_size(), bold=text.get_weight() == "bold") <= WIDE
        for text in figure.texts
    )


def test_no_figure_is_taller_than_a_page():
    figure, _ = new_figure(WIDE, 60.0, title="long")
    assert figure.get_size_inches().tolist() == [WIDE, TALLEST]


def test_lines_wrap_between_words_and_keep_them_all():
    lines = wrapped("one two three four", 9.0, 0.6)
    assert len(lines) > 1 and " ".join(lines) == "one two three four"
    assert wrapped("", 9.0, 1.0) == []


def test_labels_that_would_collide_are_moved_apart_as_little_as_possible():
    assert spread(np.array([0.9, 0.1]), 0.2).tolist() == [0.9, 0.1]
    found = spread(np.array([0.5, 0.5, 0.55]), 0.1)
    assert np.diff(found).tolist() == pytest.approx([0.1, 0.1])
    assert found.mean() == pytest.approx(np.mean([0.5, 0.5, 0.55]))


def test_lines_are_named_in_their_colour_beside_their_ends():
    figure, axes = new_figure(WIDE, 2.0, title="")
    axes[0, 0].set_xlim(0, 1)
    axes[0, 0].set_ylim(0, 1)
    label_ends(axes[0, 0], [(1.0, 0.5, "a", "#0072b2"), (1.0, 0.5, "b", "#009e73")])
    first, second = figure.axes[0].texts
    assert (first.get_text(), first.get_color()) == ("a", "#0072b2")
    assert second.xyann[1] > first.xyann[1] and first.xyann[0] > 1


def test_a_line_that_ends_far_outside_the_axes_leaves_them_their_room(tmp_path):
    """A pointer at a place a million heights below would be all that the layout has room for, with a warning."""
    figure, axes = new_figure(WIDE, 2.0, title="")
    axis = axes[0, 0]
    axis.set(xlim=(0, 1), ylim=(-1, 1))
    label_ends(axis, [(1.0, -1e6, "a", "#0072b2"), (1.0, -2e6, "b", "#009e73")])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        save(figure, tmp_path / "f.svg")
    assert all(text.xy == pytest.approx((1.0, -1.0)) for text in axis.texts)
    assert axis.get_position().height > 0.4


def test_five_series_have_five_looks_and_none_is_of_fills_only():
    looks = [look_of(place) for place in range(5)]
    assert len({look.colour for look in looks}) == len({look.marker for look in looks}) == 5
    assert not {"#e69f00", "#56b4e9"} & {look.colour for look in looks}


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_equal_figures_give_equal_bytes_however_often_they_are_saved(tmp_path, suffix):
    figure = drawn()
    pictures = [save(figure, tmp_path / f"{name}{suffix}").read_bytes() for name in "ab"]
    pictures.append(save(drawn(), tmp_path / f"c{suffix}").read_bytes())
    assert pictures[0] == pictures[1] == pictures[2]


def test_a_file_without_ending_is_svg_and_its_text_is_text(tmp_path):
    place = save(drawn(), str(tmp_path / "new folder" / "figure"))
    assert place.suffix == ".svg" == figure_path("figure").suffix
    root = ElementTree.fromstring(place.read_text())
    assert "People are told apart" in {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert "date" not in place.read_text()


def test_a_png_has_two_hundred_dots_an_inch(tmp_path):
    head = save(drawn(), tmp_path / "figure.png").read_bytes()[:24]
    assert int.from_bytes(head[16:20]) == WIDE * 200


def test_bad_places_for_a_figure_are_refused_in_a_sentence(tmp_path):
    with pytest.raises(BadFile, match=r"'figure\.gif'"):
        save(drawn(), tmp_path / "figure.gif")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot be written"):
        save(drawn(), tmp_path / "file" / "figure.svg")


def test_a_page_gives_the_embedded_figure_its_colours_and_strangers_names_do_not_inject():
    text = svg_text(drawn())
    ElementTree.fromstring(text.replace("xlink:", ""))
    assert "var(--human, #d55e00)" in text and "var(--machine, #0072b2)" in text
    assert "fill: #ffffff" not in text and "<b>" not in text and "&lt;b&gt;$x_1$" in text
    assert "aria-label='People are told apart n = 3'" in text


def test_drawing_changes_neither_settings_nor_backend_of_the_user():
    code = (
        "import matplotlib; matplotlib.use('svg'); matplotlib.rcParams['font.size'] = 31; "
        "before = dict(matplotlib.rcParams); import sys; "
        "import humanlike.figures as f; from humanlike.figures.style import *; "
        "draw = house_style()(lambda: new_figure(3, 1, title='x')[0]); figure = draw(); f.svg_text(figure); "
        "assert figure.texts[0].get_size() == 10; "
        "assert dict(matplotlib.rcParams) == before; assert 'matplotlib.pyplot' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_style_holds_whatever_the_user_has_set():
    with matplotlib.rc_context({"font.size": 40, "axes.facecolor": "black", "lines.linewidth": 9}):
        loud = svg_text(drawn())
    assert loud == svg_text(drawn())
