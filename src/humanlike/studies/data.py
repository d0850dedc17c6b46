"""Files of play: what is wrong with one, what is in it, which are public, one format into another.

Each takes a file, a folder, a data set's name, a pandas table or Plays; `hl.read` gives the Plays themselves.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from humanlike.core import Game, Play
from humanlike.core.kinds import HUMAN, KINDS, PLURALS
from humanlike.datasets import (
    SOURCES,
    DataSource,
    Foreign,
    PlaySummary,
    Problem,
    check_plays,
    check_target,
    choice_shares,
    draft_of,
    import_table,
    recognise,
    summarise,
    write_plays,
)
from humanlike.datasets import check as check_table
from humanlike.datasets import fetch as fetch_original
from humanlike.datasets.long_table import plays_of, table_of
from humanlike.naming.games import game_or_file
from humanlike.naming.plays import MappingWord, PlaysWord, export_source, file_or_frame, find_plays, title_of
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

GameWord = str | Path | Game | None


@dataclass(frozen=True, eq=False, repr=False)
class CheckResult(Result):
    """What is wrong with a file, where, and what it would do to the analysis."""

    name: str
    problems: tuple[Problem, ...]  # errors first
    mapping: str = ""  # a mapping to begin with, where the file is an export
    notes: tuple[str, ...] = ()  # what was left out of an export

    @property
    def n_errors(self) -> int:
        """How many kinds of error; one is enough to make the file useless."""
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def refusal(self) -> str:
        """Why the file cannot be used; empty if it can."""
        return f"'{self.name}' cannot be used: {self.n_errors} kind(s) of error." if self.n_errors else ""

    def frame(self) -> "pd.DataFrame":
        """One row for each problem."""
        import pandas as pd

        return pd.DataFrame(
            self.document()["problems"],
            columns=["severity", "line", "column", "rule", "found", "count", "effect"],
        )

    def document(self) -> dict[str, Any]:
        """Whether it can be used, and every problem."""
        problems = [asdict(problem) for problem in self.problems]
        draft = {"mapping": self.mapping} if self.mapping else {}
        notes = {"notes": list(self.notes)} if self.notes else {}
        return {"file": self.name, "usable": not self.n_errors, "problems": problems, **draft, **notes}

    def headline(self) -> str:
        """How much is wrong."""
        warnings = len(self.problems) - self.n_errors
        counted = f"{self.n_errors} kinds of error, {warnings} of warning"
        return f"{self.name}: {counted if self.problems else 'nothing wrong'}."

    def story(self) -> Iterator[Part]:
        """A sentence for each problem."""
        yield self.headline()
        for problem in self.problems:
            yield f"{problem.severity}: {problem.sentence(self.name)}"
        yield from self.notes
        if self.mapping:
            yield f"A mapping to begin with (mapping.toml); look at what is guessed:\n\n{self.mapping}"


def check(file: PlaysWord, *, game: GameWord = None, mapping: MappingWord = None) -> CheckResult:
    """Say what is wrong with a file or table, where, and what it would do to the analysis.

    `game` is the game of plain text, or a game file where no games.json lies beside it; `mapping` says how an export
    is to be read. An export without one is recognised, and a mapping drafted.
    """
    if mapping is not None:
        imported = import_table(export_source(file), mapping, game_or_file(game))
        return CheckResult(
            imported.table.name, tuple(check_table(imported.table)), notes=tuple(imported.notes)
        )
    where = file_or_frame(file)
    foreign = None if where is None else recognise(where)
    if where is not None and foreign is not None:
        return CheckResult(foreign.name, (_foreign(foreign),), draft_of(where, foreign))
    if where is not None:
        name, problems = check_plays(where, game_or_file(game))
        return CheckResult(name, tuple(problems))
    plays = find_plays(file, game=game)
    frames = [check_plays(play.to_frame(), play.game)[1] for play in plays]
    return CheckResult(title_of(file), tuple(problem for problems in frames for problem in problems))


def _foreign(foreign: Foreign) -> Problem:
    """Why an export cannot be used as it is."""
    rule, found = "play is read from a long table", f"it is {foreign.what}"
    return Problem("error", rule, "", 0, found, 1, foreign.advice())


@dataclass(frozen=True, eq=False, repr=False)
class SummaryResult(Result):
    """Bodies of play in a few numbers each."""

    title: str
    plays: tuple[Play, ...]
    summaries: tuple[PlaySummary, ...]

    def frame(self) -> "pd.DataFrame":
        """One row for each data set, game and role."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "dataset": each.dataset,
                    "game": each.game,
                    "role": role + 1,
                    "subjects": each.n_subjects,
                    **{
                        PLURALS[kind].replace(" ", "_"): each.n_players_of(kind)
                        for kind in KINDS
                        if kind != HUMAN
                    },
                    "matches": each.n_matches,
                    "rounds": each.n_rounds,
                    "choices": each.n_choices,
                    "missing": each.n_missing,
                    "slips": each.n_slips,
                    "mean": float(each.mean[place]),
                    "sd": float(each.standard_deviation[place]),
                    "centre": float(each.centre[place]),
                    "spread": each.euclidean_deviation,
                }
                for each in self.summaries
                for place, role in enumerate(each.roles)
            ]
        )

    def document(self) -> list[dict[str, Any]]:
        """Every summary."""
        return [asdict(each) for each in self.summaries]

    def headline(self) -> str:
        """How much there is."""
        choices = sum(each.n_choices for each in self.summaries)
        return f"{self.title}: {choices:,} choices"

    def story(self) -> Iterator[Part]:
        """A row for each data set and game."""
        several = len({each.dataset for each in self.summaries}) > 1
        gaps = any(each.n_missing for each in self.summaries)
        slips = any(each.n_slips for each in self.summaries)
        others = [kind for kind in KINDS[1:] if any(kind in each.kinds for each in self.summaries)]
        columns = ["data set"] * several + ["game", "subjects", *(PLURALS[kind] for kind in others)]
        columns += ["matches", "rounds", "choices"] + ["missing"] * gaps + ["slips"] * slips
        columns += ["mean payoffs", "SD", "centre", "spread"]
        rows = [
            [
                *[each.dataset] * several,
                each.game,
                each.n_subjects,
                *(each.n_players_of(kind) for kind in others),
                each.n_matches,
                each.n_rounds,
                each.n_choices,
                *[each.n_missing] * gaps,
                *[each.n_slips] * slips,
                _numbers(each.mean),
                _numbers(each.standard_deviation),
                _numbers(each.centre),
                each.euclidean_deviation,
            ]
            for each in self.summaries
        ]
        yield StoryTable(self.headline(), columns, rows)
        if others:
            yield StoryTable("By kind", ["kind", "players", "choices"], self._kinds())
        seats = [[kind, model, count] for (kind, model), count in self._machines().items()]
        if seats:
            yield StoryTable("Machines by name", ["kind", "model", "seats"], seats)

    def _kinds(self) -> list[list[Any]]:
        """Different players of each kind and their choices, over all games of a data set."""
        players: dict[str, set[tuple[str, str]]] = {}
        for each, play in zip(self.summaries, self.plays, strict=True):
            for kind, rows in play.labels("kind").places().items():
                words = play.labels("subject").take(rows).different()
                players.setdefault(kind, set()).update((each.dataset, word) for word in words)
        made = {
            kind: [each.kinds[kind].n_choices for each in self.summaries if kind in each.kinds]
            for kind in KINDS
        }
        return [[kind, len(players[kind]), sum(made[kind])] for kind in KINDS if kind in players]

    def _machines(self) -> dict[tuple[str, str], int]:
        """How many seats each machine that is named has, over all games."""
        seats: dict[tuple[str, str], int] = {}
        for each in self.summaries:
            for kind, found in each.kinds.items():
                for model, count in found.models.items():
                    seats[kind, model] = seats.get((kind, model), 0) + count
        return seats

    def plot(self) -> "Figure":
        """What was chosen over rounds, game by game."""
        from humanlike.figures.play import ChoicePanel, draw_choices

        several = len({each.dataset for each in self.summaries}) > 1
        panels = [
            ChoicePanel(
                f"{each.dataset} {each.game}" if several else each.game, each.n_matches, choice_shares(play)
            )
            for each, play in zip(self.summaries, self.plays, strict=True)
        ]
        return draw_choices(panels, data=self.title)


def _numbers(values: Any) -> str:
    words = [f"{value:.3g}" for value in values[:3]]
    return " ".join(words) + (" ..." if len(values) > 3 else "")


def summary(file: PlaysWord, *, game: GameWord = None, mapping: MappingWord = None) -> SummaryResult:
    """Subjects, matches, rounds, payoffs, centre and cells of every game in a file or table.

    `mapping` says how an export is to be read.
    """
    plays = tuple(find_plays(file, game=game, mapping=mapping))
    return SummaryResult(title_of(file), plays, tuple(map(summarise, plays)))


@dataclass(frozen=True, eq=False, repr=False)
class SourcesResult(Result):
    """Public data sets known by name."""

    sources: tuple[DataSource, ...]

    def frame(self) -> "pd.DataFrame":
        """One row for each data set."""
        import pandas as pd

        return pd.DataFrame(self.document())

    def document(self) -> list[dict[str, Any]]:
        """Source, licence, citation and notes."""
        return [asdict(source) for source in self.sources]

    def story(self) -> Iterator[Part]:
        """Name, what it is, where it comes from."""
        rows = [[each.name, each.what, each.repository, each.licence] for each in self.sources]
        yield StoryTable("Public human data", ["name", "what", "repository", "licence"], rows)


def sources() -> SourcesResult:
    """Public data sets known by name: source, licence, citation."""
    return SourcesResult(tuple(SOURCES.values()))


@dataclass(frozen=True, eq=False, repr=False)
class FetchResult(Result):
    """Where a publisher's original file was put."""

    name: str
    path: Path

    def document(self) -> dict[str, Any]:
        """Name and file."""
        return {"name": self.name, "file": str(self.path)}

    def story(self) -> Iterator[Part]:
        """The file."""
        yield str(self.path)


def fetch(name: str, *, to: Path | str | None = None) -> FetchResult:
    """Download the publisher's original file of a data set and check it (needs a network)."""
    return FetchResult(name, fetch_original(name, None if to is None else Path(to)))


@dataclass(frozen=True, eq=False, repr=False)
class ConvertResult(Result):
    """Plays that were written to a file."""

    path: Path
    plays: tuple[Play, ...]
    notes: tuple[str, ...] = ()  # what was left out of an export

    @property
    def n_choices(self) -> int:
        """How many moves were made."""
        return sum(int((play.actions >= 0).sum()) for play in self.plays)

    def frame(self) -> "pd.DataFrame":
        """What was written, as a long table."""
        return table_of(self.plays)

    def document(self) -> dict[str, Any]:
        """The file, its games, how many choices."""
        games = [play.game.name for play in self.plays]
        notes = {"notes": list(self.notes)} if self.notes else {}
        return {"file": str(self.path), "games": games, "choices": self.n_choices, **notes}

    def story(self) -> Iterator[Part]:
        """The same in a sentence."""
        yield " ".join([f"{self.path}: {len(self.plays)} game(s), {self.n_choices:,} choices.", *self.notes])


def convert(
    source: PlaysWord, target: Path | str, *, mapping: MappingWord = None, game: GameWord = None
) -> ConvertResult:
    """Turn play into the file `target`: .csv, .parquet, .txt, .jsonl, or a folder, for `play.parquet` in it.

    `mapping` (a .toml file, or a dictionary) says how an oTree or z-Tree export or a table of one's own is to be read.
    """
    check_target(target)
    if mapping is None:
        plays = find_plays(source, game=game)
        return ConvertResult(write_plays(target, plays), tuple(plays))
    imported = import_table(export_source(source), mapping, game_or_file(game))
    plays = plays_of(imported.table)
    return ConvertResult(write_plays(target, plays), tuple(plays), tuple(imported.notes))
