"""Our numbers: found by path, written with as many decimals as asked."""

from collections.abc import Mapping
from typing import Any


def picked(document: Any, path: str) -> Any:
    """What stands at a path: keys, numbers of list items, or KEY=VALUE (several by &) for the first item that has it.

    >>> picked({"detectors": [{"name": "dates", "score": -0.69}]}, "detectors/name=dates/score")
    -0.69
    """
    found = document
    for step in path.split("/"):
        try:
            found = _step(found, step)
        except (KeyError, IndexError, StopIteration, ValueError) as error:
            known = ", ".join(map(str, found)) if isinstance(found, Mapping) else f"{len(found)} items"
            raise LookupError(f"'{path}': no '{step}' among {known}") from error
    return found


def _step(found: Any, step: str) -> Any:
    if isinstance(found, Mapping):
        return found[step]
    if "=" in step:
        wanted = [part.split("=", 1) for part in step.split("&")]
        return next(item for item in found if all(str(item[key]) == value for key, value in wanted))
    return found[int(step)]


def written(value: Any, decimals: int) -> str:
    """A value as a page shows it; floats with so many decimals, tiny ones by their power of ten.

    >>> written(0.41666, 4), written(7, 3), written("established", 3), written(None, 3), written(2.2e-16, 3)
    ('0.4167', '7', 'established', 'undefined', '2.2e-16')
    >>> written({"dates": 0.5, "random": 0.5}, 2)
    '[dates 0.50, random 0.50]'
    """
    if value is None:
        return "undefined"
    if isinstance(value, float):
        tiny = value != 0 and abs(value) < 0.5 * 10**-decimals
        return f"{value:.2g}" if tiny else f"{value:.{decimals}f}"
    if isinstance(value, Mapping):
        return f"[{', '.join(f'{name} {written(each, decimals)}' for name, each in value.items())}]"
    if isinstance(value, list | tuple):
        return f"[{', '.join(written(each, decimals) for each in value)}]"
    return str(value)
