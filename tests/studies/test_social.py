"""The Social Ultimatum Game from Python: words, objects, tables and files give the same; results can be taken away."""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest
from humanlike.worlds.social_ultimatum import SOCIAL_AGENTS

OWN = """
from dataclasses import replace
from humanlike.worlds.social_ultimatum import SOCIAL_AGENTS

AGENT = replace(SOCIAL_AGENTS["attached"], name="mine")
"""


@pytest.fixture(scope="module")
def played():
    return hl.social.play("attached", games=30, rounds=12)


@pytest.fixture(scope="module")
def compared(played):
    return hl.social.compare(played.table, agents="dba,game-theoretic", times=2, chains=3, resamples=30)


def test_words_and_objects_play_the_same_tables(played):
    given = hl.social.play([SOCIAL_AGENTS["attached"]] * 5, games=30, rounds=12)
    assert given.document() == played.document()
    frame = played.frame()
    assert len(frame) == 30 * 12 * 5 and set(frame["offer"]) <= set(range(11))


def test_adaptive_agents_play_where_parameters_are_given_and_attached_ones_elsewhere():
    """The worked trace: (5, 3, 4) earn 5, 9 and 6 in two rounds."""
    worked = {"reactivity": "0.5,0.2,0.25", "players": 3, "rounds": 2, "targeting": "most"}
    for agents in ("", "adaptive"):
        result = hl.social.play(agents, fairness=[5, 3, 4], exploration=0, **worked)
        assert [seat["earned"] for seat in result.document()["seats"]] == [5, 9, 6]
    bare = hl.social.play()
    assert bare.agents == ("attached",) * 5 and "synthetic population" in str(bare)
    assert "synthetic population" not in str(hl.social.play("attached"))
    with pytest.raises(BadRequest, match="Adaptive agents need"):
        hl.social.play("adaptive")


def test_files_tables_and_objects_teach_the_same(played, tmp_path):
    played.write(tmp_path / "traces.csv")
    learned = [hl.social.learn(source) for source in (played.table, played.frame(), tmp_path / "traces.csv")]
    assert learned[0].document() == learned[1].document() == learned[2].document()
    assert len(learned[0].players()) == 30 * 5 and learned[0].frame()[
        "share of offers"
    ].sum() == pytest.approx(1)
    learned[0].write(tmp_path / "learned.json")
    again = [
        hl.social.play(
            "adaptive,dba,dbra,game-theoretic,attached", learned=source, games=4, rounds=5
        ).document()
        for source in (learned[0].learned, tmp_path / "learned.json")
    ]
    assert again[0] == again[1]


def test_a_users_own_agent_plays_and_is_compared(played, tmp_path):
    (tmp_path / "mine.py").write_text(OWN)
    word = f"{tmp_path}/mine.py:AGENT"
    mine = hl.social.play(word, games=30, rounds=12)
    np.testing.assert_array_equal(mine.table.offers, played.table.offers)
    compared = hl.social.compare(played.table, agents=[word, "dba"], times=1, chains=2, resamples=20)
    assert list(compared.document()["agents"]) == ["mine", "dba"]


def test_a_comparison_is_a_table_with_intervals_and_a_picture(compared):
    frame = compared.frame()
    assert (
        list(frame.columns) == ["agent", "metric", "distance", "corrected", "lower", "upper", "halves"]
        and len(frame) == 10
    )
    assert compared.headline().startswith("dba is nearest to traces over time: d_Y3")
    assert len(compared.plot().axes) == 4


@pytest.mark.parametrize("name", ["played", "compared"])
def test_results_tell_and_draw_themselves(name, request):
    result = request.getfixturevalue(name)
    assert repr(result) == f"<{type(result).__name__}: {result.headline()}>"
    assert str(result).splitlines()[0] == result.headline() and "<table>" in result._repr_html_()
    assert result.plot().texts


def test_plays_of_matrix_games_are_no_traces():
    with pytest.raises(BadRequest, match="Traces of Social Ultimatum Games were expected"):
        hl.social.learn(hl.play("chicken", "random", pairs=2, rounds=3).plays[0])
