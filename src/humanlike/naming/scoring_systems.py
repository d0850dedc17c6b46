"""Scoring systems, exhibits and the literature's forms: `quadratic`, `power:exponent=1.5`, `brier`, a user's own."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy.typing as npt

from humanlike.core import BadParameters, BadRequest, HumanlikeError
from humanlike.naming.bringing import no_setting
from humanlike.naming.grammar import split_list
from humanlike.naming.kinds import Kind
from humanlike.scoring import (
    DENSITY_SCORES,
    FORMS,
    Contest,
    Form,
    Incentive,
    ScoringSystem,
    check_system,
    ranked_probability_loss,
)
from humanlike.scoring.catalogue import FAMILIES, SYSTEMS
from humanlike.scoring.exhibits import EXHIBITS
from humanlike.scoring.panels.scoring_table import DensityScore, DiscreteScore
from humanlike.scoring.probabilities import Floats

_MAKERS: Mapping[str, Any] = {**SYSTEMS, **FAMILIES}
SYSTEM = Kind("scoring system", _MAKERS, lambda thing: isinstance(thing, ScoringSystem), check_system)
INCENTIVE = Kind(
    "scoring system or exhibit",
    {**_MAKERS, **EXHIBITS},
    lambda thing: isinstance(thing, ScoringSystem | Contest),
    check_system,
)
DENSITY = Kind("density score", DENSITY_SCORES, callable)


Score = ScoringSystem | Form


class NamedScore(NamedTuple):
    """A score for alternatives and (where defined) for quantities."""

    name: str  # a word of the house as it was written, or the name of a user's own system
    discrete: DiscreteScore
    density: DensityScore | None
    sign: int  # 1: higher is better; -1: a loss

    def higher_is_better(self, probabilities: npt.ArrayLike, outcome: npt.ArrayLike) -> Floats:
        """The score of alternatives with the sign that makes higher better."""
        return self.sign * self.discrete(probabilities, outcome)


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


def find_score(word: str | ScoringSystem | Form) -> NamedScore:
    """A scoring system, a form of the literature (brier, log-loss), or crps."""
    if isinstance(word, str):
        word = FORMS.get(word, word)
    if isinstance(word, Form):
        return NamedScore(word.name, word.function, None, 1 if word.orientation == "score" else -1)
    if word == "crps":
        return NamedScore("crps", lambda p, y: -ranked_probability_loss(p, y), DENSITY_SCORES["crps"], 1)
    system = find_system(word)
    density = DENSITY_SCORES.get(system.name) if system in SYSTEMS.values() else None
    return NamedScore(name_of_system(word, system), system.score, density, 1)


def find_scores(words: "str | Score | Sequence[str | Score]") -> tuple[NamedScore, ...]:
    """One score or several, each once: `quadratic,logarithmic`, or a list of words and objects.

    >>> [score.name for score in find_scores("beta:left=1,right=2,quadratic")]
    ['beta:left=1,right=2', 'quadratic']
    """
    listed = (
        split_systems(words) if isinstance(words, str) else [words] if isinstance(words, Score) else words
    )
    found = {score.name: score for score in map(find_score, listed)}
    if not found:
        raise BadRequest("No scoring system is named; for example quadratic,logarithmic.")
    return tuple(found.values())


def split_systems(text: str) -> list[str]:
    """The words of a list of systems: a comma before `name=number` belongs to the parameters of the word before.

    >>> split_systems("power:exponent=2,factor=3, quadratic")
    ['power:exponent=2,factor=3', 'quadratic']
    """
    words: list[str] = []
    for word in split_list(text):
        if words and "=" in word and ":" not in word:
            words[-1] += f",{word}"
        else:
            words.append(word)
    return words


def name_of_system(word: str | ScoringSystem, system: ScoringSystem) -> str:
    """What to call a system: a word of the house as it was written, a user's own by its name."""
    ours = isinstance(word, str) and word.partition(":")[0] in _MAKERS
    return word if ours and isinstance(word, str) else system.name


def find_density_score(word: str | DensityScore) -> DensityScore:
    """A score of quantities: quadratic, spherical, logarithmic, crps or a function of the user's own."""
    if not isinstance(word, str):
        given: DensityScore = DENSITY.given(word)
        return given
    score, parsed = DENSITY.find(word)
    no_setting(DENSITY.noun, parsed.name, parsed.setting, parsed.options)
    found: DensityScore = score
    return found


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
