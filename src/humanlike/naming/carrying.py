"""Users' things on their way to workers: as file, digest and place in it, never as code.

What a file defines (functions, classes, and functions inside its rules and agents) is remembered by where it stands; a
worker runs the same file, if it has the same digest there, and takes the thing from the same place.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from humanlike.core import BadFile, BadRequest
from humanlike.naming.user_files import digest_of_file, files_behind
from humanlike.work.travelling import travels_as

DEEPEST = 3  # a function in a field of an object in a list
_places: dict[int, "Place"] = {}  # by identity: modules are kept, so no number is used again
_files: dict[str, Path] = {}  # of the modules, by name


class Place(NamedTuple):
    """Where a thing stands: the file, its digest, the neighbour it imports (or ""), and what leads to it there."""

    file: str
    digest: str
    neighbour: str
    keys: tuple[Any, ...]


def remember(module: ModuleType, path: Path, digest: str) -> None:
    """Note where everything stands that a user's file, or a neighbour it imports, defines."""
    neighbours = {file.resolve() for file in files_behind(path)[1:]}
    beside = [each for each in list(sys.modules.values()) if _file_of(each) in neighbours]
    for each in (module, *beside):
        _files[each.__name__] = path
        neighbour = "" if each is module else each.__name__
        for keys, thing in _inside(vars(each), each.__name__, ()):
            _places.setdefault(id(thing), Place(str(path.resolve()), digest, neighbour, keys))


def _file_of(module: ModuleType) -> Path | None:
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if isinstance(file, str) else None


def _inside(
    things: Mapping[Any, Any], home: str, before: tuple[Any, ...]
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """What is defined in the module `home`, with the way to it."""
    for key, thing in list(things.items()):
        keys = (*before, key)
        if callable(thing) and getattr(thing, "__module__", None) == home and hasattr(thing, "__qualname__"):
            yield keys, thing
        elif len(keys) < DEEPEST and not isinstance(thing, ModuleType | type):
            yield from _inside(_parts(thing), home, keys)


def _parts(thing: Any) -> Mapping[Any, Any]:
    if isinstance(thing, dict):
        return thing
    if isinstance(thing, tuple) and hasattr(thing, "_asdict"):
        return dict(thing._asdict())
    if isinstance(thing, list | tuple):
        return dict(enumerate(thing))
    return getattr(thing, "__dict__", {})


def _word_of(thing: Any) -> Any:
    """How a worker finds a thing of a user's file; None for all others."""
    place = _places.get(id(thing))
    if place is not None:
        return bring_again, tuple(place)
    home = _files.get(str(getattr(thing, "__module__", None)))
    if home is None or not callable(thing) or not hasattr(thing, "__qualname__"):
        return None
    raise BadRequest(
        f"'{home}' makes '{thing.__qualname__}' while it runs, so that no worker could find it: define it at the top "
        "level of the file, or use --workers 1."
    )


travels_as(_word_of)


def bring_again(file: str, digest: str, neighbour: str, keys: tuple[Any, ...]) -> Any:
    """Run in a worker: the thing at this place of the same file."""
    from humanlike.naming.bringing import module_of_file  # which remembers things here

    if not Path(file).exists() or digest_of_file(Path(file)) != digest:
        raise BadFile(
            f"A worker does not find '{file}' as it was when the study began: workers need users' files at the same "
            "places, unchanged."
        )
    thing: Any = module_of_file(Path(file))
    if neighbour:
        thing = sys.modules[neighbour]
    for key in keys:
        thing = getattr(thing, str(key)) if not isinstance(thing, dict | list | tuple) else _item(thing, key)
    return thing


def _item(thing: Any, key: Any) -> Any:
    return getattr(thing, key) if hasattr(thing, "_asdict") else thing[key]
