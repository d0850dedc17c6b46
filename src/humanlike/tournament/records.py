"""Trials on disk: written once and whole, read back only if unharmed.

A finished trial is two tables, `answers` (what each detector said of each dataset) and `datasets` (what each
play looks like), in one folder, with a checksum beside them. A folder that does not match its checksum is
reported and the trial is played again: from the same streams, so with the same result.

A trial that strangers' detectors have yet to be asked about waits in `results/played`, with the machines' plays as
detectors will be shown them.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from humanlike.core import BadFile, BadRequest, Game, Play, read_bounded, sweep, write_atomically
from humanlike.datasets import summarise
from humanlike.tournament.material import Material
from humanlike.tournament.showing import STAMP
from humanlike.tournament.trial import DetectorAnswer, Failure, PlayedTrial, moves_digest, stripped

ANSWERS, DATASETS, PLAYS, CHECKSUM = (
    "answers.parquet",
    "datasets.parquet",
    "plays.parquet",
    "checksums.json",
)
FINISHED, PLAYED, ASKED = "trials", "played", "asked"  # folders of results
BEGAN = "began"  # among the checksums: the fingerprint of what the run began with
MOST_BYTES = 2**16  # of checksums


class TrialRecord(NamedTuple):
    """A trial as tables."""

    answers: pd.DataFrame
    datasets: pd.DataFrame
    plays: pd.DataFrame | None = None  # machines' plays, while strangers have to be asked about them

    def tables(self) -> dict[str, pd.DataFrame]:
        """By file name."""
        found = {ANSWERS: self.answers, DATASETS: self.datasets}
        return found if self.plays is None else found | {PLAYS: self.plays}


def record_of(trial: PlayedTrial, number: int) -> TrialRecord:
    """The tables of a trial; an emulator that failed appears in `datasets` with its mark and no numbers."""
    rows: list[dict[str, Any]] = []
    for game, datasets in trial.datasets.items():
        for each in datasets:
            summary = summarise(each.play)  # of one role where everybody sits in the first seat
            rows.append(
                {
                    "trial": number,
                    "game": game,
                    "source": each.source,
                    "is_human": each.is_human,
                    "subjects": each.play.n_subjects,
                    "row_mean": summary.mean[0],
                    "row_sd": summary.standard_deviation[0],
                    "column_mean": summary.mean[-1],
                    "column_sd": summary.standard_deviation[-1],
                    "row_centre": summary.centre[0],
                    "column_centre": summary.centre[-1],
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
                "moves": failure.moves,
                "mark": failure.mark,
                **_copied(failure),
            }
        )
    return TrialRecord(table_of(trial.answers), pd.DataFrame(rows))


def table_of(answers: Sequence[DetectorAnswer]) -> pd.DataFrame:
    """Answers as a table, with its columns even if there are none."""
    table = pd.DataFrame(answers, columns=list(DetectorAnswer._fields))
    return table.astype({"probability": np.float64, "is_human": bool, "trial": np.int64})


def plays_table(material: Material, trial: PlayedTrial) -> pd.DataFrame:
    """The machines' plays of a trial as detectors are shown them."""
    rows = []
    for game, datasets in trial.datasets.items():
        for each in datasets:
            if not each.is_human:
                moves = stripped(material, each).actions.astype(np.int16)
                rows.append((game, each.source, *moves.shape, moves.tobytes()))
    return pd.DataFrame(rows, columns=["game", "source", "subjects", "rounds", "moves"])


def machine_plays(record: TrialRecord, games: Mapping[str, Game]) -> Iterator[tuple[Game, str, Play]]:
    """The same as plays: game, who made it, what is shown."""
    assert record.plays is not None
    for game, source, *shape, moves in record.plays.itertuples(index=False):
        actions = np.frombuffer(moves, dtype=np.int16).reshape(shape)
        yield games[game], source, Play(games[game], actions, provenance={"stamp": STAMP})


def together(trials: Sequence[TrialRecord]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Answers and datasets of several trials."""
    return (
        pd.concat([each.answers for each in trials], ignore_index=True),
        pd.concat([each.datasets for each in trials], ignore_index=True),
    )


def _copied(failure: Failure) -> dict[str, Any]:
    """From whom, how much and how nearly a play was copied."""
    if failure.copied is None:
        return {}
    found = failure.copied
    return {
        "copied_from": ", ".join(found.experiments),
        "copied_pairs": found.pairs,
        "differing": found.differing,
    }


def folder_of(run: Path, number: int, stage: str = FINISHED) -> Path:
    """Where trial `number` of a run is kept."""
    return run / "results" / stage / f"{number:05d}"


def save_trial(run: Path, number: int, record: TrialRecord, began: str, stage: str = FINISHED) -> None:
    """Write a trial so that it appears whole; the checksum is written last and makes it count.

    `began` is the fingerprint of what the run began with.
    """
    folder = folder_of(run, number, stage)
    shutil.rmtree(folder, ignore_errors=True)  # half a trial, if the run was killed or a file was harmed
    sums = {BEGAN: began}
    try:
        for name, table in record.tables().items():
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


def load(run: Path, number: int, began: str | None = None, stage: str = FINISHED) -> TrialRecord | str | None:
    """A trial at this stage; None if there is none; a sentence if what is there is damaged.

    `began` is the fingerprint it must bear, unless it is only to be looked at.
    """
    folder = folder_of(run, number, stage)
    if not (folder / CHECKSUM).exists():
        return None
    try:
        sums = json.loads(read_bounded(folder / CHECKSUM, MOST_BYTES))
        if began is not None and sums[BEGAN] != began:
            return f"Trial {number}: it is of another run; the trial is played again."
        tables = []
        for name in (ANSWERS, DATASETS, *([PLAYS] if stage == PLAYED else [])):
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


def drop_waiting(run: Path) -> None:
    """Remove what was kept only until strangers' detectors had been asked."""
    for stage in (PLAYED, ASKED):
        shutil.rmtree(run / "results" / stage, ignore_errors=True)


def drop_after(run: Path, last: int) -> None:
    """Remove trials beyond the one at which the tournament ended."""
    for folder in sorted((run / "results" / "trials").glob("*")):
        if folder.name.isdigit() and int(folder.name) > last:
            shutil.rmtree(folder)
