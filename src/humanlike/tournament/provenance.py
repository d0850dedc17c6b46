"""Where a tournament's numbers come from: hashes of all that went in and came out, authors, versions.

A hash is the first sixteen hexadecimal digits of SHA-256, except those of whole files, which are given in full so that
`sha256sum` confirms them.
"""

import hashlib
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

import humanlike
from humanlike.core import Game
from humanlike.naming.entries import is_entry
from humanlike.naming.grammar import parts_of
from humanlike.tournament.records import parquet_bytes
from humanlike.tournament.result import TournamentResult

PACKAGES = ("jax", "jaxlib", "numpy", "scipy", "pandas", "pyarrow", "scikit-learn", "statsmodels")
SHORT = 16


class Item(NamedTuple):
    """One thing that went in or came out, and its hash."""

    kind: str
    name: str
    digest: str


def human_items(result: TournamentResult) -> list[Item]:
    """Every human play that was judged."""
    people = result.datasets[result.datasets["is_human"]]
    seen = dict.fromkeys(zip(people["game"], people["source"], people["moves"], strict=True))
    return [Item(str(game), str(source), str(moves)) for game, source, moves in seen]


def other_items(result: TournamentResult) -> list[Item]:
    """Games, entries kept in directories, and the tables of the run directory."""
    items = [Item("game", game.name, payoff_checksum(game)) for game in result.material.games]
    for kind, words in (("emulator", result.plan.emulators), ("detector", result.plan.detectors)):
        items += [
            Item(f"{kind} program", part, directory_digest(Path(part)))
            for part in dict.fromkeys(part for word in words for part in parts_of(word))
            if is_entry(part)
        ]
    for name, table in (("answers", result.table), ("datasets", result.datasets)):
        digest = hashlib.sha256(parquet_bytes(table)).hexdigest()
        items.append(Item("result", f"results/{name}.parquet", digest))
    return items


def payoff_checksum(game: Game) -> str:
    """A hash of payoffs and what depends on them, not of names."""
    content = hashlib.sha256(game.situation_kind.encode())
    for table in game.tables:
        content.update(f"{table.shape}".encode())
        content.update(table.astype("<f8").tobytes())
    return content.hexdigest()[:SHORT]


def directory_digest(folder: Path) -> str:
    """A hash of all files below `folder`: their names and contents."""
    content = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()):
        content.update(path.relative_to(folder).as_posix().encode() + b"\0")
        content.update(hashlib.sha256(path.read_bytes()).digest())
    return content.hexdigest()[:SHORT]


def versions() -> dict[str, str]:
    """Of this package, Python, and the packages that numbers depend on."""
    found = {"humanlike": humanlike.__version__, "Python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found
