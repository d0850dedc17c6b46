"""The share of machines in a population, and whom an audit flags: on real people and GPT-4, known afterwards.

*Populations*: persons of akata-human-vs-gpt4 are halved. One half is verified; its people and the GPT-4 seats they met
teach the tables and the calibration (five folds). The other half is never seen by any of them: 400 seats are drawn
from it with replacement, a share of them GPT-4's. *Strangers* draws without replacement, each person of the unseen half
once, as a person or as the GPT-4 that sat opposite, so that nobody occurs twice: intervals are held to that.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import humanlike as hl
from humanlike.core import Play, Streams, find_units
from humanlike.detectors.cross_evidence import PersonsPlay, cross_evidence, deal_folds
from humanlike.emulators.zoo import LEARNERS
from humanlike.statistics import (
    benjamini_hochberg,
    conformal_p_values,
    estimate_share,
    flags_by_local_rates,
)
from results.study import Desk, Needs, Study

DATA = "akata-human-vs-gpt4"
SHARES = (0.0, 0.05, 0.1, 0.2, 0.5)
N_SEATS, RATE = 400, 0.1
N_SPLITS, N_POPULATIONS = 40, 10  # halvings, and populations drawn from each
UNITS: dict[str, tuple[str, ...]] = {"pd seats": ("pd",), "bos seats": ("bos",), "persons": ("pd", "bos")}
AUDITS = (0.0, 0.1, 0.2, 0.4)
Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


class Half(NamedTuple):
    """Scores after one halving: of the verified half, and of the unseen one."""

    people: Floats
    machines: Floats
    unseen: Floats  # [persons, 2]: as the person, as the GPT-4 opposite


def compute(part: str, desk: Desk) -> Any:
    """What one part found."""
    if part in UNITS:
        return populations(part, desk)
    return whole_audits(desk) if part == "whole audits" else withheld(desk)


def bodies(plays: list[Play]) -> tuple[PersonsPlay, PersonsPlay, int]:
    """People and the GPT-4 seats they met, by person."""
    units = find_units(plays, "person")
    both = []
    for human in (True, False):
        rows = [play.studied == human for play in plays]
        both.append(
            PersonsPlay(
                [play.rows(mine) for play, mine in zip(plays, rows, strict=True)],
                [numbers[mine] for numbers, mine in zip(units.numbers, rows, strict=True)],
            )
        )
    return both[0], both[1], units.n_units


def halved(stream: Streams, people: PersonsPlay, machines: PersonsPlay, n_persons: int) -> Half:
    """Scores by tables of a random half alone."""
    verified = stream["halves"].generator().permutation(n_persons) < n_persons // 2
    found = cross_evidence(
        {"people": people, "machines": machines},
        {"people": people.where(verified)},
        {"machines": machines.where(verified)},
        deal_folds(stream["folds"], n_persons),
        human_weights={"people": 1.0},
        machine_weights={"machines": 1.0},
    )
    scores = np.column_stack([found.about[kind].score for kind in ("people", "machines")])
    known = ~np.isnan(scores).any(axis=1)
    people_too, machines_too = scores[verified & known].T
    return Half(people_too, machines_too, scores[~verified & known])


def populations(unit: str, desk: Desk) -> dict[str, Any]:
    """Every share, over all halvings."""
    plays = [play for play in hl.read(DATA) if play.game.name in UNITS[unit]]
    people, machines, n_persons = bodies(plays)
    stream = Streams(1)["audit population"][unit]
    found: dict[str, dict[str, list[dict[str, float]]]] = {
        way: {f"{share:g}": [] for share in SHARES} for way in ("400 seats", "strangers")
    }
    for split in range(N_SPLITS):
        desk.progress(unit, split, N_SPLITS)
        own = stream[f"split {split}"]
        half = halved(own, people, machines, n_persons)
        for share in SHARES:
            for number in range(N_POPULATIONS):
                generator = own[f"share {share:g}"][str(number)].generator()
                for way, rows in found.items():
                    drawn = seats(generator, half.unseen, share, again=way == "400 seats")
                    rows[f"{share:g}"].append(looked_at(half, *drawn, share))
    return {
        way: {
            share: {name: summary([row[name] for row in rows]) for name in rows[0]}
            for share, rows in of.items()
        }
        for way, of in found.items()
    }


def seats(
    generator: np.random.Generator, unseen: Floats, share: float, *, again: bool
) -> tuple[Floats, Booleans]:
    """Scores of a population, and who is a machine."""
    if again:
        machine = np.arange(N_SEATS) < round(share * N_SEATS)
        return unseen[generator.integers(0, len(unseen), N_SEATS), machine.astype(int)], machine
    machine = generator.random(len(unseen)) < share
    return unseen[np.arange(len(unseen)), machine.astype(int)], machine


def looked_at(half: Half, scores: Floats, machine: Booleans, share: float) -> dict[str, float]:
    """One population audited."""
    found = estimate_share(half.people, half.machines, scores)
    row = {
        "share": found.share,
        "error": found.share - share,
        "held": float(found.lower <= share <= found.upper),
        "width": found.upper - found.lower,
    }
    flags = {
        "conformal": benjamini_hochberg(conformal_p_values(half.people, scores), RATE),
        "mixture": flags_by_local_rates(1 - found.probability(scores), RATE),
    }
    for way, flagged in flags.items():
        row[f"{way} false discoveries"] = float((flagged & ~machine).sum() / max(flagged.sum(), 1))
        row[f"{way} accused"] = float(flagged[~machine].mean()) if (~machine).any() else 0.0
        row[f"{way} power"] = float(flagged[machine].mean()) if machine.any() else float("nan")
    return row


def summary(values: list[float]) -> dict[str, float | None]:
    """Mean and spread, and how often within .03 of nothing; none of what was never defined."""
    known = np.array(values)[~np.isnan(values)]
    if not len(known):
        return {"mean": None, "sd": None, "within .03": None}
    return {
        "mean": float(known.mean()),
        "sd": float(known.std()),
        "within .03": float(np.mean(np.abs(known) <= 0.03)),
    }


def polluted(stream: Streams, share: float) -> tuple[list[Play], list[str], set[str]]:
    """The experiment with GPT-4 in some participants' places; who is verified; and who is a machine.

    Where GPT-4 is the participant, the person it met is left unmarked as its opponent; the GPT-4 that verified people
    met is on record.
    """
    plays = hl.read(DATA)
    persons = sorted({name for play in plays for name in np.array(list(play.labels("person")))[play.studied]})
    order = stream.generator().permutation(persons).tolist()
    verified, others = order[: len(order) // 2], order[len(order) // 2 :]
    machines = set(others[: round(share * len(others))])
    return [_polluted(play, machines, set(verified)) for play in plays], verified, machines


def _polluted(play: Play, machines: set[str], verified: set[str]) -> Play:
    """One game: everybody is called by the person of the match; rows that are nobody's participant are not studied."""
    person, match = np.array(list(play.labels("person"))), np.array(list(play.labels("match")))
    of_match = dict(zip(match[play.studied], person[play.studied], strict=True))
    place = np.array([of_match[each] for each in match])
    swapped = np.isin(place, sorted(machines))
    taking_part = play.studied != swapped
    on_record = ~taking_part & np.isin(place, sorted(verified))
    kept = taking_part | on_record
    kinds = np.where(taking_part, "human", "language model")
    names = np.where(taking_part, place, "gpt-4")
    whole = replace(
        play,
        subjects=names.tolist(),
        kinds=kinds.tolist(),
        studied=taking_part,
        models=np.where(on_record, "gpt-4", "").tolist(),
        persons=(),
        families=(),
    )
    return whole.rows(kept)


def whole_audits(desk: Desk) -> list[dict[str, Any]]:
    """`humanlike audit` from end to end, suspects and all, with machines that it does not know of."""
    rows = []
    for place, share in enumerate(AUDITS):
        desk.progress("whole audits", place, len(AUDITS))
        plays, verified, machines = polluted(Streams(1)["whole audits"][f"{share:g}"], share)
        for flags in ("conformal", "mixture"):
            found = hl.audit(
                plays, suspects="zoo,recorded", verified=verified, fdr=RATE, flags=flags, workers=desk.workers
            )
            document = found.document()
            flagged = set(document["flagged"])
            n_asked = len(document["participants"])
            rows.append(
                {
                    "share": len(machines) / n_asked,
                    "participants": n_asked,
                    "flags": flags,
                    "estimated": document["share"],
                    "flagged": len(flagged),
                    "wrongly": len(flagged - machines),
                    "found": len(flagged & machines),
                    "machines": len(machines),
                    "accused": document["falsely_accused"],
                    "best": dict(sorted(document["suspects"].items(), key=lambda each: -each[1][0])),
                }
            )
    return rows


def withheld(desk: Desk) -> list[dict[str, Any]]:
    """Uses in which shares and flags are withheld; and the share that would have been claimed."""
    rows = []
    for share in (0.0, 0.2):
        plays, known, machines = polluted(Streams(1)["withheld"][f"{share:g}"], share)
        uses: Mapping[str, dict[str, Any]] = {
            "people of another study": {"people": ["df2011"]},
            "people of two other studies": {"people": ["df2011", "ipd-lab"]},
            "ten verified people": {"verified": known[:10]},
            "ten verified, two other studies": {"people": ["df2011", "ipd-lab"], "verified": known[:10]},
        }
        for place, (use, settings) in enumerate(uses.items()):
            desk.progress("withheld", place, len(uses))
            dilemmas = [play for play in plays if play.game.name == "pd"]
            found = hl.audit(dilemmas, suspects="recorded", workers=desk.workers, **settings)
            rows.append({"use": use, "true share": len(machines) / len(found.asked), **_withheld(found)})
    return rows


def _withheld(found: Any) -> dict[str, Any]:
    people = np.concatenate([each.score for each in found.judged.people.values()])
    machines, counts = found.judged.machines()
    claimed = estimate_share(people, machines, found.evidence.score[found.asked], weights=counts)
    return {
        "share": found.document()["share"],
        "flagged": found.flagged,
        "reasons": found.cannot_tell,
        "would have claimed": [claimed.share, claimed.lower, claimed.upper],
        "mean probability": float(np.nanmean(found.verdict.chances.value[found.asked])),
        "area": found.document()["suspects"]["recorded gpt-4"],
    }


ZOO_NEEDS = Needs(
    data=(DATA,),
    rules=("memory-one", "memory-2", "ucb", "thompson", "q-learning", *LEARNERS),
)
STUDY = Study(
    "How many machines are among the participants?",
    "humanlike audit DATA --verified COLUMN=VALUE --suspects recorded",
    parts={
        **{unit: Needs(data=(DATA,)) for unit in UNITS},
        "whole audits": ZOO_NEEDS,
        "withheld": Needs(data=(DATA, "df2011", "ipd-lab")),
    },
    compute=compute,
)
