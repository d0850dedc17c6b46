"""Double precision while our code runs, and only there.

Between program layouts single precision flips a move now and then; double precision has not been seen to.
JAX's switch belongs to the user, so it is turned for the running thread alone and turned back at the end:
arrays made meanwhile are doubles, and everybody else's stay what they were. Every function through which
JAX is entered carries it as a decorator, and so does every piece of work handed to another thread.
"""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def double_precision() -> Iterator[None]:
    """JAX computes in float64 in this thread, and finds compiled programs on disk; use as `with` or as decorator.

    >>> import jax.numpy as jnp
    >>> with double_precision():
    ...     print(jnp.ones(3).dtype)
    float64
    >>> print(jnp.ones(3).dtype)
    float32
    """
    import jax

    from humanlike.core.compiled import programs_on_disk

    with jax.enable_x64(True), programs_on_disk():
        yield
