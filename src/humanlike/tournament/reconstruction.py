"""The reconstruction of the published tournament's human plays. These are not human data.

The plays of CIT, PCC1 and PCC2 were never published. What ships instead are plays in which mean and standard
deviation of the row and the column payoffs equal Tables 4-11 as printed, for every experiment and game; which
cells each pair visits beyond that, and in which order, is constructed after the paper's description. So a
comparison that uses payoff means and deviations may be called exact; one that depends on the order of moves
(Payoff Change, Coordination, any trained detector) must be marked *constructed*. `reconstruction_note` says so
to programs; `docs/reconstruction.md` to people; `scripts/reconstruct_humans.py` makes the files.

Arifovic, McKelvey & Pevnitskaya (2006), Games and Economic Behavior 57, 93-122, Tables 4-11 and 14.
"""

import json
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Any

from humanlike.core import BadFile, Play
from humanlike.datasets import read_plays
from humanlike.games import GAMES
from humanlike.tournament.published import CITATION, EXPERIMENTS
from humanlike.tournament.published import PUBLISHED_GAMES as GAME_NAMES

LABEL = "reconstruction"
# Detectors whose answers follow from the exact numbers alone; every other answer is constructed.
EXACT_DETECTORS = frozenset({"random", "dates", "high-payoffs"})

_FOLDER = files("humanlike.tournament") / "data" / "reconstruction"


@lru_cache(maxsize=1)
def _note_text() -> str:
    try:
        return (_FOLDER / "reconstruction.json").read_text(encoding="utf-8")
    except OSError as error:
        raise BadFile("The package's reconstruction of the human plays is missing; reinstall it.") from error


def reconstruction_note() -> dict[str, Any]:
    """What is exact, what is constructed, and for each play what was printed and what was attained.

    >>> note = reconstruction_note()
    >>> note["label"], note["exact"]
    ('reconstruction', ['n', 'row_mean', 'row_sd', 'column_mean', 'column_sd', 'total'])
    >>> note["rows"]["PCC1"]["chicken"]["attained"]["row_mean"]
    4.485714
    """
    note: dict[str, Any] = json.loads(_note_text())
    return note


def is_constructed(detector: str) -> bool:
    """Whether a detector's answer to a reconstructed play depends on more than the exact numbers.

    >>> is_constructed("coordination"), is_constructed("high-payoffs")
    (True, False)
    """
    return detector not in EXACT_DETECTORS


def reconstructed_plays() -> dict[str, dict[str, Play]]:
    """The 24 plays, by experiment and game; every provenance says that it is a reconstruction.

    >>> play = reconstructed_plays()["CIT"]["battle-of-the-sexes"]
    >>> play.provenance["experiment"], play.actions.shape
    ('CIT (reconstruction)', (16, 50))
    """
    return {experiment: {name: _read(experiment, name) for name in GAME_NAMES} for experiment in EXPERIMENTS}


def _read(experiment: str, name: str) -> Play:
    with as_file(_FOLDER / f"{experiment}-{name}.txt") as path:
        play = read_plays(path, GAMES[name])[0]
    provenance = {
        "dataset": f"{experiment} (reconstruction)",
        "experiment": f"{experiment} (reconstruction)",
        "label": LABEL,
        "file": f"{experiment}-{name}.txt",
        "exact": "means and standard deviations of row and column payoffs over pairs (Tables 4-11)",
        "constructed": "everything else, above all the order of moves",
        "source": CITATION,
    }
    return play.from_source(provenance)
