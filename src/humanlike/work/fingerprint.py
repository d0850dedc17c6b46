"""What code does the work: versions and a digest of the package's own files.

Two processes with the same fingerprint give the same bytes; a worker or a run directory with another one is refused.
"""

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from humanlike.core.source import source_digest

DECIDING = ("humanlike", "numpy", "scipy", "jax", "jaxlib", "pandas", "scikit-learn")


@cache
def fingerprint() -> dict[str, str]:
    """Versions of Python and of the packages that make numbers, and the digest of ours."""
    return {
        "python": platform.python_version(),
        **{name: _version(name) for name in DECIDING},
        "code": source_digest(),
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


@cache
def machine() -> dict[str, str]:
    """The processor and what of it our libraries use, kept beside results: elsewhere last bits may be others."""
    import numpy as np
    from threadpoolctl import threadpool_info

    found = np.show_config(mode="dicts")["SIMD Extensions"]
    kernels = {
        f"{each['internal_api']} {each['architecture']}"
        for each in threadpool_info()
        if "architecture" in each
    }
    return {
        "processor": f"{platform.system()} {platform.machine()}",
        "instructions": " ".join([*found.get("baseline", ()), *found.get("found", ())]),
        "linear algebra": ", ".join(sorted(kernels)),
    }


def difference(ours: dict[str, str], theirs: dict[str, str]) -> str:
    """What differs, in words; empty if nothing does.

    >>> difference({"numpy": "2.1", "code": "ab"}, {"numpy": "2.0", "code": "ab"})
    'numpy 2.0 instead of 2.1'
    """
    odd = [name for name in ours if theirs.get(name) != ours[name]]
    if odd == ["code"]:
        return f"humanlike {ours.get('humanlike', '')} with other source files"
    return ", ".join(
        f"{name} {theirs.get(name, 'unknown')} instead of {ours[name]}" for name in odd if name != "code"
    )
