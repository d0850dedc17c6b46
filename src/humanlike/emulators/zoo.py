"""The zoo: ordinary machines that could sit in a participant's seat, each with the family it is left out with.

Strategies of one and two rounds' memory with slips, automata with slips, bandits, Q-learners, learning rules as they
were published; and, where plays of people are given, copies of single persons, of people in general, and rules fitted
to them. All of it is rules of `players` in somebody's seat: nothing is implemented again here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from humanlike.core import Game, Information, Play, Rule, Streams, UnsuitableGame
from humanlike.emulators.cast import Cast, Member, member_of
from humanlike.emulators.copies import CopiedHabits, CopiedMoves, DrawnStrategy
from humanlike.emulators.fitted import SUFFIX, in_units
from humanlike.emulators.suspect import LEARNING_RULE, PROGRAM, Suspect, fitted_suspect, suspect_of_cast
from humanlike.fitting import fit_one
from humanlike.players import RULES, memory_one, q_learning, ucb
from humanlike.players.automata import STRATEGY_RULES
from humanlike.players.automata.automaton import Trembling

SLIP = 0.05  # how often a strategy does what it did not mean to
AUTOMATA = ("tit-for-two-tats", "two-tits-for-tat", "grim", "trigger-2", "alternator")
N_DRAWN = 4  # strategies of two rounds' memory
LEARNERS = (
    "random",
    "cournot",
    "fictitious-play",
    "ewa",
    "self-tuning-ewa",
    "adjusted-reinforcement",
    "bush-mosteller",
    "roth-erev",
    "impulse-matching",
)
FITTED = ("memory-one", "ewa", "bush-mosteller")
POPULATION = ("memory-3", "kinds", "patterns")


def zoo() -> tuple[Suspect, ...]:
    """The machines that need nobody's data."""
    return (*_memory_one(), *_automata(), *_memory_two(), *_bandits(), *_learners())


def zoo_of_people(people: Sequence[Play]) -> tuple[Suspect, ...]:
    """The machines that are made of people's play: copies of persons and of everybody, and rules fitted to them."""
    copies = (
        Suspect("copycat:moves", "copycat", PROGRAM, CopiedMoves(tuple(people))),
        Suspect("copycat:habits", "copycat", PROGRAM, CopiedHabits(tuple(people))),
    )
    return (*copies, *_population(people), *_fitted(people))


def _of_rule(name: str, family: str, kind: str, rule: Rule, parameters: Any) -> Suspect:
    followed = suspect_of_cast(name, Cast((Member(rule, parameters),)))
    return Suspect(name, family, kind, followed.answer)


def _memory_one() -> Iterator[Suspect]:
    for name, chances in memory_one.RULE.published.items():
        slipping = memory_one.Parameters(*(chance + SLIP * (1.0 - 2.0 * chance) for chance in chances))
        yield _of_rule(f"memory-one:{name}, slips", "memory-one", PROGRAM, memory_one.RULE, slipping)


def _automata() -> Iterator[Suspect]:
    for name in AUTOMATA:
        yield _of_rule(f"{name}, slips", "automaton", PROGRAM, STRATEGY_RULES[name], Trembling(SLIP))


def _memory_two() -> Iterator[Suspect]:
    for number in range(1, N_DRAWN + 1):
        strategy = DrawnStrategy(Streams(17)["zoo"][f"memory-two {number}"], SLIP)
        yield Suspect(f"memory-two {number}, slips", "memory-two", PROGRAM, strategy)


def _bandits() -> Iterator[Suspect]:
    thompson, learner = RULES["thompson"], q_learning.RULE
    yield _of_rule("ucb", "bandit", LEARNING_RULE, ucb.RULE, ucb.RULE.default)
    yield _of_rule("ucb:fading", "bandit", LEARNING_RULE, ucb.RULE, ucb.Parameters(0.5, 0.9, SLIP))
    yield _of_rule("thompson", "bandit", LEARNING_RULE, thompson, thompson.default)
    yield _of_rule("q-learning", "q-learning", LEARNING_RULE, learner, learner.default)
    yield _of_rule(
        "q-learning:myopic", "q-learning", LEARNING_RULE, learner, q_learning.Parameters(0.2, 0.0, 8.0)
    )


def _learners() -> Iterator[Suspect]:
    for name in LEARNERS:
        yield suspect_of_cast(name, Cast((member_of(RULES[name]),)))


def _population(people: Sequence[Play]) -> Iterator[Suspect]:
    for name in POPULATION:
        rule = RULES[name].taught(people)
        yield _of_rule(f"{name}:taught", "copycat of people", LEARNING_RULE, rule, rule.default)


def _fitted(people: Sequence[Play]) -> Iterator[Suspect]:
    in_one_currency = [replace(play, game=in_units(play.game)) for play in people]
    for name in FITTED:
        if all(_suits(RULES[name], play.game) for play in people):
            fit = fit_one(in_one_currency, RULES[name], n_starts=2)
            yield fitted_suspect(f"{name}{SUFFIX}", Member(fit.rule, fit.parameters))


def _suits(rule: Rule, game: Game) -> bool:
    try:
        rule.check_setting(game, 0, Information.GAME)
    except UnsuitableGame:
        return False
    return True
