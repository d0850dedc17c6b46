"""The experiment an audit is about: who took part, of whom it is known that they are people, and which machines are on
record.

A participant is a person (where nobody recorded persons: a row) of a kind that is not a machine's. Rows of a machine's
kind are no participants; they may serve as suspects, each going with the participant it met.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadFile, BadRequest, Play, look_up
from humanlike.core.kinds import HUMAN, MACHINE
from humanlike.core.play_text import counted
from humanlike.detectors.cross_evidence import ELSEWHERE, Integers, PersonsPlay

VerifiedWord = str | Path | Sequence[str] | None
YES = ("yes", "true", "1", "y", "verified", "human")
GIVEAWAY = re.compile(
    r"(?<![a-z])(bots?|gpt|llm|claude|gemini|llama|mistral|machine|computer|robot|ai)(?![a-z])", re.I
)
TELLING_COLUMNS = re.compile(
    r"^(is_?)?(kind|type|player_?type|bots?|human|machine|llm|model|agent|condition)$", re.I
)
LABELS = ("person", "subject", "session", "match", "study")
SHOWN = 3


class Experiment(NamedTuple):
    """Plays, who is who in them, and what to mind."""

    plays: tuple[Play, ...]
    rows: tuple[Integers, ...]  # of each play: the participants' rows
    whose: tuple[Integers, ...]  # for each of these the participant's number
    persons: tuple[str, ...]
    verified: npt.NDArray[np.bool_]  # [persons]
    recorded: dict[str, PersonsPlay]  # machines on record, by model or kind
    remarks: tuple[str, ...]

    @property
    def participants(self) -> PersonsPlay:
        """What participants did."""
        parts = [play.rows(rows) for play, rows in zip(self.plays, self.rows, strict=True)]
        return PersonsPlay(parts, list(self.whose))

    @property
    def n_rounds(self) -> int:
        """Of the longest match."""
        return max(play.n_rounds for play in self.plays)


def read_experiment(plays: Sequence[Play], verified: VerifiedWord = None) -> Experiment:
    """Who took part in `plays`; `verified` says of whom it is known that they are people (see `_verified_rows`)."""
    kept = [play.shortened() for play in plays]
    names, rows = _participants(kept)
    persons = tuple(dict.fromkeys(name for own in names for name in own))
    if not persons:
        raise BadRequest(
            "Nobody took part: every row is marked as a machine's. Mark participants as human, or leave kind empty."
        )
    number = {name: place for place, name in enumerate(persons)}
    whose = tuple(np.array([number[name] for name in own], dtype=np.int64) for own in names)
    known = np.zeros(len(persons), dtype=np.bool_)
    for play, own, which in zip(kept, rows, whose, strict=True):
        known[which[_verified_rows(play, verified, persons)[own]]] = True
    _check_verified(known, verified)
    remarks = [*_unknown_opponents(kept, rows), *_giveaways(kept, persons)]
    recorded = _recorded(kept, rows, whose)
    return Experiment(tuple(kept), rows, whose, persons, known, recorded, tuple(remarks))


def _participants(plays: Sequence[Play]) -> tuple[list[list[str]], tuple[Integers, ...]]:
    """The name of each participant's row, and which rows these are, by play."""
    names, rows = [], []
    for play in plays:
        kinds = np.array(list(play.labels("kind")))
        mine = np.flatnonzero(((kinds == HUMAN) | play.studied) & (play.actions >= 0).any(axis=1))
        person = play.labels("person")
        words = (
            person.take(mine).words_of(person.codes[mine]) if person.names is not None else [""] * len(mine)
        )
        names.append(
            [word.strip() or f"{play.game.name} row {row + 1}" for word, row in zip(words, mine, strict=True)]
        )
        rows.append(mine.astype(np.int64))
    return names, tuple(rows)


def _recorded(
    plays: Sequence[Play], rows: Sequence[Integers], whose: Sequence[Integers]
) -> dict[str, PersonsPlay]:
    """Machines on record, each in the place of the first participant of its match."""
    found: dict[str, tuple[list[Play], list[Integers]]] = {}
    for play, own, which in zip(plays, rows, whose, strict=True):
        match, kind, model = (np.array(list(play.labels(by))) for by in ("match", "kind", "model"))
        met = dict(zip(match[own][::-1].tolist(), which[::-1].tolist(), strict=True))
        machines = np.setdiff1d(np.flatnonzero(kind != HUMAN), own)
        called = np.where(model == "", np.where(kind == "", MACHINE, kind), model)
        for name in sorted(set(called[machines].tolist())):
            mine = machines[called[machines] == name]
            parts, places = found.setdefault(f"recorded {name}", ([], []))
            parts.append(play.rows(mine))
            places.append(
                np.array([met.get(each, ELSEWHERE) for each in match[mine].tolist()], dtype=np.int64)
            )
    return {name: PersonsPlay(*body) for name, body in found.items()}


def _verified_rows(play: Play, verified: VerifiedWord, persons: Iterable[str]) -> npt.NDArray[np.bool_]:
    """Rows of people known to be people.

    `COLUMN=VALUE,VALUE` or `COLUMN` (saying yes) of the table, labels of persons, or a file of them, one a line.
    """
    if verified is None or (isinstance(verified, str) and not verified):
        return np.zeros(play.n_subjects, dtype=np.bool_)
    if isinstance(verified, str | Path) and Path(verified).is_file():
        verified = _lines(Path(verified))
    if isinstance(verified, str | Path):
        column, _, values = str(verified).partition("=")
        wanted = tuple(word.strip().lower() for word in values.split(",")) if values else YES
        return np.array(
            [bool({text.strip().lower() for text in row} & set(wanted)) for row in _column(play, column)]
        )
    labels = {str(each) for each in verified}
    if unknown := sorted(labels - set(persons)):
        raise BadRequest(
            f"Nobody who took part is called {', '.join(unknown[:SHOWN])}{' ...' if unknown[SHOWN:] else ''}, "
            f"though said to be verified; there are {', '.join(list(persons)[:SHOWN])} ..."
        )
    return np.isin(np.array(list(play.labels("person"))), sorted(labels))


def _column(play: Play, name: str) -> Iterator[list[str]]:
    """What a column says of each row."""
    look_up("column of this play", name, {**dict.fromkeys(LABELS), **dict.fromkeys(play.extra)})
    if name in play.extra:
        return ([str(each) for each in row if each is not None] for row in play.extra[name].tolist())
    return ([each] for each in play.labels(name))


def _lines(path: Path) -> list[str]:
    try:
        return [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"Cannot read who is verified in '{path}': {error}.") from error


def _check_verified(known: npt.NDArray[np.bool_], verified: VerifiedWord) -> None:
    if verified and not known.any():
        raise BadRequest(f"Nobody is verified by {verified!r:.60}: name a column and what it says of people.")
    if known.all():
        raise BadRequest("Everybody who took part is verified, so there is nobody to audit.")


def _unknown_opponents(plays: Sequence[Play], rows: Sequence[Integers]) -> Iterator[str]:
    """Where nothing is known of the others; all of it is refused."""
    made = sum(int((play.actions[own] >= 0).sum()) for play, own in zip(plays, rows, strict=True))
    blind = sum(
        int(((play.actions[own] >= 0) & (play.situations[own] < 0)).sum())
        for play, own in zip(plays, rows, strict=True)
    )
    if blind == made:
        raise BadRequest(
            "The play does not say what anybody's opponents did, so suspects have nobody to answer and moves no "
            "history. Add what the others did (partner_action), or who met whom; `humanlike data check` says how."
        )
    if blind:
        yield f"In {blind:,} of {made:,} rounds it is not on record what the others did; these are passed over."


def _giveaways(plays: Sequence[Play], persons: Sequence[str]) -> Iterator[str]:
    """Labels and columns that say who is what: not looked at, but somebody should."""
    telling = [name for name in persons if GIVEAWAY.search(name)]
    if telling:
        shown = ", ".join(telling[:SHOWN]) + (" ..." if telling[SHOWN:] else "")
        yield (
            f"The labels of {counted(len(telling), 'participant')} say what they are ({shown}). Labels are not looked "
            "at; if they are true, give these rows the kind machine, and they become suspects on record."
        )
    columns = sorted({name for play in plays for name in play.extra if TELLING_COLUMNS.match(name)})
    if columns:
        yield (
            f"The column{'s' if columns[1:] else ''} {', '.join(columns)} may say who is a machine. It is not looked "
            "at; if it does, call it kind (human, program, llm), or use it: --verified COLUMN=VALUE."
        )
