"""What is wrong with a table of play, where, and what it would do to the analysis.

An *error* makes the table unusable: no Play is built from it. A *warning* does not, but its effect is told.
Checks that need readable numbers run only when the numbers are readable.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from humanlike.core.passes import most_of_group
from humanlike.core.words import by_appearance, is_first
from humanlike.datasets.checks_of_cells import CELLS_ARE_CLEAR
from humanlike.datasets.checks_of_company import COMPANY_IS_RIGHT, COMPANY_IS_TOLD
from humanlike.datasets.checks_of_kinds import KINDS_ARE_CLEAR, MODELS_ARE_MACHINES
from humanlike.datasets.columns import Columns, Integers, Mask
from humanlike.datasets.problems import Check, Problem, problem_where, who_does
from humanlike.datasets.table import Table

TOLERANCE = 1e-3  # recorded payoffs may be rounded this far, relative to the game's payoff range


def check(table: Table) -> list[Problem]:
    """Everything that is wrong with the table, errors first."""
    return check_columns(Columns(table))


def check_columns(columns: Columns) -> list[Problem]:
    """The same of a table whose columns have been read."""
    problems = [problem for each in READABLE for problem in each(columns)]
    if not problems:
        problems = [problem for each in SEATING for problem in each(columns)]
    if not any(problem.severity == "error" for problem in problems):
        problems += [problem for each in CONTENT for problem in each(columns)]
    return sorted(problems, key=lambda problem: problem.severity)


def one_row_for_each_choice(columns: Columns) -> Iterator[Problem]:
    """No subject chooses twice in a round of a match."""
    wrong = _repeated(columns.seat, columns.round)
    effect = "It would count the choice twice; remove the duplicate or give the matches different labels."
    yield from problem_where(
        columns,
        wrong,
        "round",
        "a subject makes one choice a round",
        effect,
        found=who_does(columns, "appears again in"),
    )


def one_place_for_each_subject(columns: Columns) -> Iterator[Problem]:
    """A subject holds one role in a match, and sits in one match at a time."""
    held = columns.role[is_first(columns.seat)][columns.seat]
    wrong = (held != columns.role) & ~columns.named  # strangers may change places
    effect = "A subject in two places would be matched with itself; correct the subject or match label."
    rule = "a subject holds one role in a match"
    yield from problem_where(columns, wrong, "role", rule, effect, found=who_does(columns, "changes role in"))
    if "supergame" in columns.rows.columns:
        elsewhere = columns.codes("dataset", "session", "subject", "supergame")
        twice = _repeated(elsewhere, columns.round) & ~_repeated(columns.seat, columns.round)
        rule = "a subject plays one match at a time"
        yield from problem_where(
            columns, twice, "supergame", rule, effect, found=who_does(columns, "plays elsewhere during")
        )


def one_subject_for_each_place(columns: Columns) -> Iterator[Problem]:
    """Two subjects do not hold the same role in a match."""
    place = by_appearance(columns.match, columns.role)
    first = columns.seat[is_first(place)][place]
    effect = "Who met whom cannot be told; give each group its own match label."
    rule = "each role of a match has one subject"
    yield from problem_where(
        columns,
        (first != columns.seat) & ~(columns.by_record | columns.by_label),
        "subject",
        rule,
        effect,
        found=who_does(columns, "takes an occupied role in"),
    )


def every_match_is_complete(columns: Columns) -> Iterator[Problem]:
    """All roles of a match are there."""
    places = is_first(by_appearance(columns.match, columns.role))
    n_roles = np.bincount(columns.match[places])[columns.match]
    wrong = n_roles != columns.players
    wrong &= ~(columns.by_record | columns.by_label)
    first_rows = wrong & is_first(columns.match)

    def found(index: int) -> str:
        roles = np.unique(columns.role[columns.match == columns.match[index]])
        label = columns.rows["match"].iloc[index]
        return f"match '{label}' has only role{'s' * (len(roles) > 1)} {', '.join(map(str, roles))}"

    effect = "What these subjects met is unknown; add the missing side or a partner_action column."
    rule = "a match needs every role of its game"
    yield from problem_where(columns, first_rows, "role", rule, effect, found=found)


def _repeated(keys: Integers, more: Integers) -> Mask:
    """Rows whose pair of keys occurred before."""
    return ~is_first(by_appearance(keys, more))


def columns_have_names_of_their_own(columns: Columns) -> Iterator[Problem]:
    """No two columns are called alike."""
    for name in columns.table.doubled:
        effect = f"The second is carried along as '{name}.1'; rename one of the two."
        rule = "every column has a name of its own"
        yield Problem("warning", rule, name, 1, f"several columns are called '{name}'", 1, effect)


def rounds_have_no_gaps(columns: Columns) -> Iterator[Problem]:
    """Every seat plays rounds 1, 2, ... of its match without a hole."""
    count = np.bincount(columns.seat)[columns.seat]
    last = most_of_group(columns.match, columns.round)
    wrong = (count != last) & is_first(columns.seat)

    def found(index: int) -> str:
        label, match = columns.rows["subject"].iloc[index], columns.rows["match"].iloc[index]
        return f"subject '{label}' has {count[index]} of {last[index]} rounds of match '{match}'"

    effect = "Absent rounds are read as missing moves: they score nothing, and nobody learns from them."
    yield from problem_where(
        columns, wrong, "round", "a match has all its rounds", effect, severity="warning", found=found
    )


def moves_are_made(columns: Columns) -> Iterator[Problem]:
    """Missing moves are counted."""
    effect = "They score nothing, and neither side learns from the round."
    found = (
        None if columns.table.lines is None else who_does(columns, "makes no move in")
    )  # no export has a -1
    yield from problem_where(
        columns,
        columns.action == -1,
        "action",
        "a move was expected",
        effect,
        severity="warning",
        found=found,
    )


def payoffs_agree(columns: Columns) -> Iterator[Problem]:
    """Recorded payoffs are those of the game."""
    implied, width = _implied_payoffs(columns)
    recorded = columns.payoff
    known = np.isfinite(recorded) & np.isfinite(implied)
    wrong = known & (np.abs(recorded - implied) > TOLERANCE * np.where(width > 0, width, 1.0))

    def found(index: int) -> str:
        return f"the recorded payoff is {recorded[index]:g} where the game pays {implied[index]:g}"

    effect = (
        "Rules are fitted with the game's payoffs, not the recorded ones; check the game file and the roles."
    )
    yield from problem_where(
        columns, wrong, "payoff", "payoffs follow from the game", effect, severity="warning", found=found
    )


def _implied_payoffs(columns: Columns) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """What the game says each row paid (NaN where unknown), and the width of the game's payoffs."""
    implied = np.full(len(columns.rows), np.nan)
    width = np.ones(len(columns.rows))
    for body in columns.bodies:
        implied[body.here] = body.play.payoffs()[body.seat, columns.round[body.here] - 1]
        width[body.here] = max(float(np.ptp(table)) for table in body.play.game.tables)
    return implied, width


READABLE: tuple[Check, ...] = (*CELLS_ARE_CLEAR, *KINDS_ARE_CLEAR)
SEATING: tuple[Check, ...] = (
    one_row_for_each_choice,
    one_place_for_each_subject,
    one_subject_for_each_place,
    every_match_is_complete,
    *COMPANY_IS_TOLD,
)
CONTENT: tuple[Check, ...] = (
    columns_have_names_of_their_own,
    rounds_have_no_gaps,
    moves_are_made,
    payoffs_agree,
    *COMPANY_IS_RIGHT,
    *MODELS_ARE_MACHINES,
)
