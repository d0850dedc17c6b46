"""A study's directory: killed and continued it ends with the same bytes; somebody else's is never touched."""

import json
import os
import signal
import time
from pathlib import Path

import pytest
from pieces import draw
from typer.testing import CliRunner

import humanlike as hl
from humanlike.cli import app
from humanlike.core import BadFile, BadRequest, UnknownName
from humanlike.core.progress import silent
from humanlike.studies.beginning import begin
from humanlike.work import Effort, RunDirectory, fingerprint

HERE = Path(__file__).parent
ASKED = {"study": "draw", "settings": {"seed": 5}, "versions": fingerprint(), "digests": {}}
GAMES = {"first": "buffered", "second": "dummy", "agents": "buffered,dummy", "games": 6, "days": 15}


def files(place):
    return {
        file.relative_to(place).as_posix(): file.read_bytes()
        for file in sorted(place.rglob("*"))
        if file.is_file() and file.name not in ("log.jsonl", "lock")
    }


def effort(place, **changes):
    return Effort(directory=RunDirectory(place, {**ASKED, **changes}))


def test_pieces_are_kept_and_not_done_again(tmp_path):
    found = effort(tmp_path / "run").carry_out("drawing", draw, range(3), shared=(5,))
    kept = effort(tmp_path / "run").carry_out("drawing", draw, range(3), shared=(99,))  # another seed
    assert [each.values.tolist() for each in kept] == [each.values.tolist() for each in found]
    more = effort(tmp_path / "run").carry_out("drawing", draw, range(4), shared=(5,))
    assert more[3].values.tolist() == draw(5, 3).values.tolist()


def test_a_harmed_piece_is_done_again(tmp_path):
    effort(tmp_path / "run").carry_out("drawing", draw, range(3), shared=(5,))
    before = files(tmp_path / "run")
    file = tmp_path / "run" / "pieces" / "drawing" / "00002.json"
    file.write_text(file.read_text().replace("1", "2", 1))
    effort(tmp_path / "run").carry_out("drawing", draw, range(3), shared=(5,))
    assert files(tmp_path / "run") == before


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"study": "fit"}, r"holds another study \(draw\)"),
        ({"settings": {"seed": 6}}, r"other settings \(seed was 5\)"),
        ({"versions": {**fingerprint(), "jax": "0.0"}}, r"begun with other versions: now there is jax 0\.0"),
        ({"digests": {}}, r"'data.csv' has changed since the study"),
    ],
)
def test_another_study_version_or_file_is_refused(tmp_path, changes, told):
    first = {"digests": {"data.csv": "ab"}}
    effort(tmp_path / "run", **first).carry_out("drawing", draw, range(1), shared=(5,))
    before = files(tmp_path / "run")
    with pytest.raises(BadRequest, match=told):
        effort(tmp_path / "run", **{**first, **changes})
    assert files(tmp_path / "run") == before


def test_somebody_elses_directory_is_not_touched(tmp_path):
    (tmp_path / "thesis.tex").write_text("chapter one")
    with pytest.raises(BadRequest, match=r"no study's directory: it holds thesis\.tex"):
        effort(tmp_path)
    with pytest.raises(BadFile, match="is a file"):
        effort(tmp_path / "thesis.tex")
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.tex"]


def test_nothing_is_written_before_work_begins(tmp_path):
    with pytest.raises(UnknownName, match="planer"):
        hl.market.compare("planer", out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_full_disk_is_said_with_how_to_continue(tmp_path, monkeypatch):
    from humanlike.work import run_directory

    real = run_directory.write_atomically

    def full(path, content):
        if path.name == "00002.json":
            raise BadFile(f"'{path}' cannot be written: the disk is full.")
        real(path, content)

    monkeypatch.setattr(run_directory, "write_atomically", full)
    with pytest.raises(BadFile, match=r"the disk is full.* continue with --resume"):
        effort(tmp_path / "run").carry_out("drawing", draw, range(3), shared=(5,))
    monkeypatch.undo()
    effort(tmp_path / "run").carry_out("drawing", draw, range(3), shared=(5,))
    assert len(files(tmp_path / "run")) == 4


def test_a_study_is_continued_from_its_directory_alone(tmp_path):
    whole = hl.market.compare(**GAMES, workers=1, out=tmp_path / "run")
    before = files(tmp_path / "run")
    asked = json.loads(before["study.json"])
    assert asked["study"] == "market.compare" and asked["settings"]["games"] == 6
    (tmp_path / "run" / "pieces" / "games" / "00005.json").unlink()
    (tmp_path / "run" / "result.json").unlink()
    again = hl.resume(tmp_path / "run", workers=1)
    assert again.document() == whole.document() and files(tmp_path / "run") == before
    with pytest.raises(BadRequest, match=r"holds another study \(market\.compare\), not predict"):
        hl.resume(tmp_path / "run", study="predict")
    with pytest.raises(BadFile, match="holds no study"):
        hl.resume(tmp_path)


def killed_when_kept(place, count, **changes):
    """Play in a forked child and kill it once so many games are kept."""
    child = os.fork()
    if not child:
        hl.market.compare(**{**GAMES, **changes}, workers=1, out=place)
        os._exit(0)
    while len(list((place / "pieces" / "games").glob("0*.json"))) < count:
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def test_a_study_killed_ten_times_ends_with_the_same_bytes(tmp_path):
    hl.market.compare(**GAMES, workers=1, out=tmp_path / "whole")
    for count in range(1, 11):
        killed_when_kept(tmp_path / "broken", count)
    hl.resume(tmp_path / "broken", workers=1)
    assert files(tmp_path / "broken") == files(tmp_path / "whole")


def test_what_a_killed_writer_left_is_no_stranger_and_is_swept(tmp_path):
    hl.market.compare(**GAMES, workers=1, out=tmp_path / "whole")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / ".study.json.a1b2c3d4").write_text("{")
    hl.market.compare(**GAMES, workers=1, out=tmp_path / "broken")
    (tmp_path / "broken" / "pieces" / "games" / ".00003.json.cfdkgcle").write_text("{")
    hl.resume(tmp_path / "broken", workers=1)
    assert files(tmp_path / "broken") == files(tmp_path / "whole")


def test_until_decided_plays_no_game_beyond_the_decision_whoever_works(tmp_path, monkeypatch):
    decided = {**GAMES, "first": "inventory", "agents": "dummy,dummy", "games": 20}
    whole = hl.market.compare(**decided, workers=1).report.sequential
    assert 3 < whole.decided_after < 20  # of the pairs that are played without looking
    stopped = hl.market.compare(**decided, until_decided=True, workers=1, out=tmp_path / "one")
    assert stopped.report.sequential.decided_after == len(stopped.played.first) == whole.decided_after
    assert stopped.n_games == len(list((tmp_path / "one" / "pieces" / "games").iterdir()))
    assert stopped.n_games == 2 * whole.decided_after
    with monkeypatch.context() as patch:
        patch.setattr("humanlike.work.workforce.START_UP", 0.0)  # in processes, however short the games
        hl.market.compare(**decided, until_decided=True, workers=2, out=tmp_path / "two")
    for count in (1, 4, 7):
        killed_when_kept(tmp_path / "broken", count, **decided, until_decided=True)
    hl.resume(tmp_path / "broken", workers=1)
    assert files(tmp_path / "two") == files(tmp_path / "broken") == files(tmp_path / "one")


def test_objects_are_told_when_a_study_is_resumed_without_them(tmp_path):
    from humanlike.worlds.market.agents.buffered import Buffered

    class Mine(Buffered):
        pass

    hl.market.play([Mine, "dummy"], days=10, workers=1, out=tmp_path / "run")
    with pytest.raises(BadRequest, match="was given an object as agents"):
        hl.resume(tmp_path / "run")


def test_a_study_of_files_named_from_elsewhere_says_where_it_was_begun(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(
        "from humanlike.worlds.market.agents.buffered import Buffered\nclass Mine(Buffered):\n    pass\n"
    )
    monkeypatch.chdir(tmp_path)
    hl.market.play("mine.py:Mine,dummy", days=10, workers=1, out=tmp_path / "run")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    with pytest.raises(BadRequest, match=r"names 'mine\.py', as seen from '.*', where it was begun"):
        hl.resume(tmp_path / "run")
    monkeypatch.chdir(tmp_path)
    hl.resume(tmp_path / "run")


def test_whoever_interrupts_is_told_how_to_continue(tmp_path):
    def stop(what, done, total):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt, match="continue with --resume"):
        hl.market.compare(**GAMES, workers=1, out=tmp_path / "run", progress=stop)
    assert len(list((tmp_path / "run" / "pieces" / "games").glob("0*.json"))) == 2


def test_the_command_continues_too(tmp_path):
    def run(*words):
        return CliRunner().invoke(app, ["market", "compare", *words, "--json"], catch_exceptions=True)

    words = [
        "buffered",
        "dummy",
        "--agents",
        "buffered,dummy",
        "--games",
        "4",
        "--days",
        "12",
        "--workers",
        "1",
    ]
    first = run(*words, "--out", str(tmp_path / "run"))
    assert first.exit_code == 0, first.output
    assert run("--resume", str(tmp_path / "run")).stdout == first.stdout
    refused = run("--resume", str(tmp_path / "run"), "--games", "9")
    assert isinstance(refused.exception, BadRequest) and "leave out --games" in str(refused.exception)


def test_a_users_file_or_data_that_changed_since_is_refused(tmp_path):
    file, data = tmp_path / "mine.py", tmp_path / "table.csv"
    file.write_text(
        "from humanlike.worlds.market.agents.buffered import Buffered\nclass Mine(Buffered):\n    pass\n"
    )
    hl.market.play(f"{file}:Mine,dummy", days=10, workers=1, out=tmp_path / "run")
    file.write_text(file.read_text() + "    patience = 3\n")
    with pytest.raises(BadRequest, match=r"mine\.py', or a file it imports, has changed since the study"):
        hl.resume(tmp_path / "run")
    data.write_text("match,round\n")
    how = {"workers": 1, "cluster": "", "out": tmp_path / "study", "progress": silent}
    begin("fit", {"data": str(data), **how}).carry_out("drawing", draw, range(1), shared=(5,))
    data.write_text("match,round\n1,1\n")
    with pytest.raises(BadRequest, match=r"table\.csv' has changed since the study"):
        begin("fit", {"data": str(data), **how})
