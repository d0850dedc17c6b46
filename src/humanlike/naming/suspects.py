"""Suspects: who may have sat in a participant's seat.

A rule, a mixture, `RULE:fitted` (to other people), a language model (`llm:smollm2/persona`), a player program's
directory, or `zoo`: ordinary machines that anybody could write in an afternoon. Whoever is not defined for a game says
so when it is asked to play it.
"""

from collections.abc import Sequence

from humanlike.core import BadRequest, Play
from humanlike.emulators import Cast, member_of
from humanlike.emulators.fitted import fitted_rule
from humanlike.emulators.language_model import language_model_suspect
from humanlike.emulators.suspect import Suspect, program_suspect, suspect_of_cast
from humanlike.naming.emulators import is_fitted
from humanlike.naming.entries import is_entry
from humanlike.naming.grammar import parse_word, split_words
from humanlike.naming.language_models import find_language_model, is_language_model_word
from humanlike.naming.rules import RULE, find_cast, found_rule, with_options
from humanlike.programs import program_from_entry

SLIPS = ":dal-bo-frechette-2011"  # missed in 6 of 100 rounds, as people's strategies were estimated to be
ZOO = (
    "random",
    *(
        strategy + SLIPS
        for strategy in (
            "always-cooperate",
            "always-defect",
            "tit-for-tat",
            "generous-tit-for-tat",
            "tit-for-two-tats",
            "grim",
            "win-stay-lose-shift",
            "alternator",
        )
    ),
    "memory-one",
    "win-stay-lose-randomise",
    "cournot",
    "fictitious-play",
    "bush-mosteller",
    "roth-erev",
    "q-learning",
    "ucb",
    "thompson",
    "ewa",
)
SUSPECT_SETS = {"zoo": ZOO}
RECORDED = "recorded"  # machines that the record itself marks; known to the audit alone
SuspectWord = str | Suspect
SuspectWords = SuspectWord | Sequence[SuspectWord]


def suspect_words(words: SuspectWords) -> tuple[SuspectWord, ...]:
    """The suspects named, with sets written out, each once."""
    given = split_words(words) if isinstance(words, str) else [words] if isinstance(words, Suspect) else words
    single = [
        one
        for each in given
        for one in (SUSPECT_SETS.get(each, (each,)) if isinstance(each, str) else (each,))
    ]
    found: tuple[SuspectWord, ...] = tuple(dict.fromkeys(single))
    if not found:
        raise BadRequest(f"No suspect was named; for example zoo, ewa:fitted or {RECORDED}.")
    return found


def find_suspect(word: SuspectWord, *, people: Sequence[Play] = (), trust: bool = False) -> Suspect:
    """The suspect a word names; `people` are those that `RULE:fitted` is fitted to."""
    if isinstance(word, Suspect):
        return word
    if is_entry(word):
        return program_suspect(program_from_entry(word, trust=trust))
    if is_language_model_word(word):
        return language_model_suspect(find_language_model(word))
    if not is_fitted(word):
        return suspect_of_cast(word.replace(SLIPS, " with slips"), find_cast(word))
    rule, parsed = found_rule(RULE, word)
    if not people:
        raise BadRequest(f"'{word}' needs the people it is fitted to: --people DATA.")
    return suspect_of_cast(word, Cast((member_of(fitted_rule(with_options(rule, parsed.options), people)),)))


def told_of_suspect(word: SuspectWord) -> tuple[str, ...]:
    """What to mind about what a language model has chosen in this process."""
    if not isinstance(word, str) or not is_language_model_word(word):
        return ()
    player = find_language_model(word)
    return tuple(player.interview.conduct.told(player.name))


def check_suspect_word(word: SuspectWord) -> None:
    """Refuse a wrong name before any work is done: all but the fitting itself."""
    if isinstance(word, Suspect) or is_entry(word):
        return
    if is_language_model_word(word):
        find_language_model(word)
    elif is_fitted(word):
        rule, parsed = found_rule(RULE, word)
        with_options(rule, parsed.options)
    else:
        find_cast(parse_word(word).text)
