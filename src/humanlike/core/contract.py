"""Asking somebody's own object to do its part: what it raises becomes a sentence that names the line.

Every kind of thing a user can bring has a contract where it is used: `detectors.contract`, `emulators.contract`,
`engine.contract` (rules), `scoring.contract`. Outsiders can run them on their own work; `naming` does so by itself.
"""

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from humanlike.core.errors import BrokenContract, HumanlikeError

Result = TypeVar("Result")
HOUSE = Path(__file__).resolve().parent.parent


def attempt(what: str, work: Callable[..., Result], *arguments: Any) -> Result:
    """What `work` returns; its failure is the failure of `what` to do its part (our own sentences pass through)."""
    try:
        return work(*arguments)
    except HumanlikeError:
        raise
    except (Exception, SystemExit) as error:  # whoever is asked for a number does not end the program
        said = " ".join(str(error).split())[:200]
        name = type(error).__name__
        raise BrokenContract(
            f"{what} raises {name}{': ' + said if said else ''} ({place(error)})."
        ) from error


def place(error: BaseException) -> str:
    """The last line outside this package and the libraries that the error passed through."""
    frames = traceback.extract_tb(error.__traceback__)
    libraries = (str(HOUSE), sys.prefix, sys.base_prefix)
    own = [frame for frame in frames if not str(Path(frame.filename).resolve()).startswith(libraries)]
    last = (own or frames)[-1]
    return f"{Path(last.filename).name}, line {last.lineno}"
