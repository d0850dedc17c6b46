"""The papers' pages: every mapped command runs, and prints the numbers that stand there."""

import re

import pytest
from results.papers.__main__ import main
from results.papers.catalogue import PAPERS
from results.papers.commands import CommandFailed, Commands
from results.papers.page import paper_page
from results.papers.row import Paper, Row
from results.shelf import Shelf
from results.sources import ROOT

DOCS = ROOT / "docs"
NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")


@pytest.mark.slow
@pytest.mark.parametrize("name", PAPERS)
def test_every_command_of_a_page_runs_and_gives_what_the_page_says(name, tmp_path):
    """Words to the letter, numbers but for the last digit: another processor may round otherwise."""
    today = paper_page(PAPERS[name], Shelf(DOCS / "results"), tmp_path)
    committed = (DOCS / "papers" / f"{name}.md").read_text(encoding="utf-8")
    assert NUMBER.sub("#", today) == NUMBER.sub("#", committed)
    for ours, theirs in zip(NUMBER.findall(today), NUMBER.findall(committed), strict=True):
        assert float(ours) == pytest.approx(float(theirs), rel=0.01, abs=0.002)


@pytest.mark.parametrize(
    "row", [row for paper in PAPERS.values() for row in paper.rows], ids=lambda row: row.where
)
def test_a_row_runs_or_says_why_not(row):
    assert row.command or row.result or row.why
    assert not row.published or row.ours or row.why, (
        "a printed number stands beside ours, or beside the reason"
    )
    assert all(line.strip().startswith("humanlike ") for line in row.command.split(";") if row.command)


def test_a_command_that_fails_is_told_with_what_it_said(tmp_path):
    with pytest.raises(CommandFailed, match=r"humanlike games chiken --json: .*Did you mean 'chicken'"):
        Commands(tmp_path).document("humanlike games chiken")


def test_a_path_that_leads_nowhere_says_what_is_there(tmp_path):
    lost = Row("Table 1", "needed", "humanlike power --effect .5 --alpha .05 --power .8", ours="nowhere")
    with pytest.raises(LookupError, match=r"no 'nowhere' among independent, paired"):
        paper_page(Paper("T", "C", "A", {"one": (lost,)}), Shelf(DOCS / "results"), tmp_path)


def test_an_unknown_paper_is_told(capsys):
    assert main(["nobody_1999"]) == 2
    assert "Known: arifovic_2006" in capsys.readouterr().err
