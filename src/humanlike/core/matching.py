r"""Matching: the designs by which an experiment decides who meets whom, and how a design is drawn.

Subjects stand group after group, subject q in role q modulo the number of players. A design arranges them at tables, a
seat for each role, anew in every *spell* of rounds:

- ``fixed``: the group one is seated in, all the way (partners).
- ``strangers``: at random among everybody in the other roles, every spell independently and uniformly.
- ``groups``: the same within pools of ``size`` consecutive subjects, and never across them.
- ``zipper``: in spell s the one in role r of group g sits at table :math:`g - r s` modulo the number of groups. In as
  many spells as there are groups (a pass) everybody meets everybody of the other roles once, and what one does to a
  partner cannot come back: whoever one meets has met nobody who was touched by it before (Kamecke 1997). After a pass
  the next begins, and the same people meet again.

Where all seats of a game look the same, strangers and groups may be ``mixed``: anybody meets anybody, whatever the
role, as in the experiments of Wang, Xu & Zhou (2014).

References
----------
Arifovic, McKelvey & Pevnitskaya (2006), Games and Economic Behavior 57, sections 1, 3 and 5.
Kamecke (1997), International Journal of Game Theory 26, 409-417.
Wang, Xu & Zhou (2014), Scientific Reports 4, 5830.

"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

import numpy as np
import numpy.typing as npt

from humanlike.core.errors import BadRequest
from humanlike.core.game import Game, seats_alike
from humanlike.core.meetings import Meetings, recorded_meetings
from humanlike.core.moves import MISSING
from humanlike.core.names import look_up
from humanlike.core.play import Play
from humanlike.core.streams import Streams

Integers = npt.NDArray[np.int64]
KINDS = {
    "fixed": "partners stay together",
    "strangers": "strangers, re-matched among everybody",
    "zipper": "the zipper: everybody of one role meets everybody of the other in turn",
    "groups": "re-matched within groups",
}


@dataclass(frozen=True)
class Matching:
    """A design: its kind, the rounds of a spell, and the subjects of a group where re-matching stays within groups."""

    kind: str = "fixed"
    spell: int = 1
    size: int = 0
    mixed: bool = False  # anybody may meet anybody, whatever the role

    def __post_init__(self) -> None:
        look_up("matching", self.kind, KINDS)
        if self.spell < 1:
            raise BadRequest(f"Partners stay together for a round at least, not for {self.spell}.")
        if (self.kind == "groups") != (self.size > 0):
            raise BadRequest(
                "Matching within groups needs their size, as in groups:size=6."
                if self.kind == "groups"
                else f"Only groups have a size; '{self.kind}' is for everybody together."
            )
        if self.mixed and self.kind not in ("strangers", "groups"):
            raise BadRequest(f"Roles can be mixed among strangers and within groups, not in '{self.kind}'.")
        if self.kind == "fixed" and self.spell > 1:
            raise BadRequest("Fixed partners have no spells: they stay together to the end.")

    @property
    def word(self) -> str:
        """As it is written on the command line."""
        settings = [f"size={self.size}"] if self.size else []
        settings += [f"spell={self.spell}"] if self.spell > 1 else []
        settings += ["roles=any"] if self.mixed else []
        return self.kind + (":" + ",".join(settings) if settings else "")

    @property
    def sentence(self) -> str:
        """The design in words."""
        if self.kind == "fixed":
            return KINDS["fixed"]
        how = KINDS[self.kind] + (f" of {self.size}" if self.size else "")
        when = "every round" if self.spell == 1 else f"every {self.spell} rounds"
        return f"{how}, {when}" + (", whatever the role" if self.mixed else "")


FIXED = Matching()


def draw_meetings(
    stream: Streams, matching: Matching, game: Game, n_subjects: int, n_rounds: int
) -> Meetings | None:
    """Who meets whom in a play of this size; None where partners stay together, as plays do by themselves."""
    if matching.kind == "fixed":
        return None
    pool = matching.size or n_subjects
    _check(matching, game, n_subjects, pool)
    n_spells = -(-n_rounds // matching.spell)
    arrangements = _arrangements(stream, matching, game, n_subjects, n_spells)
    by_round = np.empty((n_rounds, game.n_players - 1, n_subjects), dtype=np.int32)
    for spell, tables in enumerate(arrangements):
        rounds = slice(spell * matching.spell, (spell + 1) * matching.spell)
        for role in range(game.n_players):
            by_round[rounds, :, tables[:, role]] = tables[:, list(game.others(role))].T
    return Meetings(by_round, pool, matching.mixed)


def matching_of(play: Play) -> Matching | None:
    """The design people were matched by, as far as a record tells; None where it tells every single meeting.

    Where only what was met is on record, but more share a match than sit at a table, they were re-matched within it.
    """
    if play.partners.ndim == 3:
        return None
    sizes = set(np.bincount(play.labels("match").ranks()).tolist())
    size, seats = min(sizes), play.game.n_players
    if play.partners.ndim == 2 or size <= seats or len(sizes) > 1 or size % seats:
        return FIXED
    return Matching("groups", size=size, mixed=not play.roles.any())


def kind_of_matching(play: Play) -> str:
    """Of which kind the matching of a record looks: fixed, zipper, strangers (a company a session) or groups."""
    design = matching_of(play)
    if design is not None:
        return design.kind
    if len(set(play.roles.tolist())) == play.game.n_players and _is_zipper(play):
        return "zipper"
    return "strangers" if len(play.companies()) == play.labels("session").n_different else "groups"


def _is_zipper(play: Play) -> bool:
    """Whether nobody meets anybody again before all others of the role were met."""
    n_others = int((play.roles == 1).sum())
    for own in np.flatnonzero(play.roles == 0):
        met = play.partners[own, 0]
        spells = met[np.flatnonzero(np.diff(met, prepend=MISSING))]
        for start in range(0, len(spells), n_others):
            turn = spells[start : start + n_others]
            if len(set(turn.tolist())) < len(turn):
                return False
    return True


def meetings_like(stream: Streams, play: Play) -> Meetings | None:
    """Who meets whom in another play like this one, everybody in `seat_order`; None where partners stay together.

    The same people meet as far as it is on record; else they are drawn by the same design.
    """
    design = matching_of(play)
    if design is None:
        return recorded_meetings(play)
    return draw_meetings(stream, design, play.game, play.n_subjects, play.n_rounds)


def passes_of_zipper(matching: Matching, n_groups: int, n_rounds: int) -> int:
    """How many passes a zipper begins: from the second on the same people meet again; 0 for other designs."""
    return -(-n_rounds // (matching.spell * n_groups)) if matching.kind == "zipper" else 0


def zipper(n_subjects: int, n_players: int, session: int) -> Integers:
    """Who sits where in a session: each role moves on by its number of seats, so that partners change.

    >>> zipper(6, 2, 0).tolist(), zipper(6, 2, 1).tolist()
    ([0, 1, 2, 3, 4, 5], [0, 3, 2, 5, 4, 1])
    """
    groups = np.arange(n_subjects).reshape(-1, n_players)
    shifted = [np.roll(groups[:, role], -session * role) for role in range(n_players)]
    return np.stack(shifted, axis=1).reshape(-1)


def _arrangements(
    stream: Streams, matching: Matching, game: Game, n_subjects: int, n_spells: int
) -> Iterator[Integers]:
    """Who sits at each table, [tables, seats], spell by spell; a longer play begins as a shorter one."""
    seats = game.n_players
    if matching.kind == "zipper":
        yield from (zipper(n_subjects, seats, spell).reshape(-1, seats) for spell in range(n_spells))
        return
    generator = stream.generator()
    subjects = np.arange(n_subjects).reshape(-1, matching.size or n_subjects)  # [pools, members]
    by_role = subjects.reshape(len(subjects), -1, seats)
    for _ in range(n_spells):
        if matching.mixed:
            yield generator.permuted(subjects, axis=1).reshape(-1, seats)
        else:
            others = [generator.permuted(by_role[:, :, role], axis=1) for role in range(1, seats)]
            yield np.stack([by_role[:, :, 0], *others], axis=2).reshape(-1, seats)


def _check(matching: Matching, game: Game, n_subjects: int, pool: int) -> None:
    seats = game.n_players
    if n_subjects % seats:
        raise BadRequest(
            f"{n_subjects} subjects cannot all sit at tables of {seats} in '{game.name}': "
            f"let {n_subjects - n_subjects % seats or seats} or {n_subjects + seats - n_subjects % seats} play."
        )
    if pool % seats:
        raise BadRequest(
            f"Groups of {pool} cannot be seated at tables of {seats} in '{game.name}'; "
            f"groups of {pool - pool % seats or seats} or {pool + seats - pool % seats} can."
        )
    if n_subjects % pool:
        raise BadRequest(
            f"{n_subjects} subjects do not divide into groups of {pool}: "
            f"{n_subjects - n_subjects % pool or pool} or {n_subjects + pool - n_subjects % pool} do, and "
            f"{n_subjects} divide into groups of {', '.join(map(str, _divisors(n_subjects, seats)))}."
        )
    if pool == seats:
        raise BadRequest(
            f"{pool} subjects are one table of '{game.name}' and cannot be re-matched; "
            "take more, or let partners be fixed."
        )
    if matching.mixed and not seats_alike(game):
        raise BadRequest(
            f"The seats of '{game.name}' look different, so roles cannot be mixed; leave out roles=any."
        )
    _check_zipper(matching, game, n_subjects // seats)


def _check_zipper(matching: Matching, game: Game, n_groups: int) -> None:
    """With three roles and more some never meet if the number of groups shares a divisor with a distance of roles."""
    shared = [step for step in range(2, game.n_players) if gcd(step, n_groups) > 1]
    if matching.kind == "zipper" and shared:
        raise BadRequest(
            f"A zipper of {n_groups} groups leaves some of the {game.n_players} roles of '{game.name}' who never meet; "
            f"take a number of groups that {', '.join(map(str, range(2, game.n_players)))} do not share a divisor "
            "with, or strangers."
        )


def _divisors(n_subjects: int, seats: int) -> list[int]:
    """Sizes of groups into which so many divide, smallest first, not too many."""
    fitting = [size for size in range(2 * seats, n_subjects + 1, seats) if n_subjects % size == 0]
    return fitting[:6]
