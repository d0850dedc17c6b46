"""What a command says and what it draws agree, on the files of `humanlike example all`."""

import re

import numpy as np
import pytest

import humanlike as hl
from humanlike.figures.style import GREY
from humanlike.samples import write_sample
from humanlike.studies.telling import StoryTable


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    folder = tmp_path_factory.mktemp("samples")
    write_sample("all", folder)
    return folder


def heading_of(figure):
    return " ".join(text.get_text().replace("\n", " ") for text in figure.texts)


def columns_of(result):
    return [list(part.columns) for part in result.story() if isinstance(part, StoryTable)]


def test_a_distance_inside_the_grey_is_not_called_a_difference(samples):
    """Grey is what the test compares with: a mark inside it cannot carry the smallest p there is."""
    result = hl.liken(samples / "people", samples / "machines", resamples=220)
    axis = result.plot().axes[0]
    names = [label.get_text() for label in axis.get_yticklabels()]
    grey = {
        round(line.get_ydata()[0]): line.get_xdata()[1] for line in axis.lines if line.get_color() == GREY
    }
    said = {round(text.xy[1]): text.get_text() for text in axis.texts if re.match("p |not", text.get_text())}
    found = {f"{each.title}, {short}": each for each in result.likenesses for short in ("KL", "JS")}
    assert len(grey) == len(names) == 11
    inside = [row for row, name in enumerate(names) if found[name].corrected <= grey[row]]
    assert inside, "the sample has metrics in which the two do not differ"
    for row, name in enumerate(names):
        assert (found[name].p_value > 0.05) == (found[name].interval[0] == 0) == (row in inside)
        assert not (row in inside and "≤" in said[row]), name
    assert "one population below" in columns_of(result)[0]
    assert set(result.document()["relabelled_95"]) == {each.name for each in result.likenesses}


def test_an_interval_says_of_what_it_is():
    result = hl.compare("payoff-change", "dates", trials=4, pairs=2, rounds=6)
    (columns,) = columns_of(result)
    assert columns[1:4] == ["difference", "difference from", "difference to"]
    (table,) = [part for part in result.story() if isinstance(part, StoryTable)]
    for _, mean, low, high, *_ in table.rows:
        assert low < mean < high


def test_a_correlation_that_does_not_exist_is_not_a_number():
    told = str(hl.compare("payoff-change", "dates", trials=4, pairs=2, rounds=6))
    assert "nan" not in told and "no correlation, since one of them never varies" in told
    assert "too few pairs to decide" in told, "undecided is something else"


def test_the_question_called_most_disputed_is_the_first_one_drawn(samples):
    for method in ("average", "parimutuel"):
        result = hl.pool(samples / "forecasts.csv", method=method)
        most = re.search(r"most disputed: (\S+)", result.headline())[1]
        figure = result.plot()
        assert heading_of(figure).startswith(f"{most} is disputed most")
        assert figure.axes[0].get_yticklabels()[0].get_text() == f"{most}: yes"


def test_a_question_that_cannot_be_drawn_is_named(samples):
    result = hl.delphi(samples / "panel.csv")
    assert "closer on 3 of 3 questions" in heading_of(result.plot())
    assert "not drawn, in units of its own: visitors" in heading_of(result.plot())


def test_the_picture_of_verdicts_names_what_was_not_judged(samples):
    result = hl.judge(samples / "machines")
    assert [each.game for each in result.refused] == ["chicken"]
    assert "not judged: chicken" in heading_of(result.plot())


def test_the_nearest_agent_is_named_with_those_its_interval_holds_too(samples):
    """Four games cannot tell the agents apart, and the headline does not."""
    few = hl.social.compare(samples / "traces.csv", resamples=100)
    distances = {name: found[-1] for name, found in few.likenesses.items() if found[-1].distance is not None}
    nearest = min(distances, key=lambda name: distances[name].corrected)
    high = distances[nearest].interval[1]
    held = [name for name in distances if name != nearest and distances[name].corrected <= high]
    assert held and few.headline().startswith(f"{nearest} is nearest")
    told = few.headline().split("an interval that holds ")[1]
    assert all(name in told for name in held) and heading_of(few.plot()).startswith(few.headline())
    people = hl.social.play(games=70, rounds=30, seed=1)
    many = hl.social.compare(people.table, resamples=50, times=3)
    assert "holds" not in many.headline() and np.isfinite(many.frame()["distance"].iloc[0])
