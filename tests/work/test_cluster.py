"""A real Dask cluster of two workers: the bytes of one process, also when a worker is killed; bad ones are told."""

import os
import signal
import socket
import subprocess
import sys

import pytest
from pieces import draw, slow_draw

import humanlike as hl
from humanlike.core import BadRequest, strict_json
from humanlike.work import Effort, Workforce, cluster, travelling

distributed = pytest.importorskip("distributed", reason="needs the extra 'cluster'")
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster"), pytest.mark.filterwarnings("ignore")]

STUDIES = {
    "market": lambda **how: hl.market.compare(
        "buffered", "dummy", agents="buffered,dummy", games=5, days=15, **how
    ),
    "recovery": lambda **how: hl.recover("cross+lapse", repetitions=120, pairs=2, rounds=6, starts=1, **how),
    "tournament": lambda **how: hl.compete(
        emulators="random,cournot,bush-mosteller",
        detectors="random,shape-only",
        trials=3,
        **how,
    ),
}


@pytest.fixture(scope="module")
def address():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as local:
        yield local.scheduler_address


def files(place):
    return {
        file.relative_to(place).as_posix(): file.read_bytes()
        for file in place.rglob("*")
        if file.is_file() and file.name not in ("log.jsonl", "report.html")
    }


@pytest.mark.parametrize("name", STUDIES)
def test_a_cluster_two_processes_and_one_give_the_same_bytes(name, address, tmp_path):
    study = STUDIES[name]
    study(workers=1, out=tmp_path / "alone")
    study(workers=2, out=tmp_path / "processes")
    study(cluster=address, out=tmp_path / "cluster")
    assert files(tmp_path / "alone") == files(tmp_path / "processes") == files(tmp_path / "cluster")


def test_a_worker_killed_midway_changes_nothing(address):
    effort = Effort(Workforce(cluster=address))
    killed = []

    def kill_one(what, done, total):
        if done == 2 and not killed:
            with distributed.Client(address, set_as_default=False) as client:
                killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    found = Effort(effort.workforce, None, kill_one).carry_out("drawing", slow_draw, range(8), shared=(5,))
    assert killed and [each.values.tolist() for each in found] == [
        draw(5, number).values.tolist() for number in range(8)
    ]


def test_users_files_are_found_by_workers_and_refused_if_they_changed(address, tmp_path):
    file = tmp_path / "mine.py"
    text = "from humanlike.worlds.market.agents.buffered import Buffered\nclass Mine(Buffered):\n    pass\n"
    file.write_text(text)
    how = {"agents": f"{file}:Mine,dummy", "games": 3, "days": 12}
    there = hl.market.play(**how, cluster=address)
    assert strict_json(there.document()) == strict_json(hl.market.play(**how, workers=1).document())


def test_objects_from_a_notebook_do_not_go_to_a_cluster(address):
    scope = {"__name__": "__main__"}
    exec("def notebook(number):\n    return number", scope)
    with pytest.raises(BadRequest, match=r"'notebook' was given as an object.*FILE\.py:OBJECT"):
        Effort(Workforce(cluster=address)).carry_out("odd", scope["notebook"], range(2))


def test_a_worker_with_another_version_is_named(address, monkeypatch):
    monkeypatch.setattr(cluster, "fingerprint", lambda: {**travelling.fingerprint(), "humanlike": "9.9"})
    with pytest.raises(
        BadRequest, match=r"The worker on .* has humanlike .* instead of 9\.9: install the same"
    ):
        Effort(Workforce(cluster=address)).carry_out("drawing", draw, range(2), shared=(1,))


def test_an_unreachable_scheduler_is_said_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nowhere = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(BadRequest, match=r"There is no Dask scheduler at 'tcp://127"):
        STUDIES["market"](cluster=nowhere, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_without_the_extra_the_command_says_what_to_install(tmp_path):
    program = (
        "import sys; sys.modules['distributed'] = None\n"
        "sys.argv = ['humanlike', 'market', 'play', '--days', '10', '--cluster', 'tcp://127.0.0.1:1']\n"
        "from humanlike.cli import main\nmain()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2 and "pip install 'humanlike[cluster]'" in done.stderr
