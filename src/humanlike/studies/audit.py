"""Who of those who took part was a machine? Suspects play the researcher's own game, and everybody is compared.

Suspects sit in every participant's place and answer the recorded opponents. Whoever took part is judged by tables that
never saw them: of people (verified ones of this study, and other studies'), and of the suspects. What may be claimed of
it says `audit_verdict`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from humanlike.core import BadRequest, Play, Streams
from humanlike.core.progress import Progress, silent
from humanlike.detectors.cross_evidence import PersonsPlay
from humanlike.naming.games import game_or_file
from humanlike.naming.plays import MappingWord, PlaysWord, find_plays, title_of
from humanlike.naming.suspects import RECORDED, SuspectWords, check_suspect_word, suspect_words
from humanlike.statistics import check_rate
from humanlike.studies.audit_looking import Looked, all_traces, look
from humanlike.studies.audit_people import Others, other_people
from humanlike.studies.audit_reading import Experiment, VerifiedWord, read_experiment
from humanlike.studies.audit_result import AuditResult
from humanlike.studies.audit_suspects import (
    PLACES,
    Answered,
    PlacesTaken,
    announce_costs,
    answered,
    check_somebody_plays,
    suspects_at_play,
)
from humanlike.studies.audit_verdict import FlagsBy, reach_verdict
from humanlike.studies.beginning import begin, keep
from humanlike.work import Effort

RATE = 0.1
DEFAULT = f"zoo,{RECORDED}"


def audit(
    plays: PlaysWord,
    *,
    suspects: SuspectWords = "",
    people: PlaysWord | None = None,
    verified: VerifiedWord = None,
    fdr: float = RATE,
    flags: FlagsBy = "conformal",
    places: int = PLACES,
    game: str | Path = "",
    games: str = "",
    mapping: MappingWord = None,
    seed: int = 1,
    trust: bool = False,
    workers: int = 0,
    cluster: str = "",
    out: str | Path | None = None,
    progress: Progress = silent,
) -> AuditResult:
    """Audit `plays` (a name, a file, a folder, Plays or a data frame) for machines among the participants.

    `suspects` play in the participants' places: rules, mixtures, `RULE:fitted`, player programs, `zoo`, and `recorded`
    (machines that the play itself marks). `people` are plays of other studies; `verified` says of whom in this one it
    is known that they are people: `COLUMN=VALUE`, a file of labels, or labels. Flags are raised at the false discovery
    rate `fdr`, by ranks among verified people (`conformal`) or by the `mixture`. With `out`, every suspect's play is
    kept as it finishes, and the same call goes on from there.
    """
    effort = begin("audit", locals())
    check_rate(fdr)
    if places < 1:
        raise BadRequest(f"Suspects sit in one place at least, not in {places}.")
    experiment = read_experiment(
        find_plays(plays, game=game_or_file(game or None), games=games, mapping=mapping), verified
    )
    others = other_people(experiment, people)
    if not others and not experiment.verified.any():
        raise BadRequest(
            "What do people do in this game? Name other studies (--people DATA), or say who of this one is verified to "
            "be a person (--verified COLUMN=VALUE); with neither there is nobody to compare with."
        )
    words = suspect_words(suspects or DEFAULT, _known_people(experiment, others))
    made = _play(effort, experiment, others, words, places, seed, trust)
    recorded = experiment.recorded if RECORDED in words else {}
    if RECORDED in words and not recorded and suspects:
        raise BadRequest(
            "No machine is on record: `recorded` needs rows whose kind is program, llm or machine."
        )
    check_somebody_plays(made, recorded)
    bodies = {**suspects_at_play(experiment, made), **recorded}
    weights = _weights(made, recorded)
    looked = look(Streams(seed)["audit"], experiment, others, bodies, weights)
    result = _result(experiment, made, looked, _title(plays), fdr, flags, seed, others, recorded)
    return keep(effort, result)


def _title(plays: PlaysWord) -> str:
    """What is audited, in a sentence."""
    if isinstance(plays, Sequence) and not isinstance(plays, str):
        return ", ".join(dict.fromkeys(map(title_of, plays)))
    return title_of(plays)


def _play(
    effort: Effort,
    experiment: Experiment,
    others: Others,
    words: Sequence[Any],
    places: int,
    seed: int,
    trust: bool,
) -> list[Answered]:
    """Every suspect that is not on record plays in everybody's place."""
    asked = [word for word in words if word != RECORDED]
    for word in asked:
        check_suspect_word(word)
    people = _known_people(experiment, others)
    seating = PlacesTaken(experiment.rows, experiment.whose, len(experiment.persons), places)
    announce_costs(effort.progress, experiment.plays, seating, asked)
    shared = (experiment.plays, seating, people, seed, trust)
    return effort.carry_out("suspects play", answered, asked, shared=shared)


def _known_people(experiment: Experiment, others: Others) -> tuple[Play, ...]:
    """Whom suspects are fitted to: people of other studies, else the verified ones of this."""
    if others:
        return tuple(play for plays in others.values() for play in plays)
    known = experiment.participants.where(experiment.verified)
    return tuple(known.plays)


def _weights(made: Sequence[Answered], recorded: Mapping[str, PersonsPlay]) -> dict[str, float]:
    """Every kind of suspect weighs the same, every family of a kind, and every member of a family."""
    playing = [each for each in made if each.plays_something]
    members = [(each.kind, each.family, each.name) for each in playing] + [
        (RECORDED, name, name) for name in recorded
    ]
    families = {(kind, family) for kind, family, _ in members}
    return {
        name: 1
        / sum(1 for other in families if other[0] == kind)
        / sum(1 for other in members if other[:2] == (kind, family))
        for kind, family, name in members
    }


def _result(
    experiment: Experiment,
    made: Sequence[Answered],
    looked: Looked,
    title: str,
    fdr: float,
    flags: FlagsBy,
    seed: int,
    others: Others,
    recorded: Mapping[str, PersonsPlay],
) -> AuditResult:
    n_persons = len(experiment.persons)
    whole = looked.evidence.about[""]
    evidence = whole._replace(human=whole.human[:n_persons], by_suspect=whole.by_suspect[:n_persons])
    verdict = reach_verdict(
        evidence, experiment.verified, looked.standards, looked.unmatched, rate=fdr, flags_by=flags
    )
    return AuditResult(
        title=title,
        persons=experiment.persons,
        verified=experiment.verified,
        evidence=verdict.evidence,
        suspects=tuple(looked.evidence.sides[0].machine.sources),
        verdict=verdict,
        judged=verdict.judged,
        traces=all_traces(experiment, looked.evidence),
        made=tuple(made),
        on_record=tuple(recorded),
        others={name: sum(play.n_subjects for play in plays) for name, plays in others.items()},
        fdr=fdr,
        flags_by=flags,
        seed=seed,
        remarks=experiment.remarks,
    )
