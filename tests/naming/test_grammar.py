"""One grammar for every name."""

import pytest

from humanlike.core import BadFile, BadRequest, HumanlikeError, UnknownName
from humanlike.emulators import EMULATORS, PlayShape
from humanlike.games import GAMES
from humanlike.naming.emulators import check_emulator_word, find_emulator
from humanlike.naming.grammar import parse_mixture, split_words
from humanlike.naming.rules import find_cast, find_player, find_rule, find_rules
from humanlike.naming.unsandboxed import digest_of, places_of
from humanlike.players import RULES

MINE = """
from humanlike.players import RULES
RULE = RULES["cournot"]
OTHER = RULES["ewa"]
NUMBER = 3
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "one.py").write_text("from humanlike.players import RULES\nRULE = RULES['ewa']\n")
    (tmp_path / "broken.py").write_text("x = 1\ny = undefined_name\n")
    (tmp_path / "leaving.py").write_text("import sys\n\nsys.exit(3)\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_named_set_leaves_nothing_to_fit_and_an_option_adds_its_own_parameter():
    assert find_rule("ewa:mixed-model-a").parameter_names == ()
    assert find_rule("ewa:mixed-model-a+lapse").parameter_names == ("lapse",)
    assert find_player("ewa:mixed-model-a+lapse").parameters[:-1] == RULES["ewa"].published["mixed-model-a"]


def test_a_word_in_a_file_an_object_and_a_symbol_name_the_same_rule(mine):
    assert find_rule("mine.py:RULE") is find_rule("./mine.py:RULE") is find_rule(RULES["cournot"])
    assert find_rule("one.py") is RULES["ewa"]
    assert find_rule("humanlike.players.cournot:RULE") is RULES["cournot"]
    assert find_rules("mine.py:RULE,CR,cournot") == [RULES["cournot"], find_rule("CR")]


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("mine.py", "defines several"),
        ("mine.py:NUMBER", "is a int, not a rule"),
        ("mine.py:NOBODY", "defines no 'NOBODY'"),
        ("broken.py:RULE", "line 2: NameError"),
        ("leaving.py:RULE", "line 3: SystemExit"),
        ("absent.py:RULE", "Cannot read"),
        ("./absent", "There is no rule at"),
        ("eww", "Did you mean 'ewa'"),
        ("ewa:nobody", "No parameter set of ewa"),
        ("ewa+lapses", "No option of the rule ewa"),
        ("ewa:fitted", "--people DATA"),
    ],
)
def test_a_wrong_word_gets_a_sentence(mine, word, sentence):
    with pytest.raises(HumanlikeError, match=sentence.replace("(", r"\(")):
        find_rule(word)


def test_a_mixture_keeps_its_shares():
    cast = find_cast("mix(ewa:.75,cournot:.25)")
    assert cast.shares == (0.75, 0.25)
    emulator = find_emulator("mix(ewa:.75,cournot:.25)")
    assert emulator.name == "mix(ewa:.75,cournot:.25)"
    from humanlike.core import Streams

    members, followed = cast.players(Streams(1)["x"], 16, 2)
    for role in range(2):
        assert sum(members[number][0].name == "ewa" for number in followed[role::2]) == 12
    assert emulator.play(Streams(1)["x"], GAMES["chicken"], PlayShape.full(16, 3)).n_rounds == 3


@pytest.mark.parametrize(
    "word",
    ["mix()", "mix(ewa:.5,cournot)", "mix(ewa:.5,cournot:.6)", "mix(ewa:-1,cournot:2)", "mix(ewa,ewa)"],
)
def test_an_impossible_mixture_is_refused(word):
    with pytest.raises(BadRequest):
        parse_mixture(word)


def test_commas_inside_brackets_do_not_split():
    assert split_words("seven, mix(ewa,cournot) ,nash") == ("seven", "mix(ewa,cournot)", "nash")


def test_a_name_that_means_two_things_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ewa").mkdir()
    assert find_emulator("ewa") is EMULATORS["ewa"]
    (tmp_path / "ewa" / "entry.toml").write_text("")
    with pytest.raises(BadRequest, match=r"write \./ewa"):
        find_emulator("ewa")


def test_wrong_names_are_found_without_fitting():
    check_emulator_word("ewa:fitted")
    with pytest.raises(UnknownName):
        check_emulator_word("eww:fitted")
    with pytest.raises(BadRequest, match="no parameters to fit"):
        check_emulator_word("cournot:fitted")


def test_only_what_comes_from_a_users_file_runs_unsandboxed(mine):
    assert places_of("mine.py:RULE", EMULATORS) == ("mine.py",)
    assert places_of("mix(mine.py:RULE,ewa)", EMULATORS) == ("mine.py",)
    assert places_of("mine:RULE:fitted", EMULATORS) == ("mine",)
    assert places_of("ewa:mixed-model-a", EMULATORS) == ()
    assert places_of("mix(ewa,cournot)", EMULATORS) == ()


def test_a_files_digest_follows_its_contents(mine):
    first = digest_of("mine.py")
    assert digest_of("mine.py") == first == digest_of(str(mine / "mine.py"))
    (mine / "mine.py").write_text(MINE + "# a comment more")
    assert digest_of("mine.py") != first
    with pytest.raises(BadFile, match="no module 'nobodys'"):
        digest_of("nobodys")


def test_a_file_is_run_once_for_each_version_of_its_contents(mine):
    with pytest.raises(BadFile):
        find_rule("broken.py:RULE")
    (mine / "broken.py").write_text("from humanlike.players import RULES\nRULE = RULES['random']\n")
    assert find_rule("broken.py:RULE") is RULES["random"]


def test_a_users_file_is_run_in_double_precision_and_leaves_the_users_own_alone(tmp_path):
    import jax.numpy as jnp

    (tmp_path / "constant.py").write_text(
        "import jax.numpy as jnp\nfrom humanlike.players import RULES\nTENTH = jnp.array(0.1)\nRULE = RULES['ewa']\n"
    )
    find_rule(f"{tmp_path}/constant.py:RULE")
    import sys

    brought = [module for name, module in sys.modules.items() if name.startswith("humanlike_brought_")]
    assert str(next(module for module in brought if hasattr(module, "TENTH")).TENTH.dtype) == "float64"
    assert jnp.array(0.1).dtype == "float32"
