"""The shipped judge on people and machines it was not trained on, seat by seat; and people as judges of GPT-4."""

from typing import Any

import humanlike as hl
from humanlike.datasets import find_data
from results.study import Desk, Needs, Study

GUESSES = {"akata-human-vs-gpt4": "partner_guesses.csv"}


def compute(part: str, desk: Desk) -> Any:
    """Scores of single seats, people's own guesses, and the verdict on all seats of a kind together."""
    guesses = find_data(part) / GUESSES[part] if part in GUESSES else None
    found = hl.judge(part, seats="both", score=True, guesses=guesses, limit=0)
    document = found.document()
    return {
        "scores": document["scores"],
        "guesses": document["people_as_detectors"],
        "whole": [
            {"game": judged.game, "is_human": judged.is_human, "probability": judged.verdict.probability}
            for judged in found.judged
        ],
    }


STUDY = Study(
    title="The judge tested on GPT-4 and on bots",
    command="humanlike judge DATA --score --seats both [--guesses partner_guesses.csv]",
    parts={
        name: Needs(data=(name,), detectors=("logistic",), shipped=("detectors/data/judge.json",))
        for name in ("akata-human-vs-gpt4", "pennies-vs-bots")
    },
    compute=compute,
)
