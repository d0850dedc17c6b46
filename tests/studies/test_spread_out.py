"""Every long study in one process and in two, whole and after a loss: the same document, the same directory.

Killed workers and killed studies are tried once for all in `tests/work`.
"""

import pytest

import humanlike as hl
from humanlike.work import workforce

pytestmark = pytest.mark.xdist_group("spread out")  # processes are started once

STUDIES = {  # the piece that is lost, the verb, what it is asked
    "recover": (
        "pieces/recovering-cross-lapse/00002.json",
        lambda **how: hl.recover("cross+lapse", repetitions=60, pairs=2, rounds=6, starts=1, **how),
    ),
    "confuse": (
        "pieces/fitting-each-to-each/00003.json",
        lambda **how: hl.confuse(
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
    whole = study(workers=1, out=tmp_path / "one").document()
    assert study(workers=2, out=tmp_path / "two").document() == whole
    assert files(tmp_path / "one") == files(tmp_path / "two")
    (tmp_path / "two" / piece).unlink()
    (tmp_path / "two" / "result.json").unlink()
    assert hl.resume(tmp_path / "two", workers=1).document() == whole
    assert files(tmp_path / "one") == files(tmp_path / "two")
