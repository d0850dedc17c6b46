"""What a language model is asked, what it may cost, whether it answers; or the list of models and ways of asking."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from humanlike.core import Game
from humanlike.core.foreign_text import harmless
from humanlike.emulators.language_model import LanguageModelPlayer
from humanlike.language_models import (
    SHIPPED,
    WAYS,
    CostEstimate,
    ModelCheck,
    Prompt,
    answers_of,
    asked_model,
    check_model,
    estimated_cost,
    first_moment,
)
from humanlike.naming.games import find_game
from humanlike.naming.language_models import find_language_model
from humanlike.studies.play import PAIRS, ROUNDS
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

GAME = "prisoners-dilemma"
SHOWN_BEFORE = ((0, 0), (0, 1))  # rounds of an example prompt, for two players
MOST_SHOWN = 120


@dataclass(frozen=True, eq=False, repr=False)
class DescribedModel(Result):
    """One model, asked in one way about one game."""

    player: LanguageModelPlayer
    game: Game
    prompts: tuple[Prompt, ...]  # with a way that predicts, what is asked first
    cost: CostEstimate
    size: tuple[int, int]  # pairs and rounds of the play that is estimated
    kept: int  # requests in its book
    checked: ModelCheck | None = None

    def headline(self) -> str:
        """Which model, asked how."""
        about = self.player.description
        return f"{self.player.name}: {about.model} at {about.endpoint}, {self.player.way.summary}"

    def document(self) -> dict[str, Any]:
        """Everything that is known before anybody is asked, and the check."""
        about, way = self.player.description, self.player.way
        return {
            "name": self.player.name,
            "family": self.player.family,
            "model": about.model,
            "endpoint": about.endpoint,
            "key_variable": about.key or None,
            "way": way.name,
            "citation": way.citation,
            "logprobs": about.logprobs,
            "temperature": about.temperature,
            "window": about.window,
            "book": str(answers_of(about) or "") or None,
            "kept": self.kept,
            "game": self.game.name,
            "prompts": [prompt._asdict() for prompt in self.prompts],
            "pairs": self.size[0],
            "rounds": self.size[1],
            "cost": self.cost._asdict(),
            "check": None if self.checked is None else {**self.checked._asdict(), "mass": self.checked.mass},
        }

    def story(self) -> Iterator[Part]:
        """The check first, then what it costs and the words it is asked with."""
        about, way = self.player.description, self.player.way
        yield self.headline()
        if self.checked is not None:
            yield from _told(self.checked)
        yield f"{self.size[0]} pairs x {self.size[1]} rounds of {self.game.name}: {self.cost.sentence}."
        yield f"Book of answers: {answers_of(about) or 'none is kept'} ({self.kept} requests so far)."
        if way.citation:
            yield f"Wording {way.citation}."
        for prompt in self.prompts:
            parts = [["stays", prompt.rules], ["grows", prompt.past], ["is asked", prompt.question]]
            lead = (
                [["begins its answer", prompt.lead]]
                if about.protocol == "completions" and prompt.lead
                else []
            )
            yield StoryTable("An example prompt", ["part", "words"], [*parts, *lead])


@dataclass(frozen=True, eq=False, repr=False)
class ModelList(Result):
    """Models that ship, and ways of asking any model."""

    def document(self) -> dict[str, Any]:
        """By name."""
        return {
            "models": {name: {"model": each.model, "way": each.way} for name, each in SHIPPED.items()},
            "ways": {
                name: {"summary": way.summary, "requests": way.requests, "citation": way.citation}
                for name, way in WAYS.items()
            },
        }

    def story(self) -> Iterator[Part]:
        """One line each."""
        ways = [[name, way.summary, way.requests, way.citation or "-"] for name, way in WAYS.items()]
        yield StoryTable("Ways of asking", ["id", "what is said", "requests a choice", "source"], ways)
        models = [[f"llm:{name}", each.model, each.endpoint] for name, each in SHIPPED.items()]
        yield StoryTable("Models that ship", ["word", "model", "where"], models)
        yield "A model of yours: humanlike example model writes my_model.toml; then llm:my_model.toml/WAY."


def describe_model(
    model: str | LanguageModelPlayer | None = None,
    *,
    game: str | Path | Game = GAME,
    pairs: int = PAIRS,
    rounds: int = ROUNDS,
    check: bool = False,
) -> DescribedModel | ModelList:
    """A language model by word (`llm:smollm2/persona`): its prompt for a game, what a play costs at most.

    With `check` it is asked for a first choice now: whether it answers, tells chances, and what labels hold of them.
    Without a word, the models that ship and all ways of asking.
    """
    if model is None:
        return ModelList()
    player = find_language_model(model) if isinstance(model, str) else model
    chosen = find_game(game)
    asked = asked_model(player.description)
    return DescribedModel(
        player,
        chosen,
        _prompts(player, chosen),
        estimated_cost(player.description, player.way, chosen, pairs * chosen.n_players, rounds),
        (pairs, rounds),
        asked.book.spent.requests,
        check_model(asked, player.way, chosen) if check else None,
    )


def _prompts(player: LanguageModelPlayer, game: Game) -> tuple[Prompt, ...]:
    """What is asked in a third round."""
    history = tuple((*cell, *(0,) * (game.n_players - 2)) for cell in SHOWN_BEFORE)
    moment = replace(first_moment(asked_model(player.description), game), history=history)
    expecting = replace(moment, expected=moment.labelling.names[1][1])
    composed = player.way.compose(expecting)
    return (composed,) if player.way.predict is None else (player.way.predict(moment), composed)


def _told(checked: ModelCheck) -> Iterator[str]:
    """What a check found."""
    yield f"It answers: two requests took {checked.seconds:.1f} s."
    if checked.chances is None or checked.mass is None:
        yield "It tells no chances of labels: written answers are read strictly, and refusals counted."
    else:
        each = ", ".join(
            f"{label} {chance:.3f}" for label, chance in zip(checked.labels, checked.chances, strict=True)
        )
        yield f"It tells chances; labels hold {checked.mass:.3f} of the probability ({each})."
    shown = harmless(checked.written[: 4 * MOST_SHOWN])[:MOST_SHOWN]
    yield (
        f"In words it says '{shown}', "
        + (f"which is read as {checked.choice}." if checked.choice else "which is no choice.")
    )
