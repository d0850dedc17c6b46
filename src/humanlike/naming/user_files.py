"""A user's file with the neighbours it imports: one digest over all of them.

Neighbours are found in the import statements, not by running anything: `import helper` in a file beside `helper.py`, or
beside a folder `helper`, and what those import in turn.
"""

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path

from humanlike.core import BadFile


def digest_of_file(path: Path) -> str:
    """SHA-256 over a user's file and the neighbours it imports."""
    files = files_behind(path)
    if len(files) == 1:
        return hashlib.sha256(_content(path)).hexdigest()
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + _content(file) + b"\0")
    return digest.hexdigest()


def files_behind(path: Path) -> list[Path]:
    """The file first, then the neighbours it imports, directly or through each other."""
    found, waiting = [path], [path]
    while waiting:
        for neighbour in _neighbours(waiting.pop(), path.parent):
            if neighbour not in found:
                found.append(neighbour)
                waiting.append(neighbour)
    return [path, *sorted(found[1:])]


def _neighbours(file: Path, folder: Path) -> Iterator[Path]:
    for name in _imported(file):
        place = folder.joinpath(*name.split("."))
        if place.with_suffix(".py").is_file():
            yield place.with_suffix(".py")
        elif place.is_dir():
            yield from sorted(place.rglob("*.py"))


def _imported(file: Path) -> Iterator[str]:
    """Names of the modules a file imports, wherever it does so; none if it is no Python."""
    try:
        tree = ast.parse(_content(file))
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadFile(f"Cannot read '{path}': {error.strerror or error}.") from error
