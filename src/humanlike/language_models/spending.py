"""What asking costs: an estimate before, a limit meanwhile.

Tokens are guessed at four letters each before an endpoint counts them. The limit holds for everything in a model's book
of answers, so that a killed and resumed run cannot spend twice.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from humanlike.core import Game, Streams
from humanlike.language_models.answer_book import AnswerBook, Spent
from humanlike.language_models.description import ModelDescription
from humanlike.language_models.failing import ModelTrouble
from humanlike.language_models.labels import draw_labelling
from humanlike.language_models.moment import Moment, check_describable
from humanlike.language_models.ways import Prompt, WayOfAsking

LETTERS_PER_TOKEN = 4
Paid = TypeVar("Paid")
ROUNDS_LOOKED_AT = 16


class CostEstimate(NamedTuple):
    """What a play takes at most if nothing is asked twice and nothing was answered before."""

    requests: int
    prompt_tokens: int
    answer_tokens: int
    money: float | None
    currency: str

    @property
    def sentence(self) -> str:
        """The estimate in words."""
        money = "" if self.money is None else f", about {self.money:.2g} {self.currency}"
        return (
            f"up to {self.requests:,} requests, about {self.prompt_tokens:,} prompt and at most "
            f"{self.answer_tokens:,} answer tokens{money}; what was answered before is not asked again"
        )


def estimated_cost(
    description: ModelDescription, way: WayOfAsking, game: Game, n_subjects: int, n_rounds: int
) -> CostEstimate:
    """The cost of a play of this size, from the actual prompts of some of its rounds."""
    check_describable(game)
    labelling = draw_labelling(Streams(0)["estimate"], game, description.labels)
    looked_at = sorted(
        {round(place * (n_rounds - 1) / (ROUNDS_LOOKED_AT - 1)) for place in range(ROUNDS_LOOKED_AT)}
    )
    nobody = (0,) * game.n_players
    composers: list[Callable[[Moment], Prompt]] = [
        each for each in (way.compose, way.predict) if each is not None
    ]
    letters = 0
    for before in looked_at:
        moment = Moment(game, 0, labelling, (nobody,) * before, description.window)
        letters += sum(
            len(prompt.rules) + len(prompt.message) for prompt in (each(moment) for each in composers)
        )
    requests = n_subjects * n_rounds * way.requests
    prompt_tokens = round(letters / len(looked_at) / LETTERS_PER_TOKEN) * n_subjects * n_rounds
    answer_tokens = requests * (1 if description.logprobs else description.answer_tokens)
    prices = description.prices
    money = None if prices is None else prices.cost(prompt_tokens, answer_tokens)
    return CostEstimate(requests, prompt_tokens, answer_tokens, money, prices.currency if prices else "")


@dataclass
class Purse:
    """Lets requests through while the budget lasts; what is under way counts as spent."""

    description: ModelDescription
    book: AnswerBook

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._under_way = Spent()

    def pay(
        self, letters: int, answer_tokens: int, ask: Callable[[], Paid], keep: Callable[[Paid], None]
    ) -> Paid:
        """Ask and keep what came back, if the budget reaches for so many letters and so long an answer.

        Until it is kept a request counts as under way, and never as neither or both.
        """
        prompt_tokens = letters // LETTERS_PER_TOKEN
        with self._lock:
            self.book.refresh()
            self._check(prompt_tokens, answer_tokens)
            self._add(1, prompt_tokens, answer_tokens)
        try:
            paid = ask()
        except BaseException:
            with self._lock:
                self._add(-1, -prompt_tokens, -answer_tokens)
            raise
        with self._lock:
            self._add(-1, -prompt_tokens, -answer_tokens)
            keep(paid)
        return paid

    def _add(self, requests: int, prompt_tokens: int, answer_tokens: int) -> None:
        self._under_way.requests += requests
        self._under_way.prompt_tokens += prompt_tokens
        self._under_way.answer_tokens += answer_tokens

    def _check(self, prompt_tokens: int, answer_tokens: int) -> None:
        """Whether one more request fits."""
        spent, way = self.book.spent, self._under_way
        requests = spent.requests + way.requests + 1
        prompt = spent.prompt_tokens + way.prompt_tokens + prompt_tokens
        answer = spent.answer_tokens + way.answer_tokens + answer_tokens
        allowed, prices = self.description.budget, self.description.prices
        wanted = {
            "requests": (requests, allowed.requests),
            "tokens": (prompt + answer, allowed.tokens),
            "money": (prices.cost(prompt, answer) if prices else 0.0, allowed.money),
        }
        for name, (needed, most) in wanted.items():
            if most is not None and needed > most:
                raise ModelTrouble(
                    f"The budget of '{self.description.name}' is spent: {name} = {most:g} is reached with "
                    f"{spent.requests:,} requests answered. They are kept in '{self.book.place}': raise "
                    f"budget.{name} and give the same command again, and it goes on from there."
                )
