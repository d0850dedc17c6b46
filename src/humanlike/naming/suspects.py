"""Suspects: who may have sat in a participant's seat.

A rule, a mixture, `RULE:fitted` (to other people), a language model (`llm:smollm2/persona`), a player program's
directory, `zoo` (ordinary machines that anybody could write in an afternoon) or `copies` (of people's play, and rules
fitted to it). Whoever is not defined for a game says so when it is asked to play it.
"""

from collections.abc import Sequence

from humanlike.core import BadRequest, Play
from humanlike.emulators import Cast, member_of
from humanlike.emulators.fitted import fitted_rule
from humanlike.emulators.language_model import language_model_suspect
from humanlike.emulators.suspect import LANGUAGE_MODEL, Suspect, program_suspect, suspect_of_cast
from humanlike.emulators.zoo import zoo, zoo_of_people
from humanlike.naming.emulators import is_fitted
from humanlike.naming.entries import is_entry
from humanlike.naming.grammar import parse_word, split_words
from humanlike.naming.language_models import find_language_model, is_language_model_word
from humanlike.naming.rules import RULE, find_cast, found_rule, with_options
from humanlike.programs import program_from_entry

ZOO, COPIES = "zoo", "copies"
RECORDED = "recorded"  # machines that the record itself marks; known to the audit alone
SuspectWord = str | Suspect
SuspectWords = SuspectWord | Sequence[SuspectWord]


def suspect_words(words: SuspectWords, people: Sequence[Play] = ()) -> tuple[SuspectWord, ...]:
    """The suspects named, with sets written out, each once; copies are of `people`."""
    given = split_words(words) if isinstance(words, str) else [words] if isinstance(words, Suspect) else words
    single = [one for each in given for one in _written_out(each, people)]
    found: tuple[SuspectWord, ...] = tuple(dict.fromkeys(single))
    if not found:
        raise BadRequest(f"No suspect was named; for example {ZOO}, ewa:fitted or {RECORDED}.")
    return found


def _written_out(word: SuspectWord, people: Sequence[Play]) -> Sequence[SuspectWord]:
    """A set's members, or the word itself."""
    if word == ZOO:
        return zoo()
    if word == COPIES and not people:
        raise BadRequest(f"'{COPIES}' are of people: --people DATA.")
    return zoo_of_people(people) if word == COPIES else (word,)


def takes_time(word: SuspectWord) -> bool:
    """Whether a suspect is asked move by move: language models and programs."""
    if isinstance(word, Suspect):
        return word.kind == LANGUAGE_MODEL
    return is_entry(word) or is_language_model_word(word)


def find_suspect(word: SuspectWord, *, people: Sequence[Play] = (), trust: bool = False) -> Suspect:
    """The suspect a word names; `people` are those that `RULE:fitted` is fitted to."""
    if isinstance(word, Suspect):
        return word
    if is_entry(word):
        return program_suspect(program_from_entry(word, trust=trust))
    if is_language_model_word(word):
        return language_model_suspect(find_language_model(word))
    if not is_fitted(word):
        return suspect_of_cast(word, find_cast(word))
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
