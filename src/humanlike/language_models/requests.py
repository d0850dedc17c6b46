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
    answer_tokens: int = 1  # the room for an answer

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
    return _request(description, prompt, {"temperature": 1.0, **chances}, 1, NO_DRAW)


def for_words(description: ModelDescription, prompt: Prompt, draw: str) -> ModelRequest:
    """Ask for a written answer; without temperature every draw is the same."""
    draw = draw if description.temperature else NO_DRAW
    settings = {"temperature": description.temperature}
    return _request(description, prompt, settings, description.answer_tokens, draw)


def _request(
    description: ModelDescription, prompt: Prompt, settings: dict[str, Any], answer_tokens: int, draw: str
) -> ModelRequest:
    body: dict[str, Any] = {"model": description.model, description.limit: answer_tokens}
    if description.protocol == "completions":
        body["prompt"] = "\n".join(filter(None, (f"{prompt.rules}\n", prompt.message, prompt.lead)))
    elif description.system:
        body["messages"] = [_said("system", prompt.rules), _said("user", prompt.message)]
    else:
        body["messages"] = [_said("user", f"{prompt.rules}\n\n{prompt.message}")]
    return ModelRequest(
        PATHS[description.protocol], {**body, **settings, **description.sends}, draw, answer_tokens
    )


def _said(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}
