"""Table 1 of the Social Ultimatum paper: the page, the guide and the command say the same, also where it hurts."""

import json
import re
import shlex
import sys

import pytest
from results.pages.social_ultimatum import PAPER, page
from results.shelf import MadePart
from results.sources import ROOT
from results.studies.social_ultimatum import SIZES, STUDY, TABLE, compute
from results.study import Desk

from humanlike.cli import main

GUIDE = (ROOT / "docs" / "social_ultimatum.md").read_text(encoding="utf-8")


@pytest.fixture
def command(monkeypatch, capsys, tmp_path):
    """Run a line of commands as a reader would, in an empty folder; the document of the last one."""
    monkeypatch.chdir(tmp_path)

    def run(line):
        for words in line.split("; "):
            monkeypatch.setattr(sys, "argv", [*shlex.split(words), "--json"])
            with pytest.raises(SystemExit) as stop:
                main()
            assert not stop.value.code
            printed = capsys.readouterr().out
        return json.loads(printed)

    return run


def distances(document, metric):
    return {
        agent: next(each["distance"] for each in own["metrics"] if each["name"] == metric)
        for agent, own in document["agents"].items()
    }


def test_the_numbers_of_table_one_are_those_of_the_command_and_the_guide_shows_it(command, tmp_path):
    computed = compute(TABLE, Desk(tmp_path / "desk"))
    printed = command(STUDY.command)
    for metric in PAPER:
        assert distances(printed, metric) == {
            agent: own[metric]["distance"] for agent, own in computed.items()
        }
    for words in STUDY.command.split("; "):
        assert words in GUIDE, "a reader of the guide gets other numbers than the page"


def made(document):
    return MadePart(document, {}, None)


def agents(chains, interval=(0.0, 9.0)):
    """Distances of the paper's own Table 1, with other chains."""
    return {
        agent: {
            metric: {"distance": printed[agent], "interval": interval, "halves": 0.01}
            for metric, (_, printed) in {**PAPER, "d_Y8": ("chains", chains)}.items()
        }
        for agent in ("adaptive", "dba", "dbra", "game-theoretic")
    }


def test_a_page_in_another_order_than_the_paper_says_so():
    turned = {**PAPER["d_Y8"][1], "dba": 4.4, "dbra": 1.7, "adaptive": 0.4}
    text = "\n".join(page({TABLE: made(agents(turned))}))
    assert (
        "- d_Y8: dbra is nearer than dba here (1.7 and 4.4), dba nearer than dbra in the paper (16.34 and 20.1)."
    ) in text
    assert text.count("nearer than") == 2 + 2, "that pair and the two lines of other populations"
    same = "\n".join(page({TABLE: made(agents(PAPER["d_Y8"][1]))}))
    assert "Not in the paper's order" not in same and "in the paper's order in every metric" in same


def test_the_page_says_how_many_games_the_pattern_takes(command):
    draws = {
        "1": {"adaptive": (0.5, (0, 0.9)), "dba": (3.0, (1, 4)), "dbra": (1.5, (1, 2))},
        "2": {"adaptive": (0.5, (0, 1.1)), "dba": (None, None), "dbra": (1.5, (1, 2))},
        "3": {"adaptive": (1.8, (0, 2.9)), "dba": (2.2, (0, 4)), "dbra": (0.8, (0, 2))},
    }
    document = {
        seed: {agent: {"distance": value, "interval": ends} for agent, (value, ends) in draw.items()}
        for seed, draw in draws.items()
    }
    parts = {TABLE: made(agents(PAPER["d_Y8"][1])), "games 7": made(document)}
    (row,) = [line for line in page(parts) if line.startswith("| 7 |")]
    assert "0.50 (0.50 to 1.80) | 2.60 (2.20 to 3.00); none in 1 | 1.50" in row
    assert row.endswith("| 2 of 3 | 1 of 3 |")
    assert SIZES["games 7"] == 7


def test_a_single_set_of_seven_games_need_not_show_the_pattern(command):
    """The example of the guide, as a reader runs it."""
    play = "humanlike social play --games 7 --rounds 30 --seed 4 --out people.csv"
    line = f"{play}; humanlike social compare people.csv --seed 4"
    found = distances(command(line), "d_Y8")
    said = re.search(r"`--seed 4` gives adaptive ([\d.]+), DBA ([\d.]+), DBRA ([\d.]+)\.", GUIDE)
    assert said and [float(each) for each in said.groups()] == [
        round(found[agent], 2) for agent in ("adaptive", "dba", "dbra")
    ]
    assert found["dbra"] < found["adaptive"]
