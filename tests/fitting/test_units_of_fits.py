"""Who is independent of whom in a fit: errors, intervals and held-out folds are over persons who play again."""

from dataclasses import replace

import numpy as np
import pytest

import humanlike as hl
from humanlike.core import BadRequest, Play, Streams
from humanlike.fitting import fit_groups, fit_one, held_out, profile_interval, wald_test
from humanlike.fitting.fits import effective_units, t_quantile
from humanlike.fitting.validation import mean_per_choice
from humanlike.games import GAMES
from humanlike.players import RULES

CHICKEN, MEMORY = GAMES["chicken"], RULES["memory-one"]
N_PERSONS, N_MATCHES, N_ROUNDS = 14, 4, 10


def people(seed=1, n_persons=N_PERSONS, spread=0.35):
    """Persons with chances of their own meet a machine in several matches each."""
    rng = np.random.default_rng(seed)
    chances = np.clip(0.5 + spread * (2 * rng.random(n_persons) - 1), 0.02, 0.98)
    own = rng.random((n_persons * N_MATCHES, N_ROUNDS)) < np.repeat(chances, N_MATCHES)[:, None]
    met = rng.random(own.shape) < 0.5
    names = [word for person in range(n_persons) for _ in range(N_MATCHES) for word in (f"p{person}", "bot")]
    return Play(
        CHICKEN,
        np.stack([own, met], axis=1).reshape(-1, N_ROUNDS).astype(np.int16),
        subjects=tuple(names),
        kinds=("human", "program") * (len(names) // 2),
        studied=np.tile([True, False], len(names) // 2),
    )


@pytest.fixture(scope="module")
def play():
    return people()


def test_standard_errors_are_those_of_leaving_each_person_out(play):
    """By hand: the share of 0 after the cell 00, without each of the persons."""
    found = fit_one(play, MEMORY, n_starts=1)
    assert (found.unit, found.n_units) == ("person", N_PERSONS)
    own, met = play.actions[0::2], play.situations[0::2]
    after = (own[:, :-1] == 0) & (met[:, :-1] == 0)
    hits = ((own[:, 1:] == 0) & after).sum(axis=1).reshape(N_PERSONS, -1).sum(axis=1)
    tries = after.sum(axis=1).reshape(N_PERSONS, -1).sum(axis=1)
    whole = hits.sum() / tries.sum()
    without = (hits.sum() - hits) / (tries.sum() - tries)
    error = np.sqrt((N_PERSONS - 1) / N_PERSONS * ((without - whole) ** 2).sum())
    assert found.standard_errors.after_00 == pytest.approx(error, rel=0.05)
    assert error > 1.5 * np.sqrt(found.model_covariance[1, 1])  # the Hessian supposes that all are alike


def test_intervals_tests_and_profiles_know_how_few_persons_there_are(play):
    found = fit_one(play, MEMORY, n_starts=1)
    value, error = found.parameters.after_00, found.standard_errors.after_00
    lower, upper = found.intervals()
    assert (upper.after_00 - value) / error == pytest.approx(2.1604, abs=1e-3)  # Student's t, 13 degrees
    assert wald_test(found, {"after_00": lower.after_00}).p_value == pytest.approx(0.05, abs=1e-6)
    profile = profile_interval(play, MEMORY, found, "after_00")
    assert profile.robust and profile.upper - profile.lower == pytest.approx(
        upper.after_00 - lower.after_00, rel=0.1
    )
    few = replace(found, n_units=5)
    with pytest.raises(BadRequest, match="5 equations cannot be tested together by 5 units"):
        wald_test(few, dict(zip(MEMORY.parameter_names, found.parameters, strict=True)))


def test_a_person_is_held_out_as_a_whole_and_partners_stay_in_training():
    pairs = [f"p{one} p{two}" for one in range(6) for two in range(one + 1, 6)]
    names = tuple(name for pair in pairs for name in pair.split())
    actions = np.random.default_rng(2).integers(0, 2, (len(names), 8))
    found = held_out(Play(CHICKEN, actions, subjects=names), MEMORY, n_folds=3, n_starts=1)
    assert (found.unit, found.over, found.n_held, found.n_units) == ("person", "person", 6, 6)
    assert found.choices.tolist() == [5 * 8] * 6 and found.n_choices == actions.size
    assert "what partners did stays in training" in found.sentence and "too narrow" in found.sentence
    by_match = held_out(Play(CHICKEN, actions, subjects=names), MEMORY, unit="match", n_folds=3, n_starts=1)
    assert by_match.n_held == 15 and "same people" in by_match.caveat


def test_roles_are_held_out_in_turn_but_the_error_is_over_matches():
    found = held_out(Play(CHICKEN, np.random.default_rng(3).integers(0, 2, (20, 8))), MEMORY, unit="role")
    assert (found.unit, found.n_held, found.over, found.n_units) == ("role", 2, "match", 10)
    assert "same matches sit on both sides" in found.sentence


def test_one_person_has_estimates_and_no_standard_error(play):
    alone = play.rows(np.arange(2 * N_MATCHES))
    found = hl.fit(alone, "memory-one", starts=1)
    (document,) = found.document()
    assert (document["unit"], document["n_units"]) == ("person", 1)
    assert set(document["standard_errors"].values()) == set(document["intervals"].values()) == {None}
    assert "nothing says how another would differ" in str(found) and "no standard errors" in str(found)
    smaller = fit_one(alone, MEMORY, n_starts=1, unit="match")
    assert np.isfinite(smaller.standard_errors.after_00)


def test_the_unit_and_its_caveat_stand_in_the_story_and_in_the_document(play):
    unknown = Play(CHICKEN, play.actions[:40], persons=("",) * 40)
    found = hl.fit(unknown, "memory-one", starts=1, held_out="auto")
    (document,) = found.document()
    assert document["unit"] == "match" and document["n_units"] == document["clusters"] == 20
    assert "Nobody recorded" in document["caveat"] and "Nobody recorded" in str(found)
    assert "Nobody recorded" in document["held_out"]["caveat"]
    with pytest.raises(BadRequest, match="persons cannot be the unit"):
        hl.fit(unknown, "memory-one", unit="person")


def test_groups_of_one_person_each_say_that_they_have_no_errors(play):
    found = hl.fit(play, "cross", by="subject", starts=1)
    assert "Every group is one person's" in str(found)
    assert all(np.isnan(fit.standard_errors).all() for fit in fit_groups(play, RULES["cross"], by="subject"))


def test_where_two_persons_made_most_of_the_choices_intervals_reach_far():
    """Student's t over ten persons would miss the mean in a quarter of cases."""
    sizes = np.array([20.0, 20.0, *[1.0] * 8])
    scores = Streams(8).generator().standard_normal((600, 10))
    found = [mean_per_choice(each * sizes, sizes, np.arange(10)) for each in scores]
    missed = np.mean([abs(mean) > t_quantile(0.95, effective_units(sizes)) * error for mean, error in found])
    assert missed <= 0.07
    assert np.mean([abs(mean) > t_quantile(0.95, 10) * error for mean, error in found]) > 0.08
