"""The human side: experiments as plays, from the shipped reconstruction or from real data.

A real data set yields many human plays: its matches of one game and session are shuffled with the run's seed and
cut into disjoint groups of `pairs` matches. Matches that share a person stay together in one play as far as
the group has room; a person never stands in two plays of one game. Every session is an experiment; several experiments
may be one study, as CIT, PCC1 and PCC2 are. Where people were re-matched, those who met only among themselves
(`Play.companies`) take the place of a match, as many as have about `pairs` pairs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, NoReturn

import numpy as np

from humanlike.core import MISSING, BadRequest, HumanlikeError, Labels, Play, Streams
from humanlike.core.matching import kind_of_matching, meetings_like
from humanlike.core.meetings import seat_order
from humanlike.naming.plays import find_plays
from humanlike.tournament.plan import Plan
from humanlike.tournament.reconstruction import reconstructed_plays

RECONSTRUCTION = "reconstruction"
STUDY = "McKelvey & Palfrey 2002"  # of CIT, PCC1 and PCC2: one design, three groups of people (section 3 of the paper)


class HumanPlay(NamedTuple):
    """A play made by people (or its reconstruction), and the experiment it comes from; the play tells its study."""

    experiment: str
    play: Play


def plays_of_source(source: str | Sequence[Play], plan: Plan) -> list[HumanPlay]:
    """All human plays of one source (a word, or the plays themselves), in a seeded order."""
    if source == RECONSTRUCTION:
        humans = [
            HumanPlay(f"{experiment} (reconstruction)", _of_study(play, [STUDY] * play.n_subjects))
            for experiment, plays in reconstructed_plays().items()
            for play in plays.values()
        ]
        return [human for human in humans if is_wanted(human.play, plan.matching)] or _nobody(source, plan)
    humans = []
    named = source if isinstance(source, str) else "people"
    for play in find_plays(source, seed=plan.seed):
        stream = Streams(plan.seed)["humans"][play.provenance.get("dataset", named)][play.game.name]
        if is_wanted(play, plan.matching):
            humans += cut(stream, play, plan.pairs)
    return humans or _nobody(named, plan)


def _nobody(named: str, plan: Plan) -> NoReturn:
    so = (
        f" with matching '{plan.matching}'; leave it out to take people as they were matched"
        if plan.matching
        else ""
    )
    raise BadRequest(f"'{named}' holds no game in which {plan.pairs} matches of one session were played{so}.")


def is_wanted(play: Play, matching: str | None) -> bool:
    """Whether people were matched by the kind of design a plan asks for."""
    return matching is None or kind_of_matching(play) == matching


def cut(stream: Streams, play: Play, n_matches: int) -> list[HumanPlay]:
    """Disjoint plays of `n_matches` matches each; every session is an experiment of its own."""
    if not play.studied.all() or not can_be_played_again(play):
        return []
    if play.partners.ndim != 2:
        play = play.rows(seat_order(play))
    groups = play.companies()
    n_matches = max(1, n_matches * play.game.n_players // groups.shape[1])
    sessions = np.array(play.sessions)[groups[:, 0]]
    name = play.provenance.get("dataset", "data")
    humans = []
    for session in sorted(set(sessions.tolist())):
        generator = stream[f"session {session}"].generator()
        here = groups[sessions == session]
        for chosen in _disjoint(here[generator.permutation(len(here))], play.subjects, n_matches):
            studies = play.labels("study").take(chosen.reshape(-1))
            humans.append(HumanPlay(f"{name}/{session}", _of_study(nameless(play, chosen), studies)))
    return humans


def can_be_played_again(play: Play) -> bool:
    """Whether machines can stand beside people: every meeting is on record, or all of a company met in every round."""
    if play.partners.ndim == 2:
        return True
    try:
        play.companies()
        return meetings_like(Streams(0), play) is not None and (
            play.partners.ndim == 3 or bool((play.situations != MISSING).all())
        )
    except HumanlikeError:
        return False


def _of_study(play: Play, studies: Sequence[str]) -> Play:
    """The play with its rows' studies, which decide what detectors are not trained on; they are never shown."""
    return replace(play, studies=studies)


def _disjoint(groups: np.ndarray, subjects: Sequence[str], n_matches: int) -> list[np.ndarray]:
    """Bundles of matches such that nobody stands in two bundles."""
    bundles: list[list[np.ndarray]] = []
    home: dict[str, int] = {}  # where a person already plays
    for group in groups:
        places = {home[subjects[row]] for row in group if subjects[row] in home}
        if len(places) > 1:
            continue  # would tie two bundles together
        place = (
            places.pop() if places else next((i for i, b in enumerate(bundles) if len(b) < n_matches), None)
        )
        if place is None:
            bundles.append([])
            place = len(bundles) - 1
        if len(bundles[place]) < n_matches:
            bundles[place].append(group)
            home.update({subjects[row]: place for row in group})
    return [np.array(bundle) for bundle in bundles if len(bundle) == n_matches]


def nameless(play: Play, groups: np.ndarray, provenance: Mapping[str, str] | None = None) -> Play:
    """The matches in `groups` [matches, seats] in this order, neighbours matched; nothing says who, when or where.

    Where partners change, those of a company stand together, and what they met is told.
    """
    rows = play.rows(groups.reshape(-1)).shortened()
    if play.partners.ndim == 2:
        return Play(play.game, rows.actions, provenance=provenance or {})
    return Play(
        play.game,
        rows.actions,
        roles=rows.roles,
        partners=rows.partners,
        situations=rows.situations,
        matches=Labels(np.arange(groups.size) // groups.shape[1]),
        provenance=provenance or {},
    )
