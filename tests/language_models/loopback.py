"""A small real server on this machine that speaks OpenAI's protocol, and misbehaves as told."""

import json
import threading
from collections.abc import Callable
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from humanlike.language_models import ModelDescription
from humanlike.language_models.description import AskingRate

QUICK = AskingRate(seconds=2.0, tries=3, pause=0.01, at_once=4)


class Said(NamedTuple):
    """What the server sends: a document, or bytes as they are; `drip` seconds between two halves."""

    document: Any = None
    status: int = 200
    content: bytes | None = None
    headers: dict[str, str] = {}  # noqa: RUF012 - never changed
    drip: float = 0.0


def in_chances(**chances: float) -> Said:
    """An answer in a chat whose first token has these chances (natural logarithms are computed here)."""
    from math import log

    first = max(chances, key=lambda token: chances[token])
    top = [{"token": token, "logprob": log(chance)} for token, chance in chances.items()]
    content = [{"token": first, "logprob": log(chances[first]), "top_logprobs": top}]
    choice = {"message": {"content": first}, "logprobs": {"content": content}}
    return Said({"choices": [choice], "usage": {"prompt_tokens": 100, "completion_tokens": 1}})


def in_words(text: str | None) -> Said:
    """A written answer in a chat."""
    usage = {"prompt_tokens": 100, "completion_tokens": 5}
    return Said({"choices": [{"message": {"content": text}}], "usage": usage})


class Loopback(NamedTuple):
    """Where it listens, and every request it got."""

    url: str
    requests: list[dict[str, Any]]
    keys: list[str]


@contextmanager
def serving(behave: Callable[[dict[str, Any], int], Said]):
    """`behave(body, count)` says what is sent to request number `count`, from 0."""
    requests: list[dict[str, Any]] = []
    keys: list[str] = []
    counting = threading.Lock()
    leaving = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with counting:
                count = len(requests)
                requests.append(body)
                keys.append(self.headers.get("Authorization", ""))
            said = behave(body, count)
            content = json.dumps(said.document).encode() if said.content is None else said.content
            try:
                self.send_response(said.status)
                for name, value in {"Content-Length": str(len(content)), **said.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                half = len(content) // 2 if said.drip else len(content)
                self.wfile.write(content[:half])
                leaving.wait(said.drip)
                self.wfile.write(content[half:])
            except OSError:
                pass  # the client has left, as it should

        def log_message(self, *words):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield Loopback(f"http://127.0.0.1:{server.server_address[1]}/v1", requests, keys)
    finally:
        leaving.set()
        server.shutdown()
        server.server_close()


def described(url: str, book: Any, **more: Any) -> ModelDescription:
    """A model at the server, its answers in `book`."""
    settings = {"name": "mine", "model": "tiny", "labels": ("J", "F"), "rate": QUICK, "least_mass": 0.01}
    return ModelDescription(**{**settings, "url": url, "answers": str(book), **more})
