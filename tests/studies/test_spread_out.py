"""Every long study in one process and in two, whole and after a loss: the same directory, result included.

Killed workers and killed studies are tried once for all in `tests/work`.
"""

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import Play
from humanlike.datasets import write_plays
from humanlike.games import GAMES
from humanlike.studies.predict import settings_of, wishes_of
from humanlike.work import workforce

pytestmark = pytest.mark.xdist_group("spread out")  # processes are started once

PLAY = Play(GAMES["chicken"], np.random.default_rng(1).integers(0, 2, (16, 6)))
SHORT = {"trials": 12, "pairs": 2, "rounds": 6, "game": "chicken"}
STUDIES = {  # the piece that is lost, the verb, what it is asked
    "fit": (
        "pieces/fitting/00001.json",
        lambda data, **how: hl.fit(data, "cross,random", by="role", held_out="match", starts=1, **how),
    ),
    "liken": (
        "pieces/metrics/00001.json",
        lambda data, **how: hl.liken(data, data, metrics="cells,responses-2", resamples=20, **how),
    ),
    "compare": (
        "pieces/trials/00001.json",
        lambda data, **how: hl.compare(
            "coordination", "high-payoffs", against="cross,random", human=data, **SHORT, **how
        ),
    ),
    "recover": (
        "pieces/recovering-cross/00002.json",
        lambda data, **how: hl.recover("cross", repetitions=60, pairs=2, rounds=6, starts=1, **how),
    ),
    "predict": (
        "pieces/rules/00002.json",
        lambda data, **how: hl.predict(
            data,
            "cross+lapse,random",
            settings=settings_of(measures="LOG,MSD", simulations=10, resamples=20, expectation="simulated"),
            wishes=wishes_of(horizons="1,2,T", uncertain=True, checks=True),
            **how,
        ),
    ),
    "identify": (
        "pieces/identifying/00002.json",
        lambda data, **how: hl.identify(
            "random,cross:mitropoulos-2001", experiments=1, pairs=8, rounds=6, simulations=5, **how
        ),
    ),
    "confuse": (
        "pieces/fitting-each-to-each/00003.json",
        lambda data, **how: hl.confuse(
            "random,cross:mitropoulos-2001", repetitions=4, pairs=8, rounds=6, starts=1, **how
        ),
    ),
}


def files(place):
    return {
        file.relative_to(place).as_posix(): file.read_bytes()
        for file in place.rglob("*")
        if file.is_file() and file.name != "log.jsonl"
    }


@pytest.mark.parametrize("name", STUDIES)
def test_who_works_and_what_was_lost_change_nothing(name, tmp_path, monkeypatch):
    monkeypatch.setattr(workforce, "START_UP", 0.0)  # processes even for little work
    piece, study = STUDIES[name]
    write_plays(tmp_path / "data", [PLAY])
    study(str(tmp_path / "data"), workers=1, out=tmp_path / "one")
    study(str(tmp_path / "data"), workers=2, out=tmp_path / "two")
    assert files(tmp_path / "one") == files(tmp_path / "two")
    (tmp_path / "two" / piece).unlink()
    (tmp_path / "two" / "result.json").unlink()
    hl.resume(tmp_path / "two", workers=1)
    assert files(tmp_path / "one") == files(tmp_path / "two")
