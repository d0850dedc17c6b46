"""Who works changes nothing; what is killed is done again; what travels goes by word and digest."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pieces import Drawn, always_dies, cores_seen, dies_once, draw, refuses

import humanlike as hl
from humanlike.core import BadFile, BadRequest
from humanlike.naming.bringing import bring
from humanlike.naming.user_files import digest_of_file, files_behind
from humanlike.work import Effort, RunDirectory, Workforce, available_cores, cores_granted, granted_cores
from humanlike.work.fingerprint import difference, fingerprint
from humanlike.work.processes import WorkersDied
from humanlike.work.travelling import check_code, packed, unpacked

TWO = Workforce(2)
RULES = """
import helper

class Counter:
    def __init__(self):
        self.count = 0

def double(value):
    return helper.twice(value)

def made():
    return lambda value: value

class Holder:
    def __init__(self, work):
        self.work = work

HOLDER = Holder(lambda value: value + 1)
LATE = made
"""


def same(first, second):
    return all(
        a.number == b.number and (a.values == b.values).all() and (a.spread == b.spread or a.number == 0)
        for a, b in zip(first, second, strict=True)
    )


@pytest.mark.parametrize("workforce", [Workforce(), TWO])
def test_what_is_taken_in_turn_is_kept_and_no_more(workforce, tmp_path):
    effort = Effort(workforce, RunDirectory(tmp_path / "run", {"study": "draw"}))
    taken = list(zip(range(3), effort.in_turn("drawing", draw, range(40), shared=(5,)), strict=False))
    assert same([drawn for _, drawn in taken], [draw(5, number) for number in range(3)])
    kept = sorted(file.name for file in (tmp_path / "run" / "pieces" / "drawing").iterdir())
    assert kept == ["00001.json", "00002.json", "00003.json"]
    all_of_them = list(effort.in_turn("drawing", draw, range(5), shared=(5,)))
    assert same(all_of_them, [draw(5, number) for number in range(5)])


def test_two_processes_give_what_one_gives_in_the_order_of_the_pieces():
    told = []
    alone = Effort().carry_out("drawing", draw, range(7), shared=(5,))
    both = Effort(TWO, None, lambda *said: told.append(said)).carry_out(
        "drawing", draw, range(7), shared=(5,)
    )
    assert same(alone, both) and [each.number for each in both] == list(range(7))
    assert told == [("drawing", done, 7) for done in range(8)]


def test_processes_begun_early_do_the_work_and_change_nothing():
    TWO.begin("json", 8)
    early = list(TWO.finished(draw, (5,), dict(enumerate(range(4)))))
    later = list(TWO.finished(draw, (5,), dict(enumerate(range(4)))))
    assert same([done for _, done in sorted(early)], [done for _, done in sorted(later)])


def test_who_ends_without_work_for_them_leaves_no_processes_and_says_nothing():
    program = (
        "from humanlike.work import Workforce; Workforce(2).begin('humanlike.engine', 2); print('ended')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


def test_who_is_interrupted_while_processes_load_says_nothing_of_them():
    program = (
        "import os, signal; from humanlike.work import Workforce; Workforce(2).begin('humanlike.engine', 2)\n"
        "try: os.killpg(0, signal.SIGINT)\nexcept KeyboardInterrupt: print('interrupted')"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, start_new_session=True)
    assert done.stdout == "interrupted\n" and "joblib" not in done.stderr


def test_a_killed_worker_costs_only_what_it_was_doing(tmp_path):
    found = Effort(TWO).carry_out("drawing", dies_once, range(5), shared=(tmp_path,))
    assert (tmp_path / "2").exists()
    assert same(found, Effort().carry_out("drawing", draw, range(5), shared=(1,)))


def test_workers_that_always_die_are_told():
    with pytest.raises(WorkersDied, match=r"3 times in a row .* fewer --workers"):
        Effort(TWO).carry_out("dying", always_dies, range(3))


@pytest.mark.parametrize("workforce", [Workforce(), TWO])
def test_a_sentence_of_a_worker_arrives(workforce):
    with pytest.raises(BadRequest, match="Piece 3 cannot be done"):
        Effort(workforce).carry_out("refusing", refuses, range(5))


def test_no_workers_are_refused():
    with pytest.raises(BadRequest, match="At least one worker"):
        Workforce(-1)
    assert Workforce.asked(0).workers == available_cores()


def test_n_workers_use_n_cores():
    seen = Effort(TWO).carry_out("looking", cores_seen, range(8))
    assert {cores for cores, _ in seen} == {1}
    with cores_granted(1):
        assert granted_cores() == 1
        with cores_granted(4):
            assert granted_cores() == 1  # nobody grants more than they have
    assert granted_cores() == available_cores()


def test_one_worker_plays_the_pieces_of_the_engine_one_after_the_other(monkeypatch):
    """How far XLA itself stays on one core is not ours to promise, and no clock of a busy machine tells it."""

    class Refused:
        def __init__(self, *_: object) -> None:
            raise AssertionError("threads were started")

    monkeypatch.setattr("humanlike.engine.pieces.ThreadPoolExecutor", Refused)
    with cores_granted(1):
        hl.play("chicken", "ewa", pairs=60000, rounds=5)
    monkeypatch.setattr("humanlike.engine.pieces.granted_cores", lambda: 2)
    with pytest.raises(AssertionError, match="threads were started"):
        hl.play("chicken", "ewa", pairs=60000, rounds=5)


@pytest.fixture
def own(tmp_path):
    (tmp_path / "helper.py").write_text("def twice(value):\n    return 2 * value\n")
    file = tmp_path / "mine.py"
    file.write_text(RULES)
    return file


def brought(file: Path, name: str):
    return bring("thing", str(file), name, lambda thing: True)


def test_users_things_travel_as_words_and_digests(own):
    double, holder, counter = (brought(own, name) for name in ("double", "HOLDER", "Counter"))
    for thing in (double, holder.work, counter):
        parcel = packed(thing)
        assert str(own).encode() in parcel and b"twice" not in parcel and b"bring_again" in parcel
        assert unpacked(parcel) is thing
    helper = sys.modules["helper"]
    assert unpacked(packed(helper.twice)) is helper.twice and b"mine.py" in packed(helper.twice)
    assert unpacked(packed(holder)).work is holder.work


def test_a_users_function_works_in_other_processes(own):
    double = brought(own, "double")
    assert Effort(TWO).carry_out("doubling", double, range(4)) == [0, 2, 4, 6]


def test_a_file_that_changed_on_the_way_is_refused(own):
    parcel = packed(brought(own, "double"))
    (own.parent / "helper.py").write_text("def twice(value):\n    return 3 * value\n")
    with pytest.raises(BadFile, match=r"does not find .*mine\.py.* as it was when the study began"):
        unpacked(parcel)


def test_what_a_file_makes_while_it_runs_cannot_travel(own):
    with pytest.raises(BadRequest, match=r"mine\.py' makes 'made\.<locals>.* --workers 1"):
        packed(brought(own, "LATE")())


def test_the_digest_covers_neighbours(own):
    before = digest_of_file(own)
    assert [file.name for file in files_behind(own)] == ["mine.py", "helper.py"]
    (own.parent / "helper.py").write_text("changed = True\n")
    assert digest_of_file(own) != before


def test_a_worker_with_other_code_is_refused():
    check_code(fingerprint())
    with pytest.raises(BadRequest, match=r"The worker on .* has numpy .* instead of 0\.0: install the same"):
        check_code({**fingerprint(), "numpy": "0.0"})
    assert difference({"humanlike": "1", "code": "a"}, {"humanlike": "1", "code": "b"}).endswith(
        "source files"
    )


def test_results_are_plain_enough_to_be_kept(tmp_path):
    record = draw(1, 0)
    assert isinstance(record, Drawn) and np.isnan(record.spread)
    assert pickle.loads(packed(record)).number == 0


def test_processes_are_not_started_for_work_of_a_moment():
    little, much = TWO.worthwhile(1.0), TWO.worthwhile(100.0)
    places = [
        {process for _, process in Effort(each).carry_out("looking", cores_seen, range(4))}
        for each in (little, much)
    ]
    assert places[0] == {os.getpid()} and os.getpid() not in places[1]
