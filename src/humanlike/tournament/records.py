"""Trials on disk: written once and whole, read back only if unharmed.

A finished trial is two tables, `answers` (what each detector said of each dataset) and `datasets` (what each
play looks like), in one folder, with a checksum beside them. A folder that does not match its checksum is
reported and the trial is played again: from the same streams, so with the same result.
"""

import hashlib
import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from humanlike.core import BadFile, BadRequest, Play, read_bounded, sweep, write_atomically
from humanlike.datasets import summarise
from humanlike.tournament.trial import PlayedTrial

ANSWERS, DATASETS, CHECKSUM = "answers.parquet", "datasets.parquet", "checksums.json"
BEGAN = "began"  # among the checksums: the fingerprint of what the run began with
MOST_BYTES = 2**16  # of checksums


class TrialRecord(NamedTuple):
    """A finished trial as tables."""

    answers: pd.DataFrame
    datasets: pd.DataFrame


def record_of(trial: PlayedTrial, number: int) -> TrialRecord:
    """The tables of a trial; an emulator that failed appears in `datasets` with its mark and no numbers."""
    rows: list[dict[str, Any]] = []
    for game, datasets in trial.datasets.items():
        for each in datasets:
            summary = summarise(each.play)
            rows.append(
                {
                    "trial": number,
                    "game": game,
                    "source": each.source,
                    "is_human": each.is_human,
                    "subjects": each.play.n_subjects,
                    "row_mean": summary.mean[0],
                    "row_sd": summary.standard_deviation[0],
                    "column_mean": summary.mean[1],
                    "column_sd": summary.standard_deviation[1],
                    "row_centre": summary.centre[0],
                    "column_centre": summary.centre[1],
                    "spread": summary.euclidean_deviation,
                    "moves": moves_digest(each.play),
                    "mark": "",
                }
            )
    for failure in trial.failures:
        rows.append(
            {
                "trial": number,
                "game": failure.game,
                "source": failure.source,
                "is_human": False,
                "subjects": 0,
                "mark": failure.mark,
            }
        )
    answers = pd.DataFrame(trial.answers).astype({"probability": np.float64, "is_human": bool})
    return TrialRecord(answers, pd.DataFrame(rows))


def moves_digest(play: Play) -> str:
    """Sixteen hexadecimal digits that belong to these moves, before pairs are shuffled."""
    return hashlib.sha256(play.actions.tobytes()).hexdigest()[:16]


def folder_of(run: Path, number: int) -> Path:
    """Where trial `number` of a run is kept."""
    return run / "results" / "trials" / f"{number:05d}"


def save_trial(run: Path, number: int, record: TrialRecord, began: str) -> None:
    """Write a trial so that it appears whole; the checksum is written last and makes it count.

    `began` is the fingerprint of what the run began with.
    """
    folder = folder_of(run, number)
    shutil.rmtree(folder, ignore_errors=True)  # half a trial, if the run was killed or a file was harmed
    sums = {BEGAN: began}
    try:
        for name, table in ((ANSWERS, record.answers), (DATASETS, record.datasets)):
            content = parquet_bytes(table)
            write_atomically(folder / name, content)
            sums[name] = hashlib.sha256(content).hexdigest()
        write_atomically(folder / CHECKSUM, json.dumps(sums, sort_keys=True))
    except BadFile as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise BadFile(how_to_continue(error, run)) from error


def how_to_continue(error: BadFile, run: Path) -> str:
    """What to do when the disk refuses."""
    return (
        f"{error} Finished trials are safe; make room and continue with: humanlike tournament --resume {run}"
    )


def load(run: Path, number: int, began: str | None = None) -> TrialRecord | str | None:
    """A finished trial; None if there is none; a sentence if what is there is damaged.

    `began` is the fingerprint it must bear, unless it is only to be looked at.
    """
    folder = folder_of(run, number)
    if not (folder / CHECKSUM).exists():
        return None
    try:
        sums = json.loads(read_bounded(folder / CHECKSUM, MOST_BYTES))
        if began is not None and sums[BEGAN] != began:
            return f"Trial {number}: it is of another run; the trial is played again."
        tables = []
        for name in (ANSWERS, DATASETS):
            content = (folder / name).read_bytes()
            if hashlib.sha256(content).hexdigest() != sums[name]:
                return f"Trial {number}: {name} does not match its checksum; the trial is played again."
            tables.append(pd.read_parquet(folder / name))
        return TrialRecord(*tables)
    except (OSError, ValueError, KeyError, TypeError, RecursionError, BadFile):
        return f"Trial {number}: its files cannot be read; the trial is played again."


def fingerprints(run: Path) -> dict[int, str | None]:
    """What every whole trial in a run directory bears of what its run began with; None for those of version 0.1."""
    found: dict[int, str | None] = {}
    for path in sorted((run / "results" / "trials").glob(f"*/{CHECKSUM}")):
        with suppress(OSError, ValueError, RecursionError, BadFile):
            sums = json.loads(read_bounded(path, MOST_BYTES))
            if isinstance(sums, dict) and sums.keys() >= {ANSWERS, DATASETS} and path.parent.name.isdigit():
                found[int(path.parent.name)] = sums.get(BEGAN)
    return found


def check_bearing(run: Path, began: str) -> None:
    """Refuse a directory with trials that another run left, or that were put there."""
    odd = [number for number, borne in fingerprints(run).items() if borne != began]
    if odd:
        raise BadRequest(
            f"Trial {odd[0]} in '{run}' does not belong to the run that began there: it was played with another plan, "
            "entry, file or version. Choose another --out."
        )


def parquet_bytes(table: pd.DataFrame) -> bytes:
    """A table as Parquet; equal tables give equal bytes."""
    return bytes(table.to_parquet(None, index=False, engine="pyarrow"))


def publish(run: Path, files: Mapping[str, bytes]) -> None:
    """Write the results of a whole run, and sweep what a killed run left half-written."""
    try:
        for name, content in files.items():
            write_atomically(run / "results" / name, content)
    except BadFile as error:
        raise BadFile(how_to_continue(error, run)) from error
    sweep(run)


def log(run: Path, event: str, **facts: Any) -> None:
    """A line in the run's log; a full disk is reported where results are written, not here."""
    line = json.dumps({"time": datetime.now(UTC).isoformat(timespec="seconds"), "event": event, **facts})
    with suppress(OSError), (run / "log.jsonl").open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def drop_after(run: Path, last: int) -> None:
    """Remove trials beyond the one at which the tournament ended."""
    for folder in sorted((run / "results" / "trials").glob("*")):
        if folder.name.isdigit() and int(folder.name) > last:
            shutil.rmtree(folder)
