"""A Play as a table of choices, and what the columns of such a table mean (`choices` turns it into a Play again).

A table has a row for each choice: ``match, subject, role, round, action`` (roles and rounds count from 1, actions from
0, -1 is a missing move) and, where known, ``dataset``, ``session``, ``payoff``, ``game``. Who met whom follows from
match and role; where it does not, ``partner`` names the subject met in this round (several joined by '|'), or
``partner_action`` says what was met although nobody knows whom; where both are told, partners are read if all of them
are there. ``kind`` (or ``player_type``) and ``model`` say who made the moves of a seat (see `kind_columns`),
``intended`` which move was meant where another was made. ``person`` says whose rows are one person's where ``subject``
does not (an empty column: nobody knows), ``study`` to which study a row belongs, ``family`` to which family of
machines. Every other column is carried along as text, unread.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.core.kinds import HUMAN
from humanlike.core.labels import Labels
from humanlike.core.passes import last_true, most_of_group
from humanlike.core.words import Words

if TYPE_CHECKING:
    from humanlike.core.play import Play

Integers = npt.NDArray[np.int64]
REQUIRED = ("match", "subject", "role", "round", "action")
COLUMNS = ("dataset", "session", "match", "subject", "role", "round", "action", "payoff", "game")
COMPANY = ("partner", "partner_action")
SEATS = {
    "person": "persons",
    "study": "studies",
    "family": "families",
}  # columns of a seat, and the Play's fields
NUMBERS = ("role", "round", "action", "payoff")
BETWEEN = "|"  # stands between the labels of several partners


def frame_of(play: "Play") -> pd.DataFrame:
    """A play as a table; rounds after a match's end are left out, missing moves inside it are -1.

    Labels are categories of pandas: each different text once.
    """
    subject, round_ = np.nonzero((np.arange(play.n_rounds) < _ends(play)[:, None]) & ~_elsewhere(play))
    columns: dict[str, Any] = {
        "dataset": _repeated(play.provenance.get("dataset", ""), len(subject)),
        **{by: _categories(play.labels(by).take(subject)) for by in ("session", "match", "subject")},
        "role": play.roles[subject] + 1,
        "round": round_ + 1,
        "action": play.actions[subject, round_],
        "payoff": play.payoffs()[subject, round_],
        "game": _repeated(play.game.name, len(subject)),
    }
    columns |= {name: values[subject, round_] for name, values in _company_columns(play).items()}
    if play.intended.size:
        columns["intended"] = play.intended[subject, round_]
    kind, model = play.labels("kind"), play.labels("model")
    if set(kind.different()) - {HUMAN}:
        columns["kind"] = _categories(kind.take(subject))
    if any(model.different()):
        columns["model"] = _categories(model.take(subject))
    told = [by for by, field in SEATS.items() if len(getattr(play, field))]
    columns |= {by: _categories(play.labels(by).take(subject)) for by in told}
    columns |= {name: values[subject, round_] for name, values in play.extra.items()}
    return pd.DataFrame(columns)


def _elsewhere(play: "Play") -> npt.NDArray[np.bool_]:
    """Rounds in which a row says nothing because its subject sits in another role of the match."""
    if play.partners.ndim < 3:
        return np.zeros((1, 1), dtype=np.bool_)
    _, member, count = np.unique(_members(play), return_inverse=True, return_counts=True)
    idle = (play.actions < 0) & (play.situations < 0) & (play.partners < 0).all(axis=1)
    return (count[member.reshape(-1)] > 1)[:, None] & idle


def _members(play: "Play") -> Integers:
    """A number for each subject in each match."""
    subject = play.labels("subject").codes
    return np.asarray(
        play.labels("match").codes.astype(np.int64) * (int(subject.max(initial=0)) + 1) + subject
    )


def _repeated(word: str, count: int) -> pd.Categorical:
    return _categories(Labels(np.zeros(count, dtype=np.int64), (word,)))


def _categories(labels: Labels) -> pd.Categorical:
    """Labels as pandas keeps them: each different text once, in order of appearance."""
    return Words(labels.numbers(), labels.different()).categories()


def _ends(play: "Play") -> Integers:
    """How many rounds each row's match lasted: to the last move made, met or otherwise recorded; one at least."""
    made = (play.actions >= 0) | (play.situations >= 0)
    if play.intended.size:
        made = made | (play.intended >= 0)
    for column in play.extra.values():
        made = made | (column != "")
    ends = most_of_group(play.labels("match").numbers(), np.maximum(last_true(made), 1))
    return np.minimum(ends, play.n_rounds)


def _company_columns(play: "Play") -> dict[str, npt.NDArray[Any]]:
    """What must be said of partners beyond match and role, as arrays [subjects, rounds]."""
    if play.partners.ndim < 2:
        return {"partner_action": play.situations}
    implied = play.implied_situations()
    if np.array_equal(implied, play.situations):
        if _match_tells(play):
            return {}
        names = _partner_names(play)
        return {"partner_action": play.situations} if names is None else {"partner": names}
    known = implied >= 0  # what was met may be told also where nobody knows of whom
    agree = play.partners.ndim == 3 and np.array_equal(implied[known], play.situations[known])
    names = _partner_names(play) if agree else None
    return {"partner_action": play.situations} | ({} if names is None else {"partner": names})


def _match_tells(play: "Play") -> bool:
    """Whether partners stay together and are just those who share the match."""
    seats = play.game.n_players
    match = play.labels("match").codes
    if play.partners.ndim != 2 or play.n_subjects % seats:
        return False
    groups = np.lexsort((play.roles, match)).reshape(-1, seats)
    others = np.array([play.game.others(seat) for seat in range(seats)], dtype=np.int64)
    return bool(
        (play.roles[groups] == np.arange(seats)).all()
        and len(np.unique(match[groups[:, 0]])) == len(groups)
        and np.array_equal(play.partners[groups], groups[:, others])
    )


def _share_a_round(play: "Play") -> bool:
    """Whether somebody has two rows in a round of a match, or two of one role in a match."""
    member = _members(play)
    if len(np.unique(member)) == play.n_subjects:
        return False
    if play.partners.ndim < 3 or len(np.unique(member * play.game.n_players + play.roles)) < play.n_subjects:
        return True
    _, numbers = np.unique(member, return_inverse=True)
    present = np.zeros((int(numbers.max()) + 1, play.n_rounds), dtype=np.int64)
    np.add.at(present, numbers.reshape(-1), (~_elsewhere(play)).astype(np.int64))
    return bool((present > 1).any())


def _partner_names(play: "Play") -> npt.NDArray[np.object_] | None:
    """The partners' labels in each round; None where labels do not tell who it is."""
    subject, match = play.labels("subject"), play.labels("match").codes
    partners = play.partners if play.partners.ndim == 3 else play.partners[:, :, None]
    elsewhere = (partners >= 0) & (match[partners] != match[:, None, None])
    words = np.append(np.asarray(subject, dtype=object), "")  # the last entry is where -1 points to
    several = partners.shape[1] > 1
    if _share_a_round(play) or elsewhere.any() or "" in words[:-1]:
        return None
    if several and any(BETWEEN in word for word in subject.different()):
        return None
    named = words[partners]
    result = named[:, 0]
    for other in range(1, partners.shape[1]):
        result = result + BETWEEN + named[:, other]
    return np.broadcast_to(result, play.actions.shape)
