"""The shipped reconstruction: exact where it says so, described where it cannot be, made again by its script."""

import json
import subprocess
import sys
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from humanlike.detectors.coordination import DETECTOR as COORDINATION
from humanlike.games import GAMES
from humanlike.tournament import reconstruction
from humanlike.tournament.published import EXPERIMENTS, PAYOFFS
from humanlike.tournament.published import PUBLISHED_GAMES as GAME_NAMES
from humanlike.tournament.reconstruction import reconstructed_plays, reconstruction_note

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(reconstruction.__file__).parent / "data" / "reconstruction"
LINES = [(experiment, name) for experiment in EXPERIMENTS for name in GAME_NAMES]
every_line = pytest.mark.parametrize(("experiment", "name"), LINES)
# Lines that only exist with a mean of exactly half a digit (see test_half_digits_are_forced).
HALF_DIGIT_MEANS = {("CIT", "ochs"), ("PCC2", "ochs"), ("PCC2", "centipede-3")}


@pytest.fixture(scope="module")
def plays():
    return reconstructed_plays()


def printed(value: Decimal) -> float:
    return float(value.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))


def exact_moments(play):
    """Mean and population SD over pairs of each role's mean payoff, from whole numbers."""
    sums = play.payoffs().sum(axis=1).astype(int).tolist()
    for totals in (sums[0::2], sums[1::2]):
        values = [Fraction(total, play.n_rounds) for total in totals]
        mean = sum(values) / len(values)
        variance = sum((value - mean) ** 2 for value in values) / len(values)
        yield mean, (Decimal(variance.numerator) / Decimal(variance.denominator)).sqrt()


@every_line
def test_means_and_deviations_equal_the_tables_as_printed(plays, experiment, name):
    play, line = plays[experiment][name], PAYOFFS[name][experiment]
    (row_mean, row_sd), (column_mean, column_sd) = exact_moments(play)
    means = [printed(Decimal(m.numerator) / Decimal(m.denominator)) for m in (row_mean, column_mean)]
    assert (play.n_subjects, play.n_rounds) == (line.n, 50)
    assert (means[0], printed(row_sd), means[1], printed(column_sd)) == line[1:5]
    assert abs(row_mean + column_mean - Fraction(str(line.total))) <= Fraction(1, 200)


@every_line
def test_only_three_lines_need_halves_rounded_up(plays, experiment, name):
    means = [mean for mean, _ in exact_moments(plays[experiment][name])]
    assert any((200 * mean).denominator == 1 and 200 * mean % 2 == 1 for mean in means) == (
        (experiment, name) in HALF_DIGIT_MEANS
    )


@pytest.mark.parametrize(("experiment", "name"), sorted(HALF_DIGIT_MEANS))
def test_half_digits_are_forced(experiment, name):
    """No cell counts of 8 x 50 rounds lie strictly inside the rounding intervals of both means."""
    line, rounds = PAYOFFS[name][experiment], 400
    cells = np.array(sorted({GAMES[name].payoffs_of(profile) for profile in GAMES[name].profiles()}))
    sums = [round(rounds * mean) + np.arange(-1, 2) for mean in (line.row_mean, line.column_mean)]
    for row in sums[0]:
        for column in sums[1]:
            wanted = np.array([rounds, row, column])
            constraint = LinearConstraint(np.vstack([np.ones(len(cells)), cells.T]), wanted, wanted)
            counts = np.ones(len(cells))
            found = milp(0 * counts, constraints=constraint, integrality=counts, bounds=Bounds(0, rounds))
            assert not found.success


@every_line
def test_joint_payoffs_rise_where_play_settles(plays, experiment, name):
    payoffs = plays[experiment][name].payoffs()
    if name != "ochs":  # only a mixed equilibrium: nothing to settle on
        assert payoffs[:, -12:].mean() > payoffs[:, :12].mean()


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_turns_are_taken_as_often_as_the_visits_allow(plays, experiment):
    """A pair with a and b visits of the two equilibria passes between them at most 2 min(a, b) times."""
    play = plays[experiment]["battle-of-the-sexes"]
    row, column = play.actions[0::2], play.actions[1::2]
    side = np.where(row == column, 1 - 2 * row, 0)
    passed = (side[:, 1:] * side[:, :-1] == -1).sum(axis=1)
    visits = np.array([(side == 1).sum(axis=1), (side == -1).sum(axis=1)])
    possible = 2 * visits.min(axis=0) - ((visits[0] == visits[1]) & (visits[0] > 0))
    np.testing.assert_array_equal(passed, possible)
    late = side[:, -12:-1]  # from the first of them on, row's favourite falls on odd rounds
    turning = (late[:, 1:] * late[:, :-1] == -1).all(axis=1)
    assert turning.any() and (late[turning, 0] == 1).all()


@pytest.mark.parametrize(("experiment", "short_by"), [("CIT", 2), ("PCC1", 0), ("PCC2", 0)])
def test_turns_come_within_two_of_what_the_printed_means_allow(plays, experiment, short_by):
    """Row earns 3 + 15 a + 3 b, column 3 + 3 a + 15 b for shares a, b: so the means bound min(a, b), hence turns."""
    line = PAYOFFS["battle-of-the-sexes"][experiment]
    row, column, rounds = line.row_mean - 3, line.column_mean - 3, line.n * 25
    low, high = min(row, column), max(row, column)
    rarer = int(
        rounds * (5 * (low + 0.005) - (high - 0.005)) / 72
    )  # visits of the rarer equilibrium, at most
    noted = reconstruction_note()["rows"][experiment]["battle-of-the-sexes"]["constructed"]
    turns = round(noted["alternation_share"] * 49 * line.n / 2)
    assert turns == 2 * rarer - short_by


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_the_note_reports_what_the_detector_says(plays, experiment):
    play = plays[experiment]["battle-of-the-sexes"]
    noted = reconstruction_note()["rows"][experiment]["battle-of-the-sexes"]["constructed"]
    answer = COORDINATION.probabilities(None, play.game, [play])[0]
    assert noted["coordination_r"] == pytest.approx(answer, abs=5e-5)
    assert noted["coordination_score"] == pytest.approx(np.log(answer), abs=1e-4)


@every_line
def test_every_file_and_every_play_is_labelled(plays, experiment, name):
    first = (DATA / f"{experiment}-{name}.txt").read_text().splitlines()[0]
    assert first.startswith("# reconstruction") and "not human data" in first
    provenance = plays[experiment][name].provenance
    assert provenance["experiment"] == f"{experiment} (reconstruction)"
    assert provenance["label"] == "reconstruction"


def test_the_note_covers_every_file_and_repeats_the_tables():
    note = reconstruction_note()
    assert note["label"] == "reconstruction" and "not human data" in note["warning"]
    assert {f"{experiment}-{name}.txt" for experiment, name in LINES} | {"reconstruction.json"} == {
        path.name for path in DATA.iterdir()
    }
    for experiment, name in LINES:
        assert note["rows"][experiment][name]["published"] == PAYOFFS[name][experiment]._asdict()
    assert set(note["exact"]) == set(PAYOFFS["ochs"]["CIT"]._fields)


@pytest.mark.slow
@pytest.mark.parametrize("line", ["CIT/stag-hunt-3", "PCC1/battle-of-the-sexes"])
def test_the_script_writes_the_shipped_bytes_again(tmp_path, line):
    seed = json.loads((DATA / "reconstruction.json").read_text())["seed"]
    script = ROOT / "scripts" / "reconstruct_humans.py"
    command = [sys.executable, str(script), "--only", line, "--seed", str(seed), "--out", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    name = line.replace("/", "-") + ".txt"
    assert (tmp_path / name).read_bytes() == (DATA / name).read_bytes()
