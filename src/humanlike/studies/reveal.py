"""A seed revealed: was it the one whose hash was published, and was the tournament played with it?"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from humanlike.core import BadRequest
from humanlike.naming.games import RANDOM, find_games
from humanlike.studies.draw import check_salt
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable
from humanlike.tournament import Plan, read_plan
from humanlike.tournament.beginnings import Beginning, plan_changes, read_beginning
from humanlike.tournament.directory import PLAN
from humanlike.tournament.material import commitment as commitment_to
from humanlike.tournament.provenance import payoff_checksum
from humanlike.tournament.records import fingerprints

if TYPE_CHECKING:
    import pandas as pd


class Verified(NamedTuple):
    """One thing that was looked at."""

    check: str
    passed: bool
    detail: str


@dataclass(frozen=True, eq=False, repr=False)
class RevealResult(Result):
    """Seed, salt, the hash they give, and whether everything is as it was promised."""

    seed: int
    salt: str
    commitment: str | None  # None without a salt: nothing was committed to
    findings: tuple[Verified, ...]

    @property
    def is_ok(self) -> bool:
        """Nothing contradicts what was published."""
        return all(each.passed for each in self.findings)

    def frame(self) -> "pd.DataFrame":
        """One row for each check."""
        import pandas as pd

        return pd.DataFrame([each._asdict() for each in self.findings], columns=list(Verified._fields))

    def document(self) -> dict[str, Any]:
        """Seed, salt, hash and every check."""
        return asdict(self) | {"findings": [each._asdict() for each in self.findings], "ok": self.is_ok}

    def headline(self) -> str:
        """Whether it holds."""
        if not self.is_ok:
            return "This is not what was committed to."
        if self.commitment is None:
            return "The plan has no salt: nothing was committed to."
        return f"Seed {self.seed} with its salt gives the hash {self.commitment}."

    def story(self) -> Iterator[Part]:
        """The verdict, the secrets, then check by check."""
        yield self.headline()
        yield f"seed: {self.seed}   salt: {self.salt or 'none'}   commitment: {self.commitment or 'none'}"
        if self.findings:
            rows = [["ok" if each.passed else "PROBLEM", each.check, each.detail] for each in self.findings]
            yield StoryTable("What was looked at", ["", "check", "detail"], rows)


def reveal(
    run: str | Path | None = None, *, seed: int | None = None, salt: str = "", commitment: str = ""
) -> RevealResult:
    """Check the seed and salt of a tournament's `run` directory, or given ones, against the published `commitment`.

    Of a run it is checked as well that every trial was played with that plan, and that its random games are those the
    seed draws.
    """
    if (run is None) == (seed is None):
        raise BadRequest("Name a run directory, or a seed with its salt: one of the two.")
    if run is None:
        check_salt(salt)
        return _result(seed or 0, salt, commitment, [])
    if salt:
        raise BadRequest("A run has its own salt; leave it out.")
    plan, began = read_plan(Path(run) / PLAN), read_beginning(Path(run))
    if began is None:
        raise BadRequest(
            f"'{run}' does not hold what its run began with, as runs of version 0.1: there is nothing to check."
        )
    return _result(plan.seed, plan.salt, commitment, [*_of_run(Path(run), plan, began)])


def _result(seed: int, salt: str, published: str, findings: list[Verified]) -> RevealResult:
    found = commitment_to(seed, salt) if salt else None
    if published:
        detail = f"published {published:.64}, found {found or 'none: there is no salt'}"
        findings.insert(0, Verified("hash of seed and salt", found == published.strip().lower(), detail))
    return RevealResult(seed, salt, found, tuple(findings))


def _of_run(run: Path, plan: Plan, began: Beginning) -> Iterator[Verified]:
    changed = plan_changes(began, plan)
    yield Verified("plan", not changed, changed[0] if changed else f"{PLAN} is what the run began with")
    borne = fingerprints(run)
    odd = [number for number, fingerprint in borne.items() if fingerprint != began.fingerprint]
    detail = (
        f"trial {odd[0]} was played with something else"
        if odd
        else f"{len(borne)} trials bear its fingerprint"
    )
    yield Verified("trials", bool(borne) and not odd, detail)
    words = [word for word in plan.games if word.startswith(RANDOM)]
    if words:
        drawn = {game.name: payoff_checksum(game) for game in find_games(words, seed=plan.seed)}
        wrong = [name for name, digest in drawn.items() if began.games.get(name) != digest]
        detail = (
            f"'{wrong[0]}' is not what the seed draws"
            if wrong
            else f"{len(drawn)} games are those the seed draws"
        )
        yield Verified("random games", not wrong, detail)
