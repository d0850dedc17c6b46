r"""Who would have made these moves? A seat's own moves, given all that happened before, under two kinds of player.

A *source* (people of a study; a suspect that played the same game) is a table of chances for what comes after the last
three rounds, each memory backed off to the next shorter one, learned by counting (`players.people.kinds_of_people`). A
*side*, human or machine, is a mixture of sources with weights w. The evidence of a seat after round t is

.. math::

    \Lambda_t = \log \sum_{s\,\in\,H} w_s \prod_{\tau\le t} P_s(a_\tau \mid h_\tau)
              - \log \sum_{s\,\in\,M} w_s \prod_{\tau\le t} P_s(a_\tau \mid h_\tau),

positive for people. Only own moves are foretold and what the other did is given, so the other cannot be taken for the
seat; :math:`\Lambda_t - \Lambda_{t-1}` is what round t gave away. Rows of one person, in matches and games, are one
source's: their evidence is pooled inside the sums (`pooled_evidence`). Seats are compared by their form (`seat_forms`),
for any number of actions; in a form that one of the sides never met there is no evidence.

Evidence is a log odds only as far as people and machines are what the two sides say: elsewhere it must be calibrated.
Who passes is only known to answer the last three rounds as often as people do.

References
----------
Good (1950), Probability and the Weighing of Evidence; Chen & Goodman (1999), Computer Speech and Language 13, 359-394.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import logsumexp

from humanlike.core import BadRequest, Play, parts_of
from humanlike.core.game import seat_number
from humanlike.detectors.detector import Floats
from humanlike.detectors.seat_forms import SeatForm, seat_form
from humanlike.players.people.kinds_of_people import (
    Integers,
    Record,
    choose_wish,
    foretell,
    learn_tables,
)
from humanlike.players.people.learned import Tables
from humanlike.players.people.learned_people import SeatsOfPeople, record_of_moves
from humanlike.players.people.recent_rounds import Contexts

MEMORY = 3  # rounds looked back at
MOST_KINDS = 1  # kinds of players a source may consist of


class SourceConduct(NamedTuple):
    """What one source does in seats of one form."""

    tables: Tables
    seats: Floats  # [seats known] their numbers: in a known seat certain rounds may be played otherwise


class MovesSide(NamedTuple):
    """One kind of player: the sources it may come from, what each does by form, and their weights."""

    sources: tuple[str, ...]
    conduct: tuple[Mapping[str, SourceConduct], ...]
    weights: tuple[float, ...]

    def without(self, names: Sequence[str]) -> "MovesSide":
        """The side without some of its sources."""
        kept = [number for number, name in enumerate(self.sources) if name not in names]
        if not kept:
            raise BadRequest(f"Without {', '.join(names)} no source is left.")
        return MovesSide(
            tuple(self.sources[number] for number in kept),
            tuple(self.conduct[number] for number in kept),
            tuple(self.weights[number] for number in kept),
        )

    def reweighed(self, weights: Mapping[str, float]) -> "MovesSide":
        """The same sources with other weights; those not named get none."""
        return self._replace(weights=tuple(float(weights.get(name, 0.0)) for name in self.sources))


class _Moves(NamedTuple):
    """Rows of a play in seats of one form, renumbered."""

    form: SeatForm
    number: int  # of the seat
    rows: Integers
    actions: Integers
    situations: Integers


def learn_side(
    sources: Mapping[str, Sequence[Play]],
    weights: Mapping[str, float] | None = None,
    most_kinds: int = MOST_KINDS,
) -> MovesSide:
    """A side from the plays of each of its sources; of a play the studied rows count, or all if none is.

    Weights need not sum to one; none given, all sources weigh the same.
    """
    if not sources:
        raise BadRequest("A side needs the plays of one source at least; none is given.")
    conduct = tuple(learn_conduct(plays, most_kinds) for plays in sources.values())
    side = MovesSide(tuple(sources), conduct, (1.0,) * len(sources))
    return side if weights is None else side.reweighed(weights)


def learn_conduct(plays: Sequence[Play], most_kinds: int = MOST_KINDS) -> dict[str, SourceConduct]:
    """What the players of `plays` do, by form of seat.

    Strengths, kinds and lifts of rounds are chosen by foretelling parts of the players from the others.
    """
    found: dict[str, list[tuple[_Moves, Integers]]] = {}
    for play, part in zip(plays, parts_of(plays), strict=True):
        wanted = play.studied if play.studied.any() else ~play.studied
        for moves in _by_form(play, wanted & (play.actions >= 0).any(axis=1)):
            found.setdefault(moves.form.name, []).append((moves, part[moves.rows]))
    return {name: _learned(parts, most_kinds) for name, parts in found.items()}


def _learned(found: Sequence[tuple[_Moves, Integers]], most_kinds: int) -> SourceConduct:
    """The conduct in seats of one form."""
    numbers = sorted({moves.number for moves, _ in found})
    longest = max(moves.actions.shape[1] for moves, _ in found)
    wide = [
        [np.pad(each, ((0, 0), (0, longest - each.shape[1])), constant_values=-1) for each in moves[3:]]
        for moves, _ in found
    ]
    actions, situations = (np.concatenate(columns) for columns in zip(*wide, strict=True))
    game = np.concatenate([np.full(len(moves.rows), numbers.index(moves.number)) for moves, _ in found])
    part = np.concatenate([part for _, part in found])
    form = found[0][0].form
    record = _record(form, SeatsOfPeople(form.is_round, game, part, len(numbers)), actions, situations)
    return SourceConduct(
        learn_tables(record, choose_wish(record, most_kinds)), np.array(numbers, dtype=np.float64)
    )


def _record(form: SeatForm, seats: SeatsOfPeople, actions: Integers, situations: Integers) -> Record:
    return record_of_moves(Contexts.fitting(*form.shape, MEMORY), seats, actions, situations)


def _by_form(play: Play, wanted: npt.NDArray[np.bool_]) -> list[_Moves]:
    """The wanted rows of a play, role by role."""
    found = []
    for role in range(play.game.n_players):
        rows = np.flatnonzero(wanted & (play.roles == role))
        if len(rows):
            form = seat_form(play.game, role)
            number = seat_number(play.game, role)
            found.append(_Moves(form, number, rows, *form.moves(play, rows)))
    return found


def log_chances(side: MovesSide, play: Play) -> Floats:
    """Log-chance of every own move by each source, [sources, seats, rounds].

    0 where no move was made, NaN where the source never met such a seat.
    """
    result = np.zeros((len(side.sources), *play.actions.shape))
    for moves in _by_form(play, np.ones(play.n_subjects, dtype=np.bool_)):
        for source, conduct in enumerate(side.conduct):
            known = conduct.get(moves.form.name)
            result[source, moves.rows] = np.nan if known is None else _of_moves(known, moves)
    return result


def _of_moves(conduct: SourceConduct, moves: _Moves) -> Floats:
    """Log-chances of the moves that were made, [rows, rounds]."""
    place = np.flatnonzero(conduct.seats == moves.number)
    game = int(place[0]) if len(place) else len(conduct.seats)
    nobody = np.zeros(len(moves.rows), dtype=np.int64)
    seats = SeatsOfPeople(moves.form.is_round, nobody + game, nobody, len(conduct.seats))
    record = _record(moves.form, seats, moves.actions, moves.situations)
    logs = foretell(record, conduct.tables)
    made = np.take_along_axis(logs, np.maximum(moves.actions, 0)[:, :, None], axis=2)[..., 0]
    return np.asarray(np.where(moves.actions >= 0, made, 0.0))


def log_likelihoods(side: MovesSide, play: Play) -> Floats:
    """Log-likelihood of each seat's moves up to every round by each source, [sources, seats, rounds].

    A source that never met such a seat says what the others say together; NaN where none did.
    """
    sums = np.cumsum(log_chances(side, play), axis=2)
    unmet = np.isnan(sums)
    return np.where(unmet, mixed(side, sums)[None], sums) if unmet.any() else sums


def mixed(side: MovesSide, logs: Floats) -> Floats:
    """The mixture of all sources (axis 0) that say anything, by their weights; NaN where none does."""
    shape = (-1,) + (1,) * (logs.ndim - 1)
    weights = np.where(np.isnan(logs), 0.0, np.reshape(side.weights, shape))
    with np.errstate(divide="ignore", invalid="ignore"):
        total = logsumexp(np.where(np.isnan(logs), 0.0, logs), axis=0, b=weights)
        return np.asarray(np.where(weights.sum(axis=0) > 0, total - np.log(weights.sum(axis=0)), np.nan))


def log_ratio(human: MovesSide, machine: MovesSide, play: Play) -> Floats:
    """The evidence of each seat up to every round, [seats, rounds]: positive for people, 0 where it is unknown."""
    both = [mixed(side, log_likelihoods(side, play)) for side in (human, machine)]
    return np.nan_to_num(both[0] - both[1], nan=0.0)


def knows(side: MovesSide, play: Play) -> npt.NDArray[np.bool_]:
    """Whether some source of the side met such a seat, for each row."""
    return np.asarray(~np.isnan(log_chances(side, play)).all(axis=(0, 2)))


def resembles(side: MovesSide, play: Play) -> Floats:
    """The weight of each source of the side after a seat's moves (Bayes), [seats, sources]."""
    logs = log_likelihoods(side, play)[:, :, -1] + np.log(np.maximum(side.weights, 1e-300))[:, None]
    return np.asarray(np.exp(logs - logsumexp(logs, axis=0)).T)


def pooled_evidence(
    human: MovesSide, machine: MovesSide, plays: Sequence[Play], whose: Sequence[npt.ArrayLike]
) -> dict[str, float]:
    """The evidence of all matches and games of each player together.

    `whose` labels each play's rows with the player; a player is one source throughout, so that likelihoods multiply
    inside the mixtures.
    """
    sums: dict[str, list[Floats]] = {}
    for play, labels in zip(plays, whose, strict=True):
        ends = [log_likelihoods(side, play)[:, :, -1] for side in (human, machine)]
        known = np.asarray(~np.isnan(np.concatenate(ends)).any(axis=0))
        for row, label in enumerate(np.asarray(labels).tolist()):
            own = sums.setdefault(str(label), [np.zeros(len(human.sources)), np.zeros(len(machine.sources))])
            if known[row]:
                sums[str(label)] = [total + end[:, row] for total, end in zip(own, ends, strict=True)]
    return {
        label: float(mixed(human, for_human) - mixed(machine, for_machine))
        for label, (for_human, for_machine) in sums.items()
    }
