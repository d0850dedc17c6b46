"""What a model is: where it listens, how it is asked, and what asking may cost; a small TOML file.

::

    name = "my-model"
    url = "https://api.example.com/v1"      # any endpoint that speaks OpenAI's protocol
    model = "their-name-for-it"
    key = "MY_MODEL_KEY"                    # the *name* of an environment variable, never a key
    logprobs = true                         # draw from the chances of labels; else written answers are read
    temperature = 1.0
    window = 10                             # rounds shown; 0: all
    way = "plain"
    labels = "letters"                      # drawn by match; "game": the game's own; ["J", "F"]: these

    [budget]
    requests = 2000
    money = 5.0

    [prices]                                # for a million tokens
    prompt = 0.15
    answer = 0.60

A key is read from the environment when something is asked, and stands in no file, store, message or error.
"""

import tomllib
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from humanlike.core import BadFile, UnknownName, look_up, read_bounded
from humanlike.core.caches import cache_directory
from humanlike.core.foreign_text import what_is_wrong
from humanlike.language_models.labels import check_labels
from humanlike.language_models.ways import WAYS

MOST_BYTES = 2**16  # of a model file
LOOPBACK = ("localhost", "127.0.0.1", "::1")
STRICT = ConfigDict(extra="forbid", frozen=True)


class Allowance(BaseModel):
    """What may be spent on one model, over all runs that share its answers; None: as much as it takes."""

    model_config = STRICT

    requests: int | None = Field(default=None, ge=0)
    tokens: int | None = Field(default=None, ge=0)
    money: float | None = Field(default=None, ge=0)


class Prices(BaseModel):
    """What a million tokens cost."""

    model_config = STRICT

    prompt: float = Field(ge=0)
    answer: float = Field(ge=0)
    currency: str = Field(default="USD", pattern=r"^[A-Za-z]{1,8}$")

    def cost(self, prompt_tokens: int, answer_tokens: int) -> float:
        """The money so many tokens take."""
        return (prompt_tokens * self.prompt + answer_tokens * self.answer) / 1e6


class AskingRate(BaseModel):
    """How fast a model is asked, and how long its answers are waited for."""

    model_config = STRICT

    per_minute: float | None = Field(default=None, gt=0)  # over all processes that share its answers
    at_once: int = Field(default=8, ge=1, le=64)
    seconds: float = Field(default=60.0, gt=0, le=3600)  # for one whole answer
    tries: int = Field(default=5, ge=1, le=20)
    pause: float = Field(default=1.0, ge=0, le=60)  # before the second try; doubled before each further one


class ModelDescription(BaseModel):
    """One model and how it is asked."""

    model_config = STRICT

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$")
    model: str = Field(min_length=1, max_length=200, pattern=r"^\P{C}*$")
    url: str = ""  # empty: the weights are run here
    weights: str = ""  # a GGUF file; empty: those that come with the extra
    key: str = Field(default="", pattern=r"^([A-Za-z_][A-Za-z0-9_]{0,99})?$")
    protocol: Literal["chat", "completions"] = "chat"
    limit: Literal["max_tokens", "max_completion_tokens"] = (
        "max_tokens"  # what it calls the room for an answer
    )
    system: bool = True  # whether a chat takes rules as the system's words; else the user says all
    sends: dict[str, Any] = Field(default_factory=dict)  # further fields of every request
    logprobs: bool = True
    top: int = Field(default=20, ge=2, le=100)  # how many chances of tokens are asked for
    temperature: float = Field(default=1.0, ge=0, le=5)
    window: int = Field(default=0, ge=0)
    way: str = "plain"
    labels: Literal["letters", "game"] | tuple[str, ...] = "letters"
    tells_rounds: bool = False  # whether the number of rounds is announced
    answer_tokens: int = Field(default=16, ge=1, le=100_000)  # room for a written answer
    asks: int = Field(default=3, ge=1, le=10)  # how often one question is put before the seat has failed
    least_mass: float = Field(default=0.01, gt=0, lt=1)  # of the labels; below it nothing was chosen
    budget: Allowance = Allowance()
    prices: Prices | None = None
    rate: AskingRate = AskingRate()
    answers: str = ""  # where answers are kept; empty: beside the model file

    @field_validator("way")
    @classmethod
    def _is_a_way(cls, way: str) -> str:
        try:
            look_up("way of asking", way, WAYS)
        except UnknownName as error:
            raise ValueError(str(error).removesuffix(".")) from None
        return way

    @field_validator("labels")
    @classmethod
    def _are_labels(cls, labels: str | tuple[str, ...]) -> str | tuple[str, ...]:
        return labels if isinstance(labels, str) else check_labels(labels)

    @field_validator("url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        parts = urlsplit(url)
        if url and (parts.scheme not in ("http", "https") or not parts.hostname):
            raise ValueError("an address begins with http:// or https://")
        if parts.username or parts.password or parts.query:
            raise ValueError("an address holds no key: name the variable that does (key)")
        return url.rstrip("/")

    @model_validator(mode="after")
    def _fits_together(self) -> "ModelDescription":
        if self.key and self.url.startswith("http://") and urlsplit(self.url).hostname not in LOOPBACK:
            raise ValueError("key: a key is sent over https only, or to this machine")
        if self.budget.money is not None and self.prices is None:
            raise ValueError("budget.money: without prices nobody knows what is spent")
        if self.url and self.weights:
            raise ValueError("weights: either an address is asked or weights are run here")
        if {"messages", "prompt", "model", "stream"} & set(self.sends):
            raise ValueError("sends: messages, prompt, model and stream are not for a file to set")
        return self

    @property
    def is_local(self) -> bool:
        """Whether it runs on this machine, in this process."""
        return not self.url

    @property
    def endpoint(self) -> str:
        """Who answers: the address, or the weights that are run here."""
        return self.url or f"local {Path(self.weights).name or self.model}"


SHIPPED = {
    "smollm2": ModelDescription(
        name="smollm2",
        model="SmolLM2-135M-Instruct.Q4_1",
        protocol="completions",  # it rarely begins an answer in a chat with a label
        top=40,
        least_mass=0.001,
        rate=AskingRate(at_once=1, tries=1),
    )
}


def read_description(path: Path) -> ModelDescription:
    """The model a file describes, or one sentence with everything that is wrong with it."""
    try:
        described = tomllib.loads(read_bounded(path, MOST_BYTES).decode())
    except OSError as error:
        raise BadFile(f"'{path}' cannot be read: {error.strerror or error}.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadFile(f"'{path}' cannot be read as TOML: {str(error) or 'nested too deeply'}.") from error
    try:
        found = ModelDescription.model_validate(described)
    except ValidationError as error:
        raise BadFile(f"'{path}' describes no model: {what_is_wrong(error)}.") from error
    folder = path.resolve().parent
    places = {"answers": str(folder / (found.answers or f"{path.stem}.answers.jsonl"))}
    if found.weights:
        places["weights"] = str(folder / found.weights)
    return found.model_copy(update=places)


def answers_of(description: ModelDescription) -> Path | None:
    """Where a model's answers are kept; None if the user wants nothing kept."""
    if description.answers:
        return Path(description.answers)
    folder = cache_directory("answers")
    return None if folder is None else folder / f"{description.name}.jsonl"
