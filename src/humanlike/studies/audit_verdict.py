"""What an audit may claim: about each participant, and, where it is matched, about the study.

*Matched* is an audit if all of these hold:

- at least twenty persons of this very study are verified to be people;
- they and the participants sat in the same seats of the same games, nobody's game is without verified people;
- at least one suspect played each of these games, against the recorded opponents or on record in the same matches;
- at least ten participants are not verified.

Then shares and flags are offered: who is verified says what this study's people do. In unmatched use people of other
studies stand for them, and how this study's people differ from those is taken for machines, or hides them: shares and
flags are withheld, and participants' chances are told at even prior odds with a range over the other studies.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import look_up
from humanlike.core.play_text import counted
from humanlike.detectors.cross_evidence import Evidence
from humanlike.statistics import (
    Area,
    Calibration,
    Contamination,
    area_between,
    benjamini_hochberg,
    calibrate,
    conformal_p_values,
    estimate_share,
    exact_interval,
    flags_by_local_rates,
)
from humanlike.statistics.contamination import FEWEST
from humanlike.studies.audit_mix import weights_present

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]
FlagsBy = Literal["conformal", "mixture"]

FEWEST_VERIFIED = 20
TELLS_APART = 0.8  # area below which a suspect is not looked for: it would blur the share, and flag people
NO_AREA = Area(0.5, 0.0, 1.0)  # of one seat
NOBODY_TOLD = (
    f"No suspect that sat in {FEWEST} places or more is told from people: looking for them finds nothing."
)
CAPPED = 0.95  # the most that is said of anybody in unmatched use


class Claim(NamedTuple):
    """A share with its 95 % interval."""

    value: float
    lower: float
    upper: float


class MachineChances(NamedTuple):
    """P(machine) of each participant, with a range; NaN of whom nothing is known."""

    value: Floats
    lower: Floats
    upper: Floats


class Standards(NamedTuple):
    """By whom participants are judged: evidence about people and suspects, from tables that never saw them."""

    people: dict[str, Evidence]  # by study; in matched use the verified of this one alone
    suspects: dict[str, Evidence]

    @property
    def everybody(self) -> list[Evidence]:
        """People of all studies."""
        return list(self.people.values())

    def areas(self) -> dict[str, Area]:
        """How well each suspect is told from people by its own likelihood ratio."""
        people = [
            np.concatenate([each.against(place) for each in self.everybody])
            for place in range(len(self.suspects))
        ]
        return {
            name: area_between(known, about.against(place))
            if min(len(known), len(about.human)) > 1
            else NO_AREA
            for place, (known, (name, about)) in enumerate(zip(people, self.suspects.items(), strict=True))
        }

    def calibrations(self, places: Sequence[int]) -> dict[int, Calibration]:
        """How to read the likelihood ratio of each of some suspects alone; none where people are too few."""
        about = list(self.suspects.values())
        people = {place: np.concatenate([each.against(place) for each in self.everybody]) for place in places}
        return {
            place: calibrate(people[place], about[place].against(place))
            for place in places
            if len(people[place]) >= FEWEST
        }

    def weighing(self, weights: Floats) -> "Standards":
        """The same, if suspects are as likely as these weights say; those of no weight are left out."""
        return Standards(
            {name: each.weighing(weights) for name, each in self.people.items()},
            {
                name: each.weighing(weights)
                for weight, (name, each) in zip(weights, self.suspects.items(), strict=True)
                if weight > 0
            },
        )

    def machines(self) -> tuple[Floats, Floats]:
        """The scores of all suspects, and how much each counts."""
        weights = [each.weights[each.weights > 0][place] for place, each in enumerate(self.suspects.values())]
        scores = [each.score for each in self.suspects.values()]
        counts = [
            np.full(len(each), weight / len(each)) for each, weight in zip(scores, weights, strict=True)
        ]
        return np.concatenate(scores), np.concatenate(counts)


class AuditVerdict(NamedTuple):
    """What is claimed."""

    unmatched: tuple[str, ...]  # why shares and flags are withheld; none in matched use
    evidence: Evidence  # [persons], against the suspects that are told from people
    judged: Standards  # by whom
    chances: MachineChances  # [persons]
    contamination: Contamination | None
    flagged: Booleans  # [persons]
    p_values: Floats  # conformal, [persons]; NaN where there are none
    accused: Claim | None  # the share of people who would be flagged
    areas: dict[str, Area]  # how well each suspect is told from people when it is looked for alone
    alone: dict[
        str, Claim
    ]  # the share there would be if all machines were this suspect; none in unmatched use

    @property
    def is_matched(self) -> bool:
        """Whether shares and flags are offered."""
        return not self.unmatched

    @property
    def would_pass(self) -> tuple[str, ...]:
        """Suspects that are not told from people."""
        return tuple(name for name, area in self.areas.items() if area.value < TELLS_APART)


def why_unmatched(
    verified: Booleans,
    known_to_verified: Booleans,
    known_to_suspects: Booleans,
) -> tuple[str, ...]:
    """What is missing for shares and flags, in sentences; each argument is [persons]."""
    reasons = []
    n_verified, n_asked = int(verified.sum()), int((~verified).sum())
    if n_verified < FEWEST_VERIFIED:
        told = counted(n_verified, "person", "people") if n_verified else "nobody"
        reasons.append(
            f"{told} of this study {'is' if n_verified < 2 else 'are'} verified to be people, and shares and flags "
            f"need {FEWEST_VERIFIED}: people of other studies do not say what people of this one do."
        )
    elif not known_to_verified[~verified].all():
        reasons.append("Some participants sat in seats in which no verified person did.")
    if not known_to_suspects[~verified].all():
        reasons.append("Some participants sat in seats in which no suspect played.")
    if n_asked < FEWEST:
        reasons.append(
            f"There {'is' if n_asked == 1 else 'are'} {counted(n_asked, 'participant')} to audit, and a share is one "
            f"of at least {FEWEST}."
        )
    return tuple(reasons)


def reach_verdict(
    evidence: Evidence,
    verified: Booleans,
    standards: Standards,
    unmatched: Sequence[str],
    *,
    rate: float,
    flags_by: FlagsBy = "conformal",
) -> AuditVerdict:
    """The verdict on participants by their evidence [persons].

    Suspects that cannot be told from people are not looked for: whom they resemble is everybody.
    """
    areas = standards.areas()
    told = [
        place
        for place, (name, area) in enumerate(areas.items())
        if area.value >= TELLS_APART and len(standards.suspects[name].human) >= FEWEST
    ]
    weights = evidence.weights
    if told:
        everybody = evidence.of(np.ones(len(evidence.human), dtype=np.bool_))
        weights = weights_present(everybody, standards.calibrations(told))
    else:
        unmatched = (*unmatched, NOBODY_TOLD)
    looked, judged = evidence.weighing(weights), standards.weighing(weights)
    if unmatched:
        return _ranked(looked, judged, tuple(unmatched), areas)
    return _flagged(looked, verified, judged, areas, rate, flags_by)


def _ranked(
    evidence: Evidence, standards: Standards, unmatched: tuple[str, ...], areas: dict[str, Area]
) -> AuditVerdict:
    """In unmatched use: no share, no flags."""
    nobody = np.zeros(len(evidence.human), dtype=np.bool_)
    unknown = np.full(len(nobody), np.nan)
    chances = _chances_elsewhere(evidence.score, standards)
    return AuditVerdict(unmatched, evidence, standards, chances, None, nobody, unknown, None, areas, {})


def _flagged(
    evidence: Evidence,
    verified: Booleans,
    standards: Standards,
    areas: dict[str, Area],
    rate: float,
    flags_by: FlagsBy,
) -> AuditVerdict:
    """In matched use."""
    people = np.concatenate([each.score for each in standards.everybody])
    machines, counts = standards.machines()
    asked = ~verified & ~np.isnan(evidence.score)
    found = estimate_share(people, machines, evidence.score[asked], weights=counts)
    p_values = np.full(len(verified), np.nan)
    p_values[asked] = conformal_p_values(people, evidence.score[asked])
    flagged = np.zeros(len(verified), dtype=np.bool_)
    ways = {
        "conformal": lambda: benjamini_hochberg(p_values[asked], rate),
        "mixture": lambda: flags_by_local_rates(1 - found.probability(evidence.score[asked]), rate),
    }
    flagged[asked] = look_up("way of flagging", flags_by, ways)()
    lower, upper = found.calibration.range_of(evidence.score, (found.lower, found.upper))
    chances = MachineChances(found.probability(evidence.score), lower, upper)
    accused = _accused(evidence.score[flagged], people)
    return AuditVerdict(
        (),
        evidence,
        standards,
        chances,
        found,
        flagged,
        p_values,
        accused,
        areas,
        _alone(evidence, asked, standards),
    )


def _alone(evidence: Evidence, asked: Booleans, standards: Standards) -> dict[str, Claim]:
    """The share of machines by each suspect that is looked for, as if there were no other."""
    places = np.flatnonzero(evidence.weights)
    found = {}
    for place, (name, about) in zip(places.tolist(), standards.suspects.items(), strict=True):
        people = np.concatenate([each.against(place) for each in standards.everybody])
        if len(about.human) >= FEWEST:
            share = estimate_share(people, about.against(place), evidence.against(place)[asked])
            found[name] = Claim(share.share, share.lower, share.upper)
    return found


def _accused(flagged: Floats, people: Floats) -> Claim:
    """The share of known people who score as high as those who are flagged."""
    wronged = int((people >= flagged.min()).sum()) if len(flagged) else 0
    lower, upper = exact_interval(wronged, len(people))
    return Claim(wronged / len(people), float(lower), float(upper))


def _chances_elsewhere(scores: Floats, standards: Standards) -> MachineChances:
    """MachineChances at even odds by the people of all studies, with a range over the studies one by one."""
    machines, counts = standards.machines()
    pools = [np.concatenate([each.score for each in standards.everybody])]
    pools += [each.score for each in standards.everybody]
    made = [calibrate(pool, machines, counts) for pool in pools if min(len(pool), len(machines)) >= FEWEST]
    if not made:
        known = ~np.isnan(scores)
        return MachineChances(*(np.where(known, value, np.nan) for value in (0.5, 0.0, 1.0)))
    ranges = [each.range_of(scores) for each in made]
    value = np.clip(made[0].probability(scores), 1 - CAPPED, CAPPED)
    lower = np.min([each for each, _ in ranges], axis=0)
    upper = np.max([each for _, each in ranges], axis=0)
    return MachineChances(value, np.minimum(lower, value), np.maximum(upper, value))
