"""Whose choices calibrate the rules, and whose are predicted: by role, as in the paper, or half of the units each.

A unit (`core.find_units`) is fitted or predicted as a whole, in all its games. Halved by person, a person's choices are
predicted together, while what partners did may be among the choices fitted. Where the same people sit on both sides the
split says how many.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import AUTO, BadRequest, Play, Units, find_units, whole_number

HALF = "half"
HALVES = {  # words for halves, and the unit they halve
    "half": AUTO,
    "half the persons": "person",
    "half the dyads": "dyad",
    "half the matches": "match",
    "half the circles": "connected",
    "half the sessions": "session",
    "half the studies": "study",
}
WORDS = {unit: words.removeprefix("half the ") for words, unit in HALVES.items() if unit != AUTO}
Rows = list[npt.NDArray[np.bool_]]  # for each play, which of its rows


class Split(NamedTuple):
    """Whose choices calibrate the rules, and whose are predicted; roles count from 0."""

    fit_role: int | None  # None: everybody
    by: str  # pooled, or game: one parameter set for all games or one for each
    test_roles: tuple[int, ...] | None  # None: everybody
    sentence: str
    halved: str = ""  # the unit every other of which is fitted, the rest predicted

    @property
    def is_out_of_sample(self) -> bool:
        """Whether nothing is predicted that was fitted."""
        apart = self.fit_role is not None and self.test_roles is not None
        return bool(self.halved) or (apart and self.fit_role not in (self.test_roles or ()))


def split_of(fit_on: str, test_on: str | None, n_roles: int) -> Split:
    """The split a user asks for: 'role 1', 'half', 'half the matches', each 'by game', 'game', 'pooled', 'published'.

    Where the rules are fitted to one role, the others are predicted unless `test_on` says otherwise.

    >>> split_of("role 1", None, 2).sentence
    'Parameters fitted to role 1 of all games together; role 2 predicted, out of sample.'
    >>> split_of("half the matches by game", None, 2).sentence
    'Parameters fitted to every other match of each game; everybody in the other matches predicted, out of sample.'
    """
    tested: tuple[int, ...] | None
    tested = None if test_on in (None, "all") else (_role("--test", str(test_on), n_roles),)
    words = fit_on.lower().removeprefix("on ").strip()
    if words.startswith(HALF):
        return _halved(words, tested)
    fit_role, by = _parsed(words, n_roles)
    if test_on is None and fit_role is not None:
        tested = tuple(role for role in range(n_roles) if role != fit_role)
    whom = _whom(tested)
    if by == "published":
        return Split(None, by, tested, f"Published parameters; {whom} predicted, nothing fitted.")
    source = "everybody" if fit_role is None else f"role {fit_role + 1}"
    games = "each game" if by == "game" else "all games together"
    made = Split(fit_role, by, tested, "")
    how = "out of sample" if made.is_out_of_sample else "in sample: the same choices were fitted"
    return made._replace(sentence=f"Parameters fitted to {source} of {games}; {whom} predicted, {how}.")


def settled(split: Split, plays: Sequence[Play], unit: str) -> Split:
    """The same split of these plays: which unit is halved is known, and who sits on both sides is told."""
    if split.halved == AUTO:
        split = _told(split._replace(halved=find_units(plays, unit).unit))
    if not split.is_out_of_sample:
        return split
    try:
        both, of = on_both_sides(plays, split)
    except BadRequest:
        more = "nobody recorded who is who, so the same people may sit on both sides"
        return split._replace(sentence=f"{split.sentence[:-1]}; {more}.")
    if not both:
        return split
    more = f"{both:,} of {of:,} people sit on both sides"
    return split._replace(sentence=f"{split.sentence[:-1]}, but {more}.")


def on_both_sides(plays: Sequence[Play], split: Split) -> tuple[int, int]:
    """How many people have choices fitted and choices predicted, and how many there are."""
    persons = find_units(plays, "person")
    sides: list[set[int]] = []
    for rows in (fitted_rows(plays, split), predicted_rows(plays, split)):
        sides.append({int(n) for each, here in zip(persons.numbers, rows, strict=True) for n in each[here]})
    return len(sides[0] & sides[1]), len(sides[0] | sides[1])


def fitted_rows(plays: Sequence[Play], split: Split) -> Rows:
    """The rows of each play whose choices calibrate the rules."""
    if split.halved:
        return _half(plays, find_units(plays, split.halved), split.by)
    return [
        play.studied if split.fit_role is None else play.studied & (play.roles == split.fit_role)
        for play in plays
    ]


def predicted_rows(plays: Sequence[Play], split: Split) -> Rows:
    """The rows of each play whose choices are predicted."""
    rows = [play.studied.copy() for play in plays]
    if split.halved:
        rows = [each & ~fitted for each, fitted in zip(rows, fitted_rows(plays, split), strict=True)]
    if split.test_roles is None:
        return rows
    return [each & np.isin(play.roles, split.test_roles) for each, play in zip(rows, plays, strict=True)]


def fitted_plays(plays: Sequence[Play], split: Split) -> list[Play]:
    """The same plays with those choices under study that calibrate the rules."""
    return [replace(play, studied=rows) for play, rows in zip(plays, fitted_rows(plays, split), strict=True)]


def _half(plays: Sequence[Play], units: Units, by: str) -> Rows:
    """Every other unit: units of the same games are counted together, each anew if games are fitted by themselves.

    A game that is fitted by itself has somebody fitted, so that its parameters are known.
    """
    games: dict[int, list[int]] = {}
    for place, (play, numbers) in enumerate(zip(plays, units.numbers, strict=True)):
        for number in np.unique(numbers[play.studied]).tolist():
            games.setdefault(number, []).append(place)
    alike: dict[tuple[int, ...], list[int]] = {}
    for number in sorted(games):
        alike.setdefault(tuple(games[number]), []).append(number)
    fitted: set[int] = set()
    before = 0
    for members in alike.values():
        fitted |= {number for place, number in enumerate(members, start=before) if place % 2 == 0}
        before = 0 if by == "game" else before + len(members)
    for place in range(len(plays)) if by == "game" else ():
        here = [number for number in sorted(games) if place in games[number]]
        if here and not fitted & set(here):
            fitted.add(here[0])
    chosen = np.isin(np.arange(1 + max(games, default=0)), sorted(fitted))
    return [
        play.studied & chosen[np.minimum(numbers, len(chosen) - 1)] & (numbers < len(chosen))
        for play, numbers in zip(plays, units.numbers, strict=True)
    ]


def _halved(words: str, tested: tuple[int, ...] | None) -> Split:
    """Every other unit fitted, the rest predicted."""
    which = words.removesuffix(" by game")
    if which not in HALVES:
        known = ", ".join(f"'{word}'" for word in HALVES)
        raise BadRequest(f"--fit does not understand '{words}'. Known: {known}, each with 'by game'.")
    by = "game" if words.endswith(" by game") else "pooled"
    return _told(Split(None, by, tested, "", halved=HALVES[which]))


def _told(split: Split) -> Split:
    """A halved split in words."""
    games = "each game" if split.by == "game" else "all games together"
    what, others = ("unit", "units") if split.halved == AUTO else (split.halved, WORDS[split.halved])
    what = "circle" if what == "connected" else what
    within = "among" if what in ("person", "dyad") else "in"
    told = (
        f"Parameters fitted to every other {what} of {games}; {_whom(split.test_roles)} {within} the other {others} "
        "predicted, out of sample"
    )
    if what == "person":
        told += ": a person's choices together, while what partners did may be among those fitted"
    return split._replace(sentence=f"{told}.")


def _whom(tested: tuple[int, ...] | None) -> str:
    return "everybody" if tested is None else "role " + ", ".join(str(role + 1) for role in tested)


def _parsed(words: str, n_roles: int) -> tuple[int | None, str]:
    """Role and grouping of a request such as 'role 1 by game'."""
    words = words.replace(",", " ")
    if words in ("published", "pooled", "game"):
        return None, words
    by = "game" if words.endswith(" by game") else "pooled"
    return _role("--fit", words.removesuffix(" by game").removesuffix(" by pooled"), n_roles), by


def _role(option: str, text: str, n_roles: int) -> int:
    word, _, number = text.strip().lower().partition(" ")
    if word != "role" or not 1 <= (whole_number(number) or 0) <= n_roles:
        known = ", ".join(f"'role {role + 1}'" for role in range(n_roles))
        more = "published, pooled, game, 'role 1 by game', half, 'half the persons'"
        raise BadRequest(
            f"{option} does not understand '{text}'. Known: {known}, {more if option == '--fit' else 'all'}."
        )
    return int(number) - 1
