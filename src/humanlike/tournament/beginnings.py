"""What a run began with: plan, entries, users' files, people, games and versions, as `began.json` keeps them.

A digest over all of it stands in every trial. A run is never continued with anything else than it began with, and the
refusal says what has changed. Finished runs can still be read by other versions, with the same entries and files.

Version 0.1 kept only digests of users' files, in `brought.json`: such runs can be read, not continued.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from humanlike.core import BadFile, BadRequest, read_bounded, strict_json, studies_of, write_atomically
from humanlike.naming.entries import is_entry
from humanlike.naming.grammar import parts_of
from humanlike.naming.unsandboxed import digest_of
from humanlike.programs.entry import fingerprint_of
from humanlike.tournament.brought import places_of_plan
from humanlike.tournament.humans import HumanPlay
from humanlike.tournament.material import Material, detector_words, emulator_words
from humanlike.tournament.plan import Plan
from humanlike.tournament.provenance import payoff_checksum
from humanlike.work import fingerprint
from humanlike.work.fingerprint import difference

BEGAN, BROUGHT = "began.json", "brought.json"
MOST_BYTES = 16 * 2**20  # of a record
Verb = Literal["run", "tournament"]


class Beginning(BaseModel):
    """What a run began with; everything but the verb must still be so when it is continued."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    verb: Verb
    plan: dict[str, Any]
    entries: dict[str, str]  # word of the plan -> hash over the entry's files
    files: dict[str, str]  # users' own code
    people: dict[str, str]  # data set -> hash over the human plays cut from it
    games: dict[str, str]
    versions: dict[str, str]

    @property
    def fingerprint(self) -> str:
        """A hash over everything."""
        return hashlib.sha256(json.dumps(self.model_dump(), sort_keys=True).encode()).hexdigest()


def beginning_of(material: Material, verb: Verb) -> Beginning:
    """What a run of this material begins with."""
    plan = material.plan
    return Beginning(
        verb=verb,
        plan=plan.model_dump(mode="json"),
        entries={
            part: fingerprint_of(Path(part))
            for word in dict.fromkeys([*emulator_words(plan), *detector_words(plan)])
            for part in parts_of(word)
            if is_entry(part)
        },
        files={place: digest_of(place) for place in places_of_plan(plan)},
        people=_people([*material.humans.items(), *material.unpublished.items()]),
        games={game.name: payoff_checksum(game) for game in material.games},
        versions=fingerprint(),
    )


def read_beginning(run: Path) -> Beginning | None:
    """The record in a run directory; None if there is none."""
    path = run / BEGAN
    try:
        return Beginning.model_validate_json(read_bounded(path, MOST_BYTES))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadFile(f"'{path}' cannot be read: {error.strerror or error}.") from error
    except ValidationError as error:
        raise BadFile(
            f"'{path}' is no record of what a run began with: {error.errors()[0]['msg']}."
        ) from error


def keep_beginning(run: Path, began: Beginning) -> None:
    """Write the record."""
    write_atomically(run / BEGAN, strict_json(began.model_dump()))


def check_continuable(run: Path, plan: Plan) -> Beginning:
    """Refuse to continue the run in `run` with another plan, entry, file or version: all that can be told before people
    and games are found.
    """
    began = read_beginning(run)
    if began is None:
        raise BadRequest(
            f"The run in '{run}' was begun by version 0.1, which did not keep what it began with: its results can be "
            "read, but it cannot be continued. Start another run with another --out."
        )
    _refuse(run, [*plan_changes(began, plan), *_code_changes(began.entries, began.files, plan)])
    if told := difference(began.versions, fingerprint()):
        _refuse(run, [f"The code that plays (now there is {told})"])
    return began


def check_same(run: Path, began: Beginning, now: Beginning) -> None:
    """Refuse to continue with other people, games or anything else than the run began with."""
    told = [f"What people did in '{name}'" for name in _unequal(began.people, now.people)]
    told += [f"The game '{name}'" for name in _unequal(began.games, now.games)]
    told += [f"'{name}'" for name in _unequal(began.entries | began.files, now.entries | now.files)]
    _refuse(run, told)


def check_readable(run: Path, plan: Plan) -> None:
    """Refuse to read a run with another plan, other entries or other files of users; versions may differ."""
    began = read_beginning(run)
    if began is not None:
        _refuse(run, [*plan_changes(began, plan), *_code_changes(began.entries, began.files, plan)])
    elif (run / BROUGHT).exists():
        _refuse(run, _code_changes({}, _brought(run / BROUGHT), plan))


def changed_since(began: Beginning) -> list[str]:
    """Entries and users' files that are no longer what they were."""
    return [*_unequal(began.entries, _entries(began.entries)), *_unequal(began.files, _files(began.files))]


def _refuse(run: Path, told: Sequence[str]) -> None:
    if told:
        raise BadRequest(
            f"{told[0]} has changed since the run in '{run}' began: bring back what it began with, "
            "or start another run with another --out."
        )


def plan_changes(began: Beginning, plan: Plan) -> list[str]:
    """Settings that are not as they were; one that a later version added is no change."""
    now = plan.model_dump(mode="json")
    changed = [name for name, value in began.plan.items() if now.get(name) != value]
    return [
        f"The plan's {name} (it was {began.plan[name]!r:.60}, now {now.get(name)!r:.60})" for name in changed
    ]


def _code_changes(entries: Mapping[str, str], files: Mapping[str, str], plan: Plan) -> list[str]:
    """Entries and users' files of the plan that are not as they were."""
    changed = [f"Entry '{word}'" for word in _unequal(entries, _entries(entries))]
    return changed + [f"'{place}'" for place in _unequal(files, _files({*files, *places_of_plan(plan)}))]


def _unequal(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    return [name for name in {**before, **after} if before.get(name) != after.get(name)]


def _entries(words: Iterable[str]) -> dict[str, str]:
    """Hashes of those words that name entries which can be read."""
    found = {}
    for word in words:
        with suppress(BadFile):
            found[word] = fingerprint_of(Path(word)) if is_entry(word) else ""
    return found


def _files(places: Iterable[str]) -> dict[str, str]:
    """Digests of users' files that can be read."""
    found = {}
    for place in places:
        with suppress(BadFile):
            found[place] = digest_of(place)
    return found


def _people(humans: Iterable[tuple[str, Sequence[HumanPlay]]]) -> dict[str, str]:
    """By data set, a hash over all human plays cut from it, with their games, experiments and studies."""
    sums: dict[str, Any] = {}
    for game, plays in humans:
        for experiment, play in plays:
            content = sums.setdefault(experiment.rpartition("/")[0] or experiment, hashlib.sha256())
            studies = sorted(studies_of(play, experiment))
            content.update(repr((game, experiment, studies, play.actions.shape)).encode())
            content.update(np.ascontiguousarray(play.actions).tobytes())
    return {name: content.hexdigest() for name, content in sums.items()}


def _brought(path: Path) -> dict[str, str]:
    """The digests that version 0.1 kept."""
    try:
        return TypeAdapter(dict[str, str]).validate_json(read_bounded(path, MOST_BYTES))
    except (OSError, ValidationError) as error:
        raise BadFile(f"'{path}' cannot be read as digests of users' files.") from error
