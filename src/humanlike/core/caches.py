"""Where this package keeps what can be computed again: below HUMANLIKE_CACHE, or `humanlike` in the user's cache.

The user's cache is XDG_CACHE_HOME, or ~/.cache. HUMANLIKE_CACHE=off keeps nothing.
"""

import os
from pathlib import Path

OFF = "off"


def cache_directory(kind: str) -> Path | None:
    """Where things of one kind are kept; None where the user wants nothing kept."""
    ours = os.environ.get("HUMANLIKE_CACHE", "")
    if ours == OFF:
        return None
    if ours:
        return Path(ours) / kind
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(caches) / "humanlike" / kind
