"""Scoring systems, exhibits and the literature's forms: `quadratic`, `power:exponent=1.5`, `brier`, a user's own."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from humanlike.core import BadParameters, BadRequest, HumanlikeError, look_up
from humanlike.naming.bringing import no_setting
from humanlike.naming.kinds import Kind
from humanlike.scoring import (
    DENSITY_SCORES,
    FORMS,
    Contest,
    Incentive,
    ScoringSystem,
    check_system,
    ranked_probability_loss,
)
from humanlike.scoring.catalogue import FAMILIES, SYSTEMS
from humanlike.scoring.exhibits import EXHIBITS
from humanlike.scoring.panels.scoring_table import DensityScore, DiscreteScore

_MAKERS: Mapping[str, Any] = {**SYSTEMS, **FAMILIES}
SYSTEM = Kind("scoring system", _MAKERS, lambda thing: isinstance(thing, ScoringSystem), check_system)
INCENTIVE = Kind(
    "scoring system or exhibit",
    {**_MAKERS, **EXHIBITS},
    lambda thing: isinstance(thing, ScoringSystem | Contest),
    check_system,
)


class NamedScore(NamedTuple):
    """A score for alternatives and (where defined) for quantities."""

    name: str
    discrete: DiscreteScore
    density: DensityScore | None
    sign: int  # 1: higher is better; -1: a loss


def find_system(word: str | ScoringSystem) -> ScoringSystem:
    """The scoring system a word names, with parameters if it is of a family.

    >>> find_system("truncated-logarithmic:K=50").title
    'Truncated logarithmic, K = 50'
    """
    system: ScoringSystem = _found(SYSTEM, word)
    return system


def find_incentive(word: str | Incentive) -> Incentive:
    """The system, or the improper exhibit, a word names.

    >>> find_incentive("floored-logarithm:epsilon=0.05").title
    'Floored logarithm (improper)'
    """
    incentive: Incentive = _found(INCENTIVE, word)
    return incentive


def find_score(word: str | ScoringSystem) -> NamedScore:
    """A scoring system, a form of the literature (brier, log-loss), or crps."""
    if isinstance(word, str) and word in FORMS:
        form = FORMS[word]
        return NamedScore(word, form.function, None, 1 if form.orientation == "score" else -1)
    if word == "crps":
        return NamedScore("crps", lambda p, y: -ranked_probability_loss(p, y), DENSITY_SCORES["crps"], 1)
    system = find_system(word)
    return NamedScore(system.name, system.score, DENSITY_SCORES.get(system.name), 1)


def find_density_score(word: str) -> DensityScore:
    """A score of quantities: quadratic, spherical, logarithmic or crps."""
    return look_up("density score", word, DENSITY_SCORES)


def _found(kind: Kind, word: Any) -> Any:
    if not isinstance(word, str):
        return kind.given(word)
    found, parsed = kind.find(word)
    if parsed.brought or (isinstance(found, ScoringSystem) and parsed.name not in FAMILIES):
        no_setting(kind.noun, parsed.name, parsed.setting, parsed.options)
        return found
    family = parsed.name
    return make_with_words(family, FAMILIES.get(family, found), word.partition(":")[2])


def make_with_words(family: str, maker: Any, words: str) -> Any:
    """`maker` called with parameters written as 'name=number,name=number'."""
    parameters: dict[str, float] = {}
    for word in filter(None, words.split(",")):
        key, _, value = word.partition("=")
        try:
            parameters[key.strip()] = float(value)
        except ValueError:
            raise BadParameters(f"{family}: '{word}' is not of the form name=number.") from None
    try:
        return maker(**parameters)
    except HumanlikeError:
        raise
    except TypeError:
        raise BadParameters(f"{family} does not take these parameters: {', '.join(parameters)}.") from None
    except (ValueError, OverflowError) as error:
        raise BadRequest(f"{family} cannot be made with {words}: {error}.") from error
