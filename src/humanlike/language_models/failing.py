"""What can go wrong with a language model: it does not answer the question, or it cannot be asked.

A model that does not choose is the model's affair, and is reported like a program that fails. An endpoint that cannot
be reached, a key that is missing and a budget that is spent say nothing of how the model plays: they end the run, what
was answered is kept, and the same command goes on from there.
"""

from humanlike.core import HumanlikeError


class ModelFailed(HumanlikeError):
    """A model that did not choose although it was asked again; `reason` says where and what it said instead."""

    def __init__(self, model: str, reason: str) -> None:
        super().__init__(model, reason)  # both, so that the error survives a journey between processes
        self.model = model
        self.reason = reason

    def __str__(self) -> str:
        return f"'{self.model}' does not choose: {self.reason}."


class ModelTrouble(HumanlikeError):
    """A model that cannot be asked; says nothing of how it plays."""
