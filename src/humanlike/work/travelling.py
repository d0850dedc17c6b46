"""How pieces travel to workers: data by value, our functions by name, users' things by word and digest.

A room above may say that some things go as words (`travels_as`): `naming` does so for everything a user's file defines.
Such a thing is never pickled; the worker finds it in the same file, if the file has the same digest there.
"""

import hashlib
import io
import pickle
import socket
from collections import OrderedDict
from collections.abc import Callable
from types import FunctionType
from typing import Any

import cloudpickle

from humanlike.core import BadRequest
from humanlike.work.cores import cores_granted
from humanlike.work.fingerprint import difference, fingerprint

Reduced = tuple[Callable[..., Any], tuple[Any, ...]] | None
_words: list[Callable[[Any], Reduced]] = []
_opened: OrderedDict[str, Any] = OrderedDict()  # what many pieces share is unpacked once a process
KEPT = 2


def travels_as(word_of: Callable[[Any], Reduced]) -> None:
    """Let `word_of` say how a thing is found again, as (function, arguments); None: it has nothing to say."""
    _words.append(word_of)


class _Packer(cloudpickle.CloudPickler):  # type: ignore[misc]
    """Pickles as usual, except for what goes by word; `by_name` refuses code written into a notebook or a script."""

    by_name = False

    def reducer_override(self, thing: Any) -> Any:
        for word_of in _words:
            if (reduced := word_of(thing)) is not None:
                return reduced
        if self.by_name and isinstance(thing, FunctionType | type) and thing.__module__ == "__main__":
            raise BadRequest(
                f"'{thing.__qualname__}' was given as an object, which works on this machine only: for a cluster put "
                "it into a file and name it FILE.py:OBJECT."
            )
        return super().reducer_override(thing)


def packed(thing: Any, *, by_name: bool = False) -> bytes:
    """The parcel of a thing; with `by_name` only if all code in it can be found by name elsewhere."""
    file = io.BytesIO()
    packer = _Packer(file, protocol=pickle.HIGHEST_PROTOCOL)
    packer.by_name = by_name
    packer.dump(thing)
    return file.getvalue()


def unpacked(parcel: bytes) -> Any:
    """What is in a parcel of ours; only for parcels this program packed."""
    return pickle.loads(parcel)


def parcel_digest(parcel: bytes) -> str:
    """What a worker remembers a shared parcel by."""
    return hashlib.sha256(parcel).hexdigest()


def do_piece(code: dict[str, str], shared: Any, digest: str, parcel: bytes) -> bytes:
    """Run in a worker: the function in `parcel` on what is shared and on its piece; the result as a parcel.

    `shared` is a parcel too (bytes, or an array of them that several processes map).
    """
    check_code(code)
    with cores_granted(1):
        function, piece = unpacked(parcel)
        return packed(function(*_shared(shared, digest), piece))


def check_code(code: dict[str, str]) -> None:
    """Refuse to work where other code is installed than where the study began."""
    if told := difference(code, fingerprint()):
        raise BadRequest(
            f"The worker on {socket.gethostname()} has {told}: install the same packages there, or leave it out."
        )


def _shared(parcel: Any, digest: str) -> tuple[Any, ...]:
    if digest not in _opened:
        _opened[digest] = unpacked(bytes(parcel))
        while len(_opened) > KEPT:
            _opened.popitem(last=False)
    _opened.move_to_end(digest)
    found: tuple[Any, ...] = _opened[digest]
    return found
