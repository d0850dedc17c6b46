"""`humanlike games`: the list, one game, files, and bad input."""

import json
import subprocess
import sys

import pytest

from humanlike.cli import main
from humanlike.games import GAMES, read_game


@pytest.fixture
def humanlike(monkeypatch, capsys):
    """Run the command in this process; returns exit code, output, errors."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["humanlike", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
        shown = capsys.readouterr()
        return stop.value.code or 0, shown.out, shown.err

    return run


def test_the_list_names_every_game(humanlike):
    code, out, _ = humanlike("games")
    assert code == 0 and all(name in out for name in GAMES)
    code, out, _ = humanlike("games", "--json")
    listed = json.loads(out)
    assert [game["name"] for game in listed] == list(GAMES)
    assert all(game["citation"] for game in listed)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_shown_and_printed_as_json(humanlike, name):
    code, out, err = humanlike("games", name)
    assert code == 0 and GAMES[name].title in out and "quilibria" in out and not err
    code, out, _ = humanlike("games", name, "--json")
    document = json.loads(out)
    assert {
        "name",
        "title",
        "players",
        "actions",
        "payoffs",
        "citation",
        "equilibria",
        "pareto",
        "maximin",
    } < set(document)
    assert document["players"] == GAMES[name].n_players
    assert document["actions"] == [list(labels) for labels in GAMES[name].labels]
    key = "row" if GAMES[name].n_players == 2 else "profile"
    assert document["equilibria"] and all(
        key in each and "payoffs" in each for each in document["equilibria"]
    )


def test_equilibria_as_the_issue_spells_them(humanlike):
    _, out, _ = humanlike("games", "ochs", "--json")
    (only,) = json.loads(out)["equilibria"]
    assert only["row"] == [0.5, 0.5] and only["column"] == [0.1, 0.9] and only["payoffs"] == [4.8, 4.0]
    assert only["continuum"] is False and only["component"] == 0


def test_a_continuum_is_marked(humanlike):
    _, out, _ = humanlike("games", "centipede-3")
    assert out.count("continuum 1") == 4 and "6/49" in out


def test_the_logit_equilibrium_is_added_on_request(humanlike):
    _, out, _ = humanlike("games", "prisoners-dilemma", "--precision", 0, "--json")
    assert json.loads(out)["qre"] == {"precision": 0.0, "row": [0.5, 0.5], "column": [0.5, 0.5]}
    _, out, _ = humanlike("games", "minimum-effort", "--precision", 3)
    assert "each player" in out


def test_a_file_is_shown_and_converted(humanlike, tmp_path):
    plain = tmp_path / "mine.txt"
    plain.write_text("2 2\n1 2 3 4\n5 6 7 8\n")
    code, _, _ = humanlike("games", plain, "--out", tmp_path / "mine.nfg")
    assert code == 0
    code, out, _ = humanlike("games", tmp_path / "mine.nfg", "--json")
    assert json.loads(out)["payoffs"] == {"row": [[1, 3], [5, 7]], "column": [[2, 4], [6, 8]]}
    assert read_game(tmp_path / "mine.nfg").name == "mine"


def test_one_game_of_a_file_of_many(humanlike, tmp_path):
    many = tmp_path / "many.json"
    many.write_text(
        json.dumps({k: {"row": [[1, 2]], "col": [[2, 1]], "actions_col": ["[/b]", "y"]} for k in "ab"})
    )
    code, out, _ = humanlike("games", f"{many}#b")
    assert code == 0 and "[/b]" in out
    code, _, err = humanlike("games", many)
    assert code == 2 and "holds 2 games" in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chickn"], "Did you mean 'chicken'?"),
        (["ochs", "--precision", "-1"], "A precision is a finite number"),
        (["ochs", "--out", "x.pdf"], "a game file ends in"),
        (["public-goods", "--out", "x.txt"], "Plain text"),
        (["none.json"], "Cannot read"),
        (["--precision", "1"], "need a game"),
    ],
)
def test_bad_words_end_in_one_sentence_and_code_2(humanlike, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    code, out, err = humanlike("games", *words)
    assert code == 2 and sentence in err and err.count("\n") == 1 and not out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [
        '{"g": {"row": [[1, "x"]], "col": [[1, 2]]}}',
        '{"g": {"row": [[1, 2], [3]], "col": [[1, 2], [3, 4]]}}',
        '{"g": {"row": [], "col": []}}',
        '{"g": {"row": [[1, 2',
    ],
    ids=["words", "ragged", "no actions", "truncated"],
)
def test_bad_files_end_in_one_sentence_and_code_2(humanlike, tmp_path, content):
    (tmp_path / "bad.json").write_text(content)
    code, out, err = humanlike("games", tmp_path / "bad.json", "--out", tmp_path / "new.nfg")
    assert code == 2 and err.count("\n") == 1 and not out
    assert not (tmp_path / "new.nfg").exists()


def test_help_loads_none_of_the_heavy_libraries():
    code = (
        "import sys; sys.argv = ['humanlike', 'games', '--help']\n"
        "from humanlike.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('jax', 'scipy', 'nashpy') if name in sys.modules], file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Usage" in run.stdout and run.stderr.strip() == "[]"
