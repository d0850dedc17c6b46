"""What an endpoint answered, read: the text, the chances of its first token, the tokens that are paid for."""

import math
from typing import Any, NamedTuple


class ModelReply(NamedTuple):
    """One answer; `chances` of first tokens, None where the endpoint tells none."""

    text: str
    chances: dict[str, float] | None
    prompt_tokens: int = 0
    answer_tokens: int = 0


class Malformed(ValueError):
    """A document that is no answer in OpenAI's protocol."""


def read_reply(document: Any) -> ModelReply:
    """The answer in a document; `Malformed` says what is missing."""
    choices = document.get("choices") if isinstance(document, dict) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise Malformed("an answer without choices")
    first = choices[0]
    message = first.get("message")
    text = message.get("content") if isinstance(message, dict) else first.get("text")
    if text is not None and not isinstance(text, str):
        raise Malformed("an answer that is no text")
    prompt_tokens, answer_tokens = tokens_used(document)
    return ModelReply(text or "", _chances(first.get("logprobs")), prompt_tokens, answer_tokens)


def tokens_used(document: Any) -> tuple[int, int]:
    """Prompt and answer tokens as the endpoint counts them; 0 where it does not."""
    usage = document.get("usage") if isinstance(document, dict) else None
    prompt, answer = (
        usage.get(name) if isinstance(usage, dict) else 0 for name in ("prompt_tokens", "completion_tokens")
    )
    return _counted(prompt), _counted(answer)


def _counted(said: Any) -> int:
    return said if type(said) is int and said >= 0 else 0


def _chances(told: Any) -> dict[str, float] | None:
    """Chances of the first token, from either form in which endpoints tell them."""
    if not isinstance(told, dict):
        return None
    content, legacy = told.get("content"), told.get("top_logprobs")
    pairs: list[tuple[Any, Any]] = []
    if isinstance(content, list) and content and isinstance(content[0], dict):
        entries = content[0].get("top_logprobs")
        entries = [each for each in entries if isinstance(each, dict)] if isinstance(entries, list) else []
        pairs = [(each.get("token"), each.get("logprob")) for each in (*entries, content[0])]
    elif isinstance(legacy, list) and legacy and isinstance(legacy[0], dict):
        pairs = list(legacy[0].items())
    chances = {token: math.exp(log) for token, log in pairs if isinstance(token, str) and _is_log(log)}
    return chances or None


def _is_log(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value <= 1e-6
