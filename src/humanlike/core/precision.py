"""Double precision and compiled programs that outlive the process.

Between program layouts single precision flips a move now and then; double precision has not been seen
to. A compiled program is kept on disk, because tracing is quick and compiling is not.
"""

import os
from pathlib import Path


def prepare_jax() -> None:
    """Switch JAX to float64 and give it a place for compiled programs; call before the first array."""
    import jax

    jax.config.update("jax_enable_x64", True)
    place = os.environ.get("HUMANLIKE_CACHE") or _user_cache()
    jax.config.update("jax_compilation_cache_dir", str(Path(place) / "compiled"))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)


def _user_cache() -> str:
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "humanlike")
