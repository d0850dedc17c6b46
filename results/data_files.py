"""The data a part rests on: a digest of their files, or the names of those that are not here."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from humanlike.core import BadFile
from humanlike.datasets import find_data
from results.sources import ROOT, digest_of
from results.study import Needs

READ: Final = (".csv", ".json", ".parquet")


def missing_data(needs: Needs) -> list[str]:
    """Data sets that are not found."""
    return [name for name in needs.data if _digest(name) is None]


def data_digest(needs: Needs) -> str:
    """One digest of all data files, shipped ones included; empty where there are none."""
    digests = [f"{name} {_digest(name)}" for name in needs.data]
    digests += [f"{name} {_of_files([ROOT / 'src' / 'humanlike' / name])}" for name in needs.shipped]
    return digest_of("\n".join(digests).encode()) if digests else ""


def _digest(name: str) -> str | None:
    try:
        folder = find_data(name)
    except BadFile:
        return None
    return _of_files(path for path in sorted(folder.iterdir()) if path.suffix in READ)


def _of_files(paths: Iterable[Path]) -> str:
    return digest_of("\n".join(f"{path.name} {digest_of(path.read_bytes())}" for path in paths).encode())
