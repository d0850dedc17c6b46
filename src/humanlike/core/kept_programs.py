"""Programs kept whole: found again by name, without tracing the functions they were made of.

JAX finds a compiled program by its operations, which have to be traced first; for a small program that takes as long
as all the rest. A program made of functions that this package's files define can be named instead: by those functions,
a digest of all our files, the versions of JAX, the processor and the shapes of what it is given. What has no such name
(a user's rule, a rule put together while we run) is traced as usual.

Every program maps memory, and a process that maps more regions than it may (65,530 on Linux by default) dies.
So all programs are forgotten when a process has mapped half as many: those still wanted are read or made again.
"""

import hashlib
import os
import pickle
import platform
import sys
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from contextvars import ContextVar
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast
from uuid import uuid4
from weakref import WeakSet

import jax
import numpy as np
from jax._src import config
from jax.experimental.serialize_executable import deserialize_and_load, serialize

from humanlike.core.rule import Rule
from humanlike.core.source import source_digest

PACKAGE = __name__.partition(".")[0]
MOST_KEPT = 4  # versions of our files whose programs stay
MOST_MAPPED = 30_000  # regions of memory

kept_in: ContextVar[Path | None] = ContextVar("where programs are kept whole", default=None)


class KeptProgram:
    """A jitted function; with a name, its compiled programs are kept."""

    def __init__(self, jitted: Any, name: str) -> None:
        self._jitted, self._name = jitted, name
        self._compiled: dict[Hashable, Callable[..., Any]] = {}
        make_room()
        _programs.add(self)

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        place = kept_in.get()
        if not self._name or place is None or config.disable_jit.value:
            return self._jitted(*arguments)
        leaves, structure = jax.tree.flatten(arguments)
        form = (structure, tuple(map(_form, leaves)), config.enable_x64.value)
        if (program := self._compiled.get(form)) is None:
            make_room()
            told = repr((self._name, *map(str, form), *_machine()))
            file = place / source_digest() / hashlib.sha256(told.encode()).hexdigest()
            program = _read(file, arguments)
            if program is None:
                # what JAX itself has from disk lacks parts when it is written again, so it is not asked
                with config.compilation_cache_dir(None):
                    program = _written(file, self._jitted.lower(*arguments).compile())
            self._compiled[form] = program
        return program(*arguments)

    def forget(self) -> None:
        """Let go of what was compiled; what is on disk stays."""
        self._compiled.clear()


_programs: WeakSet[KeptProgram] = WeakSet()


def make_room() -> None:
    """Forget all compiled programs if this process has mapped too much memory."""
    regions = Path("/proc/self/maps")
    if regions.exists() and regions.read_bytes().count(b"\n") > MOST_MAPPED:
        jax.clear_caches()
        for program in list(_programs):
            program.forget()


def name_of(function: Any) -> str:
    """Where a function of ours is found again; empty if it cannot be.

    >>> name_of(name_of), name_of(lambda: 0)
    ('humanlike.core.kept_programs.name_of', '')
    """
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    found: Any = sys.modules.get(module) if module.partition(".")[0] == PACKAGE else None
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}.{name}" if found is function else ""


def name_of_program(kind: str, rules: Iterable[Rule], *settings: Hashable) -> str:
    """The name of a program for these rules; empty if a function of theirs has none."""
    functions = [
        name_of(each)
        for rule in rules
        for each in (rule.initial_state, rule.log_weights, rule.update, rule.between)
        if each is not None
    ]
    return repr((kind, functions, settings)) if all(functions) else ""


def _form(leaf: Any) -> Any:
    """What a program depends on: shape, type, and whether it is a plain number of Python."""
    if isinstance(leaf, bool | int | float):
        return type(leaf).__name__
    return (np.shape(leaf), str(leaf.dtype), bool(getattr(leaf, "weak_type", False)))


@cache
def _machine() -> tuple[str, ...]:
    """What a compiled program was made for, and by which compiler."""
    features = np._core._multiarray_umath.__cpu_features__  # type: ignore[attr-defined]
    able = " ".join(sorted(name for name, present in features.items() if present))
    versions = version("jax"), version("jaxlib"), platform.python_version()
    return (*versions, platform.machine(), able, os.environ.get("XLA_FLAGS", ""))


def _read(file: Path, arguments: Any) -> Callable[..., Any] | None:
    """The program in a file; None if there is none, or none that can be read."""
    try:
        program, example = pickle.loads(file.read_bytes())
        structures = jax.tree.structure((arguments, {})), jax.tree.structure(example)
        return cast(Callable[..., Any], deserialize_and_load(program, *structures))
    except Exception:  # whatever is wrong with it: it is made again
        return None


def _written(file: Path, program: Any) -> Callable[..., Any]:
    """The program, kept whole or not at all."""
    # a full disk, a directory that cannot be written, a program that cannot be put into bytes: it runs all the same
    with suppress(Exception):
        whole, _, structure = serialize(program)
        parcel = pickle.dumps((whole, jax.tree.unflatten(structure, range(structure.num_leaves))))
        if not file.parent.exists():
            _forget(file.parent.parent)
            file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{file.name}.{uuid4().hex}")
        part.write_bytes(parcel)
        part.replace(file)
    return cast(Callable[..., Any], program)


def _forget(place: Path) -> None:
    """Make room for programs of another version of our files."""
    if not place.exists():
        return
    versions = sorted(
        (each for each in place.iterdir() if each.is_dir()), key=lambda each: each.stat().st_mtime
    )
    for old in versions[: -(MOST_KEPT - 1)]:
        for file in old.iterdir():
            file.unlink(missing_ok=True)
        old.rmdir()
