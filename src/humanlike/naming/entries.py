"""Entry directories: strangers' programs, run in their sandbox."""

from pathlib import Path

DESCRIPTION = "entry.toml"


def is_entry(word: str) -> bool:
    """Whether a word names a directory that holds an entry."""
    return (Path(word) / DESCRIPTION).exists()
