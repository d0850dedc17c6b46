"""A user's own things: the object in `FILE.py:OBJECT` or `MODULE:OBJECT`, or a sentence about the file.

The file is run as it is, unsandboxed: it is the user's own. It is run once for each version of its contents, in double
precision (a constant made at its top level would be single precision otherwise), with its folder on the path so that
it can import its neighbours. Worker processes run it again (`carrying`).
"""

import hashlib
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from humanlike.core import BadFile, BadRequest, UnknownName, look_up
from humanlike.core.precision import double_precision
from humanlike.naming.carrying import remember
from humanlike.naming.user_files import digest_of_file

_loaded: dict[tuple[str, str], ModuleType] = {}  # by path and digest of what it and its neighbours hold


def bring(noun: str, place: str, thing: str, accepts: Callable[[object], bool]) -> Any:
    """The object called `thing` in a file or module; without a name, the only `noun` it defines."""
    module = module_of_file(Path(place)) if place.endswith(".py") else _module(place)
    public = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    fitting = {name: value for name, value in public.items() if accepts(value)}
    if not thing:
        return _only(noun, place, fitting)
    if thing not in public:
        known = ", ".join(sorted(fitting)) or f"no {noun} at all"
        raise UnknownName(f"'{place}' defines no '{thing}'; it has {known}.")
    if not accepts(public[thing]):
        others = f" It has {', '.join(sorted(fitting))}." if fitting else ""
        raise BadRequest(f"'{place}:{thing}' is a {type(public[thing]).__name__}, not a {noun}.{others}")
    return public[thing]


def _only(noun: str, place: str, fitting: dict[str, Any]) -> Any:
    """The one object of the kind, however many names it has."""
    different = {id(value): value for value in fitting.values()}
    if len(different) == 1:
        return next(iter(different.values()))
    if not fitting:
        raise BadRequest(f"'{place}' defines no {noun}.")
    raise BadRequest(
        f"'{place}' defines several: say which, for example {place}:{next(iter(sorted(fitting)))}."
    )


def is_module(name: str) -> bool:
    """Whether a module of this name could be imported (nothing is run but its parent packages)."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, AttributeError, ValueError):
        return False


def _module(name: str) -> ModuleType:
    try:
        with double_precision():
            return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise BadFile(f"The module '{name}' cannot be imported: {_where(error, None)}") from error


def module_of_file(path: Path) -> ModuleType:
    """The module in a file, run once for each version of its contents."""
    key = (str(path.resolve()), digest_of_file(path))
    if key in _loaded:
        return _loaded[key]
    name = f"humanlike_brought_{hashlib.sha256('|'.join(key).encode()).hexdigest()[:16]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadFile(f"'{path}' is no Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        with double_precision():
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BadFile(f"'{path}' cannot be used: {_where(error, path)}") from error
    finally:
        sys.path.remove(str(path.resolve().parent))
    remember(module, path, key[1])
    _loaded[key] = module
    return module


def _where(error: BaseException, path: Path | None) -> str:
    """The line that failed and what was said, in one sentence."""
    if isinstance(error, SyntaxError) and error.lineno:
        return f"line {error.lineno}: {error.msg}."
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if path is None or Path(frame.filename).resolve() == path.resolve()]
    place = f"line {own[-1].lineno}: " if own else ""
    said = " ".join(str(error).split())[:200]
    return f"{place}{type(error).__name__}{': ' + said if said else ''}."


def must_be(noun: str, thing: object, accepts: Callable[[object], bool]) -> Any:
    """An object given from Python, if it is of the kind."""
    if not accepts(thing):
        raise BadRequest(f"A {noun} or its name was expected, not {thing!r:.80}.")
    return thing


def no_setting(noun: str, name: str, setting: str, options: tuple[str, ...]) -> None:
    """Refuse `:SETTING` and `+OPTION` where the kind has none."""
    if setting:
        raise BadRequest(f"The {noun} '{name}' takes nothing after a colon, but ':{setting}' was given.")
    if options:
        look_up(f"option of a {noun}", options[0], {})
