"""Compiled programs are kept: ours in our place, the user's where and if the user says."""

import os
import subprocess
import sys
from pathlib import Path

LIBRARY = """
import jax, jax.numpy as jnp, pathlib, sys
from humanlike.core import double_precision

def ours(x):
    with double_precision():
        return float(jax.jit(lambda y: y * 3.0 + 1.0)(x))

def theirs(x):
    return float(jax.jit(lambda y: jnp.sin(y) * 5.0)(x))

def count(path):
    return len(list(pathlib.Path(path).glob("**/*-cache")))

mine, user = sys.argv[1] + "/compiled", sys.argv[2]
"""


def _run(code: str, folder: Path) -> str:
    """What a fresh interpreter prints, our programs going to `folder`/ours, the user's to `folder`/theirs."""
    environment = {**os.environ, "HUMANLIKE_CACHE": str(folder / "ours")}
    done = subprocess.run(
        [sys.executable, "-c", LIBRARY + code, str(folder / "ours"), str(folder / "theirs")],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_our_programs_are_kept_and_the_users_are_not(tmp_path: Path) -> None:
    code = "ours(2.0); kept = count(mine); theirs(2.0); print(kept > 0, count(mine) == kept)"
    assert _run(code, tmp_path) == "True True"


def test_a_program_once_kept_is_not_compiled_again(tmp_path: Path) -> None:
    code = (
        "seen = []; jax.monitoring.register_event_listener(lambda event, **_: seen.append(event));"
        "ours(2.0); print(seen.count('/jax/compilation_cache/cache_hits') > 0)"
    )
    assert [_run(code, tmp_path), _run(code, tmp_path)] == ["False", "True"]


def test_the_users_own_directory_is_used_for_all_even_when_it_is_named_late(tmp_path: Path) -> None:
    named = (
        "jax.config.update('jax_compilation_cache_dir', user);"
        "jax.config.update('jax_persistent_cache_min_compile_time_secs', 0.0);"
    )
    early = named + "ours(2.0); theirs(2.0); print(count(mine), count(user) > 1)"
    late = (
        "ours(2.0); kept = count(mine);" + named + "theirs(2.0); print(count(mine) - kept, count(user) > 0)"
    )
    assert _run(early, tmp_path / "early") == "0 True"
    assert _run(late, tmp_path / "late") == "0 True"


def test_where_nothing_can_be_written_programs_are_compiled_anew(tmp_path: Path) -> None:
    (tmp_path / "ours").write_text("a file stands where the folder would be")
    assert _run("import warnings; warnings.simplefilter('error'); print(ours(2.0))", tmp_path) == "7.0"
