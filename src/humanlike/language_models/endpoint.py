"""An endpoint that speaks OpenAI's protocol over HTTP: one request, one document, bounded in time and size.

What may pass by itself (too busy, broken, silent, half an answer) is `Passing` and worth another try; what will not (a
wrong key, an unknown model) is `ModelTrouble`. Redirections are not followed: a key goes to the address that was named
and to no other. Whatever a server says is cut, made harmless, and cleared of the key before anybody sees it.
"""

import json
import os
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from humanlike.core import MissingExtra
from humanlike.core.foreign_text import harmless
from humanlike.language_models.description import ModelDescription
from humanlike.language_models.failing import ModelTrouble

if TYPE_CHECKING:
    import httpx

EXTRA = "llm"
MOST_BYTES = 2**20  # of one answer
MOST_SHOWN = 200  # letters of a server's own words
LONGEST_WAIT = 120.0  # seconds a server can ask us to wait
BUSY = (408, 409, 425, 429)


class Passing(Exception):
    """A trouble that may pass; `wait` seconds if the server says how long."""

    def __init__(self, reason: str, status: int = 0, wait: float | None = None) -> None:
        super().__init__(reason)
        self.reason, self.status, self.wait = reason, status, wait


class Declined(Exception):
    """The server does not do what was asked; asking the same again is of no use."""

    def __init__(self, reason: str, status: int) -> None:
        super().__init__(reason)
        self.reason, self.status = reason, status


class _Response(NamedTuple):
    status: int
    content: bytes
    retry_after: str


class Endpoint:
    """One address, asked by many threads."""

    def __init__(self, description: ModelDescription) -> None:
        self._description = description
        self._client: httpx.Client | None = None

    def send(self, path: str, body: dict[str, Any]) -> Any:
        """The document that answers a request."""
        key = self._key()
        response = self._response(path, body, key)
        if response.status != 200:
            raise _trouble(response, key)
        try:
            return json.loads(response.content)
        except (ValueError, RecursionError):
            raise Passing("answers with something that is no JSON document", response.status) from None

    def check(self) -> None:
        """Refuse before any work what could not be asked later."""
        self._key()
        _httpx(self._description)

    def _key(self) -> str:
        name = self._description.key
        key = os.environ.get(name, "") if name else ""
        if name and not key.strip():
            raise ModelTrouble(
                f"'{self._description.name}' needs a key: set the environment variable {name}. What is in its book of "
                "answers can be played without one."
            )
        if not key.isascii() or not key.isprintable():
            raise ModelTrouble(f"The environment variable {name} holds no key: it has letters no key has.")
        return key.strip()

    def _response(self, path: str, body: dict[str, Any], key: str) -> _Response:
        """What came back; a server that drips is left when the time for a whole answer is over."""
        httpx, seconds = _httpx(self._description), self._description.rate.seconds
        if self._client is None:
            self._client = httpx.Client(timeout=seconds, follow_redirects=False)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        ending = time.monotonic() + seconds
        content = bytearray()
        try:
            with self._client.stream(
                "POST", self._description.url + path, json=body, headers=headers
            ) as stream:
                for piece in stream.iter_bytes(2**14):
                    content += piece
                    if len(content) > MOST_BYTES:
                        raise Passing(f"answers with more than {MOST_BYTES >> 20} MB", stream.status_code)
                    if time.monotonic() > ending:
                        raise Passing(f"takes more than {seconds:g} s for an answer", stream.status_code)
                return _Response(stream.status_code, bytes(content), stream.headers.get("retry-after", ""))
        except httpx.TimeoutException:
            raise Passing(f"does not answer within {seconds:g} s") from None
        except httpx.DecodingError:
            raise Passing("answers with something that cannot be unpacked") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Passing(
                f"cannot be reached ({_cleared(str(error), key) or type(error).__name__})"
            ) from None


def _trouble(response: _Response, key: str) -> Exception:
    """What a status other than 200 means."""
    said = _cleared(response.content[:2000].decode(errors="replace"), key)
    reason = f"answers with status {response.status}{f' ({said})' if said else ''}"
    if response.status in BUSY or (response.status >= 500 and response.status != 501):
        return Passing(reason, response.status, _seconds(response.retry_after))
    return Declined(reason, response.status)


def _seconds(text: str) -> float | None:
    """What `Retry-After` says in seconds; None for dates and nonsense."""
    try:
        return min(max(float(text), 0.0), LONGEST_WAIT)
    except ValueError:
        return None


def _cleared(text: str, key: str) -> str:
    """A server's words as they can be shown: on one line, short, without the key."""
    return harmless(text.replace(key, "***") if key else text)[:MOST_SHOWN]


def _httpx(description: ModelDescription) -> Any:
    try:
        import httpx
    except ImportError:
        raise MissingExtra("httpx", EXTRA, f"Asking '{description.name}' at its address") from None
    return httpx
