"""The page of an audit: everything inside one file, the verdict first, never without the ethics."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rendered import BROWSER, laid_out

import humanlike as hl
from humanlike.cli import main
from humanlike.reports.audit_page import write_page
from humanlike.samples import write_sample

SUSPECTS = "win-stay-lose-shift,tit-for-tat"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The sample experiment."""
    folder = tmp_path_factory.mktemp("audit")
    write_sample("experiment", folder)
    return folder


@pytest.fixture(scope="module")
def result(folder):
    """Its audit."""
    return hl.audit(folder / "experiment", suspects=SUSPECTS, verified="interviewed", workers=1)


@pytest.fixture(scope="module")
def page(result, folder):
    """Its page; participants have given themselves names that a page must not believe."""
    path = folder / "page.html"
    write_page(replace(result, persons=tuple(f"<b>{name}</b>" for name in result.persons)), path)
    return path.read_text(encoding="utf-8")


def test_the_page_says_what_was_found_what_it_rests_on_and_what_it_is_not(page, result):
    assert result.headline().replace("'", "&#39;") in page
    for sentence in ("A flag is not proof", "sole ground for refusing payment", "falsely accused"):
        assert sentence in page
    for name in ("win-stay-lose-shift", "tit-for-tat", "verified people of this study"):
        assert name in page
    assert page.count("<svg") >= 2 * 7  # scores and six matches, each for a desk and for a phone


def test_the_page_needs_no_network_and_runs_no_script(page):
    assert "<script" not in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "default-src 'none'" in page


def test_a_strangers_label_is_text(page):
    assert "<b>p" not in page
    assert "&lt;b&gt;p" in page


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no browser to lay the page out")
@pytest.mark.parametrize("width", [400, 1280])
def test_nothing_sticks_out_and_nothing_is_cut(page, width, tmp_path):
    found = laid_out(page, width, tmp_path)
    assert found["page"] <= width
    assert found["outside"] == []
    assert found["clipped"] == []


def test_the_command_writes_the_page_and_says_so(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    words = (
        "humanlike audit experiment --verified interviewed --suspects alternator --report a.html --workers 1"
    )
    monkeypatch.setattr(sys, "argv", words.split())
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code in (0, None)
    assert "Wrote a.html" in capsys.readouterr().out
    assert Path("a.html").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("audit", "PLAYS is missing"),
        ("audit experiment", "What do people do in this game"),
        ("audit experiment --verified interviewd", "interviewd"),
        ("audit experiment --verified interviewed --suspects nobody", "nobody"),
        ("audit experiment --verified interviewed --suspects recorded", "No machine is on record"),
        ("audit experiment --verified interviewed --report a.txt", "A report is written as .html"),
    ],
)
def test_wrong_words_are_one_sentence(words, sentence, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", ["humanlike", *words.split()])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert "Traceback" not in said
