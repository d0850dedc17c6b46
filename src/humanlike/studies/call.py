"""What must others know to enter? A call for entries, made from the plan of the tournament."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from humanlike.core import BadFile, BadRequest, Game, HumanlikeError, write_atomically
from humanlike.core.matching import kind_of_matching
from humanlike.naming.games import RANDOM, find_games
from humanlike.studies.call_sections import Listing, Section, Sizes, Stage, sections
from humanlike.studies.compete import plan_of
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable
from humanlike.tournament import Plan
from humanlike.tournament.humans import HumanPlay, plays_of_source

TITLE = "Call for entries: a Turing tournament"


@dataclass(frozen=True, eq=False, repr=False)
class CallResult(Result):
    """A sheet that an organiser can publish."""

    title: str
    plan: Plan
    sections: tuple[Section, ...]
    notes: tuple[str, ...]  # for the organiser, not on the sheet

    def headline(self) -> str:
        """What it is."""
        return self.title

    def document(self) -> dict[str, Any]:
        """The sheet section by section, and what the organiser should know."""
        return {
            "title": self.title,
            "sections": [
                {"heading": each.heading, "parts": [_plain(part) for part in each.parts]}
                for each in self.sections
            ],
            "notes": list(self.notes),
        }

    def story(self) -> Iterator[Part]:
        """The sheet for a terminal, then what only the organiser should know."""
        yield self.title
        for section in self.sections:
            yield f"\n{section.heading}"
            for part in section.parts:
                yield f"{part.caption}:\n\n{_indented(part.text)}" if isinstance(part, Listing) else part
        yield from (f"\nFor the organiser: {note}" for note in self.notes)

    def markdown(self) -> str:
        """The sheet as Markdown."""
        lines = [f"# {self.title}", ""]
        for section in self.sections:
            lines += [f"## {section.heading}", ""]
            for part in section.parts:
                lines += [*_markdown(part), ""]
        return "\n".join(lines)

    def write(self, path: str | Path) -> None:
        """Keep the sheet as Markdown (.md); `humanlike.reports.call_page` makes the web page."""
        write_atomically(Path(path), self.markdown())


def call_for_entries(
    plan: str | Path | Plan | None = None,
    *,
    title: str = TITLE,
    due: str = "",
    results: str = "",
    send_to: str = "",
    prize: str = "",
    secret_games: bool = False,
    **settings: Any,
) -> CallResult:
    """A call for entries from a plan (or its file) with `settings` of a tournament on top.

    `due`, `results`, `send_to` and `prize` are blank lines unless they are given. `secret_games` tells how many games
    there are, not which; games drawn at random are never told. What entrants must not know (the seed, whose data
    there are, how many are people's) is left out.
    """
    chosen = plan_of(plan, settings)
    people, notes = _people(chosen)
    drawn = [word for word in chosen.games if word.startswith(RANDOM)]
    named = [word for word in chosen.games if not word.startswith(RANDOM)]
    played = {human.play.game.name: human.play.game for human in people}
    games = find_games(named, played=played)
    n_drawn = len(find_games(drawn, seed=chosen.seed))
    if not games and not n_drawn:
        raise BadRequest(
            "A call needs games: name some in the plan, or random:20; 'all' means those people played."
        )
    shown: Sequence[Game] = [] if secret_games else games
    if n_drawn and not chosen.salt:
        notes.append(
            "games are drawn from the seed, and nothing is committed to: 'humanlike tournament --draw games.json' "
            "makes a salt whose hash can be published."
        )
    sizes, matchings = _sizes(people, games), _matchings(people, chosen)
    stage = Stage(chosen, shown, n_drawn, len(games) - len(shown), sizes, matchings)
    blanks = {"entries due": due, "results": results, "send entries to": send_to, "prize": prize}
    return CallResult(title, chosen, tuple(sections(stage, blanks)), tuple(notes))


def _people(plan: Plan) -> tuple[list[HumanPlay], list[str]]:
    """People's plays that are here already; a call may go out before anybody has played."""
    found: list[HumanPlay] = []
    notes = []
    for word in plan.humans:
        try:
            found += plays_of_source(word, plan)
        except BadFile as error:
            notes.append(f"sizes do not tell of '{word}', which is not here yet: {error}")
        except HumanlikeError as error:
            raise BadRequest(f"People '{word}': {error}") from error
    return found, notes


def _sizes(people: Sequence[HumanPlay], games: Sequence[Game]) -> Sizes:
    """How large plays of these games are."""
    names = {game.name for game in games}
    plays = [human.play for human in people if human.play.game.name in names]
    if not plays:
        return Sizes()
    subjects = [play.n_subjects for play in plays]
    rounds = [play.n_rounds for play in plays]
    return Sizes((min(subjects), max(subjects)), (min(rounds), max(rounds)))


def _matchings(people: Sequence[HumanPlay], plan: Plan) -> frozenset[str]:
    """How people were matched; as the plan wants it, or in fixed pairs, while nobody has played."""
    return frozenset(kind_of_matching(human.play) for human in people) or frozenset(
        {plan.matching or "fixed"}
    )


def _plain(part: str | StoryTable | Listing) -> Any:
    if isinstance(part, StoryTable):
        return {"title": part.title, "columns": list(part.columns), "rows": part.cells}
    return part._asdict() if isinstance(part, Listing) else part


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def _markdown(part: str | StoryTable | Listing) -> list[str]:
    if isinstance(part, str):
        return [part]
    if isinstance(part, Listing):
        return [f"{part.caption}:", "", "```", part.text.rstrip("\n"), "```"]
    rows = [list(part.columns), ["---"] * len(part.columns), *part.cells]
    table = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return [part.title, "", *table] if part.title else table
