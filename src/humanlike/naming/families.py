"""The families a machine's name tells: what must be left out together where detectors are trained and tested.

A rule, its parameter sets, its options and its fitted variant are one family; a mixture belongs to the families of all
its members; a language model's versions and sizes are one family; anything else is a family of its own.
"""

import re

from humanlike.emulators import CASTS, MIXED, family_of_rule
from humanlike.naming.grammar import parse_mixture, parse_word

LANGUAGE_MODEL = re.compile(  # the maker's word for the model, before versions, sizes and dates
    r"(?:^|[/ ])(?P<family>gpt|claude|gemini|gemma|palm|llama|mistral|mixtral|qwen|deepseek|phi|smollm|command|grok)"
    r"(?=[^a-z]|$)",
    flags=re.I,
)


def families_of(name: str) -> frozenset[str]:
    """The families of a machine by its name, which need not be in any catalogue.

    >>> sorted(families_of("mix(ewa:mixed-model-a:.5,cournot+lapse:.5)")), sorted(families_of("ewa:fitted"))
    (['cournot', 'ewa'], ['ewa'])
    >>> sorted(families_of("mixed-reinforcement-cournot")), sorted(families_of("gpt-4o-mini-2024-07-18"))
    (['adjusted-reinforcement', 'cournot'], ['gpt'])
    """
    shares = parse_mixture(name)
    if shares is not None:
        return frozenset().union(*(families_of(share.word) for share in shares))
    if name in MIXED:
        return frozenset(family_of_rule(rule.name) for rule in CASTS[name].rules)
    word = parse_word(name)
    if not word.brought and word.name in CASTS:
        return frozenset({word.name})
    model = LANGUAGE_MODEL.search(name)
    return frozenset({model["family"].lower() if model else name})
