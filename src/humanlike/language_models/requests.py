"""A request in OpenAI's protocol, and what it is remembered by.

Chances of labels are asked for at the endpoint's own temperature 1 and do not depend on chance: asked once, an answer
serves whoever asks the same. A written answer is one draw; `draw` tells draws of the same request apart.
"""

import hashlib
import json
from typing import Any, NamedTuple

from humanlike.language_models.description import ModelDescription
from humanlike.language_models.ways import Prompt

PATHS = {"chat": "/chat/completions", "completions": "/completions"}
NO_DRAW = ""


class ModelRequest(NamedTuple):
    """What is sent where; `draw` is never sent."""

    path: str
    body: dict[str, Any]
    draw: str = NO_DRAW

    def digest(self, description: ModelDescription) -> str:
        """Thirty-two hexadecimal digits that belong to this request to this endpoint, and to no key."""
        told = json.dumps([description.endpoint, self.path, self.body], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(told.encode()).hexdigest()[:32]


def for_chances(description: ModelDescription, prompt: Prompt) -> ModelRequest:
    """Ask for the chances of the first token of an answer."""
    chances = (
        {"logprobs": True, "top_logprobs": description.top}
        if description.protocol == "chat"
        else {"logprobs": description.top}
    )
    return _request(description, prompt, {"max_tokens": 1, "temperature": 1.0, **chances}, NO_DRAW)


def for_words(description: ModelDescription, prompt: Prompt, draw: str) -> ModelRequest:
    """Ask for a written answer; without temperature every draw is the same."""
    settings = {"max_tokens": description.answer_tokens, "temperature": description.temperature}
    return _request(description, prompt, settings, draw if description.temperature else NO_DRAW)


def _request(
    description: ModelDescription, prompt: Prompt, settings: dict[str, Any], draw: str
) -> ModelRequest:
    body: dict[str, Any] = {"model": description.model}
    if description.protocol == "chat":
        body["messages"] = [
            {"role": "system", "content": prompt.rules},
            {"role": "user", "content": prompt.message},
        ]
    else:
        body["prompt"] = "\n".join(filter(None, (f"{prompt.rules}\n", prompt.message, prompt.lead)))
    return ModelRequest(PATHS[description.protocol], {**body, **settings, **description.sends}, draw)
