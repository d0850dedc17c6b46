"""Compiled programs are kept: ours in our place, the user's where and if the user says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from humanlike.core import double_precision, kept_programs
from humanlike.core.compiled import compiled
from humanlike.core.kept_programs import name_of_program
from humanlike.fitting.conduct_options import with_habit
from humanlike.players import RULES

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


KEPT = """
import numpy as np
from humanlike.core.compiled import compiled

traced = []

def weights(state):
    traced.append(1)
    return jnp.exp(state) / jnp.exp(state).sum()

program = compiled(weights, name="weights")

def named(x):
    with double_precision():
        return float(program(np.array([x, 1.0]))[0])
"""


def test_a_named_program_is_not_even_traced_again(tmp_path: Path) -> None:
    told = [_run(KEPT + "print(named(2.0), named(3.0) > 0.8, len(traced))", tmp_path) for _ in range(3)]
    assert [each.split()[-1] for each in told] == ["1", "0", "0"]
    assert len({each.split()[0] for each in told}) == 1


def test_a_program_that_jax_has_from_disk_is_kept_whole_all_the_same(tmp_path: Path) -> None:
    """What JAX read from disk cannot be written again: such a program failed in the run after the next."""
    unnamed = KEPT.replace('name="weights"', 'name=""')
    expected = _run(unnamed + "print(named(2.0))", tmp_path)
    assert [_run(KEPT + "print(named(2.0))", tmp_path) for _ in range(3)] == [expected] * 3


def test_a_damaged_program_is_made_again(tmp_path: Path) -> None:
    expected = _run(KEPT + "print(named(2.0))", tmp_path)
    for file in (tmp_path / "ours" / "compiled" / "whole").glob("*/*"):
        file.write_bytes(file.read_bytes()[:100])
    assert _run(KEPT + "print(named(2.0))", tmp_path) == expected


def test_rules_of_ours_have_names_and_others_have_none() -> None:
    assert name_of_program("replay", [RULES["cross"]])
    assert name_of_program("replay", [with_habit(RULES["cross"])]) == ""


def test_programs_are_forgotten_when_too_much_memory_is_mapped(monkeypatch: pytest.MonkeyPatch) -> None:
    with double_precision():
        program = compiled(lambda x: x + 1.0, name="one more")
        assert float(program(1.0)) == 2.0
        monkeypatch.setattr(kept_programs, "MOST_MAPPED", 0)
        kept_programs.make_room()
        assert not program._compiled
        assert float(program(1.0)) == 2.0


def test_whoever_wants_nothing_kept_finds_nothing(tmp_path: Path) -> None:
    code = "import os; os.environ['HUMANLIKE_CACHE'] = 'off'; os.chdir(pathlib.Path(mine).parents[1]);"
    assert _run(KEPT + code + "print(named(2.0) > 0.7)", tmp_path) == "True"
    assert not list(tmp_path.iterdir())


def test_where_nothing_can_be_written_programs_are_compiled_anew(tmp_path: Path) -> None:
    (tmp_path / "ours").write_text("a file stands where the folder would be")
    assert _run("import warnings; warnings.simplefilter('error'); print(ours(2.0))", tmp_path) == "7.0"
