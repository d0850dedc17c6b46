"""Samples: working files to start from, one for each kind of thing a user can bring.

In:  a name and a folder.    Out: files in it that the commands named beside them take as they are.
Knows nothing of: what the files mean; they are what a user would write, kept in `files/` and run by tests.
To add a sample: its files, its line in `SAMPLES`.

Play, forecasts, predictions, panel, traces and scores are simulated: they show the form, not people.
"""

import shutil
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

from humanlike.core import BadRequest, look_up

ENTRIES = "entries"


class SampleFiles(NamedTuple):
    """Files with what they are and a command that takes them."""

    what: str
    command: str
    sources: dict[str, str]  # what is written, and what it is a copy of below `files/`


def _same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


SAMPLES: dict[str, SampleFiles] = {
    "play": SampleFiles(
        "two bodies of play as long tables, one of machines",
        "humanlike similarity people machines",
        _same("people/play.csv", "people/games.json", "machines/play.csv", "machines/games.json"),
    ),
    "experiment": SampleFiles(
        "an experiment with machines among the participants, and who was interviewed and is known to be a person",
        "humanlike audit experiment --verified interviewed --suspects win-stay-lose-shift,tit-for-tat",
        _same("experiment/play.csv", "experiment/games.json"),
    ),
    "forecasts": SampleFiles(
        "probabilities by three forecasters, what happened, and what actions would pay",
        "humanlike decide forecasts.csv --payoffs payoffs.csv --outcomes outcomes.csv",
        _same("forecasts.csv", "outcomes.csv", "payoffs.csv"),
    ),
    "predictions": SampleFiles(
        "two models' predictions of the play in `people` (example play), and a paper's stylised play with two rules",
        "humanlike predict table11 --predictions table11/predictions.csv --rules none --test all --fit published",
        _same("predictions.csv", "table11/play.csv", "table11/games.json", "table11/predictions.csv"),
    ),
    "panel": SampleFiles(
        "two rounds of a Delphi panel, and what happened",
        "humanlike delphi panel.csv --outcomes panel_outcomes.csv",
        _same("panel.csv", "panel_outcomes.csv"),
    ),
    "memo": SampleFiles(
        "the examples of Brown's memorandum of 1970 on scoring forecasts",
        "humanlike pool memo/consensus.csv --method parimutuel",
        _same(
            "memo/election.csv",
            "memo/election_outcomes.csv",
            "memo/consensus.csv",
            "memo/two.csv",
            "memo/two_outcomes.csv",
            "memo/three.csv",
            "memo/three_outcomes.csv",
            "memo/uganda.csv",
            "memo/uganda_outcomes.csv",
            "memo/news.csv",
            "memo/tasks.csv",
            "memo/generators.py",
        ),
    ),
    "traces": SampleFiles(
        "four Social Ultimatum Games", "humanlike social learn traces.csv", _same("traces.csv")
    ),
    "rule": SampleFiles(
        "a learning rule of your own", "humanlike play chicken my_rule.py:RULE", _same("my_rule.py")
    ),
    "emulator": SampleFiles(
        "an emulator of your own", "humanlike play chicken my_emulator.py:EMULATOR", _same("my_emulator.py")
    ),
    "model": SampleFiles(
        "a language model of your own: where it listens, how it is asked, what it may cost",
        "humanlike models llm:my_model.toml",
        _same("my_model.toml"),
    ),
    "detector": SampleFiles(
        "a detector of your own",
        "humanlike judge machines --detector my_detector.py:DETECTOR",
        _same("my_detector.py"),
    ),
    "system": SampleFiles(
        "a scoring system of your own", "humanlike propriety my_system.py:SYSTEM", _same("my_system.py")
    ),
    "agent": SampleFiles(
        "a market agent of your own",
        "humanlike market compare my_agent.py:Dearer buffered",
        _same("my_agent.py"),
    ),
    "scores": SampleFiles(
        "scores of three variants in sixteen conditions, with what is known of these: a table of any simulator",
        "humanlike compare --scores scores.csv",
        _same("scores.csv"),
    ),
    "entry": SampleFiles(
        "a tournament entry, a program that runs in a sandbox (emulator in Python)",
        "humanlike entry check my_entry",
        {f"my_entry/{name}": f"{ENTRIES}/emulator-python/{name}" for name in ("entry.toml", "run.py")},
    ),
}


def write_sample(name: str, folder: Path | str = ".") -> list[Path]:
    """Write the files of a sample (or of `all`) into `folder`; a file that is already there is never touched."""
    look_up("sample", name, {**SAMPLES, "all": None})
    chosen = list(SAMPLES.values()) if name == "all" else [SAMPLES[name]]
    sources = {
        Path(folder) / target: source for sample in chosen for target, source in sample.sources.items()
    }
    present = [str(target) for target in sources if target.exists()]
    if present:
        raise BadRequest(
            f"'{present[0]}' is already there; nothing was written. Choose another folder with --to."
        )
    try:
        with as_file(files("humanlike.samples") / "files") as kept:
            for target, source in sources.items():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(kept / source, target)  # with its permissions: entries are programs
    except OSError as error:
        raise BadRequest(f"The sample cannot be written to '{folder}': {error.strerror or error}.") from error
    return list(sources)
