"""The family a machine's name tells: versions, sizes and dates of a language model are one family."""

import re

from humanlike.core.labels import Labels

LANGUAGE_MODEL = re.compile(  # the maker's word for the model
    r"(?:^|[/ ])(gpt|claude|gemini|gemma|palm|llama|mistral|mixtral|qwen|deepseek|phi|smollm|command|grok)(?=[^a-z]|$)",
    flags=re.IGNORECASE,
)


def family_of_model(name: str) -> str:
    """The family of a model by its name; a name that tells nothing is a family of its own.

    >>> family_of_model("openai/gpt-4o-mini-2024-07-18"), family_of_model("Llama-2-70b-chat"), family_of_model("bot1")
    ('gpt', 'llama', 'bot1')
    """
    found = LANGUAGE_MODEL.search(name)
    return found[1].lower() if found else name


def families_of_models(models: Labels) -> Labels:
    """The family of each row's model."""
    if models.names is None:
        return models
    families = Labels.of([family_of_model(name) for name in models.names])
    return families.take(models.codes)
