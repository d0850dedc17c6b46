"""A model one can ask: its book of answers first, then whoever answers, patiently, within pace and budget.

Every try is kept, also one that failed. A trouble that lasts ends all asking at once: what was answered meanwhile is in
the book, and nobody else is sent into the same wall.
"""

import json
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol

from humanlike.core import HumanlikeError
from humanlike.language_models.answer_book import ANSWERED, AnswerBook, tells_no_chances
from humanlike.language_models.conduct import ModelConduct
from humanlike.language_models.description import ModelDescription, answers_of
from humanlike.language_models.endpoint import Declined, Endpoint, Passing
from humanlike.language_models.failing import ModelTrouble
from humanlike.language_models.local import LocalModel
from humanlike.language_models.pace import wait_for_turn
from humanlike.language_models.replies import Malformed, ModelReply, read_reply
from humanlike.language_models.requests import ModelRequest
from humanlike.language_models.spending import Purse

LONGEST_PAUSE = 60.0  # seconds between two tries


class _Tried(NamedTuple):
    """What became of one try: a document with the status it is kept under, and the trouble if there was one."""

    status: int
    document: object
    trouble: Passing | Declined | None = None


class _Answering(Protocol):
    """Whoever answers: an endpoint, or weights in this process."""

    def send(self, path: str, body: dict[str, object]) -> object: ...

    def check(self) -> None: ...


class AskedModel:
    """One described model in this process, with its book and what it did so far (`conduct`)."""

    def __init__(self, description: ModelDescription) -> None:
        self.description = description
        self.book = AnswerBook(answers_of(description))
        self.conduct: dict[str, ModelConduct] = {}  # by way of asking
        self._purse = Purse(description, self.book)
        self._answering: _Answering = (
            LocalModel(description) if description.is_local else Endpoint(description)
        )
        self._given_up = threading.Event()

    def check(self) -> None:
        """Refuse before any work what could not be asked later."""
        self._answering.check()

    def ask_all(self, requests: Sequence[ModelRequest], *, stored: bool = False) -> list[ModelReply | None]:
        """Answers in the order of the requests, equal ones asked once; None where the endpoint cannot do it.

        All that can be answered is answered and kept before a trouble is raised; `stored` asks nobody.
        """
        self._given_up.clear()
        self.book.refresh()
        keys = [(request.digest(self.description), request.draw) for request in requests]
        wanted = dict(zip(keys, requests, strict=True))
        threads = ThreadPoolExecutor(self.description.rate.at_once)
        try:
            futures = {
                key: threads.submit(self._answer, key[0], request, stored) for key, request in wanted.items()
            }
            troubles = [trouble for future in futures.values() if (trouble := future.exception()) is not None]
        except BaseException:  # interrupted: what is under way ends by itself, nothing else begins
            self._given_up.set()
            raise
        finally:
            threads.shutdown(wait=not self._given_up.is_set(), cancel_futures=True)
        if troubles:
            raise next((each for each in troubles if not isinstance(each, _GivenUp)), troubles[0])
        return [futures[key].result() for key in keys]

    def kept(self, request: ModelRequest) -> ModelReply | None:
        """The answer in the book, if there is one."""
        found = self.book.find(request.digest(self.description), request.draw)
        return None if found is None else read_reply(found)

    def ask_afresh(self, request: ModelRequest) -> ModelReply | None:
        """The answer to one request that is put now, whatever is in the book; None where the endpoint cannot do it."""
        self._given_up.clear()
        document = self._asked(request.digest(self.description), request)
        return None if document is None else read_reply(document)

    def _answer(self, digest: str, request: ModelRequest, stored: bool) -> ModelReply | None:
        found = self.book.find(digest, request.draw)
        if found is None and stored:
            raise ModelTrouble(
                f"The book of '{self.description.name}' ('{self.book.place}') does not hold an answer that is needed: "
                "it was made with another seed, game, way of asking or description; without +stored the model is asked."
            )
        try:
            document = found if found is not None else self._asked(digest, request)
            return None if document is None else read_reply(document)
        except HumanlikeError:
            self._given_up.set()
            raise

    def _asked(self, digest: str, request: ModelRequest) -> object:
        """The document that answers, after as many tries as the description allows; None if it is not supported."""
        rate, reason = self.description.rate, ""
        for attempt in range(rate.tries):
            if self._given_up.is_set():
                raise _GivenUp("Another request has failed.")
            wait_for_turn(self.book.place, rate.per_minute)
            tried = self._one_try(digest, request)
            if tried.trouble is None:
                return tried.document
            reason = tried.trouble.reason
            if isinstance(tried.trouble, Declined):
                if tells_no_chances(request.body, tried.status, tried.document):
                    return None
                raise self._in_vain(reason)
            if attempt + 1 < rate.tries:
                self._pause(tried.trouble, rate.pause * 2**attempt)
        raise self._in_vain(f"{reason}, {rate.tries} times")

    def _one_try(self, digest: str, request: ModelRequest) -> _Tried:
        """Ask once, and keep what came back."""
        letters = len(json.dumps(request.body))
        endpoint = self.description.endpoint
        return self._purse.pay(
            letters,
            request.answer_tokens,
            lambda: self._tried(request),
            lambda tried: self.book.keep(digest, endpoint, request, tried.status, tried.document),
        )

    def _tried(self, request: ModelRequest) -> _Tried:
        try:
            document = self._answering.send(request.path, request.body)
            read_reply(document)
        except Malformed as error:
            trouble: Passing | Declined = Passing(f"sends {error}")
        except (Passing, Declined) as error:
            trouble = error
        else:
            return _Tried(ANSWERED, document)
        status = (
            0 if trouble.status == ANSWERED else trouble.status
        )  # nonsense is no answer, whatever it is called
        return _Tried(status, {"error": trouble.reason}, trouble)

    def _pause(self, trouble: Passing, otherwise: float) -> None:
        """Wait as long as the server asks for, or as is our own way; nobody waits once all is given up."""
        self._given_up.wait(min(otherwise, LONGEST_PAUSE) if trouble.wait is None else trouble.wait)

    def _in_vain(self, reason: str) -> ModelTrouble:
        return ModelTrouble(
            f"'{self.description.name}' at {self.description.endpoint} {reason}. What was answered is kept in "
            f"'{self.book.place}': give the same command again, and it goes on from there."
        )


class _GivenUp(ModelTrouble):
    """Not asked, because another request has failed meanwhile."""


_known: dict[str, AskedModel] = {}
_opening = threading.Lock()


def asked_model(description: ModelDescription) -> AskedModel:
    """The model of a description; one for all of this process."""
    key = f"{answers_of(description)} {description.model_dump_json()}"
    with _opening:
        if key not in _known:
            _known[key] = AskedModel(description)
        return _known[key]
