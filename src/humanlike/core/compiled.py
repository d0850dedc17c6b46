"""Compiled programs that outlive the process, without a cache the user did not ask for.

Tracing a rule is quick and compiling it is not, so its program is kept on disk: in the user's own directory
if JAX was given one, by the user's own rules; else in ours. JAX lets a thread have a directory of its own, but opens
the first it meets for good and for everybody. So it is handed a shelf that looks up, for each program, which
directory holds in the thread that asks: where none is set nothing is kept, as without us.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from jax._src import compilation_cache, config
from jax._src.compilation_cache_interface import CacheInterface

from humanlike.core.caches import cache_directory
from humanlike.core.kept_programs import KeptProgram, kept_in


class Shelf(CacheInterface):
    """The programs of whichever directory is set where it is asked."""

    _path = Path("the directory of each thread")  # for JAX's log

    def get(self, key: str) -> bytes | None:
        """The stored program, if there is one."""
        here = _opened(config.compilation_cache_dir.value)
        return None if here is None else here.get(key)

    def put(self, key: str, value: bytes) -> None:
        """Store a program."""
        here = _opened(config.compilation_cache_dir.value)
        if here is not None:
            here.put(key, value)


@cache
def _opened(directory: str | None) -> CacheInterface | None:
    """A directory's programs; None where there is no directory, or none can be made."""
    if not directory:
        return None
    try:
        found = compilation_cache.get_file_cache(directory)
    except OSError:  # a home that cannot be written to: programs are compiled anew
        return None
    return found[0] if found else None


@contextmanager
def programs_on_disk() -> Iterator[None]:
    """Keep every program compiled in this thread, unless the user has a directory of their own, or wants none."""
    ours = cache_directory("compiled")
    if config.compilation_cache_dir.value or ours is None:
        yield
        return
    _install()
    before = kept_in.set(ours / "whole")
    try:
        with config.compilation_cache_dir(str(ours)), config.persistent_cache_min_compile_time_secs(0.0):
            yield
    finally:
        kept_in.reset(before)


def _install() -> None:
    """Hand JAX the shelf, unless it has opened a directory of the user's already."""
    with compilation_cache._cache_initialized_mutex:
        if not compilation_cache._cache_initialized:
            compilation_cache._cache, compilation_cache._cache_initialized = Shelf(), True


def compiled(function: Callable[..., Any], *, soon: bool = False, name: str = "") -> Callable[..., Any]:
    """`jax.jit`, for the same bits on any number of cores; `soon` where compiling would take longer than running.

    With a `name` (`name_of_program`) the compiled program is kept whole. XLA hands sums to a library that cuts them
    into as many parts as the machine has cores; the order of additions, and with it the last bits of a fit, would
    depend on the machine. Its newer way of writing loops makes simulation up to twice as fast, and gradients a fifth
    slower; it takes half as long again to compile.
    """
    import jax

    jitted = jax.jit(
        function,
        compiler_options={
            "xla_cpu_experimental_ynn_fusion_type": "",
            "xla_cpu_parallel_codegen_split_count": 1,
            "xla_cpu_use_fusion_emitters": not soon,
        },
    )
    return KeptProgram(jitted, name)
