"""Programs with a perfect memory across runs, better than any that warm pages could give: it is worth nothing."""

import sys

import numpy as np
import pytest

from humanlike.tournament import Plan, run_tournament
from humanlike.work import Effort, Workforce

REMEMBERS = """
    #!{python}
    # Trusted, it writes down every match it is shown; what it has seen before must be people's.
    import sys
    lines = open(sys.argv[2]).read().splitlines()
    play = " | ".join(sorted(a + " / " + b for a, b in zip(lines[::2], lines[1::2])))
    with open("{notes}", "a+") as notes:
        notes.seek(0)
        known = play in notes.read().splitlines()
        notes.write(play + "\\n")
    open(sys.argv[3], "w").write("0.99" if known else "0.3")
"""


def plan(*detectors, **changes):
    settings = {
        "emulators": ("random", "cournot", "fictitious-play"),
        "detectors": ("random", *map(str, detectors)),
        "games": ("chicken", "stag-hunt-2"),
        "trials": 4,
        "until": "fixed",
        "trust": True,
    }
    return Plan(**(settings | changes))


@pytest.fixture
def remembers(make_entry, tmp_path):
    script = REMEMBERS.format(python=sys.executable, notes=tmp_path / "notes")
    return make_entry(script, name="remembers")


def test_a_program_that_remembers_every_play_across_runs_earns_nothing(remembers, tmp_path):
    result = run_tournament(plan(remembers, asked_again=0.0), tmp_path / "run")
    answers = result.table[result.table["detector"] == "remembers"]
    assert (answers["probability"] == 0.3).all()  # nothing is ever shown to it a second time
    notes = (tmp_path / "notes").read_text().splitlines()
    assert len(notes) == len(set(notes)) > answers["play"].nunique()  # those changed for the audit are others
    own = result.detectors.set_index("name").loc["remembers"]
    assert own["balanced_score"] < np.log(0.5)


def test_asked_again_it_gives_itself_away(remembers, tmp_path):
    result = run_tournament(plan(remembers, asked_again=1.0), tmp_path / "run")
    marks = result.table.loc[result.table["detector"] == "remembers", "mark"]
    assert marks.str.startswith("changed its answer").all()


@pytest.mark.slow
def test_the_number_of_workers_changes_no_byte_where_programs_judge(make_entry, sandbox, tmp_path):
    counts = make_entry(
        """
        words = open(sys.argv[2]).read().split()
        open(sys.argv[3], "w").write(str(words.count("1") / len(words)))
        """,
        name="counts",
    )
    found = {}
    for workers in (1, 2):
        out = tmp_path / str(workers)
        run_tournament(plan(counts, trust=False), out, effort=Effort(Workforce(workers)))
        found[workers] = {
            file.relative_to(out): file.read_bytes()
            for file in sorted((out / "results").rglob("*"))
            if file.is_file()
        }
    assert found[1] == found[2]
    assert not (out / "results" / "asked").exists() and not (out / "results" / "played").exists()
