"""Games and rules, described."""

import re

import pytest

from humanlike.core import BadRequest
from humanlike.games import GAMES
from humanlike.players import RULES
from humanlike.studies.describe_game import describe_game
from humanlike.studies.describe_rule import describe_rule


@pytest.mark.parametrize("name", RULES)
def test_a_rule_reads_without_markup(name):
    text = str(describe_rule(name))
    assert not re.search(r"\\|:math:|\.\. math|``|&", text.replace("& ", "and "))
    assert all(parameter in text for parameter in RULES[name].parameter_names)


def test_the_equation_of_ewa_is_readable():
    text = str(describe_rule("ewa"))
    assert "    N(t) = ρ N(t-1) + 1\n" in text
    assert "p_j(t+1) ∝ e^(λ A_j(t))" in text


def test_names_objects_and_files_describe_the_same(tmp_path):
    (tmp_path / "mine.py").write_text('"""Mine: a copy."""\nfrom humanlike.players.ewa import RULE\n')
    assert describe_rule("ewa").document() == describe_rule(RULES["ewa"]).document()
    assert describe_rule(f"{tmp_path}/mine.py:RULE").document() == describe_rule("ewa").document()
    assert describe_game("chicken").document() == describe_game(GAMES["chicken"]).document()


def test_lists_and_tables_come_as_frames():
    assert len(describe_game().frame()) == len(GAMES)
    assert set(describe_rule().frame()["id"]) == set(RULES)
    assert describe_game("chicken").frame().loc[0].tolist() == ["UL", 5.0, 5.0]
    assert describe_rule("cournot").frame().empty
    with pytest.raises(BadRequest):
        describe_game(precision=1.0)
